"""The playing machine: plays the dominoes of a hand of 42 by sampled exact play.

Carberry ends with the wish for a program that plays the hand, so that bidder and player can train each other (page
143). This one deals the unseen dominoes many times in ways that agree with all it has seen, solves every deal with
open hands for each domino it may play, and takes the one that most often makes the contract (or sets it). The number
of points only decides between equals: a contract is made or it is not.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Rng
from gamelore.games.forty_two.dominoes import ALL_POINTS, Domino
from gamelore.games.forty_two.rules import Play
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.learners.core import Decision, Reason
from gamelore.oracles.forty_two.hearing import heard
from gamelore.oracles.forty_two.solver import solve_moves
from gamelore.oracles.forty_two.worlds import worlds

WORLDS, QUICK = 24, 10
"""Deals of the unseen dominoes that are solved for each decision: at a table, and in matches of many hands."""
POINTS_AROUND = 8
"""When dominoes are equal, points within this distance of the contract decide."""


class Machine:
    """Chooses dominoes; everything it needs is in the view.

    A bid makes strong hands of its bidder more likely among the deals that it thinks through, a pass weak ones.
    """

    def __init__(self, worlds: int = WORLDS) -> None:
        if worlds < 1:
            raise BadSetting(f"worlds must be at least 1, found {worlds}")
        self.worlds = worlds

    def play(self, view: FortyTwoView, rng: Rng) -> Decision:
        """The domino that makes (or sets) the contract in most of the sampled deals."""
        moves = view.table.playable(view.hand)
        if len(moves) == 1:
            only = Reason("rules", "no other domino may be played", str(Play(moves[0])))
            return Decision(Play(moves[0]), "forced", lambda: [only, _in_general(view)])
        chances, points = self._judge(view, rng, moves)
        order = sorted(range(len(moves)), key=lambda i: (-chances[i], -points[i], moves[i].points, sum(moves[i]), i))

        def why() -> list[Reason]:
            return _reasons(view, moves, chances, order)

        return Decision(Play(moves[order[0]]), "sampled exact play", why)

    def _judge(self, view: FortyTwoView, rng: Rng, moves: Sequence[Domino]) -> tuple[Floats, Floats]:
        """How often each move reaches this side's aim, and the points that decide between equals."""
        table = view.table
        sampled = worlds(view, rng, self.worlds, heard(view))
        made = solve_moves(sampled, table, moves, low=table.needed - 1, high=table.needed) - (table.needed - 1)
        declaring = view.seat % 2 == table.declarer % 2
        chances = made.mean(axis=0) if declaring else 1.0 - made.mean(axis=0)
        points = np.zeros(len(moves))
        equal = [i for i, chance in enumerate(chances) if chance == chances.max()]
        if len(equal) > 1:
            low = max(0, table.needed - POINTS_AROUND)
            high = min(ALL_POINTS, table.needed + POINTS_AROUND)
            values = solve_moves(sampled, table, [moves[i] for i in equal], low=low, high=high).mean(axis=0)
            points[equal] = values if declaring else -values
        return chances, points


def _reasons(view: FortyTwoView, moves: Sequence[Domino], chances: Floats, order: Sequence[int]) -> list[Reason]:
    aim, contract = _aim(view), view.table.contract
    found = [
        Reason(
            "sampled exact play",
            f"{moves[i]} {aim} {contract} in {100 * chances[i]:.0f} % of the deals that are possible",
            str(Play(moves[i])),
            float(chances[i]),
        )
        for i in order
    ]
    return [*found, _in_general(view)]


def _aim(view: FortyTwoView) -> str:
    return "makes" if view.seat % 2 == view.table.declarer % 2 else "sets"


def _in_general(view: FortyTwoView) -> Reason:
    """What may be told of every play, forced or not: who cannot choose would tell that a suit is missing."""
    how = f"takes the domino that {_aim(view)} {view.table.contract} in most of the deals that are possible"
    return Reason("in general", how, public=True)
