"""The guide of 42 as one page of HTML, with hands to try the lines on.

Every question is computed and drawn here; the script (`js/dominoes.mjs`) only shows one at a time and judges what was
pressed, so that no rules of 42 are written twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from gamelore.app.guide import domino_words as words
from gamelore.app.guide.document import document, module_script, paragraph
from gamelore.app.guide.tables import script
from gamelore.app.guide.words import price_sentences
from gamelore.base.stats import Interval
from gamelore.games.forty_two.dominoes import Domino
from gamelore.games.forty_two.drawing import domino_picture
from gamelore.games.forty_two.rules import Play
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.lab.guide.dominoes import DominoGuide, DominoLine, TableChoice, TableQuestion
from gamelore.learners.maxims.forty_two_words import BID, PLAY

_QUIZZES = {
    BID: ("What do you call?", "Choose the suit that you would name trump, then your call.", "Next hand"),
    PLAY: ("What do you play?", "Choose a domino.", "Next trick"),
}


def domino_page(guide: DominoGuide) -> str:
    """The whole page."""
    scripts = [module_script(script(("dominoes",)))]
    return document(words.domino_headline(guide), _body(guide), guide.command, scripts)


def _body(guide: DominoGuide) -> Iterator[str]:
    yield paragraph(guide.game.summary, "soft") if guide.game.summary else ""
    yield "".join(map(paragraph, (words.HOW, words.WORDS))) + paragraph(words.domino_measured(guide), "soft")
    for part, title in words.PARTS.items():
        yield f'<section aria-labelledby="{part}-title"><h2 id="{part}-title">{title}</h2><ol class="lines">'
        yield from (_line(guide, told) for told in guide.part(part))
        yield "</ol></section>"
    yield '<section class="no-print" aria-labelledby="try-title"><h2 id="try-title">Try it</h2>'
    yield _quiz(guide, BID, guide.bids) + _quiz(guide, PLAY, guide.plays)
    yield "<noscript><p>Trying the lines needs JavaScript; everything else on this page does not.</p></noscript>"
    yield '</section><section aria-labelledby="strength-title"><h2 id="strength-title">How strong they are</h2>'
    yield from (_strength(part, guide.strength[part]) for part in words.PARTS)
    yield '</section><section aria-labelledby="price-title"><h2 id="price-title">What it cost</h2>'
    yield from map(paragraph, price_sentences(guide.price))
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in guide.vocabulary)
    title = f"All {len(guide.vocabulary)} lines they were chosen from; most go with conditions"
    yield f"<details><summary>{title}</summary><ul>{items}</ul></details></section>"


def _line(guide: DominoGuide, told: DominoLine) -> str:
    facts = paragraph(words.domino_facts(told), "soft") + paragraph(words.domino_without(told))
    figure = "" if told.example is None else _figure(guide.lines.index(told), told.example)
    return f"<li><div><h3>{escape(told.sentence)}</h3>{facts}</div>{figure}</li>"


def _figure(number: int, asked: TableQuestion) -> str:
    """A situation with what the line keeps and drops."""
    step = next(step for step in asked.choice.steps if step.number == number)
    marks = {**dict.fromkeys(step.kept, "good"), **dict.fromkeys(step.dropped, "bad")}
    view, told = asked.view, words.domino_example(number, asked)
    hand = "".join(
        f'<li class="{marks.get(str(Play(domino)), "")}"><span role="img" aria-label="{domino}">'
        f"{domino_picture(*domino)}</span></li>"
        for domino in view.hand
    )
    caption = escape(f"{' '.join(words.situation_sentences(view))} {told}")
    return (
        f'<figure>{_trick(view)}<ul class="bones" aria-label="Your dominoes">{hand}</ul>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _trick(view: FortyTwoView) -> str:
    laid = words.laid_out(view, view.table.leader, view.table.trick)
    items = "".join(
        f'<li><span role="img" aria-label="{who} played {domino}">{domino_picture(*domino)}</span>'
        f'<small aria-hidden="true">{who}</small></li>'
        for who, domino in laid
    )
    return f'<ul class="bones trick" aria-label="The trick">{items}</ul>' if laid else ""


# --- the quizzes ------------------------------------------------------------------------------------------------------


def _quiz(guide: DominoGuide, part: str, asked: Sequence[TableQuestion]) -> str:
    if not asked:
        return ""
    title, prompt, following = _QUIZZES[part]
    questions = "".join(_question(guide, question) for question in asked)
    return (
        f'<div class="quiz" id="{part}-quiz" data-prompt="{escape(prompt, quote=True)}" hidden><h3>{title}</h3>'
        f'<div class="controls"><button type="button" data-part="next">{following}</button></div>'
        f'<p data-part="status" role="status" aria-live="polite"></p>{questions}</div>'
    )


def _question(guide: DominoGuide, asked: TableQuestion) -> str:
    view = asked.view
    seen = "".join(paragraph(sentence) for sentence in words.situation_sentences(view))
    tricks = "".join(f"<li>{escape(words.trick_words(view, trick))}</li>" for trick in view.table.tricks)
    before = f"<details><summary>The tricks before</summary><ol>{tricks}</ol></details>" if tricks else ""
    if asked.trump is None:
        choices = f'{_trick(view)}<ul class="bones" {_group("play", "Your dominoes")}>{_hand(view, asked.choice)}</ul>'
        panels = _panel(guide, asked.choice, "play", "Line by line.")
    else:
        shown = "".join(
            f'<li><span role="img" aria-label="{domino}">{domino_picture(*domino)}</span></li>' for domino in view.hand
        )
        choices = (
            f'<ul class="bones" aria-label="Your dominoes">{shown}</ul>'
            f'<div class="controls" role="group" {_group("trump", "Trump")}>{_buttons(asked.trump)}</div>'
            f'<div class="controls" role="group" {_group("call", "Call")}>{_buttons(asked.choice)}</div>'
        )
        panels = _panel(guide, asked.trump, "trump", "The trump in mind.")
        panels += _panel(guide, asked.choice, "call", "The call.")
    return (
        f'<div class="question try" hidden><div>{seen}{before}{choices}</div><div data-part="panel" hidden>{panels}'
        "</div></div>"
    )


def _group(name: str, label: str) -> str:
    return f'data-group="{name}" aria-label="{label}"'


def _hand(view: FortyTwoView, choice: TableChoice) -> str:
    return "".join(f"<li>{_bone(domino, choice)}</li>" for domino in view.hand)


def _bone(domino: Domino, choice: TableChoice) -> str:
    option = str(Play(domino))
    told = _told(option, choice) if option in choice.options else "disabled"
    return f'<button type="button" class="bone-button" aria-label="{domino}" {told}>{domino_picture(*domino)}</button>'


def _buttons(choice: TableChoice) -> str:
    return "".join(
        f'<button type="button" {_told(option, choice)}>{escape(_title(option))}</button>' for option in choice.options
    )


def _title(option: str) -> str:
    said = words.option_words(option)
    return said[:1].upper() + said[1:]


def _told(option: str, choice: TableChoice) -> str:
    """What the script must know of an option: whether it is right, and if not which line drops it."""
    by = next((str(n) for n, step in enumerate(choice.steps, start=1) if option in step.dropped), "")
    name = escape(words.option_words(option), quote=True)
    return f'data-option="{option}" data-name="{name}" data-right="{int(option in choice.left)}" data-step="{by}"'


def _panel(guide: DominoGuide, choice: TableChoice, group: str, title: str) -> str:
    """How the lines narrow the choice; each is a button that shows it."""
    items = "".join(
        f'<li class="{"narrows" if step.applies else "idle"}"><button type="button" aria-pressed="false" '
        f'data-shows="{group}" data-kept="{"|".join(step.kept)}" data-dropped="{"|".join(step.dropped)}">'
        f"{escape(guide.lines[step.number].sentence)}</button><span>{escape(words.step_sentence(step))}</span></li>"
        for step in choice.steps
    )
    labels = [guide.lines[step.number].label.split()[-1] for step in choice.steps]
    start = f' start="{labels[0]}"' if labels else ""
    return f"{paragraph(title)}<ol{start}>{items}</ol>{paragraph(words.left_sentence(choice))}"


# --- strength ---------------------------------------------------------------------------------------------------------


def _strength(part: str, readers: Mapping[str, Mapping[str, Interval]]) -> str:
    names = list(next(iter(readers.values())))
    heads = "".join(f'<th scope="col">over {escape(name)}</th>' for name in names)
    rows = "".join(
        f'<tr><th scope="row">{escape(words.READERS[reader])}</th>{"".join(map(_cell, scores.values()))}</tr>'
        for reader, scores in readers.items()
    )
    return (
        f"<h3>{words.PARTS[part]}</h3>{paragraph(words.domino_judged(part), 'soft')}"
        f'<div class="scroll"><table><thead><tr><th scope="col">marks per hundred rounds</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _cell(figure: Interval) -> str:
    return f"<td>{figure.mean:+.1f}<small>{figure.low:+.1f} to {figure.high:+.1f}</small></td>"
