"""Hands of 42 priced by playing them out: players who follow the shipped lines sit at all four seats.

Open play sees every hand and is far too hopeful, so what it says about a hand needs a correction before it says what a
bid is worth. Lines play in a kernel: a hand is dealt around and played with every trump hundreds of times within ten
milliseconds, and what comes out needs none. Carberry wished for a player that could train the bidder (page 143).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from gamelore.arena.forty_two.practice import ROOM, contract_points
from gamelore.base.arrays import Ints
from gamelore.base.seeds import Phase, stream
from gamelore.games.forty_two import FortyTwo
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import SUITS, Domino
from gamelore.games.forty_two.rules import SEATS, THESIS, RuleSet
from gamelore.learners.maxims.forty_two_words import PLAY, forty_two_words, lines_of
from gamelore.learners.maxims.lines import MaximList
from gamelore.learners.maxims.shipped import shipped_maxims
from gamelore.oracles.forty_two.labels import PLAYED_OUT
from gamelore.oracles.forty_two.pricing import common_deals, prices_of
from gamelore.oracles.forty_two.store import LabelledHand, label_round

DEALS = 240
"""Deals around each hand."""


class LinesPlay:
    """Plays hands out: the judge of a bidder's practice."""

    each = DEALS * len(SUITS)

    def points(self, hand: Sequence[Domino], seed: int) -> Ints:
        """What a hand takes as declarer, by deal and trump; it depends on the hand and the seed alone."""
        deals = common_deals(hand, stream(seed, phase=Phase.LABEL, contest=mask_of(hand)), DEALS)
        return contract_points(deals, self._lines, seed, 0, self._rooms, declarers=1)[:, 0]

    @cached_property
    def _lines(self) -> MaximList:
        return lines_of(forty_two_words(), shipped_maxims(FortyTwo()).lines, PLAY)

    @cached_property
    def _rooms(self) -> list[Ints]:
        return [np.zeros(ROOM, np.int64) for _ in range(os.cpu_count() or 1)]


def played_out(hands: Sequence[LabelledHand], seed: int = 0, rules: RuleSet = THESIS) -> list[LabelledHand]:
    """The same hands priced by playing them out, labelled by `PLAYED_OUT`; whole rounds hear their calls anew."""
    players = LinesPlay()
    priced = [replace(hand, prices=prices_of(players.points(hand.dominoes, seed), hand.prices)) for hand in hands]
    rounds = [priced[i : i + SEATS] for i in range(0, len(priced), SEATS)]
    return [hand for four in rounds for hand in label_round(four, PLAYED_OUT, rules)]
