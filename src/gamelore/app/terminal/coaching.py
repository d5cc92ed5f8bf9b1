"""Coaching at the terminal: a family that a person can teach in its own way says so in its kit (`Kit.coach`)."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from gamelore.games.registry import game_names, load_game


class CoachHere(Protocol):
    """Lets the person at the terminal teach a learner."""

    def __call__(self, agent: Path | None, preset: str, rounds: int, seed: int) -> None:
        """Sit down; what is learned goes to the folder."""


def coach_of(game: str) -> CoachHere | None:
    """How a person teaches a learner of a game; None where its kit says nothing."""
    found: CoachHere | None = load_game(game).kit.part("coach") if game in game_names() else None
    return found
