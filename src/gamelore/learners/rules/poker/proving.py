"""Which axioms prove which betting decision of a recorded deal, once both hands were shown (Waterman 1968, 5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamelore.games.core import Action, AnyGame
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.poker.table import SECOND_BETS, Bet
from gamelore.games.record import Record
from gamelore.learners.features.poker.variables import HIGH_BET
from gamelore.learners.rules.poker.cases import showdown_of
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.axioms import Deduction, Logic, judge

HIDDEN = "a hand was dropped, so nobody knows what would have been right: nothing is proved"


@dataclass(frozen=True, slots=True)
class ProvedDecision:
    """A betting decision after the draw, and what follows from the axioms about it."""

    ply: int
    made: str
    action: str
    found: Deduction

    def lines(self) -> Iterator[str]:
        """For a person who reads: what was done, what was acceptable, and each proof."""
        if not self.found.proofs:
            yield f"ply {self.ply}: {self.action} ({self.made}): {self.found.part}"
            return
        verdict = "acceptable" if self.made in self.found.acceptable else "not acceptable"
        yield f"ply {self.ply}: {self.action} ({self.made}) was {verdict}; the axioms accept {self._accepted()}"
        for proof in self.found.proofs:
            yield from proof.lines(1)

    def _accepted(self) -> str:
        note = f" ({self.found.part})" if len(self.found.part) > 1 else ""
        return ", ".join(self.found.acceptable) + note


def proved(game: AnyGame, record: Record, seat: int, settings: RuleSettings, logic: Logic) -> list[ProvedDecision]:
    """The decisions of a seat after the draw, each with its proofs; none where no hands were shown."""
    end = record.last_view(game, seat)
    assert isinstance(end, DrawPokerView)
    if not end.shown:
        return []
    told = []
    for view, action in record.turns(game, (seat,)):
        assert isinstance(view, DrawPokerView)
        if view.table.stage == SECOND_BETS:
            made = move_of(action)
            found = judge(showdown_of(view, made, end.table, end.shown), settings, logic)
            told.append(ProvedDecision(len(view.table.history) + 1, made, str(action), found))
    return told


def move_of(action: Action) -> str:
    """An action as the axioms name it: CALL, DROP, BETLOW or BETHIGH."""
    if isinstance(action, Bet):
        return "BETHIGH" if action.size >= HIGH_BET else "BETLOW"
    return str(action).upper()
