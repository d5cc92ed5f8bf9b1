"""The heuristic parameters of COGAP-42 as Features, measured for thousands of hands at once (Carberry, p. 106-115).

The thesis gives prose for most of them; the operational rules here reproduce every domino it lists and every rating
it prints for its worked hand (Figure 4-5). Degrees follow the inductive definition of its section on heuristics: 0
without any estimate, otherwise one more than the highest degree used as an estimate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.games.core import AnyView
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.learners.features.core import Feature, Measure, register_feature
from gamelore.learners.features.forty_two.probability import equal_percents, walk_chances
from gamelore.learners.features.forty_two.situations import LAST_BIDS, Situations

PARTNERS_BID = ("none", "30", "31 or more")
COUNTERS_AT_RISK = ("none", "5 late", "5 early", "10 late", "10 early", "15 or more")
COUNTERS_HELD = ("none", "one 5-pointer", "5-pointers", "6-4", "6-4 and 5-pointers")


@dataclass(frozen=True, slots=True)
class _Parameter:
    name: str
    values: int | tuple[str, ...]
    sentence: str
    estimates: tuple[str, ...] | None = None
    """What it uses as an estimate besides its own; None when it makes no estimate at all."""


_OFFENCE = (
    _Parameter("CENT", 35, "chance of losing trump control once (7 classes) and more than once (5)", ()),
    _Parameter("TNUMC", 6, "number of trumps above two, for control"),
    _Parameter("TENPO", 3, "10-pointers, not trump, that others may discard when control is lost"),
    _Parameter("TNUMP", 6, "number of trumps above two, for points"),
    _Parameter("PENT", 125, "chance of losing 5, 10 and 15 trump points (5 classes each)", ()),
    _Parameter("PRMW", 6, "tricks very likely to be won", ("CENT",)),
    _Parameter("SECW", 3, "tricks that may be won if the dominoes fall right", ("PRMW",)),
    _Parameter("UNBW", 3, "sure winners that the right opposition lead may take", ("PRMW",)),
    _Parameter("FIVT", ("5-5 held", "5-5 not held"), "presence of 5-5"),
    _Parameter("SIXT", ("likely", "possible", "unlikely"), "likelihood of winning 6-4", ()),
    _Parameter("FVPT", 5, "likelihood of winning the 5-pointers, 0 the best", ()),
    _Parameter("PBID1", ("has not bid", "has bid"), "whether partner has bid"),
    _Parameter("UNPRO", COUNTERS_AT_RISK, "held counters exposed to opposition leads", ("CENT",)),
    _Parameter("PNOTK", COUNTERS_AT_RISK, "counters not held that opposition leads may take", ("CENT",)),
    _Parameter("LS55", ("held", "only by discard", "by a lead"), "how 5-5 may be lost"),
    _Parameter("LS64", 14, "dominoes held that bear on losing 6-4", ()),
    _Parameter("LS5", 27, "likelihood of losing 5-0, 4-1 and 3-2 (3 classes each)", ()),
    _Parameter("PBID3", PARTNERS_BID, "partner's bid"),
)
_DEFENCE = (
    _Parameter("DFGE4", 4, "doubles held in suits 4, 5, 6"),
    _Parameter("DFLDS", 4, "those of them in which others have at most two leads"),
    _Parameter("DFSEC", 3, "suits with second-round control only"),
    _Parameter("DFLS4", 5, "doubles held in suits 0 to 3"),
    _Parameter("NUMPT", 6, "counters that partner may throw on winning tricks"),
    _Parameter("PBID", PARTNERS_BID, "partner's bid"),
    _Parameter("DF55", ("held alone", "with one or two fives", "with more fives", "not held"), "chance of winning 5-5"),
    _Parameter("DF64", 8, "which of 6-4, 6-6 and 4-4 are held"),
    _Parameter("DFPRO", COUNTERS_HELD, "counters held with both their doubles"),
    _Parameter("DFSPR", COUNTERS_HELD, "counters held with one of their doubles"),
    _Parameter("DFUPR", COUNTERS_HELD, "counters held without their doubles"),
)
_BIDDING = (_Parameter("PRVBD", LAST_BIDS, "the last bid before this call and whose it is"),)

OFFENCE = tuple(p.name for p in _OFFENCE)
DEFENCE = tuple(p.name for p in _DEFENCE)
LISTS = (
    "sure_winners", "may_walk", "unbacked", "lead_losers", "unprotected", "lost_elsewhere", "fives_lost_on_lead",
    "extra_trumps", "five_ratings",
)  # fmt: skip
"""What stands behind the offensive values: sets of dominoes, then the number of extra trumps, then how likely 5-0, 4-1
and 3-2 are won (a number to base 3, each 2 sure, 1 maybe, 0 not)."""

SIZES: Mapping[str, int] = MappingProxyType(
    {p.name: p.values if isinstance(p.values, int) else len(p.values) for p in (*_OFFENCE, *_DEFENCE, *_BIDDING)}
)
"""How many values each parameter has."""


@dataclass(frozen=True, slots=True)
class Configurations:
    """Measured (hand, trump) configurations: the values by name, and the dominoes behind them."""

    values: Mapping[str, Ints]
    lists: Mapping[str, Ints]


def measure_offence(situations: Situations, trumps: Ints, percents: Ints | None = None) -> Configurations:
    """The offensive parameters of each situation under its trump; `percents` as in `probability`, equal by default."""
    from gamelore.learners.features.forty_two import _kernels

    chances = equal_percents() if percents is None else percents
    context = situations.heard if chances.shape[0] > 1 else np.zeros(len(situations), dtype=np.int64)
    values = np.empty((len(situations), len(OFFENCE)), dtype=np.int64)
    lists = np.empty((len(situations), len(LISTS)), dtype=np.int64)
    _kernels.offence(situations.hands, trumps, situations.partner_bid, context, chances, walk_chances(), values, lists)
    return Configurations(_columns(OFFENCE, values), _columns(LISTS, lists))


def measure_defence(situations: Situations) -> Mapping[str, Ints]:
    """The defensive parameters of each situation."""
    from gamelore.learners.features.forty_two import _kernels

    values = np.empty((len(situations), len(DEFENCE)), dtype=np.int64)
    _kernels.defence(np.ascontiguousarray(situations.hands), situations.partner_bid, values)
    return _columns(DEFENCE, values)


def _columns(names: tuple[str, ...], table: Ints) -> Mapping[str, Ints]:
    return {name: np.ascontiguousarray(table[:, place]) for place, name in enumerate(names)}


def degree(name: str) -> int:
    """The degree of a parameter by the inductive definition."""
    estimates = {p.name: p.estimates for p in (*_OFFENCE, *_DEFENCE, *_BIDDING)}[name]
    return 0 if estimates is None else 1 + max((degree(used) for used in estimates), default=0)


def _measure(name: str) -> Measure:
    def measure(view: AnyView, about: Any, memory: Mapping[str, Any] | None) -> float:
        assert isinstance(view, FortyTwoView)
        here = Situations.of_view(view)
        if name in OFFENCE:
            return float(measure_offence(here, np.array([about], dtype=np.int64)).values[name][0])
        return float(measure_defence(here)[name][0] if name in DEFENCE else here.previous_bid[0])

    return measure


for _known in (*_OFFENCE, *_DEFENCE, *_BIDDING):
    register_feature(
        "forty_two",
        Feature(
            _known.name,
            _known.sentence,
            _measure(_known.name),
            high=float(SIZES[_known.name] - 1),
            categories=_known.values if isinstance(_known.values, tuple) else (),
            degree=degree(_known.name),
        ),
    )
