"""The compiled part of weighing sequences: every pair against every turn of an expert in one contest."""

from __future__ import annotations

from gamelore.base.arrays import Floats, Ints
from gamelore.base.compile import kernel

ANY = (1 << 15) - 1
ABSENT = 1 << 15


@kernel(inline=True, bare=True)
def listed(code: int, codes: Ints, start: int, end: int) -> bool:
    """Whether a code is among some of the codes."""
    for k in range(start, end):  # noqa: SIM110 (a generator does not compile)
        if codes[k] == code:
            return True
    return False


@kernel(inline=True, bare=True)
def judge(pair: int, spoke: bool, right: bool, eta: float, rights: Ints, totals: Ints, weights: Floats) -> None:
    """Count one piece of advice of a pair, if it gave any, and move its weight a step."""
    if spoke:
        totals[pair] += 1
        if right:
            rights[pair] += 1
            weights[pair] += eta * (1.0 - weights[pair])
        else:
            weights[pair] -= eta * weights[pair]


@kernel(bare=True)
def weigh(
    boards: Ints,
    codes: Ints,
    legal: Ints,
    starts: Ints,
    turns: Ints,
    excluded: Ints,
    moves: Ints,
    pairs: Ints,
    continuations: bool,
    eta: float,
    rights: Ints,
    totals: Ints,
    weights: Floats,
) -> None:
    """Judge the pairs of one role and stage by some turns of a contest.

    `boards` holds own, other and blank for each ply and `legal` the codes of its legal moves from `starts`; `excluded`
    what each row does not allow, rows sorted by pair. A pair speaks once in a turn, whatever many of its rows fit, and
    once more two plies later for those of its sequences that were played so far.
    """
    plies = codes.shape[0]
    rows = pairs.shape[0]
    for turn in turns:
        own, other, blank = boards[turn, 0], boards[turn, 1], boards[turn, 2]
        played = codes[turn]
        pair = -1
        spoke = right = again = again_right = thrice = thrice_right = False
        for row in range(rows):
            if (own & excluded[0, row]) | (other & excluded[1, row]) | (blank & excluded[2, row]) != 0:
                continue
            if pairs[row] != pair:
                if pair >= 0:
                    judge(pair, spoke, right, eta, rights, totals, weights)
                    judge(pair, again, again_right, eta, rights, totals, weights)
                    judge(pair, thrice, thrice_right, eta, rights, totals, weights)
                pair = pairs[row]
                spoke = right = again = again_right = thrice = thrice_right = False
            advice = moves[row, 0]
            if not listed(advice, legal, starts[turn], starts[turn + 1]):
                continue
            spoke = True
            if advice != played:
                continue
            right = True
            if not continuations:
                continue
            here = turn + 2
            if here >= plies or starts[here + 1] - starts[here] < 2:
                continue
            reply, advice = moves[row, 1], moves[row, 2]
            if advice == ABSENT or (reply != ANY and reply != codes[here - 1]):
                continue
            if not listed(advice, legal, starts[here], starts[here + 1]):
                continue
            again = True
            if advice != codes[here]:
                continue
            again_right = True
            here += 2
            if here >= plies or starts[here + 1] - starts[here] < 2:
                continue
            reply, advice = moves[row, 3], moves[row, 4]
            if advice == ABSENT or (reply != ANY and reply != codes[here - 1]):
                continue
            if not listed(advice, legal, starts[here], starts[here + 1]):
                continue
            thrice = True
            if advice == codes[here]:
                thrice_right = True
        if pair >= 0:
            judge(pair, spoke, right, eta, rights, totals, weights)
            judge(pair, again, again_right, eta, rights, totals, weights)
            judge(pair, thrice, thrice_right, eta, rights, totals, weights)
