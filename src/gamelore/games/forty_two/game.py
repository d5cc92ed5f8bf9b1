"""The game 42: four players, two sides, a deal, one call each, a trump and seven tricks (Carberry, Appendix I).

One contest is one hand. It is worth one mark, or N for a contract of 42N; a match to seven marks is a series of
contests. Seats 0 to 3 sit clockwise and are called A, B, C, D; A and C play B and D.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from gamelore.base.errors import BadText, GameloreError, ImpossibleState, UnknownName
from gamelore.base.seeds import Rng
from gamelore.base.settings import settings_from_mapping
from gamelore.games.core import Game, Outcome, State
from gamelore.games.forty_two.dominoes import DOMINOES, Domino, hand_text, parse_hand
from gamelore.games.forty_two.drawing import hands_html
from gamelore.games.forty_two.kit import FORTY_TWO_KIT
from gamelore.games.forty_two.rules import RULE_SETS, SEATS, THESIS, FortyTwoAction, Play, RuleSet, parse_action
from gamelore.games.forty_two.table import Table, replay
from gamelore.games.forty_two.view import SEAT_NAMES, FortyTwoView
from gamelore.games.kit import Kit

TRICKS = 7
Hands = tuple[tuple[Domino, ...], ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Who deals and who holds what. Its text is 'A | seven | seven | seven | seven', the dealer first."""

    dealer: int
    hands: Hands

    def __post_init__(self) -> None:
        owners: dict[Domino, int] = {}
        for seat, hand in enumerate(self.hands):
            if len(hand) != 7:
                raise ImpossibleState(f"deal: {SEAT_NAMES[seat]} has {len(hand)} dominoes, not seven")
            for domino in hand:
                if domino in owners:
                    other = SEAT_NAMES[owners[domino]]
                    raise ImpossibleState(f"deal: {domino} is held by {other} and by {SEAT_NAMES[seat]}")
                owners[domino] = seat

    def turned(self, by: int) -> Deal:
        """The same deal with everything moved `by` seats clockwise, the dealer included."""
        hands = tuple(self.hands[(seat - by) % SEATS] for seat in range(SEATS))
        return Deal((self.dealer + by) % SEATS, hands)

    def __str__(self) -> str:
        return " | ".join((SEAT_NAMES[self.dealer], *(hand_text(hand) for hand in self.hands)))


def parse_deal(text: str) -> Deal:
    """The deal of a text."""
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != 1 + SEATS:
        raise BadText(f"deal: expected 'DEALER | hand | hand | hand | hand', found {len(parts)} parts in '{text}'")
    hands = tuple(parse_hand(part, f"hand of {SEAT_NAMES[seat]}") for seat, part in enumerate(parts[1:]))
    return Deal(_seat(parts[0]), hands)


def random_deal(rng: Rng) -> Deal:
    """A uniformly random deal with a random dealer, hands in ascending order."""
    dealer = int(rng.integers(SEATS))
    order = rng.permutation(len(DOMINOES))
    hands = tuple(tuple(DOMINOES[i] for i in sorted(order[7 * seat : 7 * seat + 7])) for seat in range(SEATS))
    return Deal(dealer, hands)


def draw_for_deal(rng: Rng) -> tuple[Domino, ...]:
    """Each player draws one domino from the pile, face down, to settle who deals first."""
    return tuple(DOMINOES[int(number)] for number in rng.permutation(len(DOMINOES))[:SEATS])


def first_dealer(drawn: Sequence[Domino]) -> int:
    """Who drew the most pips deals first; between equals, who has the highest half (Carberry, Appendix I)."""
    return max(range(len(drawn)), key=lambda seat: (sum(drawn[seat]), drawn[seat].high))


def _seat(text: str) -> int:
    if text not in SEAT_NAMES:
        raise BadText(f"'{text}' is not a seat; expected one of {', '.join(SEAT_NAMES)}")
    return SEAT_NAMES.index(text)


def _line(text: str) -> list[FortyTwoAction]:
    return [parse_action(part) for part in text.split(",")] if text.strip() else []


@dataclass(frozen=True, slots=True)
class FortyTwoState(State[FortyTwoAction]):
    """A deal and what was done with it. Its text is the deal, then ' : ' and the line of play."""

    game: FortyTwo
    deal: Deal
    table: Table
    _held: Hands = field(default=(), repr=False, compare=False)
    """The dominoes that every seat still holds; found where it is not said."""
    _legal: tuple[FortyTwoAction, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self._held:
            gone = {domino for _, domino in self.table.plays()}
            left = tuple(tuple(d for d in hand if d not in gone) for hand in self.deal.hands)
            object.__setattr__(self, "_held", left)
        player = self.table.current_player()
        object.__setattr__(self, "_legal", () if player < 0 else self.table.legal_actions(self._held[player]))

    def hand(self, seat: int) -> tuple[Domino, ...]:
        """The dominoes a seat still holds."""
        return self._held[seat]

    def current_player(self) -> int:
        """The seat to move."""
        return self.table.current_player()

    def legal_actions(self) -> Sequence[FortyTwoAction]:
        """Every action the seat to move may choose: pass first, bids ascending, dominoes in the order of the hand."""
        return self._legal

    def child(self, action: FortyTwoAction) -> FortyTwoState:
        """The state after an action."""
        if action not in self._legal:
            raise self.refuse(action)
        held = self._held
        if isinstance(action, Play):
            player = self.table.current_player()
            left = tuple(d for d in held[player] if d != action.domino)
            held = (*held[:player], left, *held[player + 1 :])
        return FortyTwoState(self.game, self.deal, self.table.after(action), held)

    def outcome(self) -> Outcome | None:
        """Marks when the hand is decided: it ends as soon as the contract is made or set."""
        return self.table.outcome()

    def view(self, player: int) -> FortyTwoView:
        """What a seat may know: its own dominoes and the table."""
        return FortyTwoView(self.game, player, self.deal.hands[player], self.table)

    def resample_from_infostate(self, player: int, rng: Rng) -> FortyTwoState:
        """A random state that this seat cannot tell from this one."""
        from gamelore.games.forty_two.bulk import dominoes_of, hidden_hands

        held = hidden_hands(self.view(player), rng, 1)[0]
        played = [[d for who, d in self.table.plays() if who == seat] for seat in range(SEATS)]
        hands = [tuple(sorted((*played[seat], *dominoes_of(int(held[seat]))))) for seat in range(SEATS)]
        hands[player] = self.deal.hands[player]
        return FortyTwoState(self.game, Deal(self.deal.dealer, tuple(hands)), self.table)

    def discloses(self, seat: int, ply: int) -> bool:
        """All seven dominoes of a hand are known when all were played; a contract decided sooner hides the rest."""
        return len(self.table.tricks) == TRICKS

    def stage(self) -> str:
        """Bidding, naming trump, play, or over."""
        return self.table.stage

    def __str__(self) -> str:
        return f"{self.deal} : {self.table}".rstrip()

    def _repr_html_(self) -> str:
        held = [(f"{SEAT_NAMES[seat]} holds", self.hand(seat)) for seat in range(SEATS)]
        return hands_html(f"42: {self.table}", [*held, ("on the table", self.table.trick)])


@dataclass(frozen=True, repr=False)
class FortyTwo(Game[FortyTwoState, FortyTwoAction]):
    """The game under one rule set."""

    rules: RuleSet = THESIS

    name: ClassVar[str] = "forty_two"  # type: ignore[misc]
    title: ClassVar[str] = "42"  # type: ignore[misc]
    summary: ClassVar[str] = "the Texas domino game: bid, name trumps, take tricks and counters"  # type: ignore[misc]
    seats: ClassVar[int] = SEATS  # type: ignore[misc]
    seat_names: ClassVar[tuple[str, ...]] = SEAT_NAMES  # type: ignore[misc]
    unit: ClassVar[str] = "marks"
    perfect_information: ClassVar[bool] = False
    kit: ClassVar[Kit] = FORTY_TWO_KIT
    lays_down: ClassVar[bool] = True

    @property
    def teams(self) -> tuple[int, ...]:
        """Partners sit opposite each other."""
        return (0, 1, 0, 1)

    @property
    def parameters(self) -> dict[str, object]:
        """The rule set by name, and whatever differs from it."""
        base = RULE_SETS[self.rules.name]
        named: dict[str, object] = {} if base == THESIS else {"rules": base.name}
        changed = {
            f.name: getattr(self.rules, f.name)
            for f in fields(RuleSet)
            if getattr(self.rules, f.name) != getattr(base, f.name)
        }
        return {**named, **changed}

    def sample_deal(self, rng: Rng) -> str:
        """The text of a random deal."""
        return str(random_deal(rng))

    def turn_deal(self, deal: str, by: int) -> str:
        """The same deal with every hand, and the dealer, passed on by some seats."""
        return str(parse_deal(deal).turned(by))

    def initial_state(self, deal: str) -> FortyTwoState:
        """All dominoes dealt, nobody has called."""
        if not deal.strip():
            raise BadText("forty_two: a contest needs a deal; draw one with sample_deal(rng)")
        dealt = parse_deal(deal)
        return FortyTwoState(self, dealt, Table(self.rules, dealt.dealer))

    def parse_action(self, text: str) -> FortyTwoAction:
        """The action of a text: 'pass', 'bid 31', 'trump 4', 'play 6-4'."""
        return parse_action(text)

    def parse_state(self, text: str) -> FortyTwoState:
        """The state of a text; the line of play is checked move by move."""
        deal, _, line = text.partition(":")
        state = self.initial_state(deal)
        for action in _line(line):
            try:
                state = state.child(action)
            except GameloreError as error:
                raise ImpossibleState(str(error)) from None
        return state

    def parse_view(self, text: str) -> FortyTwoView:
        """The view of a text 'B | dealer A | seven dominoes | line of play'."""
        parts = [part.strip() for part in text.split("|")]
        if len(parts) not in (3, 4) or not parts[1].startswith("dealer "):
            raise BadText(f"forty_two: expected 'SEAT | dealer SEAT | hand | line of play', found '{text}'")
        seat, dealer = _seat(parts[0]), _seat(parts[1].removeprefix("dealer ").strip())
        dealt = parse_hand(parts[2], f"hand of {parts[0]}")
        line = _line(parts[3] if len(parts) == 4 else "")
        return FortyTwoView(self, seat, dealt, replay(Table(self.rules, dealer), line, seat, dealt))

    def view_of_call(self, dealt: Sequence[Domino], calls: Sequence[int]) -> FortyTwoView:
        """The view of a hand about to call after some calls; the first caller sits at A."""
        self.rules.check_calls(calls)
        if len(calls) >= SEATS:
            raise ImpossibleState("forty_two: all four players have called")
        hand = parse_hand(hand_text(dealt))
        dealer = 0 if self.rules.dealer_calls == "first" else SEATS - 1
        return FortyTwoView(self, len(calls), hand, Table(self.rules, dealer, tuple(calls)))


def make(rules: str = "thesis", **changes: Any) -> FortyTwo:
    """42 under a named rule set, with single rules changed: `make("modern", all_pass="reshake")`."""
    if not isinstance(rules, str) or rules not in RULE_SETS:
        raise UnknownName("rule set of forty_two", str(rules), RULE_SETS)
    if "name" in changes:
        raise UnknownName("setting", "name", (f.name for f in fields(RuleSet) if f.name != "name"), "forty_two")
    return FortyTwo(settings_from_mapping(RULE_SETS[rules], changes, "forty_two"))
