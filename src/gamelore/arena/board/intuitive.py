"""A player by feel on boards: how people play games of lines that they never saw (Collins et al. 2025).

It tries no move of the other. A move is worth more the nearer it is to the centre, the longer the line of its own that
it makes, and the longer the line of the other that it stops, by standing there or by taking a marker of it. What is
worth more is likelier, and nothing is sure. The source has boards on which markers only stay; that a line is left by
sliding, that taking stops one, and that a line which loses is better the shorter it is, are our reading.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

from gamelore.arena.players import ByFeel
from gamelore.arena.roster import Entry
from gamelore.games.board.board import bits
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.core import AnyGame

FILLED = 1.0
"""What a full line counts above its length."""
STOPPED = -0.5
"""What a line of the other counts above its length: one's own come first."""


class Intuitive(ByFeel):
    """By feel: the centre, the longest line of one's own, the longest one stopped."""

    def __init__(self, game: BoardGame, name: str = "intuitive") -> None:
        super().__init__(name)
        self.game = game

    @cached_property
    def near(self) -> tuple[float, ...]:
        """How near each point is to the middle of the picture: 1 there, 0 as far from it as any point is."""
        xs, ys = zip(*self.game.board.points, strict=True)
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        apart = [math.dist(point, middle) for point in self.game.board.points]
        return tuple(1.0 - distance / (max(apart) or 1.0) for distance in apart)

    def feel(self, state: BoardState, action: Move) -> Mapping[str, float]:
        """The three parts, as far as they count."""
        own = state.own | 1 << action.to
        if action.start is not None:
            own &= ~(1 << action.start)
        mine = self._longest(own, state.other & ~action.taken, action.to)
        found = {"is near the centre": self.near[action.to]}
        if self.game.rules.line == "loses":
            longest = max(map(len, self.game.goal_lines), default=0)
            return found | {"keeps its own lines short": float(longest - mine)}
        if mine:
            full = FILLED if self.game.completes(own & ~(1 << action.to), action.to) else 0.0
            found |= {f"makes a line of {mine}": mine + full}
        stopped = max(self._longest(state.other, state.own, point) for point in (action.to, *bits(action.taken)))
        if stopped:
            found |= {f"stops a line of {stopped}": stopped + STOPPED}
        return found

    def _longest(self, markers: int, against: int, point: int) -> int:
        """The most markers that stand on a goal line through a point on which none stands against them."""
        lines = (mask for mask in self.game.goal_masks if mask >> point & 1 and not mask & against)
        return max(((mask & markers).bit_count() for mask in lines), default=0)


def _intuitive(game: AnyGame) -> Intuitive:
    assert isinstance(game, BoardGame)
    return Intuitive(game)


PLAYERS: Mapping[str, Entry] = {
    "intuitive": Entry(
        lambda game, settings, _: _intuitive(game), "by feel: the centre, its longest line, the longest one stopped"
    )
}
"""Further players of the board games."""
