"""Concepts that are one idea, as one Advisor: beyond the papers, which keep them apart.

Epstein, Gelfand and Lesniak (1996, section 4) report two reflections, one for corners and one for sides, and two
mills. A person sees one idea each. Concepts are the same idea here when they have the same name of shape (`naming.py`)
and lead to the same end in the same stage: symmetric forms, forms at other places, and the colour-exchanged forms of
concepts for X and for O.
"""

from __future__ import annotations

from collections.abc import Iterable

from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.patterns.concepts import Concept
from gamelore.learners.advisors.patterns.naming import group_name


def merge(game: BoardGame, concepts: Iterable[Concept]) -> dict[str, tuple[Concept, ...]]:
    """The concepts by the name of their idea, names and members each in order."""
    groups: dict[str, list[Concept]] = {}
    for concept in sorted(concepts):
        groups.setdefault(group_name(game, concept), []).append(concept)
    return {name: tuple(groups[name]) for name in sorted(groups)}
