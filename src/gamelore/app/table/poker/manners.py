"""The manners at poker: a number is a bet, the cards of a replacement are nobody else's."""

from __future__ import annotations

from gamelore.app.table.manners import Manners
from gamelore.app.table.poker.showing import ShownPoker, shown_poker
from gamelore.app.table.poker.wording import card_text_of, done, offered, with_signs
from gamelore.games.core import Action, AnyGame
from gamelore.games.poker.draw_poker import DrawPokerState, DrawPokerView
from gamelore.games.poker.table import REPLACING, Bet, Call, Drop, Replace

_ENDS = {"drop": "a hand was dropped", "showdown": "the hands were shown"}


class PokerManners(Manners[DrawPokerState, DrawPokerView]):
    """How draw poker is shown, typed and told."""

    def shown(self, view: DrawPokerView, last: Action | None = None) -> ShownPoker:
        """The table from one seat."""
        return shown_poker(view)

    def line(self, world: DrawPokerState) -> tuple[str, tuple[Action, ...]]:
        """The deck and what was done with it."""
        return str(world.deal), world.actions

    def typed(self, view: DrawPokerView, text: str) -> str:
        """A number is a bet; the cards of a replacement need no word before them."""
        lower = text.lower()
        if view.table.stage != REPLACING and not lower.startswith("replace"):
            return f"bet {text}" if text.isascii() and text.isdigit() else lower
        cards = lower.removeprefix("replace").strip()
        if cards in ("", "none", "0", "keep", "keep all", "stand", "pat"):
            return "replace none" if cards or lower != "replace" else text
        return "replace " + " ".join(card_text_of(word) for word in cards.replace(",", " ").split())

    def written(self, text: str) -> str:
        """Cards as people write them, wherever they are named."""
        return with_signs(text)

    def offered(self, action: Action) -> str:
        """`bet 5`, or `replace Q♦ 7♣`."""
        return offered(action)

    def advised(self, action: Action) -> str:
        return offered(action) if isinstance(action, Bet | Call | Drop | Replace) else super().advised(action)

    def done(self, action: Action) -> str:
        """`bets 5`, or `replaces 2 cards`."""
        return done(action) if isinstance(action, Bet | Call | Drop | Replace) else super().done(action)

    def seen(self, game: AnyGame, action: Action) -> str:
        """The same: the cards of a replacement are never in it."""
        return self.done(action) if isinstance(action, Replace) else super().seen(game, action)

    def ended(self, why: str) -> str:
        return _ENDS.get(why, why)


POKER_MANNERS = PokerManners()
