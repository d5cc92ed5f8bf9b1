"""What a learner is handed of a contest with hidden hands: its own cards, what was public, what was shown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.plain_games import Kuhn, Nim

from gamelore.base.errors import NotAvailable
from gamelore.games import Record, load_game
from gamelore.games.check import reachable
from gamelore.games.core import Action, AnyGame, AnyState, State
from gamelore.games.forty_two import Domino, FortyTwoState
from gamelore.games.forty_two.dominoes import DOMINOES
from gamelore.games.poker.cards import card_text
from gamelore.games.poker.draw_poker import DrawPokerState, DrawPokerView

POKER, FORTY_TWO = load_game("draw_poker"), load_game("forty_two")
DEAL = "D2 S12 D6 D8 C7 / H5 H14 C12 H4 D9 / C6 C3 S4 C4 C14 H7"
DRAW = "bet 2, call, replace D2 D6 C7, replace H5 H4 D9"


def record_of(game: AnyGame, deal: str, actions: str) -> Record:
    texts = tuple(text.strip() for text in actions.split(","))
    state: AnyState = game.initial_state(deal)
    deciders = []
    for text in texts:
        deciders.append(f"rule of seat {state.current_player()}")
        state = state.child(game.parse_action(text))
    labels = {"seed": 7, "contest": 3}
    return Record(
        game.name, ("x",) * game.seats, texts, state.returns(), "rules", deal, deciders=tuple(deciders), labels=labels,
        reasons=tuple((f"{by} spoke",) for by in deciders),
    )  # fmt: skip


def random_record(seed: int) -> tuple[Record, FortyTwoState]:
    rng = np.random.default_rng(seed)
    deal = FORTY_TWO.sample_deal(rng)
    state: AnyState = FORTY_TWO.initial_state(deal)
    made: list[str] = []
    while not state.is_terminal():
        legal = state.legal_actions()
        action: Action = legal[int(rng.integers(min(2, len(legal))))]
        made.append(str(action))
        state = state.child(action)
    assert isinstance(state, FortyTwoState)
    return Record("forty_two", ("x",) * 4, tuple(made), state.returns(), "rules", deal), state


def cards_of(record: Record) -> set[str]:
    """Every card that can be found on a record, in a text or as a number."""
    found: set[str] = set()
    texts = (record.deal, record.start, *record.actions, *record.deciders, *(s for r in record.reasons for s in r))
    for text in texts:
        found.update(word for word in text.split() if word[0] in "HSCD" and word[1:].isdigit())
    for _, thing in reachable(record):
        if isinstance(thing, DrawPokerView):
            found.update(card_text(card) for card in (*thing.dealt, *thing.hand, *thing.shown))
        assert not isinstance(thing, State)
    return found


def test_where_nothing_is_hidden_everybody_saw_the_record_itself() -> None:
    record = record_of(Nim(), "", "take 3, take 3, take 3, take 1")
    assert record.seen_by(Nim(), (0,)) is record


def test_after_a_drop_nobody_has_seen_the_others_cards_or_the_undrawn_ones() -> None:
    record = record_of(POKER, DEAL, f"{DRAW}, bet 5, drop")
    mine = record.seen_by(POKER, (0,))
    assert mine.actions == ("bet 2", "call", "replace D2 D6 C7", "replaced 3", "bet 5", "drop")
    assert cards_of(mine) == {"D2", "S12", "D6", "D8", "C7", "C6", "C3", "S4"}
    assert cards_of(record.seen_by(POKER, (1,))) == {"H5", "H14", "C12", "H4", "D9", "C4", "C14", "H7"}
    assert cards_of(record.seen_by(POKER, (1, 0))) == cards_of(record.seen_by(POKER, (0,))) | cards_of(
        record.seen_by(POKER, (1,))
    )
    undrawn = record_of(POKER, DEAL, "bet 2, drop")
    assert cards_of(undrawn.seen_by(POKER, (0, 1))) == set(DEAL.replace("/", "").split()[:10])
    assert cards_of(record.seen_by(POKER, ())) == set()


def test_a_showdown_shows_the_other_hand_but_not_what_it_gave_away() -> None:
    record = record_of(POKER, DEAL, f"{DRAW}, bet 5, call")
    mine = record.seen_by(POKER, (0,))
    assert cards_of(mine) == {"D2", "S12", "D6", "D8", "C7", "C6", "C3", "S4", "H14", "C12", "C4", "C14", "H7"}
    assert mine.last_view(POKER, 0) == record.last_view(POKER, 0)
    assert list(mine.turns(POKER, (0,))) == list(record.turns(POKER, (0,)))
    assert (mine.returns, mine.players, mine.ended) == (record.returns, record.players, record.ended)


def test_how_the_others_decided_is_not_seen_nor_the_seed_of_the_deal() -> None:
    mine = record_of(POKER, DEAL, f"{DRAW}, bet 5, call").seen_by(POKER, (1,))
    own = "rule of seat 1"
    assert mine.deciders == ("", own, "", own, "", own)
    assert mine.reasons == ((), (f"{own} spoke",), (), (f"{own} spoke",), (), (f"{own} spoke",))
    assert mine.labels == {"contest": 3}


def test_of_a_contest_that_began_elsewhere_the_start_is_not_seen() -> None:
    record = replace(record_of(POKER, DEAL, "bet 2, call"), deal="", start=f"{DEAL}: bet 2", actions=("drop",))
    assert record.seen_by(POKER, (0,)).start == ""
    assert record.seen_by(POKER, (0,)).actions == ("drop",)


@pytest.mark.parametrize("seed", range(6))
def test_at_42_only_played_dominoes_are_seen_of_another_hand(seed: int) -> None:
    record, last = random_record(seed)
    for seat in range(4):
        mine = record.seen_by(FORTY_TWO, (seat,))
        found = {thing for _, thing in reachable(mine) if isinstance(thing, Domino)}
        assert found == set(last.deal.hands[seat]) | {domino for _, domino in last.table.plays()}
        assert (found == set(DOMINOES)) == (len(last.table.tricks) == 7)
        assert mine.deal == ""


def test_who_asks_a_seen_record_for_more_gets_one_clear_error() -> None:
    record = record_of(POKER, DEAL, f"{DRAW}, bet 5, drop")
    mine, nobodys = record.seen_by(POKER, (0,)), record.seen_by(POKER, ())
    with pytest.raises(NotAvailable, match="who held seat 0 never saw the hand of seat 1"):
        mine.last_view(POKER, 1)
    with pytest.raises(NotAvailable, match="who held seat 0 never saw the hand of seat 1"):
        list(mine.turns(POKER, (0, 1)))
    with pytest.raises(NotAvailable, match="who held seat 0 never saw the whole deal"):
        mine.final_state(POKER)
    with pytest.raises(NotAvailable, match="what no seat saw is no record for a file"):
        nobodys.to_json()


def test_a_whole_record_tells_turns_and_ends_of_every_seat() -> None:
    record = record_of(Kuhn(), "Q K", "pass, bet, pass")
    assert [(str(view), str(action)) for view, action in record.turns(Kuhn(), (0,))] == [
        ("seat 0 holds Q:", "pass"),
        ("seat 0 holds Q: pass bet", "pass"),
    ]
    assert str(record.last_view(Kuhn(), 1)).startswith("seat 1 holds K: pass bet pass")


def test_a_replacement_is_told_by_its_number_and_everything_else_as_it_is() -> None:
    state = POKER.initial_state(DEAL)
    assert isinstance(state, DrawPokerState)
    told = {
        POKER.told(POKER.parse_action(text)) for text in ("bet 3", "call", "drop", "replace D2 S12", "replace none")
    }
    assert told == {"bet 3", "call", "drop", "replaced 2", "replaced 0"}
    assert FORTY_TWO.told(FORTY_TWO.parse_action("play 6-4")) == "play 6-4"
