"""The rules of draw poker in sentences (Waterman 1968, Appendix B)."""

from __future__ import annotations

from collections.abc import Iterator

from gamelore.games.poker.draw_poker import DrawPoker
from gamelore.games.poker.table import Bet, Replace
from gamelore.games.telling import example_states


def poker_rules(game: DrawPoker) -> Iterator[str]:
    """The course of a hand."""
    rules = game.rules
    chips = "1 chip" if rules.ante == 1 else f"{rules.ante} chips"
    yield f"Two players get five cards each and put {chips} in. The first acts first."
    yield (
        f"In turn one may bet 1 to {rules.max_bet}, which also matches the other's last bet; call, which matches it "
        f"and ends the betting; or drop and give up the pot. There are at most {rules.max_bets} bets."
    )
    yield f"Then each replaces up to {rules.max_replaced} cards, and there is a second betting like the first."
    yield (
        "After the last call the better hand takes the pot: a straight flush before four of a kind, a full house, a "
        "flush, a straight, three of a kind, two pair, a pair, and the highest card. Equal hands share it."
    )


def poker_notation(game: DrawPoker) -> Iterator[str]:
    """Bets and replacements, each with one that is legal in some deal."""
    actions = [action for state in example_states(game) for action in state.legal_actions()]
    bet = next(action for action in actions if isinstance(action, Bet))
    cards = next(action for action in actions if isinstance(action, Replace) and action.cards)
    yield f"A bet is written {bet}, or as the number alone: {bet.size}. The others are call and drop."
    yield f"Cards are replaced by naming them, suit and rank, with 11 to 14 for jack to ace: {cards}; or replace none."
