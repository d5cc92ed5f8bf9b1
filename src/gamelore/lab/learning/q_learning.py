"""Tabular Q-learning (Watkins 1989), the base line of the bench of learning.

A value for each situation and action, nothing else: no symmetry, no words, no search. Step and curiosity are those with
which OpenSpiel's tabular learner comes. Nothing is tuned: this is what a reader would reach for first, not a rival at
its best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from gamelore.base.errors import DamagedFile
from gamelore.base.seeds import Rng
from gamelore.base.tsv import read_number, read_table, reading, write_table
from gamelore.games.core import RESIGN, Action, AnyGame, AnyView
from gamelore.games.record import Record
from gamelore.learners.core import Decision, Learner, Reason
from gamelore.learners.rote import read_situation

STEP, CURIOSITY = 0.1, 0.2
"""How far a value moves towards what was found, and how often a learner tries any action."""
TABLE_FILE = "q_learning.tsv"
_HEAD = ("situation", "action", "value")


@dataclass(frozen=True, slots=True)
class QSettings:
    """Nothing to set."""


class QLearning(Learner):
    """Learns from the moves of its own seats, and at every seat that it holds."""

    kind = "q_learning"
    summary = "a value for each situation and action, moved by what came of it"
    presets: ClassVar[Mapping[str, QSettings]] = {"plain": QSettings()}
    learns_from_records = True

    def __init__(self, game: AnyGame, settings: QSettings = QSettings()) -> None:  # noqa: B008 (a frozen value)
        super().__init__(game, settings)
        self.table: dict[str, dict[str, float]] = {}

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """The action of the highest value, at random among equals; while it learns now and then any action."""
        actions = view.legal_actions()
        if self.contest.learning and rng.random() < CURIOSITY:
            tried = actions[int(rng.integers(len(actions)))]
            return Decision(tried, "trial", lambda: [Reason("q_learning", "I try something out.", str(tried))])
        known = self.table.get(_situation(view), {})
        values = [known.get(str(action), 0.0) for action in actions]
        best = [action for action, value in zip(actions, values, strict=True) if value == max(values)]
        action = best[int(rng.integers(len(best)))]
        return Decision(action, "table" if known else "guess", lambda: _reasons(actions, values))

    def end(self, record: Record) -> None:
        """Move the value of every action towards that of the situation it led to, or to what the contest paid."""
        if not self.contest.learning:
            return
        seats = self.contest.seats
        turns: dict[int, list[tuple[str, str, list[str]]]] = {seat: [] for seat in seats}
        for view, action in record.turns(self.game, seats):
            if action != RESIGN:
                turns[view.seat].append((_situation(view), str(action), list(map(str, view.legal_actions()))))
        for seat, made in turns.items():
            for number, (situation, done, _) in enumerate(made):
                found = record.returns[seat] if number + 1 == len(made) else self._best(*made[number + 1][::2])
                known = self.table.setdefault(situation, {})
                value = known.get(done, 0.0)
                known[done] = value + STEP * (found - value)

    def _best(self, situation: str, actions: Sequence[str]) -> float:
        """What a situation promises; an action that was never tried is worth nothing yet."""
        known = self.table.get(situation, {})
        return max(known.get(action, 0.0) for action in actions)

    def knowledge(self) -> dict[str, str]:
        """The table, one line for each situation and action that was met."""
        rows = [
            (situation, action, repr(value))
            for situation, known in sorted(self.table.items())
            for action, value in sorted(known.items())
        ]
        return {TABLE_FILE: write_table(_HEAD, rows)}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Read the table back; every situation and action must be one of the game's."""
        table: dict[str, dict[str, float]] = {}
        for place, (situation, action, value) in read_table(texts, TABLE_FILE, _HEAD, where):
            with reading(place):
                actions = list(map(str, read_situation(self.game, situation).legal_actions()))
            if action not in actions:
                raise DamagedFile(f"{place}: '{action}' is not an action in '{situation}'")
            table.setdefault(situation, {})[action] = read_number(value, place)
        self.table = table

    def lore(self) -> Sequence[str]:
        """Every value, the largest first."""
        rows = [(situation, action, v) for situation, known in self.table.items() for action, v in known.items()]
        rows.sort(key=lambda row: (-abs(row[2]), row[0], row[1]))
        return [f"In '{situation}' {action} is worth {value:.3f}." for situation, action, value in rows]


def _situation(view: AnyView) -> str:
    """The state where nothing is hidden, else what the seat can see."""
    return str(view.state) if view.game.perfect_information else str(view)


def _reasons(actions: Sequence[Action], values: Sequence[float]) -> list[Reason]:
    rows = sorted(zip(actions, values, strict=True), key=lambda row: -row[1])
    return [Reason("q_learning", f"{action} is worth {value:.3f} here", str(action), value) for action, value in rows]
