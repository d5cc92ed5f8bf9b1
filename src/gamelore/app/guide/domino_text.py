"""The guide of 42 as text."""

from __future__ import annotations

from collections.abc import Iterator

from gamelore.app.guide import domino_words as words
from gamelore.app.guide.text import wrapped
from gamelore.app.guide.words import price_sentences
from gamelore.games.forty_two.dominoes import hand_text
from gamelore.lab.guide.dominoes import DominoGuide, DominoLine


def domino_text(guide: DominoGuide) -> str:
    """The whole guide."""
    return "\n".join(_lines(guide)) + "\n"


def _lines(guide: DominoGuide) -> Iterator[str]:
    yield words.domino_headline(guide)
    yield ""
    for sentence in (words.HOW, words.WORDS, words.domino_measured(guide)):
        yield from wrapped(sentence)
    for part, title in words.PARTS.items():
        yield ""
        yield title
        yield ""
        for number, told in enumerate(guide.part(part), start=1):
            yield from _line(guide, number, told)
    for part, title in words.PARTS.items():
        yield title
        yield from wrapped(words.domino_judged(part))
        for reader, scores in guide.strength[part].items():
            yield f"{words.READERS[reader]}:"
            yield from (f"  over {name:<22} {score!s:>20}" for name, score in scores.items())
        yield ""
    for sentence in price_sentences(guide.price):
        yield from wrapped(sentence)
    yield f"This guide: {guide.command}"


def _line(guide: DominoGuide, number: int, told: DominoLine) -> Iterator[str]:
    yield from wrapped(f"{number:>2}. {told.sentence}", "    ")
    for sentence in (words.domino_facts(told), words.domino_without(told)):
        yield from wrapped(f"    {sentence}", "    ")
    if told.example is not None:
        view = told.example.view
        laid = [f"{who} {domino}" for who, domino in words.laid_out(view, view.table.leader, view.table.trick)]
        trick = f" In the trick: {', '.join(laid)}." if laid else ""
        seen = f"{hand_text(view.hand)}. {' '.join(words.situation_sentences(view))}{trick}"
        yield from wrapped(f"    {seen} {words.domino_example(guide.lines.index(told), told.example)}", "    ")
    yield ""
