"""Learned spatial Advisors: one for each concept (1996, section 3.4.2; 1998, section 3).

An Advisor advocates moves that make a new instance of its concept and opposes moves that take one away, the other way
round if the concept goes with losing. All concepts are tested together on all boards that a decision can lead to: in
one orientation a concept is a set of positions and what must stand there, so a test is one mask and one comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamelore.games.board import Permutation
from gamelore.games.board_game import BoardGame
from gamelore.learners.advisors.forr import SILENT, Strengths
from gamelore.learners.advisors.patterns.concepts import Concept, orientations
from gamelore.learners.advisors.patterns.naming import sentence
from gamelore.learners.advisors.patterns.settings import PatternSettings
from gamelore.learners.advisors.situation import Situation
from gamelore.learners.advisors.tier2 import BoardAdvisor

Words = NDArray[np.int64]
Flags = NDArray[np.bool_]

_HALF = 32
"""A board has at most 31 positions: own markers in the low half of a word, the other's in the high half."""


class Findings(NamedTuple):
    """What every concept sees in a situation, concepts by moves."""

    made: Flags
    lost: Flags


class Matcher:
    """Some concepts of one stage that speak to one seat, ready to be tested together."""

    def __init__(self, concepts: Sequence[Concept], symmetries: Sequence[Permutation], seat: int) -> None:
        self.concepts = tuple(concepts)
        cares: list[int] = []
        needs: list[int] = []
        starts: list[int] = []
        for concept in concepts:
            starts.append(len(cares))
            for need in orientations(concept, symmetries):
                mine, theirs, blank = need.seen_by(seat)
                asked = mine | theirs | blank
                cares.append(asked | asked << _HALF)
                needs.append(mine | theirs << _HALF)
        self._cares, self._needs = (np.array(v, dtype=np.int64)[:, None] for v in (cares, needs))
        self._starts = np.array(starts, dtype=np.intp)

    def find(self, own: int, other: int, mine: Words, theirs: Words) -> Findings:
        """Which concepts gain an instance, and which lose one, from a board to each of several boards."""
        after = (mine | theirs << _HALF) & self._cares == self._needs
        before = (own | other << _HALF) & self._cares == self._needs
        return Findings(
            np.logical_or.reduceat(after & ~before, self._starts), np.logical_or.reduceat(before & ~after, self._starts)
        )


class Council:
    """The learned Advisors of a game together, so that each decision asks the boards once."""

    def __init__(self, game: BoardGame, symmetries: Sequence[Permutation], settings: PatternSettings) -> None:
        self.game = game
        self.symmetries = symmetries
        self.settings = settings
        self.advisors: tuple[SpatialAdvisor, ...] = ()
        self._matchers: dict[tuple[str, int], Matcher | None] = {}
        self._heard: tuple[Situation, dict[str, Strengths]] | None = None

    def seat(self, concepts: Sequence[Concept]) -> None:
        """Exactly these concepts have Advisors from now on."""
        self.advisors = tuple(SpatialAdvisor(self, concept) for concept in concepts)
        self._matchers, self._heard = {}, None

    def _matcher(self, stage: str, seat: int) -> Matcher | None:
        if (stage, seat) not in self._matchers:
            here = [a.concept for a in self.advisors if a.concept.stage == stage and a.concept.speaks_to(seat)]
            self._matchers[stage, seat] = Matcher(here, self.symmetries, seat) if here else None
        return self._matchers[stage, seat]

    def survey(self, situation: Situation) -> tuple[tuple[Concept, ...], Findings] | None:
        """What all concepts of the stage see; None if there are none."""
        state = situation.state
        matcher = self._matcher(state.stage(), state.mover)
        if matcher is None:
            return None
        return matcher.concepts, matcher.find(state.own, state.other, situation.mine, situation.theirs)

    def comments(self, situation: Situation) -> dict[str, Strengths]:
        """The comments of all who have something to say."""
        if self._heard is None or self._heard[0] is not situation:
            self._heard = situation, self._speak(situation)
        return self._heard[1]

    def _speak(self, situation: Situation) -> dict[str, Strengths]:
        surveyed = self.survey(situation)
        if surveyed is None:
            return {}
        concepts, (made, lost) = surveyed
        spoken = {}
        for number in np.flatnonzero((made ^ lost).any(axis=1)).tolist():
            concept = concepts[number]
            good, bad = strengths_of(concept, self.settings)
            comment = np.full(situation.count, SILENT, dtype=np.int8)
            comment[made[number] & ~lost[number]] = good
            comment[lost[number] & ~made[number]] = bad
            spoken[str(concept)] = comment
        return spoken


def strengths_of(concept: Concept, settings: PatternSettings) -> tuple[int, int]:
    """How strongly to speak of a move that makes an instance, and of one that takes one away."""
    made: int = getattr(settings, f"{concept.outcome}_made")
    lost: int = getattr(settings, f"{concept.outcome}_lost")
    return made, lost


class SpatialAdvisor(BoardAdvisor):
    """Makes what it has seen to go with good results, and avoids what went with bad ones."""

    def __init__(self, council: Council, concept: Concept) -> None:
        self.concept = concept
        self.name = str(concept)
        self._council = council

    def comment(self, situation: Situation) -> Strengths | None:
        """For moves that make an instance and against moves that take one away, or the other way round."""
        return self._council.comments(situation).get(self.name)

    def reads(self, situation: Situation) -> bool:
        """It speaks in its stage, to those it is for."""
        return situation.state.stage() == self.concept.stage and self.concept.speaks_to(situation.state.mover)

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        state = situation.state
        matcher = Matcher((self.concept,), self._council.symmetries, state.mover)
        found = matcher.find(state.own, state.other, situation.mine[[action]], situation.theirs[[action]])
        what = "makes" if found.made[0, 0] else "takes away"
        return f"{what} this: {sentence(self._council.game, self.concept)}"
