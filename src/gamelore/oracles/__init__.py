"""The oracles: what is true of a state, computed. They know rules but nothing of learning."""

from gamelore.oracles.board.retrograde import ClassCount, Solution, Value
from gamelore.oracles.board.store import covered, solution_for, solve

__all__ = ["ClassCount", "Solution", "Value", "covered", "solution_for", "solve"]
