"""Axioms and a decision matrix that a person brings along: given, kept in the folder, proved on demand."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from tests.app.conftest import Answer

from gamelore.base.errors import BadSetting, DamagedFile, GameloreError, UnknownName
from gamelore.learners import registry
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.moves import parse_poker_matrix
from gamelore.learners.rules.training.axioms import parse_logic, shipped_logic

Run = Callable[..., Answer]
COURSE = ("learn", "draw_poker", "--preset", "thesis_like_implicit", "--contests", "30", "--seed", "3")
BOLD = "rule 1: action(bethigh) => brave(you)\ngoal 1: brave(you) => maximize(Z)\n"
MATRIX = """[BETHIGH]
POT = "small"
LASTBET = { good = "large", poor = "small" }
"""


def _data(name: str) -> str:
    return resources.files("gamelore.learners.rules").joinpath(f"data/{name}").read_text(encoding="utf-8")


def _agent(folder: Path) -> Waterman:
    learner = registry.load_agent(folder).learner
    assert isinstance(learner, Waterman)
    return learner


def test_own_axioms_and_an_own_matrix_teach_and_stay_with_the_agent(run: Run, tmp_path: Path) -> None:
    axioms, matrix, out = tmp_path / "bold.axioms", tmp_path / "my.toml", tmp_path / "agent"
    axioms.write_text(BOLD)
    matrix.write_text(MATRIX)
    given = ("--axioms", str(axioms), "--matrix", str(matrix), "--out", str(out))
    assert run(*COURSE, *given).status == 0
    assert ((out / "axioms.txt").read_text(), (out / "matrix.toml").read_text()) == (BOLD, MATRIX)
    agent = _agent(out)
    rules = agent.school.trainee.heuristics.learned_rules()
    assert {rule.move for rule in rules} == {"BETHIGH"}, "nothing but a high bet is ever acceptable"
    assert agent.school.trainee.matrix.size("BETHIGH", "good", "LASTBET") == "large"
    assert agent.school.trainee.matrix.size("CALL", "good", "POT") is None
    again = tmp_path / "again"
    registry.save_agent(agent, again)
    assert _agent(again).knowledge() == agent.knowledge()
    assert run(*COURSE, *given).status == 0, "the same course is taken up"
    assert "another course" in run(*COURSE, "--out", str(out)).refusal()
    assert run("check", str(out)).status == 0


def test_without_axioms_of_its_own_an_agent_has_the_files_it_always_had(run: Run, tmp_path: Path) -> None:
    for name, extra in (("plain", ()), ("named", ("--axioms", "mended"))):
        assert run(*COURSE, *extra, "--out", str(tmp_path / name)).status == 0
    plain, named = (_agent(tmp_path / name).knowledge() for name in ("plain", "named"))
    assert plain == named
    assert set(plain) == {"rules.txt", "training.toml", "cases.tsv"}


def test_the_printed_axioms_are_chosen_by_name_and_every_showdown_is_proved(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "agent"
    assert run(*COURSE, "--axioms", "printed", "--out", str(out)).status == 0
    assert _agent(out).school.logic == shipped_logic("printed")
    told = [run("explain", str(out), "--record", str(out), "--contest", str(number)).out for number in range(1, 31)]
    shown = [one for one in told if "the axioms accept" in one]
    assert shown
    assert all("maximize(yourscore): general axiom 2, part" in one for one in shown)
    assert any("nothing is proved" in one for one in told), "a hand that was dropped is nobody's to judge"
    values = json.loads(run("explain", str(out), "--record", str(out), "--contest", "1", "--json").out)
    assert values["contest"] == 1
    assert "there is no contest 31" in run("explain", str(out), "--record", str(out), "--contest", "31").refusal()


def test_what_was_decided_and_what_its_proof_says_go_together(run: Run, tmp_path: Path) -> None:
    """With axioms that accept high bets alone, each decision after the draw is acceptable if it was one."""
    axioms, out = tmp_path / "bold.axioms", tmp_path / "agent"
    axioms.write_text(BOLD)
    assert run(*COURSE, "--axioms", str(axioms), "--out", str(out)).status == 0
    judged = 0
    for number in range(1, 31):
        for line in run("explain", str(out), "--record", str(out), "--contest", str(number)).out.splitlines():
            if "the axioms accept" in line:
                judged += 1
                assert line.endswith("accept BETHIGH")
                assert ("was acceptable" in line) == ("(BETHIGH)" in line)
    assert judged


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[BET]\nPOT = 'large'\n", "own.toml: decision 'BET' is not known"),
        ("[CALL]\nPOTT = 'large'\n", r"own.toml: \[CALL\]: variable 'POTT' is not known; did you mean 'POT'"),
        ("[CALL]\nVDHAND = 'large'\n", "variable 'VDHAND' is not known"),
        ("[CALL]\nPOT = 'wide'\n", r"\[CALL\] POT must be 'large' or 'small'"),
        ("CALL = 3\n", r"expected a table of variables under \[CALL\]"),
    ],
)
def test_a_bad_matrix_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises((UnknownName, DamagedFile), match=complaint):
        parse_poker_matrix(text, "own.toml")


def test_the_printed_matrix_is_one_that_a_person_may_bring() -> None:
    text = _data("poker_matrix.toml")
    assert parse_poker_matrix(text, "own.toml").entries


def test_axioms_are_for_draw_poker_by_its_logic_alone(run: Run, tmp_path: Path) -> None:
    coached = ("learn", "draw_poker", "--preset", "calibrated", "--contests", "5", "--out", str(tmp_path / "a"))
    assert "choose --preset calibrated_implicit" in run(*coached, "--axioms", "printed").refusal()
    board = ("learn", "tic_tac_toe", "--out", str(tmp_path / "b"))
    assert "takes neither axioms nor a decision matrix" in run(*board, "--axioms", "printed").refusal()
    learned = (*COURSE, "--set", "learn_matrix=true", "--out", str(tmp_path / "c"))
    (tmp_path / "m.toml").write_text(MATRIX)
    assert "begins empty" in run(*learned, "--matrix", str(tmp_path / "m.toml")).refusal()
    assert "nowhere" in run(*COURSE, "--axioms", str(tmp_path / "nowhere"), "--out", str(tmp_path / "d")).refusal()


def test_an_agent_whose_axioms_were_spoiled_is_refused_with_the_file(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "agent"
    assert run(*COURSE, "--axioms", "printed", "--out", str(out)).status == 0
    (out / "axioms.txt").write_text("rule 1: a\n")
    with pytest.raises(GameloreError, match=r"axioms\.txt:1"):
        registry.load_agent(out)


def test_a_learner_in_python_may_be_given_axioms_too() -> None:
    learner = registry.new_learner("waterman", "draw_poker", "thesis_like_implicit")
    assert isinstance(learner, Waterman)
    learner.think_by(parse_logic(BOLD, "bold"), MATRIX, "my.toml")
    assert set(learner.brought()) == {"axioms.txt", "matrix.toml"}
    other = registry.new_learner("waterman", "draw_poker", "practised")
    assert isinstance(other, Waterman)
    with pytest.raises(BadSetting, match="mode 'practice'"):
        other.think_by(parse_logic(BOLD, "bold"))
