"""Who follows lists of maxims at 42: bids, names trump and plays by what a seat sees.

The lines about trump are followed twice: when trump is named, and before that to know which suit a bid has in mind. Of
suits that no line tells apart it is the highest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.games.core import Action, AnyView
from gamelore.games.forty_two.rules import Bid, NameTrump
from gamelore.games.forty_two.table import BIDDING, NAMING
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.learners.features.forty_two.seen import (
    CALL,
    CALL_LIMITS,
    HOLDERS,
    PLAY_CONDITIONS,
    PLAY_MEASURES,
    TRUMP_MEASURES,
    Holder,
    TableSight,
    keeps_promise,
    promise_of,
)
from gamelore.learners.maxims.forty_two_words import conditions_in, forty_two_words
from gamelore.learners.maxims.lines import Line, narrow
from gamelore.learners.maxims.words import Wording

Values: TypeAlias = "list[Floats | None]"


class FortyTwoReader:
    """Follows lists at 42, under any rules."""

    def __init__(self) -> None:
        self._wording = forty_two_words()

    @property
    def wording(self) -> Wording:
        """The words that lists may use."""
        return self._wording

    def begin(self) -> None:
        """Nothing is remembered of a contest but what lies on the table."""

    def made(self, view: AnyView, action: Action) -> None:
        """Nothing is remembered."""

    def values(self, view: AnyView, lines: Sequence[Line]) -> tuple[Sequence[Any], Values]:
        """The legal actions, and for each line its measure of every action; None where it does not apply."""
        assert isinstance(view, FortyTwoView)
        if view.table.stage == BIDDING:
            return self._of_calls(view, lines)
        if view.table.stage == NAMING:
            trumps = _told_apart(view, lines)
            return [NameTrump(trump) for trump in trumps], trump_values(view, lines, trumps)
        sight = TableSight(view)
        plays = {action.domino: action for action in view.legal_actions() if not isinstance(action, Bid)}  # type: ignore[union-attr]
        values: Values = [
            np.array([float(PLAY_MEASURES[line.measure](sight, domino)) for domino in sight.legal])
            if line.measure in PLAY_MEASURES and PLAY_CONDITIONS[line.condition](sight)
            else None
            for line in lines
        ]
        return [plays[domino] for domino in sight.legal], values

    def _of_calls(self, view: FortyTwoView, lines: Sequence[Line]) -> tuple[Sequence[Any], Values]:
        actions = view.legal_actions()
        amounts = [action.amount if isinstance(action, Bid) else 0 for action in actions]
        promise = promise_of(view.dealt, trump_in_mind(view, lines))
        holder = Holder.of(view)
        least = min(filter(None, amounts))
        values: Values = []
        for line in lines:
            applies = line.measure in (*CALL_LIMITS, CALL) and all(
                HOLDERS[name](holder) if name in HOLDERS else keeps_promise(promise, name)
                for name in conditions_in(line.condition)
            )
            limit = CALL_LIMITS.get(line.measure, 0)
            found = amounts if line.measure == CALL else [float(least <= limit and a == least) for a in amounts]
            values.append(np.array(found, dtype=np.float64) if applies else None)
        return actions, values


def trump_values(view: FortyTwoView, lines: Sequence[Line], trumps: Sequence[int]) -> Values:
    """For each line about trump its measure of some trumps; None for the other lines."""
    promises = [promise_of(view.dealt, trump) for trump in trumps]
    return [
        np.array([float(TRUMP_MEASURES[line.measure](promise)) for promise in promises])
        if line.measure in TRUMP_MEASURES
        else None
        for line in lines
    ]


def _told_apart(view: FortyTwoView, lines: Sequence[Line]) -> list[int]:
    """The trumps that may be named; of those that no line tells apart only the highest."""
    trumps = view.table.rules.trumps
    values = [value for value in trump_values(view, lines, trumps) if value is not None]
    highest = {tuple(float(value[n]) for value in values): trump for n, trump in enumerate(trumps)}
    return sorted(highest.values())


def trump_in_mind(view: FortyTwoView, lines: Sequence[Line]) -> int:
    """The trump that a bid has in mind, which is what the lines about trump name."""
    trumps = _told_apart(view, lines)
    return trumps[int(narrow(lines, len(trumps), trump_values(view, lines, trumps)).left[0])]
