"""The playing machine of 42, the bidders, and matches."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.forty_two.bidders import Formula, PassAlways, Seated, TrainerBidder
from gamelore.arena.forty_two.machine import QUICK, Machine
from gamelore.arena.forty_two.matches import auction, play_match, play_out, random_deals
from gamelore.arena.roster import make_player
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.games.forty_two import Bid, FortyTwoState, NameTrump, Play, make, parse_deal, parse_hand
from gamelore.games.forty_two.bulk import hidden_hands
from gamelore.oracles.forty_two.solver import exact_value
from gamelore.oracles.forty_two.trainer import Sampling

GAME = make()
SAMPLE = parse_deal(
    "A | 5-5 5-1 4-4 6-4 1-0 2-1 3-2 | 2-2 6-2 5-3 5-4 4-0 3-3 1-1 "
    "| 0-0 6-0 2-0 5-2 4-2 4-3 3-1 | 6-6 6-5 6-3 6-1 4-1 3-0 5-0"
)
FAST = Machine(4)


def test_a_single_legal_domino_needs_no_thought() -> None:
    line = "bid 30, pass, pass, pass, trump 5, play 5-5, play 5-3, play 5-2"
    state = GAME.parse_state(f"{SAMPLE} : {line}")
    view = state.view(3)
    decision = Machine().play(view, np.random.default_rng(1))
    assert decision.by != "forced"
    assert {str(a) for a in view.legal_actions()} == {"play 6-5", "play 5-0"}
    ended = GAME.parse_state(f"{SAMPLE} : {line}, play 6-5, play 5-1, play 5-4, play 0-0")
    forced = Machine().play(ended.view(3), np.random.default_rng(1))
    assert (str(forced.action), forced.by) == ("play 5-0", "forced")


def test_the_machine_plays_exactly_when_nothing_is_hidden_any_more() -> None:
    """Late in a hand what was not followed often leaves one possible deal: then the machine's domino is the best."""
    checked = 0
    for number, deal in enumerate(random_deals(2, 250)):
        state = auction(GAME, deal, (Formula(), PassAlways()) * 2, ContestKey(2, number=number))
        rng = np.random.default_rng(number)
        while not state.is_terminal():
            seat, legal = state.current_player(), state.legal_actions()
            if len(state.table.plays()) > 15 and len(legal) > 1:
                possible = hidden_hands(state.view(seat), rng, 30)
                if len(np.unique(possible, axis=0)) == 1:
                    made = [_made(state.child(action)) for action in legal]
                    best = max(made) if seat % 2 == state.table.declarer % 2 else min(made)
                    assert made[legal.index(FAST.play(state.view(seat), rng).action)] == best
                    checked += 1
            state = state.child(legal[int(rng.integers(len(legal)))])
    assert checked >= 5


def _made(state: FortyTwoState) -> bool:
    return bool(state.table.made()) if state.is_terminal() else exact_value(state) >= state.table.needed


def test_a_hand_that_cannot_lose_is_made() -> None:
    deal = parse_deal(
        "A | 6-6 6-5 6-4 6-3 6-2 6-1 6-0 | 5-5 5-4 5-3 5-2 5-1 5-0 4-4 "
        "| 4-3 4-2 4-1 4-0 3-3 3-2 3-1 | 3-0 2-2 2-1 2-0 1-1 1-0 0-0"
    )
    state = GAME.parse_state(f"{deal} : bid 84, pass, pass, pass, trump 6")
    assert play_out(state, FAST, ContestKey(1)).returns() == (2.0, -2.0, 2.0, -2.0)


def test_the_machine_says_how_often_each_domino_makes_the_contract() -> None:
    state = GAME.parse_state(f"{SAMPLE} : bid 30, pass, bid 31, pass, trump 0")
    decision = Machine().play(state.view(2), np.random.default_rng(1))
    assert isinstance(decision.action, Play)
    assert [reason.public for reason in decision.reasons] == [False] * 7 + [True]
    assert decision.reasons[0].action == str(decision.action)
    assert "makes 31 in" in decision.reasons[0].sentence
    shares = [reason.strength for reason in decision.reasons if reason.strength is not None]
    assert shares == sorted(shares, reverse=True)


def test_the_same_view_and_stream_give_the_same_domino() -> None:
    view = GAME.parse_state(f"{SAMPLE} : bid 30, pass, bid 31, pass, trump 0").view(2)
    assert FAST.play(view, np.random.default_rng(5)).action == FAST.play(view, np.random.default_rng(5)).action


@pytest.mark.slow
def test_the_machine_beats_random_play_in_the_same_contracts() -> None:
    machine, random, margin = Seated(Formula(), Machine(QUICK)), Seated(Formula(), Machine(QUICK)), 0.0
    random.machine = _RandomPlay()
    for number, deal in enumerate(random_deals(3, 60)):
        for players, seat in (((machine, random) * 2, 0), ((random, machine) * 2, 1)):
            margin += play(GAME, players, ContestKey(3, number=number), deal=str(deal)).returns[seat]
    assert margin / 120 > 0.3


class _RandomPlay(Machine):
    def play(self, view, rng):  # type: ignore[no-untyped-def]
        from gamelore.arena.players import Random

        return Random().decide(view, rng)


def test_the_passer_bids_only_when_it_must() -> None:
    state = auction(GAME, SAMPLE, (PassAlways(),) * 4, ContestKey(1))
    assert state.table.calls == (0, 0, 0, 30)


def test_the_formula_bids_what_its_value_covers() -> None:
    view = GAME.view_of_call(parse_hand("6-6 6-5 6-4 5-5 4-4 1-0 2-1"), ())
    decision = Formula(margin=4).decide(view, np.random.default_rng(1))
    assert decision.action == Bid(30)
    assert "is 41 with trump 6; less 4 it covers 30" in decision.reasons[0].sentence
    over = GAME.view_of_call(view.dealt, (38,))
    assert str(Formula(margin=4).decide(over, np.random.default_rng(1)).action) == "pass"


def test_the_trainer_has_one_opinion_of_a_hand() -> None:
    trainer = TrainerBidder(sampling=Sampling(every=6, likely=6, best=6, defence=3))
    strong = GAME.view_of_call(parse_hand("6-6 6-5 6-4 6-3 5-5 4-4 3-3"), ())
    one, two = (trainer.decide(strong, np.random.default_rng(s)) for s in (1, 2))
    assert one.action == two.action != GAME.parse_action("pass")
    assert "open play takes" in one.reasons[0].sentence
    named = GAME.parse_view(f"{strong}bid 42, pass, pass, pass")
    assert trainer.decide(named, np.random.default_rng(1)).action == NameTrump(6)


def test_a_bidder_alone_cannot_play_the_hand() -> None:
    state = GAME.parse_state(f"{SAMPLE} : bid 30, pass, bid 31, pass, trump 0")
    with pytest.raises(BadSetting, match="only bids"):
        Formula().decide(state.view(2), np.random.default_rng(1))


def test_a_match_goes_to_seven_marks_and_the_deal_goes_round() -> None:
    players = [Seated(Formula(), FAST), Seated(PassAlways(), FAST)] * 2
    match = play_match(GAME, players, ContestKey(5))
    assert max(match.marks) >= 7 > min(match.marks)
    assert match.marks[match.winner] == max(match.marks)
    dealers = ["ABCD".index(record.deal[0]) for record in match.records]
    assert all((a + 1) % 4 == b for a, b in pairwise(dealers))
    assert sum(abs(int(r.returns[0])) for r in match.records) == sum(match.marks)


@pytest.mark.parametrize("bidder", ["formula", "passer", "trainer"])
def test_players_of_42_are_made_by_name(bidder: str) -> None:
    player = make_player(f"table:{bidder}", GAME)
    assert player.name == bidder
    if bidder != "trainer":
        record = play(GAME, [player] * 4, ContestKey(6), deal=str(SAMPLE))
        assert record.ended == "rules"


def test_an_unknown_bidder_is_named() -> None:
    with pytest.raises(UnknownName, match="did you mean 'formula'"):
        make_player("table:formular", GAME)


def test_a_machine_thinks_through_one_world_at_least() -> None:
    with pytest.raises(BadSetting, match="worlds must be at least 1"):
        Machine(0)
