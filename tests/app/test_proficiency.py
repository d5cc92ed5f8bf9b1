"""The proficiency test for a person: exchanged hands, kept and taken up again, nothing told that the table hides."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.app.conftest import Answer

from gamelore.app.table.poker.proficiency import (
    FIRST,
    SECOND,
    ProficiencyTest,
    beside,
    graph,
    graphs_svg,
    rounds_of,
    verdict,
)
from gamelore.arena.poker.printed_tests import PRINTED_TESTS
from gamelore.arena.poker.proficiency import percent_difference
from gamelore.base.errors import BadSetting, DamagedFile, GameloreError, NotAvailable
from gamelore.games import load_game
from gamelore.games.poker.draw_poker import DrawPokerState
from gamelore.lab.charts import draw_lines_svg, draw_lines_text
from gamelore.learners import registry

Run = Callable[..., Answer]
GAME = load_game("draw_poker")


def steady(test: ProficiencyTest) -> str:
    """Somebody who calls, bets 2 and keeps all cards."""
    moves = [move.action for move in test.sitting.moves()]
    return next(move for move in ("call", "bet 2", "replace none") if move in moves)


def taken(against: str, seed: int, games: int = 1) -> ProficiencyTest:
    test = ProficiencyTest(GAME, against, seed, games)
    while not test.over:
        test.play(steady(test))
    return test


def test_series_two_has_every_hand_of_series_one_exchanged_in_another_order_of_games() -> None:
    test = ProficiencyTest(GAME, "poker:call", 4, 5)
    hands: dict[str, dict[int, tuple[object, object]]] = {FIRST: {}, SECOND: {}}
    order: list[int] = []
    while not test.over:
        here, sitting = test.here, test.sitting
        if here.deal >= 0 and here.deal not in hands[here.part]:
            first = sitting.game.initial_state(sitting.deal)
            assert isinstance(first, DrawPokerState)
            hands[here.part][here.deal] = (first.hands[here.seat], first.hands[1 - here.seat])
            if here.part == SECOND and here.round == 1:
                order.append(here.deal // 5)
        test.play(steady(test))
    assert len(hands[FIRST]) == len(hands[SECOND]) == 25
    assert all(hands[SECOND][deal] == (theirs, mine) for deal, (mine, theirs) in hands[FIRST].items())
    assert sorted(order) == list(range(5)) != order


def test_the_program_acts_first_in_rounds_1_3_and_5_and_forgets_with_each_game() -> None:
    rounds = rounds_of(5, 4)
    assert {here.seat for here in rounds if here.round in (1, 3, 5)} == {1}
    assert {here.seat for here in rounds if here.round in (2, 4)} == {0}
    assert all(here.number % 5 == here.round - 1 for here in rounds)
    assert len({here.number for here in rounds}) == len(rounds)
    assert [here.deal for here in rounds].count(-1) == 4


@pytest.mark.parametrize("against", ["poker:builtin", "random"])
def test_a_test_goes_on_from_its_data_at_any_moment(against: str) -> None:
    test = ProficiencyTest(GAME, against, 5, 1)
    while not test.over:
        test.play(steady(test))
        again = ProficiencyTest.restore(test.to_data(), GAME, "me.toml")
        assert again.to_data() == test.to_data()
        if not test.over:
            assert str(again.sitting.view) == str(test.sitting.view)
    assert test.result() == taken(against, 5).result()


def test_what_is_kept_holds_no_card_of_the_program() -> None:
    test = taken("poker:builtin", 6)
    told = json.dumps(test.to_data())
    own = {action for line in test.to_data()["rounds"] for action in line.split(", ")}
    assert own <= {"call", "bet 2", "replace none", ""}
    assert "H1" not in told


def test_a_file_that_was_changed_is_refused_with_its_round() -> None:
    data = taken("poker:builtin", 6).to_data()
    for change, complaint in (
        ({"proficiency": 2}, "version 2"),
        ({"seed": -1}, "not negative"),
        ({"games": 0}, "1 to 20 games"),
        ({"chips": [99.0, *data["chips"][1:]]}, r"round 1 does not come to 99\.0 chips"),
        ({"rounds": ["bet 99", *data["rounds"][1:]]}, "round 1: "),
        ({"rounds": [*data["rounds"], "call"]}, "round 15: The test is over"),
        ({"rounds": data["rounds"][:-1]}, "do not belong together"),
        ({"chips": "many"}, "'chips' is missing or has the wrong form"),
    ):
        with pytest.raises(DamagedFile, match=complaint):
            ProficiencyTest.restore({**data, **change}, GAME, "me.toml")


def test_an_agent_that_has_learned_since_cannot_go_on_with_a_test(tmp_path: Path) -> None:
    learner = registry.new_learner("waterman", "draw_poker", "calibrated")
    registry.save_agent(learner, tmp_path / "agent")
    test = ProficiencyTest(GAME, f"agent:{tmp_path / 'agent'}", 3, 1)
    data = test.to_data()
    assert ProficiencyTest.restore(data, GAME, "me.toml").to_data() == data
    with pytest.raises(GameloreError, match="has learned since this test began"):
        ProficiencyTest.restore({**data, "agent": "0" * 16}, GAME, "me.toml")


def test_the_graph_compares_the_same_hands_and_the_score_is_that_of_the_thesis() -> None:
    test = taken("poker:builtin", 5, 2)
    result = test.result()
    lines = graph(result, "builtin")
    (program, person) = lines.values()
    assert program[-1] == sum(result.first_series)
    assert person[-1] == -sum(result.second_series)
    ahead = next(iter(beside(result, "builtin").values()))
    assert ahead[-1] == program[-1] - person[-1]
    mine = [chips for here, chips in zip(test.rounds, test.chips, strict=True) if here.part == FIRST]
    assert tuple(-chips for chips in mine) == result.first_series
    assert result.percent == percent_difference(result.won, result.lost)
    assert "built-in +5 %" in verdict(result, "builtin")[1]
    for svg in graphs_svg(result, "<b>"):
        assert svg.startswith("<svg")
        assert "<b>" not in svg


def test_the_result_is_told_only_when_both_series_are_over() -> None:
    test = ProficiencyTest(GAME, "poker:call", 1, 1)
    with pytest.raises(NotAvailable, match="both series"):
        test.result()
    with pytest.raises(BadSetting, match="1 to 20 games"):
        ProficiencyTest(GAME, "poker:call", 1, 21)


def test_the_printed_games_come_to_the_printed_scores() -> None:
    """Waterman 1968, Appendices C, E, F, H and K: what the program had at the end of each series."""
    ends = {test.appendix: (sum(test.first_series), sum(test.second_series)) for test in PRINTED_TESTS}
    assert ends == {"C": (59, -47), "E": (-57, 54), "F": (-116, -29), "H": (-17, 23), "K": (-3, 10)}


def test_a_chart_shows_every_line_and_the_zero() -> None:
    told = draw_lines_text({"up": [0, 10], "down": [0, -10]}, "steps")
    assert told[0].startswith("   +10 |")
    assert any(line.startswith("     0 |") for line in told)
    assert [line.strip() for line in told[-2:]] == ["o up", "x down"]
    assert draw_lines_text({"flat": [0]}, "steps")
    svg = draw_lines_svg({"up & down": [0, 1, 0]}, "A title", "steps", "chips", alone=False)
    assert "<style>" not in svg
    assert "up &amp; down" in svg


def test_a_person_takes_the_test_in_two_sittings(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file, svg = tmp_path / "me.toml", tmp_path / "me.svg"
    call = ("proficiency", "draw_poker", "--against", "poker:call", "--games", "1", "--out", str(file), "--seed", "2")
    test, typed, half = ProficiencyTest(GAME, "poker:call", 2, 1), list[str](), 0
    while not test.over:
        if test.between and not test.done[-1] and not half:
            half = len(typed)
        typed.append(steady(test))
        test.play(typed[-1])
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("\n".join(["help", "moves", "fly", "score", *typed[:half], "quit", ""]))
    )
    first = run(*call)
    assert first.status == 0
    assert "Before series I, game 1, round 1, which does not count" in first.out
    assert "The source waits 24 hours" in first.out
    assert "Everything is kept" in first.out
    assert "hint" not in first.out.replace("no hints", "")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(["score", "tomorrow", "", *typed[half:], ""])))
    second = run("proficiency", "draw_poker", "--out", str(file), "--svg", str(svg))
    begun = second.out.index("Series II, game 1, round 1")
    assert second.out[:begun].count("Type quit to go on tomorrow, or Enter to go on now.") == 3, "only Enter goes on"
    assert "Your chips, round by round: " in second.out[:begun]
    assert "series II, the same hands" in second.out
    assert svg.read_text().startswith("<svg")
    assert (tmp_path / "me-beside.svg").exists()
    values = run("proficiency", "draw_poker", "--out", str(file), "--json").out
    assert json.loads(values[values.index("{") :])["percent"] == test.result().percent
    assert run("check", str(file)).out == f"{file}: a proficiency test against poker:call, 14 of 14 rounds\n"
    assert "begin another file" in run(*call[:3], "poker:tight", "--out", str(file)).refusal()
    assert "draw_poker" in run("proficiency", "tic_tac_toe", "--out", str(tmp_path / "x")).refusal()
    monkeypatch.setattr("gamelore.app.terminal.width.columns", lambda: 72)
    narrow = run("proficiency", "draw_poker", "--out", str(file)).out
    assert max(map(len, narrow.splitlines())) <= 72, "folded between words"
