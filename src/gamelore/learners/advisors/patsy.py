"""Patsy as a regression on patterns: small arrangements of markers that an expert's moves tend to make.

The literal pattern store (1996, section 3) gives Patsy its patterns by outcome. This reading gives every arrangement
of own, opposing and blank positions on a few small templates a weight, shared by all its symmetric places, and learns
the weights from which of its possible boards an expert chose to make. The templates come from the picture: every
drawn line, every position with its neighbours, and every two drawn lines that share a position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gamelore.base.arrays import Floats, Int8s, Ints
from gamelore.base.errors import DamagedFile
from gamelore.base.registry import Late
from gamelore.base.tsv import read_number, read_table, write_table
from gamelore.games.board.board import apply, bits
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.faculty import Faculty, Turn
from gamelore.learners.advisors.memory.knowledge import Watched
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.advisors.settings.hoyle import HoyleSettings
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor, spread

if TYPE_CHECKING:
    from gamelore.learners.advisors.memory import _kernels
else:
    _kernels = Late("gamelore.learners.advisors.memory._kernels")

_LARGEST_TEMPLATE = 7
RATE, PASSES = 0.1, 3
"""The step of a gradient, and how often the turns of a contest are gone through."""
_FILE = "patterns.tsv"
_HEAD = ("stage", "pattern", "weight", "squares")


class Templates(NamedTuple):
    """Every place of every template, and for each content of each place the number of its class."""

    members: Ints
    starts: Ints
    classes: Ints
    class_starts: Ints
    names: tuple[str, ...]
    """Each class as its smallest place and content: positions with + own, - other, . blank."""


@lru_cache(maxsize=64)
def templates(game: BoardGame) -> Templates:
    """The templates of a game's board."""
    board = game.board
    shapes = set(board.line_masks)
    shapes |= {board.neighbours[p] | 1 << p for p in range(board.size) if board.neighbours[p]}
    shapes |= {a | b for a, b in combinations(board.line_masks, 2) if a & b}
    shapes = {shape for shape in shapes if 2 <= shape.bit_count() <= _LARGEST_TEMPLATE}
    shapes = {apply(symmetry, shape) for shape in shapes for symmetry in game.symmetries}
    members: list[int] = []
    starts = [0]
    classes: list[int] = []
    class_starts: list[int] = []
    numbers: dict[tuple[int, int, int], int] = {}
    names: list[str] = []
    for shape in sorted(shapes):
        positions = list(bits(shape))
        members += positions
        starts.append(len(members))
        class_starts.append(len(classes))
        for content in range(3 ** len(positions)):
            own = other = 0
            rest = content
            for position in reversed(positions):
                rest, digit = divmod(rest, 3)
                own |= (digit == 1) << position
                other |= (digit == 2) << position
            normal = min((apply(s, shape), apply(s, own), apply(s, other)) for s in game.symmetries)
            if normal not in numbers:
                numbers[normal] = len(names)
                names.append(_name(*normal))
            classes.append(numbers[normal])
    words = [np.array(v, dtype=np.int64) for v in (members, starts, classes, class_starts)]
    return Templates(words[0], words[1], words[2], words[3], tuple(names))


def _name(shape: int, own: int, other: int) -> str:
    return " ".join(f"{p + 1}{'+' if own >> p & 1 else '-' if other >> p & 1 else '.'}" for p in bits(shape))


class PatternRegression(Faculty):
    """Weights of pattern classes by stage, learned by gradient steps on experts' choices."""

    name = "regression"

    def __init__(self, game: BoardGame, settings: HoyleSettings) -> None:
        super().__init__(game, settings)
        self.templates = templates(game)
        self._weights: dict[str, tuple[Floats, Floats]] = {}

    def standing(self) -> Mapping[str, BoardAdvisor]:
        """Patsy, who speaks for the weights."""
        return {"Patsy": ExpertPatsy(self)}

    def _of(self, stage: str) -> tuple[Floats, Floats]:
        if stage not in self._weights:
            count = len(self.templates.names)
            self._weights[stage] = (np.zeros(count), np.zeros(count))
        return self._weights[stage]

    def scores(self, stage: str, mine: Ints, theirs: Ints) -> Floats | None:
        """The summed weights of the patterns on each board; None before anything was learned."""
        if stage not in self._weights:
            return None
        scores = np.empty(len(mine))
        weights, _ = self._weights[stage]
        _kernels.pattern_scores(*self.templates[:4], weights, mine, theirs, scores)
        return scores

    def learn(self, contest: Watched, turns: Sequence[Turn]) -> None:
        """The boards that experts could make in a contest and the ones they made, several times over."""
        for _ in range(PASSES):
            for turn in turns:
                here, (weights, squares) = turn.situation, self._of(turn.situation.state.stage())
                room = np.empty(here.count)
                _kernels.pattern_step(
                    *self.templates[:4], weights, squares, RATE, here.mine, here.theirs, turn.chosen, room
                )

    def texts(self) -> dict[str, str]:
        """Every pattern with a weight, as a readable table."""
        rows = [
            (stage, self.templates.names[k], float(weights[k]), float(squares[k]))
            for stage, (weights, squares) in sorted(self._weights.items())
            for k in np.flatnonzero(squares)
        ]
        return {_FILE: write_table(_HEAD, rows)}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take the table back; on any damage nothing changes."""
        numbers = {name: k for k, name in enumerate(self.templates.names)}
        fresh: dict[str, tuple[Floats, Floats]] = {}
        for place, (stage, pattern, weight, square) in read_table(texts, _FILE, _HEAD, where):
            if pattern not in numbers:
                raise DamagedFile(f"{place}: expected a pattern of this board, found '{pattern}'")
            values = read_number(weight, place), read_number(square, place)
            if values[1] < 0:
                raise DamagedFile(f"{place}: expected squares from 0 on, found '{square}'")
            weights, squares = fresh.setdefault(stage, (np.zeros(len(numbers)), np.zeros(len(numbers))))
            weights[numbers[pattern]], squares[numbers[pattern]] = values
        self._weights = fresh


class ExpertPatsy(BoardAdvisor):
    """Makes boards whose patterns experts like to make."""

    name = "Patsy"

    def __init__(self, patterns: PatternRegression) -> None:
        self.patterns = patterns

    def comment(self, situation: Situation) -> Int8s | None:
        """Strengths by the summed weights of the patterns, around their mean."""
        scores = self.patterns.scores(situation.state.stage(), situation.mine, situation.theirs)
        if scores is None:
            return None
        situation.notes[self.name] = scores
        return spread(scores, None)

    def because(self, situation: Situation, action: int) -> str:
        """How far its patterns stand above or below those of the average move."""
        scores = situation.notes[self.name]
        more = scores[action] - scores.mean()
        return f"makes patterns that experts {'like' if more > 0 else 'shun'}, {more:+.1f} against the average move"
