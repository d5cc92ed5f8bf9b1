"""What COGAP-42 measures of a hand of 42: situations, the probability heuristic, and the heuristic parameters."""

from gamelore.learners.features.forty_two.parameters import (
    DEFENCE,
    LISTS,
    OFFENCE,
    SIZES,
    Configurations,
    measure_defence,
    measure_offence,
)
from gamelore.learners.features.forty_two.situations import Situations

__all__ = [
    "DEFENCE", "LISTS", "OFFENCE", "SIZES", "Configurations", "Situations", "measure_defence", "measure_offence",
]  # fmt: skip
