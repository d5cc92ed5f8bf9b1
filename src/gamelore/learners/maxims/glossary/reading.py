"""A reading: another sense of a word of the lines, held throughout a contest, and who reads a list so.

The words of a list settle nothing by themselves. Whoever writes one asks how else a word can be taken, and what that
costs (`gamelore test GAME --misread`). The readings of a family stand with its words; they are plain Python, as a
person would count who takes the word so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from gamelore.games.core import AnyGame
from gamelore.learners.maxims.lines import Line
from gamelore.learners.maxims.reader import MaximReader
from gamelore.learners.maxims.words import Wording


@dataclass(frozen=True, slots=True)
class Reading:
    """One sense of a word that is not meant."""

    name: str
    words: tuple[str, ...]
    """How the word stands in a sentence, in any of these forms; where none does, nobody can read it so."""
    sense: str
    """What this reader takes it to mean, in a sentence."""
    changes: frozenset[str]
    """The measures and conditions that it counts otherwise."""
    reader: Callable[[AnyGame, Reading], MaximReader]
    """Makes somebody who reads so."""
    fits: Callable[[AnyGame], bool] = lambda game: True
    """Whether it is another sense at all in a game."""

    def could_touch(self, line: Line, parts: Callable[[Line], Iterable[str]]) -> bool:
        """Whether the line measures something that this reader would count otherwise."""
        return not self.changes.isdisjoint(parts(line))

    def occurs(self, sentence: str) -> bool:
        """Whether a sentence has the word."""
        return any(has_word(sentence, word) for word in self.words)

    def touches(self, line: Line, wording: Wording) -> bool:
        """Whether the line is read otherwise: it has the word, and measures what it is about."""
        return self.could_touch(line, wording.names_in) and self.occurs(wording.sentence(line))


def has_word(sentence: str, word: str) -> bool:
    """Whether a sentence has a word, or its plural."""
    return _pattern(word).search(sentence) is not None


@lru_cache(maxsize=1024)
def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(word)}(?:s|es)?\b", re.IGNORECASE)
