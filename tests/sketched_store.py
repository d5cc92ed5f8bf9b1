"""Labelled hands of 42 for tests, without a solver."""

from __future__ import annotations

import math

import numpy as np

from gamelore.base.seeds import stream
from gamelore.games.forty_two.dominoes import POINTS
from gamelore.oracles.forty_two.labelled_store import LabelledHand, Store, label_round
from gamelore.oracles.forty_two.labels import THIRTY_ONLY, Label
from gamelore.oracles.forty_two.pricing import Price, candidate_trumps
from gamelore.oracles.forty_two.trainer import SETS, round_deal


def sketch_store(choose: int, report: int, seed: int = 0) -> Store:
    """Rounds priced by a crude count of doubles and trumps in place of solved deals, good enough to run on."""
    rng = stream(seed)
    hands: list[LabelledHand] = []
    for name, rounds in (("choose", choose), ("report", report)):
        for number in range(rounds):
            raw = []
            for place, hand in enumerate(round_deal(SETS[name], number).hands):
                doubles, counters = sum(d.is_double for d in hand), sum(POINTS.get(d, 0) for d in hand)
                prices = {}
                for trump in candidate_trumps(hand):
                    value = 20.5 + 2 * doubles + 3 * sum(trump in d for d in hand) + 0.1 * counters
                    chance = 1 / (1 + math.exp(-(value - 34) / 2.5))
                    made = rng.binomial(14, chance, 300)
                    prices[trump] = Price(28, tuple(int(n) for n in np.bincount(made, minlength=15)))
                taken = rng.binomial(18, 1 / (1 + math.exp((doubles - 3) / 2)), 60)
                defence = Price(24, tuple(int(n) for n in np.bincount(taken, minlength=19)))
                raw.append(LabelledHand(name, number, place, hand, (), prices, defence, Label(0, 0.0, 0, 0.0, 0, 0)))
            hands += label_round(raw, THIRTY_ONLY)
    return Store({"rule": THIRTY_ONLY.name}, tuple(hands))
