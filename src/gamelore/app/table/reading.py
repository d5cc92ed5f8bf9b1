"""What a person types as a move: the text form of an action, and the shorter forms that people use at a table.

At poker a number is a bet, and cards may be written as they are shown (`Q♦`, `QD`, `10h`) or as in the records (`D12`).
At 42 a number is a bid, `6-4` a domino to play, and a trump may be called by its name (`fours`).
"""

from __future__ import annotations

import re

from gamelore.app.table.wording import RANK_SIGNS, SUIT_SIGNS, TRUMP_WORDS
from gamelore.base.errors import BadText
from gamelore.games.core import Action, AnyView
from gamelore.games.forty_two.dominoes import TRUMP_NAMES
from gamelore.games.forty_two.table import BIDDING, NAMING
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.games.poker.cards import card_text, parse_card
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.poker.table import REPLACING

LONGEST = 80
"""No move has more characters."""

_RANKS = {sign: rank for rank, sign in RANK_SIGNS.items()} | {"T": 10, **{str(rank): rank for rank in range(11, 15)}}
_SUITS = {sign: letter for letter, sign in SUIT_SIGNS.items()} | {letter: letter for letter in SUIT_SIGNS}
_CARD = re.compile(rf"({'|'.join(sorted(_RANKS, key=len, reverse=True))})([{''.join(_SUITS)}])", re.IGNORECASE)


def read_action(view: AnyView, text: str) -> Action:
    """The action of a text that a person typed at a seat; `BadText` says what was expected."""
    words = " ".join(text.split())
    if len(words) > LONGEST:
        raise BadText(f"a move has at most {LONGEST} characters, not {len(words)}")
    if isinstance(view, DrawPokerView):
        words = _at_poker(words, view.table.stage == REPLACING)
    elif isinstance(view, FortyTwoView):
        words = _at_forty_two(words, view.table.stage)
    action: Action = view.game.parse_action(words)
    return action


def _at_poker(text: str, replacing: bool) -> str:
    lower = text.lower()
    if not replacing and not lower.startswith("replace"):
        return f"bet {text}" if text.isascii() and text.isdigit() else lower
    cards = lower.removeprefix("replace").strip()
    if cards in ("", "none", "0", "keep", "keep all", "stand", "pat"):
        return "replace none" if cards or lower != "replace" else text
    return "replace " + " ".join(card_text_of(word) for word in cards.replace(",", " ").split())


def card_text_of(word: str) -> str:
    """A card as records write it, from either way of writing."""
    found = _CARD.fullmatch(word)
    if found:
        return f"{_SUITS[found[2].upper()]}{_RANKS[found[1].upper()]}"
    try:
        return card_text(parse_card(word))
    except BadText:
        raise BadText(f"'{word}' is not a card; write it as Q♦ or QD, or 'none' to keep all") from None


def _at_forty_two(text: str, stage: str) -> str:
    lower = text.lower()
    if stage == BIDDING and lower.isascii() and lower.isdigit():
        return f"bid {lower}"
    if stage == NAMING:
        name = lower.removeprefix("trump").strip()
        return f"trump {TRUMP_NAMES[TRUMP_WORDS.index(name)] if name in TRUMP_WORDS else name}"
    return f"play {lower}" if re.fullmatch(r"\d-\d", lower) else lower
