"""The guide of a board game: pictures of what a line counts, and a board on which the list can be played against.

The board of the page has a small engine of its own (`js/`), which plays from the tables made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from html import escape
from typing import Any

from gamelore.app.guide.document import json_script, module_script, unbroken
from gamelore.app.guide.drawing import GuideDrawing
from gamelore.app.guide.words import count
from gamelore.app.terminal.board.drawing import draw_points, draw_text
from gamelore.games.board.game import SYMBOLS, BoardGame, BoardState, Move
from gamelore.games.core import AnyGame
from gamelore.games.drawing import PAPER, SMALL, BoardLook, draw_board, lay_out
from gamelore.lab.guide.core import Guide, ListStep, Question
from gamelore.learners.features.board.drawing import draw_measure, marked_lines
from gamelore.learners.features.board.measures import MEASURES
from gamelore.learners.features.board.survey import board_places
from gamelore.learners.maxims.glossary.board_terms import PicturedBoard
from gamelore.learners.maxims.lines import Line, parse_line

ENGINE = ("rules", "measures", "maxims")
"""The modules that know rules and lists, each before those that import it."""
PAGE = (*ENGINE, "board", "page")
"""Those that a page needs."""
READABLE = 8.0
"""Points of the smallest number of a picture on paper."""
MOST_ROWS = 10
"""Lines of a board that is drawn with every example."""

_NUMBERS = 31
"""Points up to which sets are numbers in JavaScript, whose bits count 32."""

_TRY = """<p id="try-unknown"></p>
<div id="play" class="try" hidden>
<div><h3>Play against the list</h3>
<div class="controls"><button type="button" data-part="first">New contest, you first</button>
<button type="button" data-part="second">New contest, you second</button>
<button type="button" data-part="hint">What would the list do?</button>
<button type="button" data-part="back">Take back</button></div>
<p data-part="status" role="status" aria-live="polite"></p><div data-part="board"></div></div>
<div data-part="panel"></div></div>
<div id="quiz" class="try" hidden>
<div><h3>What does the list choose?</h3>
<div class="controls"><button type="button" data-part="next">Next position</button></div>
<p data-part="status" role="status" aria-live="polite"></p><div data-part="board"></div></div>
<div data-part="panel"></div></div>"""


class BoardPictures(GuideDrawing):
    """Shows boards."""

    def __init__(self, look: BoardLook = SMALL) -> None:
        self.look = look

    def on_paper(self) -> GuideDrawing:
        """With numbers that are as large as they can be."""
        return BoardPictures(PAPER)

    def least(self, game: AnyGame) -> str:
        """The width at which the smallest number is `READABLE`."""
        assert isinstance(game, BoardGame)
        laid = lay_out(game.board.points, game.board.unit, self.look)
        return f"{READABLE * laid.width / (laid.radius * min(self.look.numbers)):.0f}pt"

    def text(self, situation: Any) -> str:
        """Who stands where by the numbers of the points, and whose turn it is."""
        stand = _standing(situation)
        return " ".join([f"{stand}." if stand else "The board is empty.", *self.seen(situation)])

    def seen(self, situation: Any) -> Sequence[str]:
        """Whose turn it is, and how much that side has to place."""
        left = situation.to_place(situation.current_player())
        still = f", with {count(left, 'marker')} to place" if left and situation.game.rules.slides else ""
        return (f"{situation.game.seat_names[situation.current_player()]} to move{still}.",)

    def sketch(self, situation: Any, width: int) -> str:
        """The board, if it takes few lines."""
        drawn = draw_text(situation.game.board, situation.x, situation.o, width)
        return drawn if drawn.count("\n") < MOST_ROWS else ""

    def ground(self, game: AnyGame) -> str:
        """The board with the numbers of its points, and what stands on it in the beginning."""
        assert isinstance(game, BoardGame)
        x, o = game.start
        board = draw_board(
            game.board,
            x=x,
            o=o,
            title="The board with the numbers of its points",
            names=game.seat_names,
            look=self.look,
        )
        return f"{board}<figcaption>Points are called by their numbers.{escape(_colours(game))}</figcaption>"

    def ground_text(self, game: AnyGame, width: int) -> str:
        """The numbers of the points, and which letter stands for whose markers."""
        assert isinstance(game, BoardGame)
        return f"{draw_text(game.board, width=width)}\n{_letters(game)}".rstrip()

    def picture(self, question: Question, step: ListStep | None, text: str = "") -> str:
        """The board after a move with what the line counts; nothing of a measure that has no picture."""
        measure = parse_line(text).measure
        if measure not in MEASURES:
            return ""
        assert isinstance(question.situation, BoardState)
        assert isinstance(question.shown, Move)
        return draw_measure(measure, question.situation, question.shown, captioned=False, look=self.look)

    def term_text(self, game: AnyGame, picture: Any) -> Sequence[str]:
        """The board in characters, and what is marked on it."""
        if not isinstance(picture, PicturedBoard) or not isinstance(game, BoardGame):
            return ()
        marked = {*picture.points, *(p for line in picture.lines for p in line), *(m.to for m in picture.moves)}
        labels = ["X" if picture.x >> p & 1 else "O" if picture.o >> p & 1 else "" for p in range(game.board.size)]
        shown = [(label.lower() or "*") if p in marked else label or str(p + 1) for p, label in enumerate(labels)]
        how = " (* on points, small letters on markers)" if marked else ""
        told = picture.told.removesuffix(".")
        whose = _letters(game) if _only_markers(picture) else ""
        return [*draw_points(game.board.points, game.board.lines, shown).splitlines(), f"{told}{how}. {whose}".rstrip()]

    def term_picture(self, game: AnyGame, picture: Any) -> str:
        """The board with what is marked."""
        if not isinstance(picture, PicturedBoard) or not isinstance(game, BoardGame):
            return ""
        drawn = draw_board(
            game.board,
            x=picture.x,
            o=picture.o,
            highlights=dict.fromkeys((*picture.points, *(m.to for m in picture.moves if m.start is None)), "good"),
            arrows=[(m.start, m.to, "good") for m in picture.moves if m.start is not None],
            bands=[(line, "good") for line in picture.lines],
            title=picture.told,
            names=game.seat_names,
            look=SMALL,
        )
        whose = _colours(game) if _only_markers(picture) else ""
        return f"<figure>{drawn}<figcaption>{unbroken(picture.told + whose)}</figcaption></figure>"

    def past(self, question: Question) -> str:
        """Who made the position before, how long ago, and what stood where."""
        state, turns = question.situation, question.before
        if turns is None:
            return ""
        mover, again = state.game.seat_names[state.current_player()], _standing(state.child(question.shown))
        return f"{question.shown} makes again what {mover} made {count(turns, 'turn')} before: {again}."

    def aside(self, question: Question, step: ListStep, text: str = "") -> str:
        """After which move the picture shows the board, whether that is dropped, and what is not marked."""
        shown = str(question.shown)
        told = f"The picture shows it after {shown}{'' if shown in step.kept else ', which is dropped'}."
        measure = parse_line(text).measure
        counted = MEASURES[measure].find(question.situation, question.shown).lines if measure in MEASURES else ()
        marked = marked_lines(counted)
        return told if len(marked) == len(counted) else f"{told} Of {len(counted)} lines it marks {len(marked)}."

    def trying(self, guide: Guide) -> str:
        """A contest with the list, and the quiz."""
        return _TRY

    def scripts(self, guide: Guide) -> Iterator[str]:
        """The engine and the page, with the tables of the game."""
        assert isinstance(guide.game, BoardGame)
        data = {
            "game": game_tables(guide.game),
            "lines": line_tables([parse_line(entry.text) for entry in guide.entries]),
            "sentences": [entry.sentence for entry in guide.entries],
            "quiz": [position_table(asked.situation) for asked in guide.quiz],
        }
        yield json_script(data)
        yield module_script(PAGE)


BOARD = BoardPictures()


def _standing(state: Any) -> str:
    """Who stands where by the numbers of the points; nothing of an empty board."""
    sides = zip(state.game.seat_names, (state.x, state.o), strict=True)
    return ", ".join(f"{name} on {points_said(markers)}" for name, markers in sides if markers)


def _only_markers(picture: PicturedBoard) -> bool:
    """Whether a picture shows markers and nothing else, so that it is there to tell them apart."""
    return bool(picture.x and picture.o) and not (picture.points or picture.lines or picture.moves)


def _colours(game: BoardGame) -> str:
    """Whose markers are black and whose white, where the names do not say so."""
    first, second = game.seat_names
    return "" if first == "Black" else f" {first} has the black markers, {second} the white."


def _letters(game: BoardGame) -> str:
    """Whose markers X and O are in characters, where the names do not say so."""
    names = tuple(zip(SYMBOLS, game.seat_names, strict=True))
    return "" if game.seat_names == tuple(SYMBOLS) else f"{', '.join(f'{sign} is {name}' for sign, name in names)}."


def points_said(markers: int) -> str:
    """The numbers of some points in words."""
    numbers = [str(point + 1) for point in range(markers.bit_length()) if markers >> point & 1]
    return " and ".join(filter(None, (", ".join(numbers[:-1]), numbers[-1])))


def game_tables(game: BoardGame) -> dict[str, Any]:
    """All that the engine must know of a game."""
    board, places = game.board, board_places(game.board)
    return {
        **_of_format_2(game),
        "name": game.name,
        "title": game.title,
        "seats": list(game.seat_names),
        "picture": asdict(lay_out(board.points, board.unit)),
        "lines": [list(line) for line in board.lines],
        "neighbours": sets_told(game, board.neighbours),
        "goals": sets_told(game, game.goal_masks),
        "start": sets_told(game, game.start),
        "left": game.new_initial_state().left,
        "rules": asdict(game.rules),
        "max_plies": game.horizon.max_plies or 0,
        "repetition": game.horizon.repetition or 0,
        "corners": sets_told(game, [places.corners])[0],
        "centre": sets_told(game, [places.centre])[0],
        "opposite": sets_told(game, places.opposite),
        "steps": [list(row) for row in places.steps],
    }


def _of_format_2(game: BoardGame) -> dict[str, Any]:
    """What lies below each position where markers fall, and how each side moves and wins where they differ."""
    found: dict[str, Any] = {}
    if game.gravity:
        everywhere = game.board.all_positions
        found["below"] = sets_told(game, (1 << p + game.falls & everywhere for p in range(game.board.size)))
    if game.sides is not None:
        told = ({"steps": sets_told(game, side.steps), "takes": sets_told(game, side.takes)} for side in game.sides)
        found["ways"], found["homes"] = list(told), sets_told(game, game.homes)
    return found


def sets_told(game: BoardGame, sets: Iterable[int]) -> list[int] | list[str]:
    """Sets of positions as the engine reads them: as texts where numbers of JavaScript would be too small."""
    return list(sets) if game.board.size <= _NUMBERS else [hex(mask) for mask in sets]


def line_tables(lines: Sequence[Line]) -> list[Mapping[str, str]]:
    """Lines as the engine takes them."""
    return [{"measure": line.measure, "sense": line.sense, "condition": line.condition} for line in lines]


def position_table(state: BoardState) -> dict[str, int | str]:
    """A state as the engine reads it."""
    own, other = sets_told(state.game, (state.own, state.other))
    return {"own": own, "other": other, "left": state.left, "mover": state.mover}
