"""Talking with a person: lines that can be edited, found again and completed, and lines that are written.

At a terminal the line editor of the standard library does the editing (arrow keys, the history of the sitting, Tab);
anywhere else lines are read and written plainly. Tests bring a reader and a writer of their own.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from gamelore.app.terminal.ink import Ink, usual_ink
from gamelore.app.terminal.output import spinner
from gamelore.app.terminal.width import say
from gamelore.games.core import AnyGame

Reader = Callable[[str], str]
Writer = Callable[[str], None]


@dataclass(slots=True)
class Talk:
    """One person to talk with."""

    read: Reader
    write: Writer
    ink: Ink = field(default_factory=Ink)
    words: list[str] = field(default_factory=list)
    """What Tab completes."""
    busy: Callable[[str], contextlib.AbstractContextManager[object]] = lambda what: contextlib.nullcontext()
    """Shows that something takes its time."""
    explain: Callable[[AnyGame, Sequence[str]], Sequence[str]] = lambda game, sentences: ()
    """What the words of some sentences of a game mean, as far as the person has not been told."""

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """One line; EOFError when the person leaves. Some words may be completed."""
        self.words[:] = words
        return self.read(prompt).strip()

    def tell(self, *lines: str) -> None:
        for line in lines:
            self.write(line)

    def complete(self, text: str) -> list[str]:
        """The words that a line may go on to, given what stands there: whole lines, case does not matter."""
        return [word for word in self.words if word.lower().startswith(text.lower())]


@contextlib.contextmanager
def talk() -> Iterator[Talk]:
    """The person at standard input and output."""
    person = Talk(input, say, usual_ink(), busy=spinner)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield person
        return
    try:
        import readline
    except ImportError:  # no line editor on this system
        yield person
        return
    before = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(_completer(person))
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
    try:
        yield person
    finally:
        readline.set_completer(before[0])
        readline.set_completer_delims(before[1])


def _completer(person: Talk) -> Callable[[str, int], str | None]:
    """The form in which the line editor asks: the n-th way to go on."""

    def nth(text: str, number: int) -> str | None:
        found = person.complete(text)
        return found[number] if number < len(found) else None

    return nth
