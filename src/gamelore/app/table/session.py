"""One person's contest at the terminal: the board, what the person types, the opponents' answers.

The session asks through a reader and tells through a writer, so that a test can hold the same conversation as a person.
Words that are no move are commands: `hint`, `why`, `moves`, `undo`, `resign`, `quit`, `help`. Where hands are hidden,
the others tell only what gives nothing away: the public form of their decisions, and all of a decision once everybody
knows what it was made with. Nothing can be taken back after something new was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gamelore.app.table.plain import show
from gamelore.app.table.showing import opening
from gamelore.app.terminal.terminal import draw_state
from gamelore.arena.contest import DEALER, ContestKey
from gamelore.arena.roster import make_player
from gamelore.base.errors import GameloreError, IllegalAction, NotAvailable
from gamelore.games import RESIGN, Action, AnyGame, AnyState, Record
from gamelore.games.record import BY_PLIES, BY_REPETITION, BY_RESIGNATION, BY_RULES
from gamelore.lab.explanation import explain_decision
from gamelore.learners.core import ContestInfo, Decision, Player

Reader = Callable[[str], str]
Writer = Callable[[str], None]

ADVISERS = {"draw_poker": ("poker:strong",), "forty_two": ("table:trainer",)}
"""Who gives hints where nobody is perfect; at 42 the playing machine sits behind the trainer."""

DRAWING = DEALER + 2
"""The seat number of the stream that settles who deals first."""

HELP = """Type a move as it is written under 'moves'. Other words:
  hint    what a strong player would do here, and why
  why     why the other side made its last move; 'why B' for all that seat B has done, 'why all' for every reason
  moves   everything you may do
  undo    take back your last move and the answer to it
  resign  give the contest up
  quit    leave without a result"""


@dataclass(frozen=True, slots=True)
class SessionPly:
    """One move with the state it was made in."""

    state: AnyState
    seat: int
    decision: Decision


class Session:
    """A contest between a person at one seat and players at the others."""

    def __init__(
        self, game: AnyGame, seat: int, others: Mapping[int, Player], key: ContestKey, read: Reader, write: Writer
    ) -> None:
        self.game, self.seat, self.others, self.key = game, seat, dict(others), key
        self.read, self.write = read, write
        self.deal, self.opening = opening(game, game.sample_deal(key.stream(DEALER)), key.stream(DRAWING))
        self.streams = {s: key.stream(s) for s in range(game.seats)}
        self.plies: list[SessionPly] = []
        self.names = tuple("you" if s == seat else self.others[s].name for s in range(game.seats))

    def play(self) -> Record | None:
        """Play until the contest is over; None if the person left before."""
        for seat, player in self.others.items():
            player.begin(seat, ContestInfo(self.game, self.names, seats=(seat,)))
        state: AnyState = self.game.initial_state(self.deal)
        names = self.game.seat_names
        self.write(f"You are {names[self.seat]}. Type a move, or 'help'.")
        for line in self.opening:
            self.write(line)
        ended = self._ended(state)
        while ended is None:
            mover = state.current_player()
            if mover == self.seat:
                try:
                    decision = self._ask(state)
                except EOFError:
                    self.write("Goodbye.")
                    return None
                if decision is None:
                    state = self._undo()
                    continue
            else:
                decision = self.others[mover].decide(state.view(mover), self.streams[mover])
                self.write(f"{self.names[mover]} ({names[mover]}) plays {self.game.told(decision.action)}")
            self.plies.append(SessionPly(state, mover, decision))
            if decision.resigns:
                ended = BY_RESIGNATION
            else:
                state = state.child(decision.action)
                ended = self._ended(state)
        return self._finish(state, ended)

    def _ask(self, state: AnyState) -> Decision | None:
        """The person's decision; None to take back, EOFError to leave."""
        view = state.view(self.seat)
        self.write("")
        self.write(self._picture(state))
        while True:
            text = self.read("your move> ").strip()
            match text.lower().split():
                case ["quit" | "exit" | "q"]:
                    raise EOFError
                case ["undo"]:
                    refusal = self._no_undo()
                    if not refusal:
                        return None
                    self.write(refusal)
                case ["resign"]:
                    if self.game.unit == "result":
                        return Decision(RESIGN, "you")
                    title, unit = self.game.title, self.game.unit
                    self.write(f"{title} is played for {unit}; the rules set no price for resigning.")
                case ["help" | "?"]:
                    self.write(HELP)
                case ["moves"]:
                    self.write(", ".join(str(action) for action in view.legal_actions()))
                case ["hint"]:
                    self._hint(state)
                case ["why", *asked]:
                    self._why(asked, state)
                case [_, *_]:
                    try:
                        action: Action = self.game.parse_action(text)
                        state.child(action)
                        return Decision(action, "you")
                    except IllegalAction as error:
                        # Where hands are hidden, the complaint of the state itself would quote every hand.
                        hidden = f"{self.game.name}: '{action}' is not legal here; 'moves' lists what is"
                        self.write(str(error) if self.game.perfect_information else hidden)
                    except GameloreError as error:
                        self.write(str(error))

    def _picture(self, state: AnyState) -> str:
        return draw_state(state) if self.game.perfect_information else show(state.view(self.seat))

    def _no_undo(self) -> str:
        """Why nothing can be taken back here; empty if it can."""
        if not any(ply.seat == self.seat for ply in self.plies):
            return "There is nothing to take back yet."
        last = self.plies[-1]
        drew = self.game.told(last.decision.action) != str(last.decision.action)
        if self.game.perfect_information or (last.seat == self.seat and not drew):
            return ""
        return "You have seen what came of it; where hands are hidden, that cannot be taken back."

    def _undo(self) -> AnyState:
        while True:
            ply = self.plies.pop()
            if ply.seat == self.seat:
                self.write(f"Taken back: {ply.decision.action}")
                return ply.state

    def _hint(self, state: AnyState) -> None:
        """What a strong player would do, and what speaks for that."""
        for name in ADVISERS.get(self.game.name, ("perfect", "search")):
            try:
                adviser = make_player(name, self.game)
            except NotAvailable:
                continue
            view = state.view(self.seat)
            decision = adviser.decide(view, self.key.stream(self.seat))
            self.write(f"{adviser.name} would play {decision.action}")
            seen = state if self.game.perfect_information else view
            for line in explain_decision(adviser, seen, decision).because():
                self.write(line)
            return
        self.write(f"Nobody here knows more about {self.game.name} than you do.")

    def _why(self, asked: Sequence[str], state: AnyState, *, laid_down: bool = False) -> None:
        """The reasons of the last move of the others, or of all moves of one seat, as far as they may be told."""
        numbered = [(number, ply) for number, ply in enumerate(self.plies) if ply.seat != self.seat]
        everything = "all" in asked
        asked = [word for word in asked if word != "all"]
        if asked:
            names = [name.lower() for name in self.game.seat_names]
            if asked[0] not in names:
                self.write(f"There is no seat '{asked[0]}'; seats: {', '.join(self.game.seat_names)}")
                return
            numbered = [(number, ply) for number, ply in numbered if ply.seat == names.index(asked[0])]
        if not numbered:
            self.write("The other side has not moved yet.")
        for number, ply in numbered if asked else numbered[-1:]:
            whole = laid_down or state.discloses(ply.seat, number)
            decision = ply.decision if whole else ply.decision.public()
            action = str(decision.action) if whole else self.game.told(decision.action)
            by = f", decided by {decision.by}" if whole else ""
            self.write(f"{self.names[ply.seat]} played {action}{by}.")
            seen = ply.state if self.game.perfect_information else ply.state.view(ply.seat)
            told = explain_decision(self.others[ply.seat], seen, decision)
            for line in told.because(everything=everything) if whole else told.in_general():
                self.write(line)
            if not decision.reasons:
                self.write("  It gives no reasons." if whole else "  It keeps its reasons while its hand is hidden.")

    def _afterwards(self, state: AnyState) -> None:
        """The contest is over: the person may ask for reasons, and where that is done to see the hands."""
        may_show = self.game.lays_down
        show_too = ", 'show' to see all hands" if may_show else ""
        self.write(f"Ask 'why' or 'why' and a seat{show_too}, or press Enter to leave.")
        laid_down = False
        while True:
            try:
                words = self.read("why? ").lower().split()
            except EOFError:
                return
            if words == ["show"] and may_show:
                laid_down = True
                self.write(str(state))
            elif words[:1] == ["why"]:
                self._why(words[1:], state, laid_down=laid_down)
            else:
                return

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
        made = [ply.decision for ply in self.plies]
        record = Record(
            game.name, self.names, tuple(str(d.action) for d in made), returns, ended, self.deal, dict(game.parameters),
            deciders=tuple(d.by for d in made), horizon=game.horizon, why=why, unit=game.unit, labels=self.key.labels(),
        )  # fmt: skip
        for seat, player in self.others.items():
            player.end(record.seen_by(game, (seat,)))
        self.write("")
        self.write(self._picture(state))
        word = {"win": "You win", "loss": "You lose", "draw": "A draw"}[record.result(self.seat)]
        self.write(f"{word}: {why}.")
        if not game.perfect_information:
            self._afterwards(state)
        return record
