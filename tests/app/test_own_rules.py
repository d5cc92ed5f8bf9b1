"""Rules of one's own at the terminal: a LASH program plays, is tested, explained, coached on and goes on learning."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamelore.learners.registry import load_agent
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import example_program

VIEW = "seat 1: H14 S14 C5 D3 H2; bet 1"
TAKEN = "taken from the built-in rules: the variables BLUFFO, POTBET, OSTYLE; the moves CALL, DROP"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "ten.lash"
    file.write_text(example_program())
    return file


def refusal(answer: Any) -> str:
    """The sentence of a command that refuses, after what it told of a program."""
    assert answer.status == 2
    return str(answer.err.splitlines()[-1])


def rules_of(folder: Path) -> list[str]:
    learner = load_agent(folder).learner
    assert isinstance(learner, Waterman)
    return list(learner.lore())


def test_a_program_of_ten_rules_says_little_and_the_rest_is_built_in(run: Callable[..., Any], program: Path) -> None:
    answer = run("compile", str(program), "--words")
    words = answer.out.splitlines()
    assert len(words) == 10
    assert words[0].endswith("bluff very large (14 to 20).")
    assert words[-1] == "10. Otherwise bet small (1 to 5)."
    told = [line for line in answer.err.splitlines() if line.strip()]
    assert len(told) == 1
    assert TAKEN in told[0]


def test_it_is_played_against(run: Callable[..., Any], program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("drop\nquit\n"))
    answer = run("play", "draw_poker", "--against", f"lash:{program}", "--seed", "3")
    assert answer.status == 0
    assert "your hand" in answer.out
    assert "expected 'lash:FILE'" in run("play", "draw_poker", "--against", "lash").refusal()
    assert "no such file" in run("play", "draw_poker", "--against", "lash:nothing.lash").refusal()
    assert "player 'lash' is not known" in run("play", "tic_tac_toe", "--against", f"lash:{program}").refusal()


def test_it_is_tested_and_explained_as_an_agent_is(run: Callable[..., Any], program: Path) -> None:
    tested = run("test", str(program), "--against", "random", "--contests", "4", "--json")
    assert tested.status == 0
    assert '"learner": "waterman"' in tested.out
    explained = run("explain", str(program), VIEW)
    assert "plays call, decided by rule 5" in explained.out
    assert "author: written by hand." in explained.out


def test_it_becomes_an_agent_that_is_coached_further(
    run: Callable[..., Any], program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mine"
    assert "saved in" in run("compile", str(program), "--out", str(folder)).out
    before = rules_of(folder)
    assert len(before) == 10
    assert "plays call, decided by rule 5" in run("explain", str(folder), VIEW).out
    typed = "HELP\n(BET LAP BECAUSE YOUR HAND IS POOR, AND\nTHE POT IS SMALL)\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    answer = run("coach", "poker", "--agent", str(folder), "--against", "human", "--seed", "1")
    assert answer.status == 0
    assert "BET12      bet 12" in answer.out
    assert "BET LAP    bet the most that will not make the opponent drop" in answer.out
    after = rules_of(folder)
    assert len(after) == 11
    assert [rule.split(". ", 1)[1] for rule in before if rule.split(". ", 1)[1] not in "\n".join(after)] == []
    assert "BET LAP BECAUSE YOUR HAND IS POOR, AND THE POT IS SMALL" in (folder / "rules.txt").read_text()


def test_a_course_begins_with_it_goes_on_implicitly_in_the_same_folder_and_back(
    run: Callable[..., Any], program: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    learn = ("learn", "draw_poker", "--out", str(folder), "--seed", "3")
    assert "poker_coached" in run(*learn, "--from", str(program), "--stop", "clean,6").out
    taught = load_agent(folder)
    assert taught.learner.settings.mode == "explicit"
    refused = run(*learn, "--regime", "poker_implicit", "--preset", "thesis_like_implicit").refusal()
    assert f"choose another folder, go on with it: --from {folder}, or replace it" in refused

    on = run(*learn, "--from", str(folder), "--regime", "poker_implicit", "--stop", "4")
    assert on.status == 0
    mixed = load_agent(folder)
    assert mixed.learner.settings.mode == "implicit"
    rules = mixed.learner.school.trainee.heuristics.learned_rules()  # type: ignore[attr-defined]
    assert any(rule.hypothesized for rule in rules)
    assert any("BECAUSE" in rule.note for rule in rules)
    assert sum(rule.note == "written by hand" for rule in rules) >= 8
    assert mixed.facts["before"][0].startswith("poker_coached, seed 3")

    again = (folder / "rules.txt").read_bytes()
    assert run(*learn, "--from", str(folder), "--regime", "poker_implicit", "--stop", "4").status == 0
    assert (folder / "rules.txt").read_bytes() == again, "a finished course is not begun again"

    back = run(*learn, "--from", str(folder), "--regime", "poker_automatic", "--stop", "3")
    assert back.status == 0
    assert len(load_agent(folder).facts["before"]) == 2


def test_a_list_that_was_taught_is_not_grown_anew(
    run: Callable[..., Any], program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn = ("learn", "draw_poker", "--out", str(tmp_path / "a"), "--from", str(program))
    assert "would forget what was taught" in refusal(run(*learn, "--preset", "calibrated_implicit"))
    run("compile", str(program), "--out", str(tmp_path / "c"))
    monkeypatch.chdir(tmp_path)
    alone = ("learn", "draw_poker", "--out", "c", "--regime", "poker_implicit")
    assert run(*alone).refusal().endswith("to go on with the agent that c holds: --from c")
    assert "to go on" not in run(*alone[:3], "d", *alone[4:]).refusal()
    assert "practice finds its own list" in refusal(run(*learn, "--preset", "practised"))
    other = run("learn", "tic_tac_toe", "--out", str(tmp_path / "b"), "--from", str(program), "--learner", "rote")
    assert "learner rote begins its courses with nothing" in refusal(other)


def test_what_compile_prints_may_stand_in_the_folder_of_an_agent(
    run: Callable[..., Any], program: Path, tmp_path: Path
) -> None:
    folder, small = tmp_path / "mine", tmp_path / "small.lash"
    run("compile", str(program), "--out", str(folder))
    small.write_text(
        "begin 'CALL': LASTBET <- (0), 'BET': LASTBET <- (4). if LASTBET>0 then 'CALL' otherwise 'BET'. K1 equals 1 end"
    )
    (folder / "rules.txt").write_text(run("compile", str(small)).out)
    assert rules_of(folder) == ["1. When there is a bet to match, call.", "2. Otherwise bet."]


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        (
            "POT ≡ RICH",
            "POT=RICH",
            ":7:41: expected a number, found 'RICH', a value of POT; '== RICH' asks",
        ),
        ("LASTBET > 2", "LASTBET > DEAR", ":12:14: expected a number, found 'DEAR', a value of LASTBET"),
        ("POT > 30", "POT > STRONG", ": expected a number, found 'STRONG', a value of VDHAND"),
        ("'BETSB'", "'BETS'", ": move 'BETS' is not known; did you mean 'BETSB'?"),
        ("VDHAND ≡ PAIR then", "VDHAND ≡ PEAR then", ": symbol 'PEAR' is not known; did you mean 'PAIR'?"),
        ("ORP = 0", "OPR = 0", ": variable 'OPR' is not known; did you mean 'ORP'?"),
        ("STRONG is a VDHAND such that (VDHAND > 27),", "H1 is a VDHAND such that (VDHAND > 27),", "STRONG"),
        ("(12)", "(0-BIG)", "'BIG' is not known"),
    ],
)
def test_a_mistake_is_refused_with_its_place(
    run: Callable[..., Any], tmp_path: Path, was: str, now: str, sentence: str
) -> None:
    bad = tmp_path / "bad.lash"
    text = example_program()
    assert was in text
    bad.write_text(text.replace(was, now, 1))
    refused = run("test", str(bad), "--contests", "1").refusal()
    assert refused.startswith(str(bad))
    assert sentence in refused


def test_classes_of_hands_are_all_four_or_none(run: Callable[..., Any], tmp_path: Path) -> None:
    bad = tmp_path / "bad.lash"
    bad.write_text("begin if VDHAND == H1 then 'CALL' otherwise 'DROP'. H1 is a VDHAND such that (VDHAND>9) end")
    assert "H1, H2, H3, H4 are the classes of hands; define all four" in run("test", str(bad)).refusal()


@pytest.mark.parametrize("stop", ["clean", "95%", "3", "3,clean", "100%,2"])
def test_a_course_of_rules_ends_as_it_is_asked_to(run: Callable[..., Any], tmp_path: Path, stop: str) -> None:
    folder = tmp_path / "mine"
    course = ("--learner", "waterman", "--preset", "thesis_like", "--regime", "poker_coached", "--contests", "60")
    assert run("learn", "draw_poker", "--out", str(folder), *course, "--stop", stop).status == 0
    facts = load_agent(folder).facts
    assert facts["stop"] == stop
    assert facts["reached"] or facts["played"] == 60
    if "3" in stop:
        assert load_agent(folder).learner.school.trainee.trials <= 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("stop", ["soon", "0", "101%", "9999999", ","])
def test_what_ends_no_course_is_refused(run: Callable[..., Any], tmp_path: Path, stop: str) -> None:
    course = ("--learner", "waterman", "--preset", "thesis_like", "--out", str(tmp_path / "a"))
    run("learn", "draw_poker", *course, "--stop", stop).refusal()
    assert not (tmp_path / "a").exists()


def test_a_learner_that_is_never_corrected_is_not_stopped_by_corrections(
    run: Callable[..., Any], tmp_path: Path
) -> None:
    refused = run(
        "learn", "tic_tac_toe", "--learner", "rote", "--out", str(tmp_path / "a"), "--stop", "clean"
    ).refusal()
    assert "learner rote is told of no unacceptable decision" in refused
