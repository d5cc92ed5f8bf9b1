"""The shipped maxims of 42 measured: kernels and plain play agree, runs are functions of their number; their guide."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.arena.forty_two.judge import FortyTwoJudge, call_deals, deals, slipping
from gamelore.arena.regimes import make_regime
from gamelore.arena.training import train
from gamelore.base.errors import BadSetting
from gamelore.games.forty_two import FortyTwo
from gamelore.lab.engine.published import published_table
from gamelore.lab.forty_two.marks import MarksExperiment, by_maxims
from gamelore.lab.forty_two.marks import call_deals as call_plainly
from gamelore.lab.guide.forty_two import BIDDERS, marks_of_lines
from gamelore.lab.own_tables.forty_two_maxims import GuideExperiment
from gamelore.learners.maxims.forty_two_words import BID, PLAY, forty_two_words, lines_of
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.shipped import shipped_maxims


def test_runs_are_functions_of_seed_and_number() -> None:
    experiment = GuideExperiment("bidding", deals=40, seed=3)
    first = experiment.run(0)
    assert first == experiment.run(0)
    assert first != experiment.run(1)
    assert set(first) == {"maxims.passer", "maxims.formula", "formula.passer"}
    assert experiment.resolved()["lines"].count(";") > 8


def test_slips_cost_marks() -> None:
    careful, careless = (GuideExperiment("playing", deals=4000, slips=s, seed=3).run(0) for s in (0.0, 0.4))
    assert careful["lines.plain"] > careless["lines.plain"] + 3


def test_the_machine_is_met_from_both_sides() -> None:
    experiment = GuideExperiment("machine", deals=2, seed=3)
    found = experiment.run(0)["lines.machine"]
    assert found in (-100.0, -50.0, 0.0, 50.0, 100.0)
    assert found == experiment.run(0)["lines.machine"]


def test_the_judge_of_marks_calls_as_the_kernel_does() -> None:
    lines = lines_of(forty_two_words(), shipped_maxims(FortyTwo()).lines, BID)
    some, caller = deals(3, 0, 40), by_maxims(lines)
    plain = call_plainly(some.hands, (caller,) * 4)
    contracts, calls = call_deals(some, lines, lines)
    assert np.array_equal(plain.calls, calls)
    assert np.array_equal(plain.trumps, contracts[:, 2])


def test_marks_of_maxims_are_signed_with_the_lines() -> None:
    assert "most" in MarksExperiment(("maxims.passer",)).resolved()["maxims"]
    assert "maxims" not in MarksExperiment(("formula.passer",)).resolved()


def test_an_unknown_measurement_is_refused() -> None:
    with pytest.raises(BadSetting, match="'bidding', 'playing' or against the 'machine'"):
        GuideExperiment("luck")  # type: ignore[arg-type]


def test_every_row_of_the_table_can_be_run() -> None:
    rows = published_table("maxims-42").rows
    assert [row.name for row in rows] == [
        "bidding",
        "playing",
        "slips",
        "machine-playing",
        "machine-bidding",
        "machine-cogap",
    ]
    assert all(row.default_runs * (row.experiment or {}).get("deals", 5000) >= 1000 for row in rows)


def test_maxims_of_42_are_practised_by_the_driver_of_courses() -> None:
    game = FortyTwo()
    learner = MaximLearner(game, MaximLearner.preset(None))
    records = list(train(game, learner, make_regime("long_practice", game, 729_088), seed=4))
    assert [record.labels["practised"] for record in records] == [729_088]
    assert learner.lines, "what a first list takes, to the contest"
    assert make_regime("long_practice", game).contests > 10_000_000


def test_a_careless_reader_skips_in_half_of_the_deals() -> None:
    own = lines_of(forty_two_words(), shipped_maxims(FortyTwo()).lines, PLAY)
    some = deals(3, 6, 400)
    careful, careless = (FortyTwoJudge(slips=slips).play_margins([own], None, some)[0] for slips in (0.0, 0.4))
    differs = careful != careless
    assert differs[slipping(some)].mean() > 0.1
    assert not differs[~slipping(some)].any()


def test_what_a_line_adds_is_measured_without_it_on_the_same_deals() -> None:
    bid, own = (lines_of(forty_two_words(), shipped_maxims(FortyTwo()).lines, part) for part in (BID, PLAY))
    found = marks_of_lines(bid, own, 400, 3)
    assert len(found.without) == len(found.losses) == len(bid) + len(own)
    judge, some = FortyTwoJudge(), deals(3, 0, 400)
    without_last = judge.bid_margins([bid[:-1]], own, BIDDERS["the formula"], some)[0]
    assert found.without[len(bid) - 1]["the formula"].mean == pytest.approx(50 * without_last.mean())
    assert found.losses[len(bid) - 1].low > 20
    whole = found.strength[BID]["careful"]
    part = np.mean([whole[name].mean - found.without[0][name].mean for name in BIDDERS])
    assert found.losses[0].mean == pytest.approx(part)
    assert found.strength[BID]["careless"]["the formula"].mean < whole["the formula"].mean
    plays = {who: over["the plain rule"].mean for who, over in found.strength[PLAY].items()}
    assert plays["careless"] < plays["careful"]


@pytest.mark.slow
def test_the_shipped_lists_are_found_again() -> None:
    game = FortyTwo()
    learner, found = MaximLearner(game, MaximLearner.preset(None)), shipped_maxims(game)
    assert found.found["command"] == "gamelore learn forty_two --learner maxims --seed 1"
    for _ in train(game, learner, make_regime("long_practice", game), seed=1):
        pass
    assert learner.lines == found.lines
    assert learner.maxims.found["practised"] == found.found["practised"]
