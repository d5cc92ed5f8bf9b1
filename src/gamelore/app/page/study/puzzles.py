"""A puzzle on the page: a situation with something to choose in it, and what is told when somebody has chosen.

Some ask what the list of a game comes to (`puzzle_book.py`); the others are mistakes of the visitor's own,
from contests that are over, told by their review. Of hidden hands a puzzle shows what its seat saw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Protocol

from gamelore.app.guide import words
from gamelore.app.guide.drawing import drawing_of as guide_drawing_of
from gamelore.app.page.display import display_of
from gamelore.app.page.keeping.store import Kept
from gamelore.app.table.manners import manners_of
from gamelore.app.table.sitting import TableSitting
from gamelore.base.errors import BadText
from gamelore.base.seeds import stream
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.lab.guide.core import ListChoice, Question
from gamelore.lab.guide.quiz import JudgedAnswer, deciding, settled_by
from gamelore.lab.review.core import judge_for
from gamelore.lab.review.retracing import Retraced

Told = dict[str, Any]
MOST_MISTAKES, MOST_VALUES, MOST_OFFERED = 5, 8, 12
"""Mistakes of a contest that are kept as puzzles, values of one that are told, and moves that are offered by name."""


class KeptMistake(Kept):
    """A mistake as it is kept beside its contest."""

    ply: int
    action: str
    best: tuple[str, ...]
    sound: tuple[str, ...]
    looked_at: tuple[str, ...]
    lost: str
    because: str
    line: str
    finder: str
    values: tuple[tuple[str, str], ...]


class KeptMistakes(Kept):
    """Those of a contest."""

    mistakes: tuple[KeptMistake, ...]


def mistakes_of(found: Retraced) -> str:
    """The worst of a contest as text."""
    listed = found.review.listed
    kept = [
        KeptMistake(
            ply=move.ply, action=move.action, best=move.best, sound=played.sound, looked_at=played.looked_at,
            lost=move.lost, because=move.because, line=move.line, finder=move.finder(listed),
            values=move.values[:MOST_VALUES],
        )
        for move, played in zip(found.review.moves[:MOST_MISTAKES], found.played_out, strict=False)
    ]  # fmt: skip
    return KeptMistakes(mistakes=tuple(kept)).model_dump_json()


NO_MISTAKES = KeptMistakes(mistakes=()).model_dump_json()


@dataclass(frozen=True, slots=True)
class PuzzleVerdict:
    """What became of an answer."""

    right: bool
    told: Told


class Puzzle(Protocol):
    """Something to solve."""

    line: str
    """The line that it is about, by its label; may be empty."""

    def shown(self) -> Told:
        """What is seen and what may be chosen."""

    def judge(self, chosen: Sequence[str]) -> PuzzleVerdict:
        """What is told when somebody has chosen."""


class ListPuzzle:
    """Asks what the list comes to."""

    def __init__(self, game: AnyGame, question: Question, entries: Sequence[str]) -> None:
        self.game, self.question, self.entries = game, question, entries
        entry = deciding(question)
        self.line = "" if entry is None else entries[entry].partition(":")[0]
        self.said = guide_drawing_of(game).said

    def shown(self) -> Told:
        view, drawing = _view(self.question.situation), guide_drawing_of(self.game)
        asks, prompt = "What do the lines come to?", f"Choose a {self.question.choices[0].name}."
        if self.question.part in drawing.quizzes:
            asks, prompt, _ = drawing.quizzes[self.question.part]
        elif len(self.question.choices) == 1:
            asks = "Which move do the lines keep?"
        offered = [(choice.name, [(o, self.said(o)) for o in choice.options]) for choice in self.question.choices]
        alone = sorted({option for choice in self.question.choices for option in choice.alone})
        return _shown(self.game, view, None, asks, prompt, offered, alone)

    def judge(self, chosen: Sequence[str]) -> PuzzleVerdict:
        """Whether the list keeps what was chosen, which line drops it, and how the lines narrow the choice."""
        question = self.question
        known = [option for n, choice in enumerate(question.choices) for option in (*choice.options, *choice.alone)]
        if not set(chosen) <= set(known) or not settled_by(question, chosen) or len(chosen) > len(question.choices):
            raise BadText("that is nothing that can be chosen here")
        verdict = JudgedAnswer(question, tuple(chosen))
        entry = verdict.dropped_by()
        said = "" if entry is None else f"It goes by {self.entries[entry]}"
        return PuzzleVerdict(
            verdict.right,
            {
                "said": "" if verdict.right else said,
                "steps": [step for choice in question.choices for step in self._steps(choice)],
                "kept": sorted({option for choice in question.choices for option in choice.left}),
                "left": [words.left_sentence(choice, self.said) for choice in question.choices],
                "values": [],
                "because": "",
            },
        )

    def _steps(self, choice: ListChoice) -> list[Told]:
        """The lines that narrow a choice, each with what it keeps."""
        return [
            {
                "sentence": self.entries[step.entry],
                "keeps": f"keeps {words.listed(step.kept, self.said)}",
                "kept": list(step.kept),
                "dropped": list(step.dropped),
            }
            for step in choice.steps
            if step.applies
        ]


class OwnPuzzle:
    """Asks what would have been better: a mistake from a contest of the visitor's own."""

    def __init__(self, sitting: TableSitting, mistake: KeptMistake) -> None:
        self.game, self.mistake = sitting.game, mistake
        self.line = mistake.line
        self.state: AnyState = sitting.plies[mistake.ply].state
        self.view: AnyView = sitting.discretion.eyes(self.state)
        self.last = sitting.plies[mistake.ply - 1].action if mistake.ply else None

    def shown(self) -> Told:
        offered = manners_of(self.game).offered
        options = [(text, offered(self.game.parse_action(text))) for text in self.options()]
        asks = f"Here you chose to {self._done(self.mistake.action)}; it {self.mistake.lost}."
        return _shown(self.game, self.view, self.last, asks, "Find a better move.", [("move", options)], [])

    def _done(self, text: str) -> str:
        return manners_of(self.game).advised(self.game.parse_action(text))

    def options(self) -> list[str]:
        """Every move where nothing is hidden; else those that were judged, as many as a person can look over."""
        if self.game.perfect_information:
            return [str(action) for action in self.view.legal_actions()]
        needed = (self.mistake.best[0], self.mistake.action)
        others = [text for text in self.mistake.looked_at if text not in needed]
        return sorted((*needed, *others[: MOST_OFFERED - len(needed)]))

    def judge(self, chosen: Sequence[str]) -> PuzzleVerdict:
        """Whether it gives nothing away; what the review did not look at is judged now."""
        if len(chosen) != 1 or chosen[0] not in self.options():
            raise BadText("that is nothing that can be chosen here")
        right, mistake, manners = self._is_sound(chosen[0]), self.mistake, manners_of(self.game)

        def offered(text: str) -> str:
            return manners.offered(self.game.parse_action(text))

        return PuzzleVerdict(
            right,
            {
                "said": "" if right else f"Better: {' or '.join(offered(text) for text in mistake.best[:3])}.",
                "steps": [],
                "kept": [*mistake.best, *([chosen[0]] if right else [])],
                "left": [mistake.finder] if mistake.finder else [],
                "values": [[offered(text), told] for text, told in mistake.values],
                "because": manners.written(mistake.because),
            },
        )

    def _is_sound(self, text: str) -> bool:
        if text in self.mistake.looked_at or not self.game.perfect_information:
            return text in self.mistake.sound
        values = judge_for(self.game).judge(self.state, self.view, self.game.parse_action(text), stream(0))
        return values is not None and text in values.values and not values.given(text)


def _view(situation: Any) -> AnyView:
    """The situation as the seat on turn sees it."""
    view: AnyView = situation.view(situation.current_player()) if hasattr(situation, "child") else situation
    return view


def _shown(
    game: AnyGame, view: AnyView, last: Action | None, asks: str, prompt: str,
    choices: Sequence[tuple[str, Sequence[tuple[str, str]]]], alone: Sequence[str],
) -> Told:  # fmt: skip
    """A picture with what may be chosen: on it where it has all options as buttons, else beside it."""
    display, shown = display_of(game), manners_of(game).shown(view, last)
    other = "the other" if game.seats == 2 else "opponent"
    names = tuple("you" if seat == view.seat else other for seat in range(game.seats))
    picture, single = display.draw(shown, game.title, names), len(choices) == 1
    inside = single and all(f'data-move="{escape(option, quote=True)}"' in picture for option, _ in choices[0][1])
    board = single and shown.kind == "board"
    seen = guide_drawing_of(game).seen(view.state if game.perfect_information else view)
    told = [display.spoken(game, sentence) for sentence in seen]
    return {
        "kind": "board" if board else "buttons" if inside else "beside",
        "picture": picture if board or inside else display.reviewed(shown, game.title, names),
        "asks": asks,
        "prompt": prompt,
        "seen": list(told),
        "alone": list(alone),
        "choices": [
            {"name": name, "options": [{"action": option, "said": said} for option, said in options]}
            for name, options in choices
        ],
    }


def label_order(entries: Sequence[str]) -> Mapping[str, int]:
    """The place of every line by its label."""
    return {entry.partition(":")[0]: place for place, entry in enumerate(entries)}
