"""What measures count of replies and of answers to them, found plainly, and what was there before.

Of a state itself these measures say nothing. Where the move ends the contest there are no replies; `sure` and
`exchange` then say how it ended.
"""

from __future__ import annotations

from typing import Any

from gamelore.games.board.game import BoardState, Move
from gamelore.games.core import AnyState
from gamelore.learners.features.board.finders import Found, Look, ending, steps_of, takes, these_moves
from gamelore.learners.features.board.rows import WORTH_OF_A_WIN


def safe(look: Look, side: int) -> Found | None:
    """The moves of a side that would not lose at once, if it were on turn."""
    state = look.on_turn(side)
    if look.action is None or state is None:
        return None
    seat = look.me ^ side
    firsts = [actions[0] for actions in steps_of(state).values()]
    return these_moves([action for action in firsts if ending(state.child(action), seat) != "loss"])


def _strikes(state: AnyState, seat: int) -> bool:
    """Whether who is on turn could take a marker or win at once."""
    return any(takes(action) or ending(state.child(action), seat) == "win" for action in state.legal_actions())


def _stops(look: Look, after: AnyState) -> bool:
    """Whether I could neither take nor win after a reply, and have not won by it."""
    end = ending(after, look.me)
    return end in ("loss", "draw") or (end == "" and not _strikes(after, look.me))


def stopping(look: Look, side: int) -> Found | None:
    """The replies after which I could not take a marker or win."""
    found = None if look.action is None else look.replies()
    return None if found is None else these_moves([reply for reply, state in found.items() if _stops(look, state)])


def sure(look: Look, side: int) -> Found | None:
    """Whether there is no such reply: I have won, or can take a marker or win whatever the other does."""
    found = stopping(look, side)
    if found is None:
        return None
    end = ending(look.after, look.me)
    return Found(float(end == "win" if end else found.value == 0))


def unanswered(look: Look, side: int) -> Found | None:
    """The replies that take a marker or win, and that I could not answer in kind."""
    found = None if look.action is None else look.replies()
    if found is None:
        return None
    other = 1 - look.me
    return these_moves(
        [r for r, state in found.items() if _stops(look, state) and (takes(r) or ending(state, other) == "win")]
    )


def forking(look: Look, side: int) -> Found | None:
    """The replies that stop what I threaten, and after which the other could complete goal lines at two places."""
    found = None if look.action is None else look.replies()
    if found is None:
        return None
    going_on = {reply: state for reply, state in found.items() if ending(state, look.me) == ""}
    return these_moves([reply for reply, state in going_on.items() if _stops(look, state) and _forks(state)])


def _forks(state: Any) -> bool:
    """Whether the one who is not on turn could complete goal lines at two places, if it were."""
    assert isinstance(state, BoardState)
    again = state.null()
    goals = {move.to for move in again.legal_actions() if _completes(again, move)}
    return len(goals) > 1


def _completes(state: BoardState, move: Move) -> bool:
    return state.game.completes(state.own & ~(0 if move.start is None else 1 << move.start), move.to)


def exchange(look: Look, side: int) -> Found | None:
    """Markers that I am ahead after the reply that is best for the other and the answer that is best for me.

    A contest that is won or lost on the way counts `WORTH_OF_A_WIN`. It shows these replies.
    """
    if look.action is None:
        return None
    if ending(look.after, look.me):
        return Found(markers_ahead(look.after, look.me))
    left = {reply: best_ahead(state, look.me) for reply, state in (look.replies() or {}).items()}
    worst = min(left.values())
    return Found(worst, moves=[reply for reply, ahead in left.items() if ahead == worst])


def best_ahead(state: AnyState, seat: int) -> int:
    """How many markers a seat is ahead after its best answer, if the contest goes on."""
    if ending(state, seat):
        return markers_ahead(state, seat)
    return max(markers_ahead(state.child(action), seat) for action in state.legal_actions())


def markers_ahead(state: AnyState, seat: int) -> int:
    """How many more markers a seat has on the board; a contest that is over counts by how it ended."""
    assert isinstance(state, BoardState)
    markers = (state.x.bit_count(), state.o.bit_count())
    worth = {"win": WORTH_OF_A_WIN, "loss": -WORTH_OF_A_WIN}
    return worth.get(ending(state, seat), markers[seat] - markers[1 - seat])


def returns(look: Look, side: int) -> Found | None:
    """Whether I made the same position earlier in the contest."""
    return None if look.action is None else Found(float(look.after in look.made))
