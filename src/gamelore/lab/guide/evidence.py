"""What a guide is measured by: the evidence of a family, which a kit names; and what all families share.

The evidence here knows of no list. It tells of an agent how strong it is, what it says of itself, and what carries it
(`lab/worth.py`); those of the families tell so of agents that have no list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from gamelore.arena.roster import require_known, usual_challengers
from gamelore.arena.strangers import meet_strangers, strange_contests, strangers_of
from gamelore.arena.tournament import challenge, seat_of
from gamelore.base.errors import NotAvailable
from gamelore.base.settings import settings_to_mapping
from gamelore.base.stats import mean_interval
from gamelore.games.core import AnyGame
from gamelore.games.record import Record
from gamelore.lab.guide.core import (
    CAREFUL,
    NOT_LOST,
    WON,
    Against,
    Guide,
    GuidePart,
    ListPrice,
    Question,
    StrangerPanel,
    Unit,
)
from gamelore.lab.guide.quiz import Quiz
from gamelore.lab.worth import worth_of
from gamelore.learners.core import Learner, Player
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.shipped import shipped_learner

T = TypeVar("T")
Progress = Callable[[str], None]

CONTESTS, SLOW_CONTESTS = 100, 10
"""Contests against each challenger: of a solved game, and where a search is the strongest player."""
PRACTISED_COURSE = "long_practice"
LITTLE = 0.05
"""The share of a usual course below which a list has had little practice."""
AGENT = "agent"
"""The part of an agent without a list: all of it."""


@dataclass(frozen=True, slots=True)
class GuideAsked:
    """What somebody wants to know: of whom, from how many contests and which seed."""

    subject: str
    seed: int
    contests: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What is known of how an agent was trained."""
    folder: Path | None = None
    """Where it stands."""
    progress: Progress | None = None
    strangers: bool = True
    """Whether players are met that it did not practise with: they take long, and a handout tells nothing of them."""

    def step(self) -> None:
        """A contest was played."""
        if self.progress is not None:
            self.progress("contests")


class GuideEvidence:
    """Measures guides; a family's own evidence says which agents have a list, and measures that."""

    def has_list(self, learner: Learner) -> bool:
        """Whether there is a list to follow."""
        return False

    def list_guide(self, learner: Learner, asked: GuideAsked) -> Guide:
        """The guide of a list."""
        raise NotImplementedError

    def list_contests(self, contests: int | None, game: AnyGame) -> int:
        """How often `list_guide` tells of progress."""
        raise NotImplementedError

    def quiz(self, learner: Learner, asked: GuideAsked, most: int) -> Quiz:
        """For each part of a list situations to try it on, at most so many; who has no list has none."""
        raise NotAvailable(f"learner {learner.kind} follows no list of lines or rules that could be asked for")

    def shipped(self, game: AnyGame) -> Learner:
        """Who follows the list that comes with a game."""
        return shipped_learner(game)

    def is_solved(self, game: AnyGame) -> bool:
        """Whether there is a perfect player; else a search stands in, and is slow."""
        return True

    def effort(self, game: AnyGame) -> int:
        """How long a guide takes beside others, for who makes many and begins with the quickest."""
        return 0

    # What every family shares

    def guide(self, learner: Learner, asked: GuideAsked) -> Guide:
        """All that there is to tell of a learner."""
        return self.list_guide(learner, asked) if self.has_list(learner) else self._agent_guide(learner, asked)

    def contests(self, learner: Learner, contests: int | None, *, strangers: bool = True) -> int:
        """How often a guide tells of progress, for who shows it."""
        game = learner.game
        each = self.each(contests, game)
        own = self.list_contests(contests, game) if self.has_list(learner) else each * len(usual_challengers(game))
        return own + (strange_contests(each) * len(strangers_of(game, learner)) if strangers else 0)

    def each(self, contests: int | None, game: AnyGame) -> int:
        """Contests against each challenger."""
        return contests or (CONTESTS if self.is_solved(game) else SLOW_CONTESTS)

    def scores(
        self, player: Player, game: AnyGame, asked: GuideAsked, keep: Callable[[Record], None] | None = None
    ) -> dict[str, Against]:
        """Contests with the usual challengers: for each unit a figure against each."""
        gains: defaultdict[str, list[float]] = defaultdict(list)

        def note(name: str, record: Record) -> None:
            gains[self._called(name, game)].append(record.returns[seat_of(record, 0)])
            if keep is not None:
                keep(record)
            asked.step()

        found = challenge(
            game, player, usual_challengers(game), self.each(asked.contests, game), seed=asked.seed, progress=note,
            unsolved="search",
        )  # fmt: skip
        scores = {self._called(name, game): score for name, score in found.items()}
        told: dict[str, Against] = {
            NOT_LOST.name: {name: score.reliability for name, score in scores.items()},
            WON.name: {name: score.power for name, score in scores.items()},
        }
        if game.unit != "result":
            told[game.unit] = {name: mean_interval(gained) for name, gained in gains.items()}
        return told

    def panel(self, learner: Learner, asked: GuideAsked) -> StrangerPanel | None:
        """Contests with the strangers of a game; None where it has none, or nobody asks."""
        game = learner.game
        names, contests = strangers_of(game, learner), strange_contests(self.each(asked.contests, game))
        if not names or not asked.strangers:
            return None
        scores = meet_strangers(
            game, learner, names, contests, seed=asked.seed, progress=lambda *_: asked.step(), unsolved="search"
        )
        known = "; ".join(f"{name}: {require_known(name, game).summary}" for name in scores)
        told = f"Against players whom it did not practise with, {contests} contests each, the worst first. {known}."
        return StrangerPanel(
            told,
            contests,
            {
                NOT_LOST.name: {name: score.reliability for name, score in scores.items()},
                WON.name: {name: score.power for name, score in scores.items()},
            },
        )

    def units(self, game: AnyGame) -> tuple[Unit, ...]:
        """The units of those scores."""
        gained = Unit(game.unit, f"{game.unit} a contest", "+.2f")
        return (NOT_LOST, WON) if game.unit == "result" else (NOT_LOST, WON, gained)

    def measured(self, game: AnyGame, asked: GuideAsked) -> tuple[str, ...]:
        """How those scores were found."""
        units = ", then ".join(unit.meaning.removeprefix("per cent ") for unit in self.units(game))
        told = (
            f"Per cent {units}, with 95 % intervals; {self.each(asked.contests, game)} contests against each, first "
            f"mover alternating, seed {asked.seed}."
        )
        known = {name: require_known(name, game).summary for name in usual_challengers(game)}
        who = f"Who they are: {'; '.join(f'{name}: {summary}' for name, summary in known.items())}."
        if not game.perfect_information or self.is_solved(game):
            return (told, who)
        return told, who, "The game is not solved here: a search of a few plies stands in for the perfect player."

    def _called(self, name: str, game: AnyGame) -> str:
        return "search" if name == "perfect" and not self.is_solved(game) else name

    def _agent_guide(self, learner: Learner, asked: GuideAsked) -> Guide:
        game = learner.game
        folder, panel = asked.folder, self.panel(learner, asked)
        return Guide(
            game,
            learner.kind,
            asked.subject,
            asked.seed,
            self.each(asked.contests, game),
            self.units(game),
            {AGENT: {CAREFUL: self.scores(learner, game, asked)}},
            self.measured(game, asked),
            (GuidePart(AGENT, f"The agent ({learner.kind})", ""),),
            strangers={} if panel is None else {AGENT: panel},
            worth=worth_of(learner, folder, seed=asked.seed) if folder is not None and learner.parts() else None,
            said=tuple(learner.lore()),
        )


def quiz_of_maxims(learner: MaximLearner, how: tuple[str, ...], questions: Iterable[Question]) -> Quiz:
    """Questions with the lines that they are asked of."""
    wording, lines = learner.reader.wording, learner.lines
    entries = tuple(f"{wording.label(lines, n)}: {wording.sentence(line)}" for n, line in enumerate(lines))
    return Quiz(entries, how, tuple(questions))


def without_each(entries: Sequence[T]) -> list[tuple[T, ...]]:
    """A list, and the list without each entry."""
    whole = tuple(entries)
    return [whole, *(whole[:n] + whole[n + 1 :] for n in range(len(whole)))]


def spread(by: Mapping[int, Mapping[str, T]], most: int) -> Iterator[T]:
    """Some of what was found for each entry, by every entry in turn."""
    rows = [[found[name] for name in sorted(found)] for found in by.values() if found]
    asked = 0
    for turn in range(most):
        for row in rows:
            if turn < len(row) and asked < most:
                # Spread over the row: neighbours in it look alike.
                yield row[turn * len(row) // min(most, len(row))]
                asked += 1


def practised_sentence(contests: int, seconds: float | None = None) -> str:
    """How a list was found by practice."""
    took = "" if seconds is None else f" in {seconds:,.0f} seconds"
    return f"The list was chosen by {contests:,} contests of practice against known opponents{took}."


def little_practice(learner: Learner, facts: Mapping[str, Any]) -> str:
    """What must be said of a list that was chosen by few contests; nothing where they were enough, or are not known."""
    known = learner.maxims.found.get("practised") if isinstance(learner, MaximLearner) else facts.get("contests")
    usual, _ = learner.game.kit.practice
    if learner.usual_regime(learner.settings) != PRACTISED_COURSE or not isinstance(known, int):
        return ""
    if known >= LITTLE * usual:
        return ""
    return (
        f"{known:,} contests are little practice: a usual course has {usual:,}, and what so few tell apart may be luck."
    )


def learn_command(learner: Learner, facts: Mapping[str, Any]) -> str:
    """The command that trains such an agent, as far as it is known."""
    if "seed" not in facts or "contests" not in facts:
        return ""
    usual = settings_to_mapping(learner.preset(None))
    changed = [f"{k}={v}" for k, v in settings_to_mapping(learner.settings).items() if v != usual[k]]
    asked = "".join(f" --set {setting}" for setting in changed) + f" --seed {facts['seed']}"
    begins = f"gamelore learn {learner.game.name} --learner {learner.kind} --contests {facts['contests']}"
    return f"{begins}{asked} --out FOLDER"


def maxims_price(learner: MaximLearner, facts: Mapping[str, Any], more_conditions: int = 0) -> ListPrice:
    """What a list of maxims has cost, as far as that is known."""
    found, wording = learner.maxims.found, learner.reader.wording
    practised, seconds = found.get("practised"), found.get("seconds")
    contests = practised if isinstance(practised, int) else None
    took = float(seconds) if isinstance(seconds, int | float) else None
    given = {
        "measures": len(wording.measures),
        "lines that can be said with them": len(wording.lines()),
        "conditions": len(wording.conditions) - 1 + more_conditions,
    }
    told = "A person wrote this list." if contests is None else practised_sentence(contests, took)
    told = " ".join(filter(None, (told, little_practice(learner, facts))))
    return ListPrice(told, contests, took, given, str(found.get("command", "")) or learn_command(learner, facts))
