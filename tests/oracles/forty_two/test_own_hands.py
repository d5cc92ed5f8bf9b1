"""Hands that a person labelled: what may be left out, what stands, what is refused."""

from __future__ import annotations

import json
import math

import pytest

from gamelore.base.errors import DamagedFile
from gamelore.games.forty_two.rules import MODERN
from gamelore.oracles.forty_two.labelled_store import load_store
from gamelore.oracles.forty_two.own_hands import parse_own_hands, parse_trump_word, whole_rounds

HAND = "0-0 6-0 2-2 4-2 2-0 5-5 5-3"


def lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_a_hand_and_a_call_are_enough_for_a_pass_and_a_bid_names_its_trump() -> None:
    passed, bid = parse_own_hands(
        lines({"hand": HAND, "call": "pass"}, {"hand": HAND, "call": 30, "trump": "blanks"}), "mine"
    ).hands
    assert (passed.label.call, passed.label.trump, passed.label.contract) == (0, -1, 0)
    assert math.isnan(passed.label.set_bid)
    assert (bid.label.call, bid.label.trump, bid.label.contract) == (30, 0, 30)
    assert not bid.prices
    with pytest.raises(DamagedFile, match="mine:1: who bids, or makes a contract, names a trump"):
        parse_own_hands(lines({"hand": HAND, "call": 30}), "mine")


def test_a_label_that_disagrees_with_its_counts_is_a_label() -> None:
    ours = [json.loads(hand.to_json()) for hand in load_store().hands[:4]]
    assert ours[0]["call"] == 30
    ours[0] |= {"call": 36, "contract": 40, "set_bid": 33.5}
    found = parse_own_hands(lines(*ours), "mine").hands
    assert (found[0].label.call, found[0].label.contract, found[0].label.set_bid) == (36, 40, 33.5)
    assert found[0].prices == load_store().hands[0].prices
    # The three others heard a 30, so the four are no longer a round whose calls led to each other.
    assert [len(some) for some in whole_rounds(found)] == [1, 1, 1, 1]


def test_our_hands_stand_among_a_persons_as_whole_rounds() -> None:
    ours = [json.loads(hand.to_json()) for hand in load_store().hands[:8]]
    mine = {"hand": HAND, "calls": "bid 30, pass", "call": 31, "trump": 0, "why": "saves partner"}
    found = parse_own_hands(lines({"version": 1, "rule": "thirty_only"}, *ours[:4], mine, *ours[4:]), "mine").hands
    assert [len(some) for some in whole_rounds(found)] == [4, 1, 4]
    assert found[:4] == load_store().hands[:4]
    assert (found[4].place, found[4].set, found[4].why) == (2, "choose", "saves partner")


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ([], "expected an object with at least 'hand' and 'call'"),
        ({"hand": HAND}, "expected an object with at least 'hand' and 'call'"),
        ({"hand": HAND, "call": True}, "field 'call' has the wrong form"),
        ({"hand": HAND, "call": 0, "colour": 1}, "field 'colour' is not known"),
        ({"hand": HAND, "call": 29, "trump": 0}, "bid 29 is not allowed"),
        ({"hand": HAND, "call": 30, "calls": "bid 31", "trump": 0}, "bid 30 is not allowed after bid 31"),
        ({"hand": HAND, "call": 0, "calls": "pass, pass, pass"}, "the last player must bid"),
        ({"hand": HAND, "call": 30, "trump": "hearts"}, "'hearts' is not a trump"),
        ({"hand": HAND, "call": 30, "trump": 3}, "threes cannot be trump: the hand has fewer than two of them"),
        ({"hand": HAND, "call": 30, "trump": 0, "contract": 20}, "a hand makes 28 to 42 or 84 on average, not 20"),
        ({"hand": HAND, "call": 0, "set_bid": 50}, "a hand sets 30 to 42 on average, not 50"),
        ({"hand": HAND, "call": "thirty", "trump": 0}, "found 'bid thirty'"),
        ({"hand": "0-0 1-1", "call": 0}, "expected seven dominoes"),
        ({"hand": HAND, "call": 0, "prices": {"0": [1]}}, "expected 15 counts"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(row: object, words: str) -> None:
    with pytest.raises(DamagedFile, match="mine:2: ") as caught:
        parse_own_hands(lines({"hand": HAND, "call": 0}, row), "mine")
    assert words in str(caught.value)


def test_a_first_line_must_be_one_of_ours_and_there_must_be_hands() -> None:
    with pytest.raises(DamagedFile, match="mine:1: store version 9"):
        parse_own_hands(lines({"version": 9}), "mine")
    with pytest.raises(DamagedFile, match="label rule 'guess' is not known"):
        parse_own_hands(lines({"version": 1, "rule": "guess"}), "mine")
    for empty in ("", "\n", lines({"version": 1})):
        with pytest.raises(DamagedFile, match="holds no hands"):
            parse_own_hands(empty, "mine")


def test_calls_are_those_of_the_rule_set() -> None:
    row = lines({"hand": HAND, "calls": "bid 42", "call": 126, "trump": 0})
    assert parse_own_hands(row, "mine").hands[0].label.contract == 84
    with pytest.raises(DamagedFile, match="bid 126 is not allowed"):
        parse_own_hands(row, "mine", MODERN)


def test_a_trump_has_a_number_and_a_word() -> None:
    assert [parse_trump_word(word) for word in ("4", "fours", " Blanks ")] == [4, 4, 0]
