"""42 on the page: dominoes, and bidders with the playing machine behind them as the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gamelore.app.page.display import Display, Rival, Warm, rival
from gamelore.app.page.forty_two.drawing import domino_svg, forty_two_html
from gamelore.app.table.forty_two.showing import ShownDomino, ShownFortyTwo
from gamelore.games.core import AnyGame
from gamelore.games.forty_two.drawing import domino_picture

_BIDDERS = {
    "passer": "never bids; a machine that thinks the deals through plays its dominoes",
    "formula": "bids by counting doubles and trumps; the same machine plays",
    "trainer": "bids as a teacher of 42 did, who knew the odds; the same machine plays",
}
_FAN = (ShownDomino("6-4", 6, 4, 10), ShownDomino("5-5", 5, 5, 10), ShownDomino("3-2", 3, 2, 5))

_LESSONS = (
    ("The five counters: 5-5 and 6-4 count ten each, 5-0, 4-1 and 3-2 five each.", "5-5 6-4 5-0 4-1 3-2"),
    ("The suit of fives, highest first: the double, then by the other end.", "5-5 6-5 5-4 5-3 5-2 5-1 5-0"),
    ("If fours are trumps, these belong to fours alone: 6-4 is no six any more.", "4-4 6-4 5-4 4-3 4-2 4-1 4-0"),
    ("A trick: 6-1 is led, sixes are asked for. Without trumps 6-6 takes it.", "6-1 6-6 6-3 2-0"),
)
"""What is easily overlooked, each with dominoes."""


class FortyTwoDisplay(Display[ShownFortyTwo]):
    """How the page shows and offers 42."""

    judge = "table:passer"
    told_one_by_one = True
    warming = (
        Warm("begin", "forty_two", "table:formula", "bidders of 42", 1),
        Warm("play", "forty_two", "table:formula", "players of 42", 15),
        Warm("play", "forty_two", "table:trainer", "the trainer at 42", 2),
        Warm("hint", "forty_two", "table:formula", "hints at 42", 1),
    )

    def draw(self, shown: ShownFortyTwo, title: str, players: Sequence[str]) -> str:
        """The table; dominoes that may be played are buttons."""
        return "".join(forty_two_html(shown, players))

    def reviewed(self, shown: ShownFortyTwo, title: str, players: Sequence[str]) -> str:
        """The table, in which nothing can be chosen."""
        return "".join(forty_two_html(shown, players, still=True))

    def art(self, game: AnyGame) -> str:
        return f'<span class="fan" aria-hidden="true">{"".join(domino_svg(tile) for tile in _FAN)}</span>'

    def seat(self, game: AnyGame, seat: int) -> str:
        """Nobody is first: the deal goes round."""
        return f"Seat {game.seat_names[seat]}"

    def pictured_rules(self, game: AnyGame) -> Iterator[tuple[str, str]]:
        """What counts, and the order of a suit."""
        for said, tiles in _LESSONS:
            faces = "".join(f"<li>{domino_picture(int(tile[0]), int(tile[2]))}</li>" for tile in tiles.split())
            yield f'<ul class="hand tiny" aria-hidden="true">{faces}</ul>', said

    def place(self, game: AnyGame) -> int:
        return 30

    def rivals(self, game: AnyGame) -> list[Rival]:
        """The weakest first."""
        passer, *bidders = (
            Rival(f"table:{name}", name.capitalize(), words, name == "formula") for name, words in _BIDDERS.items()
        )
        return [rival("random", game), passer, rival("maxims", game), *bidders]

    def is_slow(self, name: str, game: AnyGame) -> bool:
        """The playing machine thinks deals through."""
        return name.startswith("table:")

    def agent(self, folder: Path) -> str:
        """A bidder sits down with the playing machine."""
        return f"table:{folder}"


FORTY_TWO_DISPLAY = FortyTwoDisplay()
