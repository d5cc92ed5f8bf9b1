"""What a guide tells, as values; and the same as plain values for JSON.

How it is measured stands in `making.py` and `evidence.py`, how it is drawn in `app/guide/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from gamelore.arena.tournament import Score
from gamelore.base.stats import Interval
from gamelore.games.core import AnyGame, AnyState
from gamelore.lab.worth import Worths
from gamelore.learners.maxims.lines import Line, list_text
from gamelore.learners.maxims.proof import Safety

SLIPS = 0.1
"""How likely a careless reader is to skip a line."""
READERS: Mapping[str, tuple[str, str, float]] = {
    "careful": ("A careful reader, who follows every line", "careful", 0.0),
    "careless": ("One who skips a line in ten", "careful", SLIPS),
    "beginner": ("A beginner with the guide, who skips lines and makes every tenth move at random", "beginner", SLIPS),
    "alone": ("The same beginner without the guide", "beginner-alone", SLIPS),
}
"""Who follows the list: in words, and what the arena calls them."""


@dataclass(frozen=True, slots=True)
class Example:
    """A situation in which a line narrows the choice."""

    state: AnyState
    kept: tuple[Any, ...]
    dropped: tuple[Any, ...]
    shown: Any
    """The move of the picture: one that is kept, or of a line that keeps the fewest the worst that it drops."""
    is_kept: bool


@dataclass(frozen=True, slots=True)
class GuideLine:
    """A line with its evidence."""

    line: Line
    sentence: str
    words: int
    ahead: int
    """How many moves a reader tries on the board after the move."""
    narrows: float
    """In what share of the decisions it drops a move."""
    without: Mapping[str, Interval]
    """Per cent won or drawn without it against each challenger of practice."""
    loss: Interval
    """Points that a contest is worth less without it: 100 for one not lost, 50 more for a win."""
    example: Example | None

    @property
    def carries(self) -> bool:
        """Whether the contests show that it helps."""
        return self.loss.low > 0


@dataclass(frozen=True, slots=True)
class ListPrice:
    """What a list has cost."""

    practised: int | None
    """Contests of practice; None for a list that a person wrote."""
    seconds: float | None
    measures: int
    possible: int
    """Lines that can be said without a condition."""
    conditions: int
    command: str


@dataclass(frozen=True, slots=True)
class Guide:
    """All that a guide tells."""

    game: AnyGame
    learner: str
    subject: str
    """The game or the folder that was asked for."""
    seed: int
    contests: int
    strongest: str
    """Who stands in for the perfect player; `perfect` where the game is solved."""
    strength: Mapping[str, Mapping[str, Score]]
    """For each reader its scores against the challengers; of an agent without maxims only `careful`."""
    lines: tuple[GuideLine, ...] = ()
    whole: Mapping[str, Interval] | None = None
    """Per cent won or drawn with all lines, in the contests that are played without each."""
    rounds: int = 0
    proof: Safety | None = None
    price: ListPrice | None = None
    quiz: tuple[AnyState, ...] = ()
    vocabulary: tuple[str, ...] = ()
    """Every line that the list could have had, without conditions."""
    worth: Worths | None = None
    said: tuple[str, ...] = ()
    """What an agent without maxims says of itself."""

    @property
    def command(self) -> str:
        """The command that makes this guide."""
        return f"gamelore guide {self.subject} --contests {self.contests} --seed {self.seed}"

    @property
    def has_maxims(self) -> bool:
        """Whether there is a list to follow."""
        return bool(self.lines)


def guide_mapping(guide: Guide) -> dict[str, Any]:
    """A guide as plain values."""
    return {
        "game": guide.game.name,
        "learner": guide.learner,
        "command": guide.command,
        "seed": guide.seed,
        "contests": guide.contests,
        "strongest": guide.strongest,
        "strength": {
            reader: {name: _score(score) for name, score in scores.items()} for reader, scores in guide.strength.items()
        },
        "list": list_text([told.line for told in guide.lines]),
        "lines": [_line(told) for told in guide.lines],
        "whole": None if guide.whole is None else {name: _interval(i) for name, i in guide.whole.items()},
        "rounds": guide.rounds,
        "proof": None
        if guide.proof is None
        else {"never_loses": guide.proof.never_loses, "sentence": str(guide.proof), "line": list(guide.proof.line)},
        "price": None
        if guide.price is None
        else {name: getattr(guide.price, name) for name in (field.name for field in fields(guide.price))},
        "quiz": [str(state) for state in guide.quiz],
        "vocabulary": list(guide.vocabulary),
        "worth": None if guide.worth is None else guide.worth.sentences(),
        "said": list(guide.said),
    }


def _line(told: GuideLine) -> dict[str, Any]:
    example = told.example
    return {
        "line": str(told.line),
        "sentence": told.sentence,
        "words": told.words,
        "ahead": told.ahead,
        "narrows": told.narrows,
        "without": {name: _interval(interval) for name, interval in told.without.items()},
        "loss": _interval(told.loss),
        "carries": told.carries,
        "example": None
        if example is None
        else {
            "state": str(example.state),
            "kept": [str(move) for move in example.kept],
            "dropped": [str(move) for move in example.dropped],
        },
    }


def _score(score: Score) -> dict[str, Any]:
    return {"reliability": _interval(score.reliability), "power": _interval(score.power)}


def _interval(interval: Interval) -> dict[str, float]:
    return {"mean": interval.mean, "low": interval.low, "high": interval.high}
