"""How measures of a board are told to a person: one sentence for the most, one for the fewest, where they make sense.

A *line* is a goal line, a *point* a position, a *stroke* what is drawn in one go. Every word has one sense in all
sentences, and stands in the glossary (`glossary/board_terms.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise

from gamelore.games.board.board import Board, mask_of
from gamelore.games.board.game import BoardGame
from gamelore.games.core import AnyGame
from gamelore.learners.features.board.conditions import CONDITIONS
from gamelore.learners.features.board.measures import MEASURES
from gamelore.learners.features.board.survey import board_places
from gamelore.learners.maxims.words import Word

_SAID: dict[str, tuple[str, str]] = {
    "wins": ("Win if you can.", ""),
    "loses": ("", "Do not lose at once if you can help it."),
    "captures": ("Take a marker if you can.", "Take no marker if you can help it."),
    "sure": ("Prefer a move {sure}, whatever the other replies.", ""),
    "exchange": ("Be the most markers ahead after the other's best reply and your best answer.", ""),
    "stopping": ("", "Leave the fewest replies after which you cannot {strike} at once."),
    "unanswered": ("", "Leave the fewest replies that take a marker and leave you none to take."),
    "winning_replies": ("", "Leave the other no reply that wins, or as few as you can."),
    "losing_replies": (
        "Leave the other as many replies as you can that lose at once.",
        "Leave the other as few replies as you can that lose at once.",
    ),
    "forking": (
        "",
        "Leave the fewest replies that both stop your threats and threaten you at two points.",
    ),
    "own_ready": ("Have the most lines with {own_ready}.", "Have the fewest lines with {own_ready}."),
    "other_ready": (
        "Leave the other the most lines with {other_ready}.",
        "Leave the other the fewest lines with {other_ready}.",
    ),
    "own_alone": (
        "Have the most lines with one marker of yours and {rest}.",
        "Have the fewest lines with one marker of yours and {rest}.",
    ),
    "other_alone": (
        "Leave the most lines with one marker of the other and {rest}.",
        "Leave the fewest lines with one marker of the other and {rest}.",
    ),
    "shared": (
        "Have the most lines with markers of both players and an empty point.",
        "Have the fewest lines with markers of both players and an empty point.",
    ),
    "own_stopped": ("Have the most lines with {own_stopped}.", "Have the fewest lines with {own_stopped}."),
    "other_stopped": ("Have the most lines with {other_stopped}.", "Have the fewest lines with {other_stopped}."),
    "own_full": (
        "Have as many lines as you can full of your markers.",
        "Have as few lines as you can full of your markers.",
    ),
    "other_full": ("", "Leave the other as few lines as you can full of its markers."),
    "own_open": (
        "Leave the other a marker on as few lines as you can.",
        "Leave the other a marker on as many lines as you can.",
    ),
    "other_open": (
        "Have a marker of yours on as few lines as you can.",
        "Have a marker of yours on as many lines as you can.",
    ),
    "adds": (
        "Go onto as many lines as you can on which only you have markers.",
        "Go onto as few lines as you can on which only you have markers.",
    ),
    "blocks": (
        "Go onto as many lines as you can on which only the other has markers.",
        "Go onto as few lines as you can on which only the other has markers.",
    ),
    "threats": (
        "Make the most lines with {own_ready}.",
        "Make the fewest lines with {own_ready}.",
    ),
    "own_strikes": (
        "Threaten to {strike} by as many moves as you can.",
        "Threaten to {strike} by as few moves as you can.",
    ),
    "other_strikes": ("", "Leave the other as few moves as you can that {strike}."),
    "own_targets": (
        "Threaten to {strike} at as many points as you can.",
        "Threaten to {strike} at as few points as you can.",
    ),
    "other_targets": ("", "Leave the other as few points as you can where it could {strike}."),
    "own_plans": (
        "Have the most moves after which you threaten to {plan}.",
        "Have the fewest moves after which you threaten to {plan}.",
    ),
    "other_plans": (
        "Leave the other the most moves after which it threatens to {plan}.",
        "Leave the other the fewest moves after which it threatens to {plan}.",
    ),
    "own_safe": ("Keep as many moves as you can that do not lose at once.", ""),
    "other_safe": ("", "Leave the other as few moves as you can that do not lose at once."),
    "own_moves": ("Keep as many moves as you can.", "Keep as few moves as you can."),
    "other_moves": ("Leave the other as many moves as you can.", "Leave the other as few moves as you can."),
    "own_slides": (
        "Have as many steps to empty points as you can.",
        "Have as few steps to empty points as you can.",
    ),
    "other_slides": (
        "Leave the other as many steps to empty points as you can.",
        "Leave the other as few steps to empty points as you can.",
    ),
    "own_cover": ("Stand on as many strokes as you can.", "Stand on as few strokes as you can."),
    "corner": ("Go to {corner}.", "Do not go to {corner}."),
    "side": ("Go to {side}.", "Do not go to {side}."),
    "centre": ("Go to the centre.", "Do not go to the centre."),
    "ways": ("Go to the point with most points next to it.", "Go to the point with fewest points next to it."),
    "crossed": ("Go to the point that is on most lines.", "Go to the point that is on fewest lines."),
    "opposite_own": (
        "Go opposite a marker of yours, through the centre.",
        "Do not go opposite a marker of yours, through the centre.",
    ),
    "opposite_other": (
        "Go opposite a marker of the other, through the centre.",
        "Do not go opposite a marker of the other, through the centre.",
    ),
    "near_empty": (
        "Go to the point with most empty points next to it.",
        "Go to the point with fewest empty points next to it.",
    ),
    "near_own": (
        "Go to a point next to as many of your own markers as you can.",
        "Go to a point next to as few of your own markers as you can.",
    ),
    "near_other": (
        "Go to a point next to as many of the other's markers as you can.",
        "Go to a point next to as few of the other's markers as you can.",
    ),
    "spread": (
        "Have as many steps as you can between your markers, all pairs added up.",
        "Have as few steps as you can between your markers, all pairs added up.",
    ),
    "returns": ("Make again a position that you made before.", "Do not make again a position that you made before."),
}
"""The sentences of each measure; what is not here tells a person nothing that another measure does not."""

_FOR_LINES = {
    "captures": {"own_full", "other_full"},
    "loses": {"loses", "own_safe", "other_safe", "losing_replies"},
}
"""Measures that mean something only where completing a row does this."""
_FOR_TAKING = {"captures", "unanswered", "exchange"}
_FOR_SLIDING = {"own_slides", "other_slides", "returns"}
_FOR_THREATS = {"own_strikes", "other_strikes", "own_targets", "other_targets", "own_plans", "other_plans", "sure",
                "stopping", "forking", "winning_replies", "wins"}  # fmt: skip
"""Measures that mean nothing where nobody can win by a move of one's own."""
_COPIES = {"other_strikes", "other_targets"}
"""Measures that say once more which replies win, where there is nothing else to strike for than to block."""
_NUMBERS = {2: "one", 3: "two", 4: "three", 5: "four"}


def board_words(game: AnyGame) -> dict[str, Word]:
    """The words for the measures that a game has."""
    if not isinstance(game, BoardGame):
        silent = {"captures", "unanswered", "corner", "side"}  # nobody takes a marker, as far as the rules alone say
        names = [name for name in _SAID if MEASURES[name].needs == "rules" and name not in silent]
        return {name: _word(name, {"strike": "win", "sure": _SURE["win"]}) for name in names}
    said = {**_counted(game), **place_words(game.board)}
    return {name: _word(name, said) for name in _SAID if _makes_sense(name, game)}


_SURE = {
    "win": "that wins at once or next turn",
    "take a marker": "that lets you take a marker next turn",
    "take or win": "that wins, or takes or wins next turn",
}


def strike_word(game: BoardGame) -> str:
    """What somebody threatens to do who could do it right now."""
    if game.takes_by_moving:
        return "take or win"
    return "take a marker" if game.takes else "win"


def _counted(game: BoardGame) -> dict[str, str]:
    """How a game says what is done by a line, and what a line holds: by number where all lines are of one length."""
    strike = strike_word(game)
    plan = "take a marker" if game.takes else "fill a line" if game.rules.line == "wins" else strike
    said = {"strike": strike, "sure": _SURE[strike], "plan": plan}
    sizes = {len(line) for line in game.goal_lines}
    almost = _NUMBERS.get(max(sizes)) if len(sizes) == 1 else None
    if almost is None:
        return said | {
            "own_ready": "all but one point yours, that empty",
            "other_ready": "all but one point its own, that empty",
            "own_stopped": "all but one point yours, that the other's",
            "other_stopped": "all but one point the other's, that yours",
            "rest": "no other marker",
        }
    return said | {
        "own_ready": f"{almost} of your markers and an empty point",
        "other_ready": f"{almost} of its markers and an empty point",
        "own_stopped": f"{almost} of your markers and one of the other",
        "other_stopped": f"{almost} of the other's markers and one of yours",
        "rest": f"{almost} empty point{'s' if almost != 'one' else ''}",
    }


def place_words(board: Board) -> dict[str, str]:
    """What the two kinds of places are called that are measured: corners and middles of sides only where they are.

    A corner is measured as a point where every stroke ends, a side as any other point but the centre. On a square these
    are what everybody calls so; on a round board, a long grid or one with drawn diagonals they are not.
    """
    places = board_places(board)
    if mask_of(_bent(board)) != places.corners:
        ends = "a point where every stroke ends"
        inside = "a point inside a stroke" + (", other than the centre" if places.centre else "")
        return {"corner": ends, "side": inside}
    others = [p for p in range(board.size) if not (places.corners | places.centre) >> p & 1]
    if all(_halves_a_side(board, p, places.corners) for p in others):
        return {"corner": "a corner", "side": "the middle of a side"}
    others_named = "a point other than a corner or the centre" if places.centre else "a point that is no corner"
    return {"corner": "a corner", "side": others_named}


_WIDEST = math.radians(120.5)
"""The widest angle that is called a corner; that of an octagon is not."""


def _bent(board: Board) -> Iterator[int]:
    """Points where two strokes or more end, all within the angle of a corner."""
    for p in range(board.size):
        ends = [line[1] if line[0] == p else line[-2] for line in board.lines if p in (line[0], line[-1])]
        (x, y), found = board.points[p], board.points
        angles = sorted(math.atan2(found[q][1] - y, found[q][0] - x) for q in ends)
        if len(angles) > 1:
            gaps = [b - a for a, b in pairwise([*angles, angles[0] + math.tau])]
            if math.tau - max(gaps) < _WIDEST:
                yield p


def _halves_a_side(board: Board, point: int, corners: int) -> bool:
    """Whether a point stands halfway between two corners on a stroke."""
    for line in board.lines:
        if point in line[1:-1] and corners >> line[0] & 1 and corners >> line[-1] & 1:
            (ax, ay), (bx, by) = board.points[line[0]], board.points[line[-1]]
            if math.dist(board.points[point], ((ax + bx) / 2, (ay + by) / 2)) < 0.01 * board.unit:
                return True
    return False


def _word(name: str, said: Mapping[str, str]) -> Word:
    most, fewest = (text.format_map(said) for text in _SAID[name])
    return Word(most, fewest, MEASURES[name].ahead)


def _makes_sense(name: str, game: BoardGame) -> bool:
    """Whether a measure can tell moves of a game apart."""
    places, rules = board_places(game.board), game.rules
    if MEASURES[name].needs == "lines" and not game.goal_lines:
        return False
    if any(name in names for line, names in _FOR_LINES.items() if line != rules.line):
        return False
    if name in _FOR_TAKING and not game.takes:
        return False
    if name in _FOR_SLIDING and not rules.slides:
        return False
    if name == "spread" and game.ways is not None:  # its steps along strokes are not those of the markers
        return False
    if name in _COPIES and not game.goal_lines and not game.takes:
        return False
    if name in _FOR_THREATS and rules.line == "loses" and not rules.slides:
        return False
    if name == "centre":
        return bool(places.centre)
    return not name.startswith("opposite") or any(places.opposite)


def board_conditions(game: AnyGame) -> dict[str, str]:
    """How a sentence begins under each condition that a game can meet."""
    if not isinstance(game, BoardGame):
        return {name: condition.phrase for name, condition in CONDITIONS.items() if condition.needs == "rules"}
    never = set()
    if not game.placements or not game.rules.slides:
        never |= {"placing", "sliding"}
    if not game.takes:
        never |= {"even", "behind"}
    if not board_places(game.board).centre:
        never.add("holding_centre")
    if any(game.start):
        never.add("first_marker")
    if game.rules.line == "loses" and not game.rules.slides:
        never.add("quiet")
    return {name: condition.phrase for name, condition in CONDITIONS.items() if name not in never}
