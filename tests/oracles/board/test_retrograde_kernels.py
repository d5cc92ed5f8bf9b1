"""The kernels of the solver for board games, by games so small that each of their states is held to the truth.

The battery of the mutants of these kernels (docs/mutation.md), so they also run without a compiler.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from math import comb
from types import ModuleType

import numpy as np
import pytest
from tests.board_states import board_game
from tests.mutation.plain_kernels import plain
from tests.plain_retrograde import plain_values

from gamelore.base.errors import DamagedFile
from gamelore.games.board.arrays import board_tables, move_capacity
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.toml_game import parse_board_game
from gamelore.oracles import Value
from gamelore.oracles.board.retrograde import Solution, build, solvable_classes

TRIANGLE = """
format = 1
name = "triangle"
title = "A triangle of seven positions"
summary = "For tests."

[board]
points = [[0, 4], [2, 2], [4, 0], [6, 2], [8, 4], [4, 4], [4, 3]]
lines = ["1-2-3", "3-4-5", "5-6-1", "2-7", "4-7", "6-7"]

[rules]
goal_lines = ["1-2-3", "3-4-5", "5-6-1"]
{rules}

[contest]
max_plies = 60
"""

RULES = {
    "lines win": 'markers = 3\nline = "wins"',
    "lines lose": 'markers = 3\nline = "loses"\nblocked = "draws"',
    "lines win, placing only": 'markers = 3\nline = "wins"\nslides = false',
    "captures": 'markers = 3\nline = "captures"\nloses_at = 1',
    "captures and flying": 'markers = 3\nline = "captures"\nloses_at = 1\nflying_at = 2',
}


LOPSIDED = (
    TRIANGLE.replace('"2-7", "4-7", "6-7"', '"2-7", "2-6"')
    .replace(', "5-6-1"]', ', "5-6"]')
    .format(rules='markers = 2\nline = "nothing"')
)
"""A board without any symmetry: every set is its own representative, the ones without the first position too."""


@cache
def game(name: str) -> BoardGame:
    if name == "lopsided":
        return parse_board_game(LOPSIDED, name, {})
    return board_game(name) if name not in RULES else parse_board_game(TRIANGLE.format(rules=RULES[name]), name, {})


@cache
def truth(name: str) -> dict[BoardState, Value]:
    return plain_values(game(name))


@pytest.mark.parametrize("name", [*RULES, "pong_hau_ki"])
def test_every_state_has_the_value_of_plain_retrograde_analysis(name: str) -> None:
    solved = build(game(name))
    assert {state: solved.value(state) for state in truth(name)} == truth(name)


@pytest.mark.parametrize("name", [*RULES, "pong_hau_ki"])
def test_every_move_has_the_value_of_the_state_that_it_leads_to(name: str) -> None:
    solved = build(game(name))
    for state in list(truth(name))[::7]:
        expected = [(move, truth(name)[state.child(move)].before()) for move in state.legal_actions()]
        assert solved.action_values(state) == expected


@pytest.mark.parametrize("name", ["captures", "lines win"])
def test_every_class_holds_each_of_its_boards_once_and_follows_from_its_children(name: str) -> None:
    solved = build(game(name))
    counts = solved.counts()
    assert [count.boards for count in counts] == [comb(7, c.own) * comb(7 - c.own, c.other) for c in counts]
    assert solved.verify() == sum(count.boards for count in counts)


def test_a_value_that_does_not_follow_from_its_children_is_found() -> None:
    solved = build(game("captures"))
    for place in range(0, len(solved.values), 29):
        solved.values[place] += 1
        with pytest.raises(DamagedFile, match="do not follow from their children"):
            solved.verify()
        solved.values[place] -= 1


@pytest.mark.parametrize("name", ["captures and flying", "pong_hau_ki"])
def test_all_images_of_a_state_have_its_value(name: str) -> None:
    solved = build(game(name))
    for state in list(truth(name))[::5]:
        images = [state.transform(symmetry) for symmetry in game(name).all_symmetries]
        assert {solved.value(image) for image in images} == {truth(name)[state]}


def kernels() -> ModuleType:
    return plain("gamelore.oracles.board._kernels")


BINOMIAL = np.array([[comb(a, b) for b in range(9)] for a in range(8)], np.int64)


@pytest.mark.parametrize("without", [0, 0b0100101])
def test_the_sets_of_a_size_are_numbered_without_gaps_and_found_again_by_their_number(without: int) -> None:
    free = [position for position in range(7) if not without >> position & 1]
    for size in range(len(free) + 1):
        sets = [sum(1 << position for position in chosen) for chosen in combinations(free, size)]
        ranks = [kernels().colex(BINOMIAL, markers, without) for markers in sets]
        assert sorted(ranks) == list(range(comb(len(free), size)))
        assert [kernels().of_rank(BINOMIAL, rank, size, without) for rank in ranks] == sets
        in_order = sorted(sets)
        assert [kernels().of_rank(BINOMIAL, rank, size, without) for rank in range(len(sets))] == in_order


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_sets_of_a_size_fall_into_orbits_with_their_first_sets_as_representatives(size: int) -> None:
    triangle = game("captures")
    count = comb(7, size)
    orbit_of, symmetry_of = np.empty(count + 1, np.int32), np.zeros(count + 1, np.uint8)
    representatives, weights = np.zeros(count, np.int64), np.zeros(count, np.int64)
    orbit_of[count] = 99
    tables = board_tables(triangle)
    found = kernels().find_orbits(tables, BINOMIAL, size, orbit_of, symmetry_of, representatives, weights)
    by_rank = sorted(sum(1 << position for position in chosen) for chosen in combinations(range(7), size))
    images = {s: {_image(triangle, number, s) for number in range(6)} for s in by_rank}
    firsts = [s for s in by_rank if s == min(images[s])]
    assert representatives[:found].tolist() == firsts
    assert weights[:found].tolist() == [len(images[s]) for s in firsts]
    assert [representatives[orbit_of[rank]] for rank in range(count)] == [min(images[s]) for s in by_rank]
    assert [_image(triangle, int(symmetry_of[rank]), s) for rank, s in enumerate(by_rank)] == [
        min(images[s]) for s in by_rank
    ]
    assert orbit_of[count] == 99, "what stands behind belongs to other sizes"


def _image(triangle: BoardGame, symmetry: int, markers: int) -> int:
    state = BoardState(triangle, markers, 0, 0, 0)
    return state.transform(triangle.all_symmetries[symmetry]).own


SLIDING = [
    (name, i, j)
    for name in ("lines win", "captures", "captures and flying", "lopsided", "three_mens_morris")
    for left, i, j in solvable_classes(game(name))
    if left == 0
]


@pytest.mark.parametrize(("name", "i", "j"), SLIDING)
def test_whatever_can_slide_to_a_decided_state_becomes_due_and_nothing_else(name: str, i: int, j: int) -> None:
    known = build(game(name))
    first, before = int(known.index.offsets[0, i, j]), int(known.index.offsets[0, j, i])
    codes, predecessors = known.codes_of((0, i, j)), known.codes_of((0, j, i))
    for level in sorted({abs(int(code)) - 1 for code in codes if code})[:3]:
        values = np.zeros_like(known.values)
        values[first : first + len(codes)] = np.where(np.abs(codes) == level + 1, codes, 0)
        solved = kernels().Solved(board_tables(game(name)), known.index, values)
        due = np.full(len(values), kernels().NOT_DUE, np.int16)
        kernels().propagate(solved, due, i, j, level, len(codes), len(codes))
        assert (due == kernels().NOT_DUE).all(), "nothing in an empty piece"
        kernels().propagate(solved, due, i, j, level, 0, len(codes))
        for number in range(len(predecessors)):
            place = before + number
            own, other = kernels().board_at(solved, j, i, number)
            leads = any(values[kernels().locate(solved, other, after, 0)] for after in slides(game(name), own, other))
            assert due[place] == (level + 1 if leads and values[place] == 0 else kernels().NOT_DUE)
        due[before : before + len(predecessors)] = kernels().NOT_DUE
        assert (due == kernels().NOT_DUE).all(), "nothing in another class"


def slides(rules: BoardGame, own: int, other: int) -> list[int]:
    """What one side's markers become by sliding one of them, or flying; captures are not looked at."""
    flies = int(own).bit_count() <= rules.rules.flying_at
    return [
        int(own) ^ (1 << start) ^ (1 << to)
        for start, to in product(range(rules.board.size), repeat=2)
        if own >> start & 1 and not (own | other) >> to & 1 and (flies or rules.board.neighbours[start] >> to & 1)
    ]


@pytest.mark.parametrize(("name", "i", "j"), SLIDING)
def test_a_piece_of_a_class_is_settled_and_the_rest_left_alone(name: str, i: int, j: int) -> None:
    known = build(game(name))
    start, codes = int(known.index.offsets[0, i, j]), known.codes_of((0, i, j)).copy()
    values = known.values.copy()
    for key in {(0, i, j), (0, j, i)}:
        begin = int(known.index.offsets[key])
        values[begin : begin + len(known.codes_of(key))] = 0
    solved = kernels().Solved(board_tables(game(name)), known.index, values)
    due, report = np.zeros(len(values), np.int16), np.array([0, kernels().UNDECIDED], np.int64)
    buffers = np.empty((3, move_capacity(game(name))), np.int64)
    first, last = 2, len(codes) - 3
    kernels().settle(solved, due, i, j, 0, first, last, buffers, report)
    settled, waiting = values[start + first : start + last], due[start + first : start + last]
    assert settled.tolist() == np.where(np.abs(codes) == 1, codes, 0)[first:last].tolist(), "what is over, no more"
    assert report[0] == (settled != 0).sum()
    assert report[1] == min([*waiting[waiting > 0].tolist(), kernels().UNDECIDED])
    due[start + first : start + last] = 0
    assert not due.any()
    assert not values[start : start + first].any()
    assert not values[start + last : start + len(codes)].any()


@pytest.mark.parametrize("left", [0, 1])
def test_a_piece_of_a_class_is_backed_up_and_the_rest_left_alone(left: int) -> None:
    known = build(game("captures"))
    codes = known.codes_of((left, 3 - left, 3))
    found = np.full_like(codes, 99)
    buffers = np.empty((3, move_capacity(game("captures"))), np.int64)
    first, last = 4, len(codes) - 5
    kernels().back_up_class(known.solved, left, 3 - left, 3, first, last, buffers, found)
    assert found.tolist() == [99] * first + codes[first:last].tolist() + [99] * (len(codes) - last)


def looked_at(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, Solution]:
    """How many times a state is looked at with the exact rules while a game is solved."""
    module, looks = kernels(), []
    backed_up = module.backed_up

    def counted(solved: object, *state: object) -> int:
        looks.append(state)
        return int(backed_up(solved, *state))

    monkeypatch.setattr("gamelore.oracles.board._kernels", module)
    monkeypatch.setattr(module, "backed_up", counted)
    solved = build(game(name))
    return len(looks), solved


@pytest.mark.parametrize(("name", "most"), [("lines win", 261), ("captures", 552), ("captures and flying", 471)])
def test_only_states_that_may_be_decided_are_looked_at(name: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, solved = looked_at(name, monkeypatch)
    assert looks <= most
    assert {state: solved.value(state) for state in truth(name)} == truth(name)
