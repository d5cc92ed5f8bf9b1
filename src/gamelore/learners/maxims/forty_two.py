"""Who follows lists of maxims at 42: bids, names trump and plays by what a seat sees.

The lines about trump are followed twice: when trump is named, and before that to know which suit a bid has in mind. Of
suits that no line tells apart it is the highest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.games.core import Action, AnyGame, AnyView
from gamelore.games.forty_two.dominoes import Domino
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
Hand: TypeAlias = Sequence[Domino]


def _of_trump(measure: str, hand: Hand, trump: int) -> float:
    return float(TRUMP_MEASURES[measure](promise_of(hand, trump)))


def _promises(names: Sequence[str], hand: Hand, trump: int) -> bool:
    promise = promise_of(hand, trump)
    return all(keeps_promise(promise, name) for name in names)


def _holds(name: str, view: FortyTwoView) -> bool:
    return HOLDERS[name](Holder.of(view))


def _call(amounts: Sequence[int], limit: int, view: FortyTwoView) -> list[float]:
    least = min(filter(None, amounts))
    return [float(least <= limit and amount == least) for amount in amounts]


@dataclass(frozen=True, slots=True)
class FortyTwoSense:
    """What a reader takes the words of 42 to mean; without any change what is meant."""

    plays: Mapping[str, Callable[[TableSight, Domino], float]] = field(default_factory=lambda: PLAY_MEASURES)
    conditions: Mapping[str, Callable[[TableSight], bool]] = field(default_factory=lambda: PLAY_CONDITIONS)
    of_trump: Callable[[str, Hand, int], float] = _of_trump
    """A measure of a suit that may be trump."""
    promises: Callable[[Sequence[str], Hand, int], bool] = _promises
    """Whether a hand is all that some conditions ask, under the trump that it has in mind."""
    holds: Callable[[str, FortyTwoView], bool] = _holds
    """Whether a condition of who holds the bid is met."""
    call: Callable[[Sequence[int], int, FortyTwoView], list[float]] = _call
    """How much each call, of these amounts, is what a line with a limit asks for."""


MEANT = FortyTwoSense()


class FortyTwoReader:
    """Follows lists at 42, under any rules."""

    sense = MEANT

    def __init__(self, game: AnyGame) -> None:
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
            trumps = _told_apart(view, lines, self.sense)
            return [NameTrump(trump) for trump in trumps], trump_values(view, lines, trumps, self.sense)
        sight, sense = TableSight(view), self.sense
        plays = {action.domino: action for action in view.legal_actions() if not isinstance(action, Bid)}  # type: ignore[union-attr]
        values: Values = [
            np.array([float(sense.plays[line.measure](sight, domino)) for domino in sight.legal])
            if line.measure in PLAY_MEASURES and sense.conditions[line.condition](sight)
            else None
            for line in lines
        ]
        return [plays[domino] for domino in sight.legal], values

    def _of_calls(self, view: FortyTwoView, lines: Sequence[Line]) -> tuple[Sequence[Any], Values]:
        actions = view.legal_actions()
        amounts = [action.amount if isinstance(action, Bid) else 0 for action in actions]
        trump, sense = trump_in_mind(view, lines, self.sense), self.sense
        values: Values = []
        for line in lines:
            names = conditions_in(line.condition)
            applies = (
                line.measure in (*CALL_LIMITS, CALL)
                and all(sense.holds(name, view) for name in names if name in HOLDERS)
                and sense.promises([name for name in names if name not in HOLDERS], view.dealt, trump)
            )
            found = amounts if line.measure == CALL else sense.call(amounts, CALL_LIMITS.get(line.measure, 0), view)
            values.append(np.array(found, dtype=np.float64) if applies else None)
        return actions, values


def trump_values(
    view: FortyTwoView, lines: Sequence[Line], trumps: Sequence[int], sense: FortyTwoSense = MEANT
) -> Values:
    """For each line about trump its measure of some trumps; None for the other lines."""
    return [
        np.array([sense.of_trump(line.measure, view.dealt, trump) for trump in trumps])
        if line.measure in TRUMP_MEASURES
        else None
        for line in lines
    ]


def _told_apart(view: FortyTwoView, lines: Sequence[Line], sense: FortyTwoSense) -> list[int]:
    """The trumps that may be named; of those that no line tells apart only the highest."""
    trumps = view.table.rules.trumps
    values = [value for value in trump_values(view, lines, trumps, sense) if value is not None]
    highest = {tuple(float(value[n]) for value in values): trump for n, trump in enumerate(trumps)}
    return sorted(highest.values())


def trump_in_mind(view: FortyTwoView, lines: Sequence[Line], sense: FortyTwoSense = MEANT) -> int:
    """The trump that a bid has in mind, which is what the lines about trump name."""
    trumps = _told_apart(view, lines, sense)
    return trumps[int(narrow(lines, len(trumps), trump_values(view, lines, trumps, sense)).left[0])]
