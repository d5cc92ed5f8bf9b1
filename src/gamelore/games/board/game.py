"""Board games for two on drawn lines: placing, sliding, lines that win, lose or capture. One rules class for all.

Tic-tac-toe, lose tic-tac-toe, the morris games, shisima, achi and their kin differ only in their `BoardRules`, which
are data. This module plays them in plain Python over two machine words; `_kernels.py` plays the same tables compiled,
and the tests prove the two equal. The rules of the morris games follow Lock (2003), Appendix A; what she leaves open
(two mills at once capture one marker; a marker that leaves a mill and returns makes it anew) is said in
`docs/games.md`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Annotated, ClassVar, Literal

from gamelore.base.errors import BadText, ImpossibleState
from gamelore.base.settings import Within, check_ranges
from gamelore.games.board.board import MAX_POSITIONS, Board, Permutation, apply, bits, mask_of
from gamelore.games.core import NOBODY, Action, Game, Horizon, OpenView, Outcome, State, View

PLACING, SLIDING = "placing", "sliding"

SYMBOLS = "XO"
EMPTY = "."


@dataclass(frozen=True, slots=True, order=True)
class Move(Action):
    """Place or slide a marker, and perhaps take one: `5`, `10-16`, `10-16x3` (positions counted from 1)."""

    to: int
    start: int | None = None
    capture: int | None = None

    def __str__(self) -> str:
        text = f"{self.to + 1}" if self.start is None else f"{self.start + 1}-{self.to + 1}"
        return text if self.capture is None else f"{text}x{self.capture + 1}"


@lru_cache(maxsize=1 << 15)
def _move(to: int, start: int | None, capture: int | None) -> Move:
    """The same move is the same object: making one costs as much as the rest of listing it."""
    return Move(to, start, capture)


_MOVE = re.compile(r"(?:([1-9][0-9]?)-)?([1-9][0-9]?)(?:x([1-9][0-9]?))?")


@dataclass(frozen=True, slots=True)
class BoardRules:
    """How a game on a board is played. Every field can be overridden: `load_game(name, flying_at=3)`."""

    markers: Annotated[int, Within(0, MAX_POSITIONS)]
    """How many markers each side places; 0 when the game starts with them on the board."""
    line: Literal["wins", "loses", "captures", "nothing"] = "wins"
    """What completing a goal line does for the player who completes it."""
    slides: bool = True
    """Whether markers move along drawn lines once all are placed; otherwise the contest then ends as a draw."""
    flying_at: Annotated[int, Within(0, MAX_POSITIONS)] = 0
    """A player with at most this many markers may move to any empty position (0: nobody flies)."""
    capture_in_line: Literal["if_no_other", "never", "always"] = "if_no_other"
    """Whether a marker that stands in a completed line may be captured."""
    loses_at: Annotated[int, Within(0, MAX_POSITIONS)] = 0
    """While sliding, a player left with at most this many markers has lost (0: markers are not counted)."""
    blocked: Literal["loses", "draws"] = "loses"
    """What happens to a player who cannot move."""

    def __post_init__(self) -> None:
        check_ranges(self)


@dataclass(frozen=True, eq=False, repr=False)
class BoardGame(Game["BoardState", Move]):
    """One game: a board, goal lines and rules."""

    name: str
    title: str
    board: Board
    rules: BoardRules
    goal_lines: tuple[tuple[int, ...], ...] = ()
    """The lines whose completion `rules.line` speaks of: winning lines, losing lines or mills."""
    start: tuple[int, int] = (0, 0)
    """Where the markers of the two players stand when a contest begins."""
    summary: str = ""
    horizon: Horizon = field(default_factory=Horizon)
    seat_names: tuple[str, ...] = ("X", "O")
    overrides: Mapping[str, object] = field(default_factory=dict)
    source: str = ""

    seats: ClassVar[int] = 2  # type: ignore[misc]

    @property
    def parameters(self) -> Mapping[str, object]:
        """What this game changes of its own file's rules."""
        return self.overrides

    @cached_property
    def placements(self) -> int:
        """How many markers are placed in all, before any slides."""
        return min(2 * self.rules.markers, self.board.size - (self.start[0] | self.start[1]).bit_count())

    @cached_property
    def goal_masks(self) -> tuple[int, ...]:
        """Each goal line as a set."""
        return tuple(mask_of(line) for line in self.goal_lines)

    @cached_property
    def goals_at(self) -> tuple[tuple[int, ...], ...]:
        """For each position the goal lines through it, without the position itself."""
        return tuple(tuple(m & ~(1 << p) for m in self.goal_masks if m >> p & 1) for p in range(self.board.size))

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """The plane symmetries of the board that keep the goal lines too, identity first."""
        return tuple(s for s in self.board.plane_symmetries if self._keeps_goals(s))

    @cached_property
    def all_symmetries(self) -> tuple[Permutation, ...]:
        """All automorphisms of the board that keep the goal lines, the plane ones first."""
        return tuple(s for s in self.board.automorphisms if self._keeps_goals(s))

    def _keeps_goals(self, symmetry: Permutation) -> bool:
        goals = set(self.goal_masks)
        return all(apply(symmetry, mask) in goals for mask in goals)

    def completes(self, own: int, to: int) -> bool:
        """Whether a marker arriving at `to` completes a goal line with the others of its side."""
        for rest in self.goals_at[to]:  # noqa: SIM110 (a generator would double the cost of a ply)
            if own & rest == rest:
                return True
        return False

    def has_line(self, markers: int) -> bool:
        """Whether a side holds a complete goal line."""
        return any(markers & mask == mask for mask in self.goal_masks)

    def victims(self, markers: int) -> int:
        """Which of these markers may be captured."""
        rule = self.rules.capture_in_line
        if rule == "always":
            return markers
        inside = 0
        for mask in self.goal_masks:
            if markers & mask == mask:
                inside |= mask
        free = markers & ~inside
        return free if free or rule == "never" else markers

    def initial_state(self, deal: str) -> BoardState:
        """The first state; there is no deal."""
        if deal:
            raise BadText(f"{self.name}: there is no deal in this game, found '{deal}'")
        return BoardState(self, self.start[0], self.start[1], 0, self.placements)

    def parse_action(self, text: str) -> Move:
        """Read `5`, `10-16` or `10-16x3`."""
        match = _MOVE.fullmatch(text.strip())
        if match is None:
            raise BadText(f"{self.name}: expected a move such as '5', '10-16' or '10-16x3', found '{text}'")
        start, to, capture = (None if part is None else int(part) - 1 for part in match.groups())
        for position in (start, to, capture):
            if position is not None and position >= self.board.size:
                raise BadText(f"{self.name}: there is no position {position + 1}; the board has 1 to {self.board.size}")
        assert to is not None
        return Move(to, start, capture)

    def parse_state(self, text: str) -> BoardState:
        """Read a state such as `XX./.O./... X`, or `XX./.O./..../.../... O 7 left` while markers are placed."""
        match = _STATE.fullmatch(text.strip())
        if match is None:
            raise BadText(
                f"{self.name}: expected rows of X, O and . and then who moves, as in "
                f"'{self.new_initial_state()}', found '{text}'"
            )
        rows = match[1].split("/")
        expected = [len(row) for row in self.board.rows]
        if [len(row) for row in rows] != expected:
            raise BadText(
                f"{self.name}: the rows hold {'/'.join(map(str, expected))} positions, found '{match[1]}' "
                f"with {'/'.join(str(len(row)) for row in rows)}"
            )
        cells = "".join(rows)
        x, o = (mask_of(p for p, cell in enumerate(cells) if cell == symbol) for symbol in SYMBOLS)
        mover = SYMBOLS.index(match[2])
        if match[3] is not None:
            left = int(match[3])
        elif self.rules.line == "captures":
            left = 0
        else:
            given = self.placements + (self.start[0] | self.start[1]).bit_count()
            left = min(self.placements, max(0, given - (x | o).bit_count()))
        self._check_possible(x, o, mover, left)
        return BoardState(self, x, o, mover, left)

    def _check_possible(self, x: int, o: int, mover: int, left: int) -> None:
        where = f"{self.name}: impossible board"
        if left > self.placements:
            raise ImpossibleState(f"{where}: {left} markers left to place, but the game has only {self.placements}")
        placed = self.placements - left
        if (left or not self.rules.slides) and mover != placed % 2:
            raise ImpossibleState(f"{where}: with {left} markers left to place it is {SYMBOLS[placed % 2]}'s turn")
        for seat, markers in enumerate((x, o)):
            count = markers.bit_count()
            given = self.start[seat].bit_count() + (placed + 1 - seat) // 2
            if count > given or (count < given and self.rules.line != "captures"):
                raise ImpossibleState(f"{where}: {SYMBOLS[seat]} has {count} markers on the board instead of {given}")
        if self.rules.line in ("wins", "loses") and self.has_line((x, o)[mover]):
            raise ImpossibleState(f"{where}: {SYMBOLS[mover]} has a complete line already, and that ends the contest")


_STATE = re.compile(r"([XO./]+)\s+([XO])(?:\s+([0-9]{1,2}) left)?")
_NOT_ASKED = Outcome((), "", "")


@dataclass(frozen=True, slots=True)
class BoardState(State[Move]):
    """Who stands where, whose turn it is, and how many markers both sides have still to place."""

    game: BoardGame
    x: int
    o: int
    mover: int
    left: int
    _outcome: Outcome | None = field(default=_NOT_ASKED, repr=False, compare=False)

    @property
    def own(self) -> int:
        """The mover's markers."""
        return self.o if self.mover else self.x

    @property
    def other(self) -> int:
        """The markers of the player who is not to move."""
        return self.x if self.mover else self.o

    @property
    def empty(self) -> int:
        """The empty positions."""
        return self.game.board.all_positions & ~(self.x | self.o)

    def current_player(self) -> int:
        """The seat to move."""
        return NOBODY if self.outcome() is not None else self.mover

    def stage(self) -> str:
        """Placing while markers are left, sliding after that."""
        return PLACING if self.left else SLIDING

    def legal_actions(self) -> Sequence[Move]:
        """Every move, ordered by start, goal and capture."""
        if self.outcome() is not None:
            return ()
        captures = self.game.rules.line == "captures"
        if self.left and not captures:
            return _placements(self.empty)
        own = self.own
        moves: list[Move] = []
        for start in (None,) if self.left else bits(own):
            rest = own if start is None else own & ~(1 << start)
            for to in bits(self._reach(start)):
                victims = self.game.victims(self.other) if captures and self.game.completes(rest, to) else 0
                if victims:
                    moves.extend(_move(to, start, capture) for capture in bits(victims))
                else:
                    moves.append(_move(to, start, None))
        return moves

    def _reach(self, start: int | None) -> int:
        """Where a marker may go: from a position along the lines or flying, or, still to be placed, anywhere."""
        if start is None or self.own.bit_count() <= self.game.rules.flying_at:
            return self.empty
        return self.game.board.neighbours[start] & self.empty

    def child(self, action: Move) -> BoardState:
        """The state after a move."""
        game, left = self.game, self.left
        line = game.rules.line
        own, other = (self.o, self.x) if self.mover else (self.x, self.o)
        to, start, capture = action.to, action.start, action.capture
        if self.outcome() is not None or (start is None) != (left > 0):
            raise self.refuse(action)
        if not self._reach(start) >> to & 1 or (start is not None and not own >> start & 1):
            raise self.refuse(action)
        if start is not None:
            own &= ~(1 << start)
        completed = game.completes(own, to)
        victims = game.victims(other) if completed and line == "captures" else 0
        if (capture is None) != (victims == 0) or (capture is not None and not victims >> capture & 1):
            raise self.refuse(action)
        own |= 1 << to
        if capture is not None:
            other &= ~(1 << capture)
        # Nobody had a line before this move, so the move itself tells whether one ended the contest.
        outcome = None if left > 1 else _NOT_ASKED
        if completed and line in ("wins", "loses"):
            outcome = self._line_ends_it(self.mover)
        x, o = (other, own) if self.mover else (own, other)
        return BoardState(game, x, o, 1 - self.mover, max(0, left - 1), outcome)

    def outcome(self) -> Outcome | None:
        """How the contest ended, if the rules have ended it."""
        if self._outcome is _NOT_ASKED:
            object.__setattr__(self, "_outcome", self._judge())
        return self._outcome

    def _judge(self) -> Outcome | None:
        game, rules = self.game, self.game.rules
        if rules.line in ("wins", "loses"):
            for seat in (1 - self.mover, self.mover):
                if game.has_line((self.x, self.o)[seat]):
                    return self._line_ends_it(seat)
        if self.left:
            return None
        if not rules.slides:
            return _ended(None, "all markers are placed")
        for seat in (self.mover, 1 - self.mover):
            count = (self.x, self.o)[seat].bit_count()
            if count <= rules.loses_at:
                return _ended(1 - seat, f"{game.seat_names[seat]} has only {count} markers left")
        if not any(self._reach(start) for start in bits(self.own)):
            loser = game.seat_names[self.mover]
            return _ended(1 - self.mover if rules.blocked == "loses" else None, f"{loser} cannot move")
        return None

    def _line_ends_it(self, seat: int) -> Outcome:
        winner = seat if self.game.rules.line == "wins" else 1 - seat
        return _ended(winner, f"{self.game.seat_names[seat]} completed a line")

    def view(self, player: int) -> View[Move]:
        """Nothing is hidden."""
        return OpenView(player, self)

    def null(self) -> BoardState:
        """The same board with the other to move."""
        return BoardState(self.game, self.x, self.o, 1 - self.mover, self.left)

    def transform(self, symmetry: Permutation) -> BoardState:
        """The image of this state under a symmetry of the game."""
        return BoardState(self.game, apply(symmetry, self.x), apply(symmetry, self.o), self.mover, self.left)

    def normal_form(self) -> tuple[BoardState, Permutation]:
        """The smallest image under the plane symmetries, read as a text with . before X before O, and its symmetry."""
        images = ((self.transform(symmetry), symmetry) for symmetry in self.game.symmetries)
        return min(images, key=lambda image: _ternary(image[0]))

    def __str__(self) -> str:
        cells = ["X" if self.x >> p & 1 else "O" if self.o >> p & 1 else EMPTY for p in range(self.game.board.size)]
        rows = "/".join("".join(cells[p] for p in row) for row in self.game.board.rows)
        left = f" {self.left} left" if self.left and self.game.rules.line == "captures" else ""
        return f"{rows} {SYMBOLS[self.mover]}{left}"

    def _repr_svg_(self) -> str:
        from gamelore.games.drawing import draw_board

        return draw_board(self.game.board, x=self.x, o=self.o, names=self.game.seat_names)


def transform_move(move: Move, symmetry: Permutation) -> Move:
    """The image of a move under a symmetry."""
    start = None if move.start is None else symmetry[move.start]
    capture = None if move.capture is None else symmetry[move.capture]
    return Move(symmetry[move.to], start, capture)


@lru_cache(maxsize=1 << 16)
def _placements(empty: int) -> tuple[Move, ...]:
    return tuple(_move(to, None, None) for to in bits(empty))


def _ended(winner: int | None, why: str) -> Outcome:
    returns = (0.0, 0.0) if winner is None else (1.0, -1.0) if winner == 0 else (-1.0, 1.0)
    return Outcome(returns, "result", why)


def _ternary(state: BoardState) -> tuple[int, ...]:
    return tuple(1 if state.x >> p & 1 else 2 if state.o >> p & 1 else 0 for p in range(state.game.board.size))


def is_board_game(game: object) -> bool:
    """Whether a game is played on a board of ours."""
    return isinstance(game, BoardGame)
