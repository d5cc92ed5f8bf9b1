"""How a guide shows a situation and lets a reader try the list; a kit names the drawing of its family.

The drawing here serves every game: a situation is its text form, options are buttons. A family overrides what it can
show better. Everything of a question is computed before; the script (`js/quiz.mjs`) only shows one at a time and
judges what was pressed, so that no rules of a game are written twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from gamelore.app.guide import words
from gamelore.app.guide.document import module_script, paragraph
from gamelore.games.core import AnyGame
from gamelore.lab.guide.core import Guide, ListChoice, ListStep, Question


class GuideDrawing:
    """Shows what a guide tells; this one in words alone."""

    quizzes: Mapping[str, tuple[str, str, str]] = {}
    """By part what a quiz asks, what to do, and what the next one is called."""

    # What a family shows in its own way

    def said(self, option: str) -> str:
        """An option as a person would say it."""
        return option

    def text(self, situation: Any) -> str:
        """All that is seen, in a line of text."""
        return f"{situation}."

    def seen(self, situation: Any) -> Sequence[str]:
        """What is known beside the picture, in sentences."""
        return ()

    def sketch(self, situation: Any, width: int) -> str:
        """A small picture in characters, where the words alone are hard to see."""
        return ""

    def ground(self, game: AnyGame) -> str:
        """What the numbers and signs of all situations stand for: a picture for the page."""
        return ""

    def ground_text(self, game: AnyGame, width: int) -> str:
        """The same in characters."""
        return ""

    def picture(self, question: Question, step: ListStep | None, text: str = "") -> str:
        """The situation: of an example with what the entry of this text does, of a question what is not an option."""
        return f"<pre>{escape(str(question.situation))}</pre>"

    def term_text(self, game: AnyGame, picture: Any) -> Sequence[str]:
        """What a glossary shows of a word, in lines of text."""
        return ()

    def term_picture(self, game: AnyGame, picture: Any) -> str:
        """The same on a page."""
        return ""

    def past(self, question: Question) -> str:
        """Of an example in which a position comes again: when it stood before."""
        return ""

    def aside(self, question: Question, step: ListStep, text: str = "") -> str:
        """What else must be said of the picture of an example."""
        return ""

    def folded(self, situation: Any) -> str:
        """What a reader may want to look up."""
        return ""

    def options(self, question: Question, choice: ListChoice) -> str:
        """The options of a choice as buttons."""
        buttons = "".join(
            f'<button type="button" {self.judged(option, choice)}>{escape(words.sentence_case(self.said(option)))}'
            "</button>"
            for option in choice.options
        )
        return f'<div class="controls" role="group" {group(choice)}>{buttons}</div>'

    def trying(self, guide: Guide) -> str:
        """All that a reader can try."""
        quizzes = (self._quiz(guide, part.name) for part in guide.parts)
        return "".join(quizzes)

    def scripts(self, guide: Guide) -> Iterator[str]:
        """The scripts of what can be tried."""
        yield module_script(("quiz",))

    def on_paper(self) -> GuideDrawing:
        """Who draws the same for a small picture on paper."""
        return self

    def least(self, game: AnyGame) -> str:
        """How wide a picture on paper must be for its numbers to be read, as a length of CSS; nothing if all are."""
        return ""

    # What all share

    def judged(self, option: str, choice: ListChoice) -> str:
        """What the script must know of an option: whether it is right, and if not which entry drops it."""
        by = next((str(n) for n, step in enumerate(choice.steps, start=1) if option in step.dropped), "")
        name, told = escape(self.said(option), quote=True), escape(option, quote=True)
        right, alone = int(option in choice.left), ' data-alone="1"' if option in choice.alone else ""
        return f'data-option="{told}" data-name="{name}" data-right="{right}" data-step="{by}"{alone}'

    def _quiz(self, guide: Guide, part: str) -> str:
        asked = [question for question in guide.quiz if question.part == part]
        if not asked:
            return ""
        usual = (f"What do the {guide.noun}s say?", "Choose what they come to.", "Next one")
        title, prompt, following = self.quizzes.get(part, usual)
        questions = "".join(self._question(guide, question) for question in asked)
        return (
            f'<div class="quiz" id="{part}-quiz" data-prompt="{escape(prompt, quote=True)}" '
            f'data-noun="{guide.noun}" hidden><h3>{title}</h3>'
            f'<div class="controls"><button type="button" data-part="next">{following}</button></div>'
            f'<p data-part="status" role="status" aria-live="polite"></p>{questions}</div>'
        )

    def _question(self, guide: Guide, asked: Question) -> str:
        seen = "".join(map(paragraph, self.seen(asked.situation)))
        options = "".join(self.options(asked, choice) for choice in asked.choices)
        panels = "".join(self._panel(guide, choice, len(asked.choices) > 1) for choice in asked.choices)
        return (
            f'<div class="question try" hidden><div>{seen}{self.folded(asked.situation)}{self.picture(asked, None)}'
            f'{options}</div><div data-part="panel" hidden>{panels}</div></div>'
        )

    def _panel(self, guide: Guide, choice: ListChoice, named: bool) -> str:
        """How the entries narrow the choice; each is a button that shows it."""
        items = "".join(
            f'<li value="{guide.entries[step.entry].place}" class="{"narrows" if step.applies else "idle"}">'
            f'<button type="button" aria-pressed="false" data-shows="{choice.name}" '
            f'data-kept="{escape("|".join(step.kept), quote=True)}" '
            f'data-dropped="{escape("|".join(step.dropped), quote=True)}">'
            f"{escape(guide.entries[step.entry].sentence)}</button>"
            f"<span>{escape(words.step_sentence(guide, step, self.said))}</span></li>"
            for step in choice.steps
        )
        title = f"The {choice.name}." if named else f"{guide.noun.capitalize()} by {guide.noun}."
        return f"{paragraph(title)}<ol>{items}</ol>{paragraph(words.left_sentence(choice, self.said))}"


PLAIN = GuideDrawing()


def group(choice: ListChoice) -> str:
    """What the script must know of the options of a choice."""
    tie = f' data-tie="{escape(choice.tie, quote=True)}"' if choice.tie else ""
    return f'data-group="{choice.name}" aria-label="{words.sentence_case(choice.name)}"{tie}'


def drawing_of(game: AnyGame) -> GuideDrawing:
    """Who shows the situations of a game; without one they are told in words."""
    return game.kit.part("guide_drawing") or PLAIN
