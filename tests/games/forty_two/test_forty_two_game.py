"""The rules of 42: the sample deal, calls, play, marks, texts and refusals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelore.base.errors import BadSetting, BadText, GameloreError, IllegalAction, ImpossibleState, UnknownName
from gamelore.games.check import check_game
from gamelore.games.core import NOBODY
from gamelore.games.forty_two import (
    Bid,
    FortyTwo,
    FortyTwoState,
    Play,
    draw_for_deal,
    first_dealer,
    make,
    parse_deal,
    parse_domino,
    random_deal,
)
from gamelore.games.forty_two.dominoes import is_trump
from gamelore.games.forty_two.rules import MODERN, THESIS, parse_calls

GAME = make()
MODERN_GAME = make("modern")

SAMPLE_DEAL = (
    "A | 5-5 5-1 4-4 6-4 1-0 2-1 3-2 | 2-2 6-2 5-3 5-4 4-0 3-3 1-1 "
    "| 0-0 6-0 2-0 5-2 4-2 4-3 3-1 | 6-6 6-5 6-3 6-1 4-1 3-0 5-0"
)
SAMPLE_LINE = (
    "bid 30, pass, bid 31, pass, trump 0, play 0-0, play 3-0, play 1-0, play 4-0, play 6-0, play 5-0, play 4-4, "
    "play 5-3, play 4-2, play 4-1, play 6-4, play 5-4, play 5-5, play 6-2, play 5-2, play 6-5"
)


def random_line(game: FortyTwo, seed: int, stop: int = 99) -> list[FortyTwoState]:
    rng = np.random.default_rng(seed)
    states = [game.new_initial_state(rng)]
    while not states[-1].is_terminal() and len(states) < stop:
        legal = states[-1].legal_actions()
        states.append(states[-1].child(legal[int(rng.integers(len(legal)))]))
    return states


@pytest.mark.parametrize("game", [GAME, MODERN_GAME])
def test_what_a_state_and_a_table_keep_is_what_they_find_when_they_are_made_anew(game: FortyTwo) -> None:
    for seed in range(40):
        for state in random_line(game, seed):
            anew = FortyTwoState(game, state.deal, replace(state.table))
            gone = {domino for _, domino in state.table.plays()}
            for seat in range(4):
                left = [domino for domino in state.deal.hands[seat] if domino not in gone]
                assert list(state.hand(seat)) == list(anew.hand(seat)) == left
                assert list(state.view(seat).hand) == left
            assert state.legal_actions() == anew.legal_actions()
            bids = [amount for amount in state.table.calls if amount]
            assert state.table.contract == (bids[-1] if bids else 0)
            declarer = state.table.declarer
            assert declarer == (NOBODY if not bids else state.table.caller(state.table.calls.index(bids[-1])))
            for team in (0, 1):
                assert state.table.points(team) == sum(t.points for t in state.table.tricks if t.winner % 2 == team)


def test_the_sample_deal_of_the_thesis_replays() -> None:
    state = GAME.parse_state(f"{SAMPLE_DEAL} : {SAMPLE_LINE}")
    assert [(t.winner, t.points) for t in state.table.tricks] == [(2, 1), (2, 6), (0, 16), (0, 11)]
    assert state.table.declarer == 2
    assert state.table.points(0) == 34
    assert state.returns() == (1.0, -1.0, 1.0, -1.0)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.why == "bid 31 made, 34 points to 0"


@pytest.mark.parametrize("game", [GAME, MODERN_GAME, make("modern", all_pass="reshake")])
def test_states_views_and_actions_read_back_from_their_texts(game: FortyTwo) -> None:
    for seed in range(12):
        for state in random_line(game, seed)[::3]:
            assert game.parse_state(str(state)) == state
            assert all(game.parse_action(str(action)) == action for action in state.legal_actions())
            for seat in range(4):
                assert game.parse_view(str(state.view(seat))) == state.view(seat)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([GAME, MODERN_GAME]))
def test_a_hand_is_zero_sum_partners_share_and_points_add_up(seed: int, game: FortyTwo) -> None:
    states = random_line(game, seed)
    last = states[-1]
    a, b, c, d = last.returns()
    assert a == c == -b == -d != 0
    table = last.table
    team = table.declarer % 2
    made = table.points(team) >= table.needed
    assert (last.returns()[table.declarer] > 0) == made
    assert made != (table.points(1 - team) >= 42 - table.needed + 1)
    assert sum(t.points for t in table.tricks) == table.points(0) + table.points(1) <= 42
    assert last.current_player() == NOBODY
    assert not last.legal_actions()
    before = states[-2].table
    assert before.outcome() is None, "play ends as soon as the contract is decided, not later"


def test_a_player_follows_suit_when_able_and_may_play_anything_otherwise() -> None:
    for seed in range(30):
        for state in random_line(GAME, seed):
            suit = state.table.suit_to_follow()
            if suit is None:
                continue
            hand, trump = state.hand(state.current_player()), state.table.trump
            assert trump is not None
            legal = {a.domino for a in state.legal_actions() if isinstance(a, Play)}
            following = {d for d in hand if (is_trump(d, trump) if suit == trump else suit in d and trump not in d)}
            assert legal == (following or set(hand))


def test_bids_are_thirty_to_forty_two_then_marks_and_must_rise() -> None:
    assert THESIS.legal_bids() == (*range(30, 43), 84)
    assert THESIS.legal_bids(36) == (*range(37, 43), 84)
    assert THESIS.legal_bids(41) == (42, 84)
    assert THESIS.legal_bids(42) == (84, 126), "at most 84 more than the last bid"
    assert THESIS.legal_bids(84) == (126, 168)
    assert MODERN.legal_bids(42) == (84,)
    assert MODERN.legal_bids(84) == (126,)


def test_auctions_can_be_counted_as_the_literature_does() -> None:
    """2,380 complete auctions when no bid may pass one mark: C(13, k) over the seats that bid, all-pass thrown in."""
    from math import comb

    house = make("modern", all_pass="reshake", opening_limit=42)
    rules = house.rules

    def count(calls: tuple[int, ...]) -> int:
        if len(calls) == 4:
            return 1
        bids = [b for b in rules.legal_bids(max(calls, default=0)) if b <= 42]
        return sum(count((*calls, b)) for b in (0, *bids))

    assert count(()) == sum(comb(4, k) * comb(13, k) for k in range(5)) == 2380


def test_the_dealer_calls_first_in_the_thesis_and_last_in_the_modern_game() -> None:
    deal = SAMPLE_DEAL.replace("A |", "C |", 1)
    assert GAME.initial_state(deal).current_player() == 2
    assert MODERN_GAME.initial_state(deal).current_player() == 3


def test_the_last_player_must_bid_when_all_others_passed() -> None:
    state = GAME.parse_state(f"{SAMPLE_DEAL} : pass, pass, pass")
    assert "pass" not in [str(a) for a in state.legal_actions()]
    with pytest.raises(IllegalAction, match="'pass' is not legal"):
        state.child(GAME.parse_action("pass"))


def test_a_deal_that_all_pass_is_thrown_in_under_the_reshake_rule() -> None:
    state = make("modern", all_pass="reshake").parse_state(f"{SAMPLE_DEAL} : pass, pass, pass, pass")
    assert state.is_terminal()
    assert state.returns() == (0.0, 0.0, 0.0, 0.0)
    assert MODERN_GAME.parse_state(f"{SAMPLE_DEAL} : pass, pass, pass").legal_actions()[0] == Bid(30)


def test_modern_declarers_may_name_no_trump_or_doubles() -> None:
    line = f"{SAMPLE_DEAL} : bid 30, pass, pass, pass"
    assert [str(a) for a in GAME.parse_state(line).legal_actions()] == [f"trump {s}" for s in range(7)]
    assert [str(a) for a in MODERN_GAME.parse_state(line).legal_actions()][7:] == ["trump doubles", "trump none"]


def test_marks_contracts_need_every_trick_and_count_their_marks() -> None:
    line = "pass, pass, bid 84, pass, trump 0, play 0-0, play 3-0, play 1-0, play 4-0, play 2-0, play 5-0, play 5-5"
    state = GAME.parse_state(f"{SAMPLE_DEAL} : {line}, play 1-1")
    assert state.returns() == (-2.0, 2.0, -2.0, 2.0), "5-0 takes 2-0, and one lost trick sets 84"
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.why == "bid 84 set, 1 points to 16"


def test_at_marks_only_the_last_two_tricks_lie_open() -> None:
    tricks = SAMPLE_LINE.replace("bid 31", "bid 42")
    state = GAME.parse_state(f"{SAMPLE_DEAL} : {tricks}")
    assert state.table.tricks_on_show() == state.table.tricks[2:]
    open_state = GAME.parse_state(f"{SAMPLE_DEAL} : {SAMPLE_LINE}")
    assert open_state.table.tricks_on_show() == open_state.table.tricks


def test_a_deal_turned_round_the_table_keeps_who_sits_left_of_whom() -> None:
    deal = parse_deal(SAMPLE_DEAL)
    assert deal.turned(1).hands[1] == deal.hands[0]
    assert deal.turned(1).dealer == 1
    assert deal.turned(2).turned(2) == deal == parse_deal(str(deal))


def test_random_deals_are_complete_and_repeat_with_their_seed() -> None:
    deal = random_deal(np.random.default_rng(3))
    assert deal == random_deal(np.random.default_rng(3))
    assert len({d for hand in deal.hands for d in hand}) == 28


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", GameloreError, "needs a deal"),
        ("A | 5-5", BadText, "found 2 parts"),
        (SAMPLE_DEAL.replace("A |", "E |", 1), BadText, "'E' is not a seat"),
        (SAMPLE_DEAL.replace("6-6", "5-5"), ImpossibleState, "5-5 is held by A and by D"),
        (SAMPLE_DEAL.replace("6-6", "7-6"), BadText, "'7-6' is not a domino"),
        (SAMPLE_DEAL.replace("6-6 ", ""), BadText, "hand of D: expected seven dominoes, found 6"),
        (f"{SAMPLE_DEAL} : bid 30, bid 30", ImpossibleState, "'bid 30' is not legal"),
        (f"{SAMPLE_DEAL} : bid 29", ImpossibleState, "'bid 29' is not legal"),
        (f"{SAMPLE_DEAL} : bid lots", BadText, "expected 'pass', 'bid N'"),
        (f"{SAMPLE_DEAL} : bid 30, pass, pass, pass, trump none", ImpossibleState, "'trump none' is not legal"),
        (f"{SAMPLE_DEAL} : bid 30, pass, pass, pass, trump 0, play 6-6", ImpossibleState, "'play 6-6' is not legal"),
    ],
)
def test_bad_states_get_one_clear_error(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        GAME.parse_state(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A", "expected 'SEAT"),
        ("A | dealer A | 5-5 5-1 4-4 6-4 1-0 2-1 3-2 0-0 |", "found 8"),
        ("A | dealer A | 5-5 5-1 4-4 6-4 1-0 2-1 3-2 | pass, pass, pass, pass", "'pass': is not possible"),
        (
            "A | dealer A | 5-5 5-1 4-4 6-4 1-0 2-1 3-2 | bid 30, pass, pass, pass, trump 5, play 5-5, play 6-6, "
            "play 5-0, play 5-2, play 5-1, play 6-5",
            "had shown to hold none",
        ),
        (
            "A | dealer A | 5-5 5-1 4-4 6-4 1-0 2-1 3-2 | bid 30, pass, pass, pass, trump 5, play 5-5, play 4-4",
            "is not possible here",
        ),
    ],
)
def test_views_that_cannot_be_are_refused(text: str, message: str) -> None:
    with pytest.raises(GameloreError, match=message):
        GAME.parse_view(text)


def test_rule_sets_are_named_and_checked() -> None:
    assert make("modern", all_pass="reshake").parameters == {"rules": "modern", "all_pass": "reshake"}
    assert make().parameters == {}
    assert make(**{k: v for k, v in MODERN_GAME.parameters.items() if isinstance(v, str)}) == MODERN_GAME
    with pytest.raises(UnknownName, match="did you mean 'modern'"):
        make("modem")
    with pytest.raises(BadSetting, match="opening_limit must be a multiple of 42"):
        make(opening_limit=50)
    with pytest.raises(UnknownName, match="setting 'name'"):
        make(name="mine")


def test_a_view_of_a_call_can_be_made_from_a_hand_and_the_calls_heard() -> None:
    hand = parse_deal(SAMPLE_DEAL).hands[2]
    view = GAME.view_of_call(hand, (30, 0))
    assert view.current_player() == view.seat == 2
    assert view.table.call_of(view.partner) == 30
    assert view.table.call_of(3) is None
    assert view == GAME.parse_state(f"{SAMPLE_DEAL} : bid 30, pass").view(2)
    assert MODERN_GAME.view_of_call(hand, (30, 0)).legal_actions()[0] == GAME.parse_action("pass")
    with pytest.raises(ImpossibleState, match="bid 29 is not allowed after bid 30"):
        GAME.view_of_call(hand, (30, 29))
    assert parse_calls("bid 30, pass") == (30, 0)
    with pytest.raises(BadText, match="is not a call"):
        parse_calls("trump 4")


@pytest.mark.parametrize("game", [GAME, MODERN_GAME, make("modern", all_pass="reshake")])
def test_the_game_keeps_every_promise_of_a_game(game: FortyTwo) -> None:
    report = check_game(game, np.random.default_rng(9), contests=6)
    assert report.finished == report.contests == 6


@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [("0-0 6-4 5-5 1-0", 1), ("0-0 5-5 6-4 1-0", 2), ("2-1 3-0 1-0 2-0", 1), ("6-6 6-5 5-5 4-4", 0)],
)
def test_the_most_pips_deal_first_and_the_highest_half_decides_between_equals(drawn: str, dealer: int) -> None:
    assert first_dealer([parse_domino(text) for text in drawn.split()]) == dealer


def test_four_different_dominoes_are_drawn_for_the_deal_by_the_seed() -> None:
    draws = {draw_for_deal(np.random.default_rng(seed)) for seed in range(50)}
    assert all(len(set(drawn)) == 4 for drawn in draws)
    assert len(draws) == 50
    assert {first_dealer(drawn) for drawn in draws} == {0, 1, 2, 3}
