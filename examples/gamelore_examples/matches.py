"""Matches: take one, two or three from a heap; whoever takes the last one wins.

All that a game in plain Python needs: an action and a state as frozen values with a text form that reads back, and a
game that makes the first state and reads the texts. `gamelore check gamelore_examples.matches:Matches` tests every
promise that this makes. The kit is more than it needs: `matches_kit.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from gamelore.base.errors import BadSetting, BadText
from gamelore.games import NOBODY, Action, Game, OpenView, Outcome, State, View
from gamelore.games.kit import Kit

KIT = Kit(
    practice=(12_000, 3_000),
    truth="gamelore_examples.matches_kit:HeapTruth",
    reader="gamelore_examples.matches_kit:HeapReader",
    manners="gamelore_examples.matches_kit:MANNERS",
    terminal="gamelore_examples.matches_kit:DRAWING",
    page="gamelore_examples.matches_kit:DISPLAY",
)
"""The parts that this game brings along, loaded when they are asked for. A game without any plays as well."""


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take one, two or three matches."""

    matches: int

    def __str__(self) -> str:
        return f"take {self.matches}"


class Matches(Game["Heap", Take]):
    """The heap holds twelve matches unless another number is asked for."""

    name = "matches"
    title = "Matches"
    summary = "Take one to three matches; whoever takes the last one wins."
    kit: ClassVar[Kit] = KIT

    def __init__(self, matches: int = 12) -> None:
        if not isinstance(matches, int) or not 1 <= matches <= 1000:
            raise BadSetting(f"matches: a heap holds 1 to 1000 matches, not {matches!r}")
        self.matches = matches

    @property
    def parameters(self) -> Mapping[str, object]:
        """What must be said to make this game again."""
        return {} if self.matches == 12 else {"matches": self.matches}

    def initial_state(self, deal: str) -> Heap:
        """The whole heap, X to move."""
        if deal:
            raise BadText(f"matches: there is no deal, found '{deal}'")
        return Heap(self, self.matches, 0)

    def parse_action(self, text: str) -> Take:
        """Read `take 2`."""
        match = re.fullmatch(r"take ([123])", text)
        if match is None:
            raise BadText(f"matches: expected 'take 1' to 'take 3', found '{text}'")
        return Take(int(match[1]))

    def parse_state(self, text: str) -> Heap:
        """Read `12 X`."""
        match = re.fullmatch(r"(0|[1-9][0-9]{0,3}) ([XO])", text)
        if match is None or int(match[1]) > self.matches:
            raise BadText(f"matches: expected 0 to {self.matches} matches and who moves, as in '12 X', found '{text}'")
        return Heap(self, int(match[1]), "XO".index(match[2]))


@dataclass(frozen=True, slots=True)
class Heap(State[Take]):
    """So many matches, and whose turn it is."""

    game: Matches
    matches: int
    mover: int

    def __str__(self) -> str:
        return f"{self.matches} {'XO'[self.mover]}"

    def current_player(self) -> int:
        """The seat to move; nobody when the heap is empty."""
        return self.mover if self.matches else NOBODY

    def legal_actions(self) -> Sequence[Take]:
        """One to three matches, as far as there are any."""
        return [Take(n) for n in (1, 2, 3) if n <= self.matches]

    def child(self, action: Take) -> Heap:
        """The heap after somebody took from it."""
        if action not in self.legal_actions():
            raise self.refuse(action)
        return Heap(self.game, self.matches - action.matches, 1 - self.mover)

    def outcome(self) -> Outcome | None:
        """Whoever is to move before an empty heap has lost."""
        if self.matches:
            return None
        return Outcome((-1.0, 1.0) if self.mover == 0 else (1.0, -1.0), "result", "the last match is taken")

    def view(self, player: int) -> View[Take]:
        """Nothing is hidden."""
        return OpenView(player, self)
