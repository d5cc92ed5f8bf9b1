"""The handout: what a player has beside the board, on one sheet of paper, A4 or Letter.

The game with its numbered board, the entries with their examples, the words. All lengths follow the size of the
letters, and a few lines of script make those as large as one page allows (`js/handout.mjs`).
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from gamelore.app.guide import words
from gamelore.app.guide.document import document, module_script, paragraph, unbroken
from gamelore.app.guide.drawing import GuideDrawing, drawing_of
from gamelore.app.guide.glossary import misled_shortly, terms_of
from gamelore.base.errors import NotAvailable
from gamelore.games.telling import rules_in_words
from gamelore.lab.guide.core import Guide, GuideEntry


def handout_page(guide: Guide) -> str:
    """One page of HTML that prints on one page of paper."""
    require_list(guide)
    scripts = (module_script(("handout",)),)
    return document(
        words.headline(guide), _body(guide, drawing_of(guide.game).on_paper()), guide.command, scripts, "handout.css"
    )


def require_list(guide: Guide) -> None:
    """Refuse an agent without a list: there is nothing to follow."""
    if not guide.entries:
        raise NotAvailable(f"learner {guide.learner} has no list that a handout could tell; try without --handout")


def _body(guide: Guide, drawing: GuideDrawing) -> Iterator[str]:
    ground = drawing.ground(guide.game)
    least = drawing.least(guide.game)
    yield f"<style>:root {{ --least: {least}; }}</style>" if least else ""
    yield '<div class="top"><div>'
    yield from map(paragraph, words.about_sentences(guide))
    yield f"<h2>The game</h2>{paragraph(' '.join(rules_in_words(guide.game)))}</div>"
    yield f"<figure>{ground}</figure></div>" if ground else "</div>"
    for part in guide.parts:
        kind = "" if ground else ' class="stacked"'
        yield f'<section{kind}><h2>{escape(part.title)}</h2><ol class="lines">'
        yield from (_entry(guide, number, entry, drawing) for number, entry in guide.entries_of(part.name))
        yield "</ol></section>"
    terms = terms_of(guide.game, [entry.sentence for entry in guide.entries])
    told = [*(f"<b>{unbroken(t.word)}</b>: {unbroken(t.sense)}" for t in terms), *map(unbroken, guide.words)]
    if told:
        items = "".join(f"<li>{sentence}</li>" for sentence in told)
        yield f'<section><h2>The words</h2><ul class="words">{items}</ul></section>'


def _entry(guide: Guide, number: int, entry: GuideEntry, drawing: GuideDrawing) -> str:
    """The sentence, and its example as small as it can be seen."""
    example = entry.example
    step = None if example is None else example.step(number)
    picture = told = ""
    if example is not None and step is not None:
        picture = drawing.picture(example, step, entry.text)
        said = words.example_sentence(guide, step, drawing.said)
        aside = drawing.aside(example, step, entry.text) if picture else ""
        seen = drawing.seen(example.situation) if picture else (drawing.text(example.situation),)
        told = paragraph(" ".join(filter(None, (*seen, said, drawing.past(example), aside))))
    warned = misled_shortly(guide, entry)
    told = f"{paragraph(warned, 'not') if warned else ''}{told}"
    figure = f"<figure>{picture}</figure>" if picture else ""
    return (
        f"<li{'' if picture else ' class=bare'}><div><h3>{entry.place}. {escape(entry.sentence)}</h3>{told}</div>"
        f"{figure}</li>"
    )
