"""What is open in growing direct pairs and letting them vote, and the two presets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Family = Literal["exact", "sets", "ctx"]
"""`exact` is a watched board itself; `sets` keeps for each location the values seen; `ctx` one value or don't care."""


@dataclass(frozen=True, slots=True)
class PairSettings:
    """How pairs are grown from watched turns, weighed and heard."""

    symmetries: Literal["plane", "all"] = "plane"
    merge_colours: bool = False
    """Count a sliding board with colours exchanged as the same."""
    families: tuple[Family, ...] = ("exact", "sets", "ctx")
    neighbours: int = 40
    """How many of the nearest boards with the same action a pair tries to cover, too."""
    tolerance: float = 0.0
    """Counter-examples that a pair may cover, as a share of the examples it covers."""
    fixed_steps: int = 1
    """Locations within so many steps of where the marker moves stay as they were seen."""
    exact_factor: float = 20.0
    """How loudly an exact pair speaks: it decides."""
    pair_factor: float = 0.05
    """How loudly any other pair speaks, beside the likeness of boards."""
    made_factor: float = 5.0
    """How loudly it counts that an expert once made the board that a move makes."""
    ahead_factor: float = 10.0
    """How loudly it counts that all replies to a move lead to watched boards."""
    near_steps: int = 1
    near_keeps: float = 0.1
    """What a location that differs leaves of the likeness of two boards, within so many steps of the move..."""
    far_keeps: float = 0.6
    """...and elsewhere."""
    furthest: int = 8
    """Boards that differ in more locations are not compared."""
    doubt: float = 0.001
    """How much likeness it takes to believe what like boards say rather than chance."""
    sweep: int = 20
    """Within Hoyle, contests after which pairs are grown anew."""
    loudest: float = 50.0
    """Within Hoyle, the votes with which a move has the full support of the pairs that match."""

    def __post_init__(self) -> None:
        if not self.families or len(set(self.families)) != len(self.families):
            raise ValueError("families must name at least one family, each once")
        for name, low in (("neighbours", 1), ("fixed_steps", 0), ("near_steps", 0), ("furthest", 0), ("sweep", 1)):
            if getattr(self, name) < low:
                raise ValueError(f"{name} must be at least {low}")
        if not 0 <= self.tolerance < 1:
            raise ValueError("tolerance must lie from 0 to below 1")
        for name in ("near_keeps", "far_keeps"):
            if not 0 < getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie above 0 and not above 1")
        for name in ("exact_factor", "pair_factor", "made_factor", "ahead_factor"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be below 0")
        for name in ("doubt", "loudest"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be above 0")


GAMELORE = PairSettings()
GAMELORE16 = replace(GAMELORE, symmetries="all", merge_colours=True)
PRESETS = {"gamelore": GAMELORE, "gamelore16": GAMELORE16}
