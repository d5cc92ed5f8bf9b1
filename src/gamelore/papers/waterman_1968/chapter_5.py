"""Waterman's Tables 5-1, 5-2 and 5-3: training runs over many seeds, agreement with trainer or axioms, winnings.

The source made one run of each (Machine Learning of Heuristics, 1968, chapter 5). A row of ours is many runs against
the scripted `human`. The list is learned in a course of `arena.train`; then it plays rounds in which nothing is
learned, and each of its decisions is compared with what the trainer would have done, or with what the axioms accept.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamelore.arena.poker.opponents import opponent
from gamelore.arena.poker.proficiency import proficiency
from gamelore.arena.poker.rule_players import RuleList
from gamelore.games import load_game
from gamelore.games.poker.table import ROUNDS_PER_GAME
from gamelore.lab.engine.orders import Figures, Order, reproduce_rows
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Cell, Report, ReportRow, beside_printed
from gamelore.lab.engine.shapes import PERCENT, real
from gamelore.lab.poker_lists import HUMAN, ListMeasure, PokerExperiment, list_row
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.papers.waterman_1968.agreement import CASES, measure_agreement
from gamelore.papers.waterman_1968.judged_decisions import FOLLOWS

AGAINST = (HUMAN, "builtin")
"""Whom a list meets when winnings are measured."""
DEALS = 25
"""Over how many deals, each played twice, the source counted winnings (p153)."""


def _agreement(experiment: PokerExperiment, heuristics: Heuristics, run: int) -> Figures:
    return measure_agreement(heuristics, experiment.rule_settings(), experiment.seed, run, experiment.situations)


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


AGREEMENT = ListMeasure(_agreement, dict.fromkeys(("before", "after", "after.2000"), PERCENT))
WINNINGS = ListMeasure(
    _winnings,
    {f"{what}.{who}": real() for what in ("percent", "chips") for who in (*AGAINST, f"{HUMAN}.as_printed")},
    duplicate=True,
)


def reproduce_chapter_5(order: Order) -> Report:
    """Run the rows of one of the tables."""
    return reproduce_rows(order, [order.read(PokerExperiment, row) for row in order.rows], _report_row)


def _report_row(
    table: PublishedTable, row: PublishedRow, experiment: PokerExperiment, figures: Sequence[Figures]
) -> ReportRow:
    # The source counted its winnings over fewer deals than one run of ours has.
    part = DEALS / (experiment.games * ROUNDS_PER_GAME) if experiment.measure == "winnings" else 1

    def cell(column: str) -> Cell | None:
        if _is_count(column):
            return None
        return beside_printed(
            table,
            row,
            column,
            tuple(f[column] for f in figures),
            "reach",
            trials=int(sum(f.get(_count_of(column), 0.0) for f in figures)),
            their_runs=row.runs * part,
            rival=_rival_of(column),
        )

    return list_row(table, row, experiment, figures, cell)


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
