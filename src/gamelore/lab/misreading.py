"""What it costs to read a word of a list in another sense: the same contests, as meant and as misread.

Both meet the strongest of the usual challengers with the same luck, contest by contest, so that what a reading costs is
a mean of pairs. A reading that no sentence of the list can be given any more, because its word is gone, is told as
that. What is counted is contests not lost, in every game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gamelore.arena.roster import usual_challengers
from gamelore.arena.tournament import challenge, seat_of
from gamelore.base.errors import BadSetting
from gamelore.base.files import read_text
from gamelore.base.stats import Interval, paired_difference, wilson
from gamelore.games.record import Record
from gamelore.learners.core import Learner, Player
from gamelore.learners.maxims.glossary.reading import Reading
from gamelore.learners.maxims.glossary.terms import readings_of
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import list_text

MOST = 100.0
"""What a contest not lost counts."""
COSTLY = 10.0
"""What a reading must cost for a guide to say that it is not meant; the interval must keep clear of nothing, too."""
FOLDER = Path(__file__).parent / "misread"
"""What the readings of the shipped lists cost: `gamelore test GAME --misread --json`, kept as printed."""


@dataclass(frozen=True, slots=True)
class Misread:
    """What one reading costs."""

    reading: Reading
    lines: tuple[str, ...]
    """The lines that it changes, as they are called."""
    score: Interval
    """Per cent not lost by who reads so."""
    cost: Interval
    """How much that is less than as meant."""


@dataclass(frozen=True, slots=True)
class NotMeant:
    """What a line must not be taken for, and how many contests in a hundred that costs."""

    sense: str
    cost: float

    @property
    def short(self) -> str:
        """What is said where there is little room."""
        return f"Not meant: {self._said}."

    def __str__(self) -> str:
        return f"Not meant: {self._said} (costs {self.cost:.0f} contests in a hundred)."

    @property
    def _said(self) -> str:
        return f"{self.sense[0].lower()}{self.sense[1:-1]}"


@dataclass(frozen=True, slots=True)
class Misreadings:
    """All readings of a list, the worst first."""

    game: str
    lines: str
    """The list, as text."""
    against: str
    contests: int
    seed: int
    meant: Interval
    """Per cent not lost by who reads as meant."""
    found: tuple[Misread, ...]
    gone: tuple[Reading, ...]
    """Readings of what the lines measure that no sentence has a word for."""

    def to_mapping(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "game": self.game,
            "list": self.lines,
            "against": self.against,
            "contests": self.contests,
            "seed": self.seed,
            "meant": asdict(self.meant),
            "readings": [
                {
                    "reading": one.reading.name,
                    "sense": one.reading.sense,
                    "lines": list(one.lines),
                    "misread": asdict(one.score),
                    "cost": asdict(one.cost),
                }
                for one in self.found
            ],
            "gone": [{"reading": reading.name, "sense": reading.sense} for reading in self.gone],
        }


def readings_in(learner: Learner) -> tuple[list[tuple[Reading, tuple[str, ...]]], list[Reading]]:
    """The readings that the sentences of a list can be given, with its lines; and those whose word is gone."""
    if not isinstance(learner, MaximLearner):
        raise BadSetting(f"learner {learner.kind} has no maxims whose words could be misread")
    wording, lines = learner.reader.wording, learner.lines
    found, gone = [], []
    for reading in readings_of(learner.game):
        here = tuple(wording.label(lines, n) for n, line in enumerate(lines) if reading.touches(line, wording))
        if here:
            found.append((reading, here))
        elif any(reading.could_touch(line, wording.names_in) for line in lines):
            gone.append(reading)
    return found, gone


def misreadings(
    learner: Learner,
    contests: int,
    *,
    seed: int,
    against: str = "",
    progress: Callable[[], None] | None = None,
    **settings: Any,
) -> Misreadings:
    """Let every reading of a list meet a challenger, the strongest of the usual ones if nobody is named."""
    able, gone = readings_in(learner)
    assert isinstance(learner, MaximLearner)
    rival = against or usual_challengers(learner.game)[0]

    def kept(player: Player) -> list[float]:
        found: list[float] = []

        def note(name: str, record: Record) -> None:
            found.append(0.0 if record.result(seat_of(record, 0)) == "loss" else MOST)
            if progress is not None:
                progress()

        challenge(learner.game, player, [rival], contests, seed=seed, progress=note, **settings)
        return found

    meant = kept(learner)
    results = []
    for reading, lines in able:
        other = kept(who_misreads(learner, reading))
        cost = paired_difference(meant, other, contests)
        results.append(Misread(reading, lines, _share(other), cost))
    results.sort(key=lambda one: (-one.cost.mean, one.reading.name))
    return Misreadings(
        learner.game.name, list_text(learner.lines), rival, contests, seed, _share(meant), tuple(results), tuple(gone)
    )  # fmt: skip


def who_misreads(learner: MaximLearner, reading: Reading) -> MaximLearner:
    """Somebody who follows the same list and takes a word in another sense."""
    follower = MaximLearner(learner.game, learner.settings)
    follower.maxims = learner.maxims
    follower.reader = reading.reader(learner.game, reading)
    return follower


def _share(results: list[float]) -> Interval:
    return wilson(sum(value > 0 for value in results), len(results))


def not_meant(game: str, lines: str) -> Mapping[str, tuple[NotMeant, ...]]:
    """By line what a reader must not take it for: readings that were found to cost a shipped list much."""
    file = FOLDER / f"{game}.json"
    kept = json.loads(read_text(file)) if file.exists() else {}
    if kept.get("list") != lines:
        return {}
    found: dict[str, tuple[NotMeant, ...]] = {}
    for one in kept["readings"]:
        if one["cost"]["mean"] > COSTLY and one["cost"]["low"] > 0:
            for label in one["lines"]:
                found[label] = (*found.get(label, ()), NotMeant(one["sense"], one["cost"]["mean"]))
    return found
