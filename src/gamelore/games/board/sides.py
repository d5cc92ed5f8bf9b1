"""How the markers of one side move, as tables by position: steps, takings in place, and hops.

Where both sides do the same along drawn lines nothing of this need be said. A game whose sides differ, by direction as
in breakthrough or by army as in a hunt, gives each side tables of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamelore.games.board.board import Permutation, apply

MOST_TAKEN = 8
"""Markers that one move can take: that many fit its code."""

Hop = tuple[int, int]
"""Over which position, and to which."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one side may do with a marker that stands at each position, and how many it places."""

    steps: tuple[int, ...]
    """The set of positions to which it may step if they are empty."""
    takes: tuple[int, ...]
    """The set of positions to which it may step if the other stands there, who is taken."""
    hops: tuple[tuple[Hop, ...], ...]
    """The hops over a marker of the other, who is taken, to an empty position; one may follow the other."""
    markers: int
    """How many markers it has to place."""

    @property
    def takes_any(self) -> bool:
        """Whether its markers take in another way than by completing lines."""
        return any(self.takes) or any(self.hops)

    def is_kept_by(self, symmetry: Permutation) -> bool:
        """Whether a permutation of the positions leaves everything as it is."""
        return all(
            apply(symmetry, self.steps[p]) == self.steps[image]
            and apply(symmetry, self.takes[p]) == self.takes[image]
            and {(symmetry[over], symmetry[to]) for over, to in self.hops[p]} == set(self.hops[image])
            for p, image in enumerate(symmetry)
        )
