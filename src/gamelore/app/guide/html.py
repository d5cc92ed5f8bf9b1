"""The guide as one page of HTML: styles, pictures, figures and scripts stand in it, and nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from gamelore.app.guide import words
from gamelore.app.guide.document import document, paragraph, unbroken
from gamelore.app.guide.drawing import GuideDrawing, drawing_of
from gamelore.app.guide.glossary import linked, misled, terms_of, words_section
from gamelore.games.telling import rules_in_words
from gamelore.lab.guide.core import READERS, Against, Guide, GuideEntry, GuidePart, StrangerPanel, Unit
from gamelore.learners.maxims.glossary.terms import Gloss


def guide_page(guide: Guide) -> str:
    """The whole page."""
    drawing = drawing_of(guide.game)
    scripts = drawing.scripts(guide) if guide.entries else ()
    return document(words.headline(guide), _body(guide, drawing), guide.command, scripts)


def guide_inside(guide: Guide) -> str:
    """The same as a part of another page, which has styles of its own: the evidence is folded away."""
    drawing = drawing_of(guide.game)
    scripts = drawing.scripts(guide) if guide.entries else ()
    return "\n".join([f"<h1>{escape(words.headline(guide))}</h1>", *_body(guide, drawing, folded=True), *scripts])


def _folded(title: str, parts: Iterable[str], folded: bool) -> Iterator[str]:
    """Some parts behind a title that unfolds them, or as they are."""
    if folded:
        yield f'<details class="evidence"><summary>{title}</summary>'
    yield from parts
    if folded:
        yield "</details>"


def _body(guide: Guide, drawing: GuideDrawing, *, folded: bool = False) -> Iterator[str]:
    """What this is, the game, the entries, the words, how strong it is, what to try, how it was found."""
    if not guide.entries:
        said, most = words.else_sentences(guide), words.MOST_SENTENCES
        yield paragraph(words.NO_LIST)
        yield _ordered(said[:most])
        yield from game_section(guide, drawing)
        yield from _strength(guide)
        if said[most:]:
            yield f"<details><summary>What else it learned</summary>{_ordered(said[most:])}</details>"
        return
    yield from map(paragraph, words.about_sentences(guide))
    yield from game_section(guide, drawing)
    terms = terms_of(guide.game, [entry.sentence for entry in guide.entries])
    for part in guide.parts:
        yield f'<section aria-labelledby="{part.name}-title"><h2 id="{part.name}-title">{part.title}</h2>'
        yield '<ol class="lines">'
        told = guide.entries_of(part.name)
        yield from (_entry(guide, number, entry, drawing, terms, folded) for number, entry in told)
        yield "</ol></section>"
    yield words_section(guide.game, terms, guide.words)
    if not folded:
        yield from _strength(guide)
    yield '<section class="no-print" aria-labelledby="try-title"><h2 id="try-title">Try it</h2>'
    yield drawing.trying(guide)
    yield "<noscript><p>Trying it needs JavaScript; everything else on this page does not.</p></noscript></section>"
    if folded:
        yield from _folded("The evidence: how strong it is, and how that was found", _strength(guide), folded)
    yield from _folded("Where the list comes from, and all that it could say", _price(guide), folded)


def _price(guide: Guide) -> Iterator[str]:
    yield '<section aria-labelledby="price-title"><h2 id="price-title">How it was found</h2>'
    yield from map(paragraph, words.price_sentences(guide.price))
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in guide.vocabulary)
    title = f"All that a {guide.noun} could say ({len(guide.vocabulary)}); most go with conditions"
    yield f"<details><summary>{title}</summary><ul>{items}</ul></details></section>"


def game_section(guide: Guide, drawing: GuideDrawing) -> Iterator[str]:
    """The rules, beside what the numbers and signs stand for."""
    told, ground = rules_in_words(guide.game), drawing.ground(guide.game)
    if told or ground:
        yield '<section aria-labelledby="game-title"><h2 id="game-title">The game</h2><div class="game">'
        yield f"<div>{paragraph(' '.join(told))}</div>"
        yield f"<figure>{ground}</figure></div></section>" if ground else "</div></section>"


def _entry(
    guide: Guide, number: int, entry: GuideEntry, drawing: GuideDrawing, terms: Sequence[Gloss], folded: bool
) -> str:
    evidence = _folded("What it adds", [paragraph(words.entry_facts(guide, entry), "soft")], folded)
    facts = "".join([*map(paragraph, misled(guide, entry)), *evidence])
    return (
        f'<li value="{entry.place}"><div><h3>{entry.place}. {linked(entry.sentence, terms)}</h3>{facts}</div>'
        f"{example_figure(guide, number, entry, drawing)}</li>"
    )


def example_figure(guide: Guide, number: int, entry: GuideEntry, drawing: GuideDrawing) -> str:
    """A situation with what the entry does in it; nothing where there is no picture."""
    example = entry.example
    step = None if example is None else example.step(number)
    picture = "" if example is None or step is None else drawing.picture(example, step, entry.text)
    if example is None or step is None or not picture:
        return ""
    told = words.example_sentence(guide, step, drawing.said)
    caption = " ".join(
        filter(
            None,
            (*drawing.seen(example.situation), told, drawing.past(example), drawing.aside(example, step, entry.text)),
        )
    )
    return f"<figure>{picture}<figcaption>{unbroken(caption)}</figcaption></figure>"


def _strength(guide: Guide) -> Iterator[str]:
    yield '<section aria-labelledby="strength-title"><h2 id="strength-title">How strong it is</h2>'
    yield from (paragraph(sentence, "verdict") for sentence in words.truth_sentences(guide))
    yield from (paragraph(sentence, "soft") for sentence in guide.measured)
    for part in guide.parts:
        yield from _table(guide, part)
        if part.name in guide.strangers:
            yield from _panel(guide, guide.strangers[part.name])
        weakest = words.weakest_sentence(guide, part.name)
        yield paragraph(weakest) if weakest else ""
        if guide.entries:
            yield from _scores(guide, part)
    yield "</section>"


def _scores(guide: Guide, part: GuidePart) -> Iterator[str]:
    """What the list scores with and without each entry."""
    heads, *rows = words.scores_table(guide, part)
    columns = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield f'<div class="scroll"><table class="scores"><caption>{escape(words.scores_title(guide))}</caption>'
    yield f"<thead><tr>{columns}</tr></thead><tbody>"
    for first, *cells in rows:
        told = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<tr><th scope="row">{escape(first)}</th>{told}</tr>'
    yield "</tbody></table></div>"
    yield from (paragraph(sentence, "soft") for sentence in part.judged)


def _table(guide: Guide, part: GuidePart) -> Iterator[str]:
    """The figures of each reader below its name, a row for each unit."""
    readers = guide.strength[part.name]
    names = list(next(iter(next(iter(readers.values())).values())))
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    if guide.parts[1:]:
        yield f"<h3>{escape(part.title)}</h3>"
    yield f'<div class="scroll"><table><thead><tr><th scope="col">{guide.over}</th>{heads}</tr></thead>'
    for reader, figures in readers.items():
        who = escape(READERS[reader] if guide.entries else part.title)
        yield f'<tbody><tr><th scope="rowgroup" colspan="{len(names) + 1}">{who}</th></tr>'
        yield from (_row(unit, figures) for unit in guide.units)
        yield "</tbody>"
    yield "</table></div>"


def _panel(guide: Guide, panel: StrangerPanel) -> Iterator[str]:
    """The figures against strangers, a row each."""
    heads, *rows = words.panel_table(guide, panel)
    columns = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield paragraph(panel.told, "soft")
    yield f'<div class="scroll"><table><thead><tr>{columns}</tr></thead><tbody>'
    for first, *cells in rows:
        told = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<tr><th scope="row">{escape(first)}</th>{told}</tr>'
    yield "</tbody></table></div>"


def _row(unit: Unit, figures: Mapping[str, Against]) -> str:
    cells = "".join(
        f"<td>{unit.said(figure.mean)}<small>{figure.low:{unit.form}} to {figure.high:{unit.form}}</small></td>"
        for figure in figures[unit.name].values()
    )
    return f'<tr><th scope="row">{escape(unit.name)}</th>{cells}</tr>'


def _ordered(sentences: list[str]) -> str:
    return "<ol>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences) + "</ol>"
