"""Whether a list can lose at all: over every move of the opponent and every choice that chance makes in its place.

All states that a reader of the list can come to are listed layer by layer, up to the symmetries of the board, until a
loss is met or nothing new is found. Limits of plies count for nothing: who never loses without them never loses. A line
that returns to a position made before adds no position, so that it may be left out; whoever loses without it may still
not lose with it, and then nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.errors import NotAvailable
from gamelore.games.board.arrays import ONE_WORD, board_tables, move_capacity, move_of
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.core import AnyGame
from gamelore.learners.features.board.survey import board_picture
from gamelore.learners.maxims.boards import BoardReader, is_compiled
from gamelore.learners.maxims.compiled import as_arrays, reader_room
from gamelore.learners.maxims.lines import MaximList, narrow

RETURNS = "returns"
MOST_STATES = 4_000_000
"""Where a proof is given up: some 200 megabytes."""
_ROOM = 1 << 17
"""States that are found before known ones are sorted out."""


@dataclass(frozen=True, slots=True)
class Safety:
    """What was found out."""

    never_loses: bool | None
    """None if it was given up, or if a line that looks back stands in the way."""
    states: int
    """How many states the list can come to, up to symmetry; as far as they were listed."""
    line: tuple[str, ...] = ()
    """The moves of a shortest contest that the list loses."""
    seat: int = 0
    """At which seat it loses that one."""

    def __str__(self) -> str:
        if self.never_loses:
            return f"never loses: every line of play was looked at, {self.states:,} positions"
        if self.never_loses is None:
            return f"is not proved: {self.states:,} positions were looked at"
        return f"can lose, as {('first', 'second')[self.seat]} player: {' '.join(self.line)}"


def prove(game: AnyGame, lines: MaximList, most: int = MOST_STATES) -> Safety:
    """Look at every line of play of a list, at both seats."""
    if not isinstance(game, BoardGame) or not is_compiled(game, lines):
        raise NotAvailable(f"{game.name}: only lists of the measures of board games can be proved never to lose")
    kept = tuple(line for line in lines if (line.measure, line.sense) != (RETURNS, "most"))
    if any(line.measure == RETURNS for line in kept):
        return Safety(None, 0)
    states = 0
    for seat in (0, 1):
        found = _Exploration(game, kept, seat).run(most)
        states += found.states
        if not found.never_loses:
            real = found.never_loses is not None and _is_played(game, lines, found)
            return Safety(False if real else None, states, found.line if real else (), seat)
    return Safety(True, states)


class _Exploration:
    """The states that a list can come to at one seat, layer by layer."""

    def __init__(self, game: BoardGame, lines: MaximList, seat: int) -> None:
        self.game, self.maxims, self.seat = game, lines, seat
        arrays, lengths = as_arrays([lines])
        self.lines = arrays[0, : lengths[0]]
        self.layers: list[Ints] = []

    def run(self, most: int) -> Safety:
        """Go on until a loss is met, or nothing new is found."""
        layer = self._first()
        known = self._names(layer)
        while layer.shape[1]:
            self.layers.append(layer)
            known = np.union1d(known, self._names(layer))
            if len(known) > most:
                return Safety(None, len(known))
            lost, found = self._explore(layer)
            if lost is not None:
                return Safety(False, len(known), self._contest(lost), self.seat)
            _, places = np.unique(self._names(found), return_index=True)
            places.sort()
            fresh = found[:, places]
            # What numpy picks by columns lies by columns, and a kernel would be compiled once more for that.
            layer = np.ascontiguousarray(fresh[:, ~np.isin(self._names(fresh), known)])
        return Safety(True, len(known))

    def _names(self, layer: Ints) -> Ints:
        """One value for each state: its normal key with the markers that are left, in two words on a large board."""
        from gamelore.learners.maxims._kernels import FIRST, LEFT, SECOND

        names: Ints = layer[SECOND] * (self.game.placements + 1) + layer[LEFT]
        if self.game.board.size <= ONE_WORD:
            return names
        return np.stack([layer[FIRST], names], axis=1).view([("first", np.int64), ("second", np.int64)])[:, 0]

    def _first(self) -> Ints:
        """The states in which the list moves first."""
        from gamelore.games.board._kernels import normal_key

        first = self.game.new_initial_state()
        states = [first] if self.seat == 0 else [first.child(move) for move in first.legal_actions()]
        tables, turns = board_tables(self.game), len(self.game.symmetries)
        rows = [(s.own, s.other, s.left, *normal_key(tables, s.own, s.other, turns), n) for n, s in enumerate(states)]
        found = np.array(rows, dtype=np.int64).T.copy()
        _, places = np.unique(self._names(found), return_index=True)
        return np.ascontiguousarray(found[:, np.sort(places)])

    def _explore(self, layer: Ints) -> tuple[Ints | None, Ints]:
        """Everything that a layer leads to, or the loss that it meets first."""
        from gamelore.learners.maxims import _kernels

        tables, picture = board_tables(self.game), board_picture(self.game)
        room, lost = reader_room(self.game, 0), np.full(3, -1, dtype=np.int64)
        size = max(_ROOM, 2 * move_capacity(self.game) ** 2)
        parts = [np.zeros((_kernels.FOUND, 0), dtype=np.int64)]
        at = 0
        while at < layer.shape[1]:
            found = np.zeros((_kernels.FOUND, size), dtype=np.int64)
            at, count = _kernels.explore(
                tables, picture, self.lines, layer, at, self.seat, len(self.game.symmetries), room, found, lost
            )
            if lost[0] >= 0:
                return lost, parts[0]
            found = found[:, :count]
            _, places = np.unique(self._names(found), return_index=True)
            parts.append(found[:, np.sort(places)])
        return None, np.ascontiguousarray(np.concatenate(parts, axis=1))

    def _contest(self, lost: Ints) -> tuple[str, ...]:
        """The moves that lead to a loss."""
        from gamelore.learners.maxims._kernels import PARENT

        number, *codes = lost.tolist()
        boards = []
        for layer in reversed(self.layers):
            boards.append((int(layer[0, number]), int(layer[1, number])))
            number = int(layer[PARENT, number])
        state, moves = self.game.new_initial_state(), list[Move]()
        for board in reversed(boards):
            for move in self._between(state, board):
                moves.append(move)
                state = state.child(move)
        return tuple(map(str, (*moves, *(move_of(code) for code in codes if code >= 0))))

    def _between(self, state: BoardState, board: tuple[int, int]) -> tuple[Move, ...]:
        """The moves from one state in which the list moves, or from the first state, to the next."""
        if state.mover == self.seat and (state.own, state.other) == board:
            return ()
        if state.mover != self.seat:
            return next((move,) for move in state.legal_actions() if _board(state.child(move)) == board)
        replies = ((move, reply) for move in left_by(self.game, self.maxims, state) for reply in _replies(state, move))
        return next(pair for pair in replies if _board(state.child(pair[0]).child(pair[1])) == board)


def _board(state: BoardState) -> tuple[int, int]:
    return state.own, state.other


def _replies(state: BoardState, move: Move) -> Sequence[Move]:
    return state.child(move).legal_actions()


def left_by(game: BoardGame, lines: MaximList, state: BoardState, reader: BoardReader | None = None) -> list[Move]:
    """The moves that a list leaves in a state; `reader` remembers what was made before."""
    actions, values = (reader or BoardReader(game)).values(state.view(state.mover), lines)
    return [actions[number] for number in narrow(lines, len(actions), values).left]


def _is_played(game: BoardGame, lines: MaximList, found: Safety) -> bool:
    """Whether a reader who remembers what it made may play a contest that is lost so."""
    reader, state = BoardReader(game), game.new_initial_state()
    for text in found.line:
        move = game.parse_action(text)
        if state.mover == found.seat:
            if move not in left_by(game, lines, state, reader):
                return False
            reader.made(state.view(state.mover), move)
        state = state.child(move)
    return state.returns()[found.seat] < 0
