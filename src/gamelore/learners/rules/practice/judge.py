"""Who lets lists of rules practise: beside what every judge answers, it takes decisions back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gamelore.base.arrays import Floats, Ints
from gamelore.learners.practice.judge import Judge
from gamelore.learners.rules.language.heuristics import Heuristics


@dataclass(frozen=True, slots=True)
class TakeBacks:
    """Decisions of a player against everybody of a panel, one after another."""

    columns: tuple[str, ...]
    seen: Ints
    """[decision, column]: what it saw."""
    did: Ints
    """[decision]: the code of what it did: the size of a bet, 0 for a call, -1 for a drop."""
    gains: Floats
    """[decision, action]: how much more it would have won with another action in its place."""
    opponent: Ints
    """[decision]: against whom of the panel."""


class RuleJudge(Judge[Heuristics], Protocol):
    """Lets lists of rules play against everybody of a panel, for chips."""

    def take_backs(self, rules: Heuristics, actions: Sequence[int], rounds: range, seed: int) -> TakeBacks:
        """What a list saw and did, and what each action in its place would have won more."""

    def shown(self, rounds: range, seed: int) -> TakeBacks:
        """What a model saw and did, without gains."""
