"""What a list of poker rules wins from everybody: the panel of practice, and opponents that no practice met.

Chips a deal, cards and first actor exchanged, in games of five. The three last held out are crude: one bets 10 always,
one opens with 20 and calls otherwise, one drops to 8 or more below a pair of aces.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamelore.arena.poker.exploiter import student_of
from gamelore.arena.poker.judge import PANEL, PokerJudge
from gamelore.arena.poker.opponents import opponent
from gamelore.arena.poker.rule_players import RuleList
from gamelore.games.poker.draw_poker import DrawPoker
from gamelore.lab.engine.orders import Figures, Order, reproduce_rows
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Cell, Report, ReportRow, beside_printed
from gamelore.lab.engine.shapes import real
from gamelore.lab.poker_lists import ListMeasure, PokerExperiment, list_row
from gamelore.learners.core import Player
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.poker.practised import GRID, practice_start
from gamelore.learners.rules.practice.boxes import Box, BoxList, to_heuristics

HELD_OUT = ("loose", "bluff", "before", "manual", "automatic", "implicit")
_DROP, _CALL, _BET_10, _BET_20 = (list(GRID.moves).index(name) for name in ("DROP", "CALL", "BET10", "BET20"))
_BETS = list(GRID.edges).index("LASTBET")
_HANDS = list(GRID.edges).index("VDHAND")


def _crude() -> dict[str, BoxList]:
    calls, bets = Box(GRID.whole, _CALL), Box(GRID.whole, _BET_10)
    opens = Box(GRID.whole, _BET_20).with_bounds(_BETS, (0, 0))
    large = GRID.edges["LASTBET"].index(8), len(GRID.edges["LASTBET"]) - 1
    below_aces = 0, GRID.edges["VDHAND"].index(20) - 1
    drops = Box(GRID.whole, _DROP).with_bounds(_BETS, large).with_bounds(_HANDS, below_aces)
    return {"bet-10": (bets,), "open-20": (opens, calls), "big-drop": (drops, calls)}


CRUDE = _crude()
MET = (*PANEL, *HELD_OUT, *CRUDE)
"""Whom a list meets."""


def met(heuristics: Heuristics, seed: int, games: int, *, student: bool = False) -> Figures:
    """What a list wins from each, and the least of those held out; with a student, what that wins from the list."""
    game = DrawPoker()
    others: dict[str, Player] = {name: opponent(name, game) for name in (*PANEL, *HELD_OUT)}
    for name, boxes in CRUDE.items():
        others[name] = RuleList(game, to_heuristics(boxes, GRID, practice_start()), name)
    won = PokerJudge(game, others).contests([heuristics], range(games), seed)[0].mean(axis=1)
    figures = dict(zip(others, won.tolist(), strict=True))
    figures["held.out"] = min(figures[name] for name in (*HELD_OUT, *CRUDE))
    if student:
        figures["student"] = student_of(game, RuleList(game, heuristics, "list"), seed).chips.mean
    return figures


def _met(experiment: PokerExperiment, heuristics: Heuristics, run: int) -> Figures:
    return met(heuristics, experiment.seed + run, experiment.games, student=experiment.student)


PRACTICE_MEASURE = ListMeasure(_met, dict.fromkeys(MET, real()), duplicate=True)


def reproduce_practice(order: Order) -> Report:
    """Run the rows of the table."""
    return reproduce_rows(order, [order.read(PokerExperiment, row) for row in order.rows], _show)


def _show(
    table: PublishedTable, row: PublishedRow, experiment: PokerExperiment, figures: Sequence[Figures]
) -> ReportRow:
    def cell(column: str) -> Cell:
        return beside_printed(table, row, column, tuple(f[column] for f in figures), "reach")

    return list_row(table, row, experiment, figures, cell)
