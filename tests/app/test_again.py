"""A contest that is over is taken up again: with open hands as it was, with hidden ones in a world dealt anew."""

from __future__ import annotations

from typing import Any

import pytest

from gamelore.app.table.again import DEALT_ANEW, TakenUp, dealt_anew
from gamelore.app.table.sitting import TableSitting
from gamelore.app.terminal.playing import play_on
from gamelore.app.terminal.talk import Talk
from gamelore.arena.contest import ContestKey
from gamelore.arena.players import NoLearning
from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games import load_game
from gamelore.games.core import RESIGN, AnyView
from gamelore.games.forty_two import FortyTwoState
from gamelore.games.poker.draw_poker import DrawPokerState
from gamelore.lab.review.core import Review, ReviewedMove
from gamelore.learners.core import Decision

POKER, FORTY_TWO = load_game("draw_poker"), load_game("forty_two")
KEY = ContestKey(77)


class Steady(NoLearning):
    """Makes the first move that is legal, from a list of moves that it would rather make, and tells what decided."""

    def __init__(self, *rather: str) -> None:
        super().__init__("steady")
        self.rather = rather

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        legal = view.legal_actions()
        liked = [action for text in self.rather for action in legal if str(action) == text]
        return Decision((liked or legal)[0], f"seen {view}")


def over(game: str, seed: int, *moves: str) -> TableSitting:
    """A contest that is over: the person makes these moves, then the first that are legal."""
    loaded = load_game(game)
    others: dict[int, str] = dict.fromkeys(range(1, loaded.seats), "steady")
    sitting = TableSitting(loaded, 0, others, ContestKey(seed), make=lambda *_: Steady("call", "bid 30"))
    sitting.start()
    wanted = list(moves)
    while sitting.result is None:
        sitting.play(wanted.pop(0) if wanted else sitting.moves()[0].action)
    return sitting


def seen_before(sitting: TableSitting, ply: int) -> str:
    """What the person saw before a ply."""
    states = [*(made.state for made in sitting.plies), sitting._state]
    return str(states[ply].view(sitting.seat))


@pytest.mark.parametrize(
    ("game", "moves"), [("draw_poker", ("bet 3", "replace none", "bet 2")), ("forty_two", ("pass",))]
)
def test_all_that_the_person_had_seen_stays_and_the_rest_is_dealt_anew(game: str, moves: tuple[str, ...]) -> None:
    others = set()
    for seed in range(3):
        sitting = over(game, seed, *moves)
        for ply in range(len(sitting.plies) + 1):
            again = sitting.play_on(KEY, ply)
            assert str(again.view) == seen_before(sitting, ply)
            assert [m.action for m in again.history] == [m.action for m in sitting.history[:ply]]
            assert again.inherited == len(again.plies) == ply
            assert again.opening == again.began().opening == (DEALT_ANEW,)
            assert again.key == KEY
            others.add(again.deal != sitting.deal)
            assert TableSitting.restore(again.to_log()).to_log() == again.to_log()
    assert True in others


def test_the_same_key_deals_the_same_world_and_another_key_another() -> None:
    sitting = over("draw_poker", 1, "drop")
    deals = [sitting.play_on(ContestKey(seed), 0).deal for seed in (5, 5, 6)]
    assert deals[0] == deals[1] != deals[2]


def test_a_hand_that_nobody_showed_does_not_come_back() -> None:
    for seed in range(8):
        sitting = over("draw_poker", seed, "drop")
        again = sitting.play_on(KEY, 0)
        list(again.answers())
        for move in ("bet 1", "replace none", "bet 1"):
            again.play(move)
        (old,), (new,) = (
            [table.plies[0].state.hands[1]] if isinstance(table.plies[0].state, DrawPokerState) else []
            for table in (sitting, again)
        )
        assert again.view.shown == tuple(sorted(again._state.hands[1]))  # type: ignore[attr-defined]
        assert set(old) != set(new)


def test_what_decided_the_others_before_is_not_told_with_hands_of_another_world() -> None:
    sitting = over("draw_poker", 2, "bet 1", "replace none", "bet 1")
    assert sitting.result is not None
    again = sitting.play_on(KEY, len(sitting.plies))
    assert {ply.by for ply in again.plies if ply.seat == 1} == {""}
    assert {ply.by for ply in again.plies if ply.seat == 0} == {"you"}
    assert all(because.by == "" and because.reasons == () for because in again.why(1, everything=True))


def test_hands_that_were_laid_down_are_the_same_again() -> None:
    sitting = over("forty_two", 3, "pass")
    anew = sitting.play_on(KEY, 4)
    assert anew.deal != sitting.deal
    sitting.lay_down()
    again = sitting.play_on(KEY, 4)
    assert (again.deal, again.opening) == (sitting.deal, ())
    assert [(ply.action, ply.by) for ply in again.plies] == [(ply.action, ply.by) for ply in sitting.plies[:4]]
    assert not again.discretion.laid_down


def test_a_showdown_does_not_bring_the_old_cards_back() -> None:
    """It shows two hands; what was thrown away and what lay in the pack nobody has seen."""
    sitting = over("draw_poker", 4, "bet 1", "replace none", "bet 1")
    assert sitting.result is not None
    assert sitting.result.why == "showdown"
    assert sitting.play_on(KEY, 0).deal != sitting.deal


def test_where_nothing_is_hidden_everything_is_as_it_was() -> None:
    sitting = over("tic_tac_toe", 0, "5")
    again = sitting.play_on(KEY, 3)
    assert (again.opening, again.first, again.deal) == ((), sitting.first, sitting.deal)
    assert [(ply.action, ply.by) for ply in again.plies] == [(ply.action, ply.by) for ply in sitting.plies[:3]]


def test_a_contest_that_goes_on_is_not_taken_up_again() -> None:
    sitting = TableSitting(POKER, 0, {1: "poker:call"}, ContestKey(1))
    sitting.start()
    with pytest.raises(NotAvailable, match="goes on"):
        sitting.play_on(KEY, 0)


@pytest.mark.parametrize("ply", [-1, 2])
def test_only_a_ply_of_the_contest_can_be_taken_up(ply: int) -> None:
    with pytest.raises(BadSetting, match=f"the contest has 1 ply, there is no ply {ply + 1}"):
        over("draw_poker", 1, "drop").play_on(KEY, ply)


@pytest.mark.parametrize(("game", "before"), [("draw_poker", ("bet 2", "call")), ("forty_two", ("pass", "bid 31"))])
def test_a_contest_that_began_in_the_middle_begins_there_again(game: str, before: tuple[str, ...]) -> None:
    loaded = load_game(game)
    state = loaded.initial_state(loaded.sample_deal(ContestKey(8).stream(0)))
    for text in before:
        state = state.child(loaded.parse_action(text))
    seat = state.current_player()
    others: dict[int, str] = {at: "steady" for at in range(loaded.seats) if at != seat}
    sitting = TableSitting(loaded, seat, others, ContestKey(8), start=str(state), make=lambda *_: Steady("call"))
    sitting.start()
    while sitting.result is None:
        sitting.play(sitting.moves()[0].action)
    for ply in (0, 1, len(sitting.plies)):
        again = sitting.play_on(KEY, ply)
        assert str(again.view) == seen_before(sitting, ply)
        assert len(again.plies) == ply
        assert again.deal == ""
        assert again.first != sitting.first
        assert TableSitting.restore(again.to_log()).to_log() == again.to_log()


def test_who_resigned_resigns_again() -> None:
    sitting = over("draw_poker", 1, "bet 1", "replace none", "bet 1")
    plies = sitting.plies[:3]
    gone = type(plies[0])(plies[2].state, plies[2].seat, RESIGN, "despair")
    world = plies[2].state.resample_from_infostate(0, KEY.stream(0))
    assert isinstance(world, DrawPokerState)
    taken = dealt_anew(world, [*plies[:2], gone], 0)
    assert [text for text, _ in taken.plies] == [*map(str, world.actions), "resign"]
    assert taken.start == ""


def test_a_line_of_dominoes_is_read_off_a_state() -> None:
    world: Any = FORTY_TWO.new_initial_state(KEY.stream(0))
    assert isinstance(world, FortyTwoState)
    assert dealt_anew(world, (), 0) == TakenUp(str(world.deal), "", (), (DEALT_ANEW,))


def test_a_game_whose_deal_nobody_can_read_is_not_taken_up_again() -> None:
    with pytest.raises(NotAvailable, match="Tic-tac-toe cannot be taken up again: nobody can read its hidden deal"):
        dealt_anew(load_game("tic_tac_toe").new_initial_state(), (), 0)


def test_a_person_at_the_terminal_is_told_that_the_hands_are_other_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    values = (("bet 1", "+1"), ("drop", "0"))
    move = ReviewedMove(0, "drop", 1.0, "gave it up", ("bet 1",), values, "", "", "", "", False, "a hand")
    told_of = Review(POKER.name, 0, "by ear", "chips", 1, 0, 0, False, (move,))
    monkeypatch.setattr(TableSitting, "review", lambda sitting: told_of)
    told: list[str] = []
    lines = iter(["drop", "again 1", "drop", ""])
    sitting = TableSitting(POKER, 0, {1: "poker:call"}, ContestKey(0))
    play_on(sitting, Talk(lambda _: next(lines), told.append))
    assert told.count(DEALT_ANEW) == 1
