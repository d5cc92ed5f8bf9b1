"""The player of many tries: UCT (Kocsis and Szepesvari 2006), for any game that hides nothing.

A try walks down the tree of what was tried before, always to the move that promises most, adds one state to it, and is
played to its end at random. The move that was visited most is made. A family whose outlook has a compiled form makes
the same tries in a kernel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from gamelore.arena.players import NoLearning, require_open
from gamelore.arena.search import Tried, outlook_of
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Rng
from gamelore.games.core import AnyGame, AnyState, AnyView
from gamelore.learners.core import Decision, Reason

MOST_TRIES = 100_000
"""More would take minutes a move, and gigabytes in the widest games."""
CURIOSITY = 1.0
"""How much a move is worth that was seldom tried, where a win is worth 1; OpenSpiel's 2 with wins of 1 and losses of
-1 is the same."""
LONGEST = 400
"""Plies after which a try is drawn where the game sets no limit."""
SEEDS = 1 << 53
"""How many different streams of tries there are."""
_WORD = (1 << 64) - 1


class SplitMix:
    """The stream of the kernels in plain Python: splitmix64 (Steele, Lea and Flood 2014)."""

    def __init__(self, seed: int) -> None:
        self.word = seed

    def below(self, bound: int) -> int:
        """A random number from 0 to `bound` - 1."""
        self.word = word = (self.word + 0x9E3779B97F4A7C15) & _WORD
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return ((word ^ word >> 31) >> 33) * bound >> 31


class Uct(NoLearning):
    """Makes so many tries before each move."""

    def __init__(self, game: AnyGame, tries: int, name: str = "uct") -> None:
        require_open(game, name)
        if not 1 <= tries <= MOST_TRIES:
            raise BadSetting(f"{name} makes from 1 to {MOST_TRIES:,} tries, not {tries:,}")
        super().__init__(name)
        self.tries = tries
        self.teams = game.teams
        self.longest = game.most_plies or LONGEST
        self.outlook = outlook_of(game)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Make the move that was visited most, of equals the one that won most."""
        seed = int(rng.random() * SEEDS)
        best = max(self.tried(view.state, seed), key=lambda tried: (tried.visits, tried.points))
        return Decision(best.action, "uct", lambda: (self._reason(best),))

    def _reason(self, best: Tried) -> Reason:
        share = best.points / 2 / max(1, best.visits)
        said = (
            f"{best.action} was visited {best.visits:,} of {self.tries:,} times; wins {100 * share:.0f} % of its tries"
        )
        return Reason("uct", said, str(best.action), share)

    def tried(self, state: AnyState, seed: int) -> list[Tried]:
        """What each move came to that was tried, in the order of the legal actions."""
        found = self.outlook.tried(state, self.tries, self.longest, CURIOSITY, seed)
        return self.tried_plainly(state, seed) if found is None else found

    def tried_plainly(self, state: AnyState, seed: int) -> list[Tried]:
        """The same through the State interface alone."""
        stream = SplitMix(seed)
        root = _node(state, None, stream)
        for _ in range(self.tries):
            here = root
            while here.actions and len(here.children) == len(here.actions):
                here = here.likeliest()
            if here.actions:
                move = (here.first + len(here.children)) % len(here.actions)
                child = _node(here.state.child(here.actions[move]), here, stream)
                here.children.append((move, child))
                here = child
            end = here.state if not here.actions else self.played_out(here.state, stream)
            returns = end.returns()
            above: _Node | None = here
            while above is not None:
                above.visits += 1
                if above.above is not None:
                    mine = returns[above.above.state.current_player()]
                    above.points += 2 if mine > 0 else 1 if mine == 0 else 0
                above = above.above
        return [
            Tried(root.actions[move], node.visits, node.points)
            for move, node in sorted(root.children, key=lambda child: child[0])
        ]

    def played_out(self, state: AnyState, stream: SplitMix) -> AnyState:
        """A state to which a random contest leads, at the latest after so many plies."""
        for _ in range(self.longest):
            if state.is_terminal():
                break
            actions = state.legal_actions()
            state = state.child(actions[stream.below(len(actions))])
        return state


@dataclass(slots=True)
class _Node:
    """A state of the tree."""

    state: AnyState
    above: _Node | None
    actions: tuple[Any, ...]
    """Nothing when it is over."""
    first: int
    """The number of the move that is tried first."""
    children: list[tuple[int, _Node]] = field(default_factory=list)
    visits: int = 0
    points: int = 0
    """2 for each win and 1 for each draw of who moved here."""

    def likeliest(self) -> _Node:
        """The child that promises most; of equals the newest."""
        tries = math.log(self.visits)

        def promise(child: _Node) -> float:
            return child.points / (2.0 * child.visits) + CURIOSITY * math.sqrt(tries / child.visits)

        return max((child for _, child in reversed(self.children)), key=promise)


def _node(state: AnyState, above: _Node | None, stream: SplitMix) -> _Node:
    actions = () if state.is_terminal() else tuple(state.legal_actions())
    return _Node(state, above, actions, stream.below(len(actions)) if actions else 0)
