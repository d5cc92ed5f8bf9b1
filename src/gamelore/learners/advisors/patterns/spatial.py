"""Learned spatial Advisors: one for each concept (1996, section 3.4.2; 1998, section 3), or for each idea.

An Advisor advocates moves that make a new instance of its concept and opposes moves that take one away, the other way
round if the concept goes with losing. It is called by the shape that a person would see. Where concepts that are one
idea are merged, one Advisor speaks for all of them. All concepts are tested together on all boards that a decision can
lead to: in one orientation a concept is a set of positions and what must stand there, so a test is one mask and one
comparison.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gamelore.base.arrays import Int8s, Ints
from gamelore.base.registry import Late
from gamelore.games.board.board import Permutation
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.forr import SILENT, Chorus
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.advisors.patterns.concepts import Concept, orientations
from gamelore.learners.advisors.patterns.naming import group_name, name, sentence
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor

if TYPE_CHECKING:
    from gamelore.learners.advisors.patterns import _kernels
else:
    _kernels = Late("gamelore.learners.advisors.patterns._kernels")

STRENGTHS = {"win": (10, 4), "draw": (8, 4), "loss": (1, 6)}
"""For a move that makes, or takes away, an instance of a concept of that outcome: "a function of the concept" (1998,
section 3). What is taken away is mildly spoken of: a mill is opened to be closed again."""


class Findings(NamedTuple):
    """What every Advisor sees in a situation, Advisors by moves."""

    changes: Int8s
    """1 where a move makes an instance, 2 where it takes one away, 3 for both."""
    comments: Int8s


class ConceptMatcher:
    """Groups of concepts of one stage that speak to one seat, each with one voice, ready to be tested together."""

    def __init__(self, groups: Sequence[Sequence[Concept]], symmetries: Sequence[Permutation], seat: int) -> None:
        self.count = len(groups)
        images: list[tuple[int, int, int]] = []
        starts: list[int] = []
        for concepts in groups:
            starts.append(len(images))
            spoken = (concept for concept in concepts if concept.speaks_to(seat))
            for need in dict.fromkeys(need for concept in spoken for need in orientations(concept, symmetries)):
                mine, theirs, blank = need.seen_by(seat)
                images.append((mine | theirs | blank, mine, theirs))
        self._images = np.array(images, dtype=np.int64).reshape(-1, 3)
        self._starts = np.array([*starts, len(images)], dtype=np.int64)
        # A move that makes and takes away at once is passed over in silence.
        said = [(SILENT, *STRENGTHS[concepts[0].outcome], SILENT) for concepts in groups]
        self._strengths = np.array(said, dtype=np.int8)

    def find(self, own: int, other: int, mine: Ints, theirs: Ints) -> Findings:
        """Whose concepts gain an instance, and whose lose one, from a board to each of several boards."""
        changes, comments = np.empty((2, self.count, len(mine)), dtype=np.int8)
        _kernels.notice(self._images, self._starts, self._strengths, own, other, mine, theirs, changes, comments)
        return Findings(changes, comments)


class Council(Chorus[Situation]):
    """The learned Advisors of a game together, so that each decision asks the boards once."""

    def __init__(self, game: BoardGame, symmetries: Sequence[Permutation], merged: bool) -> None:
        self.game = game
        self.symmetries = symmetries
        self.merged = merged
        self.advisors: tuple[SpatialAdvisor, ...] = ()
        self._surveyors: dict[tuple[str, int], tuple[tuple[SpatialAdvisor, ...], ConceptMatcher]] = {}
        self._alone: dict[tuple[tuple[Concept, ...], int], ConceptMatcher] = {}
        self._heard: tuple[Situation, dict[str, Int8s]] | None = None

    def seat(self, concepts: Sequence[Concept]) -> None:
        """Exactly these concepts have Advisors from now on."""
        alone = {name(self.game, concept): (concept,) for concept in concepts}
        groups = merge(self.game, concepts) if self.merged else alone
        self.advisors = tuple(SpatialAdvisor(self, called, members) for called, members in groups.items())
        self._surveyors, self._alone, self._heard = {}, {}, None

    def matcher(self, concepts: Sequence[Concept], seat: int) -> ConceptMatcher:
        """Some concepts of one stage that speak to one seat, each by itself, whether they have Advisors or not."""
        key = (tuple(concepts), seat)
        if key not in self._alone:
            self._alone[key] = ConceptMatcher([(concept,) for concept in concepts], self.symmetries, seat)
        return self._alone[key]

    def survey(self, situation: Situation) -> tuple[tuple[SpatialAdvisor, ...], Findings] | None:
        """What all Advisors of the stage see; None if there are none."""
        state = situation.state
        key = stage, seat = state.stage(), state.mover
        if key not in self._surveyors:
            here = tuple(a for a in self.advisors if a.stage == stage and a.speaks_to(seat))
            self._surveyors[key] = here, ConceptMatcher([a.concepts for a in here], self.symmetries, seat)
        advisors, matcher = self._surveyors[key]
        return (advisors, matcher.find(state.own, state.other, situation.mine, situation.theirs)) if advisors else None

    def comments(self, situation: Situation) -> dict[str, Int8s]:
        """The comments of all who have something to say."""
        if self._heard is None or self._heard[0] is not situation:
            self._heard = situation, self._speak(situation)
        return self._heard[1]

    def _speak(self, situation: Situation) -> dict[str, Int8s]:
        surveyed = self.survey(situation)
        if surveyed is None:
            return {}
        advisors, (_, comments) = surveyed
        loud = np.flatnonzero((comments != SILENT).any(axis=1)).tolist()
        return {advisors[number].name: comments[number] for number in loud}


def merge(game: BoardGame, concepts: Iterable[Concept]) -> dict[str, tuple[Concept, ...]]:
    """Concepts by the name of their idea, names and members each in order.

    The papers keep them apart and report two reflections, one for corners and one for sides (1996, section 4). A person
    sees one idea: the same name of shape, the same end and stage, wherever it is and for whichever colour.
    """
    groups: dict[str, tuple[Concept, ...]] = {}
    for concept in sorted(concepts):
        called = group_name(game, concept)
        groups[called] = (*groups.get(called, ()), concept)
    return dict(sorted(groups.items()))


class SpatialAdvisor(BoardAdvisor):
    """Makes what it has seen to go with good results, and avoids what went with bad ones."""

    def __init__(self, council: Council, name: str, concepts: Sequence[Concept]) -> None:
        self.name = name
        self.concepts = tuple(concepts)
        """What it looks for: one concept, or several of one stage and outcome that are one idea."""
        self._council = council

    @property
    def stage(self) -> str:
        """The stage in which it speaks."""
        return self.concepts[0].stage

    def speaks_to(self, seat: int) -> bool:
        """Whether it has something to say to the player in a seat."""
        return any(concept.speaks_to(seat) for concept in self.concepts)

    def comment(self, situation: Situation) -> Int8s | None:
        """For moves that make an instance and against moves that take one away, or the other way round."""
        return self._council.comments(situation).get(self.name)

    def because(self, situation: Situation, action: int) -> str:
        """Why: the first of its concepts that the move makes or takes away."""
        state = situation.state
        for concept in self.concepts:
            if concept.speaks_to(state.mover):
                found = self._council.matcher((concept,), state.mover).find(
                    state.own, state.other, situation.mine[[action]], situation.theirs[[action]]
                )
                if found.changes[0, 0]:
                    what = "makes" if found.changes[0, 0] & 1 else "takes away"
                    return f"{what} this: {sentence(self._council.game, concept)}"
        raise AssertionError("an Advisor that commented saw one of its concepts come or go")
