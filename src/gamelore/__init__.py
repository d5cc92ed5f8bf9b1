"""Gamelore: programs that learn games the way people do, into heuristics that can be read.

What a first day needs is here, imported when it is asked for:

    import gamelore

    game = gamelore.load_game("lose_tic_tac_toe")
    learner = gamelore.new_learner("hoyle", game)
    records = list(gamelore.train(game, learner, gamelore.make_regime("double_cycle", game), seed=1))
    print(gamelore.explain(learner, ".../.X./... O"))
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

__all__ = [
    "Action", "Agent", "Decision", "Explanation", "Game", "GameloreError", "Learner", "Outcome", "Player", "Reason",
    "Record", "Regime", "Score", "Solution", "State", "View", "__version__", "challenge", "check_game", "check_learner",
    "explain", "game_names", "learner_names", "load_agent", "load_game", "make_player", "make_regime", "new_learner",
    "register_game", "register_learner", "save_agent", "solve", "train",
]  # fmt: skip

if TYPE_CHECKING:
    from gamelore.arena.regimes import Regime, make_regime
    from gamelore.arena.roster import make_player
    from gamelore.arena.tournament import Score, challenge
    from gamelore.arena.training import train
    from gamelore.base.errors import GameloreError
    from gamelore.games.check import check_game
    from gamelore.games.core import Action, Game, Outcome, State, View
    from gamelore.games.record import Record
    from gamelore.games.registry import game_names, load_game, register_game
    from gamelore.lab.explanation import Explanation, explain
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
    from gamelore.oracles import Solution, solve
else:
    _PLACES = {
        "arena.roster": ("make_player",),
        "arena.tournament": ("Score", "challenge"),
        "arena.regimes": ("Regime", "make_regime"),
        "arena.training": ("train",),
        "base.errors": ("GameloreError",),
        "games.check": ("check_game",),
        "games.core": ("Action", "Game", "Outcome", "State", "View"),
        "games.record": ("Record",),
        "games.registry": ("game_names", "load_game", "register_game"),
        "lab.explanation": ("Explanation", "explain"),
        "learners.check": ("check_learner",),
        "learners.core": ("Decision", "Learner", "Player", "Reason"),
        "learners.registry": (
            "Agent", "learner_names", "load_agent", "new_learner", "register_learner", "save_agent",
        ),
        "oracles": ("Solution", "solve"),
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
