"""What a person at one seat may be told: the one place that decides it while hands are hidden.

Of what the others do a person learns what everybody sees: no discards, not what decided (a rule's number tells the
class of a hand, "forced" a void suit), no reason but the public ones. Everything about a decision is told once the
table has disclosed what it was made with, or the players have laid their hands down. Nothing can be taken back after
something new was seen, and whoever plays on from a contest that is over does so with hidden hands drawn anew. Where
nothing is hidden, everything may be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamelore.app.table.data import Because, LaidDown, SaidReason
from gamelore.app.table.manners import manners_of
from gamelore.base.errors import GameloreError, IllegalAction, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.core import RESIGN, Action, AnyGame, AnyState, AnyView
from gamelore.lab.explanation import Explanation, explain_decision
from gamelore.learners.core import Decision, Player

NOTHING_YET = "There is nothing to take back yet."
SEEN = "You have seen what came of it; where hands are hidden, that cannot be taken back."
IS_OVER = "The contest is over; what was done stands."


@dataclass(frozen=True, slots=True)
class Ply:
    """One move with the state it was made in."""

    state: AnyState
    seat: int
    action: Action
    by: str
    """What decided; not for everybody's ears."""


class Discretion:
    """What may be told to the person at a seat."""

    def __init__(self, game: AnyGame, seat: int) -> None:
        self.game, self.seat, self.manners = game, seat, manners_of(game)
        self.laid_down = False
        """Whether the players have laid their hands open after the contest."""

    def eyes(self, state: AnyState) -> AnyView:
        """What the person sees of a state."""
        return state.view(self.seat)

    def action(self, ply: Ply) -> str:
        """The text of what somebody did."""
        if ply.seat == self.seat or ply.action == RESIGN:
            return str(ply.action)
        return self.game.told(ply.action)

    def said(self, ply: Ply) -> str:
        """The same as a sentence goes on; also of the person itself no more than everybody sees."""
        return self.manners.seen(self.game, ply.action)

    def tells_all(self, ply: Ply, number: int, now: AnyState) -> bool:
        """Whether all may be told of the ply with this number, as things stand now."""
        return self.laid_down or self.game.perfect_information or now.discloses(ply.seat, number)

    def because(
        self, ply: Ply, number: int, now: AnyState, player: Player, decision: Decision, *, everything: bool
    ) -> Because:
        """The reasons of a decision that another seat has made."""
        whole = self.tells_all(ply, number, now)
        if not whole:
            decision = decision.public()
        seen = ply.state if self.game.perfect_information else ply.state.view(ply.seat)
        told = explain_decision(player, seen, decision)
        lines = tuple(told.because(everything=everything) if whole else told.in_general())
        reasons = _said(told)
        if not reasons:
            lines = ("  It gives no reasons." if whole else "  It keeps its reasons while its hand is hidden.",)
        action = str(ply.action) if whole else self.action(ply)
        by = decision.by if whole else ""
        return Because(number, ply.seat, player.name, action, self.said(ply), by, whole, reasons, lines)

    def advice(self, ply: int, view: AnyView, player: Player, decision: Decision) -> Because:
        """What somebody would do in the person's place, who sees what the person sees."""
        seen = view.state if self.game.perfect_information else view
        told = explain_decision(player, seen, decision)
        reasons = _said(told)
        action = str(decision.action)
        lines, said = tuple(told.because()), self.manners.advised(decision.action)
        return Because(ply, self.seat, player.name, action, said, decision.by, True, reasons, lines)

    def refusal(self, error: GameloreError, typed: str) -> GameloreError:
        """The complaint about a move; that of a state with hidden hands would quote every hand."""
        if self.game.perfect_information or not isinstance(error, IllegalAction):
            return error
        return IllegalAction(f"{self.game.name}: '{typed}' is not legal here; 'moves' lists what is")

    def refuses_undo(self, plies: Sequence[Ply], inherited: int, *, over: bool) -> str:
        """Why nothing can be taken back; empty if it can."""
        if over:
            return IS_OVER
        if not any(ply.seat == self.seat for ply in plies[inherited:]):
            return NOTHING_YET
        last = plies[-1]
        drew = self.game.told(last.action) != str(last.action)
        if self.game.perfect_information or (last.seat == self.seat and not drew):
            return ""
        return SEEN

    def from_here(self, state: AnyState, rng: Rng) -> AnyState:
        """The world in which the person plays on from a state: this one only if nothing of it is hidden any more.

        Else it is one that the person's seat cannot tell from it there. What was seen later is not looked at: the new
        world is drawn from what the seat knew at that ply, so it tells nothing, whatever else became known.
        """
        if self.game.perfect_information or self.laid_down:
            return state
        world = state.resample_from_infostate(self.seat, rng)
        if world is None:
            raise NotAvailable(f"{self.game.title} cannot be taken up again: nobody can deal anew what you did not see")
        return world

    def lay_down(self, now: AnyState) -> LaidDown:
        """The players lay their hands open after a contest, where that is done and the person asks."""
        if not self.game.lays_down:
            raise NotAvailable(f"at {self.game.title} nobody shows a hand that the rules do not disclose")
        if not now.is_terminal():
            raise NotAvailable("hands are laid down when the contest is over")
        self.laid_down = True
        hands = tuple((name, self.manners.dealt(now.view(seat))) for seat, name in enumerate(self.game.seat_names))
        return LaidDown(hands)


def _said(told: Explanation) -> tuple[SaidReason, ...]:
    """The reasons of a decision with what each counts, as they leave the table."""
    return tuple(
        SaidReason(reason.who, reason.sentence, reason.action, worth)
        for reason, worth in zip(told.reasons, told.worths, strict=True)
    )
