"""The shipped maxims of 42 measured: marks per hundred rounds in mirrored deals.

Lines to bid are judged with the lines to play at all seats, and (`marks.py`) with the playing machine; lines to play on
the contracts of the napkin formula, against the plain rule of play and against the machine. Deals of a run are numbered
on from those of the run before.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.forty_two.bidders import PassAlways, Seated
from gamelore.arena.forty_two.judge import (
    FORMULA_BIDDER,
    PASSER_BIDDER,
    ByLines,
    Deals,
    FortyTwoJudge,
    deals,
    follower,
    formula_state,
    per_hundred,
)
from gamelore.arena.forty_two.machine import QUICK, Machine
from gamelore.base.errors import BadSetting
from gamelore.base.files import Json
from gamelore.base.seeds import Phase
from gamelore.games.forty_two import FortyTwo
from gamelore.lab.engine.orders import Figures, Order, reproduce_rows
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Cell, Report, ReportRow
from gamelore.lab.engine.runs import Runnable
from gamelore.lab.forty_two.marks import MarksExperiment
from gamelore.learners.maxims.forty_two_words import BID, PLAY, forty_two_words, lines_of
from gamelore.learners.maxims.lines import MaximList, list_text
from gamelore.learners.maxims.shipped import shipped_maxims

REPORTING_SEED = 20_000


@dataclass(frozen=True, slots=True)
class GuideExperiment(Runnable):
    """What the shipped lines win over whom."""

    kind: ClassVar[str] = "guide_42"

    what: Literal["bidding", "playing", "machine"] = "bidding"
    """Bidding with the lines playing, playing against the plain rule, or playing against the machine."""
    deals: int = 5000
    """Deals of one run."""
    slips: float = 0.0
    """How likely the reader who plays is to skip a line, in half of the deals."""
    seed: int = REPORTING_SEED

    def __post_init__(self) -> None:
        if self.what not in ("bidding", "playing", "machine"):
            raise BadSetting(f"lines are measured by 'bidding', 'playing' or against the 'machine', not '{self.what}'")
        if self.deals < 1:
            raise BadSetting("marks need at least one deal")

    def resolved(self) -> Json:
        return {**dataclasses.asdict(self), "lines": list_text(shipped_maxims(FortyTwo()).lines)}

    def run(self, number: int) -> Json:
        """Marks per hundred rounds on the deals of one run."""
        wording, lines = forty_two_words(), shipped_maxims(FortyTwo()).lines
        bid, own = lines_of(wording, lines, BID), lines_of(wording, lines, PLAY)
        some = deals(self.seed, number * self.deals, self.deals)
        if self.what == "machine":
            return {"lines.machine": self._over_machine(own, some, number)}
        judge = FortyTwoJudge(slips=self.slips)
        if self.what == "playing":
            return {"lines.plain": per_hundred(judge.play_margins([own], None, some)[0])}
        pairs: dict[str, tuple[ByLines, int]] = {
            "maxims.passer": (bid, PASSER_BIDDER),
            "maxims.formula": (bid, FORMULA_BIDDER),
            "formula.passer": (FORMULA_BIDDER, PASSER_BIDDER),
        }
        return {
            name: per_hundred(judge.bid_margins([first], own, second, some)[0])
            for name, (first, second) in pairs.items()
        }

    def _over_machine(self, lines: MaximList, some: Deals, number: int) -> float:
        """Both seatings of every deal in the formula's contract, with the same luck."""
        sides = (follower(lines, self.slips), Seated(PassAlways(), Machine(QUICK)))
        total = 0.0
        for at in range(len(some)):
            start, key = formula_state(some, at), ContestKey(self.seed, number, Phase.TEST, at)
            for seats in (sides, sides[::-1]):
                marks = play(start.game, [*seats, *seats], key, start=start).returns[0]
                total += marks if seats is sides else -marks
        return 50.0 * total / len(some)


AnyGuide = GuideExperiment | MarksExperiment


def reproduce_maxims(order: Order) -> Report:
    """Run the rows of the table."""
    experiments: list[AnyGuide] = []
    for row in order.rows:
        judged_by_machine = "pairs" in (row.experiment or {})
        experiments.append(order.read(MarksExperiment, row) if judged_by_machine else order.read(GuideExperiment, row))
    return reproduce_rows(order, experiments, _report_row)


def _report_row(
    table: PublishedTable, row: PublishedRow, experiment: AnyGuide, figures: Sequence[Figures]
) -> ReportRow:
    cells = tuple(
        Cell(column, tuple(f[column] for f in figures), row.printed(column), row.runs, aim="reach")
        for column in table.columns
        if column in figures[0]
    )
    return ReportRow(row, len(figures), f"{experiment.deals} deals a run; seed {experiment.seed}", cells)
