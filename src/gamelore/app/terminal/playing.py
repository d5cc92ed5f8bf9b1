"""A person's contest at the terminal: the picture, what the person types, what the others do.

The terminal only draws and reads; all that it tells comes from the model of the sitting. Words that are no move are
commands, at every prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gamelore.app.table.data import Because, Began, LaidDown, Moved, Over, TakenBack
from gamelore.app.table.series import NOBODY_YET, ScoreBoard, next_sitting, scored
from gamelore.app.table.showing import ShownFortyTwo, ShownPoker
from gamelore.app.table.sitting import Event, TableSitting
from gamelore.app.table.wording import headline, why_over, with_signs
from gamelore.app.terminal.drawing import draw
from gamelore.app.terminal.reviewing import SHOWN, ask_again, review_lines
from gamelore.app.terminal.talk import Talk
from gamelore.base.errors import GameloreError
from gamelore.games.poker.draw_poker import DrawPoker
from gamelore.games.record import Record
from gamelore.lab.review.core import Review

PROMPT, AFTERWARDS = "your move> ", "afterwards> "
PROMPTS = {
    "first bets": "your bet> ", "second bets": "your bet> ", "replacing": "replace> ", "bidding": "your bid> ",
    "trump": "trump> ", "play": "your domino> ",
}  # fmt: skip
"""What is asked for at a stage of poker and of 42."""
COMMANDS = ("hint", "why", "why all", "moves", "maxims", "truth", "undo", "resign", "help", "quit")
AFTER_COMMANDS = ("review", "review all", "retry", "again 1", "next", "why", "show", "help", "quit")

HELP = """Type a move as it is written under 'moves'; Tab completes. Other words:
  hint     what a strong player would do here, and why
  why      why the other side made its last move; 'why B' for all that seat B has done, 'why all' for every reason
  moves    everything you may do
  maxims   how the maxims of the game narrow your moves, line by line
  truth    what each move is worth, where the game is solved
  undo     take back your last move and the answer to it
  resign   give the contest up
  quit     leave without a result"""
HELP_AFTERWARDS = """The contest is over. You may type:
  review   your moves that gave something away, worst first; 'review all' for all of them
  retry    the same, but you are asked for a better move before it is told
  again N  play on from before the N-th of them
  why      the reasons of the others' last move; 'why B' for all that seat B has done
  show     see all hands, where players lay them down
  next     another contest at the same table
  Enter    leave"""


class PlayTerminal:
    """One contest, from the first picture to the review."""

    def __init__(self, sitting: TableSitting, talk: Talk) -> None:
        self.sitting, self.talk = sitting, talk
        if isinstance(sitting.game, DrawPoker):  # cards as people write them, wherever they are named
            self.talk = replace(talk, write=lambda line: talk.write(with_signs(line)))
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
        talk.tell("", draw(sitting.shown(), talk.ink))
        while True:
            text = talk.ask(self._prompt(), [*(move.action for move in sitting.moves()), *COMMANDS])
            try:
                if self._did(text):
                    return
            except GameloreError as error:
                talk.tell(str(error))

    def _prompt(self) -> str:
        shown = self.sitting.shown()
        return PROMPTS[shown.stage] if isinstance(shown, ShownPoker | ShownFortyTwo) else PROMPT

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
            case ["resign"]:
                self._tell_all(sitting.resign())
            case ["help" | "?"]:
                talk.tell(HELP)
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
            case TakenBack():
                talk.tell(f"Taken back: {event.action}")
            case LaidDown():
                talk.tell(*(f"{name} was dealt {hand}" for name, hand in event.hands))
            case Over():
                self._over(event)

    def _over(self, event: Over) -> None:
        talk, sitting = self.talk, self.sitting
        talk.tell("", draw(sitting.shown(), talk.ink))
        talk.tell(talk.ink(f"{headline(event, sitting.seat)}: {why_over(event)}.", "strong"))

    def _hint(self, hint: Because) -> None:
        self.talk.tell(f"{hint.player} would {hint.said}", *hint.lines)

    def _why(self, asked: Sequence[str]) -> None:
        """The reasons of the last move of the others, or of all moves of one seat."""
        sitting, talk = self.sitting, self.talk
        words = [word for word in asked if word != "all"]
        names = [name.lower() for name in sitting.game.seat_names]
        if words and words[0] not in names:
            talk.tell(f"There is no seat '{words[0]}'; seats: {', '.join(sitting.game.seat_names)}")
            return
        told = sitting.why(names.index(words[0]) if words else None, everything="all" in asked)
        if not told:
            talk.tell("The other side has not moved yet.")
        for because in told:
            by = f", decided by {because.by}" if because.by else ""
            talk.tell(f"{because.player} {because.said}{by}.", *because.lines)

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

    def _truth(self) -> None:
        talk, truth = self.talk, self.sitting.truth()
        if truth is None:
            talk.tell(f"Nobody knows what the moves of {self.sitting.game.title} are worth here.")
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
                    talk.tell(f"The review names {len(moves)} moves; there is no number {number}.")
                    return False
                self.again = moves[int(number) - 1].ply
                return True
            case ["why", *asked]:
                self._why(asked)
            case ["next" | "n"]:
                self.next = True
                return True
            case ["show"]:
                self._tell(self.sitting.lay_down())
            case _:
                talk.tell(HELP_AFTERWARDS)
        return False

    def _reviewed(self) -> Review:
        if self._review is None:
            with self.talk.busy("your moves are judged"):
                self._review = self.sitting.review()
        return self._review


def play_on(sitting: TableSitting, talk: Talk, keep: Callable[[Record], None] = lambda record: None) -> None:
    """One contest after the other, until the person has had enough; each that was played to its end is kept."""
    score = NOBODY_YET
    while True:
        terminal = PlayTerminal(sitting, talk)
        if not terminal.play():
            return
        record = sitting.record
        assert record is not None
        keep(record)
        if terminal.again is not None:
            key = replace(sitting.key, number=sitting.key.number + 1)
            sitting = TableSitting.play_on(
                record, sitting.game, sitting.seat, sitting.others, key, terminal.again, make=sitting.table.make
            )
            continue
        if not terminal.next:
            return
        score = scored(score, record, sitting.seat)
        talk.tell("", score_line(score))
        sitting = next_sitting(sitting)


def score_line(score: ScoreBoard) -> str:
    """How the person stands."""
    told = f"After {score.contests} contest{'' if score.contests == 1 else 's'}: won {score.won}, lost {score.lost}"
    if score.drawn:
        told += f", drawn {score.drawn}"
    if score.unit == "marks":
        won = "" if score.match_won is None else f"; you have {'won' if score.match_won else 'lost'} the match"
        return f"{told}; marks: A and C {score.marks[0]}, B and D {score.marks[1]}{won}."
    return f"{told}; {score.gain:+g} {score.unit}." if score.unit != "result" else f"{told}."
