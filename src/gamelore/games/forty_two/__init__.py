"""The domino game 42 (Carberry, Appendix I): dominoes, rules, the table, views, states and the game itself."""

from gamelore.games.forty_two.dominoes import DOUBLES, NO_TRUMP, Domino, parse_domino, parse_hand
from gamelore.games.forty_two.game import (
    Deal,
    FortyTwo,
    FortyTwoState,
    draw_for_deal,
    first_dealer,
    make,
    parse_deal,
    random_deal,
)
from gamelore.games.forty_two.rules import MODERN, PASS, PASSED, THESIS, Bid, NameTrump, Pass, Play, RuleSet
from gamelore.games.forty_two.table import Table, Trick
from gamelore.games.forty_two.view import FortyTwoView

__all__ = [
    "DOUBLES", "MODERN", "NO_TRUMP", "PASS", "PASSED", "THESIS", "Bid", "Deal", "Domino", "FortyTwo", "FortyTwoState",
    "FortyTwoView", "NameTrump", "Pass", "Play", "RuleSet", "Table", "Trick", "draw_for_deal", "first_dealer", "make",
    "parse_deal", "parse_domino", "parse_hand", "random_deal",
]  # fmt: skip
