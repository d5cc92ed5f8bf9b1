"""Which boards direct pairs take for the same. All else about them is constant, in the modules that read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from gamelore.learners.advisors.settings.small_boards import is_on_small_board
from gamelore.learners.advisors.settings.symmetries import Symmetries
from gamelore.learners.core import Card


@dataclass(frozen=True, slots=True)
class PairSettings:
    """Which boards count as the same."""

    symmetries: Symmetries = "plane"
    merge_colours: bool = False
    """Count a sliding board with colours exchanged as the same."""

    gone: ClassVar[Mapping[str, object]] = {
        "families": ("exact", "sets", "ctx"), "neighbours": 40, "tolerance": 0.0, "fixed_steps": 1,
        "exact_factor": 20.0, "pair_factor": 0.05, "made_factor": 5.0, "ahead_factor": 10.0, "near_steps": 1,
        "near_keeps": 0.1, "far_keeps": 0.6, "furthest": 8, "doubt": 0.001, "sweep": 20, "loudest": 50.0,
    }  # fmt: skip


PRESETS = {"gamelore": PairSettings()}

CARD = Card(
    "pairs",
    "situations with actions, grown from what experts were seen to do so that they cover no counter-example",
    PRESETS,
    is_on_small_board,
)
