"""How measures of a board are told to a person: one sentence for the most, one for the fewest, where they make sense.

A *row* is a goal line, a *point* a position; *open* means that there is an empty point.
"""

from __future__ import annotations

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
    "sure": ("Prefer a move after which you can {strike} whatever the other replies.", ""),
    "stopping": ("", "Leave the other as few replies as you can that stop all your threats."),
    "unanswered": ("", "Avoid replies that take a marker and leave you none to take."),
    "winning_replies": ("", "Leave the other no reply that wins, or as few as you can."),
    "losing_replies": (
        "Leave the other as many replies as you can that lose at once.",
        "Leave the other as few replies as you can that lose at once.",
    ),
    "forking": ("", "Leave few replies that stop your threats and make a double threat."),
    "own_ready": (
        "Have the most open rows with {almost} of your markers.",
        "Have the fewest open rows with {almost} of your markers.",
    ),
    "other_ready": (
        "Leave the other the most open rows with {almost} of its markers.",
        "Leave the other the fewest open rows with {almost} of its markers.",
    ),
    "own_alone": (
        "Have the most rows in which one marker of yours stands alone.",
        "Have the fewest rows in which one marker of yours stands alone.",
    ),
    "other_alone": (
        "Leave the most rows in which one marker of the other stands alone.",
        "Leave the fewest rows in which one marker of the other stands alone.",
    ),
    "shared": (
        "Have as many open rows with markers of both sides as you can.",
        "Have as few open rows with markers of both sides as you can.",
    ),
    "own_stopped": (
        "Have the most full rows that are yours but for one marker.",
        "Have the fewest full rows that are yours but for one marker.",
    ),
    "other_stopped": (
        "Have the most full rows that are the other's but for one marker.",
        "Have the fewest full rows that are the other's but for one marker.",
    ),
    "own_full": ("Hold as many full rows as you can.", "Hold as few full rows as you can."),
    "other_full": ("", "Leave the other as few full rows as you can."),
    "own_open": (
        "Keep as many rows as you can free of the other's markers.",
        "Keep as few rows as you can free of the other's markers.",
    ),
    "other_open": (
        "Leave as many rows as you can free of your markers.",
        "Leave as few rows as you can free of your markers.",
    ),
    "adds": ("Add to as many of your open rows as you can.", "Add to as few of your open rows as you can."),
    "blocks": ("Enter as many of the other's rows as you can.", "Enter as few of the other's rows as you can."),
    "threats": (
        "Let the new marker threaten to fill as many rows as it can.",
        "Let the new marker threaten to fill as few rows as it can.",
    ),
    "own_strikes": (
        "Have as many moves as you can that threaten to {strike}.",
        "Have as few moves as you can that threaten to {strike}.",
    ),
    "other_strikes": ("", "Leave the other as few moves as you can that {strike}."),
    "own_targets": (
        "Have as many points as you can where you threaten to {strike}.",
        "Have as few points as you can where you threaten to {strike}.",
    ),
    "other_targets": ("", "Leave the other as few points as you can where it could {strike}."),
    "own_plans": (
        "Have as many moves as you can that prepare a row.",
        "Have as few moves as you can that prepare a row.",
    ),
    "other_plans": (
        "Leave the other as many moves as you can that prepare a row.",
        "Leave the other as few moves as you can that prepare a row.",
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
    "own_cover": ("Stand on as many drawn lines as you can.", "Stand on as few drawn lines as you can."),
    "corner": ("Go to a corner.", "Keep away from the corners."),
    "side": ("Go to the middle of a side.", "Keep away from the middle of a side."),
    "centre": ("Go to the centre.", "Keep away from the centre."),
    "ways": ("Go where most ways meet.", "Go where fewest ways meet."),
    "crossed": ("Go where most rows cross.", "Go where fewest rows cross."),
    "opposite_own": (
        "Go opposite a marker of yours, through the centre.",
        "Do not go opposite a marker of yours, through the centre.",
    ),
    "opposite_other": (
        "Go opposite a marker of the other, through the centre.",
        "Do not go opposite a marker of the other, through the centre.",
    ),
    "near_empty": (
        "Go where most neighbouring points are empty.",
        "Go where fewest neighbouring points are empty.",
    ),
    "near_own": (
        "Go next to as many of your own markers as you can.",
        "Go next to as few of your own markers as you can.",
    ),
    "near_other": (
        "Go next to as many of the other's markers as you can.",
        "Go next to as few of the other's markers as you can.",
    ),
    "spread": ("Keep your markers as far apart as you can.", "Keep your markers as close together as you can."),
    "returns": ("Return to a position that you made before.", "Avoid a position that you made before."),
}
"""The sentences of each measure; what is not here tells a person nothing that another measure does not."""

_FOR_LINES = {
    "captures": {"captures", "own_full", "other_full", "unanswered"},
    "loses": {"loses", "own_safe", "other_safe", "losing_replies"},
}
"""Measures that mean something only where completing a row does this."""
_FOR_SLIDING = {"own_slides", "other_slides", "returns"}
_FOR_THREATS = {"own_strikes", "other_strikes", "own_targets", "other_targets", "own_plans", "other_plans", "sure",
                "stopping", "forking", "winning_replies", "wins"}  # fmt: skip
"""Measures that mean nothing where nobody can win by a move of one's own."""
_COPIES = {"other_strikes", "other_targets"}
"""Measures that say once more which replies win, where there is nothing else to strike for than to block."""
_NUMBERS = {3: "two", 4: "three", 5: "four"}


def board_words(game: AnyGame) -> dict[str, Word]:
    """The words for the measures that a game has."""
    if not isinstance(game, BoardGame):
        silent = {"captures", "corner", "side"}
        names = [name for name in _SAID if MEASURES[name].needs == "rules" and name not in silent]
        return {name: _word(name, "win", "") for name in names}
    strike = "take a marker" if game.rules.line == "captures" else "win"
    sizes = {len(line) for line in game.goal_lines}
    almost = _NUMBERS.get(max(sizes), "all but one") if len(sizes) == 1 else "all but one"
    return {name: _word(name, strike, almost) for name in _SAID if _makes_sense(name, game)}


def _word(name: str, strike: str, almost: str) -> Word:
    most, fewest = (text.format(strike=strike, almost=almost) for text in _SAID[name])
    return Word(most, fewest, MEASURES[name].ahead)


def _makes_sense(name: str, game: BoardGame) -> bool:
    """Whether a measure can tell moves of a game apart."""
    places, rules = board_places(game.board), game.rules
    if MEASURES[name].needs == "lines" and not game.goal_lines:
        return False
    if any(name in names for line, names in _FOR_LINES.items() if line != rules.line):
        return False
    if name in _FOR_SLIDING and not rules.slides:
        return False
    if name in _COPIES and not game.goal_lines:
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
    if game.rules.line != "captures":
        never |= {"even", "behind"}
    if not board_places(game.board).centre:
        never.add("holding_centre")
    if any(game.start):
        never.add("first_marker")
    if game.rules.line == "loses" and not game.rules.slides:
        never.add("quiet")
    return {name: condition.phrase for name, condition in CONDITIONS.items() if name not in never}
