"""The compiled kernels of direct pairs: widening a state to a rule without counter-examples, and weighing rules.

A rule allows at each location some of three values: three words say where an own marker, a marker of the other and a
blank may stand. A board fits if none of its own markers stands outside the first, and so on.
"""

from __future__ import annotations

from gamelore.base.arrays import Floats, Int16s, Int32s, Ints
from gamelore.base.bitops import popcount
from gamelore.base.compile import kernel


@kernel(inline=True, bare=True)
def fits(own: int, other: int, every: int, allow_own: int, allow_other: int, allow_blank: int) -> bool:
    """Whether a board is one that a rule allows."""
    blank = every & ~(own | other)
    return (own & ~allow_own) | (other & ~allow_other) | (blank & ~allow_blank) == 0


@kernel(bare=True)
def grow(
    every: int,
    seeds: Ints,
    examples: Ints,
    counters: Ints,
    fixed: int,
    neighbours: int,
    dont_care: bool,
    distances: Ints,
    rules: Ints,
) -> None:
    """One rule for each seed: itself, widened to one near example after the other while no counter-example fits.

    Boards are columns (own, other), rules columns (own, other, blank). What stands at the `fixed` locations stays.
    `dont_care` allows anything at a location as soon as it may hold two values.
    """
    for s in range(seeds.shape[1]):
        own, other = seeds[0, s], seeds[1, s]
        a, b, c = own, other, every & ~(own | other)
        for e in range(examples.shape[1]):
            differ = (own ^ examples[0, e]) | (other ^ examples[1, e])
            distances[e] = popcount(differ) if differ & fixed == 0 else 0
        tried = 0
        for distance in range(1, popcount(every) + 1):
            for e in range(examples.shape[1]):
                if distances[e] != distance or tried == neighbours:
                    continue
                tried += 1
                x, y = examples[0, e], examples[1, e]
                wide_a, wide_b, wide_c = a | x, b | y, c | (every & ~(x | y))
                if dont_care:
                    several = (wide_a & wide_b) | (wide_a & wide_c) | (wide_b & wide_c)
                    wide_a |= several
                    wide_b |= several
                    wide_c |= several
                if wide_a == a and wide_b == b and wide_c == c:
                    continue
                free = True
                for k in range(counters.shape[1]):
                    if fits(counters[0, k], counters[1, k], every, wide_a, wide_b, wide_c):
                        free = False
                        break
                if free:
                    a, b, c = wide_a, wide_b, wide_c
        rules[0, s], rules[1, s], rules[2, s] = a, b, c


@kernel(bare=True)
def weigh(
    every: int,
    rules: Ints,
    moves: Ints,
    own: Ints,
    other: Ints,
    starts: Ints,
    codes: Ints,
    times: Ints,
    stamps: Ints,
    counts: Floats,
) -> None:
    """Count for each rule the turns it spoke in, those in which the expert did as it said, and what chance would do.

    `moves[orientation, rule]` is what the rule says of a board whose image in that orientation fits. `own` and `other`
    hold the images of the watched states; `codes` their legal moves from `starts` on, with how many times each was
    chosen. `stamps` is room for marking moves; `counts` takes (spoke, hits, chance) for each rule.
    """
    stamp = 0
    for r in range(rules.shape[1]):
        a, b, c = rules[0, r], rules[1, r], rules[2, r]
        for s in range(own.shape[1]):
            stamp += 1
            named = 0
            hits = 0
            for o in range(own.shape[0]):
                if not fits(own[o, s], other[o, s], every, a, b, c):
                    continue
                for k in range(starts[s], starts[s + 1]):
                    if codes[k] == moves[o, r] and stamps[k] != stamp:
                        stamps[k] = stamp
                        named += 1
                        hits += times[k]
            if named:
                turns = 0
                for k in range(starts[s], starts[s + 1]):
                    turns += times[k]
                counts[0, r] += turns
                counts[1, r] += hits
                counts[2, r] += turns * named / (starts[s + 1] - starts[s])


@kernel(bare=True)
def compare(
    own: Ints,
    other: Ints,
    boards_own: Ints,
    boards_other: Ints,
    starts: Ints,
    times: Ints,
    moves: Int32s,
    near: Ints,
    keeps_near: Floats,
    keeps_far: Floats,
    furthest: int,
    place: Int16s,
    told: Floats,
    hits: Floats,
) -> None:
    """Add up, for each legal move of a board, how like it the watched boards are that allow the same move.

    `own` and `other` are the images of the board. `moves[orientation, k]` is what move k of the watched boards is on
    it, `place` its place among the legal moves (-1: not legal), `near[k]` the locations near that move. `hits` counts
    only the boards on which an expert was seen to make the move.
    """
    for o in range(len(own)):
        for b in range(len(boards_own)):
            differ = (own[o] ^ boards_own[b]) | (other[o] ^ boards_other[b])
            apart = popcount(differ)
            if apart > furthest:
                continue
            for k in range(starts[b], starts[b + 1]):
                at = place[moves[o, k]]
                if at < 0:
                    continue
                close = popcount(differ & near[k])
                likeness = keeps_near[close] * keeps_far[apart - close]
                told[at] += likeness
                if times[k]:
                    hits[at] += likeness
