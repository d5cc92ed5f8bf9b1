"""Hands of 42 priced by playing them out: players who follow the shipped lines sit at all four seats.

Open play sees every hand and is far too hopeful, so what it says about a hand needs a correction before it says what a
bid is worth. Lines play in a kernel: a hand is dealt around and played with every trump hundreds of times within ten
milliseconds, and what comes out needs none. Carberry wished for a player that could train the bidder (page 143).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from gamelore.arena.forty_two.judge import ROOM, contract_points
from gamelore.base.arrays import Ints
from gamelore.base.seeds import Phase, stream
from gamelore.games.core import AnyGame
from gamelore.games.forty_two import FortyTwo
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import SUITS, Domino
from gamelore.learners.maxims.forty_two_words import PLAY, forty_two_words, lines_of
from gamelore.learners.maxims.lines import MaximList
from gamelore.learners.maxims.shipped import shipped_maxims
from gamelore.oracles.forty_two.pricing import common_deals

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


def judge_bids(game: AnyGame, settings: object, players: Mapping[str, object]) -> LinesPlay:
    """The judge of bids of the kit."""
    return LinesPlay()
