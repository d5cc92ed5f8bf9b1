"""Carberry's Tables 5-1, 5-2 and 5-5, with ablations it only predicts and marks it never counts."""

from __future__ import annotations

from collections.abc import Sequence

from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Report, ReportRow, beside_printed
from gamelore.lab.engine.rows import Figures, Order, reproduce_rows
from gamelore.lab.forty_two.experiment import COMPARED, RIVALS, TRAINER, BiddingExperiment, store_rule
from gamelore.lab.forty_two.marks import MarksExperiment
from gamelore.lab.forty_two.odds import OddsExperiment
from gamelore.lab.forty_two.quality import GIVEN_AWAY, QualityExperiment
from gamelore.oracles.forty_two.labels import PLAYED_OUT

BESIDE = ("accuracy", "trump", *(f"{who}.{what}" for what in COMPARED for who in (*RIVALS, TRAINER)))
"""What stands beside the printed columns of every row that is scored by agreement; the trainer is the ceiling."""

AnyExperiment = BiddingExperiment | MarksExperiment | OddsExperiment | QualityExperiment


def reproduce_bidding(order: Order) -> Report:
    """Run the rows of one of the tables."""
    return reproduce_rows(order, [order.read(kind_of(row), row) for row in order.rows], _report_row)


def kind_of(row: PublishedRow) -> type[AnyExperiment]:
    """What a row runs, by what it names: pairs for marks, a contract for odds, a bidder whose calls are sorted."""
    kinds: dict[str, type[AnyExperiment]] = {
        "pairs": MarksExperiment, "contract": OddsExperiment, "bidder": QualityExperiment,
    }  # fmt: skip
    return next((kinds[name] for name in kinds if name in (row.experiment or {})), BiddingExperiment)


def _report_row(
    table: PublishedTable,
    row: PublishedRow,
    experiment: AnyExperiment,
    figures: Sequence[Figures],
) -> ReportRow:
    cells = []
    for column in dict.fromkeys((*table.columns, *BESIDE)):
        if column in figures[0]:
            ours, trials = tuple(f[column] for f in figures), _trials(experiment, column, figures)
            who, _, what = column.rpartition(".")
            rival = (who, what) if isinstance(experiment, BiddingExperiment) and who else None
            cells.append(beside_printed(table, row, column, ours, "reach", trials=trials, rival=rival))
    return ReportRow(row, len(figures), _say(experiment), tuple(cells))


def _trials(experiment: AnyExperiment, column: str, figures: Sequence[Figures]) -> int:
    """How many hands a share rests on; 0 for scores with penalties and for marks, which are no shares."""
    if isinstance(experiment, OddsExperiment):
        return experiment.hands * len(figures)
    if isinstance(experiment, MarksExperiment):
        return 0
    if isinstance(experiment, QualityExperiment):
        return 0 if column == GIVEN_AWAY else experiment.hands * len(figures)
    counted = "hands to bid" if column in ("bid", "trump") else "hands" if column.endswith("accuracy") else ""
    return int(sum(f[counted] for f in figures)) if counted else 0


def _say(experiment: AnyExperiment) -> str:
    if isinstance(experiment, OddsExperiment):
        who = f"{experiment.hands} hands a run declare {experiment.contract} in their best trump"
    elif isinstance(experiment, MarksExperiment):
        source = "fresh" if experiment.source == "fresh" else "stored, each called with all four hands first"
        who = (
            f"{experiment.deals} deals a run ({source}), {experiment.hands} hands learned; contracts played out by the "
            f"machine with {experiment.worlds} worlds"
        )
    elif isinstance(experiment, QualityExperiment):
        return (
            f"{experiment.bidder} on {experiment.hands} hands a run, {experiment.learned} learned; "
            f"labels '{PLAYED_OUT.name}'; seed {experiment.seed}"
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
