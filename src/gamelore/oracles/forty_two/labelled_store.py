"""The labelled store: hands of 42 with what exact play and the label rule say about them, as readable lines.

The first line says how the file was made; every other line is one hand (`docs/forty-two.md` describes the fields). All
labels follow from the counts by the rule, so a line that was damaged or edited against its own counts is found out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import parse_json, read_text, to_json
from gamelore.games.forty_two.dominoes import ALL_POINTS, TRUMP_NAMES, Domino, hand_text, parse_hand, parse_trump
from gamelore.games.forty_two.game import FortyTwo
from gamelore.games.forty_two.rules import SEATS, THESIS, RuleSet, calls_text, parse_calls
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.oracles.forty_two.labels import RULES, Label, LabelRule, label_hand
from gamelore.oracles.forty_two.pricing import DEFENCE_FROM, OFFENCE_FROM, Price

STORE_VERSION = 1
SHIPPED = Path(__file__).parent / "data" / "hands.jsonl"
SECOND = SHIPPED.with_name("second.jsonl")
"""The hands of the set `report` priced with other deals: a second opinion, which says how far labels hold."""


@dataclass(frozen=True, slots=True)
class LabelledHand:
    """One hand at its place in a round, with the correct calls before it, its prices and its label."""

    set: str
    round: int
    place: int
    dominoes: tuple[Domino, ...]
    calls: tuple[int, ...]
    """What was called before, in order; 0 is a pass."""
    prices: Mapping[int, Price]
    """Points as declarer under each candidate trump."""
    defence: Price
    """Points of the opponents when they declare."""
    label: Label
    why: str = ""
    """What a person said beside the label; ours say nothing."""

    def view(self, game: FortyTwo) -> FortyTwoView:
        """The view of the player about to call."""
        return game.view_of_call(self.dominoes, self.calls)

    def to_json(self) -> str:
        label = self.label
        return to_json(
            {
                "set": self.set,
                "round": self.round,
                "place": self.place,
                "hand": hand_text(self.dominoes),
                "calls": calls_text(self.calls) if self.calls else "",
                "prices": {TRUMP_NAMES[trump]: list(price.counts) for trump, price in sorted(self.prices.items())},
                "defence": list(self.defence.counts),
                "strength": round(label.strength, 3),
                "trump": TRUMP_NAMES[label.trump],
                "contract": label.contract,
                "set_bid": round(label.set_bid, 3),
                "first": label.first,
                "call": label.call,
            }
        )


Round = tuple[LabelledHand, ...]


@dataclass(frozen=True, slots=True)
class Store:
    """Labelled rounds, and how they were made."""

    facts: Mapping[str, Any]
    hands: tuple[LabelledHand, ...]

    def rounds(self, set_: str) -> tuple[Round, ...]:
        """The rounds of a set, four hands each in the order of calling."""
        chosen = [hand for hand in self.hands if hand.set == set_]
        return tuple(tuple(chosen[i : i + SEATS]) for i in range(0, len(chosen), SEATS))

    def relabelled(self, rule: LabelRule) -> Store:
        """The same prices under another rule; the calls heard change with the labels."""
        hands: list[LabelledHand] = []
        for i in range(0, len(self.hands), SEATS):
            hands += label_round(self.hands[i : i + SEATS], rule)
        return Store({**self.facts, "rule": rule.name}, tuple(hands))

    def to_text(self) -> str:
        return "".join(line + "\n" for line in (to_json(dict(self.facts)), *(hand.to_json() for hand in self.hands)))


def label_round(hands: Sequence[LabelledHand], rule: LabelRule, rules: RuleSet = THESIS) -> Round:
    """Label the hands of a round in the order of calling: each hears the correct calls of those before it."""
    calls: list[int] = []
    labelled = []
    for hand in hands:
        label = label_hand(hand.prices, hand.defence, calls, rule, rules)
        labelled.append(replace(hand, calls=tuple(calls), label=label))
        calls.append(label.call)
    return tuple(labelled)


def load_store(path: Path | None = None, rule: LabelRule | None = None) -> Store:
    """Read a labelled store: the shipped one, or a person's own. Every complaint names the line."""
    file = SHIPPED if path is None else path
    if path is None and not file.exists():
        raise GameloreError("the labelled hands are not there; build them with 'python -m gamelore.oracles.forty_two'")
    store = parse_store(read_text(file), str(file))
    return store if rule is None or rule.name == store.facts["rule"] else store.relabelled(rule)


def parse_store(text: str, where: str) -> Store:
    """The store of a text."""
    lines = text.splitlines()
    if not lines:
        raise DamagedFile(f"{where}: is empty")
    facts = parse_json(lines[0], f"{where}:1")
    if not isinstance(facts, dict) or facts.get("version") != STORE_VERSION:
        found = facts.get("version") if isinstance(facts, dict) else None
        raise DamagedFile(f"{where}:1: store version {found!r}, this program reads {STORE_VERSION}")
    if (rule := RULES.get(str(facts.get("rule")))) is None:
        raise DamagedFile(f"{where}:1: label rule {facts.get('rule')!r} is not known; known: {', '.join(RULES)}")
    if facts.get("hands") != len(lines) - 1:
        raise DamagedFile(f"{where}: holds {len(lines) - 1} hands, its first line says {facts.get('hands')!r}")
    hands = tuple(_parse_hand(line, f"{where}:{number}") for number, line in enumerate(lines[1:], start=2))
    for first in range(0, len(hands), SEATS):
        _check_round(hands[first : first + SEATS], rule, where, first + 2)
    return Store(facts, hands)


def _check_round(hands: Sequence[LabelledHand], rule: LabelRule, where: str, line: int) -> None:
    places = [(hand.set, hand.round, hand.place) for hand in hands]
    if places != [(hands[0].set, hands[0].round, place) for place in range(SEATS)]:
        raise DamagedFile(f"{where}:{line}: four hands of one round should stand here, found {places}")
    if len({domino for hand in hands for domino in hand.dominoes}) != SEATS * 7:
        raise DamagedFile(f"{where}:{line}: a domino stands in two hands of this round")
    for offset, (found, true) in enumerate(zip(hands, label_round(hands, rule), strict=True)):
        if found.to_json() != true.to_json():
            raise DamagedFile(
                f"{where}:{line + offset}: the labels do not follow from the counts by rule '{rule.name}'"
            )


_FIELDS = {
    "set": str, "round": int, "place": int, "hand": str, "calls": str, "prices": dict, "defence": list,
    "strength": float, "trump": str, "contract": int, "set_bid": float, "first": int, "call": int,
}  # fmt: skip


def _parse_hand(line: str, where: str) -> LabelledHand:
    content = parse_json(line, where)
    if not isinstance(content, dict) or set(content) != set(_FIELDS):
        raise DamagedFile(f"{where}: expected an object with the fields {', '.join(_FIELDS)}")
    for name, kind in _FIELDS.items():
        if not isinstance(content[name], int | float if kind is float else kind):
            raise DamagedFile(f"{where}: field '{name}' has the wrong form: {content[name]!r:.60}")
    try:
        calls = parse_calls(content["calls"])
        THESIS.check_calls(calls)
        prices = {
            parse_trump(name): read_price(counts, OFFENCE_FROM, where) for name, counts in content["prices"].items()
        }
        dominoes = parse_hand(content["hand"])
        trump = parse_trump(content["trump"])
    except DamagedFile:
        raise
    except GameloreError as error:
        raise DamagedFile(f"{where}: {error}") from None
    if trump not in prices:
        raise DamagedFile(f"{where}: trump {content['trump']} has no price")
    label = Label(
        trump, content["strength"], content["contract"], content["set_bid"], content["first"], content["call"]
    )  # fmt: skip
    defence = read_price(content["defence"], DEFENCE_FROM, where)
    exact = replace(label, strength=prices[trump].mean)
    return LabelledHand(content["set"], content["round"], content["place"], dominoes, calls, prices, defence, exact)


def read_price(counts: object, low: int, where: str) -> Price:
    """How often each number of points was made, from that many on."""
    wanted = ALL_POINTS - low + 1
    if not isinstance(counts, list) or len(counts) != wanted or not all(type(c) is int and c >= 0 for c in counts):
        raise DamagedFile(f"{where}: expected {wanted} counts for {low} to {ALL_POINTS} points, found {counts!r:.60}")
    if not sum(counts):
        raise DamagedFile(f"{where}: the counts for {low} to {ALL_POINTS} points are all zero")
    return Price(low, tuple(counts))
