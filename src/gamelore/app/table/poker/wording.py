"""Cards and what is done at poker, in words and signs; and cards as a person types them.

Cards may be written as they are shown (`Q♦`, `QD`, `10h`) or as in the records (`D12`).
"""

from __future__ import annotations

import re

from gamelore.base.errors import BadText
from gamelore.base.words import counted
from gamelore.games.core import Action
from gamelore.games.poker.cards import SUITS, Card, card_text, parse_card, rank_of
from gamelore.games.poker.table import Bet, Call, Drop, PokerAction, Replace, Replaced

SUIT_SIGNS = dict(zip(SUITS, "♥♠♣♦", strict=True))
SUIT_WORDS = dict(zip(SUITS, ("hearts", "spades", "clubs", "diamonds"), strict=True))
RANK_SIGNS = {rank: str(rank) for rank in range(2, 11)} | {11: "J", 12: "Q", 13: "K", 14: "A"}
RANK_WORDS = {rank: str(rank) for rank in range(2, 11)} | {11: "jack", 12: "queen", 13: "king", 14: "ace"}
_RECORDED = re.compile(rf"\b[{SUITS}](?:[2-9]|1[0-4])\b")
_RANKS = {sign: rank for rank, sign in RANK_SIGNS.items()} | {"T": 10, **{str(rank): rank for rank in range(11, 15)}}
_SUITS = {sign: letter for letter, sign in SUIT_SIGNS.items()} | {letter: letter for letter in SUIT_SIGNS}
_TYPED = re.compile(rf"({'|'.join(sorted(_RANKS, key=len, reverse=True))})([{''.join(_SUITS)}])", re.IGNORECASE)


def suit_of(card: Card) -> str:
    """The letter of its suit."""
    return SUITS[card % len(SUITS)]


def card_sign(card: Card) -> str:
    """`Q♦`."""
    return RANK_SIGNS[rank_of(card)] + SUIT_SIGNS[suit_of(card)]


def card_words(card: Card) -> str:
    """`queen of diamonds`."""
    return f"{RANK_WORDS[rank_of(card)]} of {SUIT_WORDS[suit_of(card)]}"


def cards_signs(cards: tuple[Card, ...]) -> str:
    """Cards as people write them."""
    return " ".join(card_sign(card) for card in cards)


def with_signs(text: str) -> str:
    """A text in which cards stand as in records, with the cards as people write them."""
    return _RECORDED.sub(lambda found: card_sign(parse_card(found[0])), text)


def card_text_of(word: str) -> str:
    """A card as records write it, from either way of writing."""
    found = _TYPED.fullmatch(word)
    if found:
        return f"{_SUITS[found[2].upper()]}{_RANKS[found[1].upper()]}"
    try:
        return card_text(parse_card(word))
    except BadText:
        raise BadText(f"'{word}' is not a card; write it as Q♦ or QD, or 'none' to keep all") from None


def offered(action: Action) -> str:
    """What somebody may do at poker, as it is offered."""
    if isinstance(action, Replace):
        return f"replace {cards_signs(action.cards)}" if action.cards else "keep all five cards"
    return str(action)


def done(action: PokerAction | Replaced) -> str:
    """What somebody did at poker, as everybody saw it."""
    match action:
        case Bet(size):
            return f"bets {size}"
        case Call():
            return "calls"
        case Drop():
            return "drops"
        case Replaced(count):
            return f"replaces {counted(count, 'card')}" if count else "keeps all five cards"
        case Replace(cards):
            return done(Replaced(len(cards)))
