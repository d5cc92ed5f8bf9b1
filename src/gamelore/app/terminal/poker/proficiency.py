"""The proficiency test at the terminal: round after round, kept after every move; the graph at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gamelore.app.table.data import Moved, Over
from gamelore.app.table.manners import headline
from gamelore.app.table.poker.proficiency import WAIT, ProficiencyRound, ProficiencyTest, beside, graph, verdict
from gamelore.app.table.sitting import Event
from gamelore.app.terminal.drawing import drawing_of
from gamelore.app.terminal.talk import Talk
from gamelore.base.errors import GameloreError
from gamelore.lab.charts import draw_lines_text

COMMANDS = ("moves", "score", "help", "quit")
HELP = """Type a number to bet, call or drop; at the draw up to three cards such as 5h Qd, or none. Other words:
  moves  everything you may do
  score  what you won so far, round by round
  quit   go on another time; everything is kept
There are no hints, reasons or reviews in a test, because the same hands come again, exchanged."""


class ProficiencyTerminal:
    """One sitting of a test; there may be several."""

    def __init__(self, test: ProficiencyTest, talk: Talk, keep: Callable[[ProficiencyTest], None]) -> None:
        self.test, self.keep, self.drawing = test, keep, drawing_of(test.game)
        self.talk = Talk(
            talk.read, lambda line: talk.write(self.drawing.written(line)), talk.ink, talk.words, talk.busy
        )

    def take(self) -> bool:
        """Play until the test is over; False if the person left before."""
        test, talk = self.test, self.talk
        talk.tell(f"Proficiency test against {test.player.name}: two series, {5 * test.games} rounds each.")
        try:
            while not test.over:
                self._round()
            self._news()
        except EOFError:
            talk.tell("Everything is kept; the same command goes on.")
            return False
        return True

    def _round(self) -> None:
        test, talk, here = self.test, self.talk, self.test.here
        self._news()
        if test.between and not test.done[-1]:
            talk.tell("", WAIT)
            self._pause()
        first = "you act first" if here.seat == 0 else f"{test.player.name} acts first"
        talk.tell("", talk.ink(f"{here.title}; {first}.", "strong"))
        self._tell(test.opening(), here)
        while len(test.chips) < len(test.rounds) and test.here == here:
            self._turn(here)

    def _pause(self) -> None:
        while True:
            self.talk.tell("Type quit to go on tomorrow, or Enter to go on now.")
            match self.talk.ask("go on> ", ["quit", "score"]).lower():
                case "":
                    return
                case "quit" | "q" | "exit":
                    raise EOFError
                case "score":
                    self.talk.tell(self._score())

    def _news(self) -> None:
        self.talk.tell(*self.test.news)
        self.test.news = []

    def _turn(self, here: ProficiencyRound) -> None:
        test, talk = self.test, self.talk
        sitting = test.sitting
        talk.tell("", self.drawing.draw(sitting.shown(), talk.ink))
        while True:
            text = talk.ask(self.drawing.prompt(sitting.shown()), [*(m.action for m in sitting.moves()), *COMMANDS])
            try:
                match text.lower():
                    case "":
                        continue
                    case "quit" | "q" | "exit":
                        raise EOFError
                    case "help" | "?":
                        talk.tell(HELP)
                    case "moves":
                        talk.tell(", ".join(move.action for move in sitting.moves()))
                    case "score":
                        talk.tell(self._score())
                    case _:
                        events = test.play(text)
                        self.keep(test)
                        if sitting.result is not None:
                            self._tell(events[:-1], here)
                            talk.tell("", self.drawing.draw(sitting.shown(), talk.ink))
                            self._tell(events[-1:], here)
                        else:
                            self._tell(events, here)
                        return
            except GameloreError as error:
                talk.tell(str(error))

    def _tell(self, events: Iterable[Event], here: ProficiencyRound) -> None:
        talk = self.talk
        for event in events:
            if isinstance(event, Moved) and not event.yours:
                talk.tell(f"{event.player} {event.said}")
            elif isinstance(event, Over):
                ended = self.test.game.kit.part("manners").ended(event.why)
                talk.tell(talk.ink(f"{headline(event, here.seat)}: {ended}.", "strong"))

    def _score(self) -> str:
        told = zip(self.test.rounds, self.test.chips, strict=False)
        counted = [f"{chips:+g}" for here, chips in told if here.deal >= 0]
        return f"Your chips, round by round: {' '.join(counted) or 'none yet'}"


def result_lines(test: ProficiencyTest) -> list[str]:
    """What a test came to: sentences, the graph of the thesis, and the printed players beside it."""
    result, program = test.result(), test.player.name
    return [
        "",
        *verdict(result, program),
        "",
        "Chips won, round by round, with the same hands:",
        *draw_lines_text(graph(result, program), "rounds of play"),
        "",
        "How far the program is ahead with the same hands; of the printed players one game of five rounds is printed:",
        *draw_lines_text(beside(result, program), "rounds of play"),
    ]
