"""How else the words of boards can be read: the senses that readers gave them who had only the sentences.

Two who knew the rules and the bare lines wrote down how they took every phrase, and how else one could; three others
decided by hand. What one in twenty would do, and what a person can count at a board, stands here. The list was fixed
before a sentence was changed for it, so that a rewording can be held against it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from gamelore.base.arrays import Floats, Indices
from gamelore.games.board.board import mask_of
from gamelore.games.board.game import BoardGame
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.learners.features.board.conditions import CONDITIONS
from gamelore.learners.features.board.finders import OWN, Look
from gamelore.learners.features.board.finders import Line as Points
from gamelore.learners.features.board.measures import MEASURES
from gamelore.learners.features.board.survey import board_places
from gamelore.learners.maxims.boards import BoardReader
from gamelore.learners.maxims.glossary import board_counts as counts
from gamelore.learners.maxims.glossary.board_counts import Finder
from gamelore.learners.maxims.glossary.reading import Reading
from gamelore.learners.maxims.lines import Line, narrow

LINES = frozenset(
    [
        "own_ready",
        "other_ready",
        "own_alone",
        "other_alone",
        "own_stopped",
        "other_stopped",
        "own_full",
        "other_full",
        "shared",
        "own_open",
        "other_open",
        "adds",
        "blocks",
        "threats",
        "crossed",
    ]
)
"""The measures of goal lines."""
PLANS = frozenset({"own_plans", "other_plans"})


class BoardMisreader(BoardReader):
    """Follows lists on a board, but takes one word in another sense."""

    def __init__(self, game: AnyGame, reading: Reading) -> None:
        super().__init__(game)
        self.reading, self.sense = reading, _SENSES[reading.name]
        self._stood: dict[int, list[AnyState]] = {}

    def begin(self) -> None:
        """Forget the last contest."""
        super().begin()
        self._stood = {}

    def made(self, view: AnyView, action: Action) -> None:
        """Remember what stood before, too."""
        self._stood.setdefault(view.seat, []).append(view.state)
        super().made(view, action)

    def values(self, view: AnyView, lines: Sequence[Line]) -> tuple[Sequence[Action], list[Floats | None]]:
        """As the board shows them; where a line has the word, as this reader counts.

        Only of moves that the lines before it left: nobody counts for the others, and plain counting takes its time.
        """
        actions, values = super().values(view, lines)
        for number, line in enumerate(lines):
            if self.reading.touches(line, self.wording):
                left = narrow(lines[:number], len(actions), values[:number]).left
                values[number] = self._misread(view, line, actions, left, values[number])
        return actions, values

    def _misread(
        self, view: AnyView, line: Line, actions: Sequence[Action], left: Indices, meant: Floats | None
    ) -> Floats | None:
        state, sense = view.state, self.sense
        if line.condition in sense.conditions:
            return meant if sense.conditions[line.condition](Look(state)) else None
        if not CONDITIONS[line.condition].holds_in(state):
            return None
        measure = MEASURES[line.measure]
        finder = sense.finders.get(line.measure, measure.finder)
        made = [*self.made_by(view.seat), *(self._stood.get(view.seat, []) if sense.whoever_made else [])]
        counted: Floats = np.zeros(len(actions))
        for move in left if len(left) > 1 else ():
            found = finder(sense.look(state, actions[move], made), measure.asks)
            counted[move] = math.nan if found is None else found.value
        return counted


@dataclass(frozen=True, slots=True)
class BoardSense:
    """How such a reader counts: other finders of some measures, other lines on the board, another condition."""

    finders: Mapping[str, Finder]
    look: type[Look] = Look
    conditions: Mapping[str, Callable[[Look], bool]] = field(default_factory=dict)
    whoever_made: bool = False
    """Whether positions that the other made are among those that were made before."""


# The list


def _for(names: Iterable[str], finder: Finder) -> dict[str, Finder]:
    return dict.fromkeys(names, finder)


def _has_lines(game: AnyGame) -> bool:
    return isinstance(game, BoardGame) and bool(game.goal_lines)


def _not_all(holds: Callable[[BoardGame, Points], bool]) -> Callable[[AnyGame], bool]:
    return lambda game: isinstance(game, BoardGame) and not all(holds(game, line) for line in game.goal_lines)


def _drawn_otherwise(game: AnyGame) -> bool:
    if not isinstance(game, BoardGame) or not game.goal_lines:
        return False
    return {frozenset(line) for line in game.board.lines} != {frozenset(line) for line in game.goal_lines}


def _several_squares(game: AnyGame) -> bool:
    return isinstance(game, BoardGame) and mask_of(counts.outer_corners(game)) not in (
        0,
        board_places(game.board).corners,
    )


def _sliding(game: AnyGame) -> bool:
    return isinstance(game, BoardGame) and game.rules.slides


def _capturing(game: AnyGame) -> bool:
    return isinstance(game, BoardGame) and game.rules.line == "captures"


def _winning(game: AnyGame) -> bool:
    return isinstance(game, BoardGame) and game.rules.line == "wins"


def _always(game: AnyGame) -> bool:
    return True


_FEW = counts.plans(counts.fills_next)
_REPLIES = ("winning_replies", "losing_replies", "stopping", "unanswered", "forking")
_ROW = ("row",)
_READY = ("own_ready", "other_ready")
_TABLE: tuple[tuple[str, tuple[str, ...], str, BoardSense, Callable[[AnyGame], bool]], ...] = (
    ("row across", _ROW, "A row runs from left to right; columns and diagonals are none.",
     BoardSense({**{n: MEASURES[n].finder for n in LINES}, **_for(PLANS, _FEW)}, counts.AcrossLook),
     _not_all(counts.runs_across)),
    ("row without diagonals", _ROW, "A row runs across or down; diagonals are none.",
     BoardSense({**{n: MEASURES[n].finder for n in LINES}, **_for(PLANS, _FEW)}, counts.StraightLook),
     _not_all(counts.runs_straight)),
    ("row as drawn", ("row", "line"), "Every stroke of the drawing is a line, and nothing else is.",
     BoardSense({**{n: MEASURES[n].finder for n in LINES}, **_for(PLANS, _FEW)}, counts.DrawnLook), _drawn_otherwise),
    ("only here", ("have", "leave"), "Only what runs through the point that the move goes to is counted.",
     BoardSense({n: MEASURES[n].finder for n in LINES - {"adds", "blocks", "threats", "crossed"}}, counts.HereLook),
     _has_lines),
    ("alone of mine", ("alone",), "No second marker of the same player stands in the row; the other's do not matter.",
     BoardSense(_for(("own_alone", "other_alone"), counts.no_second)), _has_lines),
    ("open as unblocked", ("open",), "A row is open where the other has no marker, so that none is open to both.",
     BoardSense({"shared": counts.nothing}), _has_lines),
    ("open as not full", ("open",), "A row of mine is open while a point of it is empty, whoever else stands there.",
     BoardSense({"adds": counts.holding_mine}), _has_lines),
    ("empty rows are mine", ("your open row",), "A row without the other's markers is mine, also an empty one.",
     BoardSense({"adds": counts.without_other}), _has_lines),
    ("the other's rows", ("the other's row",), "A row is the other's if it has a marker there, whoever else has.",
     BoardSense({"blocks": counts.holding_other}), _has_lines),
    ("open to reach", ("open",), "An open row is one that could be filled with the next move.",
     BoardSense(_for(_READY, counts.could_be_filled)), _sliding),
    ("free as empty", ("free of",), "A row is free if nobody's marker stands there.",
     BoardSense(_for(("own_open", "other_open"), counts.empty_lines)), _has_lines),
    ("free as begun", ("free of",), "A row is left free only where somebody has begun it.",
     BoardSense(_for(("own_open", "other_open"), counts.begun_lines)), _has_lines),
    ("lacking one", ("but for one",), "The row lacks one marker, and that point is empty.",
     BoardSense(_for(("own_stopped", "other_stopped"), counts.lacking_one)), _has_lines),
    ("lacking one or stopped", ("but for one",), "The row lacks one marker, whether or not that point is empty.",
     BoardSense(_for(("own_stopped", "other_stopped"), counts.not_empty_third)), _has_lines),
    ("prepare two", ("prepare",), "A move prepares a row if that then lacks one marker, and the point is empty.",
     BoardSense(_for(PLANS, counts.plans(counts.makes_two))), _has_lines),
    ("prepare anew", ("prepare",), "A move prepares a row if it lacks one marker after it and did not before.",
     BoardSense(_for(PLANS, counts.plans(counts.makes_new_two))), _has_lines),
    ("prepare as add", ("prepare",), "A move prepares every row that it adds to and that the other has no marker in.",
     BoardSense(_for(PLANS, counts.plans(counts.adds_to_free))), _has_lines),
    ("takes are one reply", ("reply", "replie"), "Replies that differ only in what they take are one.",
     BoardSense({n: counts.once(n) for n in _REPLIES}), _capturing),
    ("points are replies", ("reply that win",), "Replies that go to the same point are one.",
     BoardSense({"winning_replies": counts.points_of("winning_replies")}), _sliding),
    ("win by a row", ("win",), "Only a full row wins; that somebody cannot move is forgotten.",
     BoardSense({"wins": counts.filling_win, "winning_replies": counts.filling_replies}),
     lambda game: _winning(game) and _sliding(game)),
    ("win later", ("can win",), "A move that wins at once has no reply, so that it is not meant.",
     BoardSense({"sure": counts.sure_later}), _winning),
    ("take now or later", ("can take", "lets you take"), "A move that takes a marker itself is meant, too.",
     BoardSense({"sure": counts.sure_or_now}), _capturing),
    ("win by two", ("whatever the other replies",),
     "It is enough to threaten at two points, whatever the other does first.",
     BoardSense({"sure": counts.sure_double}), _has_lines),
    ("no answer", ("best answer",), "What the other could take counts, and not what I could take back.",
     BoardSense({"exchange": counts.without_answer}), _capturing),
    ("greedy reply", ("best reply",), "The other takes what it can, whatever I could take back.",
     BoardSense({"exchange": counts.of_both_best}), _capturing),
    ("threat as a row", ("threat", "threaten"), "A row that lacks one marker is a threat, whether or not it can come.",
     BoardSense({"stopping": counts.ready_stopped}), _has_lines),
    ("stop as block", ("stop",), "A reply stops a threat by standing on its last point, and not otherwise.",
     BoardSense({"stopping": counts.blocking}), _has_lines),
    ("nothing to stop", ("stop",), "Where nothing is threatened no reply stops anything.",
     BoardSense({"stopping": counts.stopping_threats}), _has_lines),
    ("stop what stands", ("stop",), "Only threats that stand before the reply count.",
     BoardSense({"stopping": counts.stopping_standing}), _has_lines),
    ("double as two rows", ("double threat",), "A double threat is two rows that lack one marker each.",
     BoardSense({"forking": counts.forking_lines}), _has_lines),
    ("double as an order", ("and make a double threat",), "I am to make a double threat.",
     BoardSense({"forking": counts.forking_order}), _has_lines),
    ("nearest pair", ("far apart", "close together"), "The two markers that are nearest to each other count.",
     BoardSense({"spread": lambda look, side: counts.pairs(look, min)}), _always),
    ("farthest pair", ("far apart", "close together"), "The two markers that are farthest from each other count.",
     BoardSense({"spread": lambda look, side: counts.pairs(look, max)}), _always),
    ("by the ruler", ("far apart", "close together", "distance"), "Distances are straight, not along the lines.",
     BoardSense({"spread": lambda look, side: counts.pairs(look, sum, straight=True)}), _always),
    ("not touching", ("far apart", "close together"), "As few as possible stand next to each other.",
     BoardSense({"spread": counts.touching}), _always),
    ("all of mine", ("next to",), "Every marker of mine counts, not only the one that moves.",
     BoardSense(_for(("near_own", "near_other"), counts.near_any)), _always),
    ("next to by eye", ("next to",), "What is near in the picture counts, whether or not a line joins it.",
     BoardSense(_for(("near_own", "near_other"), counts.near_by_eye)), _always),
    ("next to before", ("next to",), "The marker that the move takes still counts.",
     BoardSense(_for(("near_own", "near_other"), counts.near_before)), _capturing),
    ("outer corners", ("corner",), "Only the corners of the whole board are corners.",
     BoardSense({"corner": counts.outer}), _several_squares),
    ("all in corners", ("corner",), "Every marker of mine in a corner counts, not only the one that moves.",
     BoardSense({"corner": counts.all_in_corners}), _always),
    ("empty points", ("step",), "The empty points are counted, not the ways to them.",
     BoardSense(_for(("own_slides", "other_slides"), counts.empty_neighbours)), _sliding),
    ("markers that can step", ("step",), "The markers that can move are counted.",
     BoardSense(_for(("own_slides", "other_slides"), counts.able_markers)), _sliding),
    ("legal steps", ("step",), "While markers are placed there are no steps.",
     BoardSense(_for(("own_slides", "other_slides"), counts.legal_steps)), _sliding),
    ("ways cross", ("cross",), "The ways that meet at the point are counted.",
     BoardSense({"crossed": counts.meeting_ways}), _has_lines),
    ("my markers as before", ("position",), "Only my own markers must stand as they did.",
     BoardSense({"returns": counts.returns_mine}), _sliding),
    ("whoever made it", ("you made before",), "Any position counts that stood before, whoever made it.",
     BoardSense({"returns": MEASURES["returns"].finder}, whoever_made=True), _sliding),
    ("take a move back", ("return",), "The last move is taken back.",
     BoardSense({"returns": counts.goes_back}), _sliding),
    ("first move only", ("as second player", "as first player"), "It is said of the first move only.",
     BoardSense({}, conditions={
         "second_player": lambda look: look.me == 1 and not look.markers(look.board, OWN),
         "first_player": lambda look: look.me == 0 and not look.markers(look.board, OWN),
     }), lambda game: isinstance(game, BoardGame) and not any(game.start)),
)  # fmt: skip
"""Name, words, sense, how it counts, and where it is another sense."""
_SENSES = {name: sense for name, _, _, sense, _ in _TABLE}
BOARD_READINGS = tuple(
    Reading(name, words, told, frozenset({*sense.finders, *sense.conditions}), BoardMisreader, fits)
    for name, words, told, sense, fits in _TABLE
)
