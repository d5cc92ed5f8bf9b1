"""A guide measures what it tells: each line by leaving it out, each reader by contests, and no proof is claimed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.board_states import board_game

from gamelore.arena.practice import PracticeJudge
from gamelore.base.errors import NotAvailable
from gamelore.games import load_game
from gamelore.games.board.game import BoardState
from gamelore.lab.guide.core import READERS, Guide, guide_mapping
from gamelore.lab.guide.evidence import left_out
from gamelore.lab.guide.making import ROUNDS, make_guide, price_of
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import MaximList, Maxims, parse_list
from gamelore.learners.maxims.shipped import shipped_learner
from gamelore.learners.registry import new_learner

FOUR = parse_list("most other_ready; first_marker: most opposite_other; most own_alone; most own_stopped")
IDLE = parse_list("most own_alone; most own_alone")


def follower(lines: MaximList = FOUR) -> MaximLearner:
    learner = MaximLearner(board_game("lose_tic_tac_toe"), MaximLearner.preset(None))
    learner.maxims = Maxims(lines)
    return learner


@pytest.fixture(scope="module")
def guide() -> Guide:
    return make_guide(follower(), "lose", contests=6, seed=5)


def test_every_line_has_its_evidence(guide: Guide) -> None:
    assert [told.line for told in guide.lines] == list(FOUR)
    for told in guide.lines:
        assert told.words == len(told.sentence.split()) <= 20
        assert 0 < told.narrows < 1
        assert told.example is not None
        assert not set(told.example.kept) & set(told.example.dropped)
        assert (told.example.shown in told.example.kept) == told.example.is_kept
    assert guide.lines[2].carries


def test_every_reader_is_tested_against_every_challenger(guide: Guide) -> None:
    assert list(guide.strength) == list(READERS)
    for scores in guide.strength.values():
        assert list(scores) == ["perfect", "expert", "novice", "random"]
        assert all(score.contests == 6 for score in scores.values())
    assert guide.strength["careful"]["perfect"].losses == 0
    assert guide.strength["alone"]["perfect"].losses > 0


def test_never_loses_is_said_only_with_a_proof(guide: Guide) -> None:
    assert guide.proof is not None
    assert guide.proof.never_loses
    shorter = make_guide(follower(FOUR[:1]), "lose", contests=2, seed=5)
    assert shorter.proof is not None
    assert shorter.proof.never_loses is False
    assert shorter.proof.line


def test_a_line_that_never_narrows_has_no_example() -> None:
    told = make_guide(follower(IDLE), "lose", contests=4, seed=5).lines[1]
    assert told.narrows == 0
    assert told.example is None


def test_what_is_lost_without_a_line_is_the_judges_own_count() -> None:
    game, rounds = board_game("lose_tic_tac_toe"), 40
    whole, rest, losses = left_out(game, FOUR, rounds, seed=9)
    judge = PracticeJudge(game, slips=0.1)
    results = judge.outcomes("novice", [FOUR, FOUR[:2] + FOUR[3:]], range(rounds), 9)[:, :, 0]
    held = (results != 0).mean(axis=1) * 100
    assert whole["novice"].mean == pytest.approx(held[0])
    assert rest[2]["novice"].mean == pytest.approx(held[1])
    assert losses[2].low > 0


def test_the_quiz_asks_different_positions_with_something_to_choose(guide: Guide) -> None:
    forms = {str(state.normal_form()[0]) for state in guide.quiz if isinstance(state, BoardState)}
    assert len(forms) == len(guide.quiz) >= 4
    assert all(len(state.legal_actions()) >= 3 for state in guide.quiz)


def test_the_same_seed_gives_the_same_guide(guide: Guide) -> None:
    assert guide_mapping(make_guide(follower(), "lose", contests=6, seed=5)) == guide_mapping(guide)
    assert guide.rounds == ROUNDS * guide.contests


def test_the_price_tells_practice_and_the_words_that_were_given() -> None:
    learner = follower()
    learner.maxims = replace(learner.maxims, found={"practised": 1200})
    made = make_guide(learner, "lose", facts={"seed": 3, "contests": 1500}, contests=2, seed=5)
    assert made.price is not None
    assert made.price.practised == 1200
    assert made.price.measures == len(learner.reader.wording.measures)
    assert "--contests 1500 --seed 3" in made.price.command
    assert "--set" not in made.price.command
    learner.settings = replace(learner.settings, lines=3)
    price = price_of(learner, {"seed": 3, "contests": 1500})
    assert "--contests 1500 --set lines=3 --seed 3" in price.command


def test_lines_of_a_game_with_hidden_hands_have_another_guide() -> None:
    learner = shipped_learner(load_game("forty_two"))
    with pytest.raises(NotAvailable, match=r"42: lines for hidden hands have a guide of their own"):
        make_guide(learner, "forty_two", contests=2, seed=0)


def test_an_agent_without_maxims_has_no_lines() -> None:
    made = make_guide(new_learner("rote", board_game("lose_tic_tac_toe")), "rote", contests=2, seed=5)
    assert not made.has_maxims
    assert list(made.strength) == ["careful"]
    assert made.proof is None
