"""The rules of a board game in sentences, read off its rules: a person's own game is told as well as ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamelore.games.board.game import BoardGame
from gamelore.games.board.grid import Ways
from gamelore.games.telling import example_states

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def board_rules(game: BoardGame) -> Iterator[str]:
    """How it begins, what a move is, what a full line does, and how it ends."""
    rules = game.rules
    yield f"{game.seat_names[0]} moves first, then both in turn; nobody may pass."
    yield from _moves(game)
    if rules.line != "nothing" and game.goal_lines:
        size = {len(line) for line in game.goal_lines}
        whole = f"all {_number(size.pop())} points of one of these lines" if len(size) == 1 else "one of these lines"
        if game.line_length:
            whole = f"{lines_named(game)},"
        lines = "" if game.line_length else f": {lines_named(game)}"
        yield {
            "wins": f"Whoever fills {whole} with markers of its own wins{lines}.",
            "loses": f"Whoever fills {whole} with markers of its own loses{lines}.",
            "captures": f"Whoever fills {whole} with markers of its own takes a marker of the other's{lines}.",
        }[rules.line]
    if rules.line == "captures":
        yield {
            "if_no_other": "A marker in a full line may be taken only if all of them stand in full lines.",
            "never": "A marker in a full line may not be taken.",
            "always": "Any marker may be taken.",
        }[rules.capture_in_line]
    for name, home in zip(game.seat_names, game.homes, strict=True):
        if home:
            yield f"{name} wins by bringing a marker to one of the points {_points(home)}."
    if rules.loses_at:
        yield f"Once all are placed, whoever has {_number(rules.loses_at)} markers or fewer has lost."
    if rules.slides:
        yield "Whoever cannot move has lost." if rules.blocked == "loses" else "If somebody cannot move, it is a draw."
    if game.horizon.max_plies:
        yield f"After {game.horizon.max_plies} moves of both together it is a draw."
    if game.horizon.repetition:
        yield f"If a position comes for the {_NTH.get(game.horizon.repetition, 'last allowed')} time, it is a draw."


def lines_named(game: BoardGame) -> str:
    """The goal lines: on a grid by their length and directions, else one by one."""
    if not game.line_length or game.grid is None:
        return " ".join("-".join(str(point + 1) for point in line) for line in game.goal_lines)
    ways = "in one of the three directions" if game.grid.hexagonal else "across, down or aslant"
    return f"{_number(game.line_length)} points in a row, {ways}"


_NTH = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


def _moves(game: BoardGame) -> Iterator[str]:
    rules = game.rules
    start = [_points(side) for side in game.start]
    if any(start):
        yield " ".join(
            f"{name} begins with markers on {points}." for name, points in zip(game.seat_names, start, strict=True)
        )
    if rules.markers:
        each = f"up to {_number(rules.markers)}" if 2 * rules.markers > game.placements else _number(rules.markers)
        where = "on empty points"
        if game.gravity:
            where = "and each falls to the lowest empty point of its column"
        yield f"Each side places {each} markers, one a move, {where}."
        if not rules.slides:
            yield "Nothing moves once it is placed. If all are placed and nothing has decided, it is a draw."
            return
        yield "Once all are placed, a move slides a marker along a stroke to the next point, if that is empty."
    elif game.ways is not None:
        for name, ways in zip(game.seat_names, game.ways, strict=True):
            yield from _directions(name, ways)
    else:
        yield "A move slides a marker along a stroke to the next point, if that is empty."
    if rules.flying_at:
        yield f"Whoever has {_number(rules.flying_at)} markers or fewer may move one to any empty point."


def _directions(name: str, ways: Ways) -> Iterator[str]:
    """How the markers of a side go, by the directions of the grid."""
    if ways.steps:
        yield f"{name} moves a marker one point {_either(ways.steps)}, if that is empty."
    if ways.takes:
        only = "" if ways.steps else ", and moves only so,"
        where = f"one point {_either(ways.takes)} onto a marker of the other's"
        yield f"{name} takes{only} by moving {where}, which is removed."
    if not ways.steps and not ways.takes:
        yield f"{name} cannot move."


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _points(markers: int) -> str:
    return ", ".join(str(p + 1) for p in range(markers.bit_length()) if markers >> p & 1)


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def board_notation(game: BoardGame) -> Iterator[str]:
    """By the numbers of the points, each kind of move with one that is legal somewhere."""
    moves = [move for state in example_states(game) for move in state.legal_actions()]
    placed = next((move for move in moves if move.start is None), None)
    slid = next((move for move in moves if move.start is not None and move.capture is None), None)
    takes = next((move for move in moves if move.capture is not None), None)
    if placed is not None:
        yield f"A marker that is placed is written by the number of its point: {placed}."
    if slid is not None:
        yield f"A marker that moves is written by where it stood and where it goes: {slid}."
    if takes is not None:
        yield f"What is taken stands behind an x: {takes}."
