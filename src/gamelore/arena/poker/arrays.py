"""Whole matches between opponents that need no Python between two decisions: the scripts, and a policy.

The kernels decide with the same function that the players at a table call, so both ways play the same contests.
"""

from __future__ import annotations

from gamelore.arena.poker.scripts import SCRIPTS
from gamelore.base.arrays import Floats, Int8s
from gamelore.base.errors import UnknownName
from gamelore.base.seeds import Rng
from gamelore.games.poker.arrays import require_reserved
from gamelore.games.poker.draw_poker import DrawPoker
from gamelore.games.poker.hands import class_table, value_by_class
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
    limits = (game.rules.ante, game.rules.max_bet, game.rules.max_bets)
    won = _kernels.contests(
        rng, deals, (kinds[first], kinds[second]), limits, class_table(), value_by_class(), class_groups(),
        known.tree.kernel_form(), known.numbers,
    )  # fmt: skip
    return won / 2
