"""A person's contest at the terminal: the picture, what the person types, what the others do.

The terminal only draws and reads; all that it tells comes from the model of the sitting. Words that are no move are
commands, at every prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gamelore.app.table.advice import untold_truth
from gamelore.app.table.data import Because, Began, DrawAnswered, LaidDown, Moved, Over, TakenBack
from gamelore.app.table.manners import headline
from gamelore.app.table.series import next_sitting
from gamelore.app.table.sitting import Event, TableSitting
from gamelore.app.terminal.drawing import drawing_of
from gamelore.app.terminal.reviewing import SHOWN, ask_again, review_lines
from gamelore.app.terminal.talk import Talk
from gamelore.base.errors import GameloreError
from gamelore.base.words import counted
from gamelore.games.record import Record
from gamelore.lab.review.core import Review

AFTERWARDS = "afterwards> "
COMMANDS = ("hint", "why", "why all", "moves", "maxims", "truth", "undo", "draw", "resign", "help", "quit")
AFTER_COMMANDS = ("review", "review all", "retry", "again 1", "next", "why", "show", "help", "quit")

HELP = """Type a move as it is written under 'moves'; Tab completes. Other words:
  hint     what a strong player would do here, and why
  why      why the other side made its last move; 'why SEAT' for all that a seat has done, 'why all' for every reason
  moves    everything you may do
  maxims   how the maxims of the game narrow your moves, line by line
  truth    what each move is worth, where the game is solved
  undo     take back your last move and the answer to it
  draw     offer a draw, or claim one when the same position stands for the third time
  resign   give the contest up
  quit     leave without a result"""
HELP_AFTERWARDS = """The contest is over. You may type:
  review   your moves that gave something away, worst first; 'review all' for all of them
  retry    the same, but you are asked for a better move before it is told
  again N  play on from before the N-th of them
  why      the reasons of the others' last move; 'why SEAT' for all that a seat has done
  show     see all hands, where players lay them down
  next     another contest at the same table
  Enter    leave"""


class PlayTerminal:
    """One contest, from the first picture to the review."""

    def __init__(self, sitting: TableSitting, talk: Talk) -> None:
        self.sitting, self.drawing = sitting, drawing_of(sitting.game)
        self.talk = replace(talk, write=lambda line: talk.write(self.drawing.written(line)))
        self.again: int | None = None
        """The ply from which the person wants to play on after the review."""
        self.next = False
        """Whether the person wants another contest."""
        self._review: Review | None = None

    def play(self) -> bool:
        """Play until the contest is over; False if the person left before."""
        sitting, talk = self.sitting, self.talk
        with talk.busy(f"{sitting.game.title} is made ready"):
            began = sitting.began()
        self._tell(began)
        self._tell_all(sitting.answers())
        try:
            while sitting.result is None:
                self._turn()
        except EOFError:
            talk.tell("Goodbye.")
            return False
        self._afterwards()
        return True

    def _turn(self) -> None:
        sitting, talk = self.sitting, self.talk
        talk.tell("", self.drawing.draw(sitting.shown(), talk.ink))
        while True:
            text = talk.ask(
                self.drawing.prompt(sitting.shown()), [*(move.action for move in sitting.moves()), *COMMANDS]
            )
            try:
                if self._did(text):
                    return
            except GameloreError as error:
                talk.tell(str(error))

    def _did(self, text: str) -> bool:
        """Whether the picture has changed."""
        sitting, talk = self.sitting, self.talk
        match text.lower().split():
            case []:
                return False
            case ["quit" | "exit" | "q"]:
                raise EOFError
            case ["undo"]:
                self._tell(sitting.undo())
            case ["draw"]:
                with talk.busy("the other side thinks about it"):
                    answered = sitting.draw()
                self._tell_all(answered)
                return sitting.result is not None
            case ["resign"]:
                self._tell_all(sitting.resign())
            case ["help" | "?"]:
                talk.tell(HELP.replace("SEAT", self._other_seat))
                return False
            case ["moves"]:
                talk.tell(", ".join(move.action for move in sitting.moves()))
                return False
            case ["hint"]:
                with talk.busy("a strong player looks at it"):
                    hint = sitting.hint()
                self._hint(hint)
                return False
            case ["maxims"]:
                self._maxims()
                return False
            case ["truth"]:
                self._truth()
                return False
            case ["why", *asked]:
                self._why(asked)
                return False
            case _:
                sitting.move(text)
                self._tell_all(sitting.answers())
        return True

    # --- what is told -------------------------------------------------------------------------------------------------

    def _tell_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        talk = self.talk
        match event:
            case Began():
                seat = event.seat_names[event.seat]
                talk.tell(f"{event.title}: you are {seat}. Type a move, or 'help'.", *event.opening)
            case Moved() if not event.yours:
                talk.tell(f"{event.player} ({event.seat_name}) {event.said}")
            case Moved() if event.action == "resign":
                talk.tell("You resign.")
            case DrawAnswered():
                talk.tell(event.said)
            case TakenBack():
                talk.tell(f"Taken back: {event.action}")
            case LaidDown():
                talk.tell(*(f"{name} was dealt {hand}" for name, hand in event.hands))
            case Over():
                self._over(event)

    def _over(self, event: Over) -> None:
        talk, sitting = self.talk, self.sitting
        talk.tell("", self.drawing.draw(sitting.shown(), talk.ink))
        talk.tell(talk.ink(f"{headline(event, sitting.seat)}: {sitting.manners.ended(event.why)}.", "strong"))

    def _hint(self, hint: Because) -> None:
        self.talk.tell(f"{hint.player} would {hint.said}", *hint.lines)

    def _why(self, asked: Sequence[str]) -> None:
        """The reasons of the last move of the others, or of all moves of one seat."""
        sitting, talk = self.sitting, self.talk
        words = " ".join(word for word in asked if word != "all")
        seat = self._seat_called(words) if words else None
        if words and seat is None:
            talk.tell(f"There is no seat '{words}'; seats: {', '.join(self._seats())}")
            return
        if seat == sitting.seat:
            others = " or ".join(f"'why {sign}'" for n, sign in enumerate(self._signs) if n != seat)
            talk.tell(f"You are {sitting.game.seat_names[seat]} yourself; try {others}.")
            return
        told = sitting.why(seat, everything="all" in asked)
        if not told:
            who = "The other side" if seat is None else sitting.game.seat_names[seat]
            talk.tell(f"{who} has not moved yet.")
        for because in told:
            by = f", decided by {because.by}" if because.by else ""
            talk.tell(f"{because.player} {because.said}{by}.", *because.lines)

    @property
    def _other_seat(self) -> str:
        """A seat that somebody may be asked about, by the name that is typed most quickly."""
        return self._signs[(self.sitting.seat + 1) % self.sitting.game.seats]

    @property
    def _signs(self) -> Sequence[str]:
        """The seats by the names that are typed most quickly."""
        return self.sitting.manners.seat_signs(self.sitting.game) or self.sitting.game.seat_names

    def _seats(self) -> list[str]:
        """The seats as they are offered: by name, and by marker where that is another."""
        names, signs = self.sitting.game.seat_names, self.sitting.manners.seat_signs(self.sitting.game)
        return [f"{name} ({sign})" if sign != name else name for name, sign in zip(names, signs or names, strict=True)]

    def _seat_called(self, word: str) -> int | None:
        """The seat of a name, of the beginning of one, or of a marker; None where it fits none, or two."""
        names, signs = self.sitting.game.seat_names, self.sitting.manners.seat_signs(self.sitting.game)
        for some in (names, signs, self._seats()):
            same = [n for n, name in enumerate(some) if name.lower() == word]
            if same:
                return same[0]
        begun = [n for n, name in enumerate(names) if name.lower().startswith(word)]
        return begun[0] if len(begun) == 1 else None

    def _maxims(self) -> None:
        talk = self.talk
        lines = self.sitting.narrowing()
        if lines is None:
            talk.tell(f"No maxims come with {self.sitting.game.title}.")
            return
        for line in lines:
            if line.applies:
                left = ", ".join(line.left[:8]) + (" ..." if len(line.left) > 8 else "")
                talk.tell(f"{talk.ink(line.label, 'note')}: {line.sentence}  -> {left}")
        if not any(line.applies for line in lines):
            talk.tell("No line tells your moves apart.")
        talk.tell(*talk.explain(self.sitting.game, [line.sentence for line in lines if line.applies]))

    def _truth(self) -> None:
        talk, truth = self.talk, self.sitting.truth()
        if truth is None:
            talk.tell(untold_truth(self.sitting.game))
            return
        for result, word, style in ((1, "win", "good"), (0, "draw", "note"), (-1, "lose", "bad")):
            moves = [value for value in truth if value.result == result]
            if moves:
                said = ", ".join(v.action + (f" (in {v.plies})" if v.plies is not None else "") for v in moves)
                talk.tell(f"{talk.ink(f'{word:<5}', style)} {said}")  # type: ignore[arg-type]

    # --- when it is over ----------------------------------------------------------------------------------------------

    def _afterwards(self) -> None:
        """The contest is over: the person may ask for a review, for reasons, and where that is done for the hands."""
        talk = self.talk
        talk.tell(
            "'review' shows what your moves gave away, 'next' plays another, 'help' tells what else; Enter leaves."
        )
        while True:
            try:
                words = talk.ask(AFTERWARDS, AFTER_COMMANDS).lower().split()
                if words in ([], ["quit"], ["q"], ["exit"]):
                    return
                if self._answered(words):
                    return
            except EOFError:
                return
            except GameloreError as error:
                talk.tell(str(error))

    def _answered(self, words: Sequence[str]) -> bool:
        """Whether the person wants to go on with another contest, or with this one from a mistake."""
        talk = self.talk
        match words:
            case ["review", *rest]:
                talk.tell(
                    *review_lines(self._reviewed(), self.sitting.game, talk.ink, None if rest == ["all"] else SHOWN)
                )
                if self._review is not None and self._review.moves:
                    talk.tell("", "'again 1' plays on from before the first of them.")
            case ["retry"]:
                ask_again(self._reviewed(), self.sitting.game, talk)
            case ["again", number] if number.isascii() and number.isdigit() and len(number) < 10:
                moves = self._reviewed().moves
                if not 1 <= int(number) <= len(moves):
                    talk.tell(f"The review names {counted(len(moves), 'move')}; there is no number {number}.")
                    return False
                self.again = moves[int(number) - 1].ply
                return True
            case ["why", *asked]:
                self._why(asked)
                talk.tell(*self.sitting.afterthoughts())
            case ["next" | "n"]:
                self.next = True
                return True
            case ["show"]:
                self._tell(self.sitting.lay_down())
            case _:
                talk.tell(HELP_AFTERWARDS.replace("SEAT", self._other_seat))
        return False

    def _reviewed(self) -> Review:
        if self._review is None:
            with self.talk.busy("your moves are judged"):
                self._review = self.sitting.review()
        return self._review


def play_on(sitting: TableSitting, talk: Talk, keep: Callable[[Record], None] = lambda record: None) -> None:
    """One contest after the other, until the person has had enough; each that was played to its end is kept."""
    score = sitting.manners.score
    while True:
        terminal = PlayTerminal(sitting, talk)
        if not terminal.play():
            return
        record = sitting.record
        assert record is not None
        keep(record)
        if terminal.again is not None:
            key = replace(sitting.key, number=sitting.key.number + 1)
            sitting = sitting.play_on(key, terminal.again)
            continue
        if not terminal.next:
            return
        score = score.after(record, sitting.seat)
        talk.tell("", score.line())
        sitting = next_sitting(sitting)
