"""Waterman's Tables 5-1, 5-2 and 5-3: training runs over many seeds, agreement with trainer or axioms, winnings.

The source made one run of each (Machine Learning of Heuristics, 1968, chapter 5). A row of ours is many runs against
the scripted `human`. The list is learned in a course of `arena.train`; then it plays rounds in which nothing is
learned, and each of its decisions is compared with what the trainer would have done, or with what the axioms accept.
"""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import numpy as np

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.poker.opponents import opponent
from gamelore.arena.poker.proficiency import proficiency
from gamelore.arena.poker.rule_lists import RuleList
from gamelore.arena.training import NEVER, Regime, make_regime, train
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.files import Json
from gamelore.base.seeds import Phase, Rng
from gamelore.base.settings import settings_from_mapping
from gamelore.games import AnyView, Record, load_game
from gamelore.games.poker.draw_poker import DrawPokerState, DrawPokerView
from gamelore.games.poker.table import DROP, ROUNDS_PER_GAME, SECOND_BETS, Bet
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Cell, Report, ReportRow
from gamelore.lab.engine.rows import Figures, Order, reproduce_rows
from gamelore.lab.engine.runs import Runnable
from gamelore.lab.engine.shapes import PERCENT, Shape, each, real
from gamelore.learners.core import JUDGED, Decision
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.cases import showdown_of
from gamelore.learners.rules.poker.lists import LIST_NAMES, builtin, printed
from gamelore.learners.rules.poker.moves import action_of, bet_ranges
from gamelore.learners.rules.poker.task import PokerTask
from gamelore.learners.rules.settings import EXPLICIT, PRESETS, RuleSettings
from gamelore.learners.rules.training.axioms import judge
from gamelore.learners.rules.training.task import Decided

SITUATIONS, FEW = 2000, 50
"""How many consecutive situations are compared: the many, and the few of the source (p141)."""
BEFORE = 500
"""Situations in which random play is compared with the axioms: it is the same in every run."""
HUMAN = "human"
"""Against whom lists are trained and their agreement is measured."""
AGAINST = (HUMAN, "builtin")
"""Whom a list meets when winnings are measured."""

Hits = Sequence[bool]


@dataclass(frozen=True, slots=True)
class PokerExperiment(Runnable):
    """Which list is learned, or which printed one is taken, and what is measured of it."""

    kind: ClassVar[str] = "poker"
    revision: ClassVar[int] = 2

    measure: Literal["agreement", "winnings"] = "agreement"
    preset: str = ""
    """The preset under which a list is learned; empty for a printed list."""
    printed: str = ""
    """A list by name, in place of learning one."""
    settings: Mapping[str, object] = field(default_factory=dict)
    stop: Mapping[str, object] = field(default_factory=dict)
    """What ends the training, where it is not what usually ends it (`arena.training.Stop`)."""
    inconsistency: float = 0.0
    """How often the program trainer answers from its second matching rule: a person would."""
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
        automatic = self.rule_settings().mode == EXPLICIT
        usual = make_regime("poker_automatic" if automatic else "poker_implicit", load_game("draw_poker"))
        stop = settings_from_mapping(NEVER, self.stop, "poker experiment") if self.stop else usual.stop
        return dataclasses.replace(usual, stop=stop, inconsistency=self.inconsistency)

    def resolved(self) -> Json:
        """Settings and stop rule as the values that the preset stands for."""
        named = {"settings": dataclasses.asdict(self.rule_settings()), "stop": dataclasses.asdict(self.regime().stop)}
        return {**dataclasses.asdict(self), **named, "learner_revision": Waterman.revision}

    def shape(self) -> Shape:
        """Counts of the course, then shares of agreement or what was won."""
        told = ("rules",) if self.printed else ("rules", "trials", "redundant", "created", "decisions")
        counts = dict.fromkeys(told, real(0))
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
        measured = _winnings if self.measure == "winnings" else _agreement
        return figures | measured(self, heuristics, number)


def learned(settings: RuleSettings, regime: Regime, seed: int, run: int = 0) -> tuple[Waterman, Figures]:
    """A learner after its course, and how that went."""
    learner = Waterman(load_game("draw_poker"), settings)
    records = train(learner.game, learner, regime, seed=seed, run=run)
    decisions = sum(len(str(record.labels[JUDGED])) for record in records)
    school = learner.school
    return learner, {
        "trials": float(school.trainee.trials),
        "rules": float(len(school.trainee.heuristics.learned_rules())),
        "redundant": float(school.redundant),
        "created": float(school.trainee.created),
        "decisions": float(decisions),
    }


# --- agreement --------------------------------------------------------------------------------------------------------


class _NeverDrops(Waterman):
    """Plays a drop as a call, or as a bet of 1, so that hands are shown."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        decision = super().decide(view, rng)
        found = PokerTask().substitute(view, "DROP") if decision.action == DROP else None
        return Decision(found, "no drops") if found else decision


def _rounds(
    heuristics: Heuristics, seed: int, run: int, most: int, *, drops: bool = True
) -> Iterator[tuple[list[Decided], Record, int]]:
    """What a list decides in up to so many rounds against the human, each round's record, and the list's seat."""
    game = load_game("draw_poker")
    program = (Waterman if drops else _NeverDrops)(game, RuleSettings())
    other = opponent(HUMAN, game)
    program.school.trainee.replace_rules(heuristics)
    for number in range(most):
        seat = number % ROUNDS_PER_GAME % 2
        players = (program, other) if seat == 0 else (other, program)
        record = play(game, players, ContestKey(seed, run, Phase.TEST, number))
        yield program.decided.get(seat, []), record, seat


def agreement(heuristics: Heuristics, seed: int, run: int = 0, situations: int = SITUATIONS) -> tuple[Hits, Hits]:
    """In which of the situations that a list gets into it decides as the built-in trainer does.

    Counted by equal decisions, and by whether the size of a bet may be the trainer's.
    """
    trainer = Matcher(builtin())
    ranges = bet_ranges(builtin())
    hits: list[bool] = []
    sized: list[bool] = []
    for decided, _, _ in _rounds(heuristics, seed, run, situations):
        for one in decided:
            assert isinstance(one.view, DrawPokerView)
            values = trainer.values(one.situation)
            wanted = trainer.heuristics.rules[trainer.match(values)].move
            hits.append(one.move == wanted)
            if isinstance(one.action, Bet) and one.move != "CALL":
                same = wanted == "BETLAP" and one.action == action_of(trainer, one.view, wanted, values)
                sized.append(one.action.size in ranges.get(wanted, ()) or same)
            else:
                sized.append(one.move == wanted)
        if len(hits) >= situations:
            break
    return hits[:situations], sized[:situations]


def implicit_agreement(
    heuristics: Heuristics,
    settings: RuleSettings,
    seed: int,
    run: int = 0,
    *,
    shown: bool,
    situations: int = SITUATIONS,
) -> Hits:
    """Which decisions after the draw are acceptable to the axioms.

    With `shown`, over rounds that reach a showdown, drops being played as calls; otherwise over all rounds, the
    opponent's hand taken as known and drops real.
    """
    game = load_game("draw_poker")
    hits: list[bool] = []
    # A list that drops nearly always is never judged: the number of rounds is bounded too.
    for decided, record, seat in _rounds(heuristics, seed, run, 4 * situations, drops=not shown):
        if record.why == "showdown" or not shown:
            end = record.final_state(game)
            assert isinstance(end, DrawPokerState)
            for one in decided:
                assert isinstance(one.view, DrawPokerView)
                if one.view.table.stage == SECOND_BETS:
                    case = showdown_of(one.view, one.move, end.table, end.hands[1 - seat])
                    hits.append(one.move in judge(case, settings).acceptable)
        if len(hits) >= situations:
            break
    return hits[:situations]


def percent(hits: Hits) -> float:
    """The share of hits."""
    return 100.0 * sum(hits) / len(hits) if hits else 0.0


def _agreement(experiment: PokerExperiment, heuristics: Heuristics, run: int) -> Figures:
    settings, seed, many = experiment.rule_settings(), experiment.seed, experiment.situations
    if settings.mode == EXPLICIT:
        by_type, before = agreement(printed("before"), seed, run, many)
        after, _ = agreement(heuristics, seed, run, many)
        counted = {"before.2000": before, "after.2000": after, "before.type": by_type}
    else:
        start = (printed("before_implicit"), True, min(many, BEFORE))
        before, after, everything = (
            implicit_agreement(h, settings, seed, run, shown=shown, situations=count)
            for h, shown, count in (start, (heuristics, True, many), (heuristics, False, many))
        )
        counted = {"before.500": before, "after.2000": after, "all.2000": everything}
    counted |= {"before": before[:FEW], "after": after[:FEW]}
    return {name: percent(hits) for name, hits in counted.items()}


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
        until = ", ".join(f"{k} {v:g}" for k, v in dataclasses.asdict(experiment.regime().stop).items() if v)
        changed += f", trainer inconsistent in {experiment.inconsistency:.0%}" if experiment.inconsistency else ""
        who = f"waterman, preset {experiment.preset}{changed}, until {until}, against {HUMAN}"
    if experiment.measure == "winnings":
        deals = experiment.games * 5
        who += f"; duplicate play, {deals} deals a run, cards and first actor exchanged (as printed: cards only)"
    return f"{who}; seed {experiment.seed}"
