"""The kernels of the 42 solver: every value against play by the rules alone, and how little of the tree they look at.

These tests are the battery of the mutants of the solver (docs/mutation.md), so they also run without a compiler.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
from tests.mutation.plain_kernels import plain
from tests.oracles.forty_two.endgames import Endgame, random_endgames, truth

from gamelore.base.arrays import Ints
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import DOMINOES, Domino, parse_domino
from gamelore.oracles.forty_two import _kernels

ALL = 42


@pytest.fixture(autouse=True)
def _words_wrap_round() -> Iterator[None]:
    """As in compiled code: plain numpy would warn of it."""
    with np.errstate(over="ignore"):
        yield


def endgame_of(*hands: str, trump: int, leader: int = 0, declarer: int = 0, trick: str = "") -> Endgame:
    held, played = ([tuple(map(parse_domino, text.split())) for text in texts] for texts in (hands, [trick]))
    return Endgame(tuple(map(frozenset, held)), trump, declarer, leader, played[0])


def solved(
    endgame: Endgame,
    moves: Sequence[Domino] = (),
    low: int = 0,
    high: int = ALL,
    ordered: bool = True,
    work: Ints | None = None,
    kernels: ModuleType = _kernels,
) -> list[int]:
    """What the kernels find for each move, for best play if there is none."""
    out = np.empty((1, max(1, len(moves))), np.int64)
    kernels.solve(
        np.zeros(kernels.WORK_SIZE, np.int64) if work is None else work,
        np.array([[mask_of(hand) for hand in endgame.hands]], np.int64),
        np.array([endgame.trump]), np.array([endgame.declarer]), endgame.leader,
        np.array([d.number for d in endgame.trick], np.int64), np.array([d.number for d in moves] or [-1]),
        low, high, int(ordered), out,
    )  # fmt: skip
    found: list[int] = out[0].tolist()
    return found


def test_a_plain_copy_gives_the_same_values_and_leaves_the_compiled_kernels_in_their_place() -> None:
    copy = plain("gamelore.oracles.forty_two._kernels")
    assert importlib.import_module("gamelore.oracles.forty_two._kernels") is _kernels
    endgames = list(random_endgames(5, 3, 9))
    assert [solved(endgame, kernels=copy) for endgame in endgames] == [solved(endgame) for endgame in endgames]


@pytest.mark.parametrize(
    ("tricks", "played", "number"),
    [
        (1, 0, 36),
        (1, 2, 18),
        (2, 0, 90),
        (2, 1, 36),
        (2, 3, 18),
        (3, 0, 27),
        (3, 1, 18),
        (3, 2, 18),
        (3, 3, 18),
        (4, 0, 6),
    ],
)
def test_endgames_have_the_value_of_plain_play(tricks: int, played: int, number: int) -> None:
    endgames = list(random_endgames(10 * tricks + played, tricks, number, played))
    assert [solved(endgame) for endgame in endgames] == [[truth(endgame)] for endgame in endgames]


def test_a_value_between_the_points_where_contracts_divide_is_closed_in_on() -> None:
    endgame = endgame_of("5-4 5-0 6-4", "4-0 6-0 3-0", "2-0 3-2 4-1", "5-5 2-2 0-0", trump=3)
    assert truth(endgame) == 37
    assert [solved(endgame, low=low)[0] for low in (0, 29, 34, 35, 36, 37, 38)] == [37, 37, 37, 37, 37, 37, 38]


def test_the_order_of_moves_changes_no_value() -> None:
    endgames = list(random_endgames(31, 3, 18))
    assert [solved(endgame, ordered=False) for endgame in endgames] == [[truth(endgame)] for endgame in endgames]


@pytest.mark.parametrize("played", [0, 1, 2, 3])
def test_every_move_has_the_value_of_plain_play_after_it(played: int) -> None:
    for endgame in random_endgames(60 + played, 3, 9, played):
        moves = endgame.legal()
        assert solved(endgame, moves) == [truth(endgame.child(move)) for move in moves]


def test_a_window_clips_the_value() -> None:
    for endgame in random_endgames(71, 3, 18):
        value = truth(endgame)
        for low, high in ((value - 1, value), (value, value + 1), (value + 1, value + 3), (value - 3, value - 1)):
            assert solved(endgame, low=low, high=high) == [min(max(value, low), high)]
        assert solved(endgame, endgame.legal(), value, value) == [value] * len(endgame.legal())


def test_a_window_clips_the_value_of_a_move_that_ends_a_trick_too() -> None:
    for endgame in random_endgames(74, 2, 18, 3):
        moves = endgame.legal()
        values = [truth(endgame.child(move)) for move in moves]
        for low, high in ((0, 1), (3, 6), (max(values) - 1, max(values)), (min(values), min(values) + 1)):
            assert solved(endgame, moves, low, high) == [min(max(value, low), high) for value in values]


@pytest.mark.parametrize(
    ("endgame", "value"),
    [
        (
            endgame_of(
                "6-6 6-4", "6-1 6-3 6-5", "4-1 4-3", "2-2 6-0", trump=6, declarer=3, leader=2, trick="5-2 6-2 5-1"
            ),
            12,
        ),
        (
            endgame_of(
                "6-2 3-2 6-5", "1-0 5-2", "6-6 4-3", "4-4 6-1 6-3", trump=6, declarer=1, leader=1, trick="6-0 6-4"
            ),
            0,
        ),
    ],
)
def test_a_trump_below_the_best_of_the_trick_is_not_the_same_as_one_above_it(endgame: Endgame, value: int) -> None:
    """With nothing between them in any hand: the one wins the trick, the other lets it go."""
    assert solved(endgame) == [truth(endgame)] == [value]


def test_the_double_blank_is_a_move_like_the_others() -> None:
    """Its number is 0, and only a negative number means the best of all moves."""
    endgame = endgame_of("0-0 5-0", "4-3 3-1", "3-2 1-0", "6-2 5-5", trump=2)
    moves = tuple(map(parse_domino, ("0-0", "5-0")))
    assert solved(endgame, moves) == [truth(endgame.child(move)) for move in moves]
    assert truth(endgame.child(moves[0])) < truth(endgame)


def test_deals_solved_one_after_another_do_not_disturb_each_other() -> None:
    work = np.zeros(_kernels.WORK_SIZE, np.int64)
    endgames = list(random_endgames(72, 3, 27))
    assert [solved(endgame, work=work) for endgame in endgames] == [[truth(endgame)] for endgame in endgames]


def test_the_same_dominoes_in_other_hands_are_another_deal() -> None:
    """The table knows a position by what is left and who leads: both are the same here, the values are not."""
    work = np.zeros(_kernels.WORK_SIZE, np.int64)
    endgames = [
        replace(endgame, hands=(*endgame.hands[turn:], *endgame.hands[:turn]), declarer=0, leader=0)
        for endgame in random_endgames(75, 3, 6)
        for turn in range(4)
    ]
    assert len({truth(endgame) for endgame in endgames}) > 6
    assert [solved(endgame, work=work) for endgame in endgames] == [[truth(endgame)] for endgame in endgames]


def test_a_table_in_which_the_numbers_of_deals_are_used_up_begins_anew() -> None:
    first, second = random_endgames(73, 4, 2)
    work = np.zeros(_kernels.WORK_SIZE, np.int64)
    assert solved(first, work=work) == [truth(first)]
    assert work[_kernels._TABLE :].any()
    work[_kernels._DEAL] = _kernels._DEALS - 1
    # Entries that claim to be of the deal with number 1, and say nonsense about it.
    work[_kernels._TABLE :] &= (1 << 30) - 1
    work[_kernels._TABLE :] |= 1 << 42
    assert solved(first, work=work) == [truth(first)]
    assert work[_kernels._DEAL] == 1
    assert solved(second, work=work) == [truth(second)]
    assert work[_kernels._DEAL] == 2


def sure(endgame: Endgame) -> tuple[int, int]:
    """What the bounds promise to each side, declarer's first."""
    kernels = plain("gamelore.oracles.forty_two._kernels")
    work = np.zeros(kernels.WORK_SIZE, np.int64)
    masks = np.array([mask_of(hand) for hand in endgame.hands], np.int64)
    kernels.new_deal(work, masks, endgame.trump, endgame.declarer, 1)
    left = int(work[0] | work[1] | work[2] | work[3])
    bounds = int(kernels._bounds(work, left, (endgame.leader - endgame.declarer) % 4, points_left(endgame)))
    return bounds & 63, bounds >> 6


def points_left(endgame: Endgame) -> int:
    return len(endgame.hands[0]) + sum(domino.points for hand in endgame.hands for domino in hand)


def test_no_side_is_promised_more_than_it_takes() -> None:
    close = 0
    for endgame in (*random_endgames(81, 2, 270), *random_endgames(31, 3, 18)):
        ours, theirs = sure(endgame)
        value = truth(endgame)
        assert ours <= value <= points_left(endgame) - theirs
        close += ours == points_left(endgame) - theirs
    assert close > 40, "often the bounds meet, and no search is needed"


@pytest.mark.parametrize(
    ("endgame", "promised"),
    [
        # The two highest trumps, one in each hand of a side, may fall in one trick: the richer one counts.
        (endgame_of("6-6 3-1", "4-2 2-0", "6-5 2-1", "6-0 1-0", trump=6, leader=3), (1, 0)),
        (endgame_of("6-5 3-1", "4-2 2-0", "6-4 2-1", "6-0 1-0", trump=6, leader=3), (11, 0)),
        # Two in one hand win two tricks.
        (endgame_of("6-5 6-4", "4-2 2-0", "5-1 2-1", "6-0 1-0", trump=6, leader=3), (12, 0)),
        # The other side's; and a trump below one of the other side is not sure.
        (endgame_of("6-0 3-1", "6-4 2-0", "5-1 2-1", "6-5 1-0", trump=6, leader=0), (0, 11)),
        (endgame_of("6-4 6-0", "6-5 2-0", "5-1 2-1", "4-3 1-0", trump=6, leader=2), (0, 1)),
        # The leader draws the last trump and cashes what nobody can beat any more: all that is left.
        (endgame_of("6-5 5-5", "6-4 2-0", "3-1 2-1", "4-3 1-0", trump=6, leader=0), (22, 0)),
        # A plain domino that somebody beats is no winner, nor one that a trump may take.
        (endgame_of("6-5 5-4", "6-4 5-5", "3-1 2-1", "4-3 1-0", trump=6, leader=0), (1, 0)),
        (endgame_of("6-5 5-5", "6-4 6-0", "3-1 2-1", "4-3 1-0", trump=6, leader=0), (1, 0)),
        # Without trumps winners are cashed as well.
        (endgame_of("5-5 4-1", "6-4 4-0", "3-1 2-1", "4-3 1-0", trump=8, leader=0), (11, 0)),
        (endgame_of("5-5 4-1", "6-4 4-0", "3-1 2-1", "4-3 1-0", trump=8, leader=0, declarer=1), (0, 11)),
    ],
)
def test_what_is_sure_is_promised(endgame: Endgame, promised: tuple[int, int]) -> None:
    assert sure(endgame) == promised
    value = truth(endgame)
    assert promised[0] <= value <= points_left(endgame) - promised[1]


def tried(endgame: Endgame, ordered: bool = True) -> str:
    """The legal dominoes in the order in which the search tries them."""
    kernels = plain("gamelore.oracles.forty_two._kernels")
    work = np.zeros(kernels.WORK_SIZE, np.int64)
    solved(
        endgame, low=0, high=0, work=work, kernels=kernels, ordered=ordered
    )  # an empty window lays the position out, no more
    by_bit = {int(kernels.BIT_OF[endgame.trump, domino.number]): domino for domino in DOMINOES}
    legal = sum(1 << bit for bit, domino in by_bit.items() if domino in endgame.legal())
    seat = (endgame.leader + len(endgame.trick) - endgame.declarer) % 4
    count = kernels._order_moves(work, kernels._ROOT, seat, legal)
    start = int(kernels._ROOT + kernels._MOVES)
    scored = sorted(work[start : start + int(count)].tolist(), reverse=True)
    return " ".join(str(by_bit[entry & 31]) for entry in scored)


@pytest.mark.parametrize(
    ("hands", "order"),
    [
        # What no opponent can beat: counters first, then what draws the most, then the higher one.
        (("6-5 5-5 4-4 4-1 3-2", "6-0 5-2 5-1 4-0 1-1", "3-3 2-1 2-0 0-0 3-0", "5-4 4-3 4-2 2-2 1-0"),
         "5-5 4-4 6-5 4-1 3-2"),
        (("0-0 4-4", "5-1 3-1", "2-0 5-4", "3-3 2-2"), "4-4 0-0"),
        # What partner wins: counters first, the higher one of equals.
        (("5-0 5-2 4-2 4-1", "5-1 6-6 4-3 4-0", "5-5 4-4 1-1 1-0", "5-4 3-0 2-2 2-1"), "5-0 4-1 5-2 4-2"),
        # Before a trump that is lost, and a trump before other losers; of those the ones without counters.
        (("6-5 5-0 4-1 3-1 2-0", "6-6 6-1 5-2 4-3 3-3", "5-5 4-4 1-1 0-0 1-0", "5-4 4-2 2-2 3-0 2-1"),
         "5-0 4-1 6-5 3-1 2-0"),
        (("6-0 6-4 5-0 3-1 3-2", "6-6 6-5 5-5 3-3 4-4", "4-3 4-2 1-1 0-0 1-0", "5-4 5-3 2-2 3-0 2-1"),
         "6-0 6-4 3-1 5-0 3-2"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("turn", [0, 1])
def test_leads_are_tried_in_the_stated_order(hands: tuple[str, ...], order: str, turn: int) -> None:
    turned = hands if turn == 0 else (hands[3], *hands[:3])
    assert tried(endgame_of(*turned, trump=6, leader=turn)) == order


@pytest.mark.parametrize(
    ("trick", "hands", "order"),
    [
        # The last hand: where partner has it, counters and no trumps; else win, with counters, as low as may be.
        ("2-0 6-1 4-3", ("2-2", "3-0", "4-0", "5-5 6-0 3-1 4-1 6-4"), "5-5 4-1 3-1 6-4 6-0"),
        ("5-1 0-0 5-2", ("2-2", "3-0", "4-0", "6-4 6-0 6-1 3-2 1-1"), "6-4 6-0 6-1 1-1 3-2"),
        # The second hand: what the next can beat costs no counters, what he cannot wins them.
        ("5-1", ("2-2 3-3", "5-5 5-0 5-3 5-4", "6-6 1-1 2-1 1-0", "3-0 2-0 4-0 4-1"), "5-3 5-4 5-5 5-0"),
        ("5-1", ("2-2 3-3", "5-5 5-0 5-3 5-4", "6-2 5-2 2-1 1-0", "3-0 2-0 4-0 4-1"), "5-5 5-3 5-4 5-0"),
        # Partner, who plays last, takes it: counters.
        ("5-4", ("2-2 3-3", "5-0 5-2 5-3", "1-1 2-1 1-0", "6-6 3-0 2-0 4-0"), "5-0 5-2 5-3"),
        ("5-4", ("2-2 3-3", "4-1 6-0 2-1 3-2 6-4", "5-1 3-1 1-0", "5-5 3-0 2-0 4-0"), "6-4 6-0 3-2 4-1 2-1"),
        # The third hand: nothing for the others, not even where partner is ahead for now.
        ("5-5 6-6", ("2-2 3-3", "4-0 1-1", "4-1 3-2 1-0 0-0 6-0", "3-0 2-0 4-3"), "1-0 0-0 3-2 4-1 6-0"),
        ("5-1 6-0", ("2-2 3-3", "4-0 1-1", "5-5 5-0 5-3 5-4", "5-2 2-0 4-3"), "5-3 5-4 5-0 5-5"),
        ("5-4 5-1", ("2-2 3-3", "4-0 1-1", "5-5 5-0 5-3 6-1", "6-5 2-0 4-3"), "5-3 5-0 5-5"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("turn", [0, 1])
def test_replies_are_tried_in_the_stated_order(trick: str, hands: tuple[str, ...], order: str, turn: int) -> None:
    turned = hands if turn == 0 else (hands[3], *hands[:3])
    assert tried(endgame_of(*turned, trump=6, leader=turn, trick=trick)) == order


def test_without_an_order_no_move_is_preferred() -> None:
    endgame = endgame_of("6-5 5-5 4-4 3-2", "6-0 5-2 5-1 4-0", "3-3 2-1 2-0 0-0", "5-4 4-3 4-2 2-2", trump=6)
    assert tried(endgame, ordered=False) == "6-5 5-5 4-4 3-2", "by their bits, nothing else"
    replying = endgame_of("2-2", "3-0", "4-0", "5-5 6-0 3-1 4-1 6-4", trump=6, trick="2-0 6-1 4-3")
    assert tried(replying, ordered=False) == "6-4 6-0 5-5 4-1 3-1"


def positions_looked_at(endgames: Iterable[Endgame], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many frames the search opens in all for exact values."""
    kernels = plain("gamelore.oracles.forty_two._kernels")
    enter, opened = kernels._enter, []

    def counted(work: Ints, frame: np.uint64) -> int:
        opened.append(frame)
        found = int(enter(work, frame))
        if found < 0 and work[frame + kernels._PLACE] == 0:
            assert kernels._TABLE <= work[frame + kernels._SLOT] < kernels.WORK_SIZE, "the table keeps to its place"
        return found

    monkeypatch.setattr(kernels, "_enter", counted)
    for endgame in endgames:
        solved(endgame, kernels=kernels)
    return len(opened)


@pytest.mark.parametrize(("tricks", "number", "most"), [(4, 27, 4372), (5, 9, 4068)])
def test_the_search_stays_narrow(tricks: int, number: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves in good order, bounds and the table: whoever opens more positions has made the solver slower."""
    assert positions_looked_at(random_endgames(90 + tricks, tricks, number), monkeypatch) <= most
