"""Favourites: a faculty that gives Hoyle an Advisor for each position to which experts move often.

A faculty hears every contest and keeps files of its own; Hoyle weighs the Advisors that it learns like all others:
`gamelore learn tic_tac_toe --learner hoyle --set faculties=favourites --out runs/mine`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from gamelore.base.arrays import Int8s
from gamelore.base.errors import DamagedFile
from gamelore.base.tsv import read_count, read_table, write_table
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.faculty import Faculty, Turn
from gamelore.learners.advisors.forr import SILENT
from gamelore.learners.advisors.memory.knowledge import Watched
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.advisors.settings.hoyle import HoyleSettings
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor

FILE = "favourites.tsv"
COLUMNS = ("position", "times")
OFTEN = 5
"""How often experts must have moved to a position before there is an Advisor for it."""


class Likes(BoardAdvisor):
    """Wants to move to one position."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.name = f"Likes {position + 1}"

    def comment(self, situation: Situation) -> Int8s:
        """10 for moves to the position, silence otherwise."""
        return np.where(situation.goals == self.position, 10, SILENT).astype(np.int8)

    def because(self, situation: Situation, action: int) -> str:
        """What is told of its comment."""
        return f"experts often move to {self.position + 1}"


class Favourites(Faculty):
    """How often experts moved to each position."""

    name = "favourites"

    def __init__(self, game: BoardGame, settings: HoyleSettings) -> None:
        super().__init__(game, settings)
        self._times: dict[int, int] = {}

    def learned(self) -> Sequence[Likes]:
        """An Advisor for each position that is a favourite by now."""
        return [Likes(position) for position, times in sorted(self._times.items()) if times >= OFTEN]

    def learn(self, contest: Watched, turns: Sequence[Turn]) -> None:
        """Count where the experts of a contest moved to."""
        for turn in turns:
            position = int(turn.situation.goals[turn.chosen])
            self._times[position] = self._times.get(position, 0) + 1

    def texts(self) -> dict[str, str]:
        """A line for each position, counted from 1."""
        return {FILE: write_table(COLUMNS, [(p + 1, times) for p, times in sorted(self._times.items())])}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Read the lines back."""
        times = {}
        for place, (position, count) in read_table(texts, FILE, COLUMNS, where):
            number = read_count(position, place, least=1)
            if number > self.game.board.size:
                raise DamagedFile(f"{place}: the board has positions 1 to {self.game.board.size}, found {number}")
            times[number - 1] = read_count(count, place, least=1)
        self._times = times

    def lore(self) -> Sequence[str]:
        """The favourites, the most frequent first."""
        often = sorted((p for p, times in self._times.items() if times >= OFTEN), key=lambda p: -self._times[p])
        return [f"Experts moved to {p + 1} {self._times[p]} times." for p in often]
