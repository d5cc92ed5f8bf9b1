"""Concepts: their texts, the three rules that make them, and which covers which."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.learners.advisors.boards import FIVE, LOSE, TTT
from tests.learners.advisors.patterns.plainly import instances, positions, subsumes

from gamelore.base.errors import BadText
from gamelore.games.board.board import apply
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.patterns.associations import CACHED, DRAWN, LOST, WON, StageStore
from gamelore.learners.advisors.patterns.concepts import (
    ANYTHING,
    Concept,
    For,
    orientations,
    parse_concept,
)
from gamelore.learners.advisors.patterns.generalise import Sketch, closure, generalise, normal_concept
from gamelore.learners.advisors.patterns.sight import sight_of
from gamelore.learners.advisors.settings.patterns import PatternSettings

S = replace(PatternSettings(), fewest_positions=1)
SIGHT = sight_of(TTT, TTT.symmetries)


def concept(text: str, game: BoardGame = TTT) -> Concept:
    return parse_concept(game, text)


def cached(*patterns: tuple[str, str, int], settings: PatternSettings = S) -> StageStore:
    """A store of one stage whose cache holds these: mover, text, and which response."""
    section = StageStore(sight_of(TTT, TTT.symmetries), settings)
    for mover, text, response in patterns:
        at = "XO".index(mover), section.sight.normal(section.sight.parse(text))
        section.kept[at] = CACHED
        section.responses[(*at, response)] = 6
    return section


def made(*patterns: tuple[str, str, int], settings: PatternSettings = S) -> dict[str, str]:
    section = cached(*patterns, settings=settings)
    found = generalise(section, "placing", section.sight, settings)
    return {str(c).removeprefix("placing "): rule for c, rule in found.items()}


# Texts


def test_a_concept_is_written_and_read() -> None:
    text = "placing either draw line 2n 5# 8m"
    found = concept(text)
    assert str(found) == text
    assert found == Concept("placing", "either", "draw", "line", ((1, "n"), (4, "#"), (7, "m")))
    assert found.asked == ((1, "n"), (7, "m"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "placing either draw line",
        "placing both draw line 1m",
        "placing either drawn line 1m",
        "placing either draw curve 1m",
        "placing either draw line 1q",
        "placing either draw line 2m 1n",
        "placing either draw line 1m 1n",
        "placing either draw line 9m 10n",
        "placing either draw line 1# 2#",
    ],
)
def test_what_is_no_concept_of_the_board_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        concept(text)


def test_a_concept_has_as_many_orientations_as_it_has_different_places() -> None:
    assert len(orientations(concept("placing X draw line 2# 5m"), TTT.symmetries)) == 1
    assert len(orientations(concept("placing either draw diagonal 1n 9m"), TTT.symmetries)) == 4
    assert len(orientations(concept("placing either draw line 1n 2m"), TTT.symmetries)) == 8


def test_reflection_is_found_where_the_mover_stands_opposite_the_other() -> None:
    reflection = concept("placing either draw diagonal 1n 9m")
    x, o = 0b1_0001_0000, 0b1
    assert [positions(need) for need in instances(reflection, LOSE.symmetries, x, o, 0)] == [0b1_0000_0001]
    assert not list(instances(replace(reflection, mover="O"), LOSE.symmetries, x, o, 0))


def test_letters_name_a_player_whoever_moves() -> None:
    between = concept("placing either draw line 1O 2m 3_")
    for mover in (0, 1):
        mine, o = 0b10, 0b1
        theirs = o if mover == 0 else 0
        board = (mine, theirs) if mover == 0 else (mine | o, 0)
        assert len(list(instances(between, TTT.symmetries, *board, mover))) == 1


# Rules


def test_three_contents_of_one_position_drop_it() -> None:
    found = made(("X", "line 1X 2O", DRAWN), ("X", "line 1O 2O", DRAWN), ("X", "line 1_ 2O", DRAWN))
    assert found == {"X draw line 1# 2n": "drop"}


def test_two_contents_do_not() -> None:
    assert made(("X", "line 1X 2O", DRAWN), ("X", "line 1O 2O", DRAWN)) == {}


def test_only_the_same_outcome_and_mover_join() -> None:
    two = (("X", "line 1X 2O", DRAWN), ("X", "line 1O 2O", DRAWN))
    assert made(*two, ("X", "line 1_ 2O", WON)) == {}
    assert "either draw line 1# 2n" not in made(*two, ("O", "line 1_ 2O", DRAWN))


def test_exchanging_players_makes_mover_and_pieces_variable() -> None:
    found = made(("X", "line 4_ 5X 6O", WON), ("O", "line 4_ 5O 6X", LOST))
    assert found == {"either win line 4_ 5m 6n": "variabilise"}


def test_both_colours_must_win_for_their_own_side() -> None:
    assert made(("X", "line 4_ 5X 6O", WON), ("O", "line 4_ 5O 6X", WON)) == {}


def test_one_piece_alone_is_made_variable_by_the_rule_of_1998() -> None:
    patterns = (("X", "line 1_ 2X 3O", DRAWN), ("O", "line 1_ 2O 3O", DRAWN))
    assert made(*patterns) == {"either draw line 1O 2m 3_": "variabilise one"}
    assert made(*patterns, settings=replace(S, rules=("drop", "variabilise"))) == {}


def test_the_variable_piece_may_be_the_others() -> None:
    patterns = (("X", "line 1_ 2O 3X", DRAWN), ("O", "line 1_ 2X 3X", DRAWN))
    assert made(*patterns) == {"either draw line 1X 2n 3_": "variabilise one"}


def test_results_are_generalised_again_down_to_control_of_the_centre() -> None:
    """A lone marker in the centre (1996, Figure 7a) comes from nine patterns on one row."""
    rows = [("X", f"line 4{a} 5X 6{b}", DRAWN) for a, b in ("__", "_X", "_O", "XX", "OX", "OO")]
    rows = [(mover, _normal(text), response) for mover, text, response in rows]
    found = made(*rows)
    assert found["X draw line 2# 5m"] == "drop"


def _normal(text: str) -> str:
    shape, *cells = text.split(" ")
    contents = tuple("_XO".index(cell[-1]) for cell in cells)
    asked = tuple(int(cell[:-1]) - 1 for cell in cells)
    template = next(k for k, t in enumerate(SIGHT.templates) if (t.shape, t.asked) == (shape, asked))
    return SIGHT.text(SIGHT.normal(SIGHT.number(template, contents)))


def test_reflection_comes_from_both_colours_on_the_long_diagonal() -> None:
    found = made(("X", "diagonal 3X 7O", DRAWN), ("O", "diagonal 3X 7O", DRAWN))
    assert found["either draw diagonal 3m 7n"] == "variabilise"


def test_mixed_patterns_and_discarded_templates_take_no_part() -> None:
    section = cached(("X", "diagonal 3X 7O", DRAWN), ("O", "diagonal 3X 7O", DRAWN))
    assert generalise(section, "placing", SIGHT, S)
    number = section.sight.parse("diagonal 3X 7O")
    section.responses[0, number, WON] = 1
    assert not generalise(section, "placing", SIGHT, S)
    section.responses[0, number, WON] = 0.001
    assert generalise(section, "placing", SIGHT, S)
    section.discarded.add(SIGHT.contents(number)[0])
    assert not generalise(section, "placing", SIGHT, S)


cells = st.tuples(*[st.sampled_from("mn_")] * 3)
sketches = st.tuples(st.sampled_from(["X", "O"]), st.sampled_from(["win", "draw"]), cells)


@given(st.sets(sketches, max_size=40))
def test_whatever_a_concept_covers_was_cached(patterns: set[Sketch]) -> None:
    """Undo every generalisation: each way to fill in and name the variables must be among the patterns."""
    for mover, outcome, contents in closure(patterns, S):
        for seat in ("X", "O") if mover == "either" else (mover,):
            for filled in _filled(contents):
                named = tuple(_relative(what, seat) for what in filled)
                assert (seat, outcome, named) in patterns


def _filled(contents: tuple[str, ...]) -> list[tuple[str, ...]]:
    ways: list[tuple[str, ...]] = [()]
    for what in contents:
        ways = [(*way, kind) for way in ways for kind in (("m", "n", "_") if what == ANYTHING else (what,))]
    return ways


def _relative(what: str, seat: str) -> str:
    return {"X": "m" if seat == "X" else "n", "O": "m" if seat == "O" else "n"}.get(what, what)


# Normal form and subsumption

mover = st.sampled_from(["X", "O", "either"])
wanted = st.dictionaries(st.integers(0, 8), st.sampled_from("mn_"), min_size=1, max_size=2)


@given(mover, wanted, st.integers(0, 7))
def test_symmetric_concepts_are_one_on_every_run(who: For, asked: dict[int, str], turn: int) -> None:
    image = {TTT.symmetries[turn][p]: what for p, what in asked.items()}
    if not any({TTT.symmetries[k][p] for p in asked} <= set(t.asked) for t in SIGHT.templates for k in range(8)):
        return
    first = normal_concept(SIGHT, "placing", who, "draw", asked)
    assert normal_concept(SIGHT, "placing", who, "draw", image) == first
    assert parse_concept(TTT, str(first)) == first


@pytest.mark.parametrize(
    ("general", "special", "expected"),
    [
        ("placing either draw line 1# 2m", "placing either draw line 1n 2m", True),
        ("placing either draw line 1n 2m", "placing either draw line 1# 2m", False),
        ("placing either draw line 1n 2m", "placing X draw line 1n 2m", True),
        ("placing X draw line 1n 2m", "placing either draw line 1n 2m", False),
        ("placing either draw line 1n 2m", "placing either win line 1n 2m", False),
        ("placing either draw line 1n 2m", "sliding either draw line 1n 2m", False),
        ("placing either draw line 1n 2m", "placing either draw line 1_ 2m 3n", True),
        ("placing either draw line 1O 2m", "placing X draw line 1n 2m", True),
        ("placing either draw line 1O 2m", "placing O draw line 1n 2m", False),
        ("placing O draw line 1n 2m", "placing O draw line 1X 2O", True),
    ],
)
def test_a_concept_subsumes_what_it_holds_for_wherever_that_does(general: str, special: str, expected: bool) -> None:
    assert subsumes(concept(general), concept(special), TTT.symmetries) is expected


@given(mover, wanted, mover, wanted)
def test_subsumption_means_holding_on_every_board(
    a: For, general: dict[int, str], b: For, special: dict[int, str]
) -> None:
    """Against the definition: fill the special one in every way that it allows and look for the general one."""
    one = Concept("placing", a, "draw", "line", tuple(sorted(general.items())))
    other = Concept("placing", b, "draw", "line", tuple(sorted(special.items())))
    free = [p for p in range(9) if p not in special]
    # The emptiest and the fullest surroundings are the hardest to hold on.
    boards = []
    for kind in ("_", "m", "n"):
        filled = {**special, **dict.fromkeys(free, kind)}
        boards.append(tuple(sum(1 << p for p, what in filled.items() if what == side) for side in "mn"))
    holds = all(
        bool(list(instances(one, TTT.symmetries, mine, theirs, seat)))
        for mine, theirs in boards
        for seat in range(2)
        if other.speaks_to(seat)
    )
    if subsumes(one, other, TTT.symmetries):
        assert holds


def test_the_inner_and_the_outer_mill_do_not_cover_each_other_in_the_plane() -> None:
    inner, outer = (concept(f"sliding either win line {cells}", FIVE) for cells in ("4m 5m 6m", "1m 2m 3m"))
    assert not subsumes(inner, outer, FIVE.symmetries)
    assert not subsumes(outer, inner, FIVE.symmetries)
    assert subsumes(inner, replace(inner, mover="X"), FIVE.symmetries)
    assert apply(FIVE.symmetries[1], inner.need.mine) in {n.mine for n in orientations(inner, FIVE.symmetries)}
