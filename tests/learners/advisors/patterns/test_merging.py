"""Concepts that are one idea become one Advisor."""

from __future__ import annotations

from tests.learners.advisors.boards import board_game

from gamelore.learners.advisors.patterns.concepts import parse_concept
from gamelore.learners.advisors.patterns.spatial import merge

TINY, FIVE = board_game("lose_tic_tac_toe"), board_game("five_mens_morris")


def test_the_two_reflections_are_one_idea() -> None:
    concepts = [
        parse_concept(TINY, text)
        for text in (
            "placing either draw line 2n 5# 8m",
            "placing either draw diagonal 1n 9m",
            "placing X draw line 5m",
        )
    ]
    groups = merge(TINY, concepts)
    assert list(groups) == ["centre (draw, placing)", "reflection through the centre (draw, placing)"]
    assert groups["reflection through the centre (draw, placing)"] == tuple(sorted(concepts[:2]))


def test_the_two_mills_and_the_two_confinements_are_one_idea_each_and_stages_stay_apart() -> None:
    texts = [
        "sliding either win line 1m 2m 3m",
        "sliding either win line 4m 5m 6m",
        "placing either win line 4m 5m 6m",
        "sliding either win L 1n 2m 7m",
        "sliding either win L 4n 5m 8m",
    ]
    groups = merge(FIVE, [parse_concept(FIVE, text) for text in texts])
    assert {name: len(members) for name, members in groups.items()} == {
        "confinement in a corner (win, sliding)": 2,
        "mill (win, placing)": 1,
        "mill (win, sliding)": 2,
    }


def test_the_same_shape_with_another_end_is_another_idea() -> None:
    texts = ["placing either draw line 1m 2_", "placing either loss line 1m 2_"]
    assert len(merge(TINY, [parse_concept(TINY, text) for text in texts])) == 2


def test_concepts_for_x_and_for_o_that_are_one_idea_speak_as_one() -> None:
    texts = ["placing X draw line 2m 5# 8O", "placing O draw line 2m 5# 8X", "placing either draw line 2n 5# 8m"]
    groups = merge(TINY, [parse_concept(TINY, text) for text in texts])
    assert [len(members) for members in groups.values()] == [3]
