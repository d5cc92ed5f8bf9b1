"""The compiled part of weighing sequences: every pair against every turn of an expert in one contest."""

from __future__ import annotations

from gamelore.base.arrays import Floats, Ints
from gamelore.base.compile import kernel
from gamelore.learners.advisors.sequences.forms import ABSENT, ANY

ETA = 0.1
"""The step of incremental weights."""


@kernel(inline=True, bare=True)
def listed(code: int, codes: Ints, start: int, end: int) -> bool:
    """Whether a code is among some of the codes."""
    for k in range(start, end):  # noqa: SIM110 (a generator does not compile)
        if codes[k] == code:
            return True
    return False


@kernel(inline=True, bare=True)
def judge(pair: int, spoke: int, right: int, rights: Ints, totals: Ints, weights: Floats) -> None:
    """Count the advice of a pair, a bit for each own move that it spoke of, and move its weight a step for each."""
    for step in range(3):
        if spoke >> step & 1:
            totals[pair] += 1
            if right >> step & 1:
                rights[pair] += 1
                weights[pair] += ETA * (1.0 - weights[pair])
            else:
                weights[pair] -= ETA * weights[pair]


@kernel(bare=True, quick=200)
def weigh(
    boards: Ints,
    codes: Ints,
    legal: Ints,
    starts: Ints,
    turns: Ints,
    excluded: Ints,
    moves: Ints,
    pairs: Ints,
    rights: Ints,
    totals: Ints,
    weights: Floats,
) -> None:
    """Judge the pairs of one role and stage by some turns of a contest.

    `boards` holds own, other and blank for each ply and `legal` the codes of its legal moves from `starts`; `excluded`
    what each row does not allow, rows sorted by pair. A pair speaks once in a turn, whatever many of its rows fit, and
    once more two and four plies later for those of its sequences that were played so far.
    """
    plies = codes.shape[0]
    for turn in turns:
        own, other, blank = boards[turn, 0], boards[turn, 1], boards[turn, 2]
        pair = -1
        spoke = right = 0
        for row in range(pairs.shape[0]):
            if (own & excluded[0, row]) | (other & excluded[1, row]) | (blank & excluded[2, row]) != 0:
                continue
            if pairs[row] != pair:
                judge(pair, spoke, right, rights, totals, weights)
                pair = pairs[row]
                spoke = right = 0
            for step in range(3):
                here = turn + 2 * step
                advice = moves[row, 2 * step]
                if advice == ABSENT or here >= plies or starts[here + 1] - starts[here] < 2:
                    break
                if step > 0 and moves[row, 2 * step - 1] != ANY and moves[row, 2 * step - 1] != codes[here - 1]:
                    break
                if not listed(advice, legal, starts[here], starts[here + 1]):
                    break
                spoke |= 1 << step
                if advice != codes[here]:
                    break
                right |= 1 << step
        judge(pair, spoke, right, rights, totals, weights)
