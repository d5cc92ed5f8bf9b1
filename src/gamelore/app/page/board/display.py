"""Board games on the page: a drawn board everywhere, and those that take long to solve apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gamelore.app.page.board.drawing import board_svg
from gamelore.app.page.board.rules import pictured_rules
from gamelore.app.page.display import BEHIND, Display, Warm
from gamelore.app.table.board.showing import ShownBoard, shown_board
from gamelore.games.board.game import BoardGame
from gamelore.games.core import AnyGame
from gamelore.games.registry import load_game
from gamelore.oracles import has_easy_truth

FIRST = (
    "lose_tic_tac_toe", "five_mens_morris", "tic_tac_toe", "three_mens_morris", "tapatan", "achi", "shisima",
    "pong_hau_ki", "connect_four", "five_in_a_row", "breakthrough", "six_mens_morris", "nine_mens_morris",
    "eleven_mens_morris",
)  # fmt: skip
"""The order in which games are offered."""


_STONES = {"X": "Black", "O": "White"}
"""What is drawn for the markers of the rules."""
_SIGN = re.compile(r"\b[XO]\b")


class BoardDisplay(Display[ShownBoard]):
    """How the page shows and offers board games."""

    warming = (
        Warm("begin", "pong_hau_ki", "maxims", "lines on boards", 22),
        Warm("begin", "lose_tic_tac_toe", "maxims", "lose tic-tac-toe", 2),
        Warm("play", "pong_hau_ki", "novice", "players of boards", 16),
        Warm("hint", "pong_hau_ki", "novice", "hints on boards", 6),
        Warm("hint", "five_mens_morris", "novice", "five men's morris", 4),
    )
    """Most of it with a game that few begin, since whoever thinks about a game keeps others from it."""

    def draw(self, shown: ShownBoard, title: str, players: Sequence[str]) -> str:
        """A board whose points are buttons."""
        return board_svg(_with_stones(shown), title)

    def still(self, shown: ShownBoard, title: str) -> str:
        """A board without buttons."""
        return board_svg(_with_stones(shown), title, alone=True)

    def reviewed(self, shown: ShownBoard, title: str, players: Sequence[str]) -> str:
        """A board without buttons, with its numbers."""
        return board_svg(_with_stones(shown), title, alone=True, numbered=True)

    def seat_names(self, game: AnyGame) -> tuple[str, ...]:
        """Stones are drawn and no crosses; whoever names the sides of a game has named them."""
        return tuple(_STONES.values()) if game.seat_names == tuple(_STONES) else game.seat_names

    def spoken(self, game: AnyGame, text: str) -> str:
        if game.seat_names != tuple(_STONES):
            return text
        return _SIGN.sub(lambda found: _STONES[found[0]], text)

    def art(self, game: AnyGame) -> str:
        """The board before anything was done."""
        assert isinstance(game, BoardGame)
        return self.still(shown_board(game.new_initial_state(), None), game.title)

    def pictured_rules(self, game: AnyGame) -> Iterator[tuple[str, str]]:
        """The beginning, and the first move of each kind that a contest brings."""
        assert isinstance(game, BoardGame)
        yield from pictured_rules(game, self.seat_names(game))

    def hero(self) -> str:
        """A game that has just become interesting."""
        game = load_game("five_mens_morris")
        state = game.new_initial_state()
        for text in ("2", "5", "10", "13", "3", "1"):
            state = state.child(game.parse_action(text))
        return self.still(shown_board(state, game.parse_action("1")), game.title)

    def place(self, game: AnyGame) -> int:
        """First of all; those of other packages come behind."""
        return FIRST.index(game.name) if game.name in FIRST else BEHIND

    def is_slow(self, name: str, game: AnyGame) -> bool:
        """Where a game is not easily solved, everybody may search."""
        return super().is_slow(name, game) or not has_easy_truth(game)


def _with_stones(shown: ShownBoard) -> ShownBoard:
    return replace(shown, seat_names=tuple(_STONES.values())) if shown.seat_names == tuple(_STONES) else shown


BOARD_DISPLAY = BoardDisplay()
