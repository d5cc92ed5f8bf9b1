"""The oracles: what is true of a state, computed. They know rules but nothing of learning."""

from gamelore.oracles.retrograde import ClassCount, Solution, Value
from gamelore.oracles.store import covered, solution_for, solve

__all__ = ["ClassCount", "Solution", "Value", "covered", "solution_for", "solve"]
