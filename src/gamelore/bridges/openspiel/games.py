"""A game of OpenSpiel as one of ours, by the rules alone: `load_game("openspiel:hex(board_size=5)")`.

A move is called by their label for whoever makes it. The text of a state is how it came about; two states are equal if
they look the same and allow the same. Nobody may ask what the other could do now (`State.null`), so measures that do
are silent. What stands on the board is drawn as OpenSpiel prints it (`State.picture`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from gamelore.base.errors import BadSetting, BadText, ImpossibleState
from gamelore.bridges.openspiel.names import SCHEME, canonical, theirs_of, typed
from gamelore.games.core import NOBODY, Action, Game, Horizon, OpenView, Outcome, State, View
from gamelore.games.kit import Kit

__all__ = ["SPIEL_KIT", "SpielGame", "SpielState", "TheirMove", "make", "typed"]

SPIEL_KIT = Kit(
    advisers=("openspiel:mcts:1000", "search"),
    practice=(40_000, 5_000),
    outlook="gamelore.bridges.openspiel.outlook:SpielOutlook",
)

START, BETWEEN = "start", " | "
"""How the text of a state begins, and what stands between its moves."""
_LABEL = re.compile(r"[A-Za-z0-9(][ #()*+,\-./0-9:;=>@A-Za-z\\]{0,59}")


@dataclass(frozen=True, slots=True, order=True)
class TheirMove(Action):
    """A move by its label; labels tell the legal moves of a state apart."""

    label: str

    def __str__(self) -> str:
        return self.label


@lru_cache(maxsize=1 << 16)
def _move(label: str) -> TheirMove:
    return TheirMove(label)


def _pictured(state: Any) -> str:
    """What OpenSpiel prints of a state, without what a terminal would obey."""
    return "\n".join(line.rstrip() for line in re.sub("\x1b\\[[0-9;]*m", "", str(state)).splitlines())


@dataclass(frozen=True, slots=True, eq=False)
class SpielState(State[TheirMove]):
    """A state of theirs, never changed, with the labels of the moves that led to it."""

    game: SpielGame
    line: tuple[str, ...]
    theirs: Any = field(repr=False)
    _moves: dict[TheirMove, int] | None = field(default=None, repr=False)
    _key: tuple[object, ...] | None = field(default=None, repr=False)

    def moves(self) -> dict[TheirMove, int]:
        """Every legal move with its number over there, in their order."""
        if self._moves is None:
            state = self.theirs
            player = NOBODY if state.is_terminal() else state.current_player()
            numbers = () if player == NOBODY else state.legal_actions()
            found = {_move(state.action_to_string(player, number).strip()): number for number in numbers}
            if len(found) < len(numbers):
                found = {
                    _move(f"{state.action_to_string(player, number).strip()} #{number}"): number for number in numbers
                }
            object.__setattr__(self, "_moves", found)
        assert self._moves is not None
        return self._moves

    def key(self) -> tuple[object, ...]:
        """What makes two states equal."""
        if self._key is None:
            key = (str(self.theirs), self.current_player(), tuple(self.moves()))
            object.__setattr__(self, "_key", key)
        assert self._key is not None
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielState) and self.game.name == other.game.name and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def current_player(self) -> int:
        return NOBODY if self.theirs.is_terminal() else int(self.theirs.current_player())

    def legal_actions(self) -> Sequence[TheirMove]:
        """Every move, in their order."""
        return tuple(self.moves())

    def child(self, action: TheirMove) -> SpielState:
        number = self.moves().get(action)
        if number is None:
            raise self.refuse(action)
        return SpielState(self.game, (*self.line, action.label), self.theirs.child(number))

    def outcome(self) -> Outcome | None:
        """Theirs, as a result: 1 for whoever got more than nothing."""
        if not self.theirs.is_terminal():
            return None
        first = float(self.theirs.returns()[0])
        first = 0.0 if first == 0 else 1.0 if first > 0 else -1.0
        winner = "a draw" if not first else f"{self.game.seat_names[0 if first > 0 else 1]} wins"
        return Outcome((first, -first if first else 0.0), "result", winner)

    def view(self, player: int) -> View[TheirMove]:
        return OpenView(player, self)

    def picture(self) -> str:
        return _pictured(self.theirs)

    def __str__(self) -> str:
        return BETWEEN.join((START, *self.line))


@dataclass(frozen=True, repr=False)
class SpielGame(Game[SpielState, TheirMove]):
    """A game of theirs under one set of parameters."""

    name: str
    title: str
    summary: str
    horizon: Horizon
    seats: ClassVar[int] = 2  # type: ignore[misc]
    seat_names: ClassVar[tuple[str, ...]] = ("first", "second")  # type: ignore[misc]
    kit: ClassVar[Kit] = SPIEL_KIT

    @property
    def theirs(self) -> Any:
        """The game as OpenSpiel has it."""
        return _theirs(self.name)

    def initial_state(self, deal: str) -> SpielState:
        if deal:
            raise BadText(f"{self.name}: there is no deal in this game, found '{deal}'")
        return SpielState(self, (), self.theirs.new_initial_state())

    def parse_action(self, text: str) -> TheirMove:
        """A label of theirs: `x(0,1)`, `B PASS`, `pile:1, take:2;`."""
        label = " ".join(text.split())
        digits, words = re.sub("[^0-9]", "", label), label.split()
        if not _LABEL.fullmatch(label) or (label == digits and len(digits) > 6) or (not digits and len(words) > 2):
            raise BadText(f"{self.name}: expected a move as OpenSpiel writes it, found '{text}'")
        return _move(label)

    def parse_state(self, text: str) -> SpielState:
        """`start | x(1,1) | o(0,0)`; every move is checked."""
        start, *labels = text.split(BETWEEN)
        if start != START:
            raise BadText(
                f"{self.name}: expected '{START}' and moves behind it with '{BETWEEN}' between, found '{text}'"
            )
        state, known = self._known(tuple(labels))
        for number, label in enumerate(labels[known:], start=known + 1):
            move = self.parse_action(label)
            if label != str(move) or move not in state.moves():
                raise ImpossibleState(f"{self.name}: move {number}, '{label}', is not possible there")
            state = state.child(move)
            _READ[self.name, state.line] = state
        while len(_READ) > MOST_READ:
            _READ.pop(next(iter(_READ)))
        return state

    def _known(self, line: tuple[str, ...]) -> tuple[SpielState, int]:
        """The last state on a line that was read before, and how many moves led to it."""
        for known in range(len(line), 0, -1):
            found = _READ.get((self.name, line[:known]))
            if found is not None and found.game is self:
                return found, known
        return self.initial_state(""), 0


_READ: dict[tuple[str, tuple[str, ...]], SpielState] = {}
"""States that were read of late: to name the moves of a state may cost milliseconds, and a line has hundreds."""
MOST_READ = 2000


@lru_cache(maxsize=64)
def _theirs(name: str) -> Any:
    return theirs_of(name.partition(":")[2])


def make(name: str, **parameters: Any) -> SpielGame:
    """The game of a name such as `openspiel:hex(board_size=5)`, or `openspiel:hex` with parameters."""
    text = name.partition(":")[2]
    if parameters:
        if "(" in text:
            raise BadSetting(f"'{name}': give the parameters in the name or beside it, not both")
        text += f"({','.join(f'{key}={value}' for key, value in parameters.items())})"
    theirs = theirs_of(text)
    whole, kind = canonical(theirs), theirs.get_type()
    inside = whole.partition("(")[2].removesuffix(")")
    title = kind.long_name + (f" ({inside})" if inside else "")
    summary = f"{kind.long_name} as OpenSpiel plays it, by the rules alone."
    return SpielGame(f"{SCHEME}:{whole}", title, summary, Horizon(max_plies=theirs.max_game_length()))
