"""What a shell completes: the names of games, learners, presets and players. It is asked at every Tab, and quick."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable

import typer

from gamelore.base.errors import GameloreError


def complete_games(incomplete: str) -> list[str]:
    """Games by name."""
    from gamelore.games.registry import game_names

    return beginning(incomplete, game_names())


def complete_learners(incomplete: str) -> list[str]:
    """Learners by name; the last of several behind commas."""
    from gamelore.learners.registry import learner_names

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in beginning(last, learner_names())]


def complete_presets(ctx: typer.Context, incomplete: str) -> list[str]:
    """The presets of the learner that was typed, or of all."""
    from gamelore.learners.registry import learner_card, learner_names

    typed = ctx.params.get("learner")
    found: dict[str, None] = {}
    for kind in [typed] if typed else learner_names():
        with contextlib.suppress(GameloreError):
            found.update(dict.fromkeys(learner_card(kind).presets))
    return beginning(incomplete, found)


def complete_players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Players at the game that was typed; where nothing else begins so, by the last part of their names."""
    from gamelore.arena.roster import player_names
    from gamelore.games.registry import game_names, load_game

    # Before the value of an option is there, no argument has been read yet.
    game = next((word for word in (ctx.params.get("game"), *_typed()) if word in game_names()), None)
    if game is None:
        return []
    names = player_names(load_game(game))
    return beginning(incomplete, names) or beginning(incomplete, [name.partition(":")[2] for name in names])


def _typed() -> list[str]:
    """The words of the line, as the scripts of all shells hand them over."""
    return (os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or "").split()


def beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    """The names that begin so."""
    return [name for name in names if name.startswith(incomplete)]
