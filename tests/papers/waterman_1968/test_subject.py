"""Being the subject: what is shown and kept, and whom answers are like."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Answer

from gamelore.base.errors import BadText, DamagedFile
from gamelore.base.seeds import stream
from gamelore.papers.waterman_1968.psychology.designs import Subject, interactive_selection, present, random_selection
from gamelore.papers.waterman_1968.psychology.likeness import LUCK, likeness, recognise
from gamelore.papers.waterman_1968.psychology.models import MODELS
from gamelore.papers.waterman_1968.psychology.sittings import (
    ACTIONS,
    SubjectSitting,
    parse_sitting,
    read_action,
    read_situation,
    record_lines,
    record_picture,
    record_svg,
)
from gamelore.papers.waterman_1968.psychology.strategy import WATERMAN

Run = Callable[..., Answer]
Type = Callable[[str], None]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Type:
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_subject_that_is_a_model_is_recognised_and_luck_is_called_luck() -> None:
    situations = random_selection(WATERMAN, 50, stream(3))
    for name in ("simple", "stimulus generalization", "induction", "overlapping nearest"):
        course = present(Subject(MODELS[name](WATERMAN)), situations, stream(4))
        found = likeness(list(zip(situations, course.predictions, strict=True)))
        assert found.best == name
        assert found.probability[name] > 0.9
        assert sum(found.probability.values()) == pytest.approx(1)
    rng = stream(5)
    guesses = [(s, WATERMAN.actions[int(rng.integers(4))]) for s in situations]
    assert {"simple", LUCK} == set(likeness(guesses).ranked[:2]), "who knows but what it saw guesses nearly always"


def test_without_answers_everybody_is_equally_likely() -> None:
    assert list(likeness([]).probability.values()) == pytest.approx(11 * [1 / 11])


def test_what_nobody_could_know_says_nothing() -> None:
    first = [((20, 30, 5), "A2")]
    assert list(likeness(first).probability.values()) == pytest.approx(11 * [1 / 11])


def test_recognition_counts_every_subject_once() -> None:
    found = recognise(seed=1, subjects=1, trials=20, lapse=0.0)
    assert sum(sum(row.values()) for row in found.taken_for.values()) == len(MODELS)
    assert found.right_when_sure <= found.sure <= len(MODELS)
    assert found.right >= 6


def test_a_sitting_is_kept_and_read_back_and_says_where_it_was_spoiled() -> None:
    sitting = SubjectSitting("random", 7, 4)
    for word in ("h", "low", "call"):
        situation = sitting.next_situation()
        assert situation is not None
        sitting.answer(situation, read_action(f"bet {word}" if word == "low" else word))
    text = sitting.text()
    again = parse_sitting(text, "me.toml")
    assert again == sitting
    assert again.text() == text
    assert not again.over
    shown = sitting.answered[0][0]
    spoiled = text.replace(" ".join(map(str, shown)), "1 1 1", 1)
    with pytest.raises(DamagedFile, match=r"me\.toml: answer 1: .* is not what seed 7 shows there"):
        parse_sitting(spoiled, "me.toml")
    for old, new, complaint in (
        ("subject = 1", "subject = 2", "version 2"),
        ("trials = 4", "trials = 2", "3 answers in 2 trials"),
        ("trials = 4", "trials = 0", "1 to 1000 trials"),
        ('"random"', '"tidy"', "random or interactive"),
        ("bet low", "bet", "expected an action"),
        ("seed = 7", "seed = -7", "must not be negative"),
    ):
        with pytest.raises(DamagedFile, match=complaint):
            parse_sitting(text.replace(old, new, 1), "me.toml")


@pytest.mark.parametrize("text", ["", "20 30", "20 30 11", "0 1 1", "20 30 5 5", "a b c", "1e1 2 3", "99999999 1 1"])
def test_a_situation_outside_the_universe_is_refused(text: str) -> None:
    with pytest.raises(BadText, match="expected three numbers"):
        read_situation(text)


def test_the_record_shows_every_trial_and_tells_no_boundary_that_was_not_taught() -> None:
    sitting = SubjectSitting("interactive", 0, 9)
    sitting.answer(read_situation("40, 50, 9"), "A1")
    sitting.answer(read_situation("12 9 10"), "A4")
    assert record_lines(sitting)[1:] == [
        "    1x   40   50    9  bet high  call      hand good, pot large, last bet large",
        "    2    12    9   10  drop      drop      hand fair, last bet large",
    ]
    picture = record_picture(sitting)
    assert sum(line.split("|")[1].count("C") + line.split("|")[1].count("D") for line in picture if "|" in line) == 2
    svg = record_svg(sitting, ["a &amp; b"])
    assert svg.count('class="wrong"') == 1
    assert "a &amp; b" in svg


def test_a_person_answers_leaves_and_goes_on_where_it_was(run: Run, typed: Type, tmp_path: Path) -> None:
    file, svg = tmp_path / "me.toml", tmp_path / "me.svg"
    typed("h\nnonsense\nrecord\nd\nquit\n")
    first = run("subject", str(file), "--trials", "4", "--seed", "7")
    assert first.status == 0
    assert "Trial 1 of 4: hand" in first.out
    assert "expected an action" in first.out
    assert "the same command goes on" in first.out
    assert len(parse_sitting(file.read_text(), "me").answered) == 2
    typed("l\nc\n")
    second = run("subject", str(file), "--svg", str(svg))
    assert "2 of 4 trials were answered" in second.out
    assert "Trial 3 of 4" in second.out
    assert "most like" in second.out
    assert svg.read_text().startswith("<svg")
    done = run("subject", str(file), "--json").out
    values = json.loads(done[done.index("{") :])
    assert (values["answered"], set(values["probability"])) == (4, {*MODELS, LUCK})
    assert run("check", str(file)).out == f"{file}: a subject of the random design, 4 of 4 trials\n"
    assert "begin another file" in run("subject", str(file), "--design", "interactive").refusal()


def test_in_the_interactive_design_the_person_chooses(run: Run, typed: Type, tmp_path: Path) -> None:
    file = tmp_path / "me.toml"
    typed("help\n20 30 99\n20 30 5\nc\n5 5 5\nd\n12 30 3\nl\n")
    answer = run("subject", str(file), "--design", "interactive", "--trials", "3")
    assert "Choose a situation" in answer.out
    assert "expected three numbers" in answer.out
    assert "situations where 'induction' would have chosen them" in answer.out
    assert [s for s, _ in parse_sitting(file.read_text(), "me").answered] == [(20, 30, 5), (5, 5, 5), (12, 30, 3)]


def test_the_words_are_those_of_the_game_of_appendix_a() -> None:
    assert [read_action(word) for word in ("H", "bet low", "ca", "drop")] == list(ACTIONS)
    assert interactive_selection(Subject(MODELS["induction"](WATERMAN)), 5, stream(1)).correct[0] in ACTIONS


def test_whoever_learns_more_than_the_models_is_not_called_lucky(run: Run, typed: Type, tmp_path: Path) -> None:
    """A person who errs five times in sixty was taken for answers by luck alone."""
    file, sitting, erred = tmp_path / "me.toml", SubjectSitting("random", 7, 40), {2, 8, 11, 21, 23}
    while (situation := sitting.next_situation()) is not None:
        right = sitting.taught(situation).action
        sitting.answer(situation, next(a for a in WATERMAN.actions if (a == right) != (len(sitting.answered) in erred)))
    sitting.keep(file)
    typed("")
    told = " ".join(run("subject", str(file)).out.split())
    assert "5 of 40 answers were wrong. None of the ten models answers like you" in told
    errors = likeness(sitting.answered).errors
    assert f"with what your 5 errors taught them they would have erred {min(map(round, errors.values()))} to" in told
    assert "luck alone" not in told.split("Who answers like you")[0]


def test_whoever_guesses_is_told_so(run: Run, typed: Type, tmp_path: Path) -> None:
    file, sitting, rng = tmp_path / "me.toml", SubjectSitting("random", 7, 40), stream(5)
    while (situation := sitting.next_situation()) is not None:
        sitting.answer(situation, WATERMAN.actions[int(rng.integers(4))])
    sitting.keep(file)
    typed("")
    told = run("subject", str(file)).out
    assert "most like answers by luck alone" in told
    assert "They could as well be guesses." in told
    assert "if you were it" not in told


def test_the_models_errors_are_those_of_a_model_in_its_place() -> None:
    situations = random_selection(WATERMAN, 40, stream(3))
    course = present(Subject(MODELS["induction"](WATERMAN)), situations, stream(4))
    found = likeness(list(zip(situations, course.predictions, strict=True)))
    assert abs(found.errors["induction"] - sum(course.errors)) < 5
