"""The guide as one page of HTML: styles, pictures, figures and scripts stand in it, and nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from gamelore.app.guide import words
from gamelore.app.guide.document import document, json_script, module_script, paragraph
from gamelore.app.guide.tables import game_tables, line_tables, script
from gamelore.base.stats import Interval
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.lab.guide.core import READERS, Example, Guide, GuideLine
from gamelore.learners.features.board.drawing import draw_measure
from gamelore.learners.features.board.measures import MEASURES


def guide_page(guide: Guide) -> str:
    """The whole page."""
    return document(words.headline(guide), _body(guide), guide.command, _scripts(guide))


def _body(guide: Guide) -> Iterator[str]:
    if guide.game.summary:
        yield paragraph(guide.game.summary, "soft")
    if not guide.has_maxims:
        said, most = words.else_sentences(guide), words.MOST_SENTENCES
        yield paragraph(words.NO_MAXIMS)
        yield _ordered(said[:most])
        yield from _strength(guide)
        if said[most:]:
            yield f"<details><summary>What else it learned</summary>{_ordered(said[most:])}</details>"
        return
    yield paragraph(words.proof_sentence(guide), "verdict")
    yield '<section aria-labelledby="lines-title"><h2 id="lines-title">The lines</h2>'
    yield f'{paragraph(words.HOW)}<ol class="lines">'
    yield from (_line(guide, told) for told in guide.lines)
    yield f"</ol>{paragraph(words.whole_sentence(guide), 'soft')}</section>"
    if isinstance(guide.game, BoardGame):
        yield _TRY
    yield from _strength(guide)
    yield '<section aria-labelledby="price-title"><h2 id="price-title">What it cost</h2>'
    yield from (paragraph(sentence) for sentence in words.price_sentences(guide.price))
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in guide.vocabulary)
    title = f"All {len(guide.vocabulary)} lines it was chosen from"
    yield f"<details><summary>{title}</summary><ul>{items}</ul></details></section>"


def _line(guide: Guide, told: GuideLine) -> str:
    facts = paragraph(words.line_facts(told), "soft") + paragraph(words.without_sentence(told, guide.strongest))
    return f"<li><div><h3>{escape(told.sentence)}</h3>{facts}</div>{_figure(told)}</li>"


def _figure(told: GuideLine) -> str:
    """The board after a move with what the line counts; nothing of a measure that has no picture."""
    example = told.example
    if example is None or told.line.measure not in MEASURES or not isinstance(example.state, BoardState):
        return ""
    assert isinstance(example.shown, Move)
    picture = draw_measure(told.line.measure, example.state, example.shown, captioned=False)
    return f"<figure>{picture}<figcaption>{escape(_caption(example))}</figcaption></figure>"


def _caption(example: Example) -> str:
    who = example.state.game.seat_names[example.state.current_player()]
    shown = "" if example.is_kept else f" The picture shows {example.shown}, which is dropped."
    return f"{who} to move. {words.example_sentence(example)}{shown}"


_TRY = """<section class="no-print" aria-labelledby="try-title"><h2 id="try-title">Try it</h2>
<p id="try-unknown"></p>
<div id="play" class="try" hidden>
<div><h3>Play against the list</h3>
<div class="controls"><button type="button" data-part="first">New contest, you first</button>
<button type="button" data-part="second">New contest, you second</button>
<button type="button" data-part="hint">What would the list do?</button>
<button type="button" data-part="back">Take back</button></div>
<p data-part="status" role="status" aria-live="polite"></p><div data-part="board"></div></div>
<div data-part="panel"></div></div>
<div id="quiz" class="try" hidden>
<div><h3>What does the list choose?</h3>
<div class="controls"><button type="button" data-part="next">Next position</button></div>
<p data-part="status" role="status" aria-live="polite"></p><div data-part="board"></div></div>
<div data-part="panel"></div></div>
<noscript><p>Trying the list needs JavaScript; everything else on this page does not.</p></noscript></section>"""


def _strength(guide: Guide) -> Iterator[str]:
    yield '<section aria-labelledby="strength-title"><h2 id="strength-title">How strong it is</h2>'
    yield paragraph(words.measured_sentence(guide), "soft")
    if words.strongest_sentence(guide):
        yield paragraph(words.strongest_sentence(guide), "soft")
    names = list(next(iter(guide.strength.values())))
    heads = "".join(f'<th scope="col">{escape(guide.strongest if n == "perfect" else n)}</th>' for n in names)
    yield f'<div class="scroll"><table><thead><tr><th scope="col">against</th>{heads}</tr></thead>'
    for reader, scores in guide.strength.items():
        who = READERS[reader][0] if guide.has_maxims else f"The agent ({guide.learner})"
        yield f'<tbody><tr><th scope="rowgroup" colspan="{len(names) + 1}">{escape(who)}</th></tr>'
        yield _row("not lost", [score.reliability for score in scores.values()])
        yield _row("won", [score.power for score in scores.values()]) + "</tbody>"
    yield "</table></div>"
    yield from (paragraph(sentence) for sentence in words.gains(guide))
    yield "</section>"


def _row(label: str, figures: list[Interval]) -> str:
    cells = "".join(
        f"<td>{figure.mean:.0f} %<small>{figure.low:.0f} to {figure.high:.0f}</small></td>" for figure in figures
    )
    return f'<tr><th scope="row">{label}</th>{cells}</tr>'


def _scripts(guide: Guide) -> Iterator[str]:
    if not guide.has_maxims or not isinstance(guide.game, BoardGame):
        return
    data = {
        "game": game_tables(guide.game),
        "lines": line_tables([told.line for told in guide.lines]),
        "sentences": [told.sentence for told in guide.lines],
        "quiz": [_position(state) for state in guide.quiz if isinstance(state, BoardState)],
    }
    yield json_script(data)
    yield module_script(script())


def _position(state: BoardState) -> dict[str, int]:
    return {"own": state.own, "other": state.other, "left": state.left, "mover": state.mover}


def _ordered(sentences: list[str]) -> str:
    return "<ol>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences) + "</ol>"
