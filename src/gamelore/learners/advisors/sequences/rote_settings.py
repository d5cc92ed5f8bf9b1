"""What Lock (2003, chapter 2) leaves open about TP-Rote, each reading under a name.

The defaults are the readings that come nearest to Tables 2 and 3 of the source in both games at once, among those
that take every step that the source names (`docs/sequences.md`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gamelore.games.board.game import BoardGame

SIGNIFICANT_PLACING, SIGNIFICANT_SLIDING = 20, 5
"""How often a state must be seen in lose tic-tac-toe and in five men's morris (section 2.3)."""


@dataclass(frozen=True, slots=True)
class RoteSettings:
    """How sequences are gathered and filtered."""

    significant: int = 0
    """A state counts when it was seen more often than this; 0 takes the source's 20 where markers are only placed
    and 5 where they slide."""
    cutoff_base: float = 0.25
    """A sequence counts when it followed its state in a greater share than the cutoff, which starts here and ..."""
    cutoff_step: float = 0.01
    """... falls by this much ..."""
    cutoff_every: int = 0
    """... each time the state was seen so much oftener (*n*); 0 takes `significant`, as in all experiments."""
    featured: Literal["experts", "winners"] = "experts"
    """Whose sequences are gathered, of those who won or drew: the experts', or everybody's."""
    begin: Literal["both", "own", "other"] = "both"
    """Which trees are built: odd ones that begin with an own move, even ones that begin with the other's, or both."""
    through_used: bool = True
    """Whether a path is built on through a state that needs no tree of its own; as printed it ends there."""
    reached: Literal["ends", "all"] = "all"
    """Which states a stored sequence is counted to lead to: those where a piece of it ends, or every one on its way."""
    counted: Literal["each_time", "once"] = "once"
    """How often a short sequence counts that stands in several trees."""
    refilter: Literal["never", "each", "end"] = "each"
    """When a table is gone through once more and keys that became needless are removed: never, each table as soon as
    it is built, or both at the end."""
    duplicates: Literal["keep", "tails", "covered", "both"] = "tails"
    """Which paths of even trees are dropped: none, those that are the tail of an odd path, those for which the odd
    table has a tree once the other has moved, or both kinds."""
    order: Literal["early", "met", "often"] = "early"
    """In which order states become keys: those that arise earliest in a contest, as they were met, most often seen."""
    longest: int = 21
    """How many moves a path may have; it also ends before a state that it has passed already."""
    sweep: int = 10
    """After how many contests the trees are built anew from all sequences gathered so far."""

    def __post_init__(self) -> None:
        for name, low in (("significant", 0), ("cutoff_every", 0), ("longest", 3), ("sweep", 1)):
            if getattr(self, name) < low:
                raise ValueError(f"{name} must be at least {low}")
        if not 0 <= self.cutoff_base <= 1 or not 0 <= self.cutoff_step <= 1:
            raise ValueError("cutoff_base and cutoff_step must lie between 0 and 1")

    def least(self, game: BoardGame) -> int:
        """How often a state may be seen at most without being significant."""
        return self.significant or (SIGNIFICANT_SLIDING if game.rules.slides else SIGNIFICANT_PLACING)

    def cutoff(self, seen: int, significant: int) -> float:
        """The share of its state's occurrences that a sequence must exceed (the equation of section 2.2.2)."""
        every = self.cutoff_every or significant
        return self.cutoff_base - (seen - significant) / every * self.cutoff_step
