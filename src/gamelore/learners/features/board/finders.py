"""What a measure counts, found plainly: through legal actions, the states they lead to, and how contests end.

Every finder says how much there is and where it shows on the board, so that one definition gives the number for a game
without tables, the picture, and the truth that the compiled survey is tested against. A board is looked at as if the
contest went on even where it is over; replies are the exception, for then there are none. Before any move, replies are
what the other could do if it were on turn, and every line is one that a move could add to.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from gamelore.games.board.board import bits
from gamelore.games.board.game import BoardState, Move
from gamelore.games.board.turns import after, passed
from gamelore.games.core import AnyState
from gamelore.learners.features.board.rows import NO_LINE
from gamelore.learners.features.board.survey import middles

OWN, OTHER = 0, 1
Line = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """How much a measure counts, and where: places, lines, and moves that somebody could make."""

    value: float
    places: Sequence[int] = ()
    lines: Sequence[Line] = ()
    moves: Sequence[Any] = ()


class Look:
    """A state and the state after one of its moves, from the side of the one who moves; or the state alone."""

    def __init__(self, state: AnyState, action: Any = None, made: Collection[AnyState] = ()) -> None:
        self.state = state
        self.action = action
        self.made = made
        """The states that the one who moves has made earlier in the contest."""
        self.me = state.current_player()
        self.after = state if action is None else state.child(action)

    @property
    def board(self) -> BoardState:
        """The board after the move, for measures that need one."""
        assert isinstance(self.after, BoardState)
        return self.after

    @property
    def earlier(self) -> BoardState:
        """The board before the move."""
        assert isinstance(self.state, BoardState)
        return self.state

    @property
    def goal_lines(self) -> Sequence[Line]:
        """The lines that count."""
        return self.board.game.goal_lines

    def markers(self, board: BoardState, side: int) -> frozenset[int]:
        """Where a side stands on one of the two boards."""
        return frozenset(bits((board.x, board.o)[self.me ^ side]))

    def on_turn(self, side: int) -> AnyState | None:
        """The state after the move with a side on turn, as if the contest went on; None if the game cannot say."""
        if isinstance(self.after, BoardState):
            return going_on(self.after, self.me ^ side)
        if self.after.is_terminal() or self.after.current_player() == self.me ^ side:
            return self.after
        return self.after.null()

    def replies(self) -> dict[Any, AnyState] | None:
        """The other's replies and the states they lead to; None if the game cannot say."""
        state = self.state.null() if self.action is None else self.after
        return None if state is None else {reply: state.child(reply) for reply in state.legal_actions()}

    def through(self) -> list[Line]:
        """The goal lines that the move adds a marker to."""
        move, lines = self.action, self.goal_lines
        return [line for line in lines if move is None or (move.to in line and move.start not in line)]


def going_on(state: BoardState, mover: int) -> BoardState:
    """The same board with a seat on turn and the contest not over."""
    return BoardState(state.game, state.x, state.o, mover, turn_of(state, mover), None)


def turn_of(state: BoardState, mover: int) -> int:
    """What is left to place on the same board with a seat on turn."""
    return state.left if mover == state.mover else passed(state.left)


def ending(state: AnyState, seat: int) -> str:
    """'win', 'draw' or 'loss' for a seat, nothing while the contest goes on."""
    if isinstance(state, BoardState):
        # A child of a board that is looked at as if nothing had ended it must be judged afresh.
        state = BoardState(state.game, state.x, state.o, state.mover, state.left)
    outcome = state.outcome()
    return "" if outcome is None else outcome.result(seat)


def takes(action: Any) -> bool:
    """Whether an action takes a marker."""
    return getattr(action, "capture", None) is not None


def steps_of(state: AnyState) -> dict[Any, list[Any]]:
    """The legal actions; moves of a marker that differ only in what they capture are one."""
    found: dict[Any, list[Any]] = {}
    for action in state.legal_actions():
        found.setdefault((action.start, action.to) if isinstance(action, Move) else action, []).append(action)
    return found


# The move itself


def wins(look: Look, side: int) -> Found:
    """Whether the move ends the contest with a win for a side."""
    ended = look.action is not None and ending(look.after, look.me ^ side) == "win"
    return Found(float(ended), places=(look.action.to,) if ended and isinstance(look.action, Move) else ())


def captures(look: Look, side: int) -> Found:
    """What the move takes."""
    took = takes(look.action)
    return Found(float(took), places=(look.action.capture,) if took else ())


# What a side holds and could do


def markers(look: Look, side: int) -> Found:
    """The markers of a side."""
    held = look.markers(look.board, side)
    return Found(len(held), places=sorted(held))


def moves(look: Look, side: int) -> Found | None:
    """The moves of a side, if it were on turn."""
    state = look.on_turn(side)
    return None if state is None else these_moves([actions[0] for actions in steps_of(state).values()])


def these_moves(found: Sequence[Any]) -> Found:
    """As many as these moves."""
    return Found(len(found), moves=found)


def slides(look: Look, side: int) -> Found:
    """Steps along drawn lines to empty neighbours, or flights, whatever the stage."""
    game, held = look.board.game, sorted(look.markers(look.board, side))
    empty = bits(look.board.empty)
    if len(held) <= game.rules.flying_at:
        return these_moves([Move(b, a) for a in held for b in empty])
    steps = game.both_sides[look.me ^ side].steps
    return these_moves([Move(b, a) for a in held for b in bits(steps[a]) if b in empty])


def strikes(look: Look, side: int) -> Found | None:
    """The moves that take a marker or win at once."""
    state = look.on_turn(side)
    if state is None:
        return None
    seat = look.me ^ side
    return these_moves(
        [
            actions[0]
            for actions in steps_of(state).values()
            if any(takes(action) or ending(state.child(action), seat) == "win" for action in actions)
        ]
    )


def targets(look: Look, side: int) -> Found:
    """The goals of strikes."""
    found = strikes(look, side)
    goals = sorted({move.to for move in found.moves}) if found else []
    return Found(len(goals), places=goals)


def plans(look: Look, side: int) -> Found:
    """The moves after which the contest goes on and the same side, moving again, could capture or complete a line.

    Nothing that a line would take is taken off the board in between.
    """
    board, seat = look.board, look.me ^ side
    found = []
    for start, to in steps_of(going_on(board, seat)):
        moved = ((board.x, board.o)[seat] | 1 << to) & ~(0 if start is None else 1 << start)
        met = (board.x, board.o)[1 - seat] & ~(1 << to)
        x, o = (moved, met) if seat == 0 else (met, moved)
        then = BoardState(board.game, x, o, 1 - seat, after(turn_of(board, seat)))
        if then.outcome() is None and _can_capture_or_win(then.null()):
            found.append(Move(to, start))
    return these_moves(found)


def _can_capture_or_win(state: BoardState) -> bool:
    """Whether the mover could capture, or complete a line that wins."""
    game = state.game
    return any(
        takes(move)
        or (
            game.rules.line == "wins"
            and game.completes(state.own & ~(0 if move.start is None else 1 << move.start), move.to)
        )
        for move in state.legal_actions()
    )


def cover(look: Look, side: int) -> Found:
    """Drawn lines that hold a marker of a side."""
    held = look.markers(look.board, side)
    return these_lines([line for line in look.board.game.board.lines if held.intersection(line)])


def these_lines(found: Sequence[Line]) -> Found:
    """As many as these lines."""
    return Found(len(found), lines=found)


# Replies


def replies(look: Look, side: int) -> Found | None:
    """What the other may reply."""
    found = look.replies()
    return None if found is None else these_moves(list(found))


def winning_replies(look: Look, side: int) -> Found | None:
    """The replies that win at once for a side."""
    found = look.replies()
    if found is None:
        return None
    return these_moves([reply for reply, state in found.items() if ending(state, look.me ^ side) == "win"])


def rope(look: Look, side: int) -> Found | None:
    """The other's moves that would have lost before the move and still lose after it."""
    before, after = winning_replies(Look(look.state), OWN), winning_replies(look, OWN)
    return None if before is None or after is None else these_moves([m for m in after.moves if m in before.moves])


# Goal lines and places


def open_lines(look: Look, side: int) -> Found:
    """Goal lines without a marker of the one against whom they are open."""
    against = look.markers(look.board, 1 - side)
    return these_lines([line for line in look.goal_lines if not against.intersection(line)])


def _begun(look: Look, side: int, lines: Sequence[Line]) -> list[Line]:
    """Those of some lines that before the move hold markers of a side and none of the one against it."""
    held, against = (look.markers(look.earlier, who) for who in (side, 1 - side))
    return [line for line in lines if held.intersection(line) and not against.intersection(line)]


def _lack(look: Look, side: int, line: Line) -> int:
    return len(set(line) - look.markers(look.earlier, side))


def adds(look: Look, side: int) -> Found:
    """Begun lines of mine that the move adds to."""
    return these_lines(_begun(look, OWN, look.through()))


def lacks(look: Look, side: int) -> Found:
    """How little the fullest of the lines lacks that the move adds to."""
    other = look.markers(look.earlier, OTHER)
    free = [line for line in look.through() if not other.intersection(line)]
    least = min((_lack(look, OWN, line) for line in free), default=NO_LINE)
    return Found(least, lines=[line for line in free if _lack(look, OWN, line) == least])


def blocks(look: Look, side: int) -> Found:
    """Begun lines of the other that the move enters."""
    return these_lines(_begun(look, OTHER, look.through()))


def blocks_nearest(look: Look, side: int) -> Found:
    """Those of them that are the other's fullest."""
    least = min((_lack(look, OTHER, line) for line in _begun(look, OTHER, look.goal_lines)), default=0)
    return these_lines([line for line in blocks(look, side).lines if _lack(look, OTHER, line) == least])


def threats(look: Look, side: int) -> Found:
    """Lines through the new marker that lack one marker and hold none of the other's."""
    mine, theirs = (look.markers(look.board, who) for who in (OWN, OTHER))
    return these_lines(
        [line for line in look.through() if len(set(line) - mine) == 1 and not theirs.intersection(line)]
    )


def halfway(look: Look, side: int) -> Found:
    """Pairs of markers of one side between which the new marker stands halfway."""
    if look.action is None:
        return Found(0)
    sides = [look.markers(look.earlier, who) for who in (OWN, OTHER)]
    pairs = [
        pair
        for pair, places in middles(look.earlier.game.board).items()
        if look.action.to in places and any(held.issuperset(pair) for held in sides)
    ]
    return Found(len(pairs), places=sorted({place for pair in pairs for place in pair}))
