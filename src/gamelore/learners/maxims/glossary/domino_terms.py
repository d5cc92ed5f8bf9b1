"""The glossary of 42: each word of the lines with dominoes that show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from gamelore.games.core import AnyGame
from gamelore.games.forty_two.dominoes import Domino, parse_domino
from gamelore.learners.maxims.glossary.domino_readings import DOMINO_READINGS
from gamelore.learners.maxims.glossary.terms import Gloss, Glossary


@dataclass(frozen=True, slots=True)
class DominoPicture:
    """Some dominoes, those that the word is about, and what is to be seen."""

    dominoes: tuple[Domino, ...]
    marked: frozenset[Domino]
    told: str


def _shows(dominoes: str, marked: str, told: str) -> Callable[[], DominoPicture]:
    held, chosen = (tuple(map(parse_domino, text.split())) for text in (dominoes, marked))
    return partial(DominoPicture, held, frozenset(chosen), told)


_HAND = "5-5 6-5 5-3 6-6 6-4 4-1 3-2"
_TERMS = (
    Gloss("suit", "The dominoes with the same number on an end; what is led is of the suit of its higher end, "
         "a trump of trumps.", draw=_shows(_HAND, "6-6 6-5 6-4", "The sixes in this hand.")),
    Gloss("trump", "A domino of the suit that the bidder names; before that, of the suit that you would name.",
         draw=_shows(_HAND, "5-5 6-5 5-3", "The trumps in this hand if fives are trump.")),
    Gloss("longest suit", "The suit of which you hold most dominoes; each belongs to both its ends, a double once.",
         draw=_shows(_HAND, "5-5 6-5 5-3", "Three fives; there are three sixes, too.")),
    Gloss("double", "A domino with the same number twice, the highest of its suit; \"the double\" is that of trumps.",
         draw=_shows(_HAND, "5-5 6-6", "Two doubles; with fives as trump the double is 5-5.")),
    Gloss("unbroken", "Counted from the double of trumps down, to the first one that you do not hold.",
         draw=_shows(_HAND, "5-5 6-5", "With fives as trump two are unbroken: 5-4 is missing.")),
    Gloss("highest trump", "The double of trumps, then the one with the higher other end: the two highest are the first"
         " two of the suit, not of your hand.", draw=_shows(_HAND, "5-5 6-5", "The two highest fives.")),
    Gloss("off", "A domino that is no trump and no double, unless you hold all higher ones of the suit of its "
         "higher end that are no trumps.",
         draw=_shows(_HAND, "4-1 3-2", "With fives as trump 4-1 and 3-2 are offs; 6-4 is none, for 6-6 is there and "
                        "6-5 is a trump.")),
    Gloss("counter", "One of the five dominoes with points: 5-5 and 6-4 have ten, 5-0, 4-1 and 3-2 five.",
         draw=_shows("5-5 6-4 5-0 4-1 3-2", "5-5 6-4 5-0 4-1 3-2", "The counters.")),
    Gloss("point", "What counters count, ten or five, not the pips. Who takes a trick gets one point more.",
         draw=_shows(_HAND, "5-5 6-4 4-1 3-2", "30 points.")),
    Gloss("pip", "The dots of both ends together.", draw=_shows("6-1", "6-1", "7 pips, no points.")),
    Gloss("partner", "Who sits across the table; your side is you and partner."),
    Gloss("opponent", "Who sits left or right of you."),
    Gloss("hold the bid", "To have made the highest bid so far.", ("holds the bid",)),
    Gloss("over", "Over somebody's bid: that one made the highest bid so far."),
    Gloss("bid on", "Make the lowest bid that is allowed, the first one of 30 too, as long as it is within the limit."),
    Gloss("up to", "The last bid that you make; if the lowest allowed is above it, the line says nothing."),
    Gloss("30 or 31", "The lower of the two that is allowed; if neither is, the line says nothing."),
    Gloss("pass", "To make no bid."),
    Gloss("lead", "To play the first domino of a trick.", ("leading",),
         _shows("6-3 6-5 2-1 6-6", "6-3", "6-3 was led, so sixes must be played.")),
    Gloss("bidding side", "Who won the bidding, and partner: either of them leads for it."),
    Gloss("against the bid", "For the side that did not win the bidding."),
    Gloss("trick", "One domino from each of the four.", draw=_shows("6-3 6-5 2-1 6-6", "", "A trick, from the left.")),
    Gloss("winning", "Whose domino would take the trick as it lies, whoever is still to play.",
         draw=_shows("6-3 6-5", "6-5", "6-5 is winning, though 6-6 may still come.")),
    Gloss("beat", "To play what would take the trick as it then lies.",
         draw=_shows("6-3 6-5", "6-5", "6-5 beats 6-3.")),
    Gloss("take", "To win a trick; it then lies before one's own side.", 
         draw=_shows("6-3 6-5 2-1 6-6", "6-6", "6-6 takes it.")),
    Gloss("follow suit", "To play a domino of the suit that was led.",
         draw=_shows("6-3 6-5 2-1 6-6", "6-5 6-6", "6-3 was led: two follow suit.")),
    Gloss("highest left of a suit", "A domino of which no higher one of its suit is unseen; trumps are a suit, too.",
         draw=_shows("6-6 6-5 4-4 3-1", "6-6 4-4", "A double is; 6-5 is once 6-6 is played.")),
    Gloss("highest trump left", "The trump above which none is unseen.",
         draw=_shows("6-5 5-4 4-4", "6-5", "Fives are trump and 5-5 has been played.")),
    Gloss("unseen", "Neither played nor in your hand: one of the others holds it."),
    Gloss("lose to", "A domino loses to the higher ones of its suit.", ("loses to",),
         _shows("4-3", "4-3", "If none has been played it loses to 4-4, 6-4 and 5-4.")),
    Gloss("lack", "Who did not follow when a suit was led lacks it.",
         draw=_shows("6-3 6-5 2-1 6-6", "2-1", "6-3 was led: who played 2-1 lacks sixes.")),
    Gloss("rank", "The place in its suit: the double is highest, then the higher other end."),
    Gloss("still beat", "A domino of its suit that is higher is unseen."),
    Gloss("opponents may have trumps", "A trump is unseen, and not both opponents have shown that they lack trumps."),
    Gloss("no trumps left", "No trump is unseen, or both opponents have shown that they lack trumps."),
)  # fmt: skip


@cache
def _glossary() -> Glossary:
    return Glossary(_TERMS, DOMINO_READINGS)


def domino_glossary(game: AnyGame) -> Glossary:
    """The glossary of the kit."""
    return _glossary()
