"""A student: a list of rules searched against one player alone, as a measure of how exploitable it is.

What the student wins is a lower bound of what can be won from that player in the real game. It is measured on deals
that the search did not use.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamelore.arena.poker.practice import PokerJudge
from gamelore.base.stats import Interval, mean_interval
from gamelore.games.poker.draw_poker import DrawPoker
from gamelore.learners.core import Player
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.poker.practised import GRID, practice_start
from gamelore.learners.rules.practice.search import STEP, RuleSearch, SearchState

STEPS = 12
"""How long a student searches; each step takes about two seconds."""
RULES = 10
"""The most rules of a student's list."""
DEALS = 20_000
"""On how many fresh deals its winnings are measured."""
_FRESH = 1 << 40
"""The first of them, beyond all that a search uses."""


@dataclass(frozen=True, slots=True)
class Student:
    """What was found against a player."""

    rules: Heuristics
    chips: Interval
    """What the list wins, in chips a deal."""


def student_of(game: DrawPoker, player: Player, seed: int, *, steps: int = STEPS) -> Student:
    """Search for a list that wins as much as possible from a player."""
    judge = PokerJudge(game, {player.name: player})
    search = RuleSearch(GRID, practice_start(), judge, SearchState(seed), RULES, {player.name: 10.0})
    for _ in range(1 + steps):
        search.step(STEP)
    rules = search.heuristics(search.state.boxes)
    won = judge.winnings([rules], range(_FRESH - _FRESH % 5, _FRESH - _FRESH % 5 + DEALS), seed)[0, 0]
    return Student(rules, mean_interval(won.tolist()))
