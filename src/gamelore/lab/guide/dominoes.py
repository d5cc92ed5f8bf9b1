"""What the guide of 42 tells, as values; and the same as plain values for JSON.

Its figures are marks per hundred rounds on mirrored deals: a deal is played twice with the sides exchanged. How they
are measured stands in `domino_evidence.py`, how they are drawn in `app/guide/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from gamelore.base.stats import Interval
from gamelore.games.core import AnyGame
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.lab.guide.core import ListPrice
from gamelore.learners.maxims.lines import Line, list_text


@dataclass(frozen=True, slots=True)
class LineStep:
    """What a line does with the choices that the lines before it left."""

    number: int
    """Of the line, from 0, in the whole list."""
    applies: bool
    kept: tuple[str, ...]
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A choice at the table: what may be chosen, and how the lines narrow it."""

    options: tuple[str, ...]
    steps: tuple[LineStep, ...]
    left: tuple[str, ...]
    """What the lines come to."""


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A situation of the quiz: a call, with the trump that it has in mind, or a domino to play."""

    view: FortyTwoView
    choice: TableChoice
    trump: TableChoice | None = None
    """For a call: how the suits are narrowed."""


@dataclass(frozen=True, slots=True)
class DominoLine:
    """A line of 42 with its evidence."""

    line: Line
    label: str
    sentence: str
    words: int
    stage: str
    """At which decisions it is followed: calls, trumps or plays."""
    narrows: float
    """In what share of those that leave a choice it drops something."""
    without: Mapping[str, Interval]
    """Marks per hundred rounds of the list without it, over each opponent."""
    loss: Interval
    """Marks per hundred rounds that it adds, the mean over the opponents."""
    example: TableQuestion | None

    @property
    def carries(self) -> bool:
        """Whether the deals show that it helps."""
        return self.loss.low > 0


@dataclass(frozen=True, slots=True)
class DominoGuide:
    """All that the guide of 42 tells."""

    game: AnyGame
    learner: str
    subject: str
    seed: int
    deals: int
    rounds: int
    """Whole rounds among four careful readers, from which situations are taken."""
    lines: tuple[DominoLine, ...]
    strength: Mapping[str, Mapping[str, Mapping[str, Interval]]]
    """For each part of the list and each reader the marks per hundred rounds over each opponent."""
    price: ListPrice
    bids: tuple[TableQuestion, ...]
    plays: tuple[TableQuestion, ...]
    vocabulary: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command that makes this guide."""
        return f"gamelore guide {self.subject} --contests {self.deals} --seed {self.seed}"

    def part(self, name: str) -> tuple[DominoLine, ...]:
        """The lines to bid, or those to play."""
        return tuple(told for told in self.lines if told.label.startswith(f"{name} "))


def domino_mapping(guide: DominoGuide) -> dict[str, Any]:
    """A guide as plain values."""
    return {
        "game": guide.game.name,
        "learner": guide.learner,
        "command": guide.command,
        "seed": guide.seed,
        "deals": guide.deals,
        "rounds": guide.rounds,
        "unit": "marks per hundred rounds",
        "strength": {
            part: {reader: _intervals(scores) for reader, scores in readers.items()}
            for part, readers in guide.strength.items()
        },
        "list": list_text([told.line for told in guide.lines]),
        "lines": [_line(told) for told in guide.lines],
        "price": asdict(guide.price),
        "bids": [_question(asked) for asked in guide.bids],
        "plays": [_question(asked) for asked in guide.plays],
        "vocabulary": list(guide.vocabulary),
    }


def _line(told: DominoLine) -> dict[str, Any]:
    return {
        "line": str(told.line),
        "label": told.label,
        "sentence": told.sentence,
        "words": told.words,
        "stage": told.stage,
        "narrows": told.narrows,
        "without": _intervals(told.without),
        "loss": asdict(told.loss),
        "carries": told.carries,
        "example": None if told.example is None else _question(told.example),
    }


def _question(asked: TableQuestion) -> dict[str, Any]:
    trump = None if asked.trump is None else {"options": list(asked.trump.options), "left": list(asked.trump.left)}
    return {
        "view": str(asked.view),
        "options": list(asked.choice.options),
        "left": list(asked.choice.left),
        "trump": trump,
    }


def _intervals(found: Mapping[str, Interval]) -> dict[str, dict[str, float]]:
    return {name: asdict(interval) for name, interval in found.items()}
