"""The settings of signature-table learning: every number the sources leave open, named and checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gamelore.learners.signatures.categories import Categorization

Smoothing = Literal["argument", "city_block", "diffuse"]


@dataclass(frozen=True, slots=True)
class TreeSettings:
    """How a tree of signature tables learns. The defaults are Carberry's where printed, plain readings elsewhere."""

    layer_size: int = 400
    """Instances learned level by level as one batch (s67-s70); 0 learns without layers."""
    recategorize_every: int = 50
    """Without layers: after how many instances the categories are drawn anew."""
    categorization: Categorization = "range"
    smoothing: Smoothing = "argument"
    """How a signature never met borrows from those that were: the nearest along the argument (s70), the nearest in
    the table, or a share of every neighbour's tallies that fades with distance (ours)."""
    fading: float = 0.3
    """With `diffuse`: the share of its tallies that a signature lends to a neighbour one step away."""
    pass_minimum: float = 8.0
    """The least negative reinforcement of a pass (s62)."""
    tally_limit: float = 4095.0
    """The largest tally; beyond it both tallies of the entry are cut by a fifth (s63). 0 means no limit."""
    whole_tallies: bool = False
    """Whether negative reinforcements are rounded to whole numbers."""
    mend_tables: int = 0
    """Rounds of mending (ours): how often what the tree still misses becomes a table of corrections."""
    mend_step: float = 0.5
    """The share of what is missed that one round corrects."""
    mend_holding_back: float = 20.0
    """As if so many more instances of each signature had missed nothing."""
    mend_largest: int = 200
    """The largest table of corrections, in signatures."""
    mend_categories: int = 32
    """Into how many categories mended scores are sorted."""

    def __post_init__(self) -> None:
        if self.layer_size < 0:
            raise ValueError(f"layer_size must be 0 or more, found {self.layer_size}")
        if self.recategorize_every < 1:
            raise ValueError(f"recategorize_every must be 1 or more, found {self.recategorize_every}")
        if not 0.0 < self.fading < 1.0:
            raise ValueError(f"fading must lie between 0 and 1, found {self.fading}")
        if self.pass_minimum < 0:
            raise ValueError(f"pass_minimum must be 0 or more, found {self.pass_minimum}")
        if self.mend_tables < 0 or self.mend_largest < 2 or self.mend_categories < 2:
            raise ValueError("mend_tables must be 0 or more, mend_largest and mend_categories 2 or more")
        if not 0.0 < self.mend_step <= 1.0 or self.mend_holding_back < 0:
            raise ValueError("mend_step must lie above 0 and at most at 1, mend_holding_back at 0 or above")
        if self.tally_limit and self.tally_limit < 60:
            raise ValueError(f"tally_limit must be 0 (none) or at least 60, found {self.tally_limit}")
