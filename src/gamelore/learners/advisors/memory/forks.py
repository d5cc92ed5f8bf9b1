"""Forks: two threats at once, learned by explaining a win (Epstein, Gelfand and Lesniak 1996, Table 1).

When a contest is won because the loser, on turn for the last time, faced two threats, the lines of those threats
explain it: the markers they need, the blanks they need, and the key position that both lines share. Everything else
on the board is dropped, and the fork holds in every symmetric place. With `explained = "captures"` a capture is
explained like a win, whoever wins in the end (ours): in morris the last turn hardly ever shows a fork, but the placing
of markers does. Where markers slide, a single threat that nobody can reach is what captures, and that is no fork.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from gamelore.base.arrays import Bools, Ints
from gamelore.base.errors import DamagedFile
from gamelore.games.board.board import apply, bits, mask_of
from gamelore.games.board.codes import NONE
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.features.board.survey import BoardSurvey


@dataclass(frozen=True, slots=True, order=True)
class Fork:
    """Markers and blanks that two threats need, and the position that makes both."""

    own: int
    blank: int
    key: int

    def cells(self) -> tuple[str, str, str]:
        """The fork as a row of a table."""
        return _positions(self.own), _positions(self.blank), str(self.key + 1)


def _positions(mask: int) -> str:
    return " ".join(str(p + 1) for p in bits(mask))


class Forks:
    """The forks learned so far, in every place where they hold."""

    def __init__(self, game: BoardGame, forks: Sequence[Fork] = ()) -> None:
        self.game = game
        self._forks: dict[Fork, None] = {}
        self._places: Ints = np.empty((0, 3), dtype=np.int64)
        for fork in forks:
            self.add(fork)

    def __bool__(self) -> bool:
        return bool(self._forks)

    def __len__(self) -> int:
        return len(self._forks)

    def sorted(self) -> list[Fork]:
        """The forks in a fixed order."""
        return sorted(self._forks)

    def add(self, fork: Fork) -> None:
        """Remember a fork in its normal form."""
        images = {
            Fork(apply(symmetry, fork.own), apply(symmetry, fork.blank), symmetry[fork.key])
            for symmetry in self.game.symmetries
        }
        normal = min(images)
        if normal not in self._forks:
            self._forks[normal] = None
            rows = sorted((f.own, f.blank, 1 << f.key) for f in images)
            self._places = np.concatenate([self._places, np.array(rows, dtype=np.int64)])

    def steps(self, moves: BoardSurvey) -> Bools:
        """Which moves build a fork of mine or break one that the other could complete next."""
        own, blank, key = self._places.T
        mine, theirs = moves.state.own, moves.state.other
        goals = np.int64(1) << moves.goals
        # A slide from one place of the fork to another is no step towards it.
        starts = np.where(moves.starts == NONE, 0, np.int64(1) << moves.starts)
        begun = ((theirs & (own | blank)) == 0) & ((mine & own) != 0) & ((mine & own) != own)
        wanted = (goals[:, None] & np.where(begun, own, 0)[None, :]) != 0
        building: Bools = (wanted & ((starts[:, None] & own[None, :]) == 0)).any(axis=1)
        ready = ((mine & (own | blank)) == 0) & ((theirs & own) == (own & ~key))
        if not ready.any():
            return building
        common = np.bitwise_and.reduce((own | blank)[ready])
        breaking: Bools = (goals & common) != 0
        both: Bools = building | breaking
        return both

    def left(self, moves: BoardSurvey) -> Bools:
        """Which moves leave the other a fork that it lacks only the key position of."""
        own, blank, key = self._places.T
        mine, theirs = moves.mine[:, None], moves.theirs[:, None]
        ready = ((mine & (own | blank)) == 0) & ((theirs & blank) == 0) & ((theirs & own) == (own & ~key))
        result: Bools = ready.any(axis=1)
        return result


def explain(game: BoardGame, states: Sequence[BoardState], results: tuple[str, str], *, captures: bool) -> list[Fork]:
    """The forks that explain how a contest was won, and every capture in it if these are asked for."""
    if game.rules.line == "loses":
        return []
    turns = dict.fromkeys([*_last_turn(states, results), *(_before_captures(states) if captures else ())])
    return [fork for state in turns if (fork := _fork_faced(state)) is not None]


def _last_turn(states: Sequence[BoardState], results: tuple[str, str]) -> list[BoardState]:
    """Where the loser was on turn for the last time."""
    losers = [seat for seat, result in enumerate(results) if result == "loss"]
    return [state for state in states if state.mover in losers and state.outcome() is None][-1:]


def _before_captures(states: Sequence[BoardState]) -> list[BoardState]:
    """Where somebody was on turn who then lost a marker."""
    turns = zip(states, states[1:], states[2:], strict=False)
    return [faced for faced, before, after in turns if after.own.bit_count() < before.other.bit_count()]


def _fork_faced(state: BoardState) -> Fork | None:
    """The fork that the mover faces, if it faces one.

    A threat is a place where the other, had it been on turn, could have taken a marker or won. Only lines that a
    player can see explain it: the drawn ones, and the winning lines where a line wins.
    """
    game, markers, targets = state.game, state.other, _targets(state.null())
    seen = set(game.board.line_masks) | (set(game.goal_masks) if game.rules.line == "wins" else set())
    threats = []
    for line in sorted(seen):
        gap = line & ~markers
        if line.bit_count() >= 3 and gap.bit_count() == 1 and gap & targets:
            threats.append((line, gap))
    for (first, gap), (second, other_gap) in combinations(threats, 2):
        shared = first & second & markers
        if gap != other_gap and shared:
            blanks = gap | other_gap
            return Fork((first | second) & ~blanks, blanks, shared.bit_length() - 1)
    return None


def _targets(state: BoardState) -> int:
    """Where the mover could take a marker or win at once."""
    return mask_of(
        move.to
        for move in state.legal_actions()
        if move.capture is not None
        or ((ended := state.child(move).outcome()) is not None and ended.result(state.mover) == "win")
    )


def parse_fork(game: BoardGame, cells: Sequence[str], place: str) -> Fork:
    """Read a line of the table of forks."""
    masks = []
    for cell in cells:
        words = cell.split()
        numbers = [int(w) for w in words if w.isascii() and w.isdigit() and len(w) < 4]
        if not words or len(numbers) < len(words) or not all(1 <= n <= game.board.size for n in numbers):
            raise DamagedFile(f"{place}: expected positions 1 to {game.board.size}, found '{cell}'")
        masks.append(mask_of(n - 1 for n in numbers))
    own, blank, key = masks
    if key.bit_count() != 1 or not key & own or own & blank:
        raise DamagedFile(f"{place}: not a fork: '{' | '.join(cells)}'")
    return Fork(own, blank, key.bit_length() - 1)
