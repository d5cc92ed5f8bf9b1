"""How else the words of 42 can be read: the senses that readers gave them who had only the rules and the lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gamelore.games.core import AnyGame
from gamelore.games.forty_two.dominoes import Domino, belongs, is_trump, members, rank
from gamelore.games.forty_two.rules import SEATS
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.learners.features.forty_two.seen import (
    CALL_LIMITS,
    PLAY_CONDITIONS,
    PLAY_MEASURES,
    PROMISES,
    Promise,
    TableSight,
    keeps_promise,
    promise_of,
)
from gamelore.learners.maxims.forty_two import MEANT, FortyTwoReader, FortyTwoSense, Hand
from gamelore.learners.maxims.glossary.reading import Reading


class DominoMisreader(FortyTwoReader):
    """Follows lists at 42, but takes one word in another sense."""

    def __init__(self, game: AnyGame, reading: Reading) -> None:
        super().__init__(game)
        self.sense = _SENSES[reading.name]


def _plays(**finders: Callable[[TableSight, Domino], float]) -> FortyTwoSense:
    return FortyTwoSense(plays={**PLAY_MEASURES, **finders})


def _when(**tests: Callable[[TableSight], bool]) -> FortyTwoSense:
    return FortyTwoSense(conditions={**PLAY_CONDITIONS, **tests})


def _promising(keeps: Callable[[str, Hand, int], bool]) -> FortyTwoSense:
    return FortyTwoSense(promises=lambda names, hand, trump: all(keeps(name, hand, trump) for name in names))


# Bidding


def _with_offs(is_off: Callable[[Domino, int], bool]) -> Callable[[str, Hand, int], bool]:
    """Offs are other dominoes."""

    def keeps(name: str, hand: Hand, trump: int) -> bool:
        offs = [domino for domino in hand if is_off(domino, trump)]
        return keeps_promise(_promise(hand, trump, len(offs), sum(domino.points for domino in offs)), name)

    return keeps


def _promise(hand: Hand, trump: int, offs: int, off_points: int) -> Promise:
    meant = promise_of(hand, trump)
    return Promise(
        meant.trumps, meant.double, meant.unbroken, offs, off_points, meant.doubles, meant.trump_points
    )  # fmt: skip


def _no_trump(domino: Domino, trump: int) -> bool:
    return not is_trump(domino, trump)


def _no_trump_no_double(domino: Domino, trump: int) -> bool:
    return not is_trump(domino, trump) and not domino.is_double


def _offs_by_pips(name: str, hand: Hand, trump: int) -> bool:
    held = set(hand)
    meant = promise_of(hand, trump)
    offs = [
        d
        for d in held
        if _no_trump_no_double(d, trump)
        and any(higher not in held for higher in members(d.high, trump) if rank(higher, d.high) > rank(d, d.high))
    ]
    return keeps_promise(_promise(hand, trump, meant.offs, sum(d.high + d.low for d in offs)), name)


def _exactly(name: str, hand: Hand, trump: int) -> bool:
    what, bound = PROMISES[name]
    meant = promise_of(hand, trump)
    return meant.trumps == bound if what == "trumps" else keeps_promise(meant, name)


def _any_double(name: str, hand: Hand, trump: int) -> bool:
    if name == "double":
        return any(domino.is_double for domino in hand)
    return keeps_promise(promise_of(hand, trump), name)


def _two_of_mine(name: str, hand: Hand, trump: int) -> bool:
    meant = promise_of(hand, trump)
    return meant.trumps >= PROMISES[name][1] if name in ("top_2", "top_3") else keeps_promise(meant, name)


def _any_suit(names: Sequence[str], hand: Hand, trump: int) -> bool:
    return any(all(keeps_promise(promise_of(hand, suit), name) for name in names) for suit in range(7))


def _by_high_end(measure: str, hand: Hand, trump: int) -> float:
    if measure == "suit_length":
        return float(sum(domino.high == trump for domino in hand))
    return MEANT.of_trump(measure, hand, trump)


def _unbroken_anywhere(measure: str, hand: Hand, trump: int) -> float:
    if measure != "suit_unbroken":
        return MEANT.of_trump(measure, hand, trump)
    best = run = 0
    for domino in members(trump, trump):
        run = run + 1 if domino in hand else 0
        best = max(best, run)
    return float(best)


def _partner_bid_at_all(name: str, view: FortyTwoView) -> bool:
    table = view.table
    calls = [(table.caller(place), amount) for place, amount in enumerate(table.calls)]
    bid = any(amount for seat, amount in calls if seat == (view.seat + 2) % SEATS)
    return bid if name == "over_partner" else not bid if name == "not_partner" else MEANT.holds(name, view)


def _to_the_limit(amounts: Sequence[int], limit: int, view: FortyTwoView) -> list[float]:
    able = [amount for amount in amounts if 0 < amount <= limit]
    return [float(bool(able) and amount == max(able)) for amount in amounts]


def _any_within(amounts: Sequence[int], limit: int, view: FortyTwoView) -> list[float]:
    return [float(0 < amount <= limit) for amount in amounts]


def _any_of_two(amounts: Sequence[int], limit: int, view: FortyTwoView) -> list[float]:
    return _any_within(amounts, limit, view) if limit == CALL_LIMITS["up_to_31"] else MEANT.call(amounts, limit, view)


def _only_over_a_bid(amounts: Sequence[int], limit: int, view: FortyTwoView) -> list[float]:
    opens = not view.table.contract and limit > CALL_LIMITS["up_to_31"]
    return [0.0 for _ in amounts] if opens else MEANT.call(amounts, limit, view)


# Play


def _voids(sight: TableSight, domino: Domino) -> list[bool]:
    """Of each opponent whether it has shown to hold none of the suit."""
    suit = members(sight.suit(domino), sight.trump)
    seats = ((sight.view.seat + way) % SEATS for way in (1, 3))
    return [not any(sight.can_hold(seat, other) for other in suit) for seat in seats]


def _unseen_trump(sight: TableSight) -> bool:
    return any(is_trump(other, sight.trump) for other in sight.unseen)


def _i_bid(sight: TableSight) -> bool:
    return sight.table.declarer == sight.view.seat


def _partner_surely(sight: TableSight) -> bool:
    return sight.partner_winning and sight.is_out_of_reach(sight.table.trick)


def _highest_of_mine(sight: TableSight, domino: Domino) -> float:
    suit = sight.suit(domino)
    return float(all(rank(other, suit) <= rank(domino, suit) for other in sight.hand if sight.suit(other) == suit))


def _my_highest_trump(sight: TableSight, domino: Domino) -> float:
    return float(is_trump(domino, sight.trump) and _highest_of_mine(sight, domino))


def _top_no_trump(sight: TableSight, domino: Domino) -> float:
    return float(not is_trump(domino, sight.trump) and not sight.higher(domino))


def _beaten_in_suit_led(sight: TableSight, domino: Domino) -> float:
    if sight.leading:
        return float(len(sight.higher(domino)))
    suit = sight.suit(sight.table.trick[0])
    if not belongs(domino, suit, sight.trump):
        return float(len(sight.higher(domino)))
    return float(
        sum(belongs(o, suit, sight.trump) and rank(o, suit) > rank(domino, suit) for o in sight.unseen)
    )  # fmt: skip


def _beats_most(sight: TableSight, domino: Domino) -> float:
    suit = sight.suit(domino)
    return float(sum(rank(other, suit) < rank(domino, suit) for other in sight.unseen_of(domino)))


def _beaten_by_unplayed(sight: TableSight, domino: Domino) -> float:
    suit = sight.suit(domino)
    mine = [other for other in sight.hand if belongs(other, suit, sight.trump)]
    return float(len(sight.higher(domino)) + sum(rank(other, suit) > rank(domino, suit) for other in mine))


def _pips(sight: TableSight, domino: Domino) -> float:
    return float(domino.high + domino.low)


_OFFS = tuple(name for name, (what, _) in PROMISES.items() if what in ("offs", "off_points"))
_OFF_POINTS = tuple(name for name, (what, _) in PROMISES.items() if what == "off_points")
_TRUMPS = tuple(name for name, (what, _) in PROMISES.items() if what == "trumps")
_ON = ("up_to_35", "up_to_42", "up_to_84")
_TABLE: tuple[tuple[str, tuple[str, ...], str, tuple[str, ...], FortyTwoSense], ...] = (
    ("off as no trump", ("off",), "Every domino that is no trump is an off.",
     (*_OFFS, "suit_offs"), _promising(_with_offs(_no_trump))),
    ("off as no double", ("off",), "Every domino that is neither trump nor double is an off, whatever else I hold.",
     (*_OFFS, "suit_offs"), _promising(_with_offs(_no_trump_no_double))),
    ("points in offs as pips", ("points in off",), "The pips of the offs are counted.",
     _OFF_POINTS, _promising(_offs_by_pips)),
    ("exactly so many", ("trump",), "Four trumps are four, neither more nor fewer.", _TRUMPS, _promising(_exactly)),
    ("any double", ("the double",), "Any double will do, not only trumps.", ("double",), _promising(_any_double)),
    ("highest of mine", ("highest trump",), "My two highest trumps are meant, whatever stands above them.",
     ("top_2", "top_3"), _promising(_two_of_mine)),
    ("any suit", ("trump", "double", "off"), "It is enough that some suit would fit, not the one that I would name.",
     tuple(PROMISES), FortyTwoSense(promises=_any_suit)),
    ("suit by the higher end", ("longest suit",), "A domino is of the suit of its higher end only.",
     ("suit_length",), FortyTwoSense(of_trump=_by_high_end)),
    ("unbroken anywhere", ("unbroken",), "The longest run without a gap counts, wherever it begins.",
     ("suit_unbroken",), FortyTwoSense(of_trump=_unbroken_anywhere)),
    ("partner has bid", ("partner",), "It is enough that partner has bid, even if an opponent bid more since.",
     ("over_partner", "not_partner"), FortyTwoSense(holds=_partner_bid_at_all)),
    ("bid the limit", ("bid on", "up to"), "The highest bid up to the limit is made at once.",
     _ON, FortyTwoSense(call=_to_the_limit)),
    ("bid anything within", ("bid on", "up to"), "Any bid up to the limit will do.",
     _ON, FortyTwoSense(call=_any_within)),
    ("bid on over a bid", ("bid on",), "Bidding on needs a bid before it; nobody opens so.",
     _ON, FortyTwoSense(call=_only_over_a_bid)),
    ("30 or 31", ("30 or 31",), "Either will do.", ("up_to_31",), FortyTwoSense(call=_any_of_two)),
    ("only the bidder", ("for the bid",), "Only who made the bid is meant, not the partner.",
     ("drawing", "leading_bid"),
     _when(drawing=lambda s: PLAY_CONDITIONS["drawing"](s) and _i_bid(s),
           leading_bid=lambda s: PLAY_CONDITIONS["leading_bid"](s) and _i_bid(s))),
    ("any unseen trump", ("opponents may have trump", "opponents have no trump"),
     "As long as a trump is unseen opponents may have it, whatever they have shown.",
     ("drawing", "trumps_out", "trumps_gone"),
     _when(drawing=lambda s: s.leading and s.declaring and _unseen_trump(s),
           trumps_out=lambda s: s.leading and _unseen_trump(s),
           trumps_gone=lambda s: s.leading and not _unseen_trump(s))),
    ("both opponents", ("opponents have none of",), "Only suits count that neither opponent has.",
     ("opponents_void",), _plays(opponents_void=lambda s, d: float(all(_voids(s, d))))),
    ("either opponent", ("opponents have none of",), "It is the same whether one opponent has none or both.",
     ("opponents_void",), _plays(opponents_void=lambda s, d: float(any(_voids(s, d))))),
    ("trumps not meant", ("opponents have none of", "opponent lacks"), "Trumps are no such suit.",
     ("opponents_void",),
     _plays(opponents_void=lambda s, d: 0.0 if is_trump(d, s.trump) else float(sum(_voids(s, d))))),
    ("partner surely", ("partner is winning",), "Partner must be sure of the trick.",
     ("partner_winning",), _when(partner_winning=_partner_surely)),
    ("points as pips", ("point", "counter"), "The pips are counted.", ("points",), _plays(points=_pips)),
    ("pips as points", ("pip",), "The points of counters are meant.", ("pips",),
     _plays(pips=lambda s, d: float(d.points))),
    ("my highest trump", ("highest trump left",), "My own highest trump is meant, whatever is still out.",
     ("top_trump",), _plays(top_trump=_my_highest_trump)),
    ("my highest", ("highest left of a suit",), "My highest of a suit is meant, whatever is still out.",
     ("top",), _plays(top=_highest_of_mine)),
    ("highest but trump", ("highest left of a suit",), "Trumps are not meant.", ("top",), _plays(top=_top_no_trump)),
    ("suit led", ("of its suit",), "What follows suit is of the suit that was led.",
     ("beaten_by",), _plays(beaten_by=_beaten_in_suit_led)),
    ("beats most", ("its suit beat",), "What beats most unseen dominoes is meant.",
     ("beaten_by",), _plays(beaten_by=_beats_most)),
    ("unseen as unplayed", ("unseen",), "What lies in my own hand is unseen, too, until it is played.",
     ("beaten_by",), _plays(beaten_by=_beaten_by_unplayed)),
)  # fmt: skip
"""Name, words, sense, what it changes, and how it counts."""
_SENSES: Mapping[str, Any] = {name: sense for name, _, _, _, sense in _TABLE}
DOMINO_READINGS = tuple(
    Reading(name, words, told, frozenset(changes), DominoMisreader) for name, words, told, changes, _ in _TABLE
)
