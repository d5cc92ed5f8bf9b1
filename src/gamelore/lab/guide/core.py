"""What a guide tells, as values; and the same as plain values for JSON. One form serves all families of games.

A list has entries (lines or rules) in one part or more (to bid, to play), each with what it adds in the unit of its
game. How that is measured is the family's own (`evidence.py`, and what a kit names), how it is drawn stands in
`app/guide/`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypeAlias

from gamelore.base.notebook import list_html, table_html
from gamelore.base.stats import Interval
from gamelore.games.core import AnyGame
from gamelore.games.telling import rules_in_words
from gamelore.lab.worth import Worths
from gamelore.learners.maxims.proof import Safety

SLIPS = 0.1
"""How likely a careless reader is to skip a line."""
ENOUGH = 1000
"""Decisions in which an entry that never did anything is worth no line of print."""
CAREFUL, CARELESS, TOLD = "careful", "careless", "told"
READERS: Mapping[str, str] = {
    CAREFUL: "A careful reader, who follows the whole list",
    CARELESS: "One who skips a line in ten",
    "beginner": "A beginner with the guide, who skips lines and makes every tenth move at random",
    "alone": "The same beginner without the guide",
    "feel": "A beginner with the guide, who skips lines and plays by feel among the moves that are left",
    "feel alone": "The same beginner by feel without the guide",
    TOLD: "One who follows only what is told here",
}
"""Who follows a list, in words."""

Against: TypeAlias = Mapping[str, Interval]
"""A figure against each opponent."""
ByUnit: TypeAlias = Mapping[str, Against]
"""Such figures in each unit."""
Strengths: TypeAlias = Mapping[str, Mapping[str, ByUnit]]
"""By part and reader."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What a figure counts, and how it is printed."""

    name: str
    meaning: str
    form: str = "+.1f"
    sign: str = ""

    def said(self, value: float) -> str:
        """A figure as it is printed."""
        return f"{value:{self.form}}{self.sign}"


NOT_LOST = Unit("not lost", "per cent won or drawn", ".0f", " %")
WON = Unit("won", "per cent won", ".0f", " %")


@dataclass(frozen=True, slots=True)
class ListStep:
    """What an entry does with the options that those before it left."""

    entry: int
    """Its number among the entries of the guide, from 0."""
    kept: tuple[str, ...]
    dropped: tuple[str, ...] = ()

    @property
    def applies(self) -> bool:
        """Whether it changes anything."""
        return bool(self.dropped)


@dataclass(frozen=True, slots=True)
class ListChoice:
    """What may be chosen, and how the entries narrow it."""

    name: str
    options: tuple[str, ...]
    steps: tuple[ListStep, ...]
    left: tuple[str, ...]
    """What the entries come to."""
    tie: str = ""
    """What decides among options that no entry tells apart; nothing: chance."""
    alone: tuple[str, ...] = ()
    """Options that settle the whole question."""


@dataclass(frozen=True, slots=True)
class Question:
    """A situation with what may be chosen in it: an example of an entry, or one to try."""

    part: str
    situation: Any
    """A state, or the view of a seat; its text is its text form."""
    choices: tuple[ListChoice, ...]
    shown: Any = None
    """Of an example whose picture shows an action: the action."""
    before: int | None = None
    """Of an example of a position made again: how many turns before that action it was made."""

    def step(self, entry: int) -> ListStep | None:
        """What an entry does here."""
        return next((step for choice in self.choices for step in choice.steps if step.entry == entry), None)

    def renumbered(self, places: Mapping[int, int]) -> Question:
        """The same for entries with other numbers; steps of entries without one did nothing and are gone."""

        def steps(choice: ListChoice) -> tuple[ListStep, ...]:
            return tuple(replace(step, entry=places[step.entry]) for step in choice.steps if step.entry in places)

        return replace(self, choices=tuple(replace(choice, steps=steps(choice)) for choice in self.choices))


@dataclass(frozen=True, slots=True)
class GuideEntry:
    """A line or rule with its evidence."""

    text: str
    """Its text form."""
    label: str
    """Its part, and its place there."""
    part: str
    sentence: str
    decides: float
    """In what share of `scope` it drops something, or decides."""
    scope: str
    seen: int
    """How many of those were looked at."""
    without: ByUnit
    """What the list scores without it, in every unit."""
    loss: Interval
    """What it adds, in the unit of worth: the list with it less the list without it."""
    example: Question | None
    ahead: int | None = None
    """How many moves a reader tries on the board after the move; None where there is no board."""

    @property
    def place(self) -> str:
        """Its number in its part of the whole list."""
        return self.label.split()[-1]

    @property
    def words(self) -> int:
        """How long its sentence is."""
        return len(self.sentence.split())

    @property
    def carries(self) -> bool:
        """Whether the contests show that it helps."""
        return self.loss.low > 0

    @property
    def is_idle(self) -> bool:
        """Whether it did nothing in so much that was looked at, and helps nobody who skips other entries."""
        return not self.decides and not self.carries and self.seen >= ENOUGH


@dataclass(frozen=True, slots=True)
class GuidePart:
    """A part of the list: what it is for, and how it is judged."""

    name: str
    title: str
    purpose: str
    judged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StrangerPanel:
    """What a careful reader scores against strangers, the worst first in each unit."""

    told: str
    """Who they are."""
    contests: int
    """How many contests there were against each."""
    scores: ByUnit


@dataclass(frozen=True, slots=True)
class ListPrice:
    """What a list has cost."""

    told: str
    """How it was found, in a sentence."""
    practised: int | None
    """Contests of practice; None for a list that was not practised."""
    seconds: float | None
    given: Mapping[str, int]
    """How many words were given, by kind."""
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
    units: tuple[Unit, ...]
    """Of strength; the first is the one that a list is judged by."""
    strength: Strengths
    measured: tuple[str, ...]
    """How the figures were found."""
    parts: tuple[GuidePart, ...]
    noun: str = "line"
    verb: str = "narrows"
    over: str = "against"
    how: tuple[str, ...] = ()
    """How a reader follows the list."""
    words: tuple[str, ...] = ()
    """What the words of the entries mean."""
    entries: tuple[GuideEntry, ...] = ()
    left_out: int = 0
    """Entries of the list that are not told, because they carry least."""
    idle: tuple[str, ...] = ()
    """The labels of those that are not told, because they did nothing."""
    worth_unit: Unit = Unit("points", "points a contest", ".1f")
    whole: Mapping[str, ByUnit] = field(default_factory=dict)
    """By part what the whole list scores in the contests that are also played without each entry."""
    rounds: int = 0
    """How many those are, against each opponent."""
    strangers: Mapping[str, StrangerPanel] = field(default_factory=dict)
    """By part what a careful reader scores against players whom nobody practises with."""
    most: tuple[str, ...] = ()
    """What can be had at most, in sentences."""
    proof: Safety | None = None
    price: ListPrice | None = None
    quiz: tuple[Question, ...] = ()
    vocabulary: tuple[str, ...] = ()
    """All that an entry could say, without conditions."""
    worth: Worths | None = None
    said: tuple[str, ...] = ()
    """What an agent without a list says of itself."""

    @property
    def command(self) -> str:
        """The command that makes this guide."""
        return f"gamelore guide {self.subject} --contests {self.contests} --seed {self.seed}"

    def entries_of(self, part: str) -> Iterator[tuple[int, GuideEntry]]:
        """The entries of a part with their numbers in the guide."""
        return ((number, entry) for number, entry in enumerate(self.entries) if entry.part == part)

    def weakest(self, part: str) -> tuple[str, Interval] | None:
        """Against whom a careful reader does worst, strangers included; None where nobody is alone in that."""
        scores = self._of_careful(part)
        return scores[0] if len(scores) > 1 and scores[0][1].mean < scores[1][1].mean else None

    def has_lost(self) -> bool:
        """Whether a careful reader lost any contest that is told, where the first unit is per cent not lost."""
        return any(score.mean < 100 for part in self.parts for _, score in self._of_careful(part.name)[:1])

    def _of_careful(self, part: str) -> list[tuple[str, Interval]]:
        """What a careful reader scores against everybody, strangers included, the worst first."""
        unit = self.units[0].name
        found = dict(self.strength[part][CAREFUL][unit])
        if part in self.strangers:
            found |= self.strangers[part].scores[unit]
        return sorted(found.items(), key=lambda told: told[1].mean)

    def without_idle(self) -> Guide:
        """The same without entries that did nothing in all that was looked at; the others keep their labels."""
        told = [n for n, entry in enumerate(self.entries) if not entry.is_idle]
        if len(told) == len(self.entries):
            return self
        places = {old: new for new, old in enumerate(told)}
        entries = [self.entries[n] for n in told]
        return replace(
            self,
            entries=tuple(
                replace(entry, example=None if entry.example is None else entry.example.renumbered(places))
                for entry in entries
            ),
            idle=tuple(entry.label for entry in self.entries if entry.is_idle),
            quiz=tuple(question.renumbered(places) for question in self.quiz),
        )

    def _repr_html_(self) -> str:
        told = [entry.sentence for entry in self.entries] or self.said
        rows = [
            {"part": part, "reader": reader, "opponent": name, unit: str(interval)}
            for part, readers in self.strength.items()
            for reader, units in readers.items()
            for unit, scores in units.items()
            for name, interval in scores.items()
        ]
        return list_html(f"{self.game.title}: {self.learner}", told) + table_html(rows, self.command)


def guide_mapping(guide: Guide) -> dict[str, Any]:
    """A guide as plain values."""
    weakest = {part.name: guide.weakest(part.name) for part in guide.parts}
    return {
        "game": guide.game.name,
        "rules": list(rules_in_words(guide.game)),
        "learner": guide.learner,
        "command": guide.command,
        "seed": guide.seed,
        "contests": guide.contests,
        "units": {unit.name: unit.meaning for unit in guide.units},
        "unit": guide.units[0].name,
        "measured": list(guide.measured),
        "parts": [{**asdict(part), "judged": list(part.judged)} for part in guide.parts],
        "strength": {
            part: {reader: _by_unit(units) for reader, units in readers.items()}
            for part, readers in guide.strength.items()
        },
        "weakest": {part: None if found is None else found[0] for part, found in weakest.items()},
        "strangers": {
            part: {"told": panel.told, "contests": panel.contests, "scores": _by_unit(panel.scores)}
            for part, panel in guide.strangers.items()
        },
        "most": list(guide.most),
        "how": list(guide.how),
        "words": list(guide.words),
        "list": "; ".join(entry.text for entry in guide.entries),
        "entries": [_entry(number, entry) for number, entry in enumerate(guide.entries)],
        "left_out": guide.left_out,
        "idle": list(guide.idle),
        "worth_unit": guide.worth_unit.meaning,
        "whole": {part: _by_unit(scores) for part, scores in guide.whole.items()},
        "rounds": guide.rounds,
        "proof": None
        if guide.proof is None
        else {"never_loses": guide.proof.never_loses, "sentence": str(guide.proof), "line": list(guide.proof.line)},
        "price": None if guide.price is None else asdict(guide.price),
        "quiz": [_question(asked) for asked in guide.quiz],
        "vocabulary": list(guide.vocabulary),
        "worth": None if guide.worth is None else guide.worth.sentences(),
        "said": list(guide.said),
    }


def _entry(number: int, entry: GuideEntry) -> dict[str, Any]:
    example, step = entry.example, None if entry.example is None else entry.example.step(number)
    found = None if example is None else _question(example)
    if found is not None and step is not None:
        found |= {"kept": list(step.kept), "dropped": list(step.dropped)}
    return {
        "text": entry.text,
        "label": entry.label,
        "part": entry.part,
        "sentence": entry.sentence,
        "words": entry.words,
        "ahead": entry.ahead,
        "decides": entry.decides,
        "scope": entry.scope,
        "seen": entry.seen,
        "without": _by_unit(entry.without),
        "loss": asdict(entry.loss),
        "carries": entry.carries,
        "example": found,
    }


def _question(asked: Question) -> dict[str, Any]:
    choices = [
        {"name": choice.name, "options": list(choice.options), "left": list(choice.left)} for choice in asked.choices
    ]
    return {"part": asked.part, "situation": str(asked.situation), "choices": choices}


def _by_unit(units: ByUnit) -> dict[str, dict[str, dict[str, float]]]:
    return {unit: _scores(scores) for unit, scores in units.items()}


def _scores(scores: Against) -> dict[str, dict[str, float]]:
    return {name: asdict(interval) for name, interval in scores.items()}
