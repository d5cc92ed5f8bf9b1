"""The words of a list with their entries: as text below the lines, and on a page with a link from every word."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape

from gamelore.app.guide.document import paragraph, unbroken
from gamelore.app.guide.drawing import drawing_of
from gamelore.app.terminal.width import text_width
from gamelore.games.core import AnyGame
from gamelore.lab.guide.core import Guide, GuideEntry
from gamelore.lab.misreading import NotMeant, not_meant
from gamelore.learners.maxims.glossary.terms import Gloss, glossary_of
from gamelore.learners.maxims.reader import can_read

TITLE = "The words"


def terms_of(game: AnyGame, sentences: Iterable[str]) -> list[Gloss]:
    """The entries of the words that some sentences use."""
    return glossary_of(game).terms_in(sentences) if can_read(game) else []


def senses(game: AnyGame, sentences: Iterable[str], more: Sequence[str] = ()) -> list[str]:
    """The entries as sentences, and what else a family says of its words."""
    return [*(f"{term.word}: {term.sense}" for term in terms_of(game, sentences)), *more]


def words_text(game: AnyGame, sentences: Iterable[str], width: int) -> Iterator[str]:
    """The entries as lines of text, each with its picture."""
    yield from _terms_text(game, terms_of(game, sentences), width)


class NewWords:
    """Explains words to somebody, each of them once."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, game: AnyGame, sentences: Sequence[str]) -> list[str]:
        """The entries of those words that are new, with their title; nothing where none is."""
        terms = [term for term in terms_of(game, sentences) if term.key not in self._told]
        self._told |= {term.key for term in terms}
        return ["", f"{TITLE}:", *_terms_text(game, terms, text_width())] if terms else []


def _terms_text(game: AnyGame, terms: Sequence[Gloss], width: int) -> Iterator[str]:
    if not terms:
        return
    drawing, seen = drawing_of(game), set()
    for term in terms:
        yield from textwrap.wrap(f"{term.word}: {term.sense}", width, subsequent_indent="    ")
        picture = term.picture
        if picture not in seen:  # one that stands there already is not drawn again
            seen.add(picture)
            for line in drawing.term_text(game, picture):
                whole = f"      {line}".rstrip()
                yield from [whole] if len(whole) <= width else textwrap.wrap(whole, width, subsequent_indent="      ")


def words_section(game: AnyGame, terms: Sequence[Gloss], more: Sequence[str] = ()) -> str:
    """The entries as a section of a page, with what else a family says of its words; nothing where there are none."""
    if not terms and not more:
        return ""
    drawing = drawing_of(game)
    items = "".join(
        f'<li id="word-{escape(term.key, quote=True)}"><p><b>{escape(term.word)}</b>: {unbroken(term.sense)}</p>'
        f"{drawing.term_picture(game, term.picture)}</li>"
        for term in terms
    )
    told = f'<ul class="words">{items}</ul>{"".join(map(paragraph, more))}'
    return f'<section aria-labelledby="words-title"><h2 id="words-title">{TITLE}</h2>{told}</section>'


def linked(sentence: str, terms: Sequence[Gloss], page: str = "") -> str:
    """A sentence as HTML, every word that has an entry linked to it, on this page or another."""

    def link(term: Gloss, word: str) -> str:
        return f'<a class="word" href="{escape(page)}#word-{escape(term.key)}">{escape(word)}</a>'

    return marked(sentence, terms, link)


def marked(sentence: str, terms: Sequence[Gloss], mark: Callable[[Gloss, str], str]) -> str:
    """A sentence as HTML, with something made of every word that has an entry."""
    by_form = {form.lower(): term for term in terms for form in (term.word, *term.forms)}
    if not by_form:
        return escape(sentence)
    able = "|".join(re.escape(form) for form in sorted(by_form, key=len, reverse=True))
    parts, last = [], 0
    for match in re.finditer(rf"\b({able})(s|es)?\b", sentence, re.IGNORECASE):
        term = by_form[match[1].lower()]
        parts.append(escape(sentence[last : match.start()]))
        parts.append(mark(term, match[0]))
        last = match.end()
    return "".join([*parts, escape(sentence[last:])])


def misled(guide: Guide, entry: GuideEntry) -> tuple[str, ...]:
    """What a line is not to be taken for, where that was found to cost much."""
    return tuple(map(str, _not_meant(guide).get(entry.label, ())))


def misled_shortly(guide: Guide, entry: GuideEntry) -> str:
    """The same where there is little room: what stands at an earlier line already is only pointed to."""
    found = _not_meant(guide)
    told = found.get(entry.label, ())
    first = next((one for one in guide.entries if told and found.get(one.label) == told), entry)
    return " ".join(one.short for one in told) if first is entry else f"Not meant: as in {first.label}."


def _not_meant(guide: Guide) -> Mapping[str, tuple[NotMeant, ...]]:
    return not_meant(guide.game.name, "; ".join(one.text for one in guide.entries))


def words_inside(game: AnyGame, sentences: Sequence[str]) -> str:
    """The lines of a game, and below them their words, as a part of a page."""
    terms = terms_of(game, sentences)
    lines = "".join(f"<li>{linked(sentence, terms)}</li>" for sentence in sentences)
    told = words_section(game, terms) if terms else paragraph("There are no words to explain.")
    return f'<ol class="maxims">{lines}</ol>{told}'
