"""The guide of 42: hands and tricks drawn as dominoes, and what a seat knows in its own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from gamelore.app.guide.drawing import GuideDrawing, group
from gamelore.app.guide.words import count, sentence_case
from gamelore.games.core import AnyGame
from gamelore.games.forty_two.dominoes import TRUMP_WORDS, Domino, hand_text, parse_trump
from gamelore.games.forty_two.drawing import domino_picture
from gamelore.games.forty_two.rules import SEATS, Play
from gamelore.games.forty_two.table import NAMING, PLAYING, Trick
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.lab.guide.core import ListChoice, ListStep, Question
from gamelore.learners.maxims.forty_two_words import BID, PLAY
from gamelore.learners.maxims.glossary.domino_terms import DominoPicture

_SEATS = ("you", "left", "partner", "right")
"""How the seats are called from where the reader sits, in the order of play."""


class DominoPictures(GuideDrawing):
    """Shows hands of dominoes."""

    quizzes: Mapping[str, tuple[str, str, str]] = {
        BID: ("What do you call?", "Choose the suit that you would name trump, then your call.", "Next hand"),
        PLAY: ("What do you play?", "Choose a domino.", "Next trick"),
    }

    def said(self, option: str) -> str:
        """A choice as a person would say it."""
        verb, _, rest = option.partition(" ")
        if verb == "trump":
            return TRUMP_WORDS[parse_trump(rest)]
        return rest if verb == "play" else option

    def text(self, situation: Any) -> str:
        """The hand, what was heard, and the open trick."""
        laid = [f"{who} {domino}" for who, domino in _open_trick(situation)]
        trick = f" In the trick: {', '.join(laid)}." if laid else ""
        return f"{hand_text(situation.hand)}. {' '.join(self.seen(situation))}{trick}"

    def seen(self, situation: Any) -> Sequence[str]:
        """What a seat knows beside its dominoes and the open trick."""
        return list(_seen(situation))

    def picture(self, question: Question, step: ListStep | None, text: str = "") -> str:
        """The open trick and the hand; where a domino is chosen the hand is among the options."""
        view = question.situation
        trick = "".join(
            f'<li><span role="img" aria-label="{who} played {domino}">{domino_picture(*domino)}</span>'
            f'<small aria-hidden="true">{who}</small></li>'
            for who, domino in _open_trick(view)
        )
        laid = f'<ul class="bones trick" aria-label="The trick">{trick}</ul>' if trick else ""
        if step is None and question.part == PLAY:
            return laid
        marks: dict[str, str] = {}
        if step is not None:
            marks = {**dict.fromkeys(step.kept, "good"), **dict.fromkeys(step.dropped, "bad")}
        hand = "".join(
            f'<li class="{marks.get(str(Play(domino)), "")}"><span role="img" aria-label="{domino}">'
            f"{domino_picture(*domino)}</span></li>"
            for domino in view.hand
        )
        return f'{laid}<ul class="bones" aria-label="Your dominoes">{hand}</ul>'

    def term_text(self, game: AnyGame, picture: Any) -> Sequence[str]:
        """The dominoes, those in brackets that the word is about."""
        if not isinstance(picture, DominoPicture):
            return ()
        told = " ".join(f"[{d}]" if d in picture.marked else f" {d} " for d in picture.dominoes)
        return [told, picture.told]

    def term_picture(self, game: AnyGame, picture: Any) -> str:
        """The dominoes, those marked that the word is about."""
        if not isinstance(picture, DominoPicture):
            return ""
        bones = "".join(
            f'<li class="{"good" if domino in picture.marked else ""}"><span role="img" aria-label="{domino}">'
            f"{domino_picture(*domino)}</span></li>"
            for domino in picture.dominoes
        )
        return f'<figure><ul class="bones">{bones}</ul><figcaption>{escape(picture.told)}</figcaption></figure>'

    def folded(self, situation: Any) -> str:
        tricks = "".join(f"<li>{escape(trick_words(situation, trick))}</li>" for trick in situation.table.tricks)
        return f"<details><summary>The tricks before</summary><ol>{tricks}</ol></details>" if tricks else ""

    def options(self, question: Question, choice: ListChoice) -> str:
        """A domino is chosen from the hand."""
        if question.part != PLAY:
            return super().options(question, choice)
        bones = "".join(f"<li>{self._bone(domino, choice)}</li>" for domino in question.situation.hand)
        return f'<ul class="bones" {group(choice)}>{bones}</ul>'

    def _bone(self, domino: Domino, choice: ListChoice) -> str:
        option = str(Play(domino))
        told = self.judged(option, choice) if option in choice.options else "disabled"
        return (
            f'<button type="button" class="bone-button" aria-label="{domino}" {told}>{domino_picture(*domino)}</button>'
        )


FORTY_TWO = DominoPictures()


def seat_words(view: FortyTwoView, seat: int) -> str:
    """A seat from where the reader sits."""
    return _SEATS[(seat - view.seat) % SEATS]


def _seen(view: FortyTwoView) -> Iterator[str]:
    table = view.table
    calls = [(table.caller(place), amount) for place, amount in enumerate(table.calls)]
    if table.stage != PLAYING:
        heard = [f"{seat_words(view, s)} {f'bid {amount}' if amount else 'passed'}" for s, amount in calls]
        yield f"{sentence_case(', '.join(heard))}." if heard else "You call first."
        if table.stage == NAMING:
            yield "You won the bidding."
        return
    declarer = seat_words(view, table.declarer)
    ours, theirs = (table.points(team) for team in (view.seat % 2, 1 - view.seat % 2))
    assert table.trump is not None
    yield f"{sentence_case(declarer)} bid {table.contract}, trump {TRUMP_WORDS[table.trump]}."
    yield f"Your side has {count(ours, 'point')}, the others {theirs}." if table.tricks else "It is the first trick."
    if not table.trick:
        yield "You lead."


def trick_words(view: FortyTwoView, trick: Trick) -> str:
    """A trick that was taken."""
    played = ", ".join(f"{who} {domino}" for who, domino in _laid_out(view, trick.leader, trick.dominoes))
    takes = seat_words(view, trick.winner)
    return f"{played}; {takes} {'take' if takes == 'you' else 'takes'} {count(trick.points, 'point')}"


def _open_trick(view: FortyTwoView) -> list[tuple[str, Domino]]:
    return _laid_out(view, view.table.leader, view.table.trick)


def _laid_out(view: FortyTwoView, leader: int, dominoes: Sequence[Domino]) -> list[tuple[str, Domino]]:
    """Dominoes with who laid them."""
    return [(seat_words(view, (leader + n) % SEATS), domino) for n, domino in enumerate(dominoes)]
