"""A review of a contest: the moves of one seat that gave value away, worst first.

Where the game is solved the values are true. On larger boards they are those of a search, at poker and 42 means over
sampled worlds that agree with what the seat had seen when it moved; the review says so. What the others held is never
used, so that a review tells nothing that the seat could not know. Only decisions in which something could be lost are
counted. Beside each move that lost it stand a better one, what punishes it, and the line of the list of the game that
would have kept a better move and dropped this one, if there is one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from gamelore.base.seeds import Rng
from gamelore.base.words import counted, sentence
from gamelore.games.core import Action, AnyGame, AnyState, AnyView

RESULTS = "results"
"""The unit of games that are won, drawn or lost."""


@dataclass(frozen=True, slots=True)
class MoveValues:
    """What the moves of a situation are worth to the one who makes them."""

    values: Mapping[str, float]
    """By the text of the action; moves that nobody looked at are missing."""
    words: Mapping[str, str] = field(default_factory=dict)
    """How each value is told."""
    noise: Mapping[str, float] = field(default_factory=dict)
    """By how much a move must fall short of the best for the difference to be more than chance; else nothing."""
    more: Mapping[str, Mapping[str, float]] | None = None
    """What each surely better move wins more than each move, where one number does not say it (`poker.py`)."""
    lost: str = ""
    """What the move that was made did: `turned a win into a draw`; empty: it gave so much away."""
    reply: str = ""
    """The move that punishes it; empty where none is known."""
    because: str = ""
    """What comes of it, as a sentence."""
    line: tuple[str, str] | None = None
    """The line that finds a better move, by its label and as a sentence, where the judge knows it itself."""

    def better(self, action: str) -> tuple[str, ...]:
        """The best in place of a move; of moves that give nothing away, those of which none is better."""
        if self.more is not None and self.more[action]:
            found = self.more[action]
            return tuple(other for other, gain in found.items() if gain == max(found.values()))
        most = max(self.values.values())
        return tuple(other for other, value in self.values.items() if value == most)

    def given(self, action: str) -> float:
        """What a move gives away, 0 if it cannot be told from the best."""
        if self.more is not None:
            return max(self.more[action].values(), default=0.0)
        short = max(self.values.values()) - self.values[action]
        return short if short > self.noise.get(action, 0.0) else 0.0

    @property
    def at_stake(self) -> bool:
        """Whether something could be lost: some move that was looked at gives something away."""
        return any(self.given(action) > 0 for action in self.values)


class MoveJudge(Protocol):
    """Somebody who can say what moves are worth."""

    @property
    def how(self) -> str:
        """How it knows, in one sentence."""

    @property
    def unit(self) -> str:
        """What values are counted in."""

    def judge(self, state: AnyState, view: AnyView, action: Action, rng: Rng) -> MoveValues | None:
        """The values of the moves of a view, the action among them; None where it has no opinion.

        Where hands are hidden, `state` only lends its line of play; nothing that the view hides may be used.
        """

    def played_out(self, state: AnyState, action: Action) -> tuple[str, ...]:
        """What comes of a move when both sides then play as well as the judge knows; nothing where hands are hidden."""


def judge_for(game: AnyGame) -> MoveJudge:
    """Who judges the moves of a game: the solved game, a search, or sampled worlds, as its kit says."""
    make = game.kit.need("reviewer", f"nobody can say what the moves of {game.name} are worth")
    judge: MoveJudge = make(game)
    return judge


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move that gave something away."""

    ply: int
    """From 0."""
    action: str
    given: float
    lost: str
    """What it did: `turned a win into a draw`, `gave away at least 1.7 chips`."""
    best: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    """Every move that was looked at, the best first, with its value in words."""
    reply: str
    """The move that punishes it; empty where none is known."""
    because: str
    """What comes of it, as a sentence; may be empty."""
    line: str
    """The line of the list that would have found a better move: `line 3`; empty if there is none."""
    maxim: str
    """The same line as a sentence."""
    by_chance: bool
    """Whether the one who made it says that it was drawn at random."""
    situation: str
    """What the seat saw, as text."""

    def finder(self, listed: bool) -> str:
        """Which line would have found a better move, as a sentence; empty where no list was asked."""
        if self.line:
            # A list of several parts calls its lines by them: `play 1` must not read like a move.
            label = self.line if self.line.startswith(("line ", "rule ", "the ")) else f"the line '{self.line}'"
            return f"{sentence(label)} would have found it: {self.maxim}"
        return "No line of the list would have found it." if listed else ""

    def to_data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**asdict(self), "best": list(self.best), "values": [list(pair) for pair in self.values]}


@dataclass(frozen=True, slots=True)
class Review:
    """What one seat gave away in one contest."""

    game: str
    seat: int
    how: str
    unit: str
    judged: int
    """In how many decisions something could be lost."""
    kept: int
    """How many of them lost nothing."""
    safe: int
    """In how many others nothing could be lost, whatever was done."""
    listed: bool
    """Whether the game has a list that was asked."""
    moves: tuple[ReviewedMove, ...]
    """The decisions that lost something, worst first."""

    @property
    def given(self) -> float:
        """What was given away in all."""
        return sum(move.given for move in self.moves)

    @property
    def sentence(self) -> str:
        """How many of the decisions that mattered kept what there was."""
        if not self.judged and not self.safe:
            return "There was nothing to judge: no move of yours had an alternative whose worth is known."
        if not self.judged:
            return f"Nothing was at stake: {_nothing_lost(self.safe, 'your')}."
        said = f"{self.kept} of {counted(self.judged, 'decision')} that mattered kept what there was"
        return f"{said}; {_nothing_lost(self.safe, 'the other')}." if self.safe else f"{said}."

    @property
    def cost(self) -> str:
        """What the moves cost, in the order of the contest: `draw to loss`, `3.1 chips`; empty if nothing."""
        if self.unit != RESULTS:
            return f"{self.given:.1f} {self.unit}" if self.moves else ""
        changes = [_CHANGE.sub(r"\1 to \2", move.lost) for move in sorted(self.moves, key=lambda move: move.ply)]
        return ", ".join(changes)

    def to_data(self) -> dict[str, Any]:
        """The same as plain data."""
        plain = {name: value for name, value in asdict(self).items() if name != "moves"}
        told = {"sentence": self.sentence, "given": self.given, "cost": self.cost}
        return {"kind": "review", **plain, **told, "moves": [move.to_data() for move in self.moves]}


_CHANGE = re.compile(r"turned an? (\w+) into an? (\w+)")


def turned(was: int, now: int) -> str:
    """What a move did to a result: `turned a win into a draw`."""
    words = {1: "win", 0: "draw", -1: "loss"}
    return f"turned a {words[was]} into a {words[now]}"


def _nothing_lost(count: int, whose: str) -> str:
    decisions = f"{whose} decision" if count == 1 else f"{whose} {counted(count, 'decision')}"
    return f"in {decisions} nothing could be lost"
