"""The hands and the auction that Carberry prints, called by bidders taught from the shipped store."""

from __future__ import annotations

import functools

import pytest

from gamelore.arena.forty_two.played_prices import played_out
from gamelore.games.forty_two import parse_deal, parse_hand
from gamelore.lab.forty_two.labelled_hands import store_rule
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.bidder import Bidder
from gamelore.learners.signatures.cogap.lessons import lessons_of
from gamelore.learners.signatures.cogap.settings import MENDED, THESIS, TUNED, CogapSettings
from gamelore.oracles.forty_two.labelled_store import LabelledHand, load_store
from gamelore.oracles.forty_two.labels import PLAYED_OUT

FIGURE_4_1 = parse_hand("4-3 4-2 3-0 4-4 2-2 5-4 1-1")
FIGURE_4_5 = parse_hand("0-0 6-0 2-2 4-2 2-0 5-5 5-3")
APPENDIX_I = parse_deal(
    "A | 5-5 5-1 4-4 6-4 1-0 2-1 3-2 | 2-2 6-2 5-3 5-4 4-0 3-3 1-1 "
    "| 0-0 6-0 2-0 5-2 4-2 4-3 3-1 | 6-6 6-5 6-3 6-1 4-1 3-0 5-0"
)
PRINTED_AUCTION = (30, 0, 31, 0)

pytestmark = pytest.mark.slow


@functools.cache
def hands() -> list[LabelledHand]:
    return [hand for round_ in load_store().rounds("choose")[:200] for hand in round_]


@functools.cache
def taught(settings: CogapSettings, labels: str) -> Bidder:
    bidder, out = Bidder(settings), labels == "played_out"
    bidder.learn(lessons_of(played_out(hands()), PLAYED_OUT) if out else lessons_of(hands(), store_rule()))
    return bidder


@pytest.mark.parametrize("settings", [TUNED, MENDED])
def test_the_auction_of_appendix_i_comes_out_of_two_presets(settings: CogapSettings) -> None:
    bidder, heard, found = taught(settings, "open"), list[int](), list[int]()
    for hand in APPENDIX_I.hands:
        bids = bidder.bid(Situations.of([hand], [tuple(heard)]))
        found.append(int(bids.call[0]))
        heard.append(found[-1])
    assert tuple(found) == PRINTED_AUCTION


def test_thesis_saves_its_partner_as_printed_but_does_not_open() -> None:
    bidder = taught(THESIS, "open")
    first = bidder.bid(Situations.of([APPENDIX_I.hands[0]], [()]))
    third = bidder.bid(Situations.of([APPENDIX_I.hands[2]], [(30, 0)]))
    assert (int(first.call[0]), int(third.call[0])) == (0, 31)


@pytest.mark.parametrize("settings", [THESIS, TUNED])
def test_hands_played_out_bid_both_printed_hands(settings: CogapSettings) -> None:
    """Open play ranks them in reverse."""
    bids = taught(settings, "played_out").bid(Situations.of([FIGURE_4_1, FIGURE_4_5], [(), ()]))
    assert bids.call.tolist() == [30, 30]
    assert bids.trump.tolist() == [4, 0]
