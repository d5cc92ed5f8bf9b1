"""Whole matches between opponents that need no Python between two decisions: the scripts, and a policy.

The kernels decide with the same function that the players at a table call, so both ways play the same contests.
"""

from __future__ import annotations

from gamelore.arena.poker.proficiency import Proficiency
from gamelore.arena.poker.scripts import SCRIPTS
from gamelore.base.arrays import Floats, Int8s
from gamelore.base.errors import UnknownName
from gamelore.base.seeds import Rng
from gamelore.games.poker.arrays import require_reserved, sample_deals
from gamelore.games.poker.draw_poker import DrawPoker
from gamelore.games.poker.hands import class_table, value_by_class
from gamelore.games.poker.replacing import USUAL
from gamelore.oracles.poker.groups import class_groups
from gamelore.oracles.poker.policy import Policy, strong_policy

STRONG = "strong"


def play_arrays(
    game: DrawPoker, first: str, second: str, deals: Int8s, rng: Rng, policy: Policy | None = None
) -> Floats:
    """What the one in seat 0 wins of each deal, in chips. Opponents are the scripts and 'strong'."""
    from gamelore.arena.poker import _kernels

    require_reserved(game)
    kinds = {**{name: script.kind for name, script in SCRIPTS.items()}, STRONG: _kernels.POLICY}
    for name in (first, second):
        if name not in kinds:
            raise UnknownName("opponent that plays as arrays", name, kinds)
    # Without a policy at the table any tree will do; the numbers are not looked at.
    known = strong_policy() if policy is None else policy
    rules, habits = game.rules, (USUAL.inside_straights, USUAL.break_four_of_a_kind)
    limits = (rules.ante, rules.max_bet, rules.max_bets)
    won = _kernels.contests(
        rng, deals, (kinds[first], kinds[second]), limits, habits, class_table(), value_by_class(), class_groups(),
        known.tree.kernel_form(), known.numbers,
    )  # fmt: skip
    return won / 2


def array_proficiency(
    game: DrawPoker, program: str, other: str, deals: int, rng: Rng, policy: Policy | None = None
) -> Proficiency:
    """Duplicate play with cards and first actor exchanged; each deal counts alone, since nobody here remembers."""
    rows = sample_deals(game, deals, rng)
    first = play_arrays(game, program, other, rows, rng, policy)
    second = -play_arrays(game, other, program, rows, rng, policy)
    return Proficiency(tuple(first.tolist()), tuple(second.tolist()))
