"""A glossary: what each word of the lines means, in a sentence and with a picture, in the game at hand.

A word of a line finds its entry by itself, in any of its forms. Each word has one sense in the whole package. The
terms of a family, with pictures on a game's own board, stand with its words; those here serve every game for two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gamelore.games.core import AnyGame
from gamelore.learners.maxims.glossary.reading import Reading, has_word


@dataclass(frozen=True, slots=True)
class Gloss:
    """A word, its forms, and its sense."""

    word: str
    sense: str
    forms: tuple[str, ...] = ()
    """How else it stands in sentences, besides its plural."""
    draw: Callable[[], Any] | None = None
    """What a family draws of it, found when it is asked for; nothing where there is nothing to draw."""

    @property
    def key(self) -> str:
        """Its name in an address."""
        return self.word.replace(" ", "-").replace("'", "")

    @property
    def picture(self) -> Any:
        """What is drawn of it."""
        return None if self.draw is None else self.draw()

    def occurs(self, sentence: str) -> bool:
        """Whether a sentence has it."""
        return any(has_word(sentence, form) for form in (self.word, *self.forms))


@dataclass(frozen=True, slots=True)
class Glossary:
    """The terms of a game, and how else its words can be read."""

    terms: tuple[Gloss, ...]
    readings: tuple[Reading, ...] = ()

    def terms_in(self, sentences: Iterable[str]) -> list[Gloss]:
        """The terms that some sentences use, in the order of the glossary."""
        told = list(sentences)
        return [term for term in self.terms if any(term.occurs(sentence) for sentence in told)]


RULE_TERMS = (
    Gloss(
        "move",
        "What you may do at your turn. Where moves are counted, those that differ only in what they take count once.",
    ),
    Gloss(
        "reply", "What the other may do at its turn right after your move; if that ends the contest there is none.",
        ("replies",),
    ),
    Gloss("at once", "With that very move, before anybody else moves."),
    Gloss("next turn", "With the move after the other's reply."),
    Gloss("win", "To end the contest as its winner, in any way that the rules allow.", ("won",)),
    Gloss("lose", "To end the contest as its loser, in any way that the rules allow."),
    Gloss("whatever the other replies", "After every single reply that the rules allow, also one that wins."),
    Gloss("threaten", "Somebody threatens what it could do right now if it were its turn.", ("threat",)),
    Gloss("stop", "A reply stops your threats if after it you can do nothing at once of what you threatened."),
    Gloss("position", "Where all markers of both players stand; that of the start, which nobody made, is not meant."),
    Gloss("first player", "Who makes the first move of the contest; the line holds in the whole contest."),
    Gloss("second player", "Who makes the second move of the contest; the line holds in the whole contest."),
)  # fmt: skip
"""Words that need nothing but rules."""


def glossary_of(game: AnyGame) -> Glossary:
    """The glossary of a game: that of its kit, or of the rules alone."""
    part: Callable[[AnyGame], Glossary] | None = game.kit.part("glossary")
    return Glossary(RULE_TERMS) if part is None else part(game)


def readings_of(game: AnyGame) -> Sequence[Reading]:
    """The readings that a game's words can be given."""
    return [reading for reading in glossary_of(game).readings if reading.fits(game)]
