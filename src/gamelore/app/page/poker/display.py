"""Draw poker on the page: cards, and the programs of the sources as opponents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamelore.app.page.display import Display, Rival, Warm
from gamelore.app.page.poker.drawing import card_svg, poker_html
from gamelore.app.table.poker.showing import ShownCard, ShownPoker
from gamelore.arena.poker.opponents import OPPONENTS
from gamelore.games.core import AnyGame
from gamelore.games.poker.drawing import card_picture

_FAN = (ShownCard("S14", "A♠", "", False), ShownCard("H13", "K♥", "", True), ShownCard("D12", "Q♦", "", True))


_KINDS = (
    ("A straight flush: five in a row, all of one suit.", "S9 S8 S7 S6 S5"),
    ("Four of a kind.", "S12 H12 D12 C12 S3"),
    ("A full house: three of a kind and a pair.", "S10 H10 D10 C4 S4"),
    ("A flush: five of one suit.", "H14 H11 H8 H5 H2"),
    ("A straight: five in a row.", "S8 H7 D6 C5 S4"),
    ("Three of a kind.", "S7 H7 D7 C12 S2"),
    ("Two pair.", "S13 H13 D5 C5 S9"),
    ("A pair.", "S11 H11 D8 C4 S2"),
    ("The highest card, where there is nothing else.", "S14 H10 D8 C5 S3"),
)
"""Every kind of hand with an example, the best first."""
BY_STRENGTH = (
    "random", "before", "manual", "implicit", "loose", "mix", "maniac", "automatic", "bluff", "builtin", "call",
    "noisy", "human", "tight", "strong",
)  # fmt: skip
"""Who loses most chips a deal to the strong player stands first (`docs/serve.md`)."""
_TITLES = {"builtin": "Waterman's rules"}
_WORDS = {
    "random": "does anything, without looking at its cards",
    "before": "knows nothing yet: does anything",
    "strong": "mixes bets and bluffs as a computer worked out against itself; nobody here wins from it",
}


class PokerDisplay(Display[ShownPoker]):
    """How the page shows and offers draw poker."""

    judge = "poker:builtin"
    patient = "poker:call"
    warming = (
        Warm("begin", "draw_poker", "poker:builtin", "players of poker", 2),
        Warm("hint", "draw_poker", "poker:builtin", "hints at poker", 6),
        Warm("review", "draw_poker", "poker:builtin", "reviews at poker", 26),
    )

    def draw(self, shown: ShownPoker, title: str, players: Sequence[str]) -> str:
        """The table; when cards are replaced, each is a button."""
        return "".join(poker_html(shown, players))

    def reviewed(self, shown: ShownPoker, title: str, players: Sequence[str]) -> str:
        """The table, in which nothing can be chosen."""
        return "".join(poker_html(shown, players, still=True))

    def art(self, game: AnyGame) -> str:
        return f'<span class="fan" aria-hidden="true">{"".join(card_svg(card) for card in _FAN)}</span>'

    def pictured_rules(self, game: AnyGame) -> Iterator[tuple[str, str]]:
        """The kinds of hand, the best first."""
        for name, cards in _KINDS:
            faces = "".join(f"<li>{card_picture(card)}</li>" for card in cards.split())
            yield f'<ul class="hand tiny" aria-hidden="true">{faces}</ul>', name

    def place(self, game: AnyGame) -> int:
        return 20

    def rivals(self, game: AnyGame) -> list[Rival]:
        """The weakest first; whoever is new comes last."""
        names = sorted(OPPONENTS, key=lambda name: BY_STRENGTH.index(name) if name in BY_STRENGTH else len(BY_STRENGTH))
        return [
            Rival(
                f"poker:{name}", _TITLES.get(name, name.capitalize()), _WORDS.get(name, OPPONENTS[name].summary),
                name == "builtin",
            )
            for name in names
        ]  # fmt: skip

    def is_slow(self, name: str, game: AnyGame) -> bool:
        """The strong one samples hands."""
        return name == "poker:strong"


POKER_DISPLAY = PokerDisplay()
