"""What a person sees of a poker table, as data: made from the view of one seat, so that nothing else can be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from gamelore.app.table.data import Datum, Shown
from gamelore.app.table.poker.wording import SUIT_SIGNS, card_sign, card_words, done, suit_of
from gamelore.games.poker.cards import Card, card_text
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.poker.table import Bet, Call


@dataclass(frozen=True, slots=True)
class ShownCard(Datum):
    """One card."""

    kind: ClassVar[str] = "card"
    text: str
    """`D12`, as moves and records name it."""
    sign: str
    """`Q♦`."""
    words: str
    red: bool


@dataclass(frozen=True, slots=True)
class PokerAct(Datum):
    """Something that a seat did at poker."""

    kind: ClassVar[str] = "act"
    seat: int
    said: str
    interval: str
    """`first bets`, `replacing` or `second bets`."""


@dataclass(frozen=True, slots=True)
class ShownPoker(Shown):
    """A poker table."""

    kind: ClassVar[str] = "poker"
    seat: int
    seat_names: tuple[str, ...]
    stage: str
    to_move: int
    pot: int
    """Matched money."""
    to_call: int
    """What the one to act must match to stay in, 0 if nothing."""
    paid: tuple[int, int]
    """What each seat has put in so far, matched or not."""
    hand: tuple[ShownCard, ...]
    given_away: tuple[ShownCard, ...]
    replaced: tuple[int | None, int | None]
    """How many cards each seat replaced; None before it did."""
    acts: tuple[PokerAct, ...]
    other_shows: tuple[ShownCard, ...]
    """The other's hand at the showdown, else nothing."""
    largest_bet: int
    """The largest bet that may be made now, 0 if none."""


def shown_cards(cards: Sequence[Card]) -> tuple[ShownCard, ...]:
    """Cards as data."""
    return tuple(ShownCard(card_text(c), card_sign(c), card_words(c), SUIT_SIGNS[suit_of(c)] in "♥♦") for c in cards)


def in_order(cards: Sequence[ShownCard]) -> list[ShownCard]:
    """A hand as people hold it: the high cards first, of equal ones those of more first."""
    ranks = [card.text[1:] for card in cards]
    return sorted(cards, key=lambda card: (-ranks.count(card.text[1:]), -int(card.text[1:]), card.text))


def shown_poker(view: DrawPokerView) -> ShownPoker:
    """The table from one seat."""
    table, rules = view.table, view.table.rules
    paid, to_match, acts = [rules.ante, rules.ante], 0, []
    stages = _intervals(view)
    for (seat, event), stage in zip(table.acts(), stages, strict=True):
        if isinstance(event, Bet):
            paid[seat] += to_match + event.size
            to_match = event.size
        elif isinstance(event, Call):
            paid[seat] += to_match
            to_match = 0
        acts.append(PokerAct(seat, done(event), stage))
    replaced = tuple(table.replaced[seat] if seat < len(table.replaced) else None for seat in (0, 1))
    return ShownPoker(
        view.seat,
        view.game.seat_names,
        table.stage,
        table.actor,
        table.pot,
        table.last_bet,
        (paid[0], paid[1]),
        shown_cards(view.hand),
        shown_cards(view.discarded),
        (replaced[0], replaced[1]),
        tuple(acts),
        shown_cards(view.shown),
        rules.max_bet if table.may_bet() else 0,
    )


def _intervals(view: DrawPokerView) -> list[str]:
    """The stage in which each event of the table happened."""
    table, found = type(view.table)(view.table.rules, 2 * view.table.rules.ante), []
    for event in view.table.history:
        found.append(table.stage)
        table = table.after(event)
    return found
