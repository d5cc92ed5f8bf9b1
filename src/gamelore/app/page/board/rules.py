"""The rules of a board game in pictures: the board as it begins, and one move of each kind."""

from __future__ import annotations

from collections.abc import Iterator

from gamelore.app.table.board.manners import BOARD_MANNERS
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.drawing import SMALL, draw_board
from gamelore.games.telling import example_states

_WORDS = {
    "places": "A marker is placed: {side} {did}.",
    "slides": "A marker moves: {side} {did}.",
    "takes": "A full line takes a marker: {side} {did}.",
    "takes by moving": "A marker takes by moving: {side} {did}.",
}


def pictured_rules(game: BoardGame, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each picture with its sentence, the sides called by these names."""
    x, o = game.start
    yield (
        draw_board(game.board, x=x, o=o, title="The board as a contest begins", names=names, look=SMALL),
        "So it begins. Points are called by their numbers.",
    )
    for kind, (state, move) in _moves(game).items():
        side = names[state.current_player()]
        said = _WORDS[kind].format(side=side, did=BOARD_MANNERS.done(move))
        yield (
            draw_board(
                game.board, x=state.x, o=state.o, title=said, names=names, look=SMALL,
                highlights={move.to: "good"} if move.start is None else {},
                arrows=[] if move.start is None else [(move.start, move.to, "good")],
                crosses=0 if move.capture is None else 1 << move.capture,
            ),
            said,
        )  # fmt: skip
    if game.goal_lines and game.rules.line != "nothing":
        line = max(game.goal_lines, key=min) if game.gravity else game.goal_lines[0]  # one that can stand alone
        does = {"wins": "wins", "loses": "loses", "captures": "takes a marker"}[game.rules.line]
        said = f"A full line {does}: here {names[0]} has filled one."
        held = sum(1 << point for point in line)
        yield draw_board(game.board, x=held, bands=[(line, "good")], title=said, names=names, look=SMALL), said


def _moves(game: BoardGame) -> dict[str, tuple[BoardState, Move]]:
    """The first move of each kind, in a position with something on the board where there is one."""
    found: dict[str, tuple[BoardState, Move]] = {}
    for state in example_states(game):
        assert isinstance(state, BoardState)
        for move in state.legal_actions():
            takes = "takes by moving" if game.takes_by_moving else "takes"
            kind = takes if move.capture is not None else "places" if move.start is None else "slides"
            if kind not in found or (kind == "places" and not found[kind][0].x):
                found[kind] = state, move
    return {kind: found[kind] for kind in _WORDS if kind in found}
