"""The smallest learner that practises: it throws dice, and keeps the highest number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from gamelore.base.errors import DamagedFile
from gamelore.base.seeds import Rng
from gamelore.games import AnyGame, AnyView
from gamelore.learners.core import Decision, Learner, Practice, Reason

FILE = "best.txt"


@dataclass(frozen=True, slots=True)
class TinkerSettings:
    """It has none."""


class Tinker(Learner):
    """Plays at random, and counts what it tried."""

    kind: ClassVar[str] = "tinker"
    summary: ClassVar[str] = "throws dice"
    presets: ClassVar[Mapping[str, TinkerSettings]] = {"usual": TinkerSettings()}

    def __init__(self, game: AnyGame, settings: TinkerSettings) -> None:
        super().__init__(game, settings)
        self.tried, self.best, self.finished = 0, 0.0, 0

    @classmethod
    def usual_regime(cls, settings: TinkerSettings) -> str:
        return "practice"

    def practise(self, contests: int, rng: Rng) -> Practice:
        self.tried += contests
        self.best = max(self.best, float(rng.random(contests).max()))
        return Practice(contests, self.best)

    def finish(self) -> None:
        self.finished += 1

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        legal = view.legal_actions()
        return Decision(legal[int(rng.integers(len(legal)))], "dice", lambda: (Reason("dice", "They fell so."),))

    def knowledge(self) -> dict[str, str]:
        return {FILE: f"{self.tried} {self.best!r} {self.finished}\n"}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        try:
            tried, best, finished = texts[FILE].split()
            self.tried, self.best, self.finished = int(tried), float(best), int(finished)
        except (KeyError, ValueError):
            raise DamagedFile(f"{where}: {FILE} is damaged") from None
