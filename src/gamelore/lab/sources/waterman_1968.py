"""Waterman's Tables 5-1, 5-2 and 5-3 obtained anew: training runs over many seeds, agreement, winnings.

The source made one run of each. A row of ours is many runs against one opponent.
"""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import numpy as np

from gamelore.arena.poker.opponents import OPPONENTS, opponent
from gamelore.arena.poker.proficiency import proficiency
from gamelore.arena.poker.rule_lists import RuleList
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.files import Json
from gamelore.base.settings import settings_from_mapping
from gamelore.games import load_game
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Cell, Report, ReportRow
from gamelore.lab.engine.rows import Figures, Order, reproduce_rows
from gamelore.lab.engine.runs import Runnable
from gamelore.lab.sources.poker_training import (
    SITUATIONS,
    Stop,
    Trained,
    agreement,
    before_training,
    implicit_agreement,
    train_automatic,
    train_implicit,
)
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import LIST_NAMES, printed
from gamelore.learners.rules.settings import EXPLICIT, PRESETS, RuleSettings

BEFORE = 500
"""Situations in which random play is compared with the axioms: it is the same in every run."""

STOPS: Mapping[str, Stop] = {
    "thesis_like": Stop(trials=29),
    "calibrated": Stop(window=200, trials=60),
    "thesis_like_implicit": Stop(trials=57),
    "calibrated_implicit": Stop(trials=57),
}
"""When training ends under each preset, unless an experiment says otherwise."""


@dataclass(frozen=True, slots=True)
class PokerExperiment(Runnable):
    """Which list is learned, or which printed one is taken, and what is measured of it."""

    kind: ClassVar[str] = "poker"

    measure: Literal["agreement", "winnings"] = "agreement"
    preset: str = ""
    """The preset under which a list is learned; empty for a printed list."""
    printed: str = ""
    """A list by name, in place of learning one."""
    settings: Mapping[str, object] = field(default_factory=dict)
    stop: Mapping[str, object] = field(default_factory=dict)
    inconsistency: float = 0.0
    """How often the program trainer answers from its second matching rule: a person would."""
    opponent: str = "human"
    """Against whom it is trained and its agreement measured."""
    against: tuple[str, ...] = ("human", "builtin")
    """Whom it meets when winnings are measured."""
    games: int = 100
    """Games of five deals in each of the two series of duplicate play, in each run."""
    situations: int = SITUATIONS
    seed: int = 10_000

    def __post_init__(self) -> None:
        if bool(self.preset) == bool(self.printed):
            raise BadSetting("a poker experiment names a preset to learn under or a printed list, not both")
        if self.preset and self.preset not in PRESETS:
            raise UnknownName("preset of learner waterman", self.preset, PRESETS)
        if self.printed and self.printed not in LIST_NAMES:
            raise UnknownName("list of rules", self.printed, LIST_NAMES)
        for name in (self.opponent, *self.against):
            if name not in OPPONENTS:
                raise UnknownName("opponent of draw_poker", name, OPPONENTS)
        if not 0 <= self.inconsistency < 1:
            raise BadSetting(f"the inconsistency of a trainer lies between 0 and 1, not {self.inconsistency}")
        if self.games < 1 or self.situations < 1:
            raise BadSetting("a poker experiment needs at least one game and one situation")

    def rule_settings(self) -> RuleSettings:
        """The settings of the learner."""
        base = PRESETS[self.preset or ("thesis_like_implicit" if "implicit" in self.printed else "thesis_like")]
        return settings_from_mapping(base, self.settings, "poker experiment")

    def stop_rule(self) -> Stop:
        """When training ends."""
        return settings_from_mapping(STOPS.get(self.preset, Stop(trials=60)), self.stop, "poker experiment")

    def resolved(self) -> Json:
        """Settings and stop rule as the values that the preset stands for."""
        settings = {"settings": dataclasses.asdict(self.rule_settings()), "stop": dataclasses.asdict(self.stop_rule())}
        return {**dataclasses.asdict(self), **settings, "learner_revision": Waterman.revision}

    def run(self, number: int) -> Json:
        """Learn a list or take a printed one, measure it."""
        return run_poker(self, number)


def run_poker(experiment: PokerExperiment, run: int) -> Figures:
    """One run: learn a list or take a printed one, measure it. A pure function of the experiment and the run."""
    settings = experiment.rule_settings()
    figures: Figures = {}
    if experiment.printed:
        heuristics = printed(experiment.printed)
        figures["rules"] = float(len(heuristics.learned_rules()))
    else:
        who, seed, stop = experiment.opponent, experiment.seed, experiment.stop_rule()
        if settings.mode == EXPLICIT:
            trained = train_automatic(settings, stop, who, seed, run, experiment.inconsistency)
        else:
            trained = train_implicit(settings, stop, who, seed, run)
        heuristics = trained.heuristics
        figures |= _training_figures(trained)
    if experiment.measure == "winnings":
        return figures | _winnings(experiment, heuristics, run)
    return figures | _agreement(experiment, settings, heuristics, run)


def _training_figures(trained: Trained) -> Figures:
    return {
        "trials": float(trained.school.trainee.trials),
        "rules": float(trained.rules),
        "redundant": float(trained.redundant),
        "created": float(trained.created),
        "decisions": float(trained.decisions),
    }


def _agreement(experiment: PokerExperiment, settings: RuleSettings, heuristics: Heuristics, run: int) -> Figures:
    who, seed, many = experiment.opponent, experiment.seed, experiment.situations
    start = before_training(settings)
    if settings.mode == EXPLICIT:
        before, after = (agreement(h, who, seed, run, many) for h in (start, heuristics))
        sized = before.by_size()
        return {
            "before": sized.few, "after": after.few, "before.2000": sized.many, "after.2000": after.many,
            "before.type": before.many,
        }  # fmt: skip
    before, after, everything = (
        implicit_agreement(h, settings, who, seed, run, shown=shown, situations=count)
        for h, shown, count in ((start, True, min(many, BEFORE)), (heuristics, True, many), (heuristics, False, many))
    )
    return {
        "before": before.few, "after": after.few, "before.500": before.many, "after.2000": after.many,
        "all.2000": everything.many,
    }  # fmt: skip


def _winnings(experiment: PokerExperiment, heuristics: Heuristics, run: int) -> Figures:
    game = load_game("draw_poker")
    figures: Figures = {}
    for name in experiment.against:
        ways = ((True, name), (False, f"{name}.as_printed")) if name == "human" else ((True, name),)
        for exchanged, label in ways:
            program = RuleList(game, heuristics, experiment.preset or experiment.printed)
            found = proficiency(
                game, program, opponent(name, game), seed=experiment.seed, run=run, games=experiment.games,
                exchange_first_actor=exchanged,
            )  # fmt: skip
            figures[f"percent.{label}"] = found.percent
            figures[f"chips.{label}"] = found.chips_per_deal.mean
    return figures


def reproduce_poker(order: Order) -> Report:
    """Run the rows of one of the tables."""
    return reproduce_rows(order, [order.read(PokerExperiment, row) for row in order.rows], _report_row)


def _report_row(
    table: PublishedTable, row: PublishedRow, experiment: PokerExperiment, figures: Sequence[Figures]
) -> ReportRow:
    cells = []
    columns = [c for c in table.columns if c in figures[0]]
    for column in (*columns, *sorted(c for c in figures[0] if c not in table.columns)):
        ours = tuple(f[column] for f in figures)
        theirs = row.cells.get(column)
        known = theirs if theirs is not None and not np.isnan(theirs.mean) else None
        cells.append(Cell(column, ours, known, row.runs, aim="reach"))
    return ReportRow(row, len(figures), f"{_say(experiment)}; {_medians(figures)}", tuple(cells))


def _medians(figures: Sequence[Figures]) -> str:
    """Every figure as median [lowest, highest]: one run of the source is one draw from such a range."""
    said = []
    for name in sorted(figures[0]):
        ours = sorted(f[name] for f in figures)
        said.append(f"{name.replace('.', ' ')} {statistics.median(ours):.1f} [{ours[0]:.1f}, {ours[-1]:.1f}]")
    return "median [lowest, highest]: " + ", ".join(said)


def _say(experiment: PokerExperiment) -> str:
    if experiment.printed:
        who = f"the printed list '{experiment.printed}'"
    else:
        changed = "".join(f", {k} = {v}" for k, v in experiment.settings.items())
        stop = experiment.stop_rule()
        rules = {f.name: getattr(stop, f.name) for f in dataclasses.fields(stop)}
        usual = {f.name: f.default for f in dataclasses.fields(stop)}
        until = ", ".join(f"{k} {v:g}" for k, v in rules.items() if v != usual[k])
        changed += f", trainer inconsistent in {experiment.inconsistency:.0%}" if experiment.inconsistency else ""
        who = f"waterman, preset {experiment.preset}{changed}, until {until}, against {experiment.opponent}"
    if experiment.measure == "winnings":
        deals = experiment.games * 5
        who += f"; duplicate play, {deals} deals a run, cards and first actor exchanged (as printed: cards only)"
    return f"{who}; seed {experiment.seed}"
