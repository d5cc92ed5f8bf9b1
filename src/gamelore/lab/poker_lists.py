"""Lists of poker rules, learned or printed, and what is measured of them.

A list is learned in a course of `arena.train`, or taken as printed. What is then measured has a name: the lab knows
what a list wins by practice, sources bring measures of their own.
"""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from gamelore.arena.regimes import NEVER, Regime, make_regime
from gamelore.arena.training import train
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.files import Json
from gamelore.base.registry import Registry
from gamelore.base.settings import settings_from_mapping
from gamelore.games import load_game
from gamelore.games.poker.table import ROUNDS_PER_GAME
from gamelore.lab.engine.orders import Figures
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Cell, ReportRow
from gamelore.lab.engine.runs import Runnable
from gamelore.lab.engine.shapes import Shape, each, real
from gamelore.lab.engine.shelf import places
from gamelore.learners.core import JUDGED
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import LIST_NAMES, printed
from gamelore.learners.rules.settings import EXPLICIT, PRACTICE, PRESETS, RuleSettings

ON = 1_000_000
"""What is added to the number of a run for the course in which its list goes on: it meets other deals."""
HUMAN = "human"
"""Against whom lists are trained by a trainer or by axioms."""


@dataclass(frozen=True, slots=True)
class ListMeasure:
    """What is measured of a list of rules."""

    take: Callable[[PokerExperiment, Heuristics, int], Figures]
    """The figures of a list in the run of a number."""
    needed: Mapping[str, Shape]
    """Figures that are always among them."""
    duplicate: bool = False
    """Whether deals are played twice, with cards exchanged."""


MEASURES: Registry[ListMeasure] = Registry(
    "measure of a list of rules",
    places("measures", {"practice": "gamelore.lab.own_tables.poker_practice:PRACTICE_MEASURE"}),
)


@dataclass(frozen=True, slots=True)
class PokerExperiment(Runnable):
    """Which list is learned, or which printed one is taken, and what is measured of it."""

    kind: ClassVar[str] = "poker"
    revision: ClassVar[int] = 3

    measure: str = "practice"
    """A name of `MEASURES`."""
    preset: str = ""
    """The preset under which a list is learned; empty for a printed list."""
    printed: str = ""
    """A list by name, in place of learning one."""
    then: str = ""
    """The preset under which the list that was learned goes on (Waterman 1968, pages 85 and 86); empty: it does not."""
    settings: Mapping[str, object] = field(default_factory=dict)
    stop: Mapping[str, object] = field(default_factory=dict)
    """What ends the training, where it is not what usually ends it (`arena.regimes.Stop`)."""
    inconsistency: float = 0.0
    """How often the program trainer answers from its second matching rule: a person would."""
    contests: int | None = None
    """The length of training, where it is not the usual one."""
    student: bool = False
    """Whether a student is searched for that wins from the list."""
    games: int = 100
    """Games of five deals in each of the two series of duplicate play, in each run."""
    situations: int = 2000
    """In how many situations decisions are looked at, in each run."""
    seed: int = 10_000

    def __post_init__(self) -> None:
        if self.measure not in MEASURES.names():
            raise UnknownName("measure of a list of rules", self.measure, MEASURES.names())
        if bool(self.preset) == bool(self.printed):
            raise BadSetting("a poker experiment names a preset to learn under or a printed list, not both")
        for preset in filter(None, (self.preset, self.then)):
            if preset not in PRESETS:
                raise UnknownName("preset of learner waterman", preset, PRESETS)
        if self.then and not self.preset:
            raise BadSetting("a printed list does not go on to learn; name the preset that comes first")
        if self.printed and self.printed not in LIST_NAMES:
            raise UnknownName("list of rules", self.printed, LIST_NAMES)
        if not 0 <= self.inconsistency < 1:
            raise BadSetting(f"the inconsistency of a trainer lies between 0 and 1, not {self.inconsistency}")
        if self.games < 1 or self.situations < 1:
            raise BadSetting("a poker experiment needs at least one game and one situation")

    def rule_settings(self) -> RuleSettings:
        """The settings of the learner."""
        base = PRESETS[self.preset or ("thesis_like_implicit" if "implicit" in self.printed else "thesis_like")]
        return settings_from_mapping(base, self.settings, "poker experiment")

    def regime(self) -> Regime:
        """How the learner is trained, and when that ends."""
        if self.rule_settings().mode == PRACTICE:
            return make_regime("long_practice", load_game("draw_poker"), self.contests)
        usual = _usual_regime(self.rule_settings())
        stop = settings_from_mapping(NEVER, self.stop, "poker experiment") if self.stop else usual.stop
        try:
            return dataclasses.replace(usual, stop=stop, inconsistency=self.inconsistency)
        except ValueError as error:
            raise BadSetting(f"poker experiment: {error}") from None

    def resolved(self) -> Json:
        """Settings and stop rule as the values that the preset stands for."""
        named = {"settings": dataclasses.asdict(self.rule_settings()), "stop": dataclasses.asdict(self.regime().stop)}
        return {**dataclasses.asdict(self), **named, "learner_revision": Waterman.revision}

    def shape(self) -> Shape:
        """Counts of the course, then what the measure needs."""
        told = ("rules",) if self.printed else ("rules", "trials", "redundant", "created", "decisions")
        return each(real(), dict.fromkeys(told, real(0)) | dict(MEASURES.find(self.measure).needed))

    def run(self, number: int) -> Json:
        """Learn a list or take a printed one, measure it."""
        if self.printed:
            heuristics = printed(self.printed)
            figures: Figures = {"rules": float(len(heuristics.learned_rules()))}
        else:
            learner, figures = learned(self.rule_settings(), self.regime(), self.seed, number)
            if self.then:
                on = PRESETS[self.then]
                learner, figures = learned(on, _usual_regime(on), self.seed, number + ON, learner)
            heuristics = learner.school.trainee.heuristics
        return figures | MEASURES.find(self.measure).take(self, heuristics, number)

    def said(self) -> str:
        """Which list it is, and how it was learned, in words."""
        if self.printed:
            who = f"the printed list '{self.printed}'"
        else:
            changed = "".join(f", {k} = {v}" for k, v in self.settings.items())
            regime = self.regime()
            until = ", ".join(f"{k} {v:g}" for k, v in dataclasses.asdict(regime.stop).items() if v)
            until = until or f"{regime.contests:,} contests of practice"
            changed += f", trainer inconsistent in {self.inconsistency:.0%}" if self.inconsistency else ""
            changed += f", then {self.then}" if self.then else ""
            who = f"waterman, preset {self.preset}{changed}, until {until}, against {HUMAN}"
        if MEASURES.find(self.measure).duplicate:
            deals = self.games * ROUNDS_PER_GAME
            who += f"; duplicate play, {deals} deals a run, cards and first actor exchanged (as printed: cards only)"
        return f"{who}; seed {self.seed}"


def _usual_regime(settings: RuleSettings) -> Regime:
    automatic = settings.mode == EXPLICIT
    return make_regime("poker_automatic" if automatic else "poker_implicit", load_game("draw_poker"))


def learned(
    settings: RuleSettings, regime: Regime, seed: int, run: int = 0, start: Waterman | None = None
) -> tuple[Waterman, Figures]:
    """A learner after its course, which began with nothing or with what another one knew, and how that went."""
    learner = Waterman(load_game("draw_poker"), settings)
    if start is not None:
        learner.take_over(start)
    records = train(learner.game, learner, regime, seed=seed, run=run)
    decisions = sum(len(str(record.labels.get(JUDGED, ""))) for record in records)
    school = learner.school
    return learner, {
        "trials": float(school.trainee.trials),
        "rules": float(len(school.trainee.heuristics.learned_rules())),
        "redundant": float(school.redundant),
        "created": float(school.trainee.created),
        "decisions": float(decisions),
    }


def list_row(
    table: PublishedTable,
    row: PublishedRow,
    experiment: PokerExperiment,
    figures: Sequence[Figures],
    cell: Callable[[str], Cell | None],
) -> ReportRow:
    """A row of a report: a cell for each column of the table, then for whatever else was measured."""
    columns = [column for column in table.columns if column in figures[0]]
    cells = [cell(name) for name in (*columns, *sorted(set(figures[0]) - set(columns)))]
    said = f"{experiment.said()}; {_medians(figures, columns)}"
    return ReportRow(row, len(figures), said, tuple(one for one in cells if one is not None))


def _medians(figures: Sequence[Figures], columns: Sequence[str]) -> str:
    """The printed columns as median [lowest, highest]: one run of the source is one draw from such a range."""
    said = []
    for name in columns:
        ours = sorted(f[name] for f in figures)
        said.append(f"{name.replace('.', ' ')} {statistics.median(ours):.1f} [{ours[0]:.1f}, {ours[-1]:.1f}]")
    return "median [lowest, highest]: " + ", ".join(said)
