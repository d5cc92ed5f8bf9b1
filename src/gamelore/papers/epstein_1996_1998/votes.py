"""How a learned spatial Advisor affects one decision (Epstein, Gelfand and Lock 1998, Figure 6).

The figure prints what every move of a position is worth to the vote, with the learned spatial Advisors and without
them. A run trains Hoyle and asks it in that position, move by move; moves that are images of each other stand together.
How high supports are depends on who votes, so each is told as its share of all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import ClassVar

from gamelore.base.errors import BadSetting
from gamelore.base.files import Json
from gamelore.base.seeds import Phase, stream
from gamelore.games.board.game import BoardState
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.engine.orders import Figures, Order, reproduce_rows
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Report, ReportRow, beside_printed
from gamelore.lab.engine.shapes import Shape, each, real
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.core import ContestInfo

FIRST = " first"
"""How columns end that count runs in which a move has more support than any that is not its image."""


@dataclass(frozen=True, slots=True)
class VoteExperiment(Experiment):
    """Who learns what, and in which position it is then asked."""

    kind: ClassVar[str] = "vote"

    learner: str = "hoyle"
    preset: str = "s98"
    regime: str = "fixed_length"
    state: str = ""
    moves: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The moves of the position by the heading under which they stand."""
    silenced: bool = False
    """Whether what the learned spatial Advisors say is left out."""

    def shape(self) -> Shape:
        """The share of each heading, and whether it is the highest."""
        return each(real(0, 100), {name + FIRST: real(0, 100) for name in self.moves})

    def run(self, number: int) -> Json:
        learner, _ = self.taught(number)
        assert isinstance(learner, Hoyle)
        state = learner.board_game.parse_state(self.state)
        support = supports(learner, state, self.silenced)
        if sorted(support) != sorted(move for moves in self.moves.values() for move in moves):
            raise BadSetting(f"'moves' must name the moves of {self.state}: {', '.join(sorted(support))}")
        whole = sum(support.values()) or 1.0
        found = {name: 100 * fmean(support[move] for move in moves) / whole for name, moves in self.moves.items()}
        others = {name: max(value for other, value in found.items() if other != name) for name in found}
        return {**found, **{name + FIRST: 100.0 * (found[name] > others[name]) for name in found}}


def supports(learner: Hoyle, state: BoardState, silenced: bool) -> dict[str, float]:
    """What each move of a position is worth to the vote, as the learner's reasons add up."""
    learner.begin(state.mover, ContestInfo(learner.game, ("hoyle", "other"), seats=(state.mover,), learning=False))
    said = learner.decide(state.view(state.mover), stream(0, phase=Phase.TEST)).reasons
    learned = {advisor.name for advisor in learner.learned} if silenced else set()
    heard = learner.support([reason for reason in said if reason.who not in learned])
    return {str(action): heard.get(str(action), 0.0) for action in state.legal_actions()}


def reproduce_votes(order: Order) -> Report:
    """Ask for what the rows of a table ask for."""
    return reproduce_rows(order, [order.read(VoteExperiment, row, game=row.game) for row in order.rows], _show)


def _show(table: PublishedTable, row: PublishedRow, experiment: VoteExperiment, runs: Sequence[Figures]) -> ReportRow:
    cells = tuple(
        beside_printed(
            table,
            row,
            column,
            tuple(float(run[column]) for run in runs),
            "match",
            trials=len(runs) if column.endswith(FIRST) else 0,
        )
        for column in table.columns
    )
    return ReportRow(row, len(runs), f"{experiment.said()}; seed {experiment.seed}", cells)
