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
from gamelore.games.board.grid import BoardGrid, Ways
from gamelore.games.board.kit import BOARD_KIT
from gamelore.games.board.sides import MOST_TAKEN, Side
from gamelore.games.board.turns import SIDED, after, all_placed, left_of, left_of_side, passed, places, sided_turn
from gamelore.games.core import NOBODY, Action, Game, Horizon, OpenView, Outcome, State, View
from gamelore.games.kit import Kit

PLACING, SLIDING = "placing", "sliding"

SYMBOLS = "XO"
EMPTY = "."


@dataclass(frozen=True, slots=True, order=True)
class Move(Action):
    """Place or slide a marker, and perhaps take some: `5`, `10-16`, `10-16x3`, `1-9x5x8` (positions counted from 1)."""

    to: int
    start: int | None = None
    capture: int | None = None
    """The first marker that it takes."""
    further: tuple[int, ...] = ()
    """Those that it takes beside the first, in order."""

    @property
    def taken(self) -> int:
        """The set of what it takes."""
        return 0 if self.capture is None else mask_of((self.capture, *self.further))

    def __str__(self) -> str:
        text = f"{self.to + 1}" if self.start is None else f"{self.start + 1}-{self.to + 1}"
        return text if self.capture is None else "x".join([text, *(str(p + 1) for p in (self.capture, *self.further))])


@lru_cache(maxsize=1 << 15)
def _move(to: int, start: int | None, capture: int | None) -> Move:
    """The same move is the same object: making one costs as much as the rest of listing it."""
    return Move(to, start, capture)


_MOVE = re.compile(r"(?:([1-9][0-9]?)-)?([1-9][0-9]?)((?:x[1-9][0-9]?)*)")


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
    kit: ClassVar[Kit] = BOARD_KIT
    seat_names: tuple[str, ...] = ("X", "O")
    overrides: Mapping[str, object] = field(default_factory=dict)
    source: str = ""
    known: str = ""
    sides: tuple[Side, Side] | None = None
    """How the markers of each side move where the two differ or take by moving; else both slide along drawn lines."""
    grid: BoardGrid | None = None
    """The grid that the board is; none where points and lines are drawn one by one."""
    line_length: int = 0
    """Every straight line of so many points of the grid is a goal line; 0: they were named one by one."""
    gravity: bool = False
    """Whether what is placed falls to the lowest empty point of its column."""
    ways: tuple[Ways, Ways] | None = None
    """In which directions of the grid each side steps and takes, where its file says that."""
    goal_rows: tuple[int, int] = (0, 0)
    """The row of the grid that each side is to reach, the top one being 1; 0 for none."""

    seats: ClassVar[int] = 2  # type: ignore[misc]

    @property
    def parameters(self) -> Mapping[str, object]:
        """What this game changes of its own file's rules."""
        return self.overrides

    @cached_property
    def placements(self) -> int:
        """How many markers are placed in all, before any slides."""
        if self.sides is not None:
            return sum(side.markers for side in self.sides)
        return min(2 * self.rules.markers, self.board.size - (self.start[0] | self.start[1]).bit_count())

    @property
    def most_plies(self) -> int | None:
        """The horizon; where markers only are placed, one ply each."""
        return self.horizon.max_plies or (None if self.rules.slides else self.placements)

    @cached_property
    def both_sides(self) -> tuple[Side, Side]:
        """How the markers of each side move."""
        if self.sides is not None:
            return self.sides
        none = (0,) * self.board.size
        alike = Side(self.board.neighbours, none, ((),) * self.board.size, self.rules.markers)
        return alike, alike

    @cached_property
    def homes(self) -> tuple[int, int]:
        """For each side the positions where one marker of its own wins."""
        first, second = (self.grid.row(row) if self.grid and row else 0 for row in self.goal_rows)
        return first, second

    @cached_property
    def falls(self) -> int:
        """By how much the number of the point below is larger where markers fall; else so much that none is."""
        return self.grid.columns if self.gravity and self.grid is not None else MAX_POSITIONS

    def landing(self, empty: int) -> int:
        """Where a marker may be placed, of the empty positions: where they fall, on those with none empty below."""
        return empty & ~(empty >> self.falls)

    @cached_property
    def takes_by_moving(self) -> bool:
        """Whether markers are taken in another way than by completing lines."""
        return any(side.takes_any for side in self.both_sides)

    @cached_property
    def has_hops(self) -> bool:
        """Whether markers are taken by hopping over them."""
        return any(any(side.hops) for side in self.both_sides)

    @cached_property
    def takes(self) -> bool:
        """Whether markers are taken at all, by lines or by moving."""
        return self.rules.line == "captures" or self.takes_by_moving

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
        """The plane symmetries of the board that keep the goal lines and the ways of each side too, identity first."""
        return tuple(s for s in self.board.plane_symmetries if self._keeps_rules(s))

    @cached_property
    def all_symmetries(self) -> tuple[Permutation, ...]:
        """All automorphisms of the board that keep these, the plane ones first."""
        return tuple(s for s in self.board.automorphisms if self._keeps_rules(s))

    def _keeps_rules(self, symmetry: Permutation) -> bool:
        goals = set(self.goal_masks)
        kept = self.sides is None or all(side.is_kept_by(symmetry) for side in self.sides)
        if self.gravity:
            below = enumerate(symmetry[self.falls :])
            kept = kept and all(image == symmetry[p] + self.falls for p, image in below)
        kept = kept and all(apply(symmetry, home) == home for home in self.homes)
        return kept and all(apply(symmetry, mask) in goals for mask in goals)

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
        return BoardState(self, self.start[0], self.start[1], 0, self._turn(0, self.placements, None))

    def _turn(self, mover: int, left: int, lefts: tuple[int, int] | None) -> int:
        """The word of a state for what is left to place: by both, or by each where the sides differ."""
        if self.sides is None:
            return left
        mine = lefts or (self.sides[0].markers, self.sides[1].markers)
        return sided_turn(mover, mine[mover], mine[1 - mover])

    def parse_action(self, text: str) -> Move:
        """Read `5`, `10-16` or `10-16x3`."""
        match = _MOVE.fullmatch(text.strip())
        if match is None or (match[3].count("x") > 1 and not self.takes_by_moving):
            raise BadText(f"{self.name}: expected a point, or FROM-TO, or either with xTAKEN behind it, found '{text}'")
        start, to = (None if part is None else int(part) - 1 for part in match.groups()[:2])
        taken = tuple(sorted(int(part) - 1 for part in match[3].split("x")[1:]))
        for position in (start, to, *taken):
            if position is not None and position >= self.board.size:
                raise BadText(f"{self.name}: there is no position {position + 1}; the board has 1 to {self.board.size}")
        assert to is not None
        return Move(to, start, taken[0] if taken else None, taken[1:])

    def parse_state(self, text: str) -> BoardState:
        """Read a state such as `XX./.O./... X`, or `XX./.O./..../.../... O 7 left` while markers are placed."""
        match = _STATE.fullmatch(text.strip())
        if match is None or (match[4] is not None and self.sides is None):
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
        if self.sides is not None:
            lefts = (int(match[3] or 0), int(match[4] or 0))
            if any(left > side.markers for left, side in zip(lefts, self.sides, strict=True)):
                raise ImpossibleState(f"{self.name}: impossible board: more markers left to place than there are")
            return BoardState(self, x, o, mover, self._turn(mover, 0, lefts))
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
        hanging = bits(self.board.all_positions & ~(x | o) & (x | o) << self.falls)
        if self.gravity and hanging:
            raise ImpossibleState(f"{where}: position {hanging[0] + 1} is empty, but a marker stands above it")
        if self.rules.line in ("wins", "loses") and self.has_line((x, o)[mover]):
            raise ImpossibleState(f"{where}: {SYMBOLS[mover]} has a complete line already, and that ends the contest")


_STATE = re.compile(r"([XO./]+)\s+([XO])(?:\s+([0-9]{1,2})(?:\+([0-9]{1,2}))? left)?")
_NOT_ASKED = Outcome((), "", "")


@dataclass(frozen=True, slots=True)
class BoardState(State[Move]):
    """Who stands where, whose turn it is, and how many markers both sides have still to place (`turns.py`)."""

    game: BoardGame
    x: int
    o: int
    mover: int
    left: int
    _outcome: Outcome | None = field(default=_NOT_ASKED, repr=False, compare=False)

    @property
    def own(self) -> int:
        return self.o if self.mover else self.x

    @property
    def other(self) -> int:
        """The markers of the player who is not to move."""
        return self.x if self.mover else self.o

    @property
    def empty(self) -> int:
        return self.game.board.all_positions & ~(self.x | self.o)

    def current_player(self) -> int:
        """The seat to move."""
        return NOBODY if self.outcome() is not None else self.mover

    def stage(self) -> str:
        """Placing while markers are left, sliding after that."""
        return PLACING if places(self.left) else SLIDING

    def to_place(self, seat: int) -> int:
        """How many markers a side has still to place."""
        return left_of_side(self.left, seat == self.mover)

    def legal_actions(self) -> Sequence[Move]:
        """Every move, ordered by start, goal and capture."""
        if self.outcome() is not None:
            return ()
        game = self.game
        captures = game.rules.line == "captures"
        placing = places(self.left)
        if placing and not captures:
            return _placements(game.landing(self.empty))
        own, other, empty = self.own, self.other, self.empty
        side, flies = game.both_sides[self.mover], own.bit_count() <= game.rules.flying_at
        moves: list[Move] = []
        for start in (None,) if placing else bits(own):
            rest, reach = own, empty
            if start is not None:
                rest = own & ~(1 << start)
                if not flies:
                    reach = side.steps[start] & empty
                if game.takes_by_moving:
                    reach |= side.takes[start] & other
            for to in bits(reach):
                victims = game.victims(other) if captures and game.completes(rest, to) else 0
                if victims:
                    moves.extend(_move(to, start, capture) for capture in bits(victims))
                else:
                    moves.append(_move(to, start, to if other >> to & 1 else None))
            if start is not None and game.takes_by_moving:
                moves.extend(self._chains(start))
        return moves

    def _chains(self, start: int) -> list[Move]:
        """The hops of a marker and those that go on from them; the same end with the same taken is the same move."""
        hops = self.game.both_sides[self.mover].hops
        found: dict[tuple[int, int], None] = {}
        todo = [(start, 0)]
        for here, gone in todo:
            other = self.other & ~gone
            empty = self.game.board.all_positions & ~(self.own & ~(1 << start) | other)
            for over, to in hops[here] if gone.bit_count() < MOST_TAKEN else ():
                end = to, gone | 1 << over
                if other >> over & 1 and empty >> to & 1 and end not in found:
                    found[end] = None
                    todo.append(end)
        return [Move(to, start, bits(gone)[0], bits(gone)[1:]) for to, gone in found]

    def _reach(self, start: int | None) -> int:
        """Where a marker may go: from a position along its ways or flying, or, still to be placed, anywhere."""
        if start is None:
            return self.game.landing(self.empty)
        game = self.game
        side = game.both_sides[self.mover]
        reach = self.empty
        if self.own.bit_count() > game.rules.flying_at:
            reach &= side.steps[start]
        return reach | side.takes[start] & self.other if game.takes_by_moving else reach

    def child(self, action: Move) -> BoardState:
        """The state after a move."""
        game, left = self.game, self.left
        line = game.rules.line
        own, other = (self.o, self.x) if self.mover else (self.x, self.o)
        to, start, capture = action.to, action.start, action.capture
        if self.outcome() is not None or (start is None) != places(left):
            raise self.refuse(action)
        if (action not in self.legal_actions()) if game.takes_by_moving else action.further:
            raise self.refuse(action)
        if start is not None:
            own &= ~(1 << start)
        completed = game.completes(own, to)
        if not game.takes_by_moving:
            if not self._reach(start) >> to & 1 or (start is not None and not self.own >> start & 1):
                raise self.refuse(action)
            victims = game.victims(other) if completed and line == "captures" else 0
            if (capture is None) != (victims == 0) or (capture is not None and not victims >> capture & 1):
                raise self.refuse(action)
        own |= 1 << to
        if capture is not None:
            other &= ~action.taken
        # Nobody had a line before this move, so the move itself tells whether one ended the contest.
        outcome = None if 1 < left < SIDED else _NOT_ASKED
        if completed and line in ("wins", "loses"):
            outcome = self._line_ends_it(self.mover)
        x, o = (other, own) if self.mover else (own, other)
        return BoardState(game, x, o, 1 - self.mover, after(left), outcome)

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
        for seat in (1 - self.mover, self.mover):
            if (self.x, self.o)[seat] & game.homes[seat]:
                return _ended(seat, f"{game.seat_names[seat]} has reached the goal row")
        if places(self.left):
            return None
        if not rules.slides:
            return _ended(None, "all markers are placed")
        for seat in (self.mover, 1 - self.mover) if all_placed(self.left) else ():
            count = (self.x, self.o)[seat].bit_count()
            if count <= rules.loses_at:
                return _ended(1 - seat, f"{game.seat_names[seat]} has only {count} markers left")
        if not any(self._reach(start) or (game.takes_by_moving and self._chains(start)) for start in bits(self.own)):
            loser = game.seat_names[self.mover]
            return _ended(1 - self.mover if rules.blocked == "loses" else None, f"{loser} cannot move")
        return None

    def _line_ends_it(self, seat: int) -> Outcome:
        winner = seat if self.game.rules.line == "wins" else 1 - seat
        return _ended(winner, f"{self.game.seat_names[seat]} completed a line")

    def view(self, player: int) -> View[Move]:
        return OpenView(player, self)

    def null(self) -> BoardState:
        """The same board with the other to move."""
        return BoardState(self.game, self.x, self.o, 1 - self.mover, passed(self.left))

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
        if self.game.sides is not None:
            mine = self.left & 255, self.left >> 8 & 255
            left = f" {mine[self.mover]}+{mine[1 - self.mover]} left" if left_of(self.left) else ""
        return f"{rows} {SYMBOLS[self.mover]}{left}"

    def _repr_svg_(self) -> str:
        from gamelore.games.drawing import draw_board

        return draw_board(self.game.board, x=self.x, o=self.o, names=self.game.seat_names)


def transform_move(move: Move, symmetry: Permutation) -> Move:
    """The image of a move under a symmetry."""
    start = None if move.start is None else symmetry[move.start]
    taken = bits(apply(symmetry, move.taken))
    return Move(symmetry[move.to], start, taken[0] if taken else None, taken[1:])


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
