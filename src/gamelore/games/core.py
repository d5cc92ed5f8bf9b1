"""The nouns of play: Game, State, Action, View, Outcome, Horizon.

`Game` describes and `State` plays, as in OpenSpiel, whose method names are kept where the idea is the same. States
and actions are immutable values with a text form that parses back. Chance happens once, in the deal: a game with
cards or dominoes takes the whole deal as text, so that the rest of a contest is a pure function of its actions.

A learner never receives a State of a game with hidden information, only the `View` of its own seat.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from gamelore.base.errors import BadText, IllegalAction, NotAvailable
from gamelore.base.notebook import picture as picture_html
from gamelore.base.seeds import Rng
from gamelore.games.kit import RULES_ALONE, Kit

NOBODY = -1
"""Whose turn it is when a contest is over."""

NO_PARAMETERS: Mapping[str, object] = MappingProxyType({})


class Action:
    """A small frozen value; `str(action)` is its text form, and the game's `parse_action` reads it back."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """Give the contest up. Never among the legal actions; a contest accepts it from any seat on its turn."""

    def __str__(self) -> str:
        return "resign"


RESIGN = Resign()

A = TypeVar("A", bound=Action)
S = TypeVar("S", bound="State[Any]")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What each seat got, in a named unit, and why the contest ended."""

    returns: tuple[float, ...]
    unit: str
    why: str

    def result(self, seat: int) -> str:
        """'win', 'draw' or 'loss' for a seat."""
        mine = self.returns[seat]
        return "win" if mine > 0 else "loss" if mine < 0 else "draw"


@dataclass(frozen=True, slots=True)
class Horizon:
    """When a contest is stopped and called a draw; it belongs to the contest, never to the State.

    `repetition=3` stops a contest when the same state (mover included) occurs for the third time.
    """

    max_plies: int | None = None
    repetition: int | None = None


UNLIMITED = Horizon()


class View(ABC, Generic[A]):
    """All that one seat may know: self-contained, with a text form that the game's `parse_view` reads back."""

    __slots__ = ()

    game: Game[Any, A]
    seat: int

    @abstractmethod
    def current_player(self) -> int:
        """Whose turn it is."""

    @abstractmethod
    def legal_actions(self) -> Sequence[A]:
        """What this seat may do now; empty when it is not its turn."""

    @property
    def state(self) -> State[A]:
        """The whole state, for games that hide nothing."""
        raise NotAvailable(f"{self.game.name} hides information; a view has no whole state")

    def picture(self) -> str:
        """What the seat sees in characters, as somebody is shown it who need not read its text back."""
        return str(self)


class State(ABC, Generic[A]):
    """One immutable situation, whole. `str(state)` is its text form."""

    __slots__ = ()

    game: Game[Any, A]

    @abstractmethod
    def current_player(self) -> int:
        """The seat to move, `NOBODY` when the contest is over."""

    @abstractmethod
    def legal_actions(self) -> Sequence[A]:
        """Every action the seat to move may choose, in a fixed order; empty when the contest is over."""

    @abstractmethod
    def child(self, action: A) -> State[A]:
        """The state after an action; `IllegalAction` says why if it is not allowed."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the contest ended by the rules, or None while it goes on."""

    @abstractmethod
    def view(self, player: int) -> View[A]:
        """What a seat may know of this state."""

    def is_terminal(self) -> bool:
        """Whether the rules have ended the contest."""
        return self.outcome() is not None

    def returns(self) -> tuple[float, ...]:
        """What each seat got; zeros while the contest goes on."""
        outcome = self.outcome()
        return (0.0,) * self.game.seats if outcome is None else outcome.returns

    def picture(self) -> str:
        """It in characters, as somebody is shown it who need not read its text back."""
        return str(self)

    def stage(self) -> str:
        """The phase of the game with its own rules (placing, sliding, bidding, ...)."""
        return "play"

    def null(self) -> State[A] | None:
        """The same situation with the other to move, where the game allows the question; otherwise None."""
        return None

    def resample_from_infostate(self, player: int, rng: Rng) -> State[A] | None:
        """A random state that this seat cannot tell from this one; None where the game does not offer it."""
        return self if self.game.perfect_information else None

    def discloses(self, seat: int, ply: int) -> bool:
        """Whether everybody knows by now all that a seat held when it made the action with this number, from 0."""
        return self.game.perfect_information

    def refuse(self, action: object) -> IllegalAction:
        """The error for an action that is not legal here."""
        legal = ", ".join(str(a) for a in self.legal_actions()[:8]) or "none, the contest is over"
        more = len(self.legal_actions()) - 8
        tail = f" and {more} more" if more > 0 else ""
        return IllegalAction(f"{self.game.name}: '{action}' is not legal in '{self}'; legal: {legal}{tail}")


@dataclass(frozen=True, slots=True)
class OpenView(View[A]):
    """The view of a game that hides nothing: the state itself, seen from a seat."""

    seat: int
    _state: State[A]

    @property
    def game(self) -> Game[Any, A]:  # type: ignore[override]
        """The game of the state."""
        return self._state.game

    @property
    def state(self) -> State[A]:
        return self._state

    def current_player(self) -> int:
        """Whose turn it is."""
        return self._state.current_player()

    def picture(self) -> str:
        return self._state.picture() if type(self._state).picture is not State.picture else str(self)

    def legal_actions(self) -> Sequence[A]:
        """What this seat may do now."""
        return self._state.legal_actions() if self._state.current_player() == self.seat else ()

    def __str__(self) -> str:
        return f"seat {self.seat}: {self._state}"

    def _repr_html_(self) -> str:
        return picture_html(self._state)


class Game(ABC, Generic[S, A]):
    """Describes one game: who sits, how a contest begins, how its texts are read."""

    name: str
    title: str
    summary: str = ""
    seats: int = 2
    seat_names: tuple[str, ...] = ("X", "O")
    unit: ClassVar[str] = "result"
    perfect_information: ClassVar[bool] = True
    lays_down: ClassVar[bool] = False
    """Whether players lay their hands open when a contest is over and somebody asks, though the rules do not."""
    horizon: Horizon = UNLIMITED
    """The horizon that contests use unless they say otherwise."""
    known: str = ""
    """What the world knows of who wins and we do not compute, with its source; a sentence."""
    source: str = ""
    """The text of a person's own file that the game was made from, if it was."""
    kit: ClassVar[Kit] = RULES_ALONE
    """The parts that its family brings along."""

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat; by default everybody plays alone."""
        return tuple(range(self.seats))

    @property
    def parameters(self) -> Mapping[str, object]:
        """The parameters that differ from the game's defaults, enough for `load_game` to make it again."""
        return NO_PARAMETERS

    @property
    def most_plies(self) -> int | None:
        """How many plies a contest can have; None where neither the rules nor the horizon say."""
        return self.horizon.max_plies

    def is_same(self, other: AnyGame) -> bool:
        """Whether another game is played by the same rules under the same name."""
        mine, theirs = ((game.name, dict(game.parameters), game.source) for game in (self, other))
        return mine == theirs

    def sample_deal(self, rng: Rng) -> str:
        """The text of a random deal; the empty text in games without chance."""
        return ""

    def turn_deal(self, deal: str, by: int) -> str:
        """The same deal with every hand passed on by some seats; games that deal hands provide it."""
        if deal and by % self.seats:
            raise NotAvailable(f"{self.name} cannot pass the hands of a deal on to other seats")
        return deal

    def new_initial_state(self, rng: Rng | None = None, *, deal: str | None = None) -> S:
        """The first state of a contest, from a given deal or from one drawn with `rng`."""
        if deal is None:
            deal = "" if rng is None else self.sample_deal(rng)
        return self.initial_state(deal)

    def told(self, action: A) -> str:
        """The text of an action as the other seats see it; games with actions that hide something tell less."""
        return str(action)

    @abstractmethod
    def initial_state(self, deal: str) -> S:
        """The first state under a deal (the empty text in games without chance)."""

    @abstractmethod
    def parse_action(self, text: str) -> A:
        """The action of a text; `BadText` names what was expected. Legality is the state's business."""

    @abstractmethod
    def parse_state(self, text: str) -> S:
        """The state of a text; `BadText` for the form, `ImpossibleState` for the content."""

    def parse_view(self, text: str) -> View[A]:
        """The view of a text."""
        if not self.perfect_information:
            raise NotImplementedError(f"{self.name} hides information and must parse its own views")
        head, found, rest = text.partition(":")
        words = head.split()
        if not found or len(words) != 2 or words[0] != "seat" or not re.fullmatch("[0-9]{1,3}", words[1]):
            raise BadText(f"{self.name}: expected 'seat N: STATE', found '{text}'")
        if int(words[1]) >= self.seats:
            raise BadText(f"{self.name}: there is no seat {words[1]}; seats are 0 to {self.seats - 1}")
        return self.parse_state(rest.strip()).view(int(words[1]))

    def __repr__(self) -> str:
        inside = "".join(f", {k}={v!r}" for k, v in self.parameters.items())
        return f"load_game({self.name!r}{inside})"


AnyGame: TypeAlias = Game[Any, Any]
AnyState: TypeAlias = State[Any]
AnyView: TypeAlias = View[Any]
