"""Two-player five-card draw with Waterman's rules (1968, Appendix B Part I; accounting as in all his traces).

A contest is one round-of-play: ante, bets, replacement of up to three cards, bets, showdown; the winner's score rises
by half of the pot. Seat 0 acts first in both intervals and replaces first; who sits there alternates from contest to
contest, which is the business of the arena.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar

from gamelore.base.errors import BadText, IllegalAction, ImpossibleState
from gamelore.base.notebook import list_html
from gamelore.base.seeds import Rng
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games.core import NOBODY, Game, Outcome, State, View
from gamelore.games.kit import Kit
from gamelore.games.poker.cards import (
    DECK_SIZE,
    HAND_SIZE,
    Card,
    Deal,
    cards_text,
    parse_cards,
    parse_hand,
    refuse_repeats,
)
from gamelore.games.poker.hands import showdown
from gamelore.games.poker.kit import POKER_KIT
from gamelore.games.poker.table import (
    CALL,
    DROP,
    FIRST_BETS,
    OVER,
    REPLACING,
    SECOND_BETS,
    Bet,
    Call,
    DrawPokerRules,
    Drop,
    PokerAction,
    PokerEvent,
    Replace,
    Replaced,
    Table,
)

__all__ = [
    "CALL", "DROP", "FIRST_BETS", "OVER", "REPLACING", "SECOND_BETS", "Bet", "Call", "DrawPoker", "DrawPokerRules",
    "DrawPokerState", "DrawPokerView", "Drop", "PokerAction", "PokerEvent", "Replace", "Replaced", "Table", "make",
]  # fmt: skip


@functools.cache
def _bets(max_bet: int) -> tuple[Bet, ...]:
    return tuple(Bet(size) for size in range(1, max_bet + 1))


def _legal(table: Table, hand: tuple[Card, ...]) -> tuple[PokerAction, ...]:
    if table.stage == OVER:
        return ()
    if table.stage == REPLACING:
        counts = range(table.rules.max_replaced + 1)
        return tuple(Replace(cards) for count in counts for cards in itertools.combinations(hand, count))
    bets: tuple[PokerAction, ...] = _bets(table.rules.max_bet) if table.may_bet() else ()
    return (*bets, CALL, DROP) if table.may_call() else (*bets, DROP)


def _replaced(hand: tuple[Card, ...], gone: tuple[Card, ...], new: tuple[Card, ...]) -> tuple[Card, ...]:
    return (*(card for card in hand if card not in gone), *new)


@dataclass(frozen=True, slots=True)
class DrawPokerView(View[PokerAction]):
    """What one seat knows: its own cards, the table, and the other's hand if the showdown revealed it."""

    game: DrawPoker
    seat: int
    dealt: tuple[Card, ...]
    hand: tuple[Card, ...]
    table: Table
    shown: tuple[Card, ...] = ()
    """The other seat's hand at the showdown; empty before it, and after a drop."""

    def current_player(self) -> int:
        """The seat to act."""
        return self.table.actor

    def legal_actions(self) -> Sequence[PokerAction]:
        """What this seat may do now."""
        return _legal(self.table, self.hand) if self.table.actor == self.seat else ()

    @property
    def opponent_replaced(self) -> int | None:
        """How many cards the other seat replaced; None before it did."""
        other, replaced = 1 - self.seat, self.table.replaced
        return replaced[other] if other < len(replaced) else None

    @property
    def discarded(self) -> tuple[Card, ...]:
        """The cards this seat gave away."""
        return tuple(card for card in self.dealt if card not in self.hand)

    def __str__(self) -> str:
        parts = [f"seat {self.seat}: {cards_text(self.dealt)}"]
        if self.seat < len(self.table.replaced):
            parts.append(f"holds {cards_text(self.hand)}")
        parts.append(", ".join(str(event) for event in self.table.history))
        if self.shown:
            parts.append(f"other shows {cards_text(self.shown)}")
        return "; ".join(part for part in parts if part)

    def _repr_html_(self) -> str:
        return _table_html(self.table, {self.seat: self.hand, 1 - self.seat: self.shown})


@dataclass(frozen=True, slots=True)
class DrawPokerState(State[PokerAction]):
    """The whole of a contest: the deal, both hands and the table."""

    game: DrawPoker
    deal: Deal
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    table: Table
    actions: tuple[PokerAction, ...] = ()

    def current_player(self) -> int:
        """The seat to act, `NOBODY` when the contest is over."""
        return self.table.actor

    def legal_actions(self) -> Sequence[PokerAction]:
        """Bets from small to large, then call and drop; or every set of up to three cards to replace."""
        return () if self.table.actor == NOBODY else _legal(self.table, self.hands[self.table.actor])

    def child(self, action: PokerAction) -> DrawPokerState:
        """The state after an action."""
        hands, actor = self.hands, self.table.actor
        event: PokerEvent
        if isinstance(action, Replace):
            event = Replaced(len(action.cards))
            held = actor != NOBODY and set(action.cards) <= set(hands[actor])
            if not held or len(set(action.cards)) != event.count or not self.table.allows(event):
                raise self.refuse(action)
            new = _replaced(hands[actor], action.cards, self._replacements(event.count))
            hands = (new, hands[1]) if actor == 0 else (hands[0], new)
        else:
            event = action
            if not isinstance(event, Bet | Call | Drop) or not self.table.allows(event):
                raise self.refuse(action)
        return DrawPokerState(self.game, self.deal, hands, self.table.after(event), (*self.actions, action))

    def _replacements(self, count: int) -> tuple[Card, ...]:
        start = self.game.first_replacement(self.table.actor, self.table.replaced)
        return self.deal.rest[start : start + count]

    def outcome(self) -> Outcome | None:
        """Half the pot to the winner, from the loser; nothing when equal hands are shown."""
        table = self.table
        if table.stage != OVER:
            return None
        if table.dropped != NOBODY:
            gain, why = (-1 if table.dropped == 0 else 1), "drop"
        else:
            gain, why = showdown(*self.hands), "showdown"
        chips = gain * table.pot / 2
        return Outcome((chips, -chips), DrawPoker.unit, why)

    def view(self, player: int) -> DrawPokerView:
        """What a seat knows of this state."""
        table = self.table
        # Sorted, because the order in which a hand is held would tell which of its cards are new.
        shown = tuple(sorted(self.hands[1 - player])) if table.stage == OVER and table.dropped == NOBODY else ()
        return DrawPokerView(self.game, player, self.deal.hands[player], self.hands[player], table, shown)

    def resample_from_infostate(self, player: int, rng: Rng) -> DrawPokerState:
        """The same contest with other cards wherever this seat could not look, all worlds equally likely."""
        view, game, other = self.view(player), self.game, 1 - player
        replaced = self.table.replaced[other] if other < len(self.table.replaced) else 0
        known = {*view.dealt, *view.hand, *view.shown}
        unseen = [card for card in rng.permutation(DECK_SIZE).tolist() if card not in known]
        if view.shown:
            final = rng.permutation(view.shown).tolist()
            new, dealt, unseen = final[:replaced], final[replaced:] + unseen[:replaced], unseen[replaced:]
        else:
            dealt, new, unseen = unseen[:HAND_SIZE], unseen[HAND_SIZE:][:replaced], unseen[HAND_SIZE + replaced :]
        discards = tuple(dealt[HAND_SIZE - replaced :])
        rest: list[Card | None] = [None] * len(self.deal.rest)
        for seat, cards in ((player, [c for c in view.hand if c not in view.dealt]), (other, new)):
            start = game.first_replacement(seat, self.table.replaced[:seat])
            rest[start : start + len(cards)] = cards
        hands = (view.dealt, tuple(dealt)) if player == 0 else (tuple(dealt), view.dealt)
        deal = Deal(hands, tuple(unseen.pop() if card is None else card for card in rest))
        state = game.deal_state(deal)
        for action in self.actions:
            hidden = isinstance(action, Replace) and state.current_player() == other
            state = state.child(Replace(discards) if hidden else action)
        return state

    def discloses(self, seat: int, ply: int) -> bool:
        """A showdown shows a hand as it was after the draw; a drop shows nothing."""
        if self.table.stage != OVER or self.table.dropped != NOBODY:
            return False
        draws = [n for n, event in enumerate(self.table.history) if isinstance(event, Replaced)]
        return self.table.replaced[seat] == 0 or ply > draws[seat]

    def stage(self) -> str:
        """'first bets', 'replacing', 'second bets' or 'over'."""
        return self.table.stage

    def __str__(self) -> str:
        return f"{self.deal}: {', '.join(str(action) for action in self.actions)}".rstrip(" ")

    def _repr_html_(self) -> str:
        return _table_html(self.table, dict(enumerate(self.hands)))


def _table_html(table: Table, hands: Mapping[int, tuple[Card, ...]]) -> str:
    """What somebody sees of a table, in words."""
    held = [f"{DrawPoker.seat_names[seat]} holds {cards_text(hand)}" for seat, hand in sorted(hands.items()) if hand]
    done = ", ".join(map(str, table.history))
    return list_html(f"Draw poker: {table.stage}, {table.pot} in the pot", [*held, *([done] if done else [])])


@dataclass(frozen=True)
class DrawPoker(Game[DrawPokerState, PokerAction]):
    """Two-player five-card draw."""

    rules: DrawPokerRules = field(default_factory=DrawPokerRules)

    # Without annotations, so that they are attributes of the class and not fields of the value.
    name = "draw_poker"
    title = "Draw poker"
    summary = "Two-player five-card draw as Waterman's program played it: bets of 1 to 20, one draw."
    seats = 2
    seat_names = ("first", "second")
    unit: ClassVar[str] = "chips"
    perfect_information: ClassVar[bool] = False
    kit: ClassVar[Kit] = POKER_KIT

    @property
    def parameters(self) -> Mapping[str, object]:
        """The rules that differ from the defaults."""
        return _parameters(self.rules)

    def sample_deal(self, rng: Rng) -> str:
        """The text of a deal from a freshly shuffled deck."""
        return str(Deal.sample(rng, 2 * self.rules.max_replaced))

    def turn_deal(self, deal: str, by: int) -> str:
        """The deal with the cards of the two seats exchanged, reserved replacement cards included."""
        cards = Deal.parse(deal, 2 * self.rules.max_replaced)
        return str(self.exchanged(cards) if by % 2 else cards)

    def exchanged(self, deal: Deal) -> Deal:
        """The same for a deal as a value; a common pile of replacement cards stays as it is."""
        half = self.rules.max_replaced if self.rules.replacements == "reserved" else 0
        return Deal((deal.hands[1], deal.hands[0]), deal.rest[half:] + deal.rest[:half])

    def first_replacement(self, seat: int, replaced: tuple[int, ...]) -> int:
        """Where a seat's replacement cards begin, after the seats before it replaced so many."""
        return sum(replaced) if self.rules.replacements == "deck" else self.rules.max_replaced * seat

    def initial_state(self, deal: str) -> DrawPokerState:
        """Both antes are in and seat 0 is to open."""
        cards = Deal.parse(deal, 2 * self.rules.max_replaced)
        return self.deal_state(cards)

    def deal_state(self, deal: Deal) -> DrawPokerState:
        """The same from a deal as a value."""
        return DrawPokerState(self, deal, deal.hands, Table(self.rules, 2 * self.rules.ante))

    def told(self, action: PokerAction) -> str:
        """Of a replacement the other seat sees how many cards went, never which."""
        return str(Replaced(len(action.cards)) if isinstance(action, Replace) else action)

    def parse_action(self, text: str) -> PokerAction:
        """`bet 7`, `call`, `drop`, `replace H5 H4` or `replace none`."""
        head, _, tail = text.strip().partition(" ")
        match head.lower(), tail.strip():
            case "call", "":
                return CALL
            case "drop", "":
                return DROP
            case "bet", size if size.isascii() and size.isdigit() and len(size) < 6:
                return Bet(int(size))
            case "replace", cards if cards.lower() == "none":
                return Replace()
            case "replace", cards if cards:
                return Replace(parse_cards(cards))
        raise BadText(f"'{text}' is not a move; expected bet N, call, drop, replace CARDS or replace none")

    def parse_state(self, text: str) -> DrawPokerState:
        """`DEAL: ACTION, ACTION, ...`; every action is checked."""
        deal, found, actions = text.partition(":")
        if not found:
            raise BadText(f"expected 'DEAL: ACTIONS', found '{text}'")
        state = self.initial_state(deal)
        for word in actions.split(",") if actions.strip() else ():
            try:
                state = state.child(self.parse_action(word))
            except IllegalAction as error:
                raise ImpossibleState(str(error)) from None
        return state

    def parse_view(self, text: str) -> DrawPokerView:
        """`seat N: DEALT; holds HAND; EVENTS; other shows HAND`, where only the first part is always there."""
        head, _, body = text.partition(":")
        if head.strip() not in ("seat 0", "seat 1"):
            raise BadText(f"expected 'seat 0: ...' or 'seat 1: ...', found '{text}'")
        seat = int(head.split()[1])
        parts = [part.strip() for part in body.split(";")]
        dealt = hand = parse_hand(parts.pop(0))
        shown: tuple[Card, ...] = ()
        if parts and parts[0].startswith("holds "):
            hand = parse_hand(parts.pop(0).removeprefix("holds "))
        if parts and parts[-1].startswith("other shows "):
            shown = parse_hand(parts.pop().removeprefix("other shows "))
        if len(parts) > 1:
            raise BadText(f"expected events such as 'bet 1, call, replaced 3', found '{'; '.join(parts)}'")
        table = Table(self.rules, 2 * self.rules.ante)
        for word in parts[0].split(",") if parts else ():
            event = self._parse_event(word.strip())
            if not table.allows(event):
                raise ImpossibleState(f"'{event}' is not allowed after '{', '.join(map(str, table.history))}'")
            table = table.after(event)
        view = DrawPokerView(self, seat, dealt, hand, table, shown)
        self._check(view)
        return view

    def _parse_event(self, text: str) -> PokerEvent:
        head, _, tail = text.partition(" ")
        if head == "replaced" and tail.isascii() and tail.isdigit() and len(tail) < 4:
            return Replaced(int(tail))
        action = self.parse_action(text)
        if isinstance(action, Replace):
            raise BadText(f"a view says how many cards were replaced, not which: 'replaced N', found '{text}'")
        return action

    def _check(self, view: DrawPokerView) -> None:
        table = view.table
        replaced = table.replaced[view.seat] if view.seat < len(table.replaced) else 0
        if len(set(view.hand) - set(view.dealt)) != replaced:
            raise ImpossibleState(
                f"seat {view.seat} was dealt {cards_text(view.dealt)} and replaced {replaced} cards, "
                f"so it cannot hold {cards_text(view.hand)}"
            )
        if bool(view.shown) != (table.stage == OVER and table.dropped == NOBODY):
            raise ImpossibleState("the other seat's hand is shown at a showdown and only there")
        refuse_repeats((*dict.fromkeys(view.dealt + view.hand), *view.shown))


@functools.cache
def _parameters(rules: DrawPokerRules) -> Mapping[str, object]:
    usual = settings_to_mapping(DrawPokerRules())
    return MappingProxyType({n: v for n, v in settings_to_mapping(rules).items() if v != usual[n]})


def make(**parameters: Any) -> DrawPoker:
    """The game; parameters are the fields of `DrawPokerRules`."""
    return DrawPoker(settings_from_mapping(DrawPokerRules(), parameters, "draw_poker"))
