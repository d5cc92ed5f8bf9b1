"""The players that learners meet: random, perfect in four styles, and challengers who err.

What a perfect player chooses among, and how often the challengers err, is said in `oracles/board/styles.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.games.record import Record
from gamelore.learners.core import CORRECTION, ContestInfo, Decision, Lesson, Player, Reason
from gamelore.oracles.board.retrograde import Value
from gamelore.oracles.board.styles import PerfectChoice, reasonable_actions

T = TypeVar("T")


def pick(rng: Rng, items: Sequence[T]) -> T:
    """One of some items, each as likely; `rng.choice` would cost as much as the rest of a ply."""
    return items[int(rng.random() * len(items))]


class NoLearning:
    """What every player has that learns nothing: a name, and no business before or after a contest."""

    def __init__(self, name: str) -> None:
        self.name = name

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down."""

    def end(self, record: Record) -> None:
        """Get up."""


class Random(NoLearning):
    """Any legal action, each as likely."""

    def __init__(self, name: str = "random") -> None:
        super().__init__(name)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Draw one."""
        return Decision(pick(rng, view.legal_actions()), "random")


class Perfect(NoLearning):
    """The best outcome that can be had against perfect play, at random among equals of its style."""

    def __init__(self, choice: PerfectChoice, name: str = "perfect") -> None:
        super().__init__(name)
        self.choice = choice

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Draw one of the candidates."""
        state, choice = view.state, self.choice
        strays = choice.stray > 0 and rng.random() < choice.stray
        actions = choice.astray(state) if strays else choice.candidates(state)
        return Decision(pick(rng, actions), "perfect", lambda: self._reasons(state, actions))

    def _reasons(self, state: AnyState, actions: Sequence[Action]) -> tuple[Reason, ...]:
        values = self.choice.oracle.action_values(state)
        return tuple(solved_reason(action, value) for action, value in values if action in actions)


class Coach:
    """Looks over a learner's shoulder and takes back a move that gives away what perfect play would keep."""

    def __init__(self, choice: PerfectChoice, name: str = "perfect") -> None:
        self.choice = choice
        self.name = name

    def review(self, view: AnyView, decision: Decision) -> Lesson | None:
        """What a perfect player would do instead; nothing if the move is as good."""
        values = dict(self.choice.oracle.action_values(view.state))
        value = values.get(decision.action)  # None for resigning
        if max(v.result for v in values.values()) <= (-1 if value is None else value.result):
            return None
        better = self.choice.candidates(view.state)
        return Lesson(view, better, self.name, CORRECTION, instead_of=decision.action)


def solved_reason(action: Action, value: Value) -> Reason:
    """What the solved game says of a move."""
    words = {1: "wins", 0: "draws", -1: "loses"}
    plies = "" if value.distance is None or value.result == 0 else f" in {value.distance} plies"
    sentence = f"{action} {words[value.result]}{plies} against perfect play"
    return Reason("the solved game", sentence, str(action), float(value.result))


class Reasonable(NoLearning):
    """Takes a win one ply away, avoids a loss two plies away, and is random otherwise (Lock 2003, section 2.3)."""

    def __init__(self, game: AnyGame, name: str = "reasonable") -> None:
        require_open(game, name)
        super().__init__(name)
        self.candidates: Callable[[AnyState], tuple[Action, ...]] = lru_cache(maxsize=1 << 16)(reasonable_actions)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Draw one of the reasonable actions."""
        return Decision(pick(rng, self.candidates(view.state)), "reasonable")


class Challenger(NoLearning):
    """A strong player who errs in a share of its moves, drawn afresh at each move."""

    def __init__(self, strong: Player, error_share: float, error: Player, name: str) -> None:
        super().__init__(name)
        if not 0.0 <= error_share <= 1.0:
            raise BadSetting(f"the share of errors lies between 0 and 1, not {error_share}")
        self.strong = strong
        self.error_share = error_share
        self.error = error

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Err, or do as the strong player does."""
        if rng.random() < self.error_share:
            return Decision(self.error.decide(view, rng).action, "error")
        return self.strong.decide(view, rng)


def require_open(game: AnyGame, name: str) -> None:
    """Refuse a player who must see the whole state a seat in a game that hides part of it."""
    if not game.perfect_information:
        raise NotAvailable(f"player {name} must see the whole state, which {game.name} hides")


class ByCounter:
    """A player whose randomness comes by counter: the same contest as in the kernel, through the plain arena."""

    def __init__(self, player: Player, seed: int, contest: int) -> None:
        self.player, self.seed, self.contest = player, seed, contest
        self.name = player.name
        self._decided = 0

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down; the first ply of a seat is its number."""
        self._decided = 0
        self.player.begin(seat, contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Decide with the numbers of this ply."""
        from gamelore.base.counter import Counted

        counted: Any = Counted(self.seed, self.contest, view.seat + 2 * self._decided)
        self._decided += 1
        return self.player.decide(view, counted)

    def end(self, record: Record) -> None:
        """Get up."""
        self.player.end(record)
