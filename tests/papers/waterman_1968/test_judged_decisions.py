"""What constant players, chance and the ceiling score, on cases made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.papers.waterman_1968.judged_decisions import NEIGHBOURS, JudgedDecisions, percent

MOVES = ("CALL", "BET", "DROP")


def by_hidden_hand(cases: int, hidden: float, seed: int = 0) -> JudgedDecisions:
    """Two variables, of which one tells the right move; with chance `hidden` another one is right."""
    rng = np.random.default_rng(seed)
    seen = rng.normal(size=(cases, 2)) * (1.0, 1000.0)
    right = np.where(rng.random(cases) < hidden, 2, (seen[:, 0] > 0.5).astype(int))
    accepted = np.eye(3, dtype=bool)[right]
    allowed = np.ones((cases, 3), dtype=bool)
    follows = np.ones(cases, dtype=bool)
    return JudgedDecisions(MOVES, accepted, allowed, accepted[:, 0], follows, seen, np.arange(cases))


def test_the_ceiling_is_what_a_function_of_the_variables_can_reach() -> None:
    for hidden in (0.0, 0.3):
        judged = by_hidden_hand(800, hidden)
        best = percent(np.where(judged.seen[:, 0] > 0.5, judged.accepted[:, 1], judged.accepted[:, 0]))
        assert best - 4 < judged.figures("x")["x.ceiling"] < best + 2
    assert by_hidden_hand(10, 0.0).figures("x", open_teacher=True)["x.ceiling"] == 100


def test_neighbours_of_the_same_contest_tell_nothing() -> None:
    """What is right is decided by the contest alone: whoever looked at its other decisions would know it."""
    rng = np.random.default_rng(1)
    contest = np.repeat(np.arange(200), 4)
    seen = np.repeat(rng.normal(size=(200, 3)), 4, axis=0)
    accepted = np.eye(2, dtype=bool)[np.repeat(rng.integers(2, size=200), 4)]
    judged = JudgedDecisions(
        ("A", "B"), accepted, np.ones_like(accepted), accepted[:, 0], np.ones(800, bool), seen, contest
    )
    assert judged.figures("x")["x.ceiling"] < 65


def test_constant_players_and_chance_are_scored_on_the_same_cases() -> None:
    judged = by_hidden_hand(400, 0.3)
    found = judged.figures("x")
    assert found["x"] == found["x.always CALL"]
    assert sum(found[f"x.always {move}"] for move in MOVES) == pytest.approx(100)
    assert found["x.chance"] == pytest.approx(100 / 3)
    assert found["x.cases"] == 400
    assert not any(name.endswith("follows") for name in found)


def test_chance_draws_from_what_is_allowed() -> None:
    judged = by_hidden_hand(400, 0.0)
    no_drops = judged.allowed.copy()
    no_drops[:, 2] = False
    less = JudgedDecisions(MOVES, judged.accepted, no_drops, judged.made, judged.follows, judged.seen, judged.contest)
    assert less.figures("x")["x.chance"] == pytest.approx(50)


def test_cases_without_an_opinion_are_counted_with_and_left_out() -> None:
    judged = by_hidden_hand(400, 0.3)
    free = np.arange(400) < 100
    accepted = judged.accepted | free[:, None]
    told = JudgedDecisions(MOVES, accepted, judged.allowed, accepted[:, 1], ~free, judged.seen, judged.contest)
    found = told.figures("x")
    assert found["x.cases.follows"] == 300
    assert found["x.follows"] == pytest.approx(percent(judged.accepted[100:, 1]))
    assert found["x"] == pytest.approx((100 + 3 * found["x.follows"]) / 4)
    assert found["x.always DROP.follows"] < found["x.always DROP"]


def test_few_cases_have_a_ceiling_too() -> None:
    assert NEIGHBOURS > 2
    found = by_hidden_hand(2, 0.0).figures("x")
    assert 0 <= found["x.ceiling"] <= 100
    assert percent([]) == 0.0
