"""Bidders of 42 by what the thesis never counts: marks won, contracts made at the table, marks given away by calls.

Nothing of this is published; Carberry's tables stand with the paper.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamelore.lab.engine.orders import Figures, Order, reproduce_rows
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Report, ReportRow, beside_printed
from gamelore.lab.forty_two.labelled_hands import store_rule
from gamelore.lab.forty_two.marks import MarksExperiment
from gamelore.lab.forty_two.odds import OddsExperiment
from gamelore.lab.forty_two.quality import GIVEN_AWAY, QualityExperiment
from gamelore.oracles.forty_two.labels import PLAYED_OUT

AnyExperiment = MarksExperiment | OddsExperiment | QualityExperiment


def reproduce_bidders(order: Order) -> Report:
    """Run the rows of one of the tables."""
    return reproduce_rows(order, [order.read(kind_of(row), row) for row in order.rows], _report_row)


def kind_of(row: PublishedRow) -> type[AnyExperiment]:
    """What a row runs, by what it names: pairs for marks, a contract for odds, or a bidder whose calls are sorted."""
    named = row.experiment or {}
    return MarksExperiment if "pairs" in named else OddsExperiment if "contract" in named else QualityExperiment


def _report_row(
    table: PublishedTable, row: PublishedRow, experiment: AnyExperiment, figures: Sequence[Figures]
) -> ReportRow:
    cells = tuple(
        beside_printed(
            table, row, column, tuple(f[column] for f in figures), "reach",
            trials=0 if column == GIVEN_AWAY or isinstance(experiment, MarksExperiment)
            else experiment.hands * len(figures),
        )
        for column in table.columns
        if column in figures[0]
    )  # fmt: skip
    return ReportRow(row, len(figures), _say(experiment), cells)


def _say(experiment: AnyExperiment) -> str:
    if isinstance(experiment, QualityExperiment):
        return (
            f"{experiment.bidder} on {experiment.hands} hands a run, {experiment.learned} learned; "
            f"labels '{PLAYED_OUT.name}'; seed {experiment.seed}"
        )
    if isinstance(experiment, OddsExperiment):
        who = f"{experiment.hands} hands a run declare {experiment.contract} in their best trump"
    else:
        source = "fresh" if experiment.source == "fresh" else "stored, each called with all four hands first"
        who = (
            f"{experiment.deals} deals a run ({source}), {experiment.hands} hands learned; contracts played out by the "
            f"machine with {experiment.worlds} worlds"
        )
    return f"{who}; labels '{store_rule().name}'; seed {experiment.seed}"
