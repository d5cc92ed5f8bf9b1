"""The four worked cases of Lock (2003), Figures 22 to 25, and Figures 12, 13 and 21."""

from __future__ import annotations

import pytest

from gamelore.games import load_game
from gamelore.games.board.board import mask_of
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.sequences.forms import Context, context_text, move_text, parse_context, parse_sequence
from gamelore.learners.advisors.sequences.sayings import is_shuttle
from gamelore.learners.advisors.sequences.sitact import create_sitact_advisors, execute_reply

BLACK, WHITE = 0, 1


def board(name: str) -> BoardGame:
    game = load_game(name)
    assert isinstance(game, BoardGame)
    return game


LTTT, FIVE = board("lose_tic_tac_toe"), board("five_mens_morris")


def situations(game: BoardGame, context: Context, sequence: str, role: int) -> list[tuple[str, str]]:
    found = create_sitact_advisors(game, context, parse_sequence(game, sequence), role)
    return [(context_text(game, c, role == 1), move_text(action)) for c, action in found]


def places(own: tuple[int, ...], other: tuple[int, ...], blank: tuple[int, ...]) -> Context:
    """A context from positions counted from 1; all others are '#'."""
    sets = [mask_of(p - 1 for p in ps) for ps in (own, other, blank)]
    rest = FIVE.board.all_positions & ~(sets[0] | sets[1] | sets[2])
    return Context(*(s | rest for s in sets))


def test_case_1_a_duo_of_lose_tic_tac_toe_becomes_two_situations() -> None:
    context = parse_context(LTTT, ".#./#X#/.#O", False)
    assert situations(LTTT, context, "1 3 7", 0) == [(".#./#X#/.#O", "1"), ("X#O/#X#/.#O", "7")]


def test_case_2_a_solo_of_lose_tic_tac_toe_becomes_four_situations() -> None:
    context = parse_context(LTTT, "##./OX./.#.", False)
    found = situations(LTTT, context, "6 * 3", 0)
    assert found[0] == ("##./OX./.#.", "6")
    assert set(found[1:]) == {("##./OXX/O#.", "3"), ("##./OXX/.#O", "3"), ("##./OXX/.#.", "3")}, "not after O's 3"
    assert len(found) == 4


def test_case_3_a_duo_of_five_mens_morris_becomes_two_situations() -> None:
    """White confines Black's marker in 4; the printed context is lost, this one has the same purpose."""
    context = places(own=(5, 7), other=(4, 14), blank=(1, 2, 8, 15))
    found = situations(FIVE, context, "7-8 14-15 5-2", WHITE)
    assert found == [("..#/XO#/O.##/###/X.#", "7-8"), ("..#/XO#/.O##/###/.X#", "5-2")]


def test_case_4_a_solo_of_five_mens_morris_becomes_ten_situations() -> None:
    context = places(own=(4, 6, 12), other=(5, 15), blank=(3, 8, 9, 14, 16))
    found = create_sitact_advisors(FIVE, context, parse_sequence(FIVE, "4-8 * 6-9"), WHITE)
    assert len(found) == 10
    after = places(own=(8, 6, 12), other=(5, 15), blank=(3, 4, 9, 14, 16))
    slides = {1: after}  # type 1 leaves the context as it is
    for start, to in ((5, 4), (15, 14), (15, 16), (2, 3), (7, 14), (10, 16), (10, 3), (5, 2)):
        gone, come = 1 << (start - 1), 1 << (to - 1)
        own, other, blank = (s & ~(gone | come) for s in after)
        slides[100 * start + to] = Context(own, other | come, blank | gone)
    assert {c for c, _ in found[1:]} == set(slides.values())


def test_the_shuttle_of_figure_21_becomes_two_situations() -> None:
    context = places(own=(10, 14, 15), other=(3,), blank=(16,))
    moves = parse_sequence(FIVE, "10-16x3 * 16-10")
    assert is_shuttle(moves)
    plain = places(own=(10, 14, 15), other=(), blank=(16,))
    assert len(create_sitact_advisors(FIVE, plain, parse_sequence(FIVE, "10-16 * 16-10"), BLACK)) == 2
    assert len(create_sitact_advisors(FIVE, context, moves, BLACK)) == 2 + 1, (
        "the marker taken leaves a blank to slide to"
    )


@pytest.mark.parametrize(("sequence", "expected"), [("1 3 7", 2), ("1 3 7 9 2", 3)])
def test_a_sequence_without_open_replies_becomes_half_as_many_rounded_up(sequence: str, expected: int) -> None:
    context = parse_context(LTTT, ".../.#./...", False)
    assert len(situations(LTTT, context, sequence, 0)) == expected


def test_a_value_set_that_allows_the_reply_takes_the_part_of_the_open_sign() -> None:
    context = parse_context(LTTT, "o##/#x#/..X", False)
    ends = {context_text(LTTT, c, False) for c in execute_reply(LTTT, context, parse_open(), slides=False)}
    # On 'o' (O or blank) and '#' a placement changes nothing; on 'x' (X or blank) there is an O afterwards.
    assert ends == {"o##/#x#/..X", "o##/#O#/..X", "o##/#x#/O.X", "o##/#x#/.OX"}


def parse_open() -> int:
    return parse_sequence(LTTT, "1 * 2")[1]


@pytest.mark.parametrize(
    ("sequence", "shuttle"),
    [
        ("16-10 * 10-16x3", True),
        ("10-16x3 5-2 16-10 2-5 10-16x1", True),
        ("16-10 * 10-16", False),
        ("16-10 * 10-9x3", False),
        ("10 * 16", False),
    ],
)
def test_a_shuttle_goes_out_and_in_again_and_takes_a_marker(sequence: str, shuttle: bool) -> None:
    assert is_shuttle(parse_sequence(FIVE, sequence)) is shuttle
