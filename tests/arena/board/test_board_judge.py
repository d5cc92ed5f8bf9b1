"""The judge of maxims: every contest of practice replays through the plain arena, and scores are what they say."""

from __future__ import annotations

import numpy as np
import pytest
from tests.board_states import BOARD_GAMES, board_game, walk
from tests.plain_games import Nim

from gamelore.arena.board.judge import BoardJudge, judge_lines
from gamelore.arena.judging import CHALLENGERS, LOSS, WIN, LineJudge, score_points
from gamelore.base.registry import Registry
from gamelore.base.threads import shared_out
from gamelore.games.board.arrays import code_of
from gamelore.learners.features.board.conditions import CONDITIONS
from gamelore.learners.features.board.survey import condition_holds
from gamelore.learners.maxims import boards
from gamelore.learners.maxims.boards import CONDITION_NUMBER, OwnMeasure, register_measure
from gamelore.learners.maxims.lines import Line, MaximList, parse_list
from gamelore.learners.maxims.reader import reader_for
from gamelore.learners.maxims.schedule import MaximSettings

SEED = 11


def some_lists(name: str, count: int) -> list[MaximList]:
    """Lists of every measure and every condition of a game."""
    wording = reader_for(board_game(name)).wording
    rng = np.random.default_rng(3)
    conditions = list(wording.conditions)
    lines = [Line(line.measure, line.sense, conditions[n % len(conditions)]) for n, line in enumerate(wording.lines())]
    rng.shuffle(lines)
    each = -(-len(lines) // count)
    return [tuple(lines[at : at + min(each, 10)]) for at in range(0, len(lines), each)]


@pytest.mark.parametrize("name", ["lose_tic_tac_toe", "shisima", "three_mens_morris", "five_mens_morris"])
def test_a_contest_of_practice_replays_move_by_move_through_the_plain_arena(name: str) -> None:
    game = board_game(name)
    judge = BoardJudge(game, slips=0.1, threads=1)
    codes = np.zeros(judge.longest, dtype=np.int64)
    for number, lines in enumerate(some_lists(name, 9)):
        challenger = CHALLENGERS[number % 3]
        for contest in (2 * number, 2 * number + 1):
            rounds = range(contest, contest + 1)
            outcome = judge.compiled(challenger, [lines], rounds, SEED, codes)[0, 0]
            record = judge.record(challenger, lines, contest, SEED)
            played = [code_of(game.parse_action(action)) for action in record.actions]
            assert codes[: outcome[1]].tolist() == played, f"{challenger} {contest} {lines}"
            assert tuple(outcome) == judge.outcome_of(record, contest)


@pytest.mark.parametrize(
    ("name", "opponents"), [("nine_mens_morris", CHALLENGERS), ("five_mens_morris", ("search:4",))]
)
def test_a_contest_with_a_search_replays_move_by_move_through_the_plain_arena(
    name: str, opponents: tuple[str, ...]
) -> None:
    game = board_game(name)
    judge = BoardJudge(game, slips=0.1, threads=1, opponents=opponents)
    codes = np.zeros(judge.longest, dtype=np.int64)
    for number, lines in enumerate(some_lists(name, 9)[:6]):
        challenger = opponents[number % len(opponents)]
        outcome = judge.compiled(challenger, [lines], range(number, number + 1), SEED, codes)[0, 0]
        record = judge.record(challenger, lines, number, SEED)
        played = [code_of(game.parse_action(action)) for action in record.actions]
        assert codes[: outcome[1]].tolist() == played, f"{challenger} {number} {lines}"
        assert tuple(outcome) == judge.outcome_of(record, number)


def test_a_game_that_nobody_has_solved_is_practised_in_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = BoardJudge(board_game("nine_mens_morris"), threads=2)
    monkeypatch.setattr(LineJudge, "outcomes", None)
    found = judge.contests(some_lists("nine_mens_morris", 4), range(2), SEED)
    assert found.shape == (4, 3, 2, 2)
    assert (found[..., 1] > 10).all()


def test_a_mixture_of_teachers_has_one_more_who_looks_ahead() -> None:
    game = board_game("tic_tac_toe")
    judge = judge_lines(game, MaximSettings(teachers="mixed"), {})
    assert judge.opponents == (*CHALLENGERS, "search:4")
    lists = [parse_list("most wins; fewest winning_replies"), ()]
    found = judge.contests(lists, range(20), SEED)
    assert found.shape == (2, 4, 20, 2)
    best, none = judge.scores(lists, found)
    assert none < best <= 600.0
    alone = judge_lines(game, MaximSettings(), {}).contests(lists, range(20), SEED)
    assert np.array_equal(found[:, :3], alone)


def test_a_repeated_state_ends_a_contest_of_practice_as_it_does_in_the_arena() -> None:
    judge = BoardJudge(board_game("five_mens_morris", repetition=2), threads=1)
    lines = parse_list("most returns; most captures; fewest other_ready; most shared; most corner")
    compiled = judge.outcomes("perfect", [lines], range(6), SEED)[0]
    assert [tuple(found) for found in compiled] == [
        judge.outcome_of(judge.record("perfect", lines, number, SEED), number) for number in range(6)
    ]
    unlimited = BoardJudge(board_game("five_mens_morris"), threads=1).outcomes("perfect", [lines], range(6), SEED)
    assert compiled[:, 1].sum() < unlimited[0, :, 1].sum()


def test_threads_and_company_do_not_change_an_outcome() -> None:
    game = board_game("lose_tic_tac_toe")
    lists = some_lists("lose_tic_tac_toe", 12)
    alone = [BoardJudge(game, slips=0.1, threads=1).outcomes("expert", [x], range(8), SEED)[0] for x in lists]
    together = BoardJudge(game, slips=0.1, threads=3).outcomes("expert", lists, range(8), SEED)
    assert np.array_equal(np.array(alone), together)


def test_work_is_shared_out_whole() -> None:
    done: list[int] = []
    shared_out(lambda room, part: done.extend(range(part.start, part.stop)), [0, 1], 37)
    assert sorted(done) == list(range(37))


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_compiled_conditions_hold_where_the_plain_ones_do(name: str) -> None:
    seen = set()
    for seed in range(6):
        for state in walk(board_game(name), seed, 24):
            if not state.is_terminal():
                for condition in CONDITIONS.values():
                    holds = condition.holds_in(state)
                    assert condition_holds(state, CONDITION_NUMBER[condition.name]) == holds, f"{state} {condition}"
                    seen.add((condition.name, holds))
    told = reader_for(board_game(name)).wording.conditions
    assert {(condition, True) for condition in told} - seen <= {("behind", True), ("quiet", True)}


def test_points_count_what_is_not_lost_what_is_won_and_what_is_survived() -> None:
    won, lost = np.array([[WIN, 10], [WIN, 8]]), np.array([[LOSS, 5], [LOSS, 10]])
    assert score_points(np.array([[won, won, won], [lost, lost, won]]), 20).tolist() == [450.0, 168.75]


def test_the_study_of_five_mens_morris_is_met() -> None:
    """Seven lines: 99 to 99.6 against the perfect player, 97 to 97.6 against the expert."""
    lines = parse_list(
        "most captures; fewest other_ready; most sure; most shared; most corner; fewest own_ready; most near_empty"
    )
    judge = BoardJudge(board_game("five_mens_morris"))
    for challenger, least in (("perfect", 0.97), ("expert", 0.94), ("novice", 0.98)):
        assert (judge.outcomes(challenger, [lines], range(300), SEED)[0, :, 0] != LOSS).mean() >= least


# What kernels cannot play


def test_a_measure_that_a_person_added_is_practised_with_in_the_plain_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    # Whoever practises the same game afterwards would practise in the plain arena too, forty times slower.
    monkeypatch.setattr(boards, "_OWN", Registry("measure", {}, "gamelore.measures"))
    game = board_game("tic_tac_toe")
    register_measure(OwnMeasure("own_test_middle", "Take the middle.", "", lambda state, move: float(move.to == 4)))
    judge = BoardJudge(game)
    mine, theirs = parse_list("most own_test_middle"), parse_list("most centre")
    plain = judge.contests([mine, theirs], range(4), SEED)
    assert (plain[0] == plain[1]).all()
    assert (plain[1] == judge.contests([theirs], range(4), SEED)[0]).all()
    with pytest.raises(ValueError, match="already"):
        register_measure(OwnMeasure("wins", "", "", lambda state, move: 0.0))


def test_a_game_without_a_table_is_practised_with_the_search() -> None:
    judge = LineJudge(Nim(6))
    lists = [parse_list("fewest winning_replies; most wins"), ()]
    good, bad = judge.scores(lists, judge.contests(lists, range(6), SEED))
    assert good > bad
    assert judge.challengers["perfect"].name == "perfect"
