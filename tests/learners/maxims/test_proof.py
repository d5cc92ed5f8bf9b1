"""The proof that a list never loses, held against a plain walk over every line of play."""

from __future__ import annotations

import pytest
from tests.board_states import board_game
from tests.plain_games import Nim

from gamelore.base.errors import NotAvailable
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.maxims.lines import MaximList, parse_list
from gamelore.learners.maxims.proof import Safety, left_by, prove

TTT, LOSE, SHISIMA, FIVE = map(board_game, ("tic_tac_toe", "lose_tic_tac_toe", "shisima", "five_mens_morris"))

NEVER_LOSES = parse_list(
    "fewest loses; most other_ready; first_marker: most opposite_other; most own_alone; most own_stopped"
)
CAN_LOSE = parse_list("fewest loses; most own_alone")


def can_lose(game: BoardGame, lines: MaximList, seat: int) -> bool:
    """The same without kernels, symmetries and layers."""
    seen: set[BoardState] = set()
    todo = [game.new_initial_state()]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        if state.is_terminal():
            if state.returns()[seat] < 0:
                return True
            continue
        moves = left_by(game, lines, state) if state.mover == seat else state.legal_actions()
        todo += [state.child(move) for move in moves]
    return False


@pytest.mark.parametrize("lines", [NEVER_LOSES, CAN_LOSE, parse_list("most centre; most opposite_other"), ()])
def test_a_proof_says_what_a_plain_walk_says(lines: MaximList) -> None:
    found = prove(LOSE, lines)
    assert found.never_loses == (not any(can_lose(LOSE, lines, seat) for seat in (0, 1)))


def replayed(game: BoardGame, lines: MaximList, proof: Safety) -> BoardState:
    """The end of the contest that a proof shows; every move of the list is one that it leaves."""
    state = game.new_initial_state()
    for text in proof.line:
        move = game.parse_action(text)
        if state.mover == proof.seat:
            assert move in left_by(game, lines, state)
        state = state.child(move)
    return state


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (LOSE, "fewest loses"),
        (TTT, "most wins; fewest winning_replies"),
        (SHISIMA, "most wins"),
        (FIVE, "most captures"),
        (board_game("three_mens_morris"), "most wins; fewest winning_replies"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_the_contest_that_is_shown_is_lost(game: BoardGame, text: str) -> None:
    lines = parse_list(text)
    proof = prove(game, lines)
    assert proof.never_loses is False
    assert replayed(game, lines, proof).returns()[proof.seat] < 0
    assert str(proof).startswith("can lose, as ")


def test_a_line_that_returns_adds_no_position() -> None:
    never = parse_list("most returns; most own_slides")
    pong = board_game("pong_hau_ki")
    without, found = prove(pong, never[1:]), prove(pong, never)
    assert found.never_loses == without.never_loses
    assert prove(SHISIMA, parse_list("fewest returns; most wins")).never_loses is None


def test_a_proof_is_given_up_where_there_is_too_much_to_look_at() -> None:
    proof = prove(LOSE, NEVER_LOSES, most=20)
    assert proof.never_loses is None
    assert "is not proved" in str(proof)
    assert "never loses" not in str(proof)


def test_only_lists_of_board_games_are_proved() -> None:
    with pytest.raises(NotAvailable, match="can be proved"):
        prove(Nim(), ())
