"""Points and marks of 42, move by move, with every boundary: what makes a contract, what sets it, what is refused.

The battery of the mutants of the scoring (docs/mutation.md).
"""

from __future__ import annotations

import re

import pytest

from gamelore.base.errors import BadText, ImpossibleState
from gamelore.games.core import NOBODY
from gamelore.games.forty_two.dominoes import DOUBLES, NO_TRUMP, Domino, parse_domino, parse_hand
from gamelore.games.forty_two.rules import (
    MODERN,
    PASS,
    THESIS,
    Bid,
    FortyTwoAction,
    NameTrump,
    Play,
    RuleSet,
    calls_text,
    last_bid,
    marks_of,
    parse_action,
    parse_calls,
)
from gamelore.games.forty_two.table import BIDDING, NAMING, OVER, PLAYING, Table, Trick, replay

FOUR = tuple(map(parse_domino, ("0-0", "1-0", "2-0", "3-0")))
HAND = parse_hand("5-5 5-1 4-4 6-4 1-0 2-1 3-2")


def won(*points: tuple[int, int]) -> tuple[Trick, ...]:
    """Tricks by winner and points; the dominoes do not matter here."""
    return tuple(Trick(0, FOUR, winner, worth) for winner, worth in points)


def table(contract: int, *points: tuple[int, int], declarer: int = 0, rules: RuleSet = THESIS) -> Table:
    calls = tuple(contract if seat == declarer else 0 for seat in range(4))
    return Table(rules, 0 if rules is THESIS else 3, calls, 4, won(*points), declarer)


def line(text: str) -> list[FortyTwoAction]:
    return [parse_action(part) for part in text.split(",")]


def test_seats_opposite_each_other_share_their_points() -> None:
    found = table(30, (0, 11), (1, 6), (2, 1), (3, 16))
    assert (found.points(0), found.points(1)) == (12, 22)


@pytest.mark.parametrize(
    ("contract", "ours", "theirs", "made"),
    [
        (30, 29, 12, None), (30, 30, 0, True), (30, 29, 13, False), (31, 30, 11, None), (31, 30, 12, False),
        (41, 41, 1, True), (41, 40, 1, None), (41, 0, 2, False), (42, 41, 0, None), (42, 41, 1, False),
        (42, 42, 0, True), (84, 41, 0, None), (84, 42, 0, True), (84, 0, 1, False), (168, 42, 0, True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("declarer", range(4))
def test_a_contract_is_made_or_set_with_the_very_point(
    contract: int, ours: int, theirs: int, made: bool | None, declarer: int
) -> None:
    found = table(contract, (declarer, ours), ((declarer + 1) % 4, theirs), declarer=declarer)
    assert (found.declarer, found.contract, found.needed) == (declarer, contract, min(contract, 42))
    assert found.made() is made
    assert found.stage == (PLAYING if made is None else OVER)
    outcome = found.outcome()
    if made is None:
        assert outcome is None
        return
    assert outcome is not None
    marks = max(1, contract // 42)
    ahead = declarer % 2 if made else 1 - declarer % 2
    assert outcome.returns == tuple(float(marks if seat % 2 == ahead else -marks) for seat in range(4))
    assert outcome.unit == "marks"
    assert outcome.why == f"bid {contract} {'made' if made else 'set'}, {ours} points to {theirs}"


def test_a_bid_is_worth_one_mark_up_to_forty_two_and_then_one_for_each_forty_two() -> None:
    assert [marks_of(contract) for contract in (30, 41, 42, 83, 84, 126, 168)] == [1, 1, 1, 1, 2, 3, 4]


def test_a_deal_that_all_pass_is_worth_nothing() -> None:
    rules = RuleSet(all_pass="reshake")
    passed = Table(rules, 2, (0, 0, 0, 0))
    outcome = passed.outcome()
    assert outcome is not None
    assert (outcome.returns, outcome.unit, outcome.why) == ((0.0, 0.0, 0.0, 0.0), "marks", "all passed")
    assert (passed.stage, passed.declarer, passed.current_player(), passed.legal_actions(HAND)) == (
        OVER, NOBODY, NOBODY, (),
    )  # fmt: skip


def test_who_calls_is_counted_from_the_dealer_in_the_thesis_and_from_his_left_in_the_modern_game() -> None:
    thesis, modern = Table(THESIS, 3, (30, 0)), Table(MODERN, 3, (30, 0))
    assert [thesis.caller(place) for place in range(4)] == [3, 0, 1, 2]
    assert [modern.caller(place) for place in range(4)] == [0, 1, 2, 3]
    assert [thesis.call_of(seat) for seat in range(4)] == [0, None, None, 30]
    assert [modern.call_of(seat) for seat in range(4)] == [30, 0, None, None]
    assert (thesis.declarer, modern.declarer) == (3, 0)
    assert (thesis.current_player(), modern.current_player()) == (1, 2)
    assert Table(MODERN, 1).current_player() == 2


def test_a_hand_goes_from_calls_to_trump_to_play() -> None:
    start = Table(MODERN, 0)
    assert (start.stage, start.contract, start.declarer) == (BIDDING, 0, NOBODY)
    called = replay(start, line("pass, bid 30, bid 31, pass"), 1, HAND)
    assert (called.calls, called.stage, called.contract, called.declarer) == ((0, 30, 31, 0), NAMING, 31, 3)
    assert called.current_player() == 3
    assert str(called) == "pass, bid 30, bid 31, pass"
    assert called.legal_actions(HAND) == tuple(NameTrump(trump) for trump in (*range(7), DOUBLES, NO_TRUMP))
    named = called.after(NameTrump(4))
    assert (named.stage, named.trump, named.leader, named.current_player()) == (PLAYING, 4, 3, 3)
    assert named.legal_actions(HAND) == tuple(Play(domino) for domino in HAND)
    assert str(named) == "pass, bid 30, bid 31, pass, trump 4"


def test_a_trick_goes_to_its_winner_with_its_points_and_he_leads() -> None:
    led = replay(Table(MODERN, 0), line("bid 30, pass, pass, pass, trump 4, play 5-5, play 5-0, play 6-4"), 0, ())
    assert led.trick == tuple(map(parse_domino, ("5-5", "5-0", "6-4")))
    assert (led.current_player(), led.tricks) == (0, ())
    done = led.after(Play(parse_domino("6-5")))
    assert done.tricks == (Trick(1, (*led.trick, parse_domino("6-5")), 3, 26),)
    assert (done.leader, done.trick, done.current_player()) == (3, (), 3)
    assert done.points(1) == 26
    further = done.after(Play(parse_domino("3-1")))
    assert further.plays() == tuple(
        (seat, parse_domino(text)) for seat, text in [(1, "5-5"), (2, "5-0"), (3, "6-4"), (0, "6-5"), (3, "3-1")]
    )
    assert [str(action) for action in further.actions()][4:] == [
        "trump 4", "play 5-5", "play 5-0", "play 6-4", "play 6-5", "play 3-1",
    ]  # fmt: skip


def test_the_suit_led_must_be_followed_and_whoever_does_not_has_shown_to_be_without_it() -> None:
    named = replay(Table(MODERN, 0), line("bid 30, pass, pass, pass, trump 4"), 0, ())
    assert named.suit_to_follow() is None
    assert named.voids() == (frozenset(),) * 4
    led = named.after(Play(parse_domino("6-5")))
    assert led.suit_to_follow() == 6
    assert led.playable(HAND) == HAND, "the 6-4 is a trump here, so nothing follows"
    assert led.playable(tuple(map(parse_domino, ("6-1", "5-5", "6-4")))) == (parse_domino("6-1"),)
    own = map(parse_domino, ("6-4", "4-4"))
    shown = replay(led, line("play 5-1, play 6-0, play 6-4, play 4-4, play 3-1"), 0, tuple(own))
    assert shown.voids() == (frozenset({6}), frozenset({4}), frozenset({6}), frozenset())
    assert shown.suit_to_follow() == 4
    assert shown.plays()[-2:] == ((0, parse_domino("4-4")), (1, parse_domino("3-1")))
    again = shown.after(Play(parse_domino("3-3")))
    assert again.voids() == (frozenset({6}), frozenset({4}), frozenset({6, 4}), frozenset())


def test_a_domino_with_a_trump_half_leads_follows_and_is_missed_as_a_trump() -> None:
    named = replay(Table(MODERN, 0), line("bid 30, pass, pass, pass, trump 4"), 0, ())
    led = named.after(Play(parse_domino("6-4")))
    assert led.suit_to_follow() == 4
    assert led.playable(HAND) == (parse_domino("4-4"), parse_domino("6-4"))
    assert replay(led, line("play 6-6"), 0, ()).voids()[2] == {4}
    ruffed = "play 6-5, play 5-1, play 6-0, play 6-1, play 3-3, play 6-4"
    assert replay(named, line(ruffed), 0, (parse_domino("6-1"),)).trick[-1] == parse_domino("6-4")
    with pytest.raises(ImpossibleState, match="'play 6-2': its player had shown to hold none of that suit"):
        replay(named, line(ruffed.replace("6-4", "6-2")), 0, (parse_domino("6-1"),))


def test_tricks_lie_open_below_forty_two_and_only_the_last_ones_from_there_on() -> None:
    four = ((0, 1), (2, 1), (0, 6), (2, 11))
    assert table(41, *four).tricks_on_show() == won(*four)
    assert table(42, *four).tricks_on_show() == won(*four)[2:]
    assert table(42, *four[:1]).tricks_on_show() == won(*four)[:1]
    assert table(84, *four, rules=RuleSet(tricks_seen_at_marks=0)).tricks_on_show() == ()
    assert table(84, *four, rules=RuleSet(tricks_seen_at_marks=7)).tricks_on_show() == won(*four)
    assert table(84, *four, rules=RuleSet(tricks_seen_at_marks=3)).tricks_on_show() == won(*four)[1:]


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ("bid 29", "forty_two: action 1, 'bid 29': is not possible here"),
        ("bid 30, bid 30", "forty_two: action 2, 'bid 30': is not possible here"),
        ("pass, pass, pass, pass", "forty_two: action 4, 'pass': is not possible here"),
        ("bid 30, play 6-6", "forty_two: action 2, 'play 6-6': is not possible here"),
        ("bid 30, pass, pass, pass, trump 4, play 6-6", "forty_two: action 6, 'play 6-6': is not possible here"),
        ("pass, bid 30, pass, pass, trump 4, play 5-5", "forty_two: action 6, 'play 5-5': is not possible here"),
        (
            "pass, bid 30, pass, pass, trump 4, play 6-6, play 6-6",
            "forty_two: action 7, 'play 6-6': is not possible here",
        ),
        (
            "pass, bid 30, pass, pass, trump 6, play 6-6, play 5-0, play 6-5, play 6-4, play 6-3, play 6-2",
            "forty_two: action 11, 'play 6-2': its player had shown to hold none of that suit",
        ),
        (
            "bid 42, pass, pass, pass, trump 2, play 2-1, play 2-2, play 0-0, play 1-1, play 6-6",
            "forty_two: action 10, 'play 6-6': the contest is over",
        ),
    ],
)
def test_a_line_that_contradicts_what_a_seat_knows_is_refused_where_it_does(actions: str, message: str) -> None:
    with pytest.raises(ImpossibleState, match=f"^{re.escape(message)}$"):
        replay(Table(THESIS, 0), line(actions), 0, HAND)


def test_what_a_seat_played_it_no_longer_holds() -> None:
    played = "bid 30, pass, pass, pass, trump 5, play 5-5, play 5-0, play 5-2, play 5-3"
    assert replay(Table(THESIS, 0), line(played), 0, HAND).points(0) == 16
    with pytest.raises(ImpossibleState, match="action 10, 'play 5-5': is not possible here"):
        replay(Table(THESIS, 0), line(f"{played}, play 5-5"), 0, HAND)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"opening_limit": 41}, "opening_limit must be a multiple of 42, found 41"),
        ({"opening_limit": 0}, "opening_limit must be a multiple of 42, found 0"),
        ({"raise_limit": 43}, "raise_limit must be a multiple of 42, found 43"),
        ({"dealer_calls": "never"}, "dealer_calls must be 'first' or 'last', found 'never'"),
        ({"all_pass": "weep"}, "all_pass must be 'forced' or 'reshake', found 'weep'"),
        ({"tricks_seen_at_marks": -1}, "tricks_seen_at_marks lies between 0 and 7, not -1"),
        ({"tricks_seen_at_marks": 8}, "tricks_seen_at_marks lies between 0 and 7, not 8"),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        RuleSet(**settings)  # type: ignore[arg-type]


def test_limits_of_one_mark_are_allowed() -> None:
    house = RuleSet(opening_limit=42, raise_limit=42)
    assert house.legal_bids(39) == (40, 41, 42)
    assert house.legal_bids(42) == (84,)


def test_the_first_bid_of_marks_has_a_limit_of_its_own() -> None:
    assert RuleSet(opening_limit=126, raise_limit=42).legal_bids(40) == (41, 42, 84, 126)
    assert RuleSet(opening_limit=42, raise_limit=84).legal_bids(40) == (41, 42)


def test_houses_allow_further_trumps_each_by_itself() -> None:
    assert THESIS.trumps == tuple(range(7))
    assert RuleSet(dealer_calls="last", doubles_trump=True).trumps == (*range(7), DOUBLES)
    assert RuleSet(no_trump=True).trumps == (*range(7), NO_TRUMP)


def test_only_the_last_of_four_must_bid_and_only_when_that_is_the_rule() -> None:
    assert THESIS.must_bid((0, 0, 0))
    assert not THESIS.must_bid((0, 0))
    assert not THESIS.must_bid((0, 30, 0))
    assert not RuleSet(all_pass="reshake").must_bid((0, 0, 0))
    assert Table(THESIS, 0, (0, 0, 0)).legal_actions(HAND)[0] == Bid(30)
    assert Table(THESIS, 0, (0, 0)).legal_actions(HAND)[:2] == (PASS, Bid(30))


@pytest.mark.parametrize(
    ("calls", "message"),
    [
        ((30, 0, 0, 0, 0), "forty_two: 5 calls, but each of the four players calls once"),
        ((0, 0, 0, 0), "forty_two: the last player must bid when all others passed"),
        ((30, 0, 30), "forty_two: bid 30 is not allowed after bid 30, pass"),
        ((29,), "forty_two: bid 29 is not allowed after no call"),
    ],
)
def test_calls_that_cannot_be_are_refused_by_the_first_wrong_one(calls: tuple[int, ...], message: str) -> None:
    with pytest.raises(ImpossibleState, match=f"^{message}$"):
        THESIS.check_calls(calls)


def test_calls_that_can_be_are_accepted() -> None:
    for calls in ((), (0, 0, 0, 30), (30, 31, 42, 84), (0, 42, 0, 126)):
        THESIS.check_calls(calls)
    RuleSet(all_pass="reshake").check_calls((0, 0, 0, 0))
    assert [last_bid(calls) for calls in ((), (0, 0), (30, 0), (0, 30, 31))] == [0, 0, 30, 31]


def test_calls_and_actions_read_back_from_their_texts() -> None:
    assert calls_text((30, 0, 42)) == "bid 30, pass, bid 42"
    assert calls_text(()) == "no call"
    assert parse_calls("bid 30, pass,, bid 42") == (30, 0, 42)
    assert parse_calls("") == ()
    actions: tuple[FortyTwoAction, ...] = (PASS, Bid(31), NameTrump(NO_TRUMP), Play(Domino(6, 4)))
    assert [str(action) for action in actions] == ["pass", "bid 31", "trump none", "play 6-4"]
    assert tuple(parse_action(str(action)) for action in actions) == actions
    assert parse_action("bid 99999") == Bid(99999)


@pytest.mark.parametrize("text", ["", "pass on", "bid", "bid -1", "bid ²", "bid 123456", "trump", "play", "fold"])
def test_a_text_that_is_no_action_says_what_is_expected(text: str) -> None:
    message = f"forty_two: expected 'pass', 'bid N', 'trump SUIT' or 'play H-L', found '{text}'"
    with pytest.raises(BadText, match=f"^{re.escape(message)}$"):
        parse_action(f" {text} ")


def test_a_trump_among_the_calls_is_no_call() -> None:
    with pytest.raises(BadText, match=r"^forty_two: 'trump 4' is not a call; expected 'pass' or 'bid N'$"):
        parse_calls("bid 30, trump 4")
