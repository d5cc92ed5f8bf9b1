"""What is true of a game or of one of its states, asked of what the game's kit names."""

from __future__ import annotations

from pathlib import Path
from typing import Any, overload

from gamelore.base.errors import NotAvailable
from gamelore.games.core import AnyGame, AnyState, State
from gamelore.games.registry import game_of
from gamelore.oracles.core import SolvedState, best_result
from gamelore.oracles.truth import Truth, truth_of


@overload
def solve(what: AnyState) -> SolvedState: ...
@overload
def solve(what: AnyGame | str | Path) -> Any: ...
def solve(what: AnyGame | AnyState | str | Path) -> Any:
    """A game solved, given as itself, by its name or by its file; or one of its states, with every action.

    A board game gives its table (`Solution`). What has no truth is refused with what is missing: then the strongest
    player is the best that is known.
    """
    thing: AnyGame | AnyState = what if isinstance(what, State) else game_of(what)
    game: AnyGame = thing.game if isinstance(thing, State) else thing
    solver, truth = game.kit.part("solver"), truth_of(game)
    if solver is not None:
        return solver(thing)
    if truth is None:
        strongest = " or ".join(f"'{name}'" for name in game.kit.advisers)
        raise NotAvailable(
            f"nobody solves {game.name} here: its kit names no truth; the strongest player is {strongest}"
        )
    return solved_state(truth, thing) if isinstance(thing, State) else truth.whole()


def solved_state(truth: Truth, state: AnyState) -> SolvedState:
    """A state with its value to whoever moves, without any limit of plies."""
    if state.is_terminal():
        return SolvedState(state, "over", {}, ())
    values = truth.action_values(state)
    best = tuple(str(action) for action, value in values if value.result == best_result(values))
    return SolvedState(state, str(truth.value(state)), {str(action): str(value) for action, value in values}, best)
