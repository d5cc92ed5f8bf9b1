"""Lists judged by what models did."""

from __future__ import annotations

import pytest

from gamelore.arena.imitation import ImitationJudge, contests_of_agent, watched_contests
from gamelore.arena.regimes import make_regime
from gamelore.base.errors import NotAvailable
from gamelore.games import load_game
from gamelore.learners.maxims.lines import parse_list
from gamelore.learners.registry import new_learner

GAME = load_game("tic_tac_toe")


def watched(contests: int) -> ImitationJudge:
    regime = make_regime("perfect_vs_increasing", GAME, contests)
    return ImitationJudge(GAME, watched_contests(GAME, regime, seed=3))


def test_a_list_that_wins_is_nearer_to_the_experts_than_none_and_than_its_contrary() -> None:
    judge = watched(12)
    lists = [parse_list(text) for text in ("", "most wins", "fewest wins")]
    found = judge.contests(lists, range(60), seed=1)
    assert found.shape == (3, len(judge.opponents), 60)
    none, wins, never = judge.scores(lists, found)
    assert wins > none > never
    assert (judge.contests(lists, range(60), seed=1) == found).all()


def test_the_likelihood_is_what_chance_leaves() -> None:
    for decision in watched(2).decisions:
        assert decision.likelihood(()) == pytest.approx(1 / decision.moves)


def test_only_the_turns_of_models_count() -> None:
    regime = make_regime("perfect_vs_increasing", GAME, 2)
    for record, seats in watched_contests(GAME, regime, seed=3):
        assert len(seats) == 1
        assert len(ImitationJudge(GAME, [(record, seats)]).decisions) <= (len(record.actions) + 1) // 2


def test_an_agent_is_a_model_at_its_own_seat() -> None:
    agent = new_learner("rote", GAME)
    found = list(contests_of_agent(GAME, agent, 2, seed=3))
    assert len(found) == 6
    assert {seats for _, seats in found} == {frozenset({0}), frozenset({1})}


def test_without_decisions_there_is_nothing_to_follow() -> None:
    with pytest.raises(NotAvailable, match="no decision of a model"):
        ImitationJudge(GAME, [])
