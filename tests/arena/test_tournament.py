"""Scores: counted by hand, with intervals, over runs, and independent of who else is tested."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.plain_games import BET, PASS, Kuhn, Nim

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.players import Random
from gamelore.arena.roster import at_table, make_player
from gamelore.arena.tournament import Score, challenge, score, seat_of, seating, tournament
from gamelore.base.errors import BadSetting, DamagedFile, UnknownName
from gamelore.base.stats import wilson
from gamelore.games import Record, load_game
from gamelore.learners.registry import knowledge_digest, new_learner, save_agent
from gamelore.learners.rote import Rote, RoteSettings
from gamelore.learners.signatures.cogap.learner import PLAIN_PLAY


def test_a_score_counts_what_an_entrant_made_of_the_contests() -> None:
    nim = Nim()
    records = list(tournament(nim, [Random("a"), Random("b")], 21, ContestKey(3)))
    first, second = score(records, 0), score(records, 1)
    assert first.contests == second.contests == 21
    assert (first.wins, first.losses, first.total) == (second.losses, second.wins, -second.total)
    assert first.wins == sum(record.returns[record.players.index("a")] > 0 for record in records)
    assert first.plies == sum(len(record.actions) for record in records)
    assert [record.players for record in records[:2]] == [("a", "b"), ("b", "a")]


def test_a_score_by_hand() -> None:
    def record(returns: tuple[float, float], plies: int, seats: tuple[int, int]) -> Record:
        return Record("nim", ("a", "b"), ("take 1",) * plies, returns, "over", labels={"seating": seats})

    records = [record((1.0, -1.0), 3, (0, 1)), record((1.0, -1.0), 4, (1, 0)), record((0.0, 0.0), 5, (0, 1))]
    assert score(records) == Score(wins=1, draws=1, losses=1, total=0.0, plies=12)
    assert score(records[1:], 1) == Score(wins=1, draws=1, losses=0, total=1.0, plies=9)
    assert score([]) == Score()
    assert Score(1, 2, 3, 4.0, 5) + Score(10, 20, 30, 40.0, 50) == Score(11, 22, 33, 44.0, 55)


def test_the_score_of_a_part_and_of_the_rest_make_the_whole() -> None:
    records = list(tournament(Nim(), [Random("a"), Random("b")], 20, ContestKey(3)))
    assert score(records[:7]) + score(records[7:]) == score(records)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_reliability_and_power_are_shares_with_wilson_intervals(wins: int, draws: int, losses: int) -> None:
    found = Score(wins, draws, losses)
    assert found.contests == wins + draws + losses
    assert found.reliability == wilson(wins + draws, wins + draws + losses) or found.contests == 0
    assert found.power == wilson(wins, wins + draws + losses) or found.contests == 0
    if found.contests:
        assert found.reliability.mean >= found.power.mean
        assert found.power.low <= found.power.mean <= found.power.high


def test_chips_are_summed_as_they_are() -> None:
    kuhn = Kuhn()
    records = [play(kuhn, [Random("a"), Random("b")], ContestKey(number=n, seating=(0, 1))) for n in range(50)]
    found = score(records)
    assert found.total == sum(record.returns[0] for record in records)
    assert found.mean == found.total / 50
    assert {str(BET), str(PASS)} == {action for record in records for action in record.actions}


def test_the_first_move_goes_round_and_a_team_that_enters_as_one_takes_all_its_seats() -> None:
    assert [seating(Nim(), 2, n) for n in range(3)] == [(0, 1), (1, 0), (0, 1)]
    game = Nim(seats=4, partners=True)
    assert seating(game, 2, 1) == (1, 0, 1, 0)
    assert seating(game, 4, 1) == (3, 0, 1, 2)
    with pytest.raises(BadSetting, match=r"^nim needs one entrant per seat \(4\) or per team, not 3$"):
        seating(game, 3, 0)


def test_every_deal_is_played_from_both_sides() -> None:
    records = list(tournament(Kuhn(), [Random("a"), Random("b")], 40, ContestKey(5)))
    assert len({record.deal for record in records}) == 6
    for one, other in zip(records[::2], records[1::2], strict=True):
        assert (one.deal, one.players) == (other.deal, other.players[::-1])


def test_a_challenger_is_met_the_same_way_whoever_else_is_met() -> None:
    lose = load_game("lose_tic_tac_toe")
    both = challenge(lose, Random(), ["random", "reasonable"], 30, seed=4)
    alone = challenge(lose, Random(), ["reasonable"], 30, seed=4)
    assert both["reasonable"] == alone["reasonable"]
    assert challenge(lose, Random(), ["reasonable"], 30, seed=5) != alone


def test_progress_is_told_contest_by_contest() -> None:
    told: list[tuple[str, int]] = []
    challenge(Nim(), Random(), ["random"], 3, seed=1, progress=lambda name, record: told.append((name, len(told))))
    assert told == [("random", 0), ("random", 1), ("random", 2)]


def test_a_challenge_is_fifty_contests_of_the_test_phase_in_a_series_of_their_own() -> None:
    told: list[Record] = []
    scores = challenge(Nim(), Random(), ["random"], seed=3, progress=lambda _, record: told.append(record))
    assert scores == {"random": score(told)}
    assert [record.labels for record in told] == [
        {"seed": 3, "run": 0, "phase": "test", "contest": n, "series": "random", "seating": [n % 2, 1 - n % 2]}
        for n in range(50)
    ]
    again: list[Record] = []
    challenge(Nim(), Random(), ["random"], 1, seed=3, run=2, progress=lambda _, record: again.append(record))
    assert again[0].labels["run"] == 2
    with pytest.raises(UnknownName, match="player random"):
        challenge(Nim(), Random(), ["random"], 1, seed=3, nonsense=1)


def test_a_tournament_of_players_who_learn_nothing_is_of_the_test_phase() -> None:
    record = next(tournament(Nim(), [Random(), Random()], 1))
    assert record.labels["phase"] == "test"
    assert record.knowledge == (), "nobody here knows anything"


def test_a_tournament_continues_where_another_stopped() -> None:
    entrants = [Random("a"), Random("b")]
    whole = list(tournament(Nim(), entrants, 10, ContestKey(9)))
    parts = [*tournament(Nim(), entrants, 4, ContestKey(9)), *tournament(Nim(), entrants, 6, ContestKey(9, number=4))]
    assert whole == parts


def test_records_of_a_tournament_carry_what_a_learner_knew_and_nothing_is_learned() -> None:
    nim = Nim()
    learner = Rote(nim, RoteSettings())
    before = knowledge_digest(learner)
    records = list(tournament(nim, [learner, Random()], 4))
    assert records[0].knowledge == (before, "")
    assert records[1].knowledge == ("", before)
    assert knowledge_digest(learner) == before


def test_four_seats_and_two_teams_make_a_tournament() -> None:
    game = Nim(12, seats=4, partners=True)
    records = list(tournament(game, [Random("us"), Random("them")], 10, ContestKey(2)))
    assert records[0].players == ("us", "them", "us", "them")
    assert score(records, 0).wins == score(records, 1).losses


def test_who_only_bids_is_tested_with_the_playing_machine_behind_it(tmp_path: Path) -> None:
    game = load_game("forty_two")
    bidder = new_learner("cogap", game)
    save_agent(bidder, tmp_path / "bidder")
    entrants = (bidder, make_player(f"agent:{tmp_path / 'bidder'}", game))
    (record,) = tournament(game, entrants, 1, ContestKey(5))
    assert set(record.players) == {"cogap"}
    assert "sampled exact play" in record.deciders
    assert PLAIN_PLAY not in record.deciders
    assert knowledge_digest(bidder) in record.knowledge
    assert at_table(Random()).name == "random"


def test_a_record_that_does_not_say_who_sat_where_is_refused() -> None:
    record = play(Nim(), [Random(), Random()])
    nowhere = "^record of nim: no label 'seating' says who sat where$"
    for labels in ({}, {"seating": "01"}, {"seating": [0]}, {"seating": [0, 1, 2]}):
        with pytest.raises(DamagedFile, match=nowhere):
            seat_of(replace(record, labels=labels), 0)
    seated: Record = next(tournament(Nim(), [Random(), Random()], 1))
    with pytest.raises(BadSetting, match=r"^record of nim: entrant 5 did not play; seated were \[0, 1\]$"):
        seat_of(seated, 5)
    assert [seat_of(replace(seated, labels={"seating": (1, 0)}), entrant) for entrant in (0, 1)] == [1, 0]
