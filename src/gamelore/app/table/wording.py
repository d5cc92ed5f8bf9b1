"""Actions and cards in words: what a button, a line of the terminal or a screen reader says of them."""

from __future__ import annotations

import re

from gamelore.app.table.data import Over
from gamelore.games.board.game import Move
from gamelore.games.core import RESIGN, Action
from gamelore.games.forty_two.dominoes import NO_TRUMP
from gamelore.games.forty_two.rules import Bid, NameTrump, Pass, Play
from gamelore.games.poker.cards import SUITS, Card, parse_card, rank_of
from gamelore.games.poker.table import Bet, Call, Drop, Replace, Replaced

SUIT_SIGNS = dict(zip(SUITS, "♥♠♣♦", strict=True))
SUIT_WORDS = dict(zip(SUITS, ("hearts", "spades", "clubs", "diamonds"), strict=True))
RANK_SIGNS = {rank: str(rank) for rank in range(2, 11)} | {11: "J", 12: "Q", 13: "K", 14: "A"}
RANK_WORDS = {rank: str(rank) for rank in range(2, 11)} | {11: "jack", 12: "queen", 13: "king", 14: "ace"}
_CARD = re.compile(rf"\b[{SUITS}](?:[2-9]|1[0-4])\b")
TRUMP_WORDS = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes", "doubles", "no trump")


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
    return _CARD.sub(lambda found: card_sign(parse_card(found[0])), text)


def trump_words(trump: int) -> str:
    """A trump as the players call it."""
    return TRUMP_WORDS[trump]


def offered(action: Action) -> str:
    """An action as somebody is asked to choose it."""
    match action:
        case Replace(cards):
            return f"replace {cards_signs(cards)}" if cards else "keep all five cards"
        case NameTrump(trump):
            return "no trump" if trump == NO_TRUMP else f"trump {trump_words(trump)}"
        case Move(to, start, capture):
            moved = f"{to + 1}" if start is None else f"{start + 1} to {to + 1}"
            return moved if capture is None else f"{moved}, taking {capture + 1}"
    return str(action)


def advised(action: Action) -> str:
    """An action as somebody would do it: `play 5`, `bet 7`, `name fours as trump`."""
    match action:
        case Replace():
            return offered(action)
        case NameTrump(trump):
            return "play without trump" if trump == NO_TRUMP else f"name {trump_words(trump)} as trump"
        case Bet() | Call() | Drop() | Pass() | Bid() | Play():
            return str(action)
        case Move(to, start, capture):
            moved = f"play {to + 1}" if start is None else f"move {start + 1} to {to + 1}"
            return moved if capture is None else f"{moved} and take {capture + 1}"
    return "resign" if action == RESIGN else f"play {action}"


def done(action: Action | Replaced) -> str:
    """An action as it is told of somebody who did it."""
    match action:
        case Bet(size):
            return f"bets {size}"
        case Call():
            return "calls"
        case Drop():
            return "drops"
        case Replaced(count):
            return f"replaces {count} card{'' if count == 1 else 's'}" if count else "keeps all five cards"
        case Replace(cards):
            return done(Replaced(len(cards)))
        case Pass():
            return "passes"
        case Bid(amount):
            return f"bids {amount}"
        case NameTrump(trump):
            return "plays without trump" if trump == NO_TRUMP else f"names {trump_words(trump)} as trump"
        case Play(domino):
            return f"plays {domino}"
        case Move(to, start, capture):
            moved = f"plays {to + 1}" if start is None else f"moves {start + 1} to {to + 1}"
            return moved if capture is None else f"{moved} and takes {capture + 1}"
    return "resigns" if action == RESIGN else f"plays {action}"


def headline(over: Over, seat: int) -> str:
    """Who has won, and how much where it is counted."""
    word = {"win": "You win", "loss": "You lose", "draw": "A draw"}[over.result]
    gain = abs(over.returns[seat])
    unit = over.unit.removesuffix("s") if gain == 1 else over.unit
    return f"{word} {gain:g} {unit}" if over.unit != "result" and gain else word


def why_over(over: Over) -> str:
    """How a contest ended, in words; records are shorter at poker."""
    return {"drop": "a hand was dropped", "showdown": "the hands were shown"}.get(over.why, over.why)
