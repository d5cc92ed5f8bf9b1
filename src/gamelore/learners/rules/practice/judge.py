"""Who lets lists of rules practise: what a search asks, and what it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gamelore.base.arrays import Floats, Ints
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


class RuleJudge(Protocol):
    """Lets lists of rules play deals against everybody of a panel; equal deals and seeds give equal results."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who is met."""

    def winnings(self, lists: Sequence[Heuristics], deals: range, seed: int) -> Floats:
        """[list, opponent, game]: what each list wins, in chips a deal."""

    def take_backs(self, rules: Heuristics, actions: Sequence[int], deals: range, seed: int) -> TakeBacks:
        """What a list saw and did, and what each action in its place would have won more."""

    def shown(self, deals: range, seed: int) -> TakeBacks:
        """What a model saw and did, without gains."""
