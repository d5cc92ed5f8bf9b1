"""One person's contest at the terminal: the board, what the person types, the opponents' answers.

The session asks through a reader and tells through a writer, so that a test can hold the same conversation as a person.
Words that are no move are commands: `hint`, `why`, `moves`, `undo`, `resign`, `quit`, `help`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gamelore.app.terminal import draw_state
from gamelore.arena.contest import DEALER, ContestKey
from gamelore.arena.roster import make_player
from gamelore.base.errors import GameloreError, NotAvailable
from gamelore.games import RESIGN, Action, AnyGame, AnyState, Record
from gamelore.games.record import BY_PLIES, BY_REPETITION, BY_RESIGNATION, BY_RULES
from gamelore.learners.core import ContestInfo, Decision, Player

Reader = Callable[[str], str]
Writer = Callable[[str], None]

HELP = """Type a move as it is written under 'moves'. Other words:
  hint    what a strong player would do here, and why
  why     why the other side made its last move
  moves   everything you may do
  undo    take back your last move and the answer to it
  resign  give the contest up
  quit    leave without a result"""


@dataclass(frozen=True, slots=True)
class Ply:
    """One move with the state it was made in."""

    state: AnyState
    seat: int
    decision: Decision


class Quit(Exception):
    """The person leaves the table."""


class Session:
    """A contest between a person at one seat and players at the others."""

    def __init__(
        self, game: AnyGame, seat: int, others: Mapping[int, Player], key: ContestKey, read: Reader, write: Writer
    ) -> None:
        self.game = game
        self.seat = seat
        self.others = dict(others)
        self.read = read
        self.write = write
        self.key = key
        self.deal = game.sample_deal(key.stream(DEALER))
        self.streams = {s: key.stream(s) for s in range(game.seats)}
        self.plies: list[Ply] = []
        self.names = tuple("you" if s == seat else self.others[s].name for s in range(game.seats))

    def play(self) -> Record | None:
        """Play until the contest is over; None if the person left before."""
        for seat, player in self.others.items():
            player.begin(seat, ContestInfo(self.game, self.names, seats=(seat,)))
        state: AnyState = self.game.initial_state(self.deal)
        names = self.game.seat_names
        self.write(f"You are {names[self.seat]}. Type a move, or 'help'.")
        while True:
            ended = self._ended(state)
            if ended is not None:
                return self._finish(state, ended)
            mover = state.current_player()
            if mover == self.seat:
                try:
                    decision = self._ask(state)
                except Quit:
                    self.write("Goodbye.")
                    return None
                if decision is None:
                    state = self._undo(state)
                    continue
            else:
                decision = self.others[mover].decide(state.view(mover), self.streams[mover])
                self.write(f"{self.names[mover]} ({names[mover]}) plays {decision.action}")
            self.plies.append(Ply(state, mover, decision))
            if decision.resigns:
                return self._finish(state, BY_RESIGNATION)
            state = state.child(decision.action)

    def _ask(self, state: AnyState) -> Decision | None:
        """The person's decision; None to take back."""
        view = state.view(self.seat)
        self.write("")
        self.write(draw_state(state) if self.game.perfect_information else str(view))
        while True:
            try:
                text = self.read("your move> ").strip()
            except EOFError:
                raise Quit from None
            word = text.lower()
            if word in ("quit", "exit", "q"):
                raise Quit
            if word == "undo":
                if any(ply.seat == self.seat for ply in self.plies):
                    return None
                self.write("There is nothing to take back yet.")
            elif word == "resign":
                if self.game.unit == "result":
                    return Decision(RESIGN, "you")
                self.write(f"{self.game.title} is played for {self.game.unit}; the rules set no price for resigning.")
            elif word in ("help", "?"):
                self.write(HELP)
            elif word == "moves":
                self.write(", ".join(str(action) for action in view.legal_actions()))
            elif word == "hint":
                self._hint(state)
            elif word == "why":
                self._why()
            elif text:
                try:
                    action: Action = self.game.parse_action(text)
                    state.child(action)
                except GameloreError as error:
                    self.write(str(error))
                else:
                    return Decision(action, "you")

    def _undo(self, state: AnyState) -> AnyState:
        while self.plies:
            ply = self.plies.pop()
            if ply.seat == self.seat:
                self.write(f"Taken back: {ply.decision.action}")
                return ply.state
        return state

    def _hint(self, state: AnyState) -> None:
        view = state.view(self.seat)
        for name in ("perfect", "search"):
            try:
                adviser = make_player(name, self.game)
            except NotAvailable:
                continue
            decision = adviser.decide(view, self.streams[self.seat])
            self.write(f"{name} would play {decision.action}")
            for reason in decision.reasons[:3]:
                self.write(f"  {reason.who}: {reason.sentence}")
            return
        self.write(f"Nobody here knows more about {self.game.name} than you do.")

    def _why(self) -> None:
        last = next((ply for ply in reversed(self.plies) if ply.seat != self.seat), None)
        if last is None:
            self.write("The other side has not moved yet.")
            return
        reasons = last.decision.reasons
        self.write(f"{self.names[last.seat]} played {last.decision.action}, decided by {last.decision.by}.")
        for reason in reasons:
            self.write(f"  {reason.who}: {reason.sentence}")
        if not reasons:
            self.write("  It gives no reasons.")

    def _ended(self, state: AnyState) -> str | None:
        horizon = self.game.horizon
        if state.is_terminal():
            return BY_RULES
        if len(self.plies) == horizon.max_plies:
            return BY_PLIES
        times = sum(ply.state == state for ply in self.plies) + 1
        return BY_REPETITION if times == horizon.repetition else None

    def _finish(self, state: AnyState, ended: str) -> Record:
        game, names = self.game, self.game.seat_names
        outcome = state.outcome()
        if outcome is not None:
            returns, why = outcome.returns, outcome.why
        elif ended == BY_RESIGNATION:
            loser = self.plies[-1].seat
            share = 1.0 / (len(set(game.teams)) - 1)
            returns = tuple(-1.0 if team == game.teams[loser] else share for team in game.teams)
            why = f"{names[loser]} resigned"
        else:
            returns = (0.0,) * game.seats
            why = "the same state again" if ended == BY_REPETITION else f"stopped after {len(self.plies)} plies"
        record = Record(
            game=game.name,
            players=self.names,
            actions=tuple(str(ply.decision.action) for ply in self.plies),
            returns=returns,
            ended=ended,
            deal=self.deal,
            parameters=dict(game.parameters),
            deciders=tuple(ply.decision.by for ply in self.plies),
            horizon=game.horizon,
            why=why,
            unit=game.unit,
            labels=self.key.labels(),
        )
        for player in self.others.values():
            player.end(record)
        self.write("")
        self.write(draw_state(state) if game.perfect_information else str(state.view(self.seat)))
        word = {"win": "You win", "loss": "You lose", "draw": "A draw"}[record.result(self.seat)]
        self.write(f"{word}: {why}.")
        return record
