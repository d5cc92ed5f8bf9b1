"""The evidence for each line of a list: how often it narrows the choice, where that shows, what is lost without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from gamelore.arena.practice import CHALLENGERS, LOSS, WIN, PracticeJudge
from gamelore.arena.tournament import seat_of
from gamelore.base.arrays import Floats
from gamelore.base.stats import Interval, mean_interval, wilson
from gamelore.games.board.game import BoardState
from gamelore.games.core import AnyGame, AnyState
from gamelore.games.record import Record
from gamelore.lab.guide.core import SLIPS, Example
from gamelore.learners.maxims.lines import Line, Narrowing, narrow
from gamelore.learners.maxims.reader import reader_for

T = TypeVar("T")

KEPT, WON = 100.0, 50.0
"""What a contest not lost is worth, and a win above that."""
QUESTIONS = 10
"""Positions of the quiz."""
FEW = 8
"""Moves among which a reader sees at a glance what a line does."""


@dataclass(frozen=True, slots=True)
class ListDecision:
    """A decision of a careful reader."""

    state: AnyState
    actions: Sequence[Any]
    values: Sequence[Floats | None]
    narrowing: Narrowing


def situations_of(game: AnyGame, lines: Sequence[Line], records: Sequence[Record]) -> Iterator[ListDecision]:
    """Every decision that the list made in some contests."""
    reader = reader_for(game)
    for record in records:
        reader.begin()
        for view, action in record.turns(game, {seat_of(record, 0)}):
            actions, values = reader.values(view, lines)
            yield ListDecision(view.state, actions, values, narrow(lines, len(actions), values))
            reader.made(view, action)


def example_of(number: int, line: Line, situations: Sequence[ListDecision]) -> Example | None:
    """The situation that shows best what a line does: it chooses among few moves, and leaves one or two."""
    fitting = [s for s in situations if number in s.narrowing.narrowed]
    if not fitting:
        return None
    best = min(
        fitting, key=lambda s: (abs(_open(s, number) - FEW / 2), len(s.narrowing.kept[number + 1]), str(s.state))
    )
    kept, dropped = best.narrowing.kept[number + 1], best.narrowing.dropped_by(number)
    values = best.values[number]
    assert values is not None
    is_kept = line.sense == "most"
    shown = int(kept[0]) if is_kept else max(dropped, key=lambda move: values[move])
    actions = best.actions
    return Example(
        best.state,
        tuple(actions[move] for move in kept),
        tuple(actions[move] for move in dropped),
        actions[shown],
        is_kept,
    )


def _open(situation: ListDecision, number: int) -> int:
    return len(situation.narrowing.kept[number])


def questions_of(situations: Sequence[ListDecision], lines: int) -> Iterator[AnyState]:
    """Positions in which the list leaves few of the moves, by every line in turn; none twice, nor its mirror image."""
    by: dict[int, dict[str, AnyState]] = {number: {} for number in range(lines)}
    for situation in situations:
        narrowed, left, moves = situation.narrowing.narrowed, len(situation.narrowing.left), len(situation.actions)
        if narrowed and 3 * left <= moves:
            state = situation.state
            name = str(state.normal_form()[0]) if isinstance(state, BoardState) else str(state)
            by[narrowed[-1]].setdefault(name, state)
    return spread(by, QUESTIONS)


def spread(by: Mapping[int, Mapping[str, T]], most: int) -> Iterator[T]:
    """Some of what was found for each line, by every line in turn."""
    rows = [[found[name] for name in sorted(found)] for found in by.values() if found]
    asked = 0
    for turn in range(most):
        for row in rows:
            if turn < len(row) and asked < most:
                # Spread over the row: neighbours in it look alike.
                yield row[turn * len(row) // min(most, len(row))]
                asked += 1


# What the list scores without a line


def left_out(
    game: AnyGame, lines: Sequence[Line], rounds: int, seed: int
) -> tuple[dict[str, Interval], list[dict[str, Interval]], list[Interval]]:
    """The whole list, the list without each line, and what a contest is then worth less; all with the same luck.

    As in practice, a reader who skips lines plays half of the contests: some lines are there for that one.
    """
    judge = PracticeJudge(game, slips=SLIPS)
    lists = [tuple(lines), *(tuple(lines[:n]) + tuple(lines[n + 1 :]) for n in range(len(lines)))]
    results = {name: judge.outcomes(name, lists, range(rounds), seed)[:, :, 0] for name in CHALLENGERS}
    held = [
        {name: wilson(int((found[n] != LOSS).sum()), rounds) for name, found in results.items()}
        for n in range(len(lists))
    ]
    points = np.concatenate([KEPT * (r != LOSS) + WON * (r == WIN) for r in results.values()], axis=1)
    losses = [mean_interval((points[0] - points[n]).tolist()) for n in range(1, len(lists))]
    return held[0], held[1:], losses
