"""Hands of 42 priced by playing them out: players who follow the shipped lines sit at all four seats.

Open play sees every hand and is far too hopeful, so what it says about a hand needs a correction before it says what a
bid is worth. Lines play in a kernel: a hand is dealt around and played with every trump hundreds of times within ten
milliseconds, and what comes out needs none. Carberry wished for a player that could train the bidder (page 143).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gamelore.arena.forty_two.practice import ROOM, contract_points
from gamelore.base.seeds import Phase, stream
from gamelore.games.forty_two import FortyTwo
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.rules import SEATS
from gamelore.learners.maxims.forty_two_words import PLAY, forty_two_words, lines_of
from gamelore.learners.maxims.lines import MaximList
from gamelore.learners.maxims.shipped import shipped_maxims
from gamelore.oracles.forty_two.labels import PLAYED_OUT
from gamelore.oracles.forty_two.pricing import OFFENCE_FROM, common_deals, price_of
from gamelore.oracles.forty_two.store import LabelledHand, label_round

DEALS = 240
"""Deals around each hand."""


def shipped_play() -> MaximList:
    """The lines to play that come with the package."""
    return lines_of(forty_two_words(), shipped_maxims(FortyTwo()).lines, PLAY)


def played_out(hands: Sequence[LabelledHand], seed: int = 0) -> list[LabelledHand]:
    """The same hands with prices from hands played out, labelled by `PLAYED_OUT`; whole rounds hear their calls anew.

    What a hand is found to be worth depends on the hand and the seed alone.
    """
    lines, rooms = shipped_play(), [np.zeros(ROOM, np.int64) for _ in range(os.cpu_count() or 1)]
    priced = []
    for hand in hands:
        mask = mask_of(hand.dominoes)
        deals = common_deals(hand.dominoes, stream(seed, phase=Phase.LABEL, contest=mask), DEALS)
        points = np.maximum(contract_points(deals, lines, seed, 0, rooms, declarers=1)[:, 0], OFFENCE_FROM)
        prices = {trump: price_of(points[:, trump], OFFENCE_FROM) for trump in hand.prices}
        priced.append(replace(hand, prices=prices))
    return [hand for i in range(0, len(priced), SEATS) for hand in label_round(priced[i : i + SEATS], PLAYED_OUT)]
