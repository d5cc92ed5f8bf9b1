"""What a person may be told, branch by branch: the battery of mutation testing for `discretion.py`."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import pytest

from gamelore.app.table.data import Because, LaidDown, SaidReason
from gamelore.app.table.discretion import IS_OVER, NOTHING_YET, SEEN, Discretion, Ply
from gamelore.arena.players import NoLearning
from gamelore.base.errors import BadText, IllegalAction, NotAvailable
from gamelore.base.seeds import Rng, stream
from gamelore.games import load_game
from gamelore.games.core import RESIGN, AnyState
from gamelore.games.forty_two import FortyTwo
from gamelore.games.poker.draw_poker import DrawPoker, DrawPokerState, PokerAction
from gamelore.games.poker.table import Bet
from gamelore.lab.explanation import explain_decision
from gamelore.learners.core import Decision, Reason

POKER, FORTY_TWO, TIC_TAC_TOE = DrawPoker(), FortyTwo(), load_game("tic_tac_toe")
SHOWDOWN = ("bet 3", "call", "replace none", "replace FIRST", "bet 1", "call")
"""The other seat throws its first card away."""


class Silent(NoLearning):
    """Decides nothing here; it lends its name to what was decided."""

    def decide(self, view: object, rng: Rng) -> Decision:
        raise AssertionError("nobody asked")


PLAYER = Silent("Ada")


def states(game: Any, *texts: str) -> list[AnyState]:
    """A contest move by move; FIRST is the first card of whoever replaces."""
    found: list[AnyState] = [game.new_initial_state(stream(4))]
    for text in texts:
        state: Any = found[-1]
        if "FIRST" in text:
            text = f"replace {str(state.legal_actions()[1]).split()[1]}"
        found.append(state.child(game.parse_action(text)))
    return found


def plies(game: Any, *texts: str) -> tuple[list[Ply], AnyState]:
    """The plies of a contest, and where they led."""
    line = states(game, *texts)
    made: list[Ply] = []
    for before, after in itertools.pairwise(line):
        action = next(a for a in before.legal_actions() if before.child(a) == after)
        made.append(Ply(before, before.current_player(), action, f"rule {len(made)}"))
    return made, line[-1]


def decided(ply: Ply) -> Decision:
    """What a ply was decided with: a secret, a figure and what anybody may hear."""
    return Decision(
        ply.action,
        ply.by,
        lambda: [
            Reason("the hand", "is a pair", str(ply.action), strength=2.0),
            Reason("the pot", "is small", "drop", strength=-1.0),
            Reason("in general", "I like to bet.", public=True),
        ],
    )


# --- what somebody sees, and what is told of an action


def test_the_person_sees_with_the_eyes_of_the_own_seat() -> None:
    (state,) = states(POKER)
    for seat in (0, 1):
        assert Discretion(POKER, seat).eyes(state) == state.view(seat)


def test_of_a_replacement_others_learn_the_number_and_the_person_the_cards() -> None:
    made, _ = plies(POKER, "bet 3", "call", "replace FIRST", "replace FIRST")
    mine, theirs = made[2:]
    first = Discretion(POKER, 0)
    assert first.action(mine) == str(mine.action)
    assert first.action(theirs) == "replaced 1"
    assert Discretion(POKER, 1).action(mine) == "replaced 1"
    assert Discretion(POKER, 1).action(theirs) == str(theirs.action) != "replaced 1"
    assert first.action(made[1]) == "call"


def test_who_resigns_says_so_to_everybody() -> None:
    (state,) = states(POKER)
    for seat in (0, 1):
        ply = Ply(state, 1, RESIGN, "despair")
        assert Discretion(POKER, seat).action(ply) == "resign"
        assert Discretion(POKER, seat).said(ply) == "resigns"


@dataclass(frozen=True)
class Whispering(DrawPoker):
    """A game in which nobody hears how much was bet."""

    def told(self, action: PokerAction) -> str:
        return "bet something" if isinstance(action, Bet) else super().told(action)


def test_the_sentence_never_names_cards_nor_what_the_game_keeps_quiet() -> None:
    made, _ = plies(POKER, "bet 3", "call", "replace FIRST", "replace none")
    said = [Discretion(POKER, 1).said(ply) for ply in made]
    assert said == ["bets 3", "calls", "replaces 1 card", "keeps all five cards"]
    quiet, _ = plies(Whispering(), "bet 3", "call", "replace none")
    told = [Discretion(Whispering(), 0).said(ply) for ply in quiet]
    assert told == ["does bet something", "calls", "keeps all five cards"]


# --- when all may be told


def test_all_is_told_where_nothing_is_hidden() -> None:
    made, now = plies(TIC_TAC_TOE, "5", "1")
    assert all(Discretion(TIC_TAC_TOE, 0).tells_all(ply, n, now) for n, ply in enumerate(made))


def test_a_hand_that_was_shown_tells_what_was_decided_with_it_and_nothing_else_does() -> None:
    made, now = plies(POKER, *SHOWDOWN)
    discretion = Discretion(POKER, 0)
    # The other's hand as it was after the draw is shown; what it held before, nobody has seen.
    assert [discretion.tells_all(ply, n, now) for n, ply in enumerate(made)] == [True, False, True, False, True, True]
    for ended in ("drop", "call"):
        made, now = plies(POKER, "bet 3", ended)
        assert not any(discretion.tells_all(ply, n, now) for n, ply in enumerate(made))


def test_all_is_told_of_hands_that_were_laid_down() -> None:
    made, now = plies(POKER, "bet 3", "drop")
    discretion = Discretion(POKER, 0)
    assert not discretion.laid_down
    assert not discretion.tells_all(made[0], 0, now)
    discretion.laid_down = True
    assert discretion.tells_all(made[0], 0, now)


# --- the reasons of the others


def test_while_a_hand_is_hidden_only_what_anybody_may_hear_is_told() -> None:
    made, now = plies(POKER, "bet 3")
    because = Discretion(POKER, 1).because(made[0], 0, now, PLAYER, decided(made[0]), everything=True)
    general = SaidReason("in general", "I like to bet.", "", 0.0)
    line = "  in general: I like to bet."
    assert because == Because(0, 0, "Ada", "bet 3", "bets 3", "", False, (general,), (line,))


def test_a_hidden_replacement_keeps_its_cards_in_its_reasons_too() -> None:
    made, now = plies(POKER, "bet 3", "call", "replace FIRST")
    because = Discretion(POKER, 1).because(made[2], 2, now, PLAYER, decided(made[2]), everything=True)
    assert (because.ply, because.action, because.said) == (2, "replaced 1", "replaces 1 card")
    assert "pair" not in str(because)


def test_who_says_nothing_in_public_keeps_its_reasons() -> None:
    made, now = plies(POKER, "bet 3")
    secret = Decision(made[0].action, "rule 7", lambda: [Reason("the hand", "is a pair", "bet 3")])
    because = Discretion(POKER, 1).because(made[0], 0, now, PLAYER, secret, everything=True)
    line = "  It keeps its reasons while its hand is hidden."
    assert because == Because(0, 0, "Ada", "bet 3", "bets 3", "", False, (), (line,))


def test_after_a_showdown_everything_about_a_decision_is_told() -> None:
    made, now = plies(POKER, *SHOWDOWN)
    ply = made[4]
    discretion = Discretion(POKER, 1)
    few, many = (
        discretion.because(ply, 4, now, PLAYER, decided(ply), everything=everything) for everything in (False, True)
    )
    told = (
        SaidReason("the hand", "is a pair", "bet 1", 2.0),
        SaidReason("the pot", "is small", "drop", -1.0),
        SaidReason("in general", "I like to bet.", "", 0.0),
    )
    assert few == Because(4, 0, "Ada", "bet 1", "bets 1", "rule 4", True, told, few.lines)
    assert few.lines[0] == "  in general: I like to bet."
    assert "  bet 1   <- chosen" in " ".join(few.lines).replace("  bet 1    ", "  bet 1 ")
    assert any("best alternative" in line for line in few.lines)
    assert not any("best alternative" in line for line in many.lines)
    assert (many.reasons, many.by) == (told, "rule 4")


def test_what_was_decided_after_the_draw_is_told_and_what_before_is_not() -> None:
    made, now = plies(POKER, *SHOWDOWN)
    discretion = Discretion(POKER, 0)
    told = [
        discretion.because(made[n], n, now, PLAYER, decided(made[n]), everything=False).whole for n in range(len(made))
    ]
    assert told == [True, False, True, False, True, True]


def test_cards_that_were_shown_are_named_when_all_is_told() -> None:
    """Who replaced nothing has shown at the showdown what it held before, too."""
    made, now = plies(POKER, "bet 3", "call", "replace none", "replace FIRST", "bet 1", "call")
    ply = made[2]
    assert Discretion(POKER, 1).action(ply) == "replaced 0"
    because = Discretion(POKER, 1).because(ply, 2, now, PLAYER, Decision(ply.action, ply.by), everything=False)
    assert (because.action, because.by, because.whole) == ("replace none", "rule 2", True)
    assert because.lines == ("  It gives no reasons.",)


def test_where_nothing_is_hidden_the_reasons_are_those_of_the_state() -> None:
    made, now = plies(TIC_TAC_TOE, "5")
    because = Discretion(TIC_TAC_TOE, 1).because(made[0], 0, now, PLAYER, decided(made[0]), everything=False)
    assert (because.action, because.by, because.whole, len(because.reasons)) == ("5", "rule 0", True, 3)
    # A view has no text of its own there; the moves of the state are what the reasons are about.
    assert any(line.strip().startswith("5") and "chosen" in line for line in because.lines)


def test_the_reasons_are_told_of_what_the_seat_that_decided_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    from gamelore.app.table import discretion as module

    seen: list[Any] = []
    true = explain_decision

    def explained(player: Any, situation: Any, decision: Any) -> Any:
        seen.append((player, situation))
        return true(player, situation, decision)

    monkeypatch.setattr(module, "explain_decision", explained)
    made, now = plies(POKER, "bet 3", "call")
    Discretion(POKER, 1).because(made[0], 0, now, PLAYER, decided(made[0]), everything=False)
    assert seen.pop() == (PLAYER, made[0].state.view(0))
    board, now = plies(TIC_TAC_TOE, "5")
    Discretion(TIC_TAC_TOE, 1).because(board[0], 0, now, PLAYER, decided(board[0]), everything=False)
    assert seen.pop() == (PLAYER, board[0].state)
    view = made[1].state.view(1)
    Discretion(POKER, 1).advice(1, view, PLAYER, decided(made[1]))
    assert seen.pop() == (PLAYER, view)
    Discretion(TIC_TAC_TOE, 0).advice(0, board[0].state.view(0), PLAYER, decided(board[0]))
    assert seen.pop() == (PLAYER, board[0].state)


# --- advice


def test_advice_is_told_whole_since_it_sees_what_the_person_sees() -> None:
    made, _ = plies(POKER, "bet 3")
    view = made[0].state.view(0)
    told = Discretion(POKER, 0).advice(5, view, PLAYER, decided(made[0]))
    assert told == Because(5, 0, "Ada", "bet 3", "bet 3", "rule 0", True, told.reasons, told.lines)
    assert told.reasons == (
        SaidReason("the hand", "is a pair", "bet 3", 2.0),
        SaidReason("the pot", "is small", "drop", -1.0),
        SaidReason("in general", "I like to bet.", "", 0.0),
    )
    assert told.lines[0] == "  in general: I like to bet."
    assert Discretion(POKER, 1).advice(5, view, PLAYER, decided(made[0])).seat == 1


def test_advice_is_given_where_nothing_is_hidden() -> None:
    made, _ = plies(TIC_TAC_TOE, "5")
    told = Discretion(TIC_TAC_TOE, 0).advice(0, made[0].state.view(0), PLAYER, decided(made[0]))
    assert (told.action, told.said, told.whole) == ("5", "play 5", True)


# --- refusals


def test_a_refusal_does_not_quote_the_hands() -> None:
    (state,) = states(POKER)
    error = IllegalAction(f"not legal in {state}")
    told = Discretion(POKER, 0).refusal(error, "bet 99")
    assert type(told) is IllegalAction
    assert str(told) == "draw_poker: 'bet 99' is not legal here; 'moves' lists what is"
    assert Discretion(TIC_TAC_TOE, 0).refusal(error, "bet 99") is error
    other = BadText("what is that?")
    assert Discretion(POKER, 0).refusal(other, "banana") is other


# --- taking back


@pytest.mark.parametrize(
    ("texts", "seat", "refusal"),
    [
        ((), 0, NOTHING_YET),
        (("bet 3",), 1, NOTHING_YET),
        (("bet 3",), 0, ""),
        (("bet 3", "call"), 0, SEEN),
        (("bet 3", "call"), 1, ""),
        (("bet 3", "call", "replace FIRST"), 0, SEEN),
        (("bet 3", "call", "replace none"), 0, SEEN),
        (("bet 3", "call", "replace none", "replace FIRST"), 0, SEEN),
    ],
)
def test_nothing_is_taken_back_after_something_new_was_seen(texts: tuple[str, ...], seat: int, refusal: str) -> None:
    made, _ = plies(POKER, *texts)
    assert Discretion(POKER, seat).refuses_undo(made, 0, over=False) == refusal
    assert Discretion(POKER, seat).refuses_undo(made, 0, over=True) == IS_OVER


def test_where_nothing_is_hidden_every_own_move_is_taken_back() -> None:
    made, _ = plies(TIC_TAC_TOE, "5", "1")
    discretion = Discretion(TIC_TAC_TOE, 0)
    assert discretion.refuses_undo(made, 0, over=False) == ""
    assert discretion.refuses_undo(made[:1], 0, over=False) == ""
    assert discretion.refuses_undo(made, 0, over=True) == IS_OVER


def test_what_was_made_before_the_person_sat_down_stands() -> None:
    made, _ = plies(TIC_TAC_TOE, "5", "1", "2", "3")
    discretion = Discretion(TIC_TAC_TOE, 0)
    assert [discretion.refuses_undo(made, inherited, over=False) for inherited in range(5)] == [
        "", "", "", NOTHING_YET, NOTHING_YET,
    ]  # fmt: skip


# --- playing on


class Unshuffled(DrawPokerState):
    """A state of a game that cannot deal hidden hands again."""

    __slots__ = ()

    def resample_from_infostate(self, player: int, rng: Rng) -> Any:
        return None


def test_who_plays_on_where_nothing_is_hidden_does_so_in_the_same_world() -> None:
    state = states(TIC_TAC_TOE, "5")[-1]
    assert Discretion(TIC_TAC_TOE, 0).from_here(state, stream(1)) is state
    board = states(FORTY_TWO, "pass")[-1]
    laid_down = Discretion(FORTY_TWO, 0)
    laid_down.laid_down = True
    assert laid_down.from_here(board, stream(1)) is board


@pytest.mark.parametrize("seat", [0, 1])
def test_who_plays_on_with_hidden_hands_does_so_in_a_world_that_looks_the_same(seat: int) -> None:
    for state in states(POKER, *SHOWDOWN):
        world = Discretion(POKER, seat).from_here(state, stream(1))
        assert world == state.resample_from_infostate(seat, stream(1)) != state
        assert world.view(seat) == state.view(seat)
        assert world != Discretion(POKER, seat).from_here(state, stream(2))


def test_the_world_is_drawn_from_what_the_seat_sees_and_from_the_stream_alone() -> None:
    for state in states(POKER, *SHOWDOWN):
        twin = state.resample_from_infostate(0, stream(9))
        assert twin is not None
        mine, theirs = (Discretion(POKER, 0).from_here(it, stream(1)) for it in (state, twin))
        assert mine == theirs


def test_a_game_that_cannot_deal_again_is_not_taken_up_again() -> None:
    (state,) = states(POKER)
    assert isinstance(state, DrawPokerState)
    fixed = Unshuffled(POKER, state.deal, state.hands, state.table)
    with pytest.raises(NotAvailable) as refused:
        Discretion(POKER, 0).from_here(fixed, stream(1))
    assert str(refused.value) == "Draw poker cannot be taken up again: nobody can deal anew what you did not see"


# --- laying down


def passed_out() -> AnyState:
    """A hand of 42 that is over, since somebody was forced to bid and lost; played by whoever comes first."""
    state: AnyState = FORTY_TWO.new_initial_state(stream(4))
    while not state.is_terminal():
        state = state.child(state.legal_actions()[0])
    return state


def test_hands_are_laid_down_when_a_contest_is_over_and_that_is_done() -> None:
    end = passed_out()
    discretion = Discretion(FORTY_TWO, 2)
    laid = discretion.lay_down(end)
    hands = [" ".join(str(domino) for domino in end.view(seat).dealt) for seat in range(4)]  # type: ignore[attr-defined]
    assert laid == LaidDown(tuple(zip("ABCD", hands, strict=True)))
    assert all(len(hand.split()) == 7 for hand in hands)
    assert discretion.laid_down is True


def test_hands_are_not_laid_down_before() -> None:
    discretion = Discretion(FORTY_TWO, 0)
    with pytest.raises(NotAvailable) as refused:
        discretion.lay_down(states(FORTY_TWO, "pass")[-1])
    assert str(refused.value) == "hands are laid down when the contest is over"
    assert discretion.laid_down is False


def test_at_poker_nobody_lays_a_hand_down() -> None:
    discretion = Discretion(POKER, 0)
    with pytest.raises(NotAvailable) as refused:
        discretion.lay_down(states(POKER, "drop")[-1])
    assert str(refused.value) == "at Draw poker nobody shows a hand that the rules do not disclose"
    assert discretion.laid_down is False


def test_what_is_said_when_nothing_can_be_taken_back() -> None:
    assert NOTHING_YET == "There is nothing to take back yet."
    assert SEEN == "You have seen what came of it; where hands are hidden, that cannot be taken back."
    assert IS_OVER == "The contest is over; what was done stands."
