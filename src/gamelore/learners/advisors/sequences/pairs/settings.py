"""What is open in growing direct pairs and letting them vote, and the two presets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Family = Literal["exact", "sets", "ctx"]
"""`exact` is a watched state itself; `sets` keeps for each location the values seen; `ctx` one value or don't care."""


@dataclass(frozen=True, slots=True)
class PairSettings:
    """How pairs are grown from watched turns, weighed and heard."""

    symmetries: Literal["plane", "all"] = "plane"
    merge_colours: bool = False
    """Count a sliding state with colours exchanged as the same."""
    families: tuple[Family, ...] = ("exact", "sets", "ctx")
    neighbours: int = 40
    """How many of the nearest states with the same action a pair tries to cover, too."""
    tolerance: float = 0.0
    """Counter-examples that a pair may cover, as a share of the examples it covers."""
    exact_factor: float = 20.0
    """How many times the vote of an exact pair counts: it decides first."""
    fading: float = 0.1
    """Where no pair matches the nearest watched states vote; what each location that differs leaves of a vote."""
    reach: int = 2
    """How many locations more than the nearest one a watched state may differ in and still vote."""

    def __post_init__(self) -> None:
        if not self.families or len(set(self.families)) != len(self.families):
            raise ValueError("families must name at least one family, each once")
        if self.neighbours < 1 or self.reach < 0:
            raise ValueError("neighbours must be at least 1 and reach at least 0")
        if not 0 <= self.tolerance < 1 or not 0 <= self.fading < 1:
            raise ValueError("tolerance and fading must lie from 0 to below 1")
        if self.exact_factor <= 0:
            raise ValueError("exact_factor must be above 0")


GAMELORE = PairSettings()
GAMELORE16 = replace(GAMELORE, symmetries="all", merge_colours=True)
PRESETS = {"gamelore": GAMELORE, "gamelore16": GAMELORE16}
