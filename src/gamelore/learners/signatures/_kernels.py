"""Compiled reinforcement of signature tables.

An update depends on the tallies left by the one before, so the loop over instances cannot be an array operation.
"""

from __future__ import annotations

from gamelore.base.arrays import Floats, Ints
from gamelore.base.compile import kernel
from gamelore.learners.signatures.reinforcement import LOWER, RAISE

PASS_MINIMUM = 8.0
"""The least negative reinforcement of a pass (s62)."""
TALLY_LIMIT = 4095.0
"""The largest tally; beyond it both tallies of the entry are cut by a fifth (s63)."""


@kernel
def reinforce(agree: Floats, disagree: Floats, places: Ints, kinds: Ints, up: Floats, down: Floats) -> None:
    """Apply instances in order to one table's tallies (Carberry, equations 3-1 to 3-4 and the overflow rule).

    RAISE adds (up, down). BOUND and LOWER raise only the second tally, to the average that adding (up, down) would
    have given; BOUND only when the average stands higher than that of the bid, LOWER by `PASS_MINIMUM` at the least.
    """
    for i in range(places.size):
        g = places[i]
        a, d, u, v = agree[g], disagree[g], up[i], down[i]
        more_a, more_d = 0.0, 0.0
        if kinds[i] == RAISE:
            more_a, more_d = u, v
        elif kinds[i] == LOWER:
            more_d = (v * a - u * d) / (a + u)
            if more_d < PASS_MINIMUM:
                more_d = PASS_MINIMUM
        elif a == 0.0 and d == 0.0:
            more_d = 1.0
        elif u * (a + d) < a * (u + v):
            more_d = (v * a - u * d) / (a + u)
        while (a + more_a > TALLY_LIMIT or d + more_d > TALLY_LIMIT) and a + d > 1.0:
            a *= 0.8
            d *= 0.8
        agree[g] = a + more_a
        disagree[g] = d + more_d
