"""Waterman's Tables 5-1, 5-2 and 5-3: training runs over many seeds, agreement with trainer or axioms, winnings.

The source made one run of each (Machine Learning of Heuristics, 1968, chapter 5). A row of ours is many runs against
the scripted `human`. The list is learned in a course of `arena.train`; then it plays rounds in which nothing is
learned, and each of its decisions is compared with what the trainer would have done, or with what the axioms accept.
"""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from gamelore.arena.poker.opponents import opponent
from gamelore.arena.poker.proficiency import proficiency
from gamelore.arena.poker.rule_lists import RuleList
from gamelore.arena.regimes import NEVER, Regime, make_regime
from gamelore.arena.training import train
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.files import Json
from gamelore.base.settings import settings_from_mapping
from gamelore.games import load_game
from gamelore.games.poker.table import ROUNDS_PER_GAME
from gamelore.lab.agreement import FOLLOWS
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Report, ReportRow, beside_printed
from gamelore.lab.engine.rows import Figures, Order, reproduce_rows
from gamelore.lab.engine.runs import Runnable
from gamelore.lab.engine.shapes import PERCENT, Shape, each, real
from gamelore.lab.sources.poker_agreement import CASES, HUMAN, SITUATIONS, measure_agreement
from gamelore.lab.sources.poker_met import MET, met
from gamelore.learners.core import JUDGED
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import LIST_NAMES, printed
from gamelore.learners.rules.settings import EXPLICIT, PRACTICE, PRESETS, RuleSettings

AGAINST = (HUMAN, "builtin")
"""Whom a list meets when winnings are measured."""
DEALS = 25
"""Over how many deals, each played twice, the source counted winnings (p153)."""


@dataclass(frozen=True, slots=True)
class PokerExperiment(Runnable):
    """Which list is learned, or which printed one is taken, and what is measured of it."""

    kind: ClassVar[str] = "poker"
    revision: ClassVar[int] = 3

    measure: Literal["agreement", "winnings", "practice"] = "agreement"
    preset: str = ""
    """The preset under which a list is learned; empty for a printed list."""
    printed: str = ""
    """A list by name, in place of learning one."""
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
    situations: int = SITUATIONS
    seed: int = 10_000

    def __post_init__(self) -> None:
        if bool(self.preset) == bool(self.printed):
            raise BadSetting("a poker experiment names a preset to learn under or a printed list, not both")
        if self.preset and self.preset not in PRESETS:
            raise UnknownName("preset of learner waterman", self.preset, PRESETS)
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
        automatic = self.rule_settings().mode == EXPLICIT
        usual = make_regime("poker_automatic" if automatic else "poker_implicit", load_game("draw_poker"))
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
        """Counts of the course, then shares of agreement or what was won."""
        told = ("rules",) if self.printed else ("rules", "trials", "redundant", "created", "decisions")
        counts = dict.fromkeys(told, real(0))
        if self.measure == "practice":
            return each(real(), counts | dict.fromkeys(MET, real()))
        if self.measure == "winnings":
            labels = (*AGAINST, f"{HUMAN}.as_printed")
            return each(real(), counts | {f"{what}.{who}": real() for what in ("percent", "chips") for who in labels})
        return each(real(), counts | dict.fromkeys(("before", "after", "after.2000"), PERCENT))

    def run(self, number: int) -> Json:
        """Learn a list or take a printed one, measure it."""
        if self.printed:
            heuristics = printed(self.printed)
            figures: Figures = {"rules": float(len(heuristics.learned_rules()))}
        else:
            learner, figures = learned(self.rule_settings(), self.regime(), self.seed, number)
            heuristics = learner.school.trainee.heuristics
        if self.measure == "practice":
            return figures | met(heuristics, self.seed + number, self.games, student=self.student)
        if self.measure == "winnings":
            return figures | _winnings(self, heuristics, number)
        settings = self.rule_settings()
        return figures | measure_agreement(heuristics, settings, self.seed, number, self.situations)


def learned(settings: RuleSettings, regime: Regime, seed: int, run: int = 0) -> tuple[Waterman, Figures]:
    """A learner after its course, and how that went."""
    learner = Waterman(load_game("draw_poker"), settings)
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


def _winnings(experiment: PokerExperiment, heuristics: Heuristics, run: int) -> Figures:
    game = load_game("draw_poker")
    figures: Figures = {}
    for name in AGAINST:
        ways = ((True, name), (False, f"{name}.as_printed")) if name == HUMAN else ((True, name),)
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
    # The source counted its winnings over fewer deals than one run of ours has.
    part = DEALS / (experiment.games * ROUNDS_PER_GAME) if experiment.measure == "winnings" else 1
    columns = [c for c in table.columns if c in figures[0]]
    shown = [name for name in figures[0] if name not in columns and not _is_count(name)]
    cells = tuple(
        beside_printed(
            table,
            row,
            column,
            tuple(f[column] for f in figures),
            "reach",
            trials=int(sum(f.get(_count_of(column), 0.0) for f in figures)),
            their_runs=row.runs * part,
            rival=_rival_of(column),
        )
        for column in (*columns, *sorted(shown))
    )
    return ReportRow(row, len(figures), f"{_say(experiment)}; {_medians(figures, columns)}", cells)


def _is_count(name: str) -> bool:
    return name.removesuffix(f".{FOLLOWS}").endswith(".cases")


def _parted(column: str) -> tuple[str, str, str]:
    """The share whose cases a column is about, who is scored on them (nobody else where empty), and which cases."""
    cases = next((name for name in CASES if column == name or column.startswith(f"{name}.")), column)
    who, _, only = column.removeprefix(cases).removeprefix(".").rpartition(FOLLOWS)
    return (cases, who.rstrip("."), f".{FOLLOWS}") if column.endswith(FOLLOWS) else (cases, only, "")


def _count_of(column: str) -> str:
    """Under which name the number of its cases is kept."""
    cases, _, only = _parted(column)
    return f"{cases}.cases{only}"


def _rival_of(column: str) -> tuple[str, str] | None:
    cases, who, only = _parted(column)
    return (who, cases + only) if who else None


def _medians(figures: Sequence[Figures], columns: Sequence[str]) -> str:
    """The printed columns as median [lowest, highest]: one run of the source is one draw from such a range."""
    said = []
    for name in columns:
        ours = sorted(f[name] for f in figures)
        said.append(f"{name.replace('.', ' ')} {statistics.median(ours):.1f} [{ours[0]:.1f}, {ours[-1]:.1f}]")
    return "median [lowest, highest]: " + ", ".join(said)


def _say(experiment: PokerExperiment) -> str:
    if experiment.printed:
        who = f"the printed list '{experiment.printed}'"
    else:
        changed = "".join(f", {k} = {v}" for k, v in experiment.settings.items())
        regime = experiment.regime()
        until = ", ".join(f"{k} {v:g}" for k, v in dataclasses.asdict(regime.stop).items() if v)
        until = until or f"{regime.contests:,} contests of practice"
        changed += f", trainer inconsistent in {experiment.inconsistency:.0%}" if experiment.inconsistency else ""
        who = f"waterman, preset {experiment.preset}{changed}, until {until}, against {HUMAN}"
    if experiment.measure != "agreement":
        deals = experiment.games * 5
        who += f"; duplicate play, {deals} deals a run, cards and first actor exchanged (as printed: cards only)"
    return f"{who}; seed {experiment.seed}"
