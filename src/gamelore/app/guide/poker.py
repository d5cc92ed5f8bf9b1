"""The guide of draw poker: hands drawn as cards, and what was bet before in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gamelore.app.guide.drawing import GuideDrawing
from gamelore.app.guide.words import count, sentence_case
from gamelore.app.table.poker.wording import card_words, cards_signs
from gamelore.games.poker.cards import card_text, rank_of
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.poker.drawing import card_picture
from gamelore.games.poker.table import Bet, Call, Replaced
from gamelore.lab.guide.core import ListStep, Question


class HandPictures(GuideDrawing):
    """Shows hands of cards."""

    quizzes: Mapping[str, tuple[str, str, str]] = {
        "rule": ("What do the rules say?", "Choose what the first rule that holds says.", "Next hand"),
    }

    def text(self, situation: Any) -> str:
        """The hand, what was done, and the pot."""
        return f"{cards_signs(_sorted(situation))}. {' '.join(self.seen(situation))}"

    def seen(self, situation: Any) -> Sequence[str]:
        """What was done and bet, and the pot."""
        return list(_seen(situation))

    def picture(self, question: Question, step: ListStep | None, text: str = "") -> str:
        cards = "".join(
            f'<li><span role="img" aria-label="{card_words(card)}">{card_picture(card_text(card))}</span></li>'
            for card in _sorted(question.situation)
        )
        return f'<ul class="bones cards" aria-label="Your cards">{cards}</ul>'


POKER = HandPictures()


def _sorted(view: DrawPokerView) -> tuple[int, ...]:
    """A hand as people hold it: what belongs together first, then by rank."""
    ranks = [rank_of(card) for card in view.hand]
    return tuple(sorted(view.hand, key=lambda card: (-ranks.count(rank_of(card)), -card)))


def _seen(view: DrawPokerView) -> Iterator[str]:
    table = view.table
    done = [_done(seat == view.seat, event) for seat, event in table.acts()]
    yield f"{sentence_case(', '.join(done))}." if done else "You bet first."
    owed = count(table.last_bet, "chip") if table.last_bet else "no bet"
    yield f"The pot is {table.pot}, with {owed} to match."


def _done(mine: bool, event: object) -> str:
    who, ending = ("you", "") if mine else ("the other", "s")
    match event:
        case Bet(size):
            return f"{who} bet{ending} {size}"
        case Call():
            return f"{who} call{ending}"
        case Replaced(number):
            return f"{who} replace{ending} {count(number, 'card')}" if number else f"{who} keep{ending} all cards"
    return f"{who} drop{ending}"
