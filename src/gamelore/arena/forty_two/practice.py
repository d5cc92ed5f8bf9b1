"""Bidder and playing machine as a pair: bids reinforced by contracts actually played (Carberry, page 143)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gamelore.arena.contest import ContestKey, Learning, play
from gamelore.arena.forty_two.bidders import Seated
from gamelore.arena.forty_two.machine import QUICK, Machine
from gamelore.base.seeds import Phase
from gamelore.games.forty_two.game import FortyTwo
from gamelore.games.forty_two.rules import SEATS
from gamelore.games.record import Record
from gamelore.learners.core import Learner

TRAINING = ContestKey(phase=Phase.TRAIN)


def practise(
    game: FortyTwo, learner: Learner, contests: int, key: ContestKey = TRAINING, machine: Machine | None = None
) -> Iterator[Record]:
    """Let a learner bid at all four seats while the machine plays; it learns from every contract made or set."""
    seated = Seated(learner, Machine(QUICK) if machine is None else machine)
    for number in range(key.number, key.number + contests):
        yield play(game, [seated] * SEATS, replace(key, number=number), learning=Learning())
