"""The guide as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from gamelore.app.guide import words
from gamelore.lab.guide.core import READERS, Guide

WIDTH = 100


def guide_text(guide: Guide) -> str:
    """The whole guide."""
    return "\n".join(_lines(guide)) + "\n"


def _lines(guide: Guide) -> Iterator[str]:
    yield words.headline(guide)
    yield ""
    if guide.has_maxims:
        yield from wrapped(words.HOW)
        yield ""
        yield from _list(guide)
        yield from wrapped(words.whole_sentence(guide))
        yield from wrapped(words.proof_sentence(guide))
        yield ""
    else:
        yield from wrapped(words.NO_MAXIMS)
        yield ""
        for number, sentence in enumerate(words.else_sentences(guide)[: words.MOST_SENTENCES], start=1):
            yield from wrapped(f"{number:>2}. {sentence}", "    ")
        yield ""
    yield from _strength(guide)
    yield ""
    for sentence in words.price_sentences(guide.price):
        yield from wrapped(sentence)
    yield f"This guide: {guide.command}"


def _list(guide: Guide) -> Iterator[str]:
    for number, told in enumerate(guide.lines, start=1):
        yield from wrapped(f"{number:>2}. {told.sentence}", "    ")
        yield from wrapped(f"    {words.line_facts(told)}", "    ")
        yield from wrapped(f"    {words.without_sentence(told, guide.strongest)}", "    ")
        if told.example is not None:
            yield from wrapped(f"    {told.example.state}. {words.example_sentence(told.example)}", "    ")
        yield ""


def _strength(guide: Guide) -> Iterator[str]:
    yield from wrapped(words.measured_sentence(guide))
    if words.strongest_sentence(guide):
        yield from wrapped(words.strongest_sentence(guide))
    for reader, scores in guide.strength.items():
        if guide.has_maxims:
            yield from wrapped(f"{READERS[reader][0]}:")
        for name, score in scores.items():
            shown = guide.strongest if name == "perfect" else name
            yield f"  {shown:<16} {score.reliability!s:>20}   {score.power!s:>20}"
    yield from words.gains(guide)


def wrapped(text: str, indent: str = "") -> list[str]:
    """A text in lines that a terminal shows."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
