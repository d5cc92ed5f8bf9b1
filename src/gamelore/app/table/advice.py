"""What a person may be told about the moves of the own seat: a strong player's, the truth, the maxims."""

from __future__ import annotations

from collections.abc import Sequence

from gamelore.app.table.data import NarrowedBy, TrueValue
from gamelore.arena.roster import make_player
from gamelore.base.errors import NotAvailable
from gamelore.games.board.game import BoardState
from gamelore.games.core import AnyGame, AnyState
from gamelore.learners.core import Player
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Narrowing
from gamelore.oracles import covered

ADVISERS = {"draw_poker": ("poker:strong",), "forty_two": ("table:trainer",)}
"""Who gives hints where nobody is perfect; at 42 the playing machine sits behind the trainer."""
USUAL_ADVISERS = ("perfect", "search")


def adviser(game: AnyGame) -> Player:
    """Who knows most about a game."""
    for name in ADVISERS.get(game.name, USUAL_ADVISERS):
        try:
            return make_player(name, game)
        except NotAvailable:
            continue
    raise NotAvailable(f"Nobody here knows more about {game.name} than you do.")


def true_values(state: AnyState) -> tuple[TrueValue, ...] | None:
    """What each legal move is worth against perfect play; None where nobody knows."""
    solution = covered(state.game, state)
    if solution is None or not isinstance(state, BoardState):
        return None
    values = solution.action_values(state)
    best = max(value.result for _, value in values)
    return tuple(TrueValue(str(m), v.result, v.distance, v.result == best) for m, v in values)


def narrowed(learner: MaximLearner, moves: Sequence[str], narrowing: Narrowing) -> tuple[NarrowedBy, ...]:
    """How a list of maxims went over some moves, line by line."""
    lines, wording = learner.lines, learner.reader.wording
    found = []
    for number, line in enumerate(lines):
        dropped = tuple(moves[move] for move in narrowing.dropped_by(number))
        left = tuple(moves[move] for move in narrowing.kept[number + 1].tolist())
        found.append(NarrowedBy(wording.label(lines, number), wording.sentence(line), bool(dropped), left, dropped))
    return tuple(found)
