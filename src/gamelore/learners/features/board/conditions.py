"""What may be true of a state before a move, for lore that holds only then: its name, half a sentence, a plain test.

`_group_kernels.py` asks the same of machine words; the tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gamelore.base.errors import UnknownName
from gamelore.games.board.board import mask_of
from gamelore.games.board.turns import places
from gamelore.games.core import AnyState
from gamelore.learners.features.board.finders import OTHER, OWN, Look, strikes
from gamelore.learners.features.board.survey import board_places


@dataclass(frozen=True, slots=True)
class BoardCondition:
    """One condition, from the side of the one who is to move."""

    name: str
    phrase: str
    """How a sentence to that one begins; empty for what is always true."""
    needs: Literal["rules", "board"]
    holds: Callable[[Look], bool]

    def holds_in(self, state: AnyState) -> bool:
        """Whether it is true in a state."""
        return self.holds(Look(state))


def _counts(look: Look) -> tuple[int, int]:
    mine, theirs = (look.markers(look.board, side) for side in (OWN, OTHER))
    return len(mine), len(theirs)


def _holds_centre(look: Look) -> bool:
    centre = board_places(look.board.game.board).centre
    return bool(mask_of(look.markers(look.board, OWN)) & centre)


def _quiet(look: Look) -> bool:
    found = strikes(look, OTHER)
    return found is not None and not found.value


def _lead(look: Look) -> int:
    """How many markers I have more, the one not counted that the second player is about to place."""
    mine, theirs = _counts(look)
    return mine + (1 if look.me == 1 and places(look.board.left) else 0) - theirs


CONDITIONS: dict[str, BoardCondition] = {
    condition.name: condition
    for condition in (
        BoardCondition("always", "", "rules", lambda look: True),
        BoardCondition("first_player", "As first player,", "rules", lambda look: look.me == 0),
        BoardCondition("second_player", "As second player,", "rules", lambda look: look.me == 1),
        BoardCondition("first_marker", "With your first marker,", "board", lambda look: _counts(look)[0] == 0),
        BoardCondition("placing", "While you place,", "board", lambda look: places(look.board.left)),
        BoardCondition("sliding", "Once all are placed,", "board", lambda look: not places(look.board.left)),
        BoardCondition("even", "While markers are even,", "board", lambda look: _lead(look) == 0),
        BoardCondition("behind", "While you are behind,", "board", lambda look: _lead(look) < 0),
        BoardCondition("holding_centre", "While you hold the centre,", "board", _holds_centre),
        BoardCondition("quiet", "If the other threatens nothing,", "rules", _quiet),
    )
}
"""All conditions by name, in the order of their numbers in kernels."""


def condition_named(name: str) -> BoardCondition:
    """A condition by its name."""
    if name not in CONDITIONS:
        raise UnknownName("condition", name, CONDITIONS)
    return CONDITIONS[name]
