"""Every measure of a survey: its name, one sentence, whose it is, how far it looks, and what it counts.

A new measure is a row in `rows.py`, a value in `MEASURES`, a finder in `finders.py` and a few lines in the kernel; the
tests then prove the compiled rows equal to what the finder finds, and ask for its line in `docs/features.md`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.errors import NotAvailable, UnknownName
from gamelore.games.board.game import BoardState
from gamelore.games.core import AnyState
from gamelore.learners.features.board import finders as plain
from gamelore.learners.features.board import plain_answers, plain_places
from gamelore.learners.features.board.finders import OTHER, OWN, Found, Look
from gamelore.learners.features.board.rows import ALL_ROWS, ROWS
from gamelore.learners.features.board.survey import measure_moves, survey_board


@dataclass(frozen=True, slots=True)
class BoardMeasure:
    """One measure of the board after a move; "I" is the one who makes the move."""

    name: str
    sentence: str
    side: Literal["own", "other", "both"]
    """Whose it is."""
    ahead: Literal[0, 1, 2]
    """How many moves are tried on the board after the move: none; one, the other's reply or what a side could do if it
    were on turn; or another after that."""
    needs: Literal["rules", "board", "lines"]
    """Any game for two that hides nothing; a board with markers; a board with goal lines."""
    finder: Callable[[Look, int], Found | None]
    asks: int = OWN
    """The side that the finder is asked about."""

    def find(self, state: AnyState, action: Any = None, made: Collection[AnyState] = ()) -> Found:
        """What it counts after a move, or in the state itself; the value is NaN where the game cannot say.

        `made` are the states that the mover made earlier in the contest.
        """
        if self.needs != "rules" and not isinstance(state, BoardState):
            return Found(math.nan)
        return self.finder(Look(state, action, made), self.asks) or Found(math.nan)


def _both(
    name: str,
    mine: str,
    other: str,
    ahead: Literal[0, 1, 2],
    needs: Literal["rules", "board", "lines"],
    finder: Callable[[Look, int], Found | None],
) -> tuple[BoardMeasure, BoardMeasure]:
    """The same measure of both sides."""
    return (
        BoardMeasure(f"own_{name}", mine, "own", ahead, needs, finder, OWN),
        BoardMeasure(f"other_{name}", other, "other", ahead, needs, finder, OTHER),
    )


MEASURES: dict[str, BoardMeasure] = {
    measure.name: measure
    for measure in (
        BoardMeasure("wins", "The move wins at once.", "own", 0, "rules", plain.wins),
        BoardMeasure("loses", "The move loses at once.", "own", 0, "rules", plain.wins, OTHER),
        BoardMeasure("captures", "Markers that the move takes from the other.", "own", 0, "rules", plain.captures),
        *_both(
            "markers", "My markers on the board.", "The other's markers on the board.",
            0, "board", plain.markers,
        ),
        *_both(
            "moves", "Moves I could make if I were on turn; what they capture does not matter.",
            "Moves the other could make; what they capture does not matter.",
            1, "rules", plain.moves,
        ),
        *_both(
            "slides", "My steps along drawn lines to empty places, or my flights, whatever the stage.",
            "The other's steps along drawn lines to empty places, or its flights, whatever the stage.",
            1, "board", plain.slides,
        ),
        *_both(
            "strikes", "Moves with which I could take a marker or win, if I were on turn.",
            "Moves with which the other could take a marker or win.",
            1, "rules", plain.strikes,
        ),
        *_both(
            "targets", "Places where I could take a marker or win, if I were on turn.",
            "Places where the other could take a marker or win.",
            1, "board", plain.targets,
        ),
        *_both(
            "plans", "Moves of mine after which I, moving again, could take a marker or complete a winning line.",
            "Moves of the other after which it, moving again, could take a marker or complete a winning line.",
            2, "board", plain.plans,
        ),
        *_both(
            "cover", "Drawn lines that hold at least one marker of mine.",
            "Drawn lines that hold at least one marker of the other.",
            0, "board", plain.cover,
        ),
        BoardMeasure("replies", "Replies that the other may make.", "other", 1, "rules", plain.replies),
        BoardMeasure(
            "winning_replies", "Replies that win at once for the other.",
            "other", 1, "rules", plain.winning_replies, OTHER,
        ),
        BoardMeasure(
            "losing_replies", "Replies that lose at once for the other.",
            "other", 1, "rules", plain.winning_replies, OWN,
        ),
        BoardMeasure(
            "rope", "Moves that would have lost for the other before my move and still lose after it.",
            "other", 1, "rules", plain.rope,
        ),
        *_both(
            "open", "Goal lines without a marker of the other.", "Goal lines without a marker of mine.",
            0, "lines", plain.open_lines,
        ),
        BoardMeasure(
            "adds", "Goal lines with markers of mine and none of the other that the move adds to.",
            "own", 0, "lines", plain.adds,
        ),
        BoardMeasure(
            "lacks", "Markers lacking, before the move, in the fullest goal line free for me that it adds to.",
            "own", 0, "lines", plain.lacks,
        ),
        BoardMeasure(
            "blocks", "Goal lines with markers of the other and none of mine that the move enters.",
            "other", 0, "lines", plain.blocks,
        ),
        BoardMeasure(
            "blocks_nearest", "Those of the lines it blocks that are the fullest the other has.",
            "other", 0, "lines", plain.blocks_nearest,
        ),
        BoardMeasure(
            "threats", "Goal lines through the new marker that lack one marker and hold none of the other.",
            "own", 0, "lines", plain.threats,
        ),
        BoardMeasure(
            "halfway", "Pairs of markers of one side between which the new marker stands halfway.",
            "both", 0, "board", plain.halfway,
        ),
        *_both(
            "safe", "Moves of mine that would not lose at once, if I were on turn.",
            "Moves of the other that would not lose at once.",
            1, "rules", plain_answers.safe,
        ),
        *_both(
            "ready", "Goal lines that lack one marker of mine, the last place empty.",
            "Goal lines that lack one marker of the other, the last place empty.",
            0, "lines", plain_places.ready,
        ),
        *_both(
            "alone", "Goal lines with one marker of mine and no other.",
            "Goal lines with one marker of the other and no other.",
            0, "lines", plain_places.alone,
        ),
        *_both(
            "stopped", "Full goal lines that are mine but for one marker of the other.",
            "Full goal lines that are the other's but for one marker of mine.",
            0, "lines", plain_places.stopped,
        ),
        *_both(
            "full", "Goal lines that I hold.", "Goal lines that the other holds.",
            0, "lines", plain_places.full,
        ),
        BoardMeasure(
            "shared", "Goal lines with markers of both sides and an empty place.",
            "both", 0, "lines", plain_places.shared,
        ),
        BoardMeasure("corner", "The marker goes to a corner.", "own", 0, "board", plain_places.corner),
        BoardMeasure("side", "The marker goes neither to a corner nor to the centre.", "own", 0, "board",
                     plain_places.edge),
        BoardMeasure("centre", "The marker goes to the centre.", "own", 0, "board", plain_places.centre),
        BoardMeasure("ways", "Places next to where the marker goes.", "own", 0, "board", plain_places.ways),
        BoardMeasure("crossed", "Goal lines through the place where the marker goes.", "own", 0, "lines",
                     plain_places.crossed),
        BoardMeasure(
            "opposite_own", "The marker faces another of mine through the centre of the board.",
            "own", 0, "board", plain_places.opposite,
        ),
        BoardMeasure(
            "opposite_other", "The marker faces one of the other through the centre of the board.",
            "other", 0, "board", plain_places.opposite, OTHER,
        ),
        BoardMeasure("near_empty", "Empty places next to the marker.", "own", 0, "board", plain_places.near_empty),
        BoardMeasure("near_own", "Markers of mine next to the marker.", "own", 0, "board", plain_places.near),
        BoardMeasure("near_other", "Markers of the other next to the marker.", "other", 0, "board",
                     plain_places.near, OTHER),
        BoardMeasure(
            "spread", "Steps between my markers, all pairs together.", "own", 0, "board", plain_places.spread,
        ),
        BoardMeasure(
            "sure", "I have won, or can take a marker or win whatever the other replies.",
            "own", 2, "rules", plain_answers.sure,
        ),
        BoardMeasure(
            "stopping", "Replies after which I could not take a marker or win.",
            "other", 2, "rules", plain_answers.stopping,
        ),
        BoardMeasure(
            "unanswered", "Replies that take a marker or win, and that I could not answer in kind.",
            "other", 2, "rules", plain_answers.unanswered,
        ),
        BoardMeasure(
            "forking",
            "Replies that stop what I threaten, after which the other could complete goal lines at two places.",
            "other", 2, "lines", plain_answers.forking,
        ),
        BoardMeasure(
            "exchange", "Markers I am ahead after the other's best reply and my best answer; a win counts 50.",
            "own", 2, "board", plain_answers.exchange,
        ),
        BoardMeasure("returns", "I made the same position earlier in the contest.", "own", 0, "rules",
                     plain_answers.returns),
    )
}  # fmt: skip
"""All measures by name, in the order of the rows."""


def measure_named(name: str) -> BoardMeasure:
    """A measure by its name."""
    if name not in MEASURES:
        raise UnknownName("measure", name, MEASURES)
    return MEASURES[name]


@dataclass(frozen=True, slots=True)
class Survey:
    """What there is to choose from in any game: actions, and the measures as rows; NaN where the game cannot say."""

    actions: Sequence[Any]
    after: Floats
    before: Floats


def survey(state: AnyState, made: Collection[Any] = ()) -> Survey:
    """Survey a state of any game for two that hides nothing: compiled if it has a board.

    `made` are the states that the mover made earlier in the contest.
    """
    _refuse(state)
    if not isinstance(state, BoardState):
        return survey_plainly(state, made)
    found = survey_board(state, ALL_ROWS)
    found.after[ROWS:] = measure_moves(state, range(ROWS, ALL_ROWS), made).after[ROWS:]
    found.before[ROWS:] = math.nan
    return Survey([found.move(number) for number in range(found.count)], found.after, found.before)


def survey_plainly(state: AnyState, made: Collection[AnyState] = ()) -> Survey:
    """The same through the finders alone."""
    _refuse(state)
    actions = list(state.legal_actions())
    columns = [
        [measure.find(state, action, made).value for measure in MEASURES.values()] for action in (*actions, None)
    ]
    table = np.array(columns).T
    return Survey(actions, table[:, :-1], table[:, -1])


def _refuse(state: AnyState) -> None:
    """Refuse what cannot be surveyed."""
    if not state.game.perfect_information or state.game.seats != 2:
        raise NotAvailable(f"{state.game.name} cannot be surveyed: a survey needs a game for two that hides nothing")
    if state.is_terminal():
        raise NotAvailable(f"'{state}' cannot be surveyed: the contest is over")
