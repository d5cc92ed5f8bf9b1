"""The players that learners meet: random, perfect in four styles, and challengers who err.

What a perfect player chooses among, and how often the challengers err, is said in `oracles/styles.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import Rng, stream
from gamelore.base.words import counted
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.games.record import Record
from gamelore.learners.core import CORRECTION, ContestInfo, Decision, Lesson, Player, Reason
from gamelore.oracles import Value
from gamelore.oracles.styles import PerfectChoice, reasonable_actions

T = TypeVar("T")

BY_CHANCE = "random"
"""What decided a move that was drawn from all legal ones."""

FEEL = "feel"
"""What decided a move that was drawn by what it is worth at a glance."""


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
        return Decision(pick(rng, view.legal_actions()), BY_CHANCE)


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
        self.rng = stream(0)
        """Not drawn from."""

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
    plies = "" if value.distance is None or value.result == 0 else f" in {counted(value.distance, 'ply', 'plies')}"
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


class ByFeel(NoLearning):
    """Weighs each move by itself and draws: what is worth more is likelier (Collins et al. 2025).

    What a move has in its favour adds up; one more of it doubles what the move is worth, and a softmax over that worth
    draws. Whoever knows a family of games says what counts there (`feel`).
    """

    def feel(self, state: Any, action: Any) -> Mapping[str, float]:
        """What a move has in its favour, each in words that follow the move."""
        raise NotImplementedError

    def chances(self, state: AnyState, actions: Sequence[Action]) -> list[float]:
        """How likely each of some moves is."""
        worths = [2.0 ** sum(self.feel(state, action).values()) for action in actions]
        weights = [math.exp(worth - max(worths)) for worth in worths]
        return [weight / sum(weights) for weight in weights]

    def choose(self, state: AnyState, actions: Sequence[Action], luck: float) -> int:
        """The number of one of some moves, drawn by a number from 0 to 1."""
        for number, chance in enumerate(self.chances(state, actions)):
            luck -= chance
            if luck < 0:
                return number
        return len(actions) - 1

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Draw among all moves."""
        actions = view.legal_actions()
        action = actions[self.choose(view.state, actions, rng.random())]
        return Decision(action, FEEL, lambda: self.reasons(view.state, actions, action))

    def reasons(self, state: AnyState, actions: Sequence[Action], action: Action) -> tuple[Reason, ...]:
        """What the chosen move has in its favour, and how likely it was."""
        parts = self.feel(state, action).items()
        chance = dict(zip(actions, self.chances(state, actions), strict=True))[action]
        drawn = Reason(FEEL, f"drawn with a chance of {100 * chance:.0f} %", str(action))
        return *(Reason(FEEL, f"{action} {said}", str(action), value) for said, value in parts if value > 0), drawn


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
            made = self.error.decide(view, rng)
            return Decision(made.action, made.by)
        return self.strong.decide(view, rng)


def require_open(game: AnyGame, name: str) -> None:
    """Refuse a player who must see the whole state a seat in a game that hides part of it."""
    if not game.perfect_information:
        raise NotAvailable(f"player {name} must see the whole state, which {game.name} hides")


class ByCounter:
    """A player whose randomness comes by counter: the same contest as in the kernel, through the plain arena.

    Where two do not take turns, or one player holds several seats, `ply` says which ply a view is of.
    """

    def __init__(self, player: Player, seed: int, contest: int, ply: Callable[[AnyView], int] | None = None) -> None:
        self.player, self.seed, self.contest = player, seed, contest
        self.name = player.name
        self._decided = 0
        self._ply = ply or (lambda view: view.seat + 2 * self._decided)

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down; the first ply of a seat is its number."""
        self._decided = 0
        self.player.begin(seat, contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Decide with the numbers of this ply."""
        from gamelore.base.counter import Counted

        counted: Any = Counted(self.seed, self.contest, self._ply(view))
        self._decided += 1
        return self.player.decide(view, counted)

    def end(self, record: Record) -> None:
        self.player.end(record)
