"""What concepts mean, plainly: where they are found on a board, and which holds wherever another does."""

from __future__ import annotations

from collections.abc import Sequence

from gamelore.games.board.board import Permutation
from gamelore.learners.advisors.patterns.concepts import Concept, Need, covering, orientations


def instances(concept: Concept, symmetries: Sequence[Permutation], mine: int, theirs: int, mover: int) -> list[Need]:
    """Where the concept is found on a board that the player in seat `mover` has just made."""
    if not concept.speaks_to(mover):
        return []
    found = []
    for need in orientations(concept, symmetries):
        own, other, blank = need.seen_by(mover)
        if not (own & ~mine or other & ~theirs or blank & (mine | theirs)):
            found.append(need)
    return found


def positions(need: Need) -> int:
    """Every position that it asks about."""
    return need.mine | need.theirs | need.blank | need.x | need.o


def subsumes(general: Concept, special: Concept, symmetries: Sequence[Permutation]) -> bool:
    """Whether one concept holds wherever another does, for everybody whom the other speaks to."""
    alike = (general.stage, general.outcome) == (special.stage, special.outcome)
    return alike and bool(covering((general, special), symmetries)[0, 1])
