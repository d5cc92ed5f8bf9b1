"""Gamelore: programs that learn games the way people do, into heuristics that can be read.

What a first day needs is here, imported when it is asked for:

    import gamelore

    learner = gamelore.learn("lose_tic_tac_toe", "hoyle", seed=1)
    print(gamelore.explain(learner, ".../.X./... O"))
    print(gamelore.challenge("lose_tic_tac_toe", learner, seed=1))

A game, a learner, a player or an agent is given as itself or by its name.
"""

from typing import TYPE_CHECKING

__version__ = "0.2.0"

__all__ = [
    "Action", "Agent", "Decision", "Explanation", "Game", "GameloreError", "Learner", "Outcome", "Player", "Reason",
    "Record", "Regime", "Score", "Scores", "Solution", "SolvedState", "State", "View", "__version__", "challenge",
    "check_game", "check_learner", "compile_rules", "explain", "game_names", "learn", "learner_names", "load_agent",
    "load_game", "make_player", "make_regime", "new_learner", "play", "read_records", "register_game",
    "register_learner", "save_agent", "solve", "to_rows", "train",
]  # fmt: skip

if TYPE_CHECKING:
    from gamelore.arena.regimes import Regime, make_regime
    from gamelore.arena.roster import make_player
    from gamelore.arena.tournament import Score, Scores, challenge
    from gamelore.arena.training import train
    from gamelore.base.errors import GameloreError
    from gamelore.base.notebook import to_rows
    from gamelore.games.check import check_game
    from gamelore.games.core import Action, Game, Outcome, State, View
    from gamelore.games.record import Record
    from gamelore.games.registry import game_names, load_game, register_game
    from gamelore.lab.explanation import Explanation, explain
    from gamelore.lab.face import learn, play
    from gamelore.lab.records import read_records
    from gamelore.learners.check import check_learner
    from gamelore.learners.core import Decision, Learner, Player, Reason
    from gamelore.learners.registry import (
        Agent,
        learner_names,
        load_agent,
        new_learner,
        register_learner,
        save_agent,
    )
    from gamelore.learners.rules.by_hand import compile_rules
    from gamelore.oracles.board.retrograde import Solution
    from gamelore.oracles.core import SolvedState
    from gamelore.oracles.solving import solve
else:
    _PLACES = {
        "arena.roster": ("make_player",),
        "arena.tournament": ("Score", "Scores", "challenge"),
        "arena.regimes": ("Regime", "make_regime"),
        "arena.training": ("train",),
        "base.errors": ("GameloreError",),
        "base.notebook": ("to_rows",),
        "games.check": ("check_game",),
        "games.core": ("Action", "Game", "Outcome", "State", "View"),
        "games.record": ("Record",),
        "games.registry": ("game_names", "load_game", "register_game"),
        "lab.explanation": ("Explanation", "explain"),
        "lab.face": ("learn", "play"),
        "lab.records": ("read_records",),
        "learners.check": ("check_learner",),
        "learners.core": ("Decision", "Learner", "Player", "Reason"),
        "learners.registry": (
            "Agent", "learner_names", "load_agent", "new_learner", "register_learner", "save_agent",
        ),
        "learners.rules.by_hand": ("compile_rules",),
        "oracles.board.retrograde": ("Solution",),
        "oracles.core": ("SolvedState",),
        "oracles.solving": ("solve",),
    }  # fmt: skip
    _MODULES = {name: module for module, names in _PLACES.items() for name in names}

    def __getattr__(name):
        if name not in _MODULES:
            raise AttributeError(f"module 'gamelore' has no attribute '{name}'")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(f"gamelore.{_MODULES[name]}"), name)
        return found

    def __dir__():
        return sorted({*globals(), *__all__})
