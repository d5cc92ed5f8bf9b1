"""The glossary of boards: each word of the lines with a picture on the board of the game at hand.

A picture is found, not drawn by hand: contests by chance are looked through for a move after which a measure that the
word is about counts something, so that a person's own board gets its own pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from gamelore.games.board.board import bits
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.board.telling import lines_named
from gamelore.games.core import AnyGame
from gamelore.learners.features.board.measures import MEASURES
from gamelore.learners.features.board.rows import WORTH_OF_A_WIN
from gamelore.learners.features.board.survey import board_places
from gamelore.learners.maxims.board_words import place_words, strike_word
from gamelore.learners.maxims.glossary.board_readings import BOARD_READINGS
from gamelore.learners.maxims.glossary.terms import RULE_TERMS, Gloss, Glossary

CONTESTS = 40
"""Contests by chance that are looked through for a picture."""
FEW = 3
"""How much a picture marks at most."""


@dataclass(frozen=True, slots=True)
class PicturedBoard:
    """A board with what the word is about marked on it, and what is to be seen."""

    told: str
    x: int = 0
    o: int = 0
    points: tuple[int, ...] = ()
    lines: tuple[tuple[int, ...], ...] = ()
    moves: tuple[Move, ...] = ()


def board_glossary(game: AnyGame) -> Glossary:
    """The glossary of the kit."""
    assert isinstance(game, BoardGame)
    return _glossary(game)


@lru_cache(maxsize=64)
def _glossary(game: BoardGame) -> Glossary:
    return Glossary(tuple(_terms(game)), BOARD_READINGS)


def _terms(game: BoardGame) -> Iterator[Gloss]:
    pictures, loses = _Pictures(game), game.rules.line == "loses"
    struck = partial(pictures.of, "captures" if game.takes else "losing_replies" if loses else "wins")
    yield Gloss("point", "A place where a marker may stand; the picture numbers them.", draw=pictures.bare)
    yield Gloss("marker", "What a player puts on a point; the other's are the other player's.", draw=pictures.begun)
    yield Gloss("empty", "An empty point has no marker on it, of either player.", draw=pictures.empty)
    if game.goal_lines:
        does = {"wins": "wins", "loses": "loses"}.get(game.rules.line, "takes a marker of the other")
        named = f"In any direction, drawn or not, these and no others: {lines_named(game)}."
        if game.line_length:
            named = f"Lines are all {lines_named(game)}, drawn or not; of a longer row each such part is one."
        yield Gloss(
            "line",
            f"Who fills all points of one with its own markers {does}. {named}",
            draw=pictures.line,
        )
        yield Gloss(
            "full", "A line is full of markers if no point of it is empty.", draw=partial(pictures.of, "own_full")
        )
        yield Gloss(
            "go onto",
            "A move goes onto a line if it puts a marker there that did not stand on the same line before. What the "
            "line holds is looked at before the move.",
            draw=partial(pictures.of, "adds"),
        )
        yield Gloss("fill", "To put a marker on the last point of a line that is otherwise one's own.", draw=struck)
    yield Gloss(
        "step",
        "From a point along a stroke to the next point. How far it is goes by the shortest way, whatever stands on it."
        if game.ways is None
        else "From a point to an empty one, in a direction in which the marker may move without taking.",
        draw=partial(pictures.of, "own_slides"),
    )  # fmt: skip
    yield Gloss("pair", "Two of your markers; three make three pairs, four make six.", draw=pictures.pair)
    yield Gloss("stroke", "What is drawn in one go, from end to end.", draw=pictures.strokes)
    yield Gloss("next to", "Joined by one piece of the drawing, one step away.", draw=pictures.next_to)
    yield from _places(game, pictures)
    if game.takes:
        how = "moving onto its point" if game.takes_by_moving else "filling a line"
        yield Gloss(
            "take",
            f"To take a marker of the other off the board by {how}.",
            draw=partial(pictures.of, "captures"),
        )
        exchange = partial(pictures.of, "exchange")
        yield Gloss(
            "markers ahead",
            f"How many more markers you have on the board than the other. A contest that is won counts as "
            f"{WORTH_OF_A_WIN} markers ahead, one that is lost as {WORTH_OF_A_WIN} fewer than none.",
            draw=exchange,
        )
        yield Gloss(
            "best reply",
            "The reply after which you are the fewest markers ahead, though you answer as well as you can.",
            draw=exchange,
        )
        yield Gloss(
            "best answer", "The move after the other's reply with which you are the most markers ahead.", draw=exchange
        )
        yield Gloss("even", "Neither player has lost more markers than the other.", draw=pictures.begun)
        yield Gloss("behind", "You have lost more markers than the other.", draw=pictures.begun)
    for word in ("have", "leave"):
        sense = "Counted on the whole board as it stands after your move, not only where you move."
        yield Gloss(word, sense, draw=pictures.begun)
    yield Gloss("place", "To put a new marker on the board.", ("placed",), pictures.begun)
    yield Gloss("hold", "To have a marker there.", draw=pictures.begun)
    told: dict[str, Callable[[], PicturedBoard | None]] = {
        "reply": partial(pictures.of, "replies"), "threaten": partial(pictures.of, "own_strikes"),
        "stop": partial(pictures.of, "stopping"),
        "win": partial(pictures.of, "wins"), "lose": partial(pictures.of, "losing_replies"), "position": pictures.begun,
        "move": partial(pictures.of, "own_moves"), "at once": struck, "next turn": partial(pictures.of, "own_strikes"),
        "whatever the other replies": partial(pictures.of, "replies"), "first player": pictures.begun,
        "second player": pictures.begun,
    }  # fmt: skip
    strike = strike_word(game)
    senses = {
        "threaten": f"Somebody threatens to {strike} who could do so right now if it were its turn.",
        "stop": f"A reply stops your threats if after it you cannot {strike} at once, in whatever way it does that.",
    }
    for term in RULE_TERMS:
        yield Gloss(term.word, senses.get(term.word, term.sense), term.forms, told.get(term.word))


def _places(game: BoardGame, pictures: _Pictures) -> Iterator[Gloss]:
    places, said = board_places(game.board), place_words(game.board)
    corners, others = bits(places.corners), bits(game.board.all_positions & ~(places.corners | places.centre))
    if said["corner"] == "a corner":
        sense = "A corner of any square of the board" if len(corners) > 4 else "A corner of the board"
        yield Gloss("corner", f"{sense}: {_points_text(corners)}.", draw=partial(pictures.at, corners))
    if said["side"] == "the middle of a side":
        which = _points_text(others) or "this board has none"
        yield Gloss("middle of a side", f"Halfway between two corners: {which}.", draw=partial(pictures.at, others))
    if places.centre:
        centre = bits(places.centre)
        yield Gloss(
            "centre",
            f"The point in the middle of the board: {_points_text(centre)}.",
            draw=partial(pictures.at, centre),
        )
    elif any(places.opposite):
        yield Gloss("centre", "The middle of the board, where no point is.", draw=pictures.bare)
    if any(places.opposite):
        one = next(p for p in range(game.board.size) if places.opposite[p])
        pair = (one, bits(places.opposite[one])[0])
        yield Gloss(
            "opposite", "As far beyond the centre as the other point is before it.", draw=partial(pictures.at, pair)
        )


class _Pictures:
    """Pictures on the board of a game."""

    def __init__(self, game: BoardGame) -> None:
        self.game = game

    def bare(self) -> PicturedBoard:
        return PicturedBoard("All points.")

    def begun(self) -> PicturedBoard:
        rng, state = np.random.default_rng(0), self.game.new_initial_state()
        for _ in range(3):
            moves = state.legal_actions()
            state = state.child(moves[int(rng.integers(len(moves)))])
        return PicturedBoard("Markers of both players.", state.x, state.o)

    def at(self, points: Sequence[int]) -> PicturedBoard:
        return PicturedBoard(f"Marked: {_points_text(points)}.", points=tuple(points))

    def pair(self) -> PicturedBoard:
        return PicturedBoard("A pair: 1 and 2.", x=0b11, points=(0, 1))

    def empty(self) -> PicturedBoard:
        begun = self.begun()
        free = bits(self.game.board.all_positions & ~(begun.x | begun.o))
        return PicturedBoard("Marked: all empty points.", begun.x, begun.o, tuple(free))

    def next_to(self) -> PicturedBoard:
        board = self.game.board
        point = max(range(board.size), key=lambda p: (board.neighbours[p].bit_count(), -p))
        near = bits(board.neighbours[point])
        return PicturedBoard(f"Next to {point + 1}: {_points_text(near)}.", x=1 << point, points=tuple(near))

    def line(self) -> PicturedBoard:
        """A line of each direction."""
        found: dict[tuple[int, int], tuple[int, ...]] = {}
        for line in self.game.goal_lines:
            (ax, ay), (bx, by) = (self.game.board.points[line[n]] for n in (0, -1))
            length = max(abs(bx - ax), abs(by - ay))
            found.setdefault((round(10 * (bx - ax) / length), round(10 * (by - ay) / length)), tuple(line))
        shown = tuple(found.values())
        return PicturedBoard(f"Some lines: {', '.join(map(_line_text, shown))}.", lines=shown)

    def strokes(self) -> PicturedBoard:
        longest = max(self.game.board.lines, key=len)
        return PicturedBoard(f"A stroke: {_line_text(longest)}.", lines=(tuple(longest),))

    def of(self, measure: str) -> PicturedBoard | None:
        """A board after a move on which a measure counts something, but little."""
        return next(self._found(measure, lambda marked: 0 < marked <= FEW), None) or next(
            self._found(measure, lambda marked: marked > 0), None
        )

    def _found(self, measure: str, fits: Callable[[int], bool]) -> Iterator[PicturedBoard]:
        rng = np.random.default_rng(1)
        for _ in range(CONTESTS):
            state = self.game.new_initial_state()
            for _ in range(self.game.most_plies or 100):
                if state.is_terminal():
                    break
                moves = state.legal_actions()
                move = moves[int(rng.integers(len(moves)))]
                found = MEASURES[measure].find(state, move)
                if fits(len(found.places) + len(found.lines) + len(found.moves)):
                    yield _marked(measure, state, move)
                state = state.child(move)


def _marked(measure: str, state: BoardState, move: Move) -> PicturedBoard:
    found, after = MEASURES[measure].find(state, move), state.child(move)
    parts = [
        f"{word if len(which) == 1 else word + 's'} {', '.join(which)}"
        for word, which in (
            ("point", [str(point + 1) for point in found.places]),
            ("line", [_line_text(line) for line in found.lines]),
            ("move", [str(move) for move in found.moves]),
        )
        if which
    ]
    mover, other = (state.game.seat_names[seat] for seat in (state.mover, 1 - state.mover))
    told = f"{mover} has played {move}; {other} is the other. Marked: {'; '.join(parts)}."
    return PicturedBoard(
        told, after.x, after.o, tuple(found.places), tuple(map(tuple, found.lines)), tuple(found.moves)
    )  # fmt: skip


def _points_text(points: Iterable[int]) -> str:
    return ", ".join(str(point + 1) for point in points)


def _line_text(line: Sequence[int]) -> str:
    return "-".join(str(point + 1) for point in line)
