"""Maxims of 42: what is seen, how lines are told, and how a seat bids, names trump and plays by them."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.games.core import Action
from gamelore.games.forty_two import Bid, FortyTwo, FortyTwoView, parse_deal, parse_hand
from gamelore.games.forty_two.rules import parse_action
from gamelore.learners.features.forty_two.seen import (
    CALL,
    CALL_LIMITS,
    PLAY_CONDITIONS,
    PLAY_MEASURES,
    TRUMP_MEASURES,
    promise_of,
)
from gamelore.learners.maxims.forty_two import FortyTwoReader, trump_in_mind
from gamelore.learners.maxims.forty_two_words import BID, PLAY, forty_two_words
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Line, Maxims, parse_line, parse_list
from gamelore.learners.maxims.shipped import shipped_maxims
from gamelore.learners.maxims.texts import read_maxims, write_maxims
from gamelore.learners.maxims.words import MOST_WORDS

GAME = FortyTwo()
DEAL = parse_deal(
    "A | 5-5 5-1 4-4 6-4 1-0 2-1 3-2 | 2-2 6-2 5-3 5-4 4-0 3-3 1-1 "
    "| 0-0 6-0 2-0 5-2 4-2 4-3 3-1 | 6-6 6-5 6-3 6-1 4-1 3-0 5-0"
)
BIDDING = parse_list(
    "most suit_length; fewest suit_off_points; most suit_unbroken; not_partner and trumps_3 and double: most up_to_31; "
    "not_partner and trumps_4 and double: most up_to_42; fewest call"
)


def view_after(line: str) -> FortyTwoView:
    """What the seat to move sees after a line of play."""
    state = GAME.initial_state(str(DEAL))
    for part in filter(None, line.split(", ")):
        state = state.child(parse_action(part))
    view = state.view(state.current_player())
    assert isinstance(view, FortyTwoView)
    return view


def seen(line: str, measure: str) -> dict[str, float]:
    """A measure of every domino that may be played."""
    actions, values = FortyTwoReader(GAME).values(view_after(line), [Line(measure)])
    assert values[0] is not None
    return {str(action).removeprefix("play "): value for action, value in zip(actions, values[0], strict=True)}


def applies(line: str) -> set[str]:
    """The conditions that hold."""
    lines = [Line("pips", "most", name) for name in PLAY_CONDITIONS]
    values = FortyTwoReader(GAME).values(view_after(line), lines)[1]
    return {line.condition for line, value in zip(lines, values, strict=True) if value is not None}


LED = "pass, pass, bid 30, pass, trump 0"
"""C declares with 0-0 6-0 2-0 as trumps."""


def test_what_a_leader_sees_of_its_dominoes() -> None:
    assert seen(LED, "top_trump") == {"0-0": 1, "2-0": 0, "3-1": 0, "4-2": 0, "4-3": 0, "5-2": 0, "6-0": 1}
    assert seen(LED, "beaten_by")["6-0"] == 0 == seen(LED, "beaten_by")["0-0"]
    assert seen(LED, "beaten_by")["4-3"] == 3  # 4-4, 6-4 and 5-4
    assert seen(LED, "company") == {"0-0": 2, "2-0": 2, "3-1": 0, "4-2": 1, "4-3": 1, "5-2": 0, "6-0": 2}
    assert seen(LED, "safe")["0-0"] == 1
    assert seen(LED, "safe")["2-0"] == 0
    assert applies(LED) == {"always", "leading", "leading_bid", "trumps_out", "drawing"}


def test_what_the_others_see_of_a_trick() -> None:
    line = f"{LED}, play 0-0, play 3-0"
    assert applies(line) == {"always", "following", "partner_winning", "partner_sure"}
    assert seen(line, "points") == {"1-0": 0}
    line = f"{LED}, play 4-3, play 4-1"
    assert applies(line) == {"always", "following", "partner_winning", "partner_unsure", "counter_down"}
    assert seen(line, "beats") == {"4-4": 1, "6-4": 1}
    assert seen(line, "safe") == {"4-4": 0, "6-4": 0}  # B may have trumps
    assert seen(line, "loose_points") == {"4-4": 0, "6-4": 10}  # 6-6 and 6-5 beat it
    line = f"{line}, play 4-4"
    assert applies(line) == {"always", "following", "opponent_winning", "cannot_beat", "last", "counter_down"}


def test_who_could_not_follow_is_remembered() -> None:
    line = f"{LED}, play 0-0, play 3-0, play 1-0, play 4-0, play 6-0, play 5-0, play 2-1, play 1-1"
    assert seen(line, "opponents_void")["2-0"] == 1
    assert seen(line, "partner_void")["2-0"] == 1
    assert seen(line, "partner_void")["4-3"] == 0
    assert applies(line) == {"always", "leading", "leading_bid", "trumps_gone"}


def test_what_a_hand_promises() -> None:
    promise = promise_of(parse_hand("0-0 6-0 2-0 5-2 4-2 4-3 3-1"), 0)
    assert (promise.trumps, promise.unbroken, promise.offs, promise.off_points, promise.doubles) == (3, 2, 4, 0, 0)
    held = promise_of(parse_hand("5-5 5-4 6-6 6-5 6-4 3-2 1-1"), 5)
    assert (held.trumps, held.unbroken, held.offs, held.off_points, held.doubles) == (3, 3, 1, 5, 2)


@pytest.mark.parametrize(
    ("calls", "called"),
    [((), 30), ((30,), 31), ((0, 30), 31), ((31,), 0), ((30, 0), 0), ((0, 0, 0), 30), ((42,), 0)],
)
def test_a_hand_of_three_trumps_with_their_double_is_called_by_the_lines(calls: tuple[int, ...], called: int) -> None:
    assert called == _call("5-5 5-4 6-6 6-5 4-1 3-2 1-1", calls)


def test_four_trumps_with_their_double_go_on_and_a_poor_hand_passes() -> None:
    assert _call("5-5 5-4 5-1 6-5 4-1 3-2 1-1", (35,)) == 36
    assert _call("5-5 5-4 5-1 6-5 4-1 3-2 1-1", (42,)) == 0
    assert _call("5-0 4-3 2-1 6-4 6-2 3-1 0-0", ()) == 0


def _call(hand: str, calls: tuple[int, ...]) -> int:
    action: Action = _learner().decide(GAME.view_of_call(parse_hand(hand), calls), np.random.default_rng(0)).action
    return action.amount if isinstance(action, Bid) else 0


def _learner() -> MaximLearner:
    learner = MaximLearner(GAME, MaximLearner.preset(None))
    play = parse_list("opponent_winning: most beats; leading: most top; fewest pips")
    learner.maxims = Maxims((*BIDDING, *play), {"practised": 5})
    return learner


def test_a_bid_has_the_trump_in_mind_that_would_be_named() -> None:
    learner = _learner()
    view = view_after("pass, pass, bid 30, pass")
    assert str(learner.decide(view, np.random.default_rng(0)).action) == "trump 0"
    assert trump_in_mind(view, BIDDING) == 0
    assert trump_in_mind(view, ()) == 6


def test_reasons_name_the_list_and_its_line() -> None:
    decision = _learner().decide(view_after(LED), np.random.default_rng(0))
    assert (str(decision.action), decision.by) == ("play 0-0", "play 3")
    assert decision.reasons[0].sentence == "Leading, play the highest left of a suit. (2 of 7 moves left)"
    called = _learner().decide(view_after("pass, pass"), np.random.default_rng(0))
    assert (str(called.action), called.by) == ("bid 30", "bid 4")


def test_lore_tells_both_lists() -> None:
    lore = _learner().lore()
    assert lore[0] == "bid 1. Name your longest suit trump."
    assert lore[3] == "bid 4. Unless partner holds the bid, with at least three trumps and the double, bid 30 or 31."
    assert lore[5] == "bid 6. Otherwise pass; if you must bid, bid 30."
    assert lore[6] == "play 1. If an opponent is winning the trick, beat the trick if you can."


def test_every_measure_and_condition_has_words() -> None:
    wording = forty_two_words()
    assert set(wording.measures) == {*TRUMP_MEASURES, *CALL_LIMITS, CALL, *PLAY_MEASURES}
    assert set(wording.conditions) == set(PLAY_CONDITIONS)
    for line in wording.lines():
        if wording.part_of(line) == PLAY:
            for condition in PLAY_CONDITIONS:
                said = wording.sentence(Line(line.measure, line.sense, condition))
                assert len(said.split()) <= MOST_WORDS, said
                assert said.endswith(".")


def test_both_lists_round_trip_through_one_file() -> None:
    learner = _learner()
    text = learner.knowledge()["maxims.toml"]
    assert text.count(f"[[{BID}]]") == 6
    assert text.count(f"[[{PLAY}]]") == 3
    assert "# 1. If an opponent is winning the trick, beat the trick if you can.\n[[play]]\n" in text
    again = MaximLearner(GAME, MaximLearner.preset(None))
    again.restore({"maxims.toml": text}, "x")
    assert again.maxims == learner.maxims
    assert again.knowledge() == learner.knowledge()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[[bid]]\nkeep = "most"\nof = "beats"', "x:3: 'beats' is no measure of [[bid]]"),
        ('[[bid]]\nkeep = "most"\nof = "call"', "x:3: bid 1: there are no words for 'most call'"),
        (
            '[[bid]]\nkeep = "most"\nof = "up_to_31"\nwhen = "trumps_3 and leading"',
            "x:3: bid 1: condition of up_to_31 'leading' is not known",
        ),
        (
            '[[bid]]\nkeep = "most"\nof = "suit_length"\nwhen = "trumps_3"',
            "x:3: bid 1: condition of suit_length 'trumps_3' is not known",
        ),
        ('[[line]]\nkeep = "most"\nof = "pips"', "x: 'line' does not belong here"),
        ('[[play]]\nkeep = "most"\nof = "pip"', "x:3: play 1: measure 'pip' is not known; did you mean 'pips'?"),
    ],
)
def test_a_line_that_42_has_no_words_for_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(DamagedFile) as error:
        read_maxims(f"version = 1\n\n{text}\n", forty_two_words(), "x")
    assert str(error.value).startswith(complaint)


def test_the_shipped_lists_are_as_they_were_written_and_short_enough() -> None:
    maxims, wording = shipped_maxims(GAME), forty_two_words()
    assert read_maxims(write_maxims(maxims, wording), wording, "x") == maxims
    for part in (BID, PLAY):
        assert 0 < sum(wording.part_of(line) == part for line in maxims.lines) <= 8
    assert {"command", "practised"} <= set(maxims.found)
    assert all(len(wording.sentence(line).split()) <= MOST_WORDS for line in maxims.lines)


def test_a_game_without_a_list_says_so() -> None:
    from tests.plain_games import Nim

    with pytest.raises(GameloreError, match="no maxims come with"):
        shipped_maxims(Nim(6))


def test_conditions_of_bidding_are_joined_by_and() -> None:
    line = parse_line("over_partner and trumps_4 and double and doubles_2: most up_to_42")
    wording = forty_two_words()
    wording.check(line)
    said = "Over partner, with at least four trumps, the double and two other doubles, bid on, up to 42."
    assert wording.sentence(line) == said
