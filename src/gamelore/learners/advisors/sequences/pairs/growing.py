"""Pairs grown from watched turns so that they cover no counter-example.

All turns with the same action, turned into the same orientation, are a group. Its examples are the boards on which an
expert was seen to make that action; its counter-examples are the watched boards, in all orientations, on which the
action was legal and no expert was ever seen to make it. Each example is the seed of one rule of each family: the rule
begins as the board itself and is widened to the group's nearest examples, one after the other, as long as it covers no
counter-example. A rule's weight is the log-odds of the turns in which the expert did as it says, above what naming as
many moves by chance would reach.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Bools, Floats, Ints
from gamelore.learners.advisors.sequences.forms import smallest
from gamelore.learners.advisors.sequences.pairs.evidence import Boards, Section, Turns, WatchedTurns
from gamelore.learners.advisors.sequences.pairs.turning import Turning, around, board_number

FAMILIES = ("exact", "sets", "ctx")
"""The families by number, in the order in which equal rules are kept: `exact` is a watched board itself, `sets` keeps
for each location the values seen, `ctx` one value or don't care."""
NEIGHBOURS = 40
"""How many of the nearest boards with the same action a rule tries to cover, too."""
EXACT = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one section: at each location what may stand there, what to do, and how that did."""

    allow: Ints
    """Three words for each rule, as columns: where own markers, the other's markers and blanks may stand."""
    codes: Ints
    families: Ints
    weights: Floats
    spoke: Ints
    """Watched turns on whose boards the rule speaks."""
    hits: Ints
    """Those in which the expert did what it says."""

    def where(self, kept: Bools) -> Rules:
        codes, families = self.codes[kept], self.families[kept]
        return Rules(self.allow[:, kept], codes, families, self.weights[kept], self.spoke[kept], self.hits[kept])


def grow_rules(evidence: WatchedTurns, section: Section, boards: Boards) -> Rules:
    """All rules of a section that count for anything."""
    turning, every = evidence.turning, evidence.game.board.all_positions
    allow, codes, families = _grow(turning, every, evidence.turns(section), boards)
    spoke, hits, chance = count_turns(turning, every, allow, codes, boards)
    weights = log_odds(spoke, hits, chance)
    kept = weights > 0
    told, right = spoke[kept].astype(np.int64), hits[kept].astype(np.int64)
    return Rules(allow[:, kept], codes[kept], families[kept], weights[kept], told, right)


def log_odds(spoke: Floats, hits: Floats, chance: Floats) -> Floats:
    """The log-odds of the hits above those by chance, never below 0."""
    p, q = (hits + 1) / (spoke + 2), (chance + 1) / (spoke + 2)
    weights: Floats = np.maximum(0.0, np.log(p / (1 - p)) - np.log(q / (1 - q)))
    return weights


def _grow(turning: Turning, every: int, turns: Turns, boards: Boards) -> tuple[Ints, Ints, Ints]:
    examples = _in_groups(turning, turns.own, turns.other, turns.codes)
    board_of = np.repeat(np.arange(len(boards.own)), np.diff(boards.starts))
    possible = _in_groups(turning, boards.own[board_of], boards.other[board_of], boards.codes)
    found: dict[tuple[int, ...], int] = {}
    for code in np.unique(turns.codes).tolist():
        here = turns.codes == code
        seeds = np.stack([turns.own[here], turns.other[here]])
        seen = examples[code]
        against = possible[code][:, ~np.isin(board_number(*possible[code]), board_number(*seen))]
        for family in range(len(FAMILIES)):
            rules = _widen(turning, every, code, family, seeds, seen, against)
            for own, other, blank in _normal(turning, rules, code).T.tolist():
                found.setdefault((code, own, other, blank), family)
    ordered = sorted((family, *rule) for rule, family in found.items())
    table = np.array(ordered, dtype=np.int64).reshape(-1, 5).T
    return np.ascontiguousarray(table[2:]), table[1].copy(), table[0].copy()


def _widen(turning: Turning, every: int, code: int, family: int, seeds: Ints, examples: Ints, against: Ints) -> Ints:
    """The rules of one group and family, one for each seed."""
    from gamelore.learners.advisors.sequences.pairs import _kernels

    rules: Ints = np.stack([seeds[0], seeds[1], every & ~(seeds[0] | seeds[1])])
    if family != EXACT:
        _kernels.grow(
            every,
            seeds,
            examples,
            np.ascontiguousarray(against),
            around(turning.game, code),
            NEIGHBOURS,
            FAMILIES[family] == "ctx",
            np.empty(examples.shape[1], dtype=np.int64),
            rules,
        )
    return rules


def _in_groups(turning: Turning, own: Ints, other: Ints, codes: Ints) -> dict[int, Ints]:
    """Boards with a move, in every orientation in which the move is in its normal form, by that move."""
    moves = turning.moves(codes)
    least = moves.min(axis=0)
    symmetry, row = np.nonzero(moves == least)
    mine, theirs = turning.boards(own)[symmetry, row], turning.boards(other)[symmetry, row]
    order = np.lexsort((theirs, mine, least[row]))
    rows = np.stack([least[row], mine, theirs])[:, order]
    fresh = np.ones(rows.shape[1], dtype=np.bool_)
    fresh[1:] = (rows[:, 1:] != rows[:, :-1]).any(axis=0)
    rows = rows[:, fresh]
    names, starts = np.unique(rows[0], return_index=True)
    groups = np.split(rows[1:], starts[1:], axis=1)
    return {name: np.ascontiguousarray(group) for name, group in zip(names.tolist(), groups, strict=False)}


def _normal(turning: Turning, rules: Ints, code: int) -> Ints:
    """Each rule in the smallest of the orientations that keep its move."""
    same = turning.moves(np.array([code], dtype=np.int64))[:, 0] == code
    images = [turning.boards(row)[same] for row in rules]
    chosen = smallest(*images), np.arange(rules.shape[1])
    return np.stack([image[chosen] for image in images])


def count_turns(
    turning: Turning, every: int, allow: Ints, codes: Ints, boards: Boards
) -> tuple[Floats, Floats, Floats]:
    """In how many watched turns each rule spoke, how often the expert agreed, and how often chance would."""
    from gamelore.learners.advisors.sequences.pairs import _kernels

    counts = np.zeros((3, len(codes)))
    _kernels.weigh(
        every,
        allow,
        turning.moves_back(codes),
        turning.boards(boards.own),
        turning.boards(boards.other),
        boards.starts,
        boards.codes,
        boards.times,
        np.zeros(len(boards.codes), dtype=np.int64),
        counts,
    )
    spoke, hits, chance = counts
    return spoke, hits, chance
