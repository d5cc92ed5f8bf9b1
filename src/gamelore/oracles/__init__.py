"""The oracles: what is true of a state, computed. They know rules but nothing of learning."""

from gamelore.oracles.core import NotSolvedYet, Value, patience
from gamelore.oracles.truth import Truth, easy_truth, has_easy_truth, known_values, truth_about, truth_of

__all__ = [
    "NotSolvedYet", "Truth", "Value", "easy_truth", "has_easy_truth", "known_values", "patience", "truth_about",
    "truth_of",
]  # fmt: skip
