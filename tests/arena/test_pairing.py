"""Pairing plans: everybody everywhere equally often, deals shared as the plan says."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.plain_games import Kuhn, Nim

from gamelore.arena.contest import ContestKey
from gamelore.arena.pairing import PAIRINGS, Seating, pairing
from gamelore.arena.players import Random
from gamelore.arena.tournament import seat_of, tournament
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.games import AnyGame, Record


@given(st.sampled_from(sorted(PAIRINGS)), st.integers(2, 5))
def test_a_whole_cycle_brings_everybody_to_every_seat_equally_often(name: str, seats: int) -> None:
    plan, game = PAIRINGS[name], Nim(seats=seats)
    turns = plan.turns(seats)
    seen = Counter(
        (seat, entrant)
        for number in range(len(turns))
        for seat, entrant in enumerate(plan.seating(game, seats, number).entrants)
    )
    assert len(set(seen.values())) == 1
    assert len(seen) == (seats * seats if plan.players_move else seats)


def test_alternate_takes_the_first_move_from_one_to_the_other_with_new_deals() -> None:
    plan = PAIRINGS["alternate"]
    assert [plan.seating(Nim(), 2, n) for n in range(3)] == [Seating((0, 1), 0), Seating((1, 0), 1), Seating((0, 1), 2)]


def test_a_team_that_enters_as_one_takes_all_its_seats() -> None:
    game = Nim(seats=4, partners=True)
    assert PAIRINGS["duplicate"].seating(game, 2, 1).entrants == (1, 0, 1, 0)
    assert PAIRINGS["duplicate"].seating(game, 4, 1).entrants == (3, 0, 1, 2)
    with pytest.raises(BadSetting, match="one entrant per seat"):
        PAIRINGS["duplicate"].seating(game, 3, 0)


def played(game: AnyGame, plan: str, contests: int) -> list[Record]:
    return list(tournament(game, [Random("a"), Random("b")], contests, ContestKey(5), pairing=PAIRINGS[plan]))


def hand(record: Record, entrant: int) -> str:
    return record.deal.split()[seat_of(record, entrant)]


def test_duplicate_play_gives_each_player_both_hands_of_a_deal() -> None:
    for first, second in zip(*[iter(played(Kuhn(), "duplicate", 12))] * 2, strict=True):
        assert first.deal == second.deal
        assert (hand(first, 0), hand(first, 1)) == (hand(second, 1), hand(second, 0))


def test_an_exchanged_first_actor_keeps_the_hands() -> None:
    for first, second in zip(*[iter(played(Kuhn(), "first_actor_exchanged", 12))] * 2, strict=True):
        assert seat_of(first, 0) != seat_of(second, 0)
        assert (hand(first, 0), hand(first, 1)) == (hand(second, 0), hand(second, 1))


def test_mirrored_play_tries_every_seat_with_every_hand() -> None:
    four = played(Kuhn(), "mirrored", 4)
    assert {(seat_of(record, 0), hand(record, 0)) for record in four} == {
        (seat, card) for seat in (0, 1) for card in four[0].deal.split()
    }


def test_an_unknown_plan_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="did you mean 'duplicate'"):
        pairing("duplicates")
    assert pairing("fixed").name == "fixed"
