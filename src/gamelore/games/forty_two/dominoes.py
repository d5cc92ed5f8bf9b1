"""The double-six set: suits, ranks, counters and tricks of 42 (Carberry, Appendix I).

A domino belongs to the suits of its two halves; under a trump its trump half takes it out of the other suit, and a
domino that is led belongs only to the suit of its higher half. The double is the highest of its suit. Two further
choices of trump come from the modern game: the doubles as a suit of their own, and no trump ("follow me").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from gamelore.base.errors import BadText

SUITS = range(7)
DOUBLES, NO_TRUMP = 7, 8
"""The two modern choices of trump; a trump is otherwise its suit, 0 to 6. `DOUBLES` is also the suit it makes."""

TRUMP_NAMES = (*(str(suit) for suit in SUITS), "doubles", "none")
TRUMP_WORDS = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes", "doubles", "no trump")
"""Trumps as the players of 42 call them."""


class Domino(NamedTuple):
    """One domino; `str` gives '6-4', and `suit in domino` asks for a half."""

    high: int
    low: int

    @property
    def is_double(self) -> bool:
        """Whether its halves are equal."""
        return self.high == self.low

    @property
    def number(self) -> int:
        """Its place in `DOMINOES`."""
        return self.high * (self.high + 1) // 2 + self.low

    @property
    def points(self) -> int:
        """What it counts in the trick that takes it."""
        return POINTS.get(self, 0)

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


DOMINOES = tuple(Domino(high, low) for high in SUITS for low in range(high + 1))
POINTS: Mapping[Domino, int] = MappingProxyType(
    {Domino(5, 5): 10, Domino(6, 4): 10, Domino(5, 0): 5, Domino(4, 1): 5, Domino(3, 2): 5}
)
"""The counters: 35 points, and one more for each of the seven tricks makes 42."""
ALL_POINTS = 42

_BY_TEXT = {str(d): d for d in DOMINOES} | {f"{d.low}-{d.high}": d for d in DOMINOES}


def parse_domino(text: str) -> Domino:
    """The domino of a text like '6-4' (either half first)."""
    domino = _BY_TEXT.get(text.strip())
    if domino is None:
        raise BadText(f"'{text.strip()}' is not a domino; expected two halves from 0 to 6 like '6-4'")
    return domino


def parse_hand(text: str, where: str = "hand") -> tuple[Domino, ...]:
    """Seven different dominoes, separated by spaces or commas."""
    hand = tuple(parse_domino(word) for word in text.replace(",", " ").split())
    for domino in hand:
        if hand.count(domino) > 1:
            raise BadText(f"{where}: {domino} stands there twice")
    if len(hand) != 7:
        raise BadText(f"{where}: expected seven dominoes, found {len(hand)}")
    return hand


def hand_text(dominoes: Iterable[Domino]) -> str:
    """Dominoes as one text."""
    return " ".join(str(d) for d in dominoes)


def parse_trump(text: str) -> int:
    """The trump of a text: a suit '0' to '6', 'doubles' or 'none'."""
    if text.strip() not in TRUMP_NAMES:
        raise BadText(f"'{text.strip()}' is not a trump; expected one of {', '.join(TRUMP_NAMES)}")
    return TRUMP_NAMES.index(text.strip())


def is_trump(domino: Domino, trump: int) -> bool:
    """Whether a domino belongs to the trump suit."""
    return domino.is_double if trump == DOUBLES else trump in domino


def suit_led(domino: Domino, trump: int) -> int:
    """The suit a domino opens when it is led: trump, otherwise its higher half."""
    return trump if is_trump(domino, trump) else domino.high


def belongs(domino: Domino, suit: int, trump: int | None = None) -> bool:
    """Whether a domino is a member of a suit under a trump (None: no trump is named yet)."""
    if trump is None or trump == NO_TRUMP:
        return suit in domino
    return is_trump(domino, trump) if suit == trump else suit in domino and not is_trump(domino, trump)


def members(suit: int, trump: int | None = None) -> tuple[Domino, ...]:
    """All dominoes of a suit under a trump, the highest first."""
    return tuple(sorted((d for d in DOMINOES if belongs(d, suit, trump)), key=lambda d: -rank(d, suit)))


def rank(domino: Domino, suit: int) -> int:
    """The rank of a member of a suit: 7 for the double, otherwise its other half; among doubles, the half."""
    if suit == DOUBLES:
        return domino.high
    return 7 if domino.is_double else domino.high + domino.low - suit


def trick_winner(dominoes: Sequence[Domino], trump: int) -> int:
    """Which of the dominoes of a trick, in order of play, takes it."""
    led = suit_led(dominoes[0], trump)
    best = 0
    for place, domino in enumerate(dominoes[1:], start=1):
        if is_trump(dominoes[best], trump):
            better = is_trump(domino, trump) and rank(domino, trump) > rank(dominoes[best], trump)
        else:
            better = is_trump(domino, trump) or (
                belongs(domino, led, trump) and rank(domino, led) > rank(dominoes[best], led)
            )
        if better:
            best = place
    return best


def trick_points(dominoes: Iterable[Domino]) -> int:
    """What a trick is worth: one, and its counters."""
    return 1 + sum(d.points for d in dominoes)
