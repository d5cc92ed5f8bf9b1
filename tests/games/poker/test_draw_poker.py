"""Rules, texts and secrets of draw poker."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelore.base.errors import BadSetting, BadText, GameloreError, IllegalAction, ImpossibleState, NotAvailable
from gamelore.games.check import check_game
from gamelore.games.core import NOBODY
from gamelore.games.poker.cards import DECK_SIZE, Deal, card_text, parse_card, parse_hand
from gamelore.games.poker.draw_poker import (
    CALL,
    DROP,
    OVER,
    Bet,
    DrawPoker,
    DrawPokerState,
    DrawPokerView,
    Replace,
    make,
)

GAME = make()
DEAL = "D2 S12 D6 D8 C7 / H5 H14 C12 H4 D9 / C6 C3 S4 C4 C14 H7"


def play(game: DrawPoker, seed: int, plies: int) -> DrawPokerState:
    rng = np.random.default_rng(seed)
    state = game.new_initial_state(rng)
    for _ in range(plies):
        legal = state.legal_actions()
        if not legal:
            break
        # Random bets seldom come to the draw; half of the time call when a call is possible.
        calm = CALL in legal and rng.random() < 0.5
        state = state.child(CALL if calm else legal[int(rng.integers(len(legal)))])
    return state


states = st.builds(
    play,
    st.sampled_from([GAME, make(replacements="deck"), make(max_bet=3, max_bets=2, max_replaced=1)]),
    st.integers(0, 10_000),
    st.integers(0, 25),
)


def test_the_first_seat_can_only_bet_or_drop() -> None:
    state = GAME.initial_state(DEAL)
    assert state.legal_actions() == (*(Bet(size) for size in range(1, 21)), DROP)
    with pytest.raises(IllegalAction, match="'call' is not legal"):
        state.child(CALL)


def test_a_call_ends_an_interval_and_seat_0_begins_the_next() -> None:
    state = GAME.parse_state(f"{DEAL}: bet 1, call, replace D2 D6 C7, replace none")
    assert (state.stage(), state.current_player(), state.table.last_bet) == ("second bets", 0, 0)
    assert CALL not in state.legal_actions()


def test_up_to_three_cards_may_be_replaced() -> None:
    state = GAME.parse_state(f"{DEAL}: bet 1, call")
    assert len(state.legal_actions()) == 1 + 5 + 10 + 10
    with pytest.raises(IllegalAction):
        state.child(Replace(state.hands[0][:4]))
    with pytest.raises(IllegalAction):
        state.child(Replace((parse_card("H14"),)))


def test_reserved_cards_stay_with_their_hand_and_a_deck_is_drawn_in_turn() -> None:
    acts = "bet 1, call, replace D2 D6, replace H5 H4 D9"
    reserved = GAME.parse_state(f"{DEAL}: {acts}")
    deck = make(replacements="deck").parse_state(f"{DEAL}: {acts}")
    assert set(reserved.hands[1]) == set(parse_hand("H14 C12 C4 C14 H7"))
    assert set(deck.hands[1]) == set(parse_hand("H14 C12 S4 C4 C14"))


def test_after_the_last_bet_only_call_and_drop_remain() -> None:
    state = make(max_bets=2).parse_state(f"{DEAL}: bet 1, bet 1")
    assert state.legal_actions() == (CALL, DROP)


def test_equal_hands_share_the_pot() -> None:
    state = GAME.parse_state(
        "H14 S13 H9 H5 S3 / S14 H13 S9 S5 H3 / C2 C4 C6 D2 D4 D6: bet 9, call, replace none, replace none, bet 3, call"
    )
    assert state.returns() == (0.0, 0.0)


def test_dropping_costs_half_the_matched_pot() -> None:
    assert GAME.parse_state(f"{DEAL}: drop").returns() == (-1.0, 1.0)
    assert GAME.parse_state(f"{DEAL}: bet 5, bet 9, drop").returns() == (-6.0, 6.0)


@given(states)
def test_states_and_views_read_back_from_their_texts(state: DrawPokerState) -> None:
    assert state.game.parse_state(str(state)) == state
    for seat in (0, 1):
        assert state.game.parse_view(str(state.view(seat))) == state.view(seat)
    for action in state.legal_actions():
        assert state.game.parse_action(str(action)) == action


@given(states)
def test_chips_only_change_hands_and_a_view_offers_the_actions_of_the_state(state: DrawPokerState) -> None:
    assert sum(state.returns()) == 0
    assert state.is_terminal() == (state.current_player() == NOBODY) == (not state.legal_actions())
    for seat in (0, 1):
        mine = seat == state.current_player()
        assert state.view(seat).legal_actions() == (state.legal_actions() if mine else ())


# What is hidden stays hidden.


def reachable(root: object) -> list[object]:
    """Every value that can be reached from a value, without classes and modules."""
    seen: dict[int, object] = {}
    queue = [root]
    while queue:
        value = queue.pop()
        if id(value) in seen or isinstance(value, type) or type(value).__name__ in ("module", "function"):
            continue
        seen[id(value)] = value
        queue.extend(gc.get_referents(value))
    return list(seen.values())


def hidden_from(state: DrawPokerState, seat: int) -> list[tuple[int, ...]]:
    """The card tuples of a state that a seat must not reach."""
    reserve = state.deal.rest
    shown = state.stage() == OVER and state.table.dropped == NOBODY
    secrets = [state.deal.hands[1 - seat], reserve, reserve[:3], reserve[3:]]
    return secrets if shown else [*secrets, state.hands[1 - seat]]


@given(states, st.integers(0, 1))
def test_no_hidden_card_and_no_state_can_be_reached_from_a_view(state: DrawPokerState, seat: int) -> None:
    view = state.view(seat)
    values = reachable(view)
    assert not any(isinstance(value, DrawPokerState | Deal | Replace) for value in values)
    tuples = [value for value in values if isinstance(value, tuple)]
    known = {view.dealt, view.hand, view.shown}
    for secret in hidden_from(state, seat):
        assert secret in known or secret not in tuples
    with pytest.raises(NotAvailable):
        _ = view.state


@given(states, st.integers(0, 1), st.integers(0, 1_000))
def test_a_view_does_not_change_when_hidden_cards_do(state: DrawPokerState, seat: int, seed: int) -> None:
    other = state.resample_from_infostate(seat, np.random.default_rng(seed))
    assert other.view(seat) == state.view(seat)
    assert str(other.view(seat)) == str(state.view(seat))
    assert other.returns() == state.returns()


def test_resampling_changes_whatever_a_seat_cannot_see() -> None:
    state = GAME.parse_state(f"{DEAL}: bet 1, call, replace D2 D6 C7, replace H5 H4 D9, bet 1")
    others = [state.resample_from_infostate(0, np.random.default_rng(seed)) for seed in range(100)]
    assert len({other.hands[1] for other in others}) > 90
    assert {card for other in others for card in other.deal.hands[1]} == set(range(52)) - {
        *state.view(0).dealt,
        *state.view(0).hand,
    }


def test_a_showdown_shows_the_hand_and_a_drop_does_not() -> None:
    shown = GAME.parse_state(f"{DEAL}: bet 1, call, replace D2 D6 C7, replace H5 H4 D9, bet 1, call")
    assert set(shown.view(0).shown) == set(parse_hand("H14 C12 C4 C14 H7"))
    dropped = GAME.parse_state(f"{DEAL}: bet 1, call, replace D2 D6 C7, replace H5 H4 D9, bet 1, drop")
    assert dropped.view(0).shown == dropped.view(1).shown == ()


def test_the_view_says_how_many_cards_the_other_replaced() -> None:
    view = GAME.parse_state(f"{DEAL}: bet 1, call, replace D2 D6 C7").view(1)
    assert (view.opponent_replaced, view.discarded) == (3, ())
    assert GAME.parse_state(f"{DEAL}: bet 1, call").view(1).opponent_replaced is None


# Bad input gets one clear error.


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("", BadText, "DEAL: ACTIONS"),
        ("D2 S12 D6 D8 C7 / H5 H14 C12 H4 D9:", BadText, "REPLACEMENT CARDS"),
        ("D2 S12 D6 D8 / H5 H14 C12 H4 D9 / C6 C3 S4 C4 C14 H7:", ImpossibleState, "has 4"),
        ("D2 S12 D6 D8 C7 / H5 H14 C12 H4 D9 / C6 C3 S4 C4 C14:", ImpossibleState, "expected 6"),
        ("D2 S12 D6 D8 C7 / H5 H14 C12 H4 D2 / C6 C3 S4 C4 C14 H7:", ImpossibleState, "D2 occurs twice"),
        ("D2 S12 D6 D8 X7 / H5 H14 C12 H4 D9 / C6 C3 S4 C4 C14 H7:", BadText, "'X7' is not a card"),
        ("D2 S12 D6 D8 C1 / H5 H14 C12 H4 D9 / C6 C3 S4 C4 C14 H7:", BadText, "'C1' is not a card"),
        (f"{DEAL}: bet 21", ImpossibleState, "bet 21"),
        (f"{DEAL}: bet 0", ImpossibleState, "bet 0"),
        (f"{DEAL}: bet -1", BadText, "expected bet N"),
        (f"{DEAL}: raise 3", BadText, "raise 3"),
        (f"{DEAL}: bet 1, call, bet 2", ImpossibleState, "bet 2"),
        (f"{DEAL}: bet 1, call, replace D2 D2", ImpossibleState, "twice"),
        (f"{DEAL}: drop, call", ImpossibleState, "the contest is over"),
        (f"{DEAL}: drop, replace none", ImpossibleState, "the contest is over"),
    ],
)
def test_a_bad_state_gets_one_clear_error(text: str, error: type[GameloreError], says: str) -> None:
    with pytest.raises(error, match=says):
        GAME.parse_state(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("seat 2: D2 S12 D6 D8 C7", BadText),
        ("seat 0: D2 S12 D6 D8", ImpossibleState),
        ("seat 0: D2 S12 D6 D8 C7; holds D2 S12 D6 D8 C6", ImpossibleState),
        ("seat 0: D2 S12 D6 D8 C7; bet 1, replaced 3", ImpossibleState),
        ("seat 0: D2 S12 D6 D8 C7; bet 1, call, replace D2 D6 C7", BadText),
        ("seat 0: D2 S12 D6 D8 C7; bet 1, call; more", BadText),
        ("seat 0: D2 S12 D6 D8 C7; bet 1; other shows H5 H14 C12 H4 D9", ImpossibleState),
        ("seat 0: D2 S12 D6 D8 C7; bet 1, call, replaced 0, replaced 0, bet 1, call", ImpossibleState),
    ],
)
def test_a_bad_view_gets_one_clear_error(text: str, error: type[GameloreError]) -> None:
    with pytest.raises(error):
        GAME.parse_view(text)


@given(st.text(alphabet="seat01: HSCD/;,betcalrpdonxhw 234-", max_size=60))
def test_no_text_makes_the_parsers_crash(text: str) -> None:
    for parse in (GAME.parse_state, GAME.parse_view, GAME.parse_action, GAME.initial_state):
        try:
            parse(text)
        except GameloreError:
            continue


def test_rules_are_settings_with_names() -> None:
    game = make(max_bet=10, replacements="deck")
    assert game.parameters == {"max_bet": 10, "replacements": "deck"}
    assert make(**game.parameters) == game
    for wrong in ({"max_bet": 0}, {"max_replaced": 6}, {"replacements": "sleeve"}, {"ante": "1"}):
        with pytest.raises(BadSetting):
            make(**wrong)


def test_cards_are_written_as_in_the_thesis() -> None:
    assert [card_text(card) for card in (0, 1, 2, 3, 51)] == ["H2", "S2", "C2", "D2", "D14"]
    assert all(parse_card(card_text(card)) == card for card in range(DECK_SIZE))
    assert isinstance(GAME.initial_state(DEAL).view(0), DrawPokerView)


def test_the_game_keeps_every_promise() -> None:
    for game in (GAME, make(replacements="deck"), make(max_bets=1, max_replaced=0)):
        check_game(game, np.random.default_rng(0), contests=5)


def test_a_turned_deal_gives_each_seat_the_cards_of_the_other() -> None:
    turned = GAME.turn_deal(DEAL, 1)
    assert turned == "H5 H14 C12 H4 D9 / D2 S12 D6 D8 C7 / C4 C14 H7 C6 C3 S4"
    assert GAME.turn_deal(turned, 1) == GAME.turn_deal(DEAL, 2) == DEAL
    assert make(replacements="deck").turn_deal(DEAL, 1).endswith("/ C6 C3 S4 C4 C14 H7")
