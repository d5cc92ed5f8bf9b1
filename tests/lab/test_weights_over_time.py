"""How weights went over a course: written beside the agent, drawn, told, and without a trace in what is learned."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.learners.advisors.boards import LOSE

from gamelore.arena import make_regime, train
from gamelore.arena.training import Progress
from gamelore.base.errors import DamagedFile, NotAvailable
from gamelore.lab import learn as lab_learn
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.learn import learn
from gamelore.lab.weights_over_time import LATELY, results_of, told, weights_of, weights_svg
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.weighing.history import FILE, WeightCourse, WeightHistory, by_advisor, read_history
from gamelore.learners.advisors.weighing.weights import Logit


def test_a_change_is_a_line_and_reads_back() -> None:
    history = WeightHistory()
    history.note(1, {"placing": {"Freedom": 1.0, "Corner": 1.0}}, {"Freedom"})
    history.note(2, {"placing": {"Freedom": 1.0, "Corner": 1.5}}, {"Freedom"})
    history.note(3, {"placing": {"Freedom": 0.5}}, {"Freedom"})
    history.note(4, {"placing": {"Freedom": 0.5, "Corner": 1.0}}, {"Freedom"})
    corner, freedom = by_advisor(read_history(history.texts()[FILE], "here"))
    assert corner == WeightCourse("placing", "Corner", True, ((1, 1.0), (2, 1.5), (3, None), (4, 1.0)))
    assert freedom == WeightCourse("placing", "Freedom", False, ((1, 1.0), (3, 0.5)))
    assert (corner.highest, corner.last, corner.arrived) == (1.5, 1.0, 1)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [("0\tplacing\ta\tstanding\t1", "expected a count from 1"), ("1\tplacing\ta\tother\t1", "'standing' or 'learned'"),
     ("1\tplacing\ta\tlearned\tx", "expected a number"), ("1\tplacing", "expected 5 columns")],
)  # fmt: skip
def test_a_damaged_history_is_refused_with_its_line(line: str, complaint: str) -> None:
    with pytest.raises(DamagedFile, match=f"here/{FILE}:2: .*{complaint}"):
        read_history(f"contest\tstage\tAdvisor\tkind\tweight\n{line}\n", "here")


def test_it_stands_beside_an_agent_the_same_after_an_interruption_and_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = Experiment("lose_tic_tac_toe", learner="hoyle", preset="s98", regime="fixed_length", contests=60)
    learn(course, tmp_path / "whole")
    monkeypatch.setattr(lab_learn, "SAVE_EVERY", 0.0)

    def stop(state: Progress) -> None:
        if state.done == 31:
            raise KeyError

    with pytest.raises(KeyError):
        learn(course, tmp_path / "stopped", progress=stop)
    learn(course, tmp_path / "stopped")
    assert (tmp_path / "whole" / FILE).read_bytes() == (tmp_path / "stopped" / FILE).read_bytes()
    courses = weights_of(tmp_path / "whole")
    learned = [one for one in courses if one.learned]
    assert learned
    assert min(one.arrived for one in learned) > 10, "concepts come with sweeps"
    picture = weights_svg(courses, "weights <&>")
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert 1 <= picture.count("<circle") <= len(learned)
    assert len(results_of(tmp_path / "whole")) == 60
    with pytest.raises(NotAvailable, match="holds no"):
        weights_of(tmp_path)


def test_looking_at_fitted_weights_leaves_no_trace() -> None:
    watched, looked_at = (Hoyle(LOSE, Hoyle.preset("gamelore")) for _ in range(2))
    for learner in (watched, looked_at):
        for _ in train(LOSE, learner, make_regime("double_cycle", LOSE, 24), seed=3):
            if learner is looked_at:
                assert isinstance(learner.weights, Logit)
                seen = learner.weights.peek()
    assert watched.knowledge() == looked_at.knowledge()
    fitted = {stage: dict(watched.weights.of(stage)) for stage in seen}
    assert fitted.keys() == seen.keys()
    for stage, weights in seen.items():
        assert weights == pytest.approx(fitted[stage], abs=1e-4)


@pytest.mark.parametrize(
    ("steps", "scale"), [(((1, None),), ">1.00<"), (((1, -2.0), (3, -1.0)), ">-2.00<"), (((1, 0.0),), ">0.75<")]
)
def test_weights_that_are_gone_below_nothing_or_nothing_are_drawn(
    steps: tuple[tuple[int, float | None], ...], scale: str
) -> None:
    picture = weights_svg([WeightCourse("placing", "Freedom", False, steps)], "weights")
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert scale in picture
    assert "nan" not in picture


def test_an_arrival_after_which_reliability_fell_is_told() -> None:
    freedom = WeightCourse("placing", "Freedom", False, ((1, 1.0),))
    corner = WeightCourse("placing", "Corner", True, ((LATELY, 1.0),))
    fell = {number: number <= LATELY or number % 5 > 0 for number in range(1, 3 * LATELY)}
    sentence = (
        f"Reliability fell when 1 learned Advisor arrived after contest {LATELY}: of {LATELY} contests before it "
        f"{LATELY} were not lost, of {LATELY} after it {LATELY * 4 // 5}."
    )
    assert sentence in told([freedom, corner], fell)
    assert not any("fell" in text for text in told([freedom, corner], dict.fromkeys(fell, True)))
    assert not any("fell" in text for text in told([freedom], fell)), "only who is learned arrives"
