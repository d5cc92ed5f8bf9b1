"""Exact solutions of board games: win, draw or loss and the distance to it, for every state, cycles included.

Classes of states are solved from few markers to many: first the sliding stage by levels (retrograde analysis; whatever
no level decides is a draw), then the placing stage backwards from the last marker. Symmetries reduce the table; a value
speaks of the game without any limit of plies. Tables are built once and kept under the user's cache folder.

    >>> from gamelore.games import load_game
    >>> from gamelore.oracles.board.solved_tables import solve
    >>> solution = solve(load_game("lose_tic_tac_toe"))
    >>> state = solution.game.new_initial_state()
    >>> solution.value(state)
    Value(result=0, distance=None)
    >>> [str(move) for move in solution.best_actions(state)]
    ['5']
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from gamelore.base.arrays import Int16s, Ints
from gamelore.base.errors import BadSetting, DamagedFile, NotAvailable
from gamelore.base.little import little_work
from gamelore.base.notebook import Row, table_html, to_rows
from gamelore.games.board.arrays import board_tables, move_capacity, move_of
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.oracles.core import Value

if TYPE_CHECKING:
    from gamelore.oracles.board._kernels import Index, Solved

Class: TypeAlias = tuple[int, int, int]
"""(left, own, other): markers left to place, markers of the mover, markers of the other."""

LARGEST_TABLE = 150_000_000
"""The most entries of two bytes that we build; nine men's morris as a whole has some nine thousand million."""

NO_TABLE = 1 << 62
"""Stands for the size of a table that is not built at all."""

FEW_SETS, FEW_STATES = 10_000, 3_000
"""Sets of markers to number, and states to solve, that take less time in plain Python than kernels to compile."""

WORTH_A_THREAD = 5_000
"""States of a class from which on two threads are faster than one."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ClassCount:
    """How many boards of a class are won, drawn and lost for the mover."""

    left: int
    own: int
    other: int
    boards: int
    wins: int
    draws: int
    losses: int
    longest: int


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """The solved classes of a game."""

    game: BoardGame
    classes: tuple[Class, ...]
    index: Index
    values: Int16s

    def __str__(self) -> str:
        first = self.game.new_initial_state()
        value = f"{self.value(first)} for the first player" if self.covers(first) else "some late stages solved"
        return f"{self.game.name[:40]}: {value}; {len(self.classes):,} classes, {len(self.values):,} entries"

    def __repr__(self) -> str:
        return f"Solution({self})"

    def to_rows(self) -> list[Row]:
        """One row for each class: how many boards are won, drawn and lost for whoever moves."""
        return to_rows(self.counts())

    def _repr_html_(self) -> str:
        return table_html(self.to_rows(), str(self))

    @cached_property
    def solved(self) -> Solved:
        """The same for kernels."""
        from gamelore.oracles.board._kernels import Solved

        return Solved(board_tables(self.game), self.index, self.values)

    def covers(self, state: BoardState) -> bool:
        """Whether the state belongs to a solved class or is over."""
        start = self.index.offsets[state.left, state.own.bit_count(), state.other.bit_count()]
        return bool(start >= 0) or state.outcome() is not None

    def value(self, state: BoardState) -> Value:
        """What a state is worth to its mover."""
        from gamelore.oracles.board import _kernels

        self.require(state)
        return Value.of(_kernels.look_up(self.solved, state.own, state.other, state.left))

    def action_values(self, state: BoardState) -> list[tuple[Move, Value]]:
        """Each legal move with what it is worth to the mover, in the order of `legal_actions`."""
        moves, codes = self.codes(state)
        return [(move, Value.of(code).before()) for move, code in zip(moves, codes, strict=True)]

    def best_actions(self, state: BoardState) -> tuple[Move, ...]:
        """All moves that keep the best result, in the order of `legal_actions`."""
        values = self.action_values(state)
        best = max((value.result for _, value in values), default=0)
        return tuple(move for move, value in values if value.result == best)

    def codes(self, state: BoardState) -> tuple[list[Move], list[int]]:
        """The legal moves and the codes of the states they lead to, as the next mover sees them."""
        from gamelore.oracles.board import _kernels

        self.require(state)
        count, moves = 0, np.empty((4, move_capacity(self.game)), dtype=np.int64)
        if state.outcome() is None:
            count = _kernels.judge_moves(self.solved, state.own, state.other, state.left, moves)
        return [move_of(code) for code in moves[0, :count].tolist()], moves[3, :count].tolist()

    def require(self, state: BoardState) -> None:
        """Refuse a state of a class that is not solved."""
        if not self.covers(state):
            key = (state.left, state.own.bit_count(), state.other.bit_count())
            raise NotAvailable(f"{self.game.name}: the table holds no states with {_say(key)}")

    def counts(self) -> list[ClassCount]:
        """Boards, wins, draws and losses of every class, from the mover's side."""
        return [self._count(key) for key in self.classes]

    def _count(self, key: Class) -> ClassCount:
        codes, weights = self.codes_of(key), self._weights(key[1])
        by_orbit = codes.reshape(len(weights), -1)
        wins, draws, losses = (
            int((fits.sum(axis=1) * weights).sum()) for fits in (by_orbit > 0, by_orbit == 0, by_orbit < 0)
        )
        longest = max(0, int(np.abs(codes).max()) - 1)
        return ClassCount(*key, wins + draws + losses, wins, draws, losses, longest)

    def _weights(self, size: int) -> Ints:
        """How many sets each orbit of sets of a size holds."""
        return self.index.weights[self.index.representative_start[size] : self.index.representative_start[size + 1]]

    def codes_of(self, key: Class) -> Int16s:
        """The part of the table that belongs to a class."""
        _, i, j = key
        first = int(self.index.offsets[key])
        return self.values[first : first + len(self._weights(i)) * comb(self.game.board.size - i, j)]

    def verify(self, progress: Progress | None = None) -> int:
        """Check every state of every class against its children; returns how many were checked.

        This goes forward from each state with the rules of the game, while the solver went backwards by levels.
        """
        checked = 0
        for key in self.classes:
            codes = self.codes_of(key)
            expected = np.empty_like(codes)
            _back_up(self, key, expected)
            wrong = int((codes != expected).sum())
            if wrong:
                raise DamagedFile(f"{self.game.name}: {wrong} values of class {key} do not follow from their children")
            boards = self._count(key).boards
            checked += boards
            if progress:
                progress(f"checked {_say(key)} markers: {boards} boards")
        return checked


def _say(key: Class) -> str:
    left, own, other = key
    return f"{own} against {other} markers" + (f" and {left} left to place" if left else "")


def solvable_classes(game: BoardGame, markers: tuple[int, int] | None = None) -> tuple[Class, ...]:
    """The classes that a solution must hold, children before parents.

    For the whole game these are all that the counts of markers can reach; for `markers` only the sliding classes that
    two such sides can come to.
    """
    if markers is not None:
        _check_markers(game, markers)
        seeds: set[Class] = {(0, *markers)}
    else:
        seeds = {(game.placements, game.start[0].bit_count(), game.start[1].bit_count())}
    found: set[Class] = set()
    while seeds:
        key = seeds.pop()
        if key not in found and not _is_over(game, key):
            found.add(key)
            seeds.update(_next_classes(game, key))
    return tuple(sorted(found, key=lambda k: (k[0], k[1] + k[2], abs(k[1] - k[2]), k[1])))


def _check_markers(game: BoardGame, markers: tuple[int, int]) -> None:
    most = (game.placements + 1) // 2 + game.start[0].bit_count()
    for count in markers:
        if not game.rules.loses_at < count <= most:
            raise BadSetting(
                f"{game.name}: a class of sliding markers has {game.rules.loses_at + 1} to {most} a side, not {count}"
            )
    if not game.rules.slides:
        raise BadSetting(f"{game.name}: markers do not slide here, so there is no class of sliding markers")


def _is_over(game: BoardGame, key: Class) -> bool:
    left, own, other = key
    return left == 0 and (not game.rules.slides or min(own, other) <= game.rules.loses_at)


def _next_classes(game: BoardGame, key: Class) -> Iterable[Class]:
    left, own, other = key
    after, mine = (left - 1, own + 1) if left else (0, own)
    yield after, other, mine
    shortest = min((mask.bit_count() for mask in game.goal_masks), default=0)
    if game.rules.line == "captures" and mine >= shortest and other:
        yield after, other - 1, mine


def table_size(game: BoardGame, classes: Sequence[Class]) -> int:
    """About how many entries a table of these classes has, before it is built."""
    if game.sides is not None:
        return NO_TABLE
    n = game.board.size
    return sum(comb(n, i) * comb(n - i, j) for _, i, j in classes) // len(game.all_symmetries)


def has_few_states(game: BoardGame) -> bool:
    """Whether what looks through a game takes longer to compile than in plain Python."""
    return table_size(game, solvable_classes(game)) <= FEW_STATES


def make_index(game: BoardGame, classes: Sequence[Class]) -> tuple[Index, int]:
    """How the states of some classes are numbered, and how many entries that makes."""
    from gamelore.oracles.board import _kernels

    n = game.board.size
    tables = board_tables(game)
    binomial = np.array([[comb(a, b) for b in range(n + 2)] for a in range(n + 1)], dtype=np.int64)
    sizes = sorted({i for _, i, _ in classes})
    orbit_start = np.full(n + 1, -1, dtype=np.int64)
    representative_start = np.full(n + 2, -1, dtype=np.int64)
    total = sum(comb(n, size) for size in sizes)
    orbit_of = np.empty(total, dtype=np.int32)
    symmetry_of = np.zeros(total, dtype=np.uint8)
    representatives = np.empty(total, dtype=np.int64)
    weights = np.empty(total, dtype=np.int64)
    sets = orbits = 0
    orbit_count = {}
    for size in sizes:
        orbit_start[size], representative_start[size] = sets, orbits
        count = comb(n, size)
        with little_work(total <= FEW_SETS):
            orbit_count[size] = _kernels.find_orbits(
                tables, binomial, size, orbit_of[sets:], symmetry_of[sets:], representatives[orbits:], weights[orbits:]
            )
        sets += count
        orbits += orbit_count[size]
        representative_start[size + 1] = orbits
    offsets = np.full((game.placements + 1, n + 1, n + 1), -1, dtype=np.int64)
    entries = 0
    for left, i, j in classes:
        offsets[left, i, j] = entries
        entries += orbit_count[i] * comb(n - i, j)
    index = _kernels.Index(
        binomial,
        orbit_start,
        orbit_of,
        symmetry_of,
        representative_start,
        representatives[:orbits].copy(),
        weights[:orbits].copy(),
        offsets,
    )
    return index, entries


def _in_threads(work: Callable[[int, int], None], states: int) -> None:
    """Do some work for all states of a class in two threads; the kernels run without Python's lock."""
    if states < WORTH_A_THREAD:
        work(0, states)
        return
    workers = min(2, os.cpu_count() or 1)
    pieces = 4 * workers
    edges = [states * k // pieces for k in range(pieces + 1)]
    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(work, a, b) for a, b in pairwise(edges)]:
            done.result()


def build(game: BoardGame, markers: tuple[int, int] | None = None, progress: Progress | None = None) -> Solution:
    """Solve a game, or the classes that two numbers of sliding markers lead to, without looking at any cache."""
    if game.sides is not None:
        raise NotAvailable(f"{game.name}: tables are made of games whose two sides move alike along drawn lines")
    classes = solvable_classes(game, markers)
    size = table_size(game, classes)
    if size > LARGEST_TABLE:
        raise NotAvailable(
            f"{game.name}: a table of about {size:,} states is too large to build here"
            + ("; ask for one class, for instance --markers 3-3" if game.rules.slides and markers is None else "")
        )
    index, entries = make_index(game, classes)
    solution = Solution(game, classes, index, np.zeros(entries, dtype=np.int16))
    for key in classes:
        left, i, j = key
        with little_work(entries <= FEW_STATES):
            if left:
                _back_up(solution, key, solution.codes_of(key))
            elif i <= j or (0, j, i) not in classes:
                _solve_sliding(solution, [p for p in {(i, j), (j, i)} if (0, *p) in classes])
        if progress:
            progress(f"solved {_say(key)}")
    return solution


def _back_up(solution: Solution, key: Class, codes: Int16s) -> None:
    """Fill in the codes of a class as they follow from those of its children."""
    from gamelore.oracles.board import _kernels

    def work(first: int, last: int) -> None:
        _kernels.back_up_class(solution.solved, *key, first, last, _buffers(solution.game), codes)

    _in_threads(work, len(codes))


def _buffers(game: BoardGame) -> Ints:
    return np.empty((3, move_capacity(game)), dtype=np.int64)


def _solve_sliding(solution: Solution, pair: Sequence[tuple[int, int]]) -> None:
    """Level by level: decide what is due, then make due what may lead there, until nothing is due any more."""
    from gamelore.oracles.board import _kernels

    due = np.zeros(len(solution.values), dtype=np.int16)
    level = 0
    reports: list[Ints] = []

    def settle(i: int, j: int, first: int, last: int) -> None:
        report = np.array([0, _kernels.UNDECIDED], dtype=np.int64)
        reports.append(report)
        _kernels.settle(solution.solved, due, i, j, level, first, last, _buffers(solution.game), report)

    def propagate(i: int, j: int, first: int, last: int) -> None:
        _kernels.propagate(solution.solved, due, i, j, level, first, last)

    def each(work: Callable[[int, int, int, int], None]) -> None:
        for i, j in pair:
            _in_threads(partial(work, i, j), len(solution.codes_of((0, i, j))))

    while level < _kernels.UNDECIDED:
        reports.clear()
        each(settle)
        if any(report[0] for report in reports):
            each(propagate)
            level += 1
        else:
            level = min(int(report[1]) for report in reports)
