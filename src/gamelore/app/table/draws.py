"""A draw that is agreed at a table: offered by the person, or claimed when the same position has stood three times.

It belongs to the table and not to the rules: contests of courses and of the lab never end in this way. The rule of
answering an offer is the same for every opponent: it agrees where it stands no better than even, by the truth where the
game is solved, else by what a search sees.
"""

from __future__ import annotations

from gamelore.arena.search import SAME, Search
from gamelore.base.errors import NotAvailable
from gamelore.games.core import AnyGame, AnyState
from gamelore.oracles import has_easy_truth, known_values

TIMES = 3
"""How often the same position, with the same side to move, must have stood before a draw can be claimed."""
AGREED = "a draw was agreed"
CLAIMED = "a draw was claimed: the same position three times"


def draws_are_agreed(game: AnyGame) -> bool:
    """Whether a draw can be offered at a game: two sides, nothing hidden, and a result to share."""
    return game.perfect_information and game.seats == 2 and game.unit == "result"


def require_draws(game: AnyGame) -> None:
    """Refuse where nobody agrees on a draw."""
    if not draws_are_agreed(game):
        raise NotAvailable(f"{game.title} has no draws that players agree on.")


def stands_better(state: AnyState) -> bool:
    """Whether the side that is not to move stands better than even."""
    values = known_values(state) if has_easy_truth(state.game) else ()
    if values:
        return max(value.result for _, value in values) < 0
    return Search(state.game).best_actions(state)[1] < -SAME
