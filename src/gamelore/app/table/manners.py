"""The manners of a table: how what a seat sees is shown, moves are typed and told, and one contest follows another.

They are a part of a kit (`Kit.manners`). Those of the rules alone serve every game: what a seat sees is shown as its
text, an action is called by its own, and the next contest is like the first. A family overrides what it does otherwise.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from gamelore.app.table.data import Over, Shown, ShownText
from gamelore.app.table.scores import ScoreBoard
from gamelore.base.errors import BadText, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.core import RESIGN, Action, AnyGame, AnyState, AnyView

S = TypeVar("S", bound=AnyState)
V = TypeVar("V", bound=AnyView)

LONGEST = 80
"""No move has more characters."""


class Manners(Generic[S, V]):
    """The manners of the rules alone, for states and views of a family."""

    score = ScoreBoard()
    """How a person stands who has not played yet."""

    def shown(self, view: V, last: Action | None = None) -> Shown:
        """What a seat sees, after somebody's last action."""
        return ShownText(view.picture(), view.current_player(), view.game.seat_names)

    def opening(self, deal: str, rng: Rng) -> tuple[str, tuple[str, ...]]:
        """The deal with which a person's contest begins, and what is to be told of how it came about."""
        return deal, ()

    def next_contest(self, game: AnyGame, seat: int, deal: str, rng: Rng) -> tuple[int, str | None]:
        """Where a person sits in the contest after one with a deal, and its deal if it depends on that one.

        Two players change sides.
        """
        return (1 - seat if game.seats == 2 else seat), None

    def line(self, world: S) -> tuple[str, tuple[Action, ...]]:
        """The deal of a whole state, and all that was done with it."""
        raise NotAvailable(f"{world.game.title} cannot be taken up again: nobody can read its hidden deal off a state")

    def dealt(self, view: V) -> str:
        """What a seat was dealt, as it is laid down after a contest."""
        return str(view)

    def seat_signs(self, game: AnyGame) -> tuple[str, ...]:
        """By what else than their names the seats are known: the markers on a board."""
        return ()

    # --- words --------------------------------------------------------------------------------------------------------

    def typed(self, view: V, text: str) -> str:
        """The text of an action, from what a person typed at a seat."""
        return text

    def written(self, text: str) -> str:
        """A sentence that names actions, as a person reads it."""
        return text

    def offered(self, action: Action) -> str:
        """An action as somebody is asked to choose it."""
        return str(action)

    def advised(self, action: Action) -> str:
        """An action as somebody would do it: `play 5`, `bet 7`, `name fours as trump`."""
        return "resign" if action == RESIGN else f"play {action}"

    def done(self, action: Action) -> str:
        """An action as it is told of somebody who did it, to whoever may know all of it."""
        return "resigns" if action == RESIGN else f"plays {action}"

    def seen(self, game: AnyGame, action: Action) -> str:
        """An action as it is told of somebody who did it, to whoever saw it from another seat."""
        told = game.told(action)
        return self.done(action) if action == RESIGN or told == str(action) else f"does {told}"

    def ended(self, why: str) -> str:
        """How a contest ended, in words, from what its record says."""
        return why


RULES_ALONE: Manners[AnyState, AnyView] = Manners()


def manners_of(game: AnyGame) -> Manners[AnyState, AnyView]:
    """The manners at a game."""
    found: Manners[AnyState, AnyView] | None = game.kit.part("manners")
    return found or RULES_ALONE


def read_action(view: AnyView, text: str) -> Action:
    """The action of a text that a person typed at a seat; `BadText` says what was expected."""
    words = " ".join(text.split())
    if len(words) > LONGEST:
        raise BadText(f"a move has at most {LONGEST} characters, not {len(words)}")
    try:
        action: Action = view.game.parse_action(manners_of(view.game).typed(view, words))
    except BadText as error:
        raise BadText(f"{error}{example(view)}") from None
    return action


def example(view: AnyView) -> str:
    """A move that is legal at a seat, as it ends a complaint; nothing where there is none."""
    legal = view.legal_actions()
    return f"; try {legal[0]}" if legal else ""


def headline(over: Over, seat: int) -> str:
    """Who has won, and how much where it is counted."""
    word = {"win": "You win", "loss": "You lose", "draw": "A draw"}[over.result]
    gain = abs(over.returns[seat])
    unit = over.unit.removesuffix("s") if gain == 1 else over.unit
    return f"{word} {gain:g} {unit}" if over.unit != "result" and gain else word
