"""Habit: a learner that does again what went well, wherever it is.

All that a learner needs: settings with presets, `decide` with reasons, `end` to learn from a contest, and what it
knows as readable texts that it takes back with care. `gamelore check gamelore_examples.habit:Habit` tests every
promise that this makes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from gamelore.base.errors import BadText, DamagedFile
from gamelore.base.seeds import Rng
from gamelore.base.tsv import read_count, read_table, write_table
from gamelore.games.core import RESIGN, Action, AnyGame, AnyView
from gamelore.games.record import Record
from gamelore.learners.core import Decision, Learner, Reason

FILE = "habits.tsv"
COLUMNS = ("action", "won", "drawn", "lost")
RESULTS = ("win", "draw", "loss")


@dataclass(frozen=True, slots=True)
class HabitSettings:
    """How firm a habit is."""

    doubt: float = 2.0
    """So many contests without a winner are added to what was seen of an action: one lucky win is no habit yet."""

    def __post_init__(self) -> None:
        if self.doubt < 0:
            raise ValueError(f"doubt is not negative, as {self.doubt} is")


class Habit(Learner):
    """For each action, how the contests ended in which it was done."""

    kind = "habit"
    summary = "does again what went well, wherever it is"
    presets: ClassVar[Mapping[str, HabitSettings]] = {"doubting": HabitSettings(), "rash": HabitSettings(doubt=0.0)}
    learns_from_records = True
    settings: HabitSettings

    def __init__(self, game: AnyGame, settings: HabitSettings) -> None:
        super().__init__(game, settings)
        self._seen: dict[str, tuple[int, ...]] = {}

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """The action with the best record, at random among equals."""
        actions = view.legal_actions()
        worths = [self._worth(action) for action in actions]
        best = [action for action, worth in zip(actions, worths, strict=True) if worth == max(worths)]
        # Reasons are told later, but from what is known now.
        reasons = [Reason("habit", self._say(a), str(a), worth) for a, worth in zip(actions, worths, strict=True)]
        return Decision(best[int(rng.integers(len(best)))], "habit", lambda: reasons)

    def _worth(self, action: Action) -> float:
        won, drawn, lost = self._seen.get(str(action), (0, 0, 0))
        return (won - lost) / max(won + drawn + lost + self.settings.doubt, 1.0)

    def _say(self, action: Action) -> str:
        if str(action) not in self._seen:
            return f"I have never tried {action}."
        won, drawn, lost = self._seen[str(action)]
        return f"Contests with {action}: {won} won, {drawn} drawn, {lost} lost."

    def end(self, record: Record) -> None:
        """Remember how the contest ended for each action that was done at a seat of one's own."""
        if not self.contest.learning:
            return
        for state, action in record.replay(self.game):
            seat = state.current_player()
            if seat in self.contest.seats and action != RESIGN:
                before = self._seen.get(str(action), (0, 0, 0))
                result = RESULTS.index(record.result(seat))
                self._seen[str(action)] = tuple(n + (place == result) for place, n in enumerate(before))

    def knowledge(self) -> dict[str, str]:
        """A line for each action."""
        return {FILE: write_table(COLUMNS, [(action, *seen) for action, seen in sorted(self._seen.items())])}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Read the lines back; every action must be one of the game's."""
        seen = {}
        for place, (action, *counts) in read_table(texts, FILE, COLUMNS, where):
            try:
                self.game.parse_action(action)
            except BadText as error:
                raise DamagedFile(f"{place}: {error}") from None
            seen[action] = tuple(read_count(count, place) for count in counts)
        self._seen = seen

    def lore(self) -> Sequence[str]:
        """What was done most often first."""
        actions = sorted(self._seen, key=lambda action: (-sum(self._seen[action]), action))
        return [self._say(self.game.parse_action(action)) for action in actions]
