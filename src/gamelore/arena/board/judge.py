"""The judge of maxims at board games: contests are played in kernels, by as many threads as there are processors.

One kernel has opponents who know the solved game, another those who look ahead. Whatever they cannot play (a measure
that a person added, errors that are not random) is played through the plain arena, the same contests move by move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gamelore.arena.board.search import BoardOutlook, search_room
from gamelore.arena.judging import CHALLENGERS, TEACHERS, LineJudge, seed_with
from gamelore.arena.players import Challenger, Perfect, Random
from gamelore.arena.search import WON, FarSearch
from gamelore.base.arrays import Floats, Ints
from gamelore.base.registry import Late
from gamelore.base.threads import shared_out, thread_count
from gamelore.games.board.arrays import board_tables, move_capacity
from gamelore.games.board.game import BoardGame
from gamelore.learners.core import Player
from gamelore.learners.features.board.survey import board_picture
from gamelore.learners.maxims.boards import is_compiled
from gamelore.learners.maxims.compiled import as_arrays, reader_room
from gamelore.learners.maxims.lines import MaximList
from gamelore.learners.maxims.proof import prove
from gamelore.learners.maxims.schedule import MaximSettings
from gamelore.oracles.board.retrograde import Solution, solvable_classes, table_size
from gamelore.oracles.board.styles import BoardChoice, style_room

if TYPE_CHECKING:
    from gamelore.arena.board import _far_judge_kernels as far_kernels
    from gamelore.arena.board import _judge_kernels as kernels
else:
    kernels = Late("gamelore.arena.board._judge_kernels")
    far_kernels = Late("gamelore.arena.board._far_judge_kernels")

PROVED = 3.0
"""The points that a list gets more which is proved never to lose."""
PROVED_FROM = 100
"""Rounds from which on it is worth while to look for a proof: before, nearly all lists are dropped again."""
SMALL = 10_000
"""States of a solved table up to which a proof takes less time than those rounds."""


class BoardJudge(LineJudge):
    """Plays lists at a board game."""

    game: BoardGame

    def __init__(
        self,
        game: BoardGame,
        *,
        slips: float = 0.0,
        threads: int = 0,
        players: Mapping[str, object] | None = None,
        opponents: tuple[str, ...] = CHALLENGERS,
    ) -> None:
        super().__init__(game, slips=slips, players=players, opponents=opponents)
        self.threads = threads or thread_count()
        self._proved: dict[MaximList, bool] = {}

    def scores(self, lists: Sequence[MaximList], found: Ints | Floats) -> list[float]:
        """Mean points, and some for a proof."""
        points = super().scores(lists, found)
        if found.shape[2] < PROVED_FROM or not self._is_small:
            return points
        return [score + PROVED * self.is_proved(lines) for score, lines in zip(points, lists, strict=True)]

    def is_proved(self, lines: MaximList) -> bool:
        """Whether a list is proved never to lose; looked for once."""
        if lines not in self._proved:
            self._proved[lines] = is_compiled(self.game, lines) and bool(prove(self.game, lines, SMALL).never_loses)
        return self._proved[lines]

    @property
    def seeks(self) -> bool:
        """As soon as one challenger does."""
        return all(self._manners.values()) and any(len(manner) == 1 for manner in self._manners.values())

    @cached_property
    def _is_small(self) -> bool:
        return table_size(self.game, solvable_classes(self.game)) <= SMALL

    def outcomes(self, challenger: str, lists: Sequence[MaximList], rounds: range, seed: int) -> Ints:
        """Compiled where that is possible."""
        if all(self._manners.values()) and all(is_compiled(self.game, lines) for lines in lists):
            return self.compiled(challenger, lists, rounds, seed)
        return super().outcomes(challenger, lists, rounds, seed)

    def compiled(
        self, challenger: str, lists: Sequence[MaximList], rounds: range, seed: int, codes: Ints | None = None
    ) -> Ints:
        """The same in the kernel; `codes` receives the moves of the last contest."""
        arrays, lengths = as_arrays(lists)
        found = np.zeros((len(lists), len(rounds), 2), dtype=np.int64)
        moves = np.zeros(0, dtype=np.int64) if codes is None else codes
        picture, manner = board_picture(self.game), self._manners[challenger]
        seed, tables = seed_with(challenger, seed), board_tables(self.game)

        def work(room: Any, part: slice) -> None:
            kernels.contests(
                manner[1], picture, manner[0], arrays[part], lengths[part], self._start, self.slips, seed,
                rounds.start, room, moves, found[part],
            )  # fmt: skip

        def work_with_search(rooms: Any, part: slice) -> None:
            room, seeking = rooms
            far_kernels.contests_with_search(
                tables, picture, manner[0], arrays[part], lengths[part], self._start, self.slips, seed, rounds.start,
                room, seeking, moves, found[part],
            )  # fmt: skip

        if len(manner) > 1:
            shared_out(work, self._rooms, len(lists))
        else:
            depth = manner[0].depth
            shared_out(work_with_search, [(room, _seeker_room(self.game, depth)) for room in self._rooms], len(lists))
        return found

    @cached_property
    def _manners(self) -> dict[str, tuple[Any, ...]]:
        return {name: _manner_of(player) for name, player in self.challengers.items()}

    @cached_property
    def _start(self) -> Ints:
        first, repetition = self.game.new_initial_state(), self.game.horizon.repetition or 0
        return np.array([first.own, first.other, first.left, self.longest, repetition], dtype=np.int64)

    @cached_property
    def _rooms(self) -> list[Any]:
        return [_room(self.game, self.longest) for _ in range(self.threads)]


def judge_lines(game: BoardGame, settings: MaximSettings, players: Mapping[str, object]) -> BoardJudge:
    """The judge of lines of the kit."""
    return BoardJudge(game, slips=settings.slips, players=players, opponents=TEACHERS[settings.teachers])


def _manner_of(player: Player) -> tuple[Any, ...]:
    """How kernels play a challenger, and from which solved table if they need one; nothing if they cannot."""
    errors = 0.0
    if isinstance(player, Challenger) and isinstance(player.error, Random):
        errors, player = player.error_share, player.strong
    choice = player.choice if isinstance(player, Perfect) else None
    if isinstance(choice, BoardChoice) and isinstance(choice.oracle, Solution):
        return choice.manner(errors), choice.oracle.solved
    if isinstance(player, FarSearch) and isinstance(player.outlook, BoardOutlook):
        return (far_kernels.Seeker(player.depth, errors, WON, player.outlook.weights),)
    return ()


def _room(game: BoardGame, longest: int) -> Any:
    states = np.zeros((3, longest + 1), dtype=np.int64)
    return kernels.PracticeRoom(reader=reader_room(game, longest), style=style_room(game), states=states)


def _seeker_room(game: BoardGame, depth: int) -> Any:
    return far_kernels.SeekerRoom(np.zeros(move_capacity(game)), *search_room(game, depth))
