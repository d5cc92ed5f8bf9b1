"""The guide as text, as wide as it is asked for; and the handout, which is what fits on a sheet of paper.

What this is, the game, the entries, the words, how strong it is, what to try, how it was found: the page has the same
order (`html.py`).
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from gamelore.app.guide import words
from gamelore.app.guide.drawing import drawing_of
from gamelore.app.guide.glossary import misled, misled_shortly, senses, words_text
from gamelore.games.telling import rules_in_words
from gamelore.lab.guide.core import READERS, Guide, GuideEntry, GuidePart, Question

WIDTH = 100
TO_TRY = 3
"""Situations to try of each part; the page has more."""


def guide_text(guide: Guide, width: int = WIDTH) -> str:
    """The whole guide."""
    return "\n".join(_Text(guide, width).whole()) + "\n"


def handout_text(guide: Guide, width: int = WIDTH) -> str:
    """What a player has beside the board: the game, the entries and the words."""
    return "\n".join(_Text(guide, width).handout()) + "\n"


class _Text:
    """A guide in lines of a width."""

    def __init__(self, guide: Guide, width: int) -> None:
        self.guide, self.width, self.drawing = guide, width, drawing_of(guide.game)

    def whole(self) -> Iterator[str]:
        guide = self.guide
        yield from self.fold(words.headline(guide))
        yield ""
        yield from self._about()
        yield from self._game()
        for part in guide.parts if guide.entries else ():
            yield from self._part(part)
        yield from self._words()
        yield from self._strength()
        yield from self._to_try()
        yield from self._found()

    def handout(self) -> Iterator[str]:
        guide = self.guide
        yield from self.fold(words.headline(guide))
        yield ""
        yield from self._about()
        yield from self._game()
        for part in guide.parts if guide.entries else ():
            yield from self.title(part.title)
            for number, entry in guide.entries_of(part.name):
                yield from self.fold(f"{entry.place:>2}. {entry.sentence}", "    ")
                yield from self.fold(f"    {misled_shortly(self.guide, entry)}".rstrip(), "    ")
                yield from self._example(number, entry)
            yield ""
        yield from self._words(pictures=False)
        yield from self.fold(guide.command)

    def title(self, text: str) -> Iterator[str]:
        yield from self.fold(text)
        yield "-" * min(len(text), self.width)

    def fold(self, text: str, indent: str = "") -> list[str]:
        """A text in lines; no word is broken."""
        return textwrap.wrap(text, self.width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)

    def _about(self) -> Iterator[str]:
        guide = self.guide
        if guide.entries:
            for sentence in words.about_sentences(guide):
                yield from self.fold(sentence)
            yield ""
            return
        yield from self.fold(words.NO_LIST)
        yield ""
        for number, sentence in enumerate(words.else_sentences(guide)[: words.MOST_SENTENCES], start=1):
            yield from self.fold(f"{number:>2}. {sentence}", "    ")
        yield ""

    def _game(self) -> Iterator[str]:
        told, ground = rules_in_words(self.guide.game), self.drawing.ground_text(self.guide.game, self.width)
        if not told and not ground:
            return
        yield from self.title("The game")
        yield from self.fold(" ".join(told))
        yield ""
        if ground:
            yield ground
            yield ""

    def _part(self, part: GuidePart) -> Iterator[str]:
        yield from self.title(part.title)
        for number, entry in self.guide.entries_of(part.name):
            yield from self.fold(f"{entry.place:>2}. {entry.sentence}", "    ")
            for sentence in (*misled(self.guide, entry), words.entry_facts(self.guide, entry)):
                yield from self.fold(f"    {sentence}", "    ")
            yield from self._example(number, entry)
            yield ""

    def _example(self, number: int, entry: GuideEntry) -> Iterator[str]:
        step = None if entry.example is None else entry.example.step(number)
        if entry.example is not None and step is not None:
            told = words.example_sentence(self.guide, step, self.drawing.said)
            yield from self._situation(entry.example, "    ", f"{told} {self.drawing.past(entry.example)}".rstrip())

    def _situation(self, question: Question, indent: str, told: str = "", label: str = "") -> Iterator[str]:
        """A situation: its picture where there is a small one, and what is seen, in words."""
        first = label or indent
        sketch = self.drawing.sketch(question.situation, self.width - len(indent))
        yield from self.fold(f"{first}{self.drawing.text(question.situation)} {told}".rstrip(), indent)
        yield from (f"{indent}  {line}" for line in sketch.splitlines())

    def _words(self, pictures: bool = True) -> Iterator[str]:
        """What the words of the entries mean; on a handout without pictures."""
        told = senses(self.guide.game, [entry.sentence for entry in self.guide.entries], self.guide.words)
        if not told:
            return
        yield from self.title("The words")
        if pictures and not self.guide.words:
            yield from words_text(self.guide.game, [entry.sentence for entry in self.guide.entries], self.width)
        else:
            for sentence in told:
                yield from self.fold(sentence, "    ")
        yield ""

    def _strength(self) -> Iterator[str]:
        guide = self.guide
        yield from self.title("How strong it is")
        for sentence in (*words.truth_sentences(guide), *guide.measured):
            yield from self.fold(sentence)
        yield ""
        for part in guide.parts:
            if len(guide.parts) > 1:
                yield from self.fold(part.title)
                yield ""
            for reader, units in guide.strength[part.name].items():
                if guide.entries:
                    yield from self.fold(f"{READERS[reader]}:")
                heads = ("", *(unit.name for unit in guide.units))
                rows = [
                    (f"{guide.over} {name}", *(format(units[unit.name][name], unit.form) for unit in guide.units))
                    for name in units[guide.units[0].name]
                ]
                yield from self.table([heads, *rows])
                yield ""
            if part.name in guide.strangers:
                panel = guide.strangers[part.name]
                yield from self.fold(panel.told)
                yield from self.table(words.panel_table(guide, panel))
                yield ""
            if words.weakest_sentence(guide, part.name):
                yield from self.fold(words.weakest_sentence(guide, part.name))
                yield ""
            if guide.entries:
                yield from self.fold(f"{words.scores_title(guide)}")
                yield from self.table(words.scores_table(guide, part))
                for sentence in part.judged:
                    yield from self.fold(sentence)
                yield ""

    def table(self, rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
        """Rows below their headings, in columns if they fit, else cell by cell."""
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        if sum(wide) + 2 * len(wide) <= self.width:
            for first, *cells in rows:
                told = "".join(f"  {cell:>{w}}" for cell, w in zip(cells, wide[1:], strict=True))
                yield f"  {first:<{wide[0]}}{told}".rstrip()
            return
        heads = rows[0]
        for first, *cells in rows[1:]:
            told = ", ".join(f"{head} {cell}" for head, cell in zip(heads[1:], cells, strict=True) if cell)
            yield from self.fold(f"  {first}: {told}", "    ")

    def _to_try(self) -> Iterator[str]:
        """A few situations, and below them what the list comes to."""
        guide = self.guide
        asked = [q for part in guide.parts for q in [q for q in guide.quiz if q.part == part.name][:TO_TRY]]
        if not asked:
            return
        yield from self.title(f"To try: what do the {guide.noun}s say?")
        for number, question in enumerate(asked, start=1):
            yield from self._situation(question, "    ", label=f"{number:>2}. ")
        answers = (
            f"{number}. {words.listed(question.choices[-1].left, self.drawing.said)}"
            for number, question in enumerate(asked, start=1)
        )
        yield from self.fold(f"Answers: {'; '.join(answers)}.")
        yield ""

    def _found(self) -> Iterator[str]:
        guide = self.guide
        if guide.price is not None:
            yield from self.title("How it was found")
        for sentence in words.price_sentences(guide.price):
            yield from self.fold(sentence)
        yield from self.fold(f"This guide: {guide.command}")
