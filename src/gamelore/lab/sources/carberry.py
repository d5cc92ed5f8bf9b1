"""Carberry's Tables 5-1, 5-2 and 5-5 obtained anew, with ablations it only predicts and marks it never counts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Cell, Report, ReportRow
from gamelore.lab.engine.rows import Figures, Order, experiment_of, reproduce_rows
from gamelore.lab.forty_two.experiment import (
    TRAINER,
    BiddingExperiment,
    experiment_from_mapping,
    run_bidding,
    store_rule,
)
from gamelore.lab.forty_two.marks import MarksExperiment, run_marks
from gamelore.lab.forty_two.odds import OddsExperiment, run_odds

BESIDE = ("accuracy", "trump", f"{TRAINER}.overall", f"{TRAINER}.accuracy")
"""What stands beside the printed columns of every row that is scored by agreement."""


def reproduce_bidding(order: Order) -> Report:
    """Run the rows of one of the tables and set ours beside theirs."""
    return reproduce_rows(order, read=read_experiment, run=run_experiment, show=_report_row)


AnyExperiment = BiddingExperiment | MarksExperiment | OddsExperiment


def read_experiment(values: Mapping[str, Any], where: str) -> AnyExperiment:
    """The experiment of a row: for marks where pairs are named, odds where a contract is, otherwise for agreement."""
    if "pairs" in values:
        return experiment_of(MarksExperiment, values, "marks experiment", where)
    if "contract" in values:
        return experiment_of(OddsExperiment, values, "odds experiment", where)
    return experiment_from_mapping(values, where)


def run_experiment(experiment: AnyExperiment, run: int) -> Figures:
    """One run of any kind."""
    match experiment:
        case MarksExperiment():
            return run_marks(experiment, run)
        case OddsExperiment():
            return run_odds(experiment, run)
    return run_bidding(experiment, run)


def _report_row(
    table: PublishedTable,
    row: PublishedRow,
    experiment: AnyExperiment,
    figures: Sequence[Figures],
) -> ReportRow:
    cells = []
    for column in dict.fromkeys((*table.columns, *BESIDE)):
        if column in figures[0]:
            theirs = row.cells.get(column)
            printed = theirs if theirs is not None and not math.isnan(theirs.mean) else None
            cells.append(Cell(column, tuple(f[column] for f in figures), printed, row.runs, aim="reach"))
    return ReportRow(row, len(figures), _say(experiment), tuple(cells))


def _say(experiment: AnyExperiment) -> str:
    if isinstance(experiment, OddsExperiment):
        who = f"{experiment.hands} hands a run declare {experiment.contract} in their best trump"
    elif isinstance(experiment, MarksExperiment):
        source = "fresh" if experiment.source == "fresh" else "stored, each called with all four hands first"
        who = (
            f"{experiment.deals} deals a run ({source}), {experiment.hands} hands learned; contracts played out by the "
            f"machine with {experiment.worlds} worlds"
        )
    elif experiment.who == TRAINER:
        who = "the trainer's second opinion, from other deals"
    elif experiment.who == "cogap":
        changed = "".join(f", {k} = {v}" for k, v in experiment.settings.items())
        who = f"COGAP-42, preset {experiment.preset or 'default'}{changed}, {experiment.hands} hands learned"
    else:
        choice = f", chooses under a pass penalty of {experiment.penalty:g}" if experiment.penalty else ""
        who = f"{experiment.who} on the same parameters, {experiment.hands} hands learned{choice}"
    return f"{who}; labels '{store_rule().name}'; seed {experiment.seed}"
