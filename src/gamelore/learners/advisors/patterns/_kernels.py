"""The two hot loops of a decision with patterns: weighing boards by the cache, and testing all concepts on them."""

from __future__ import annotations

from gamelore.base.arrays import Floats, Int8s, Ints
from gamelore.base.compile import kernel

WIN, LOSS, MIXED = 1, 2, 4
"""What cached patterns a board has for the mover: some that always won, always lost, or neither."""


@kernel(bare=True, quick=200)
def weigh(
    members: Ints,
    starts: Ints,
    offsets: Ints,
    kinds: Ints,
    worth: Floats,
    x: int,
    o: int,
    after_x: Ints,
    after_o: Ints,
    destroyed: bool,
    scores: Floats,
    found: Ints,
) -> None:
    """For each board the worth of the patterns that a move brings in (less those it ends), and which kinds are there.

    Place p of all templates has the positions members[starts[p] : starts[p + 1]]; `kinds` and `worth` are indexed by
    the contents of a place, from offsets[p] on.
    """
    for k in range(len(after_x)):
        total = 0.0
        kind = 0
        for place in range(len(offsets)):
            before = 0
            after = 0
            for member in range(starts[place], starts[place + 1]):
                position = members[member]
                before = 3 * before + ((x >> position) & 1) + 2 * ((o >> position) & 1)
                after = 3 * after + ((after_x[k] >> position) & 1) + 2 * ((after_o[k] >> position) & 1)
            kind |= kinds[offsets[place] + after]
            if after != before:
                total += worth[offsets[place] + after]
                if destroyed:
                    total -= worth[offsets[place] + before]
        scores[k] = total
        found[k] = kind


@kernel(bare=True, quick=200)
def notice(
    images: Ints,
    starts: Ints,
    strengths: Int8s,
    own: int,
    other: int,
    mine: Ints,
    theirs: Ints,
    changes: Int8s,
    comments: Int8s,
) -> None:
    """Which Advisors see an instance come (1), go (2) or both (3) from a board to each of several, and what they say.

    Advisor a has the images starts[a] to starts[a + 1]: rows of the positions that it cares about, and where among them
    own and other's markers must stand.
    """
    for advisor in range(len(starts) - 1):
        for k in range(len(mine)):
            change = 0
            for image in range(starts[advisor], starts[advisor + 1]):
                cares, ours, its = images[image, 0], images[image, 1], images[image, 2]
                before = own & cares == ours and other & cares == its
                after = mine[k] & cares == ours and theirs[k] & cares == its
                if after and not before:
                    change |= 1
                elif before and not after:
                    change |= 2
            changes[advisor, k] = change
            comments[advisor, k] = strengths[advisor, change]
