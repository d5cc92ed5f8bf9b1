"""One contest between a person at one seat and players at the others: a model that prints nothing and reads nothing.

A terminal and a page are drawn from it. `start` and `play` give events, the questions (`moves`, `hint`, `why`, `truth`,
`narrowing`, `shown`, `review`) give answers; all of them are frozen values that turn into JSON data (`to_data`), and
all pass through `Discretion`, which alone decides what may be told while hands are hidden.

Every decision of the others is drawn from a stream of its own, by seat and ply. So a sitting is a function of who sits
where, the key and what the person did: it is restored from its log (`to_log`, `restore`) without anybody searching or
sampling again, reasons are found again when somebody asks, and after a move is taken back the same move gets the same
answer (`others.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gamelore.app.table.advice import adviser, by_maxims, list_for, narrowed, stood_in, true_values
from gamelore.app.table.again import TakenUp, dealt_anew
from gamelore.app.table.data import (
    Because,
    Began,
    DrawAnswered,
    LaidDown,
    LegalMove,
    Moved,
    NarrowedBy,
    Over,
    Shown,
    TakenBack,
    TrueValue,
)
from gamelore.app.table.discretion import IS_OVER, Discretion, Ply
from gamelore.app.table.draws import AGREED, CLAIMED, TIMES, draws_are_agreed, require_draws, stands_better
from gamelore.app.table.log import SittingLog
from gamelore.app.table.manners import example, manners_of, read_action
from gamelore.app.table.others import YOU, Maker, OtherSeats
from gamelore.arena.contest import DEALER, ContestKey, drawn, resigned
from gamelore.arena.roster import make_player
from gamelore.base.errors import BadSetting, DamagedFile, GameloreError, IllegalAction, NotAvailable
from gamelore.base.words import counted
from gamelore.games.core import RESIGN, Action, AnyGame, AnyState, AnyView, Outcome
from gamelore.games.record import BY_AGREEMENT, BY_PLIES, BY_REPETITION, BY_RESIGNATION, BY_RULES, Record
from gamelore.lab.review.core import Review
from gamelore.lab.review.looking_back import narrowing_of, review
from gamelore.lab.review.retracing import Retraced, retrace
from gamelore.learners.core import Decision, Learner
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Narrowing

DRAWING = DEALER + 2
"""The seat number of the stream that settles who deals first."""
ADVISING = DEALER + 3
"""The seat number of the streams of whoever gives hints."""
REVIEWING = DEALER + 4
"""The seat number of the stream of whoever reviews the contest."""
REDEALING = DEALER + 5
"""The seat number of the stream that deals again what was hidden, when a contest is taken up again."""

Event = Began | Moved | TakenBack | DrawAnswered | Over | LaidDown


class TableSitting:
    """A person's contest.

    `others` names who sits at each other seat, as `make_player` knows them; `make` may make them in another way. The
    deal is drawn from the key unless it is given; `start` is the text of another first state.
    """

    def __init__(
        self,
        game: AnyGame,
        seat: int,
        others: Mapping[int, str],
        key: ContestKey,
        *,
        deal: str | None = None,
        start: str = "",
        make: Maker = make_player,
    ) -> None:
        if not 0 <= seat < game.seats:
            raise BadSetting(f"{game.name} has {game.seats} seats, there is no seat {seat + 1}")
        if set(others) != set(range(game.seats)) - {seat}:
            raise BadSetting(f"{game.name} has {game.seats} seats; somebody must sit at each but the person's own")
        self.game, self.seat, self.key, self.manners = game, seat, key, manners_of(game)
        self.table = OtherSeats(game, seat, others, key, make)
        self.discretion = Discretion(game, seat)
        self.opening: tuple[str, ...] = ()
        if deal is None and not start:
            dealt = game.sample_deal(key.stream(DEALER))
            deal, self.opening = self.manners.opening(dealt, key.stream(DRAWING))
        self.deal, self.first = deal or "", start
        self.plies: list[Ply] = []
        self.inherited = 0
        """How many plies were made before this person sat down; they cannot be taken back."""
        self._state: AnyState = game.parse_state(start) if start else game.initial_state(self.deal)
        self._history: list[Moved] = []
        self._decisions: dict[int, Decision] = {}
        self._hints: dict[int, Because] = {}
        self._retraced: Retraced | None = None
        self._ended: str | None = self._how_it_ended()
        self._agreed = ""
        self._told_end = False

    # --- what happens -------------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at each seat."""
        return self.table.names

    @property
    def others(self) -> Mapping[int, str]:
        """By what name the player at each other seat is made."""
        return self.table.others

    @property
    def to_move(self) -> int:
        """The seat whose turn it is, -1 when the contest is over."""
        return -1 if self._ended else self._state.current_player()

    @property
    def your_turn(self) -> bool:
        """Whether the person is to move."""
        return self.to_move == self.seat

    @property
    def view(self) -> AnyView:
        """What the person sees."""
        return self.discretion.eyes(self._state)

    @property
    def last(self) -> Moved | None:
        """The last ply, as the person was told of it."""
        return self._moved(len(self.plies) - 1) if self.plies else None

    @property
    def history(self) -> tuple[Moved, ...]:
        """Every ply so far, as the person was told of it."""
        told = self._history
        told.extend(self._moved(number) for number in range(len(told), len(self.plies)))
        return tuple(told)

    def start(self) -> list[Event]:
        """Sit down; the others move until it is the person's turn."""
        return [self.began(), *self.answers()]

    def began(self) -> Began:
        """Who sits where, and how the deal came about."""
        game = self.game
        return Began(game.name, game.title, self.seat, game.seat_names, self.names, game.unit, self.opening)

    def play(self, text: str) -> list[Event]:
        """The person's move, and the others until it is the person's turn again or the contest is over."""
        return [self.move(text), *self.answers()]

    def move(self, text: str) -> Moved:
        """The person's move alone. What is not understood or not legal is refused and changes nothing."""
        self._require_turn()
        view = self.view
        action = read_action(view, text)
        try:
            after = self._state.child(action)
        except GameloreError as error:
            refused = self.discretion.refusal(error, str(action))
            raise refused if refused is error else IllegalAction(f"{refused}{example(view)}") from None
        return self._append(self.seat, action, YOU, after)

    def answers(self) -> Iterator[Event]:
        """The others, one move at a time, until it is the person's turn; then how the contest ended, if it has."""
        while self._ended is None and self._state.current_player() != self.seat:
            at, number = self._state.current_player(), len(self.plies)
            decision = self.table.decide(at, self.plies, self._state, self.inherited)
            self._decisions[number] = decision
            try:
                after = self._state if decision.resigns else self._state.child(decision.action)
            except IllegalAction:
                raise IllegalAction(f"{self.names[at]} at seat {at + 1} made a move that is not legal") from None
            yield self._append(at, decision.action, decision.by, after)
        if self._ended is not None and not self._told_end:
            self._told_end = True
            record, result = self.record, self.result
            assert record is not None
            assert result is not None
            self.table.end(record)
            yield result

    def resign(self) -> list[Event]:
        """Give the contest up, where the rules set a price for that."""
        self._require_turn()
        if self.game.unit != "result":
            raise NotAvailable(
                f"{self.game.title} is played for {self.game.unit}; the rules set no price for resigning."
            )
        return [self._append(self.seat, RESIGN, YOU, self._state), *self.answers()]

    def may_draw(self) -> str:
        """`claim` if the same position stands for the third time, `offer` if a draw may be offered, else nothing."""
        if not self.your_turn or not draws_are_agreed(self.game):
            return ""
        return "claim" if self._times() >= TIMES else "offer"

    def draw(self) -> list[Event]:
        """Claim a draw where the same position has stood three times, else offer one; the other agrees or does not."""
        self._require_turn()
        require_draws(self.game)
        if self.may_draw() != "claim" and stands_better(self._state):
            other = self.names[1 - self.seat]
            return [DrawAnswered(False, f"{other[:1].upper()}{other[1:]} stands better here and plays on.")]
        self._agree(CLAIMED if self.may_draw() == "claim" else AGREED)
        return [DrawAnswered(True, f"{self._agreed[:1].upper()}{self._agreed[1:]}."), *self.answers()]

    def may_undo(self) -> bool:
        """Whether the person's last move can be taken back."""
        return not self.discretion.refuses_undo(self.plies, self.inherited, over=self._ended is not None)

    def undo(self) -> TakenBack:
        """Take the person's last move back, and whatever answered it; `NotAvailable` says why that cannot be."""
        refusal = self.discretion.refuses_undo(self.plies, self.inherited, over=self._ended is not None)
        if refusal:
            raise NotAvailable(refusal)
        while True:
            ply = self.plies.pop()
            if ply.seat == self.seat:
                break
        left = len(self.plies)
        del self._history[left:]
        self._decisions = {number: made for number, made in self._decisions.items() if number < left}
        self._hints = {number: hint for number, hint in self._hints.items() if number <= left}
        self._state = ply.state
        self.table.forget()
        return TakenBack(self.discretion.action(ply), len(self.plies))

    def lay_down(self) -> LaidDown:
        """After the contest: see all hands, where players show them to whoever asks."""
        return self.discretion.lay_down(self._state)

    @property
    def result(self) -> Over | None:
        """How the contest ended; None while it goes on."""
        if self._ended is None:
            return None
        outcome = self._outcome()
        return Over(outcome.result(self.seat), outcome.returns, outcome.unit, self._ended, outcome.why)

    @property
    def record(self) -> Record | None:
        """The whole contest for a file, hidden hands included; None while it goes on. Not for the person's eyes."""
        if self._ended is None:
            return None
        outcome, game = self._outcome(), self.game
        return Record(
            game.name, self.names, tuple(str(ply.action) for ply in self.plies), outcome.returns, self._ended,
            self.deal, dict(game.parameters), self.first, deciders=tuple(ply.by for ply in self.plies),
            horizon=game.horizon, why=outcome.why, unit=outcome.unit, labels=self.key.labels(),
        )  # fmt: skip

    # --- what may be asked --------------------------------------------------------------------------------------------

    def shown(self) -> Shown:
        """What the person sees, as data to draw."""
        picture = self.manners.shown(self.view, self.plies[-1].action if self.plies else None)
        return picture if self._ended is None else picture.when_over()

    def moves(self) -> tuple[LegalMove, ...]:
        """What the person may do now; nothing when it is not the person's turn."""
        if not self.your_turn:
            return ()
        return tuple(LegalMove(str(action), self.manners.offered(action)) for action in self.view.legal_actions())

    def hint(self) -> Because:
        """What a strong player would do in the person's place, why, and which maxim finds it."""
        self._require_turn()
        number = len(self.plies)
        if number not in self._hints:
            strong, view = adviser(self.game), self.view
            strong.begin(self.seat, self.table.info(self.seat))
            decision = strong.decide(view, self.table.stream(ADVISING, number))
            decision = self._told_by_maxims(stood_in(self.game, decision))
            self._hints[number] = self.discretion.advice(number, view, strong, decision)
        return self._hints[number]

    def why(self, seat: int | None = None, *, everything: bool = False) -> tuple[Because, ...]:
        """The reasons of the others' last move, or of all that one seat has done, as far as they may be told."""
        if seat is not None and not 0 <= seat < self.game.seats:
            raise BadSetting(f"there is no seat {seat + 1}; {self.game.name} has {self.game.seats}")
        numbers = [n for n, ply in enumerate(self.plies) if ply.seat != self.seat and seat in (None, ply.seat)]
        return tuple(self._because(number, everything) for number in (numbers if seat is not None else numbers[-1:]))

    def afterthoughts(self) -> tuple[str, ...]:
        """What learners at the table think of their decisions when the contest is over, from what their seats saw."""
        record, told = self.record, list[str]()
        if record is not None:
            for at in self.others:
                player = self.table.player(at)
                if isinstance(player, Learner):
                    told += player.afterthoughts(record.seen_by(self.game, (at,)), at)
        return tuple(told)

    def truth(self) -> tuple[TrueValue, ...] | None:
        """What each legal move is worth against perfect play; None where nobody knows, or hands are hidden."""
        return true_values(self._state) if self.your_turn and self.game.perfect_information else None

    def narrowing(self, learner: MaximLearner | None = None) -> tuple[NarrowedBy, ...] | None:
        """How the maxims of the game narrow the person's moves, line by line; None if there are none for it.

        They are those that come with the package, else those of somebody at the table; or those of a learner.
        """
        if not self.your_turn:
            return None
        learner = learner or self._maxims()
        return None if learner is None else narrowed(learner, *self._narrowing(learner))

    def review(self) -> Review:
        """What the person's moves gave away, worst first; when the contest is over."""
        return review(self._over(), self.game, self.seat, self.key.stream(REVIEWING))

    def retrace(self) -> Retraced:
        """The same from move to move: what the contest was worth all along, and mistakes played out."""
        record = self._over()
        if self._retraced is None:  # what is over does not change any more
            self._retraced = retrace(record, self.game, self.seat, self.key.stream(REVIEWING))
        return self._retraced

    # --- keeping ------------------------------------------------------------------------------------------------------

    def to_log(self) -> dict[str, Any]:
        """All that is needed to restore the sitting, as plain data. It holds what is hidden: not for the person."""
        others = {at: (name, self.names[at]) for at, name in self.others.items()}
        plies = tuple((str(ply.action), ply.by) for ply in self.plies)
        return SittingLog(
            self.game, self.seat, others, self.key, self.deal, self.first, self.opening, self.inherited, plies,
            self.discretion.laid_down, self._agreed,
        ).to_data()  # fmt: skip

    @staticmethod
    def restore(log: Mapping[str, Any], *, make: Maker = make_player, game: AnyGame | None = None) -> TableSitting:
        """The sitting of a log. Nobody decides again; the rules check every ply.

        If it is the others' turn, `answers` goes on with them.
        """
        told = SittingLog.from_data(log, game)
        others = {at: player for at, (player, _) in told.others.items()}
        sitting = TableSitting(told.game, told.seat, others, told.key, deal=told.deal, start=told.start, make=make)
        sitting.table.called = {at: name for at, (_, name) in told.others.items()}
        sitting.opening = told.opening
        sitting.take_up(told.plies)
        sitting.inherited, sitting.discretion.laid_down = told.inherited, told.laid_down
        if told.agreed:
            if told.agreed not in (AGREED, CLAIMED) or not sitting.may_draw():
                raise DamagedFile("log of a sitting: a draw was agreed where nobody could")
            sitting._agree(told.agreed)
            sitting._told_end = True
        return sitting

    def take_up(self, plies: Sequence[tuple[str, str]]) -> None:
        """Put plies that were made before on the table: the text of each action, and what decided it."""
        for text, by in plies:
            number, at = len(self.plies) + 1, self._state.current_player()
            try:
                if self._ended is not None:
                    raise IllegalAction("the contest is over")
                action: Action = RESIGN if text == str(RESIGN) else self.game.parse_action(text)
                after = self._state if action == RESIGN else self._state.child(action)
            except GameloreError as error:
                raise DamagedFile(f"log of a sitting: ply {number}: {error}") from None
            self._put(at, action, by, after)
        self._told_end = self._ended is not None

    def play_on(self, key: ContestKey, ply: int) -> TableSitting:
        """The same players take this contest, now over, up again before the ply with this number (from 0).

        What the person has not been shown is drawn again from a stream of the new key, and the person is told so.
        """
        if self._ended is None:
            raise NotAvailable("This contest goes on; it is taken up again when it is over.")
        if not 0 <= ply <= len(self.plies):
            raise BadSetting(f"the contest has {counted(len(self.plies), 'ply', 'plies')}, there is no ply {ply + 1}")
        state, before = (*(made.state for made in self.plies), self._state)[ply], self.plies[:ply]
        world = self.discretion.from_here(state, key.stream(REDEALING))
        as_it_was = TakenUp(self.deal, self.first, tuple((str(made.action), made.by) for made in before))
        taken = as_it_was if world is state else dealt_anew(world, before, self.seat)
        make, deal, start = self.table.make, taken.deal, taken.start
        again = TableSitting(self.game, self.seat, self.others, key, deal=deal, start=start, make=make)
        again.opening = taken.opening
        again.take_up(taken.plies)
        again.inherited = ply
        return again

    def _agree(self, why: str) -> None:
        self._agreed, self._ended = why, BY_AGREEMENT

    # --- inside -------------------------------------------------------------------------------------------------------

    def _over(self) -> Record:
        record = self.record
        if record is None:
            raise NotAvailable("A contest is reviewed when it is over.")
        return record

    def _require_turn(self) -> None:
        if self._ended is not None:
            raise NotAvailable(IS_OVER)
        if self._state.current_player() != self.seat:
            raise NotAvailable("It is not your turn.")

    def _maxims(self) -> MaximLearner | None:
        return list_for(self.game, map(self.table.player, self.others))

    def _narrowing(self, learner: MaximLearner) -> tuple[list[str], Narrowing]:
        past = [(self.discretion.eyes(ply.state), ply.action) for ply in self.plies if ply.seat == self.seat]
        return narrowing_of(learner, self.view, past)

    def _told_by_maxims(self, decision: Decision) -> Decision:
        learner = self._maxims()
        if learner is None:
            return decision
        state = self._state if self.game.perfect_information else None
        return by_maxims(decision, state, learner, *self._narrowing(learner))

    def _append(self, seat: int, action: Action, by: str, after: AnyState) -> Moved:
        self._put(seat, action, by, after)
        return self._moved(len(self.plies) - 1)

    def _put(self, seat: int, action: Action, by: str, after: AnyState) -> None:
        self.plies.append(Ply(self._state, seat, action, by))
        self._state = after
        self._ended = BY_RESIGNATION if action == RESIGN else self._how_it_ended()

    def _moved(self, number: int) -> Moved:
        ply, names = self.plies[number], self.names
        told, said = self.discretion.action(ply), self.discretion.said(ply)
        seat_name = self.game.seat_names[ply.seat]
        return Moved(number, ply.seat, seat_name, names[ply.seat], told, said, ply.seat == self.seat)

    def _because(self, number: int, everything: bool) -> Because:
        ply = self.plies[number]
        if number not in self._decisions:
            made = Decision(ply.action, ply.by)
            if number >= self.inherited:
                again = self.table.decide(ply.seat, self.plies[:number], ply.state, self.inherited)
                # Who has learned since then may decide otherwise today; its old reasons are gone.
                made = again if again.action == ply.action else made
            self._decisions[number] = made
        player, decision = self.table.player(ply.seat), self._decisions[number]
        return self.discretion.because(ply, number, self._state, player, decision, everything=everything)

    def _how_it_ended(self) -> str | None:
        horizon, state = self.game.horizon, self._state
        if state.is_terminal():
            return BY_RULES
        if len(self.plies) == horizon.max_plies:
            return BY_PLIES
        return BY_REPETITION if horizon.repetition and self._times() == horizon.repetition else None

    def _times(self) -> int:
        """How often the position that stands now has stood."""
        return sum(ply.state == self._state for ply in self.plies) + 1

    def _outcome(self) -> Outcome:
        game, outcome = self.game, self._state.outcome()
        if outcome is not None:
            return outcome
        if self._ended == BY_RESIGNATION:
            return resigned(game, self.plies[-1].seat)
        if self._ended == BY_AGREEMENT:
            return drawn(game, self._agreed)
        again = self._ended == BY_REPETITION
        return drawn(game, "the same state again" if again else f"stopped after {len(self.plies)} plies")
