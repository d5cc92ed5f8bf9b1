"""Hands that a person labelled: a file of JSON lines, one hand each, with as much as its trainer cared to say.

Carberry's trainers were people. They named the call, the trump, the average contract that a hand makes and the one that
it sets (s62, s72), and they could be wrong or inconsistent (s51). So nothing here follows from anything else: `hand`
and `call` must be there, everything else may be missing, and a label stands even where counts beside it say otherwise.
Hands of ours may stand among them as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gamelore.base.errors import BadText, DamagedFile, GameloreError
from gamelore.base.files import parse_json
from gamelore.games.forty_two.dominoes import TRUMP_NAMES, TRUMP_WORDS, Domino, parse_hand
from gamelore.games.forty_two.rules import PASSED, SEATS, THESIS, RuleSet, parse_calls
from gamelore.oracles.forty_two.labelled_store import STORE_VERSION, LabelledHand, Store, read_price
from gamelore.oracles.forty_two.labels import RULES, THIRTY_ONLY, Label
from gamelore.oracles.forty_two.pricing import DEFENCE_FROM, OFFENCE_FROM, Price, best_trump, candidate_trumps

UNSAID = -1
LEAST_CONTRACT, MOST_CONTRACT, BEST_CONTRACT = 28, 42, 84
LEAST_SET, MOST_SET = 30, 42
NOT_PRICED = Price(DEFENCE_FROM, ())
LEARNED = "choose"
"""The set of a hand that does not name one: hands are labelled to be learned."""
LONGEST_WHY = 2_000

_FIELDS = {
    "hand": str, "call": (int, str), "calls": str, "trump": (str, int), "contract": int, "set_bid": (int, float),
    "first": (int, str), "why": str, "set": str, "round": int, "place": int, "prices": dict, "defence": list,
    "strength": (int, float),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PersonsLabel:
    """What a person says about a hand that heard some calls; what was not said is `UNSAID` (or nan)."""

    call: int
    """0 is a pass."""
    trump: int = UNSAID
    contract: int = UNSAID
    """What the hand makes on average; 0 if it should be passed. Not said: what is called."""
    set_bid: float = math.nan
    """What the hand sets on average."""
    first: int = UNSAID
    """What it would call before anybody has called."""

    def checked(self, hand: Sequence[Domino], calls: Sequence[int], rules: RuleSet) -> Label:
        """The label, once everything in it is possible; a complaint says what is not."""
        rules.check_calls((*calls, self.call))
        if self.first != UNSAID:
            rules.check_calls((self.first,))
        contract = self.contract if self.contract != UNSAID else max(self.call, self.first, PASSED)
        if contract not in (PASSED, BEST_CONTRACT) and not LEAST_CONTRACT <= contract <= MOST_CONTRACT:
            if self.contract != UNSAID:
                raise BadText(
                    f"a hand makes {LEAST_CONTRACT} to {MOST_CONTRACT} or {BEST_CONTRACT} on average, not {contract}"
                )
            contract = BEST_CONTRACT
        if not math.isnan(self.set_bid) and not LEAST_SET <= self.set_bid <= MOST_SET:
            raise BadText(f"a hand sets {LEAST_SET} to {MOST_SET} on average, not {self.set_bid:g}")
        self._check_trump(hand, contract)
        return Label(self.trump, math.nan, contract, float(self.set_bid), self.first, self.call)

    def _check_trump(self, hand: Sequence[Domino], contract: int) -> None:
        may = candidate_trumps(hand)
        if self.trump == UNSAID and max(self.call, contract) > PASSED:
            raise BadText("who bids, or makes a contract, names a trump")
        if self.trump != UNSAID and self.trump not in may:
            named = TRUMP_WORDS[self.trump]
            raise BadText(
                f"{named} cannot be trump: the hand has fewer than two of them; "
                f"it may name {', '.join(TRUMP_WORDS[t] for t in may)}"
            )


def parse_trump_word(text: str) -> int:
    """A suit as trump, by its number or as players call it."""
    name = text.strip().lower()
    for names in (TRUMP_NAMES[:7], TRUMP_WORDS[:7]):
        if name in names:
            return names.index(name)
    raise BadText(f"'{name[:20]}' is not a trump; expected 0 to 6, or {', '.join(TRUMP_WORDS[:7])}")


def parse_own_hands(text: str, where: str, rules: RuleSet = THESIS) -> Store:
    """The hands of a person's file. A first line like that of our store may stand there. Complaints name the line."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    facts: dict[str, object] = {"version": STORE_VERSION, "rule": THIRTY_ONLY.name}
    if lines and isinstance(head := parse_json(lines[0][1], f"{where}:{lines[0][0]}"), dict) and "hand" not in head:
        if head.get("version") != STORE_VERSION:
            raise DamagedFile(
                f"{where}:{lines[0][0]}: store version {head.get('version')!r}, this program reads {STORE_VERSION}"
            )
        if (rule := head.get("rule", THIRTY_ONLY.name)) not in RULES:
            raise DamagedFile(f"{where}:{lines[0][0]}: label rule {rule!r:.40} is not known; known: {', '.join(RULES)}")
        facts |= {"rule": rule}
        lines = lines[1:]
    if not lines:
        raise DamagedFile(f"{where}: holds no hands")
    hands = tuple(_own_hand(line, f"{where}:{number}", rules) for number, line in lines)
    return Store({**facts, "hands": len(hands)}, hands)


def _own_hand(line: str, where: str, rules: RuleSet) -> LabelledHand:
    content = parse_json(line, where)
    if not isinstance(content, dict) or not {"hand", "call"} <= set(content):
        raise DamagedFile(f"{where}: expected an object with at least 'hand' and 'call'")
    for name, value in content.items():
        if name not in _FIELDS:
            raise DamagedFile(f"{where}: field '{name[:20]}' is not known; known: {', '.join(_FIELDS)}")
        if isinstance(value, bool) or not isinstance(value, _FIELDS[name]):  # type: ignore[arg-type]
            raise DamagedFile(f"{where}: field '{name}' has the wrong form: {value!r:.60}")
    try:
        dominoes, calls = parse_hand(content["hand"]), parse_calls(content.get("calls", ""))
        prices = {
            parse_trump_word(name): read_price(counts, OFFENCE_FROM, where)
            for name, counts in content.get("prices", {}).items()
        }
        label = PersonsLabel(
            _call(content["call"]),
            parse_trump_word(str(content["trump"])) if "trump" in content else UNSAID,
            content.get("contract", UNSAID),
            content.get("set_bid", math.nan),
            _call(content["first"]) if "first" in content else UNSAID,
        ).checked(dominoes, calls, rules)
    except DamagedFile:
        raise
    except (GameloreError, ValueError) as error:
        raise DamagedFile(f"{where}: {error}") from None
    if prices:
        label = _with_strength(label, prices)
    defence = read_price(content["defence"], DEFENCE_FROM, where) if "defence" in content else NOT_PRICED
    place = content.get("place", len(calls))
    set_, number = content.get("set", LEARNED), content.get("round", UNSAID)
    return LabelledHand(
        set_, number, place, dominoes, calls, prices, defence, label, content.get("why", "")[:LONGEST_WHY]
    )


def _call(value: int | str) -> int:
    """A call as a number, 0 for a pass, or as a word."""
    if isinstance(value, int):
        return value
    (call,) = parse_calls(value if value.startswith(("pass", "bid")) else f"bid {value}")
    return call


def _with_strength(label: Label, prices: dict[int, Price]) -> Label:
    trump = label.trump if label.trump in prices else best_trump(prices)
    return Label(label.trump, prices[trump].mean, label.contract, label.set_bid, label.first, label.call)


def whole_rounds(hands: Sequence[LabelledHand]) -> list[Sequence[LabelledHand]]:
    """Hands in order: the four of a round that was priced together, every other hand alone."""
    found: list[Sequence[LabelledHand]] = []
    at = 0
    while at < len(hands):
        four = hands[at : at + SEATS]
        together = [(h.set, h.round, h.place) for h in four] == [(four[0].set, four[0].round, p) for p in range(SEATS)]
        heard = all(h.calls == tuple(o.label.call for o in four[:p]) for p, h in enumerate(four))
        priced = all(h.label.trump in h.prices for h in four)
        size = SEATS if len(four) == SEATS and together and heard and priced else 1
        found.append(four[:size])
        at += size
    return found
