"""The settings of signature-table learning that presets and tables vary, named and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from gamelore.base.settings import Share, Within, check_ranges

Categorization = Literal["range", "equi_size", "samuel"]
Smoothing = Literal["argument", "city_block", "diffuse"]


@dataclass(frozen=True, slots=True)
class TreeSettings:
    """How a tree of signature tables learns. The defaults are Carberry's where printed, plain readings elsewhere."""

    layer_size: Annotated[int, Within(0, 1_000_000)] = 400
    """Instances learned level by level as one batch (s67-s70); 0 learns without layers."""
    categorization: Categorization = "range"
    smoothing: Smoothing = "argument"
    """How a signature never met borrows from those that were: the nearest along the argument (s70), the nearest in
    the table, or a share of every neighbour's tallies that fades with distance (ours)."""
    fading: Share = 0.3
    """With `diffuse`: the share of its tallies that a signature lends to a neighbour one step away."""
    mend_tables: Annotated[int, Within(0, 1000)] = 0
    """Rounds of mending (ours): how often what the tree still misses becomes a table of corrections."""

    gone: ClassVar[Mapping[str, Any]] = {
        "recategorize_every": 50, "pass_minimum": 8.0, "tally_limit": 4095.0, "whole_tallies": False,
        "mend_step": lambda now: 0.3 if now.mend_tables else 0.5,
        "mend_holding_back": lambda now: 10.0 if now.mend_tables else 20.0,
        "mend_largest": lambda now: 300 if now.mend_tables else 200,
        "mend_categories": lambda now: 96 if now.mend_tables else 32,
    }  # fmt: skip
    """Settings of earlier versions with the value they now have always, or what it follows from."""

    def __post_init__(self) -> None:
        check_ranges(self)
        if not 0.0 < self.fading < 1.0:
            raise ValueError(f"fading must lie between 0 and 1, found {self.fading}")
