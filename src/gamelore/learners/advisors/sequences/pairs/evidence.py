"""What was watched: every turn of an expert, up to symmetry, with how many times it was seen.

Turns are kept apart by who was to move and in which stage; with merged colours the two sides share their sliding turns.
A move without an alternative teaches nothing and is not kept. Fresh turns wait until they are swept into the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.games.board.arrays import board_tables, code_of, move_capacity
from gamelore.games.board.codes import CODES
from gamelore.games.board.game import PLACING, SLIDING, BoardGame, BoardState, Move
from gamelore.learners.advisors.sequences.pairs.turning import Turning, board_number

EITHER = 2
"""The role of turns that both sides share."""


class Section(NamedTuple):
    """Which turns belong together: who is to move, and the stage."""

    role: int
    stage: str


Turn = tuple[int, int, int]
"""The mover's markers, the other's markers and the code of the move."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of a section, each in its normal orientation, in a fixed order."""

    own: Ints
    other: Ints
    codes: Ints
    times: Ints


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a section, each once up to symmetry, with its legal moves and how often each was made."""

    own: Ints
    other: Ints
    starts: Ints
    """Where the moves of each board begin; one more than there are boards."""
    codes: Ints
    times: Ints


class WatchedTurns:
    """All watched turns of a game."""

    def __init__(self, game: BoardGame, turning: Turning, *, merge_colours: bool) -> None:
        self.game = game
        self.turning = turning
        even = game.start[0].bit_count() == game.start[1].bit_count() and game.placements % 2 == 0
        self._merges = merge_colours and even
        self.swept: dict[Section, dict[Turn, int]] = {}
        self.fresh: dict[Section, dict[Turn, int]] = {}

    def section(self, state: BoardState) -> Section:
        """Where a state belongs."""
        return self.section_of(state.mover, state.left > 0)

    def section_of(self, mover: int, placing: bool) -> Section:
        """Where the states of a mover in a stage belong."""
        if placing:
            return Section(mover, PLACING)
        return Section(EITHER if self._merges else mover, SLIDING)

    def sections(self) -> list[Section]:
        """All that there can be, in order."""
        roles = {PLACING: (0, 1), SLIDING: (EITHER,) if self._merges else (0, 1)}
        return [Section(role, stage) for stage in (PLACING, SLIDING) for role in roles[stage]]

    def possible(self, section: Section, turn: Turn) -> bool:
        """Whether a turn is a choice: its move is legal on its board and not the only one."""
        own, other, code = turn
        legal = self._legal(np.array([own]), np.array([other]), section.stage)[0]
        return len(legal) > 1 and code in legal

    def add(self, turns: Iterable[tuple[BoardState, Move]]) -> None:
        found: dict[Section, list[Turn]] = {}
        for state, move in turns:
            if len(state.legal_actions()) > 1:
                found.setdefault(self.section(state), []).append((state.own, state.other, code_of(move)))
        for section, rows in found.items():
            self.put(self.fresh, section, Counter(rows))

    def put(self, where: dict[Section, dict[Turn, int]], section: Section, turns: Mapping[Turn, int]) -> None:
        """Count some turns, in any orientation, among the swept or the fresh ones."""
        known = where.setdefault(section, {})
        own, other, codes = np.array(list(turns), dtype=np.int64).reshape(-1, 3).T
        normal = np.stack(self.turning.normal(own, other, codes), axis=1)
        for (a, b, code), count in zip(normal.tolist(), turns.values(), strict=True):
            known[a, b, code] = known.get((a, b, code), 0) + count

    def sweep(self) -> list[Section]:
        """Take the fresh turns over; returns the sections that changed."""
        changed = sorted(self.fresh)
        for section, turns in self.fresh.items():
            self.put(self.swept, section, turns)
        self.fresh = {}
        return changed

    def turns(self, section: Section) -> Turns:
        """Everything swept up in a section."""
        known = sorted((code, own, other, n) for (own, other, code), n in self.swept.get(section, {}).items())
        codes, own, other, times = np.array(known, dtype=np.int64).reshape(-1, 4).T.copy()
        return Turns(own, other, codes, times)

    def boards(self, section: Section) -> Boards:
        """The boards of a section's turns, with all that could have been done on them."""
        turns = self.turns(section)
        images = board_number(self.turning.boards(turns.own), self.turning.boards(turns.other))
        chosen = images.argmin(axis=0), np.arange(len(turns.own))
        made = self.turning.moves(turns.codes)[chosen]
        own, other = self.turning.boards(turns.own)[chosen], self.turning.boards(turns.other)[chosen]
        _, first, board_of = np.unique(images[chosen], return_index=True, return_inverse=True)
        own, other = own[first], other[first]
        legal = self._legal(own, other, section.stage)
        starts = np.concatenate(([0], np.cumsum([len(codes) for codes in legal], dtype=np.int64)))
        codes = np.concatenate([*legal, np.empty(0, dtype=np.int64)])
        times = np.zeros(len(codes), dtype=np.int64)
        # The moves of a board are sorted, so the places of what was made can be searched for all boards at once.
        here = np.repeat(np.arange(len(own)), np.diff(starts)) * CODES
        np.add.at(times, np.searchsorted(here + codes, board_of * CODES + made), turns.times)
        return Boards(own, other, starts, codes, times)

    def _legal(self, own: Ints, other: Ints, stage: str) -> list[Ints]:
        from gamelore.games.board._kernels import successors

        tables, left = board_tables(self.game), int(stage == PLACING)
        room = np.empty((3, move_capacity(self.game)), dtype=np.int64)
        return [
            np.sort(room[0, : successors(tables, a, b, left, *room)])
            for a, b in zip(own.tolist(), other.tolist(), strict=True)
        ]
