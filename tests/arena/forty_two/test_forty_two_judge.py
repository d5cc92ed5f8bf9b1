"""The judge of maxims at 42: every round of practice replays through the plain game, and margins are what they say."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.arena.forty_two import _judge_kernels as kernels
from gamelore.arena.forty_two.bidders import Formula, PassAlways
from gamelore.arena.forty_two.judge import (
    DEALS,
    SPARRING,
    FortyTwoJudge,
    PlainPlayer,
    call_deals,
    deals,
    follower,
    formula_contracts,
    guide_record,
    per_hundred,
    play_lines,
    play_record,
)
from gamelore.arena.players import NoLearning
from gamelore.base.counter import contest_key
from gamelore.base.seeds import Rng
from gamelore.games.core import AnyView
from gamelore.games.forty_two import Bid, FortyTwoView, parse_domino
from gamelore.games.forty_two.bulk import dominoes_of
from gamelore.games.forty_two.rules import parse_action
from gamelore.learners.core import Decision, Player
from gamelore.learners.features.forty_two.seen import (
    CALL_LIMITS,
    HOLDERS,
    PLAY_CONDITIONS,
    PROMISES,
    TRUMP_MEASURES,
    promise_of,
)
from gamelore.learners.maxims.forty_two_words import AND, PLAY, forty_two_words, lines_of
from gamelore.learners.maxims.lines import Line, MaximList, parse_list

SEED = 7
GUIDE = parse_list(
    "most suit_length; fewest suit_off_points; not_partner and trumps_3 and double: most up_to_31; "
    "not_partner and trumps_4 and double: most up_to_42; fewest call"
)


def some_play_lists() -> list[MaximList]:
    """Short lists that use every measure, both senses and every condition."""
    wording = forty_two_words()
    conditions = list(PLAY_CONDITIONS)
    lines = lines_of(wording, wording.lines(), PLAY)
    told = [Line(line.measure, line.sense, conditions[n % len(conditions)]) for n, line in enumerate(lines)]
    return [(told[n], told[-n], lines[n]) for n in range(len(told))]


@pytest.mark.parametrize("slips", [0.0, 0.3])
def test_a_round_of_practice_replays_domino_by_domino_through_the_plain_game(slips: float) -> None:
    some = deals(SEED, 100, 8)
    contracts = formula_contracts(some)
    room, out, both = np.zeros(64, np.int64), np.zeros(28, np.int64), np.array([round(1000 * slips), 0])
    for number, lines in list(enumerate(some_play_lists()))[:: 3 if slips else 1]:
        at = number % len(some)
        arrays, lengths = play_lines([lines, SPARRING])
        odd, odds = (arrays[0], kernels.PLAIN) if number % 2 else (arrays[1], lengths[1])
        key = contest_key(SEED, 100 + at)
        out[:] = -1
        points = kernels.play_round(
            some.hands[at], contracts[at], arrays[0], lengths[0], odd, odds, both, key, room, out
        )
        others = None if number % 2 else SPARRING
        record = play_record(some, at, (lines, others), slips=(slips, 0.0))
        played = [parse_domino(text.removeprefix("play ")).number for text in record.actions]
        assert out[: len(played)].tolist() == played, f"{at} {lines}"
        assert (out[len(played) :] == -1).all()
        marks = kernels.marks_for_even(int(contracts[at, 0]), int(contracts[at, 1]), points)
        assert record.returns[0] == marks


def some_bid_lists() -> list[MaximList]:
    """Lists that use every measure and condition of bidding, some without an end."""
    holders, hands = ["", *HOLDERS], list(PROMISES)
    suits = [line for line in forty_two_words().lines() if line.measure in TRUMP_MEASURES]
    found: list[MaximList] = []
    for n, hand in enumerate(hands):
        holder, limit = holders[n % len(holders)], list(CALL_LIMITS)[n % len(CALL_LIMITS)]
        condition = AND.join(filter(None, (holder, hand)))
        end = () if n % 4 == 3 else (Line("call", "fewest"),)
        found.append((suits[n % len(suits)], suits[(n + 3) % len(suits)], Line(limit, "most", condition), *end))
    return [*found, GUIDE, *found[:4]]


def test_deals_are_called_and_trump_is_named_as_in_the_plain_game() -> None:
    some = deals(SEED, 0, 20)
    for number, lines in enumerate(some_bid_lists()):
        sides = (lines, GUIDE if number % 2 else kernels.FORMULA)
        contracts, calls = call_deals(some, *sides)
        for at in range(number % 3, len(some), 3):
            players = [follower(lines), follower(GUIDE) if number % 2 else _Quick(Formula())]
            actions = [parse_action(text) for text in guide_record(some, at, players).actions[:5]]
            heard = [action.amount if isinstance(action, Bid) else 0 for action in actions[:4]]
            assert heard == calls[at].tolist(), f"{at} {lines}"
            assert str(actions[4]) == f"trump {contracts[at, 2]}", f"{at} {lines}"
            assert contracts[at, 0] == max(heard)
            assert contracts[at, 1] == heard.index(max(heard))


class _Quick(NoLearning):
    """A bidder that plays by the plain rule."""

    def __init__(self, bidder: Player) -> None:
        super().__init__(bidder.name)
        self.bidder = bidder

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        assert isinstance(view, FortyTwoView)
        return (PlainPlayer() if view.table.stage == "play" else self.bidder).decide(view, rng)


def test_marks_of_bidding_are_those_of_whole_rounds() -> None:
    some = deals(SEED, 40, 6)
    judge = FortyTwoJudge(threads=1)
    for bidder, plain in ((kernels.PASSER, PassAlways()), (kernels.FORMULA, Formula())):
        margins = judge.bid_margins([GUIDE], SPARRING, bidder, some)[0]
        for at in range(len(some)):
            guide, other = follower((*GUIDE, *SPARRING)), _WithList(plain)
            one, two = guide_record(some, at, [guide, other]), guide_record(some, at, [other, guide])
            assert margins[at] == one.returns[0] - two.returns[0]


class _WithList(NoLearning):
    """A bidder that plays by the sparring list."""

    def __init__(self, bidder: Player) -> None:
        super().__init__(bidder.name)
        self.bidder, self.reader = bidder, follower(SPARRING)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        assert isinstance(view, FortyTwoView)
        return (self.reader if view.table.stage == "play" else self.bidder).decide(view, rng)


def test_what_a_hand_promises_is_compiled_as_it_is_defined() -> None:
    some = deals(SEED, 200, 30)
    for hands, looks in zip(some.hands, some.looks, strict=True):
        for hand, row in zip(hands, looks, strict=True):
            for suit in range(7):
                promise = promise_of(dominoes_of(int(hand)), suit)
                found = row[suit * len(TRUMP_MEASURES) : (suit + 1) * len(TRUMP_MEASURES)]
                assert found.tolist() == [measure(promise) for measure in TRUMP_MEASURES.values()]


def test_threads_and_company_do_not_change_a_score() -> None:
    lists = [SPARRING, *some_play_lists()[:3], (*GUIDE, *SPARRING), (*GUIDE[1:], *SPARRING)]
    alone = [FortyTwoJudge(threads=1).contests([lines], range(3, 5), SEED)[0] for lines in lists]
    judge = FortyTwoJudge(threads=3)
    found = judge.contests(lists, range(3, 5), SEED)
    assert (found == np.array(alone)).all()
    assert len({*judge.scores(lists, found)}) == len(lists)


def test_a_score_is_the_mean_margin_of_both_opponents() -> None:
    judge = FortyTwoJudge()
    (score,) = judge.scores([SPARRING], judge.contests([SPARRING], range(2, 5), SEED))
    some = deals(SEED, 2 * DEALS, 3 * DEALS)
    margins = [judge.play_margins([SPARRING], other, some)[0] for other in (None, SPARRING)]
    assert score == per_hundred(margins[0]) / 2 + per_hundred(margins[1]) / 2


def test_whoever_meets_itself_wins_nothing() -> None:
    some = deals(SEED, 0, 4 * DEALS)
    assert FortyTwoJudge().play_margins([SPARRING], SPARRING, some).sum() == 0


def test_the_study_of_42_is_met() -> None:
    """Its list over the plain rule: 13.0 [12.5, 13.4]."""
    some = deals(SEED, 0, 10_000)
    assert per_hundred(FortyTwoJudge().play_margins([SPARRING], None, some)) == pytest.approx(13.0, abs=2.0)
