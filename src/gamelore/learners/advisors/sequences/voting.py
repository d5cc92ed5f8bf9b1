"""How SeqLearner decides: segments of trusted pairs that are asked in turn, and the Enforcer, who follows plans up.

Lock (2003), section 3.3 and Figure 17. A segment votes only if all above it are silent; each pair adds its weight once
to every move that it advises. The sequences of a segment that begin with the chosen move go to the Enforcer, who goes
on with them as long as the other's replies fit; only the last of several segments hands nothing on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.seeds import Rng
from gamelore.games.board.arrays import expand, move_of
from gamelore.games.board.codes import NONE, encode
from gamelore.games.board.game import BoardState
from gamelore.learners.advisors.sequences.context_pairs import Pairs, Rows
from gamelore.learners.advisors.sequences.contexts import group_of
from gamelore.learners.advisors.sequences.forms import ABSENT, ANY, Context, specificity
from gamelore.learners.advisors.sequences.sayings import say_pair
from gamelore.learners.advisors.sequences.settings import SeqSettings

ENFORCER, CHANCE = "Enforcer", "chance"

_TIE = 1e-9
"""Sums of the same weights in different order differ by less."""


class Voice(NamedTuple):
    """One pair for one move."""

    pair: int
    row: int
    """One of its rows, in the orientation that fits."""
    move: int
    weight: float
    strength: float


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows that the Enforcer follows, and where the contest stood after the last move."""

    rows: Rows
    at: int
    """Which of a row's moves comes next."""
    state: BoardState


@dataclass(frozen=True, slots=True)
class Ballot:
    """A decision: the code of the move, who made it, and the voices that were heard."""

    code: int
    by: str
    rows: Rows
    at: int
    """Which move of their sequences the rows speak of."""
    voices: tuple[Voice, ...]
    plan: Plan | None

    def tree(self, voice: Voice) -> Ints:
        """All sequences of a voice that begin alike, in the orientation in which they fit."""
        rows, row = self.rows, voice.row
        same = (rows.pairs == voice.pair) & (rows.excluded == rows.excluded[:, row : row + 1]).all(axis=0)
        same &= (rows.moves[:, : self.at + 1] == rows.moves[row, : self.at + 1]).all(axis=1)
        tree: Ints = rows.moves[same]
        return tree


class Panel:
    """The pairs that are trusted at one time; what is learned later makes a new one."""

    def __init__(self, pairs: Pairs, settings: SeqSettings) -> None:
        self.game, self.settings = pairs.game, settings
        self.weights: Floats = pairs.weights()
        self.strengths: Floats = np.ones(len(pairs))
        if settings.vote == "specific":
            self.strengths = np.exp(specificity(pairs.masks, pairs.game.board.size))
        self.groups, self.kinds = pairs.groups, pairs.kinds
        self.rights, self.totals = pairs.rights.copy(), pairs.totals.copy()
        trusted = self.weights >= settings.segments[-1]
        self.rows = {group: rows.take(trusted[rows.pairs]) for group, rows in pairs.rows.items()}

    def decide(self, state: BoardState, plan: Plan | None, rng: Rng) -> Ballot:
        """Follow the plan if it goes on, else ask the segments in turn, else leave it to chance."""
        legal = expand(state).codes
        if plan is not None:
            ballot = self._enforce(state, plan, legal, rng)
            if ballot is not None:
                return ballot
        rows = self.fitting(state)
        rows = rows.take((rows.moves[:, :1] == legal).any(axis=1))
        weights, above, last = self.weights[rows.pairs], 2.0, len(self.settings.segments)
        for number, least in enumerate(self.settings.segments, start=1):
            here = rows.take((weights >= least) & (weights < above))
            if len(here.pairs):
                return self._vote(state, here, 0, f"segment {number}", rng, plans=number < last or last == 1)
            above = least
        code = int(legal[int(rng.integers(len(legal)))])
        return Ballot(code, CHANCE, _NO_ROWS, 0, (), None)

    def fitting(self, state: BoardState) -> Rows:
        """The trusted rows whose contexts a state fits."""
        rows = self.rows.get(group_of(state.mover, state.left == 0, self.settings.merge_colours), _NO_ROWS)
        return rows.take(rows.fitting(state.own, state.other, state.empty))

    def say(self, rows: Rows, row: int, tree: Sequence[Sequence[int]]) -> str:
        """What the pair of a row advises by some of its sequences, in the orientation that fits."""
        pair = int(rows.pairs[row])
        context = Context(*(self.game.board.all_positions & ~rows.excluded[:, row]).tolist())
        judged = int(self.rights[pair]), int(self.totals[pair])
        return say_pair(self.game, self.settings, int(self.groups[pair]), context, tree, judged)

    def _vote(self, state: BoardState, rows: Rows, at: int, by: str, rng: Rng, *, plans: bool) -> Ballot:
        """Let the pairs of some rows vote on their moves, one voice for each pair and move."""
        moves = rows.moves[:, at]
        _, first = np.unique(rows.pairs * (ABSENT + 1) + moves, return_index=True)
        pairs, said = rows.pairs[first], moves[first]
        counts = self.weights[pairs] * self.strengths[pairs]
        choices, places = np.unique(said, return_inverse=True)
        support = np.bincount(places, counts)
        top = np.flatnonzero(support >= support.max() * (1 - _TIE))
        code = int(choices[top[int(rng.integers(len(top)))]])
        voices = zip(
            *(values.tolist() for values in (pairs, first, said, self.weights[pairs], self.strengths[pairs])),
            strict=True,
        )
        plan = self._plan(state, rows, at, code) if plans else None
        return Ballot(code, by, rows, at, tuple(Voice(*voice) for voice in voices), plan)

    def _plan(self, state: BoardState, rows: Rows, at: int, code: int) -> Plan | None:
        if at + 2 >= rows.moves.shape[1]:
            return None
        rest = rows.take((rows.moves[:, at] == code) & (rows.moves[:, at + 2] != ABSENT))
        return Plan(rest, at + 2, state.child(move_of(code))) if len(rest.pairs) else None

    def _enforce(self, state: BoardState, plan: Plan, legal: Ints, rng: Rng) -> Ballot | None:
        reply = move_between(plan.state, state)
        if reply is None:
            return None
        replies = plan.rows.moves[:, plan.at - 1]
        fits = ((replies == reply) | (replies == ANY)) & (plan.rows.moves[:, plan.at, None] == legal).any(axis=1)
        rows = plan.rows.take(fits)
        return self._vote(state, rows, plan.at, ENFORCER, rng, plans=True) if len(rows.pairs) else None


_NO_ROWS = Rows(np.zeros((3, 0), dtype=np.int64), np.zeros((0, 5), dtype=np.int64), np.zeros(0, dtype=np.int64))


def move_between(before: BoardState, after: BoardState) -> int | None:
    """The code of the one move that leads from a state to another; None if there is none."""
    gained, lost = after.other & ~before.own, before.own & ~after.other
    taken = before.other & ~after.own
    if before.mover == after.mover or any(change & (change - 1) for change in (gained, lost, taken)) or not gained:
        return None
    start, capture = ((change.bit_length() - 1) & NONE for change in (lost, taken))
    code = encode(gained.bit_length() - 1, start, capture)
    return code if code in expand(before).codes else None
