"""One contest between a person at one seat and players at the others: a model that prints nothing and reads nothing.

A terminal and a page are drawn from it. `start` and `play` give events, the questions (`moves`, `hint`, `why`, `truth`,
`narrowing`, `shown`, `review`) give answers; all of them are frozen values that turn into JSON data (`to_data`), and
all pass through `Discretion`, which alone decides what may be told while hands are hidden.

Every decision of the others is drawn from a stream of its own, by seat and ply. So a sitting is a function of who sits
where, the key and what the person did: it is restored from its log (`to_log`, `restore`) without anybody searching or
sampling again, reasons are found again when somebody asks, and after a move is taken back the same move gets the same
answer. Learners may remember what they did in a contest (a plan, the states they made); they are asked again from the
same streams before they next decide, which takes them a millisecond a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gamelore.app.table.data import Because, Began, LaidDown, LegalMove, Moved, NarrowedBy, Over, TakenBack, TrueValue
from gamelore.app.table.discretion import IS_OVER, Discretion, Ply
from gamelore.app.table.reading import read_action
from gamelore.app.table.showing import Shown, opening, shown
from gamelore.app.table.wording import offered
from gamelore.arena.contest import DEALER, ContestKey
from gamelore.arena.roster import make_player
from gamelore.base.errors import BadSetting, DamagedFile, GameloreError, IllegalAction, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.board.game import BoardState
from gamelore.games.core import RESIGN, Action, AnyGame, AnyState, AnyView, Outcome
from gamelore.games.record import BY_PLIES, BY_REPETITION, BY_RESIGNATION, BY_RULES, Record
from gamelore.lab.review.core import Review, narrowing_of, review
from gamelore.learners.core import ContestInfo, Decision, Learner, Player
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Narrowing
from gamelore.oracles import covered

YOU = "you"
"""How a record calls the person."""

ADVISERS = {"draw_poker": ("poker:strong",), "forty_two": ("table:trainer",)}
"""Who gives hints where nobody is perfect; at 42 the playing machine sits behind the trainer."""
USUAL_ADVISERS = ("perfect", "search")

DRAWING = DEALER + 2
"""The seat number of the stream that settles who deals first."""
ADVISING = DEALER + 3
"""The seat number of the streams of whoever gives hints."""
REVIEWING = DEALER + 4
"""The seat number of the stream of whoever reviews the contest."""
_PLY = DEALER << 1
"""How far apart the streams of two plies lie: no seat number is as large."""

Maker = Callable[[str, AnyGame], Player]
Event = Began | Moved | TakenBack | Over | LaidDown


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
        self.game, self.seat, self.key, self.make = game, seat, key, make
        self.others = {at: others[at] for at in sorted(others)}
        self.discretion = Discretion(game, seat)
        self.opening: tuple[str, ...] = ()
        if deal is None and not start:
            deal, told = opening(game, game.sample_deal(key.stream(DEALER)), key.stream(DRAWING))
            self.opening = tuple(told)
        self.deal, self.first = deal or "", start
        self.plies: list[Ply] = []
        self.inherited = 0
        """How many plies were made before this person sat down; they cannot be taken back."""
        self._state: AnyState = game.parse_state(start) if start else game.initial_state(self.deal)
        self.players: dict[int, Player] = {}
        """Who has sat down so far, by seat."""
        self._names: dict[int, str] = {}
        self._caught_up: dict[int, int] = {}
        """Up to which ply each player remembers the contest; absent before it has sat down."""
        self._decisions: dict[int, Decision] = {}
        self._hints: dict[int, Because] = {}
        self._ended: str | None = self._how_it_ended()
        self._told_end = False

    # --- what happens -------------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at each seat."""
        for at in self.others.keys() - self._names.keys():
            self._names[at] = self._player(at).name
        return tuple(YOU if at == self.seat else self._names[at] for at in range(self.game.seats))

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
        return tuple(self._moved(number) for number in range(len(self.plies)))

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
            raise self.discretion.refusal(error, str(action)) from None
        return self._append(self.seat, action, YOU, after)

    def answers(self) -> Iterator[Event]:
        """The others, one move at a time, until it is the person's turn; then how the contest ended, if it has."""
        while self._ended is None and self._state.current_player() != self.seat:
            at, number = self._state.current_player(), len(self.plies)
            decision = self._decide(at, number)
            self._decisions[number] = decision
            try:
                after = self._state if decision.resigns else self._state.child(decision.action)
            except IllegalAction:
                raise IllegalAction(f"{self.names[at]} at seat {at + 1} made a move that is not legal") from None
            yield self._append(at, decision.action, decision.by, after)
        if self._ended is not None and not self._told_end:
            self._finish()
            assert self.result is not None
            yield self.result

    def resign(self) -> list[Event]:
        """Give the contest up, where the rules set a price for that."""
        self._require_turn()
        if self.game.unit != "result":
            raise NotAvailable(
                f"{self.game.title} is played for {self.game.unit}; the rules set no price for resigning."
            )
        return [self._append(self.seat, RESIGN, YOU, self._state), *self.answers()]

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
            self._decisions.pop(len(self.plies), None)
            self._hints.pop(len(self.plies) + 1, None)
            if ply.seat == self.seat:
                break
        self._state, self._caught_up = ply.state, {}
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
        picture = shown(self.view, self.plies[-1].action if self.plies else None)
        return picture if self._ended is None else replace(picture, to_move=-1)

    def moves(self) -> tuple[LegalMove, ...]:
        """What the person may do now; nothing when it is not the person's turn."""
        if not self.your_turn:
            return ()
        return tuple(LegalMove(str(action), offered(action)) for action in self.view.legal_actions())

    def hint(self) -> Because:
        """What a strong player would do in the person's place, and why."""
        self._require_turn()
        number = len(self.plies)
        if number not in self._hints:
            adviser, view = self._adviser(), self.view
            adviser.begin(self.seat, self._info(self.seat))
            decision = adviser.decide(view, self._stream(ADVISING, number))
            self._hints[number] = self.discretion.advice(number, view, adviser, decision)
        return self._hints[number]

    def why(self, seat: int | None = None, *, everything: bool = False) -> tuple[Because, ...]:
        """The reasons of the others' last move, or of all that one seat has done, as far as they may be told."""
        if seat is not None and not 0 <= seat < self.game.seats:
            raise BadSetting(f"there is no seat {seat + 1}; {self.game.name} has {self.game.seats}")
        numbers = [n for n, ply in enumerate(self.plies) if ply.seat != self.seat and seat in (None, ply.seat)]
        return tuple(self._because(number, everything) for number in (numbers if seat is not None else numbers[-1:]))

    def truth(self) -> tuple[TrueValue, ...] | None:
        """What each legal move is worth against perfect play; None where nobody knows, or hands are hidden."""
        state = self._state
        if not self.your_turn or not self.game.perfect_information:
            return None
        solution = covered(self.game, state)
        if solution is None or not isinstance(state, BoardState):
            return None
        values = solution.action_values(state)
        best = max(value.result for _, value in values)
        return tuple(TrueValue(str(m), v.result, v.distance, v.result == best) for m, v in values)

    def narrowing(self, learner: MaximLearner | None = None) -> tuple[NarrowedBy, ...] | None:
        """How the maxims of the game narrow the person's moves, line by line; None if there are none for it.

        They are those that come with the package, or those of a learner.
        """
        if not self.your_turn:
            return None
        if learner is None:
            from gamelore.learners.maxims.shipped import shipped_learner

            try:
                learner = shipped_learner(self.game)
            except NotAvailable:
                return None
        past = [(self.discretion.eyes(ply.state), ply.action) for ply in self.plies if ply.seat == self.seat]
        return narrowed(learner, *narrowing_of(learner, self.view, past))

    def review(self) -> Review:
        """What the person's moves gave away, worst first; when the contest is over."""
        record = self.record
        if record is None:
            raise NotAvailable("A contest is reviewed when it is over.")
        return review(record, self.game, self.seat, self.key.stream(REVIEWING))

    # --- keeping ------------------------------------------------------------------------------------------------------

    def to_log(self) -> dict[str, Any]:
        """All that is needed to restore the sitting, as plain data. It holds what is hidden: not for the person."""
        game = self.game
        return {
            "version": LOG_VERSION,
            "game": {"name": game.name, "parameters": dict(game.parameters), "source": game.source},
            "seat": self.seat,
            "others": {str(at): [name, self.names[at]] for at, name in self.others.items()},
            "key": {"seed": self.key.seed, "number": self.key.number},
            "deal": self.deal,
            "start": self.first,
            "opening": list(self.opening),
            "inherited": self.inherited,
            "plies": [[str(ply.action), ply.by] for ply in self.plies],
            "laid_down": self.discretion.laid_down,
        }

    @staticmethod
    def restore(log: Mapping[str, Any], *, make: Maker = make_player, game: AnyGame | None = None) -> TableSitting:
        """The sitting of a log. Nobody decides again; the rules check every ply.

        If it is the others' turn, `answers` goes on with them.
        """
        try:
            if log["version"] != LOG_VERSION:
                raise DamagedFile(f"log of a sitting: version {log['version']!r}, this program reads {LOG_VERSION}")
            game = _game_of(log["game"]) if game is None else game
            others = {int(at): str(player) for at, (player, _) in log["others"].items()}
            names = {int(at): str(name) for at, (_, name) in log["others"].items()}
            key = ContestKey(int(log["key"]["seed"]), number=int(log["key"]["number"]))
            seat, deal, start = int(log["seat"]), str(log["deal"]), str(log["start"])
            plies = [(str(action), str(by)) for action, by in log["plies"]]
            sitting = TableSitting(game, seat, others, key, deal=deal, start=start, make=make)
            sitting.opening = tuple(str(line) for line in log["opening"])
            inherited, laid_down = int(log["inherited"]), bool(log["laid_down"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DamagedFile(f"log of a sitting: {type(error).__name__}: {error}") from None
        sitting._names = names
        sitting.take_up(plies)
        sitting.inherited, sitting.discretion.laid_down = inherited, laid_down
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

    @staticmethod
    def play_on(
        record: Record, game: AnyGame, seat: int, others: Mapping[int, str], key: ContestKey, ply: int,
        *, make: Maker = make_player,
    ) -> TableSitting:  # fmt: skip
        """The contest of a record, taken up again before the ply with this number (from 0)."""
        if not 0 <= ply <= len(record.actions):
            raise BadSetting(f"the contest has {len(record.actions)} plies, there is no ply {ply + 1}")
        sitting = TableSitting(game, seat, others, key, deal=record.deal, start=record.start, make=make)
        by = record.deciders or ("",) * len(record.actions)
        sitting.take_up(list(zip(record.actions, by, strict=True))[:ply])
        sitting.inherited = ply
        return sitting

    # --- inside -------------------------------------------------------------------------------------------------------

    def _require_turn(self) -> None:
        if self._ended is not None:
            raise NotAvailable(IS_OVER)
        if self._state.current_player() != self.seat:
            raise NotAvailable("It is not your turn.")

    def _stream(self, seat: int, ply: int) -> Rng:
        return self.key.stream(seat + _PLY * (ply + 1))

    def _info(self, seat: int) -> ContestInfo:
        return ContestInfo(self.game, self.names, number=self.key.number, seats=(seat,))

    def _player(self, at: int) -> Player:
        if at not in self.players:
            self.players[at] = self.make(self.others[at], self.game)
        return self.players[at]

    def _ready(self, at: int, number: int) -> Player:
        """The player at a seat, who remembers the contest up to a ply and nothing after it."""
        player = self._player(at)
        known = self._caught_up.get(at, -1)
        if known < 0 or known > number:
            player.begin(at, self._info(at))
            known = 0
        if isinstance(player, Learner):
            for n in range(max(known, self.inherited), number):
                ply = self.plies[n]
                if ply.seat == at:
                    player.decide(ply.state.view(at), self._stream(at, n))
        self._caught_up[at] = number
        return player

    def _decide(self, at: int, number: int) -> Decision:
        """What the player at a seat decides as the ply with this number."""
        state = self.plies[number].state if number < len(self.plies) else self._state
        player = self._ready(at, number)
        decision = player.decide(state.view(at), self._stream(at, number))
        self._caught_up[at] = number + 1
        return decision

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
        player = self._player(ply.seat)
        if number not in self._decisions:
            again = Decision(ply.action, ply.by) if number < self.inherited else self._decide(ply.seat, number)
            # Who has learned since then may decide otherwise today; its old reasons are gone.
            same = again.action == ply.action
            self._decisions[number] = again if same else Decision(ply.action, ply.by)
        decision = self._decisions[number]
        return self.discretion.because(ply, number, self._state, player, decision, everything=everything)

    def _adviser(self) -> Player:
        for name in ADVISERS.get(self.game.name, USUAL_ADVISERS):
            try:
                return make_player(name, self.game)
            except NotAvailable:
                continue
        raise NotAvailable(f"Nobody here knows more about {self.game.name} than you do.")

    def _how_it_ended(self) -> str | None:
        horizon, state = self.game.horizon, self._state
        if state.is_terminal():
            return BY_RULES
        if len(self.plies) == horizon.max_plies:
            return BY_PLIES
        times = sum(ply.state == state for ply in self.plies) + 1 if horizon.repetition else 0
        return BY_REPETITION if times and times == horizon.repetition else None

    def _outcome(self) -> Outcome:
        game, outcome = self.game, self._state.outcome()
        if outcome is not None:
            return outcome
        if self._ended == BY_RESIGNATION:
            loser = self.plies[-1].seat
            share = 1.0 / (len(set(game.teams)) - 1)
            returns = tuple(-1.0 if team == game.teams[loser] else share for team in game.teams)
            return Outcome(returns, game.unit, f"{game.seat_names[loser]} resigned")
        again = self._ended == BY_REPETITION
        why = "the same state again" if again else f"stopped after {len(self.plies)} plies"
        return Outcome((0.0,) * game.seats, game.unit, why)

    def _finish(self) -> None:
        """Let the others get up, each with what it saw."""
        self._told_end = True
        record = self.record
        assert record is not None
        for at in self.others:
            self._player(at).end(record.seen_by(self.game, (at,)))


LOG_VERSION = 1


def narrowed(learner: MaximLearner, moves: Sequence[str], narrowing: Narrowing) -> tuple[NarrowedBy, ...]:
    """How a list of maxims went over some moves, line by line."""
    lines, wording = learner.lines, learner.reader.wording
    found = []
    for number, line in enumerate(lines):
        dropped = tuple(moves[move] for move in narrowing.dropped_by(number))
        left = tuple(moves[move] for move in narrowing.kept[number + 1].tolist())
        found.append(NarrowedBy(wording.label(lines, number), wording.sentence(line), bool(dropped), left, dropped))
    return tuple(found)


def _game_of(about: Mapping[str, Any]) -> AnyGame:
    """The game that a log names; a person's own is made from its text."""
    from gamelore.games.board.toml_game import parse_board_game
    from gamelore.games.registry import load_game

    name, parameters, source = str(about["name"]), dict(about["parameters"]), str(about["source"])
    if not source:
        return load_game(name, **parameters)
    return replace(parse_board_game(source, name, parameters, name=name), source=source)
