"""Patsy by equation 3 and the printed strengths."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.learners.advisors.boards import TTT, at, says

from gamelore.learners.advisors.forr import SILENT
from gamelore.learners.advisors.patterns.associations import CACHED, DRAWN, LOST, WAITING, WON, PatternStore, values
from gamelore.learners.advisors.patterns.literal import Patsy, ranked
from gamelore.learners.advisors.patterns.sight import sight_of
from gamelore.learners.advisors.settings.patterns import PatternSettings

S = PatternSettings()


def value(w: float, lost: float, d: float, *totals: float) -> float:
    return float(values(np.array([w, lost, d], dtype=float), np.array(totals, dtype=float)))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((6, 0, 0, 10, 5, 20), 1.2),
        ((0, 4, 0, 10, 5, 20), -1.6),
        ((0, 0, 8, 10, 5, 20), 0.4),
        ((3, 1, 2, 10, 5, 20), 0.45),
        ((0, 0, 7, 0, 0, 7), 1.0),
    ],
)
def test_a_pattern_is_worth_what_equation_3_says(numbers: tuple[float, ...], expected: float) -> None:
    assert value(*numbers) == pytest.approx(expected)


def patsy(*patterns: tuple[str, str, tuple[float, float, float]], settings: PatternSettings = S) -> Patsy:
    """Patsy with a cache: mover, pattern, response; after ten contests of each kind."""
    store = PatternStore(sight_of(TTT, TTT.symmetries), settings)
    store.outcomes = [WON] * 10 + [LOST] * 10 + [DRAWN] * 10
    section = store.section("placing")
    for mover, text, response in patterns:
        place = "XO".index(mover), store.sight.parse(text)
        section.kept[place], section.responses[place], section.first[place] = CACHED, response, 1
    return Patsy(store)


def test_patsy_is_silent_without_a_cache() -> None:
    assert says(patsy(), at(TTT, ".../.../... X")) == {}
    waiting = patsy(("X", "line 1X 2_", (5, 0, 0)))
    waiting.store.section("placing").kept[:] = WAITING
    assert says(waiting, at(TTT, ".../.../... X")) == {}


def test_moves_after_which_every_cached_pattern_wins_get_10_and_after_which_every_one_loses_0() -> None:
    advisor = patsy(("O", "diagonal 1O 5X", (0, 6, 0)), ("O", "line 2O 5X", (6, 0, 0)))
    said = says(advisor, at(TTT, ".../.X./... O"))
    assert said == {**dict.fromkeys("1379", 10), **dict.fromkeys("2468", 0)}


def test_the_second_player_sees_its_own_wins() -> None:
    advisor = patsy(("O", "diagonal 1O 5X", (0, 6, 0)))
    assert says(advisor, at(TTT, ".../.X./... O")) == dict.fromkeys("1379", 10)


def test_other_moves_are_ranked_by_the_values_of_the_patterns_they_bring_in() -> None:
    advisor = patsy(
        ("O", "diagonal 1O 5X", (0, 0, 6)),
        ("O", "line 2O 5X", (0, 0, 1)),
        ("O", "line 4_ 6_", (0, 3, 3)),
    )
    said = says(advisor, at(TTT, ".../.X./... O"))
    assert said["1"] == 8
    assert said["2"] == 2  # it takes one of the two empty rows through the centre away


def test_what_a_move_destroys_counts_only_in_the_reading_of_1998() -> None:
    patterns = (("O", "line 4_ 6_", (0, 0, 3)), ("O", "diagonal 1O 5X", (0, 0, 1)))
    assert says(patsy(*patterns, settings=replace(S, destroyed=False)), at(TTT, ".../.X./... O")) == dict.fromkeys(
        "1379", 8
    )
    assert says(patsy(*patterns), at(TTT, ".../.X./... O"))["2"] < 5


def test_scores_are_ranked_in_thirds_on_either_side_of_nothing() -> None:
    assert ranked([3.0, 2.0, 1.0, 0.0, -1.0, -2.0, -3.0]).tolist() == [8, 7, 6, SILENT, 4, 3, 2]
    assert ranked([5.0, 0.0]).tolist() == [8, SILENT]
    assert ranked([5.0, 1.0, -1.0]).tolist() == [8, 6, 2]


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=12))
def test_ranking_keeps_the_order_and_the_side(scores: list[float]) -> None:
    found = ranked(scores)
    for score, strength in zip(np.round(scores, 9), found, strict=True):
        assert (strength == SILENT) == (score == 0)
        assert score == 0 or (strength > 5) == (score > 0)
    spoken = [(score, int(s)) for score, s in zip(scores, found, strict=True) if s != SILENT]
    for (a, s), (b, t) in zip(sorted(spoken), sorted(spoken)[1:], strict=False):
        assert s <= t or a == b
