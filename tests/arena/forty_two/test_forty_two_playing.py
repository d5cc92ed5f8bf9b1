"""Hands of 42 priced by playing them out: the same every time, lower than open play, and read without a correction."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from gamelore.arena.forty_two.played_prices import FILE, played_out, read_played, stored_prices
from gamelore.arena.forty_two.playing import DEALS
from gamelore.base.errors import DamagedFile
from gamelore.base.files import read_text
from gamelore.games.forty_two.bulk import mask_of
from gamelore.lab.forty_two.labelled_hands import stored_rounds
from gamelore.learners.signatures.cogap.marks import marks_of_calls
from gamelore.oracles.forty_two.labelled_store import LabelledHand
from gamelore.oracles.forty_two.labels import PLAYED_OUT, RULES


@cache
def rounds(n: int) -> tuple[list[LabelledHand], list[LabelledHand]]:
    hands = [hand for four in stored_rounds("choose")[:n] for hand in four]
    return hands, played_out(hands)


@pytest.mark.slow
def test_a_hand_is_priced_by_itself_and_the_same_every_time() -> None:
    hands, priced = rounds(2)
    assert [hand.dominoes for hand in priced] == [hand.dominoes for hand in hands]
    again = played_out(hands[4:], stored={})  # what stands in the file is what comes out when it is played
    assert again == priced[4:]
    assert all(price.deals == DEALS for hand in priced for price in hand.prices.values())
    assert [hand.calls for hand in priced[:2]] == [(), (priced[0].label.call,)]


def test_open_play_is_more_hopeful_than_hands_played_out() -> None:
    hands, priced = rounds(2)
    for before, after in zip(hands, priced, strict=True):
        assert before.prices.keys() == after.prices.keys()
        assert all(after.prices[trump].share(30) <= before.prices[trump].share(30) + 0.1 for trump in after.prices)
    assert np.mean([h.label.strength for h in hands]) > 1 + np.mean([h.label.strength for h in priced])


def test_a_contract_is_worth_what_was_made_of_it() -> None:
    _, priced = rounds(2)
    opener = next(hand for hand in priced if not hand.calls)
    four = priced[:4] if opener is priced[0] else priced[4:8]
    passing = replace(four[0], label=replace(four[0].label, strength=28.0))
    alone = [four[0], *(replace(passing, dominoes=hand.dominoes, place=hand.place) for hand in four[1:])]
    thirty = marks_of_calls(alone, 0, PLAYED_OUT)[1]
    assert thirty == pytest.approx(2 * four[0].prices[four[0].label.trump].share(30) - 1)
    assert PLAYED_OUT.name not in RULES  # nobody labels prices of open play by it


def test_every_hand_of_the_store_has_been_played_out_and_those_to_report_on_twice() -> None:
    known = stored_prices()
    for set_, seeds in (("choose", (0,)), ("report", (0, 1))):
        for hand in (hand for four in stored_rounds(set_) for hand in four):
            for seed in seeds:
                assert known[mask_of(hand.dominoes), seed].keys() == hand.prices.keys()
    assert all(price.deals == DEALS for prices in known.values() for price in prices.values())


def test_a_damaged_file_of_prices_is_named_with_its_line() -> None:
    head, *lines = read_text(FILE).splitlines()[:3]
    two = head.replace('"hands":3200', '"hands":2')
    assert len(read_played("\n".join((two, *lines)), "p")) == 2
    for text, words in (
        ("", "p:1"),
        (two.replace('"version":1', '"version":9'), "p:1: expected version 1"),
        ("\n".join((two, lines[0])), "p: holds 1 hands"),
        ("\n".join((two, lines[0], "{}")), "p:3: not a hand"),
        ("\n".join((two, lines[0], lines[1].replace("[", "[9,", 1))), "p:3: expected 15 counts"),
    ):
        with pytest.raises(DamagedFile, match=words):
            read_played(text, "p")
