"""Which puzzle comes next, and when a missed one returns: after 1, 3 and 7 others, as long as it is missed.

A turn is an answer of the visitor's at a game. Whatever is solved three times in a row after it was missed is learned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

GAPS = (1, 3, 7)
"""How many other puzzles lie between a missed one and its return, the first, second and third time."""


@dataclass(frozen=True, slots=True)
class Practised:
    """How a visitor stands with a puzzle."""

    asked: int = 0
    right: int = 0
    step: int = 0
    """0: it does not return by itself; else how often it has come back, from 1."""
    due: int = 0
    """The turn from which on it comes back; of others the turn of the last answer."""

    def answered(self, right: bool, turn: int) -> Practised:
        """The same after an answer, which was the visitor's answer number `turn`."""
        if not right:
            step = 1
        elif 0 < self.step < len(GAPS):
            step = self.step + 1
        else:
            step = 0
        due = turn + GAPS[step - 1] if step else turn
        return Practised(self.asked + 1, self.right + right, step, due)


def next_puzzle(keys: Sequence[str], known: Mapping[str, Practised], turn: int) -> str | None:
    """Whatever has been missed and is due, else something new, else what was answered longest ago."""
    here = {key: known[key] for key in keys if key in known}
    due = [key for key, told in here.items() if told.step and told.due <= turn]
    if due:
        return min(due, key=lambda key: here[key].due)
    fresh = next((key for key in keys if key not in here), None)
    if fresh is not None or not here:
        return fresh
    learned = [key for key, told in here.items() if not told.step]
    return min(learned or here, key=lambda key: here[key].due)


def may_be_answered(key: str, keys: Sequence[str], known: Mapping[str, Practised], turn: int) -> bool:
    """Whether an answer to a puzzle counts: nobody has explained it yet, or it is the next."""
    return key in keys and (key not in known or key == next_puzzle(keys, known, turn))
