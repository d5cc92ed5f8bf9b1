"""The playing machine: plays the dominoes of a hand of 42 by sampled exact play.

Carberry ends with the wish for a program that plays the hand, so that bidder and player can train each other (page
143). This one deals the unseen dominoes many times in ways that agree with all it has seen, solves every deal with
open hands for each domino it may play, and takes the one that most often makes the contract (or sets it). The number
of points only decides between equals: a contract is made or it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.seeds import Rng
from gamelore.games.forty_two.dominoes import ALL_POINTS, Domino
from gamelore.games.forty_two.rules import Play
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.learners.core import Decision, Reason
from gamelore.oracles.forty_two.hearing import heard
from gamelore.oracles.forty_two.solver import solve_moves
from gamelore.oracles.forty_two.worlds import worlds


@dataclass(frozen=True, slots=True)
class MachineSettings:
    """How hard the machine thinks."""

    worlds: int = 24
    """Deals of the unseen dominoes that it solves for each decision."""
    hears_calls: bool = True
    """Whether a bid makes strong hands of its bidder more likely among those deals, and a pass weak ones."""
    points_around: int = 8
    """When dominoes are equal, points within this distance of the contract decide."""

    def __post_init__(self) -> None:
        if self.worlds < 1:
            raise ValueError(f"worlds must be at least 1, found {self.worlds}")
        if not 0 <= self.points_around <= ALL_POINTS:
            raise ValueError(f"points_around must be 0 to {ALL_POINTS}, found {self.points_around}")


DEFAULT = MachineSettings()
QUICK = MachineSettings(worlds=10)
"""For matches of many hands."""


class Machine:
    """Chooses dominoes; everything it needs is in the view."""

    def __init__(self, settings: MachineSettings = DEFAULT) -> None:
        self.settings = settings

    def play(self, view: FortyTwoView, rng: Rng) -> Decision:
        """The domino that makes (or sets) the contract in most of the sampled deals."""
        moves = view.table.playable(view.hand)
        if len(moves) == 1:
            return Decision(Play(moves[0]), "forced")
        chances, points = self._judge(view, rng, moves)
        order = sorted(range(len(moves)), key=lambda i: (-chances[i], -points[i], moves[i].points, sum(moves[i]), i))

        def why() -> list[Reason]:
            return _reasons(view, moves, chances, order)

        return Decision(Play(moves[order[0]]), "sampled exact play", why)

    def _judge(self, view: FortyTwoView, rng: Rng, moves: Sequence[Domino]) -> tuple[Floats, Floats]:
        """How often each move reaches this side's aim, and the points that decide between equals."""
        table = view.table
        likelihood = heard(view) if self.settings.hears_calls else None
        sampled = worlds(view, rng, self.settings.worlds, likelihood)
        made = solve_moves(sampled, table, moves, low=table.needed - 1, high=table.needed) - (table.needed - 1)
        declaring = view.seat % 2 == table.declarer % 2
        chances = made.mean(axis=0) if declaring else 1.0 - made.mean(axis=0)
        points = np.zeros(len(moves))
        equal = [i for i, chance in enumerate(chances) if chance == chances.max()]
        if len(equal) > 1:
            low = max(0, table.needed - self.settings.points_around)
            high = min(ALL_POINTS, table.needed + self.settings.points_around)
            values = solve_moves(sampled, table, [moves[i] for i in equal], low=low, high=high).mean(axis=0)
            points[equal] = values if declaring else -values
        return chances, points


def _reasons(view: FortyTwoView, moves: Sequence[Domino], chances: Floats, order: Sequence[int]) -> list[Reason]:
    table = view.table
    aim = "makes" if view.seat % 2 == table.declarer % 2 else "sets"
    how = f"takes the domino that {aim} {table.contract} in most of the deals that are possible"
    found = [
        Reason(
            "sampled exact play",
            f"{moves[i]} {aim} {table.contract} in {100 * chances[i]:.0f} % of the deals that are possible",
            str(Play(moves[i])),
            float(chances[i]),
        )
        for i in order
    ]
    return [*found, Reason("in general", how, public=True)]
