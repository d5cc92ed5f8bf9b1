"""COGAP-42 taught the shipped store: the printed hands come out as printed, as far as lost training data allows."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.base.seeds import stream
from gamelore.games.forty_two import Bid, FortyTwo, parse_hand
from gamelore.lab.forty_two.labelled_hands import hands_to_learn, teach_hands
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.settings import MENDED, THESIS, CogapSettings
from gamelore.papers.carberry.bidding import BiddingExperiment

FIGURE_4_5 = parse_hand("0-0 6-0 2-2 4-2 2-0 5-5 5-3")
FIGURE_4_1 = parse_hand("4-3 4-2 3-0 4-4 2-2 5-4 1-1")


@pytest.fixture(scope="module", params=[THESIS, MENDED], ids=["thesis", "mended"])
def taught(request: pytest.FixtureRequest) -> Cogap:
    settings = request.param
    assert isinstance(settings, CogapSettings)
    rule, hands = hands_to_learn()
    return teach_hands(FortyTwo(), settings, hands, rule)


def test_the_suits_of_figure_4_5_stand_in_the_printed_order_and_blanks_are_bid(taught: Cogap) -> None:
    rating = taught.bidder.rate(Situations.of([FIGURE_4_5], [()]))
    scores = dict(zip(rating.trumps.tolist(), rating.score.tolist(), strict=True))
    assert scores[0] > scores[2] > scores[5]
    # The thesis bids 30; our trainer gives this hand 40.0 points on average and teaches 35.
    decision = taught.decide(FortyTwo().view_of_call(FIGURE_4_5, ()), stream(0))
    assert decision.action in (Bid(30), Bid(35))


def test_the_hand_of_figure_4_1_chooses_fours_as_its_human_bidder_does(taught: Cogap) -> None:
    # The human bids 36; our trainer gives this hand 37.2 points on average and passes.
    assert taught.bidder.rate(Situations.of([FIGURE_4_1], [()])).trump.tolist() == [4]


def test_the_hand_that_saves_its_partner_in_the_sample_deal_names_blanks_too(taught: Cogap) -> None:
    saver = parse_hand("0-0 6-0 2-0 5-2 4-2 4-3 3-1")
    assert taught.bidder.rate(Situations.of([saver], [(30, 0)])).trump.tolist() == [0]


def test_what_may_be_told_at_the_table_depends_on_the_calls_heard_alone(taught: Cogap) -> None:
    game = FortyTwo()
    for calls in ((), (0, 30), (30, 0, 31)):
        told = []
        for hand in (FIGURE_4_5, FIGURE_4_1):
            reasons = taught.decide(game.view_of_call(hand, calls), stream(0)).reasons
            told.append([(r.who, r.sentence) for r in reasons if r.public])
            assert len(reasons) > len(told[-1]) >= 2
        assert told[0] == told[1]


@pytest.mark.slow
def test_scores_reach_what_was_promised() -> None:
    """At 800 hands: 68 as specified, 73 tuned, 78 mended; layers clearly better than none (means of five runs)."""

    def mean(**values: object) -> float:
        experiment = BiddingExperiment(seed=10_000, **values)  # type: ignore[arg-type]
        return float(np.mean([experiment.run(run)["overall"] for run in range(5)]))

    assert mean(preset="thesis") >= 68
    assert mean(preset="tuned") >= 73
    assert mean(preset="mended") >= 78
    assert mean(preset="thesis", settings={"layer_size": 800}) > mean(preset="thesis", settings={"layer_size": 0}) + 5
