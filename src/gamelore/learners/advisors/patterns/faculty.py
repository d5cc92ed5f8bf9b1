"""The faculty that sees patterns: it owns the store, Patsy and the learned spatial Advisors (1996, Figure 3).

Associate: every contest feeds the store. Generalise: sweeps make concepts. Proceduralise: cached patterns speak
through Patsy, concepts through Advisors of their own. Validate: Advisors that never speak, contradict themselves or
are not borne out by experts are removed, without asking anybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

import numpy as np

from gamelore.base.arrays import Bools, Int8s, Ints
from gamelore.base.errors import DamagedFile
from gamelore.base.tsv import read_count, read_table, reading, write_table
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.advisors.faculty import Faculty, Turn
from gamelore.learners.advisors.forr import NEUTRAL, SILENT
from gamelore.learners.advisors.memory.knowledge import Watched
from gamelore.learners.advisors.patterns.associations import PatternStore, share
from gamelore.learners.advisors.patterns.concepts import Concept, covering, parse_concept
from gamelore.learners.advisors.patterns.generalise import generalise
from gamelore.learners.advisors.patterns.literal import Patsy
from gamelore.learners.advisors.patterns.naming import idea, sentence
from gamelore.learners.advisors.patterns.sight import sight_of
from gamelore.learners.advisors.patterns.spatial import Council
from gamelore.learners.advisors.patterns.teaching import Taught, favourites
from gamelore.learners.advisors.settings.hoyle import HoyleSettings
from gamelore.learners.advisors.settings.patterns import GeneralisationRule
from gamelore.learners.advisors.settings.symmetries import symmetries_of
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor
from gamelore.learners.advisors.weighing.weights import NEW_GROUND, Weights

Fate = Literal["speaks", "kept", "irrelevant", "self-contradictory", "untrustworthy", "subsumed"]
"""`kept` is a concept that somebody who was asked did not let go; it speaks, and nobody is asked again."""
SPEAKING: tuple[Fate, ...] = ("speaks", "kept")

_MILD = 1
"""How far from neutral a comment may be and still be mild."""
PHASE_IN_COMMENTS = 10
"""How many comments make the share of its weight with which a new Advisor speaks 1 (1998, section 3)."""
IRRELEVANT_AFTER = 60
"""An Advisor that said nothing in so many turns of an expert is irrelevant."""
CONTRADICTION_SHARE = 0.5
"""An Advisor is self-contradictory when more than this share of the moves it noticed both made and lost it."""
UNTRUSTWORTHY_AFTER = 20
"""After so many turns of an expert in which it spoke, its weight tells whether to trust an Advisor."""

CONCEPTS_FILE = "concepts.tsv"
_HEAD = (
    "shape", "concept", "fate", "rule", "since contest", "turns", "spoken", "apt", "contradictory", "apt by chance"
)  # fmt: skip


@dataclass(slots=True)
class Standing:
    """What is on record about a concept."""

    rule: GeneralisationRule
    born: int
    """The contest after which it was made."""
    fate: Fate = "speaks"
    turns: int = 0
    """How many turns of an expert in its stage it has lived through."""
    spoken: int = 0
    """In how many of these its Advisor said something firmly."""
    apt: int = 0
    """In how many of these it supported what the expert did, or opposed only other moves."""
    contradictory: int = 0
    """In how many of these some move made and lost it at once, and nothing was said of any other."""
    chance: float = 0.0
    """In how many of these in which it spoke a random move would have made its comment apt, by expectation."""

    @property
    def odds(self) -> float:
        """How many times the odds of a random move the odds of an apt comment are, each with one case either way."""
        return ((self.apt + 1) / (self.spoken - self.apt + 1)) / ((self.chance + 1) / (self.spoken - self.chance + 1))


class Patterns(Faculty):
    """The associative pattern store and what grows out of it."""

    name = "patterns"

    def __init__(self, game: BoardGame, settings: HoyleSettings) -> None:
        super().__init__(game, settings)
        self.pattern_settings = settings.patterns
        symmetries = symmetries_of(game, settings.symmetries)
        self.sight = sight_of(game, symmetries, settings.patterns.templates, settings.patterns.field_of_view)
        self.store = PatternStore(self.sight, settings.patterns)
        self.patsy = Patsy(self.store)
        self.council = Council(game, symmetries, settings.patterns.merge)
        self.concepts: dict[Concept, Standing] = {}
        """Every concept ever made, those whose Advisors are gone too: they are not made again."""
        self._factors: dict[str, float] = {}
        self._swept = False
        """Whether the last contest brought a sweep."""

    def standing(self) -> Mapping[str, BoardAdvisor]:
        """Patsy, if it is to speak for the cache."""
        return {"Patsy": self.patsy} if self.pattern_settings.patsy else {}

    def learned(self) -> Sequence[BoardAdvisor]:
        """One Advisor for each concept that is not removed."""
        return self.council.advisors

    def chorus(self) -> Council:
        """The council, which tests all concepts together."""
        return self.council

    def factor(self, name: str) -> float:
        """From a tenth to one with every apt comment (1998, section 3)."""
        return self._factors[name]

    def learn(self, contest: Watched, turns: Sequence[Turn]) -> None:
        """Judge the Advisors by the expert's turns, then take the contest in and sweep if it is time."""
        for turn in turns:
            self._judge(turn)
        self._swept = self.store.learn(contest)
        if self._swept:
            self._sweep()
        self.patsy.refresh()
        self._phase_in()

    def _judge(self, turn: Turn) -> None:
        surveyed = self.council.survey(turn.situation)
        asked = turn.open if self.pattern_settings.judged == "open" else tuple(range(turn.situation.count))
        if surveyed is None or not asked:
            return
        live, chosen = list(asked), asked.index(turn.chosen)
        comments = self.council.comments(turn.situation)
        contradicted = [bool((row[live] == 3).any()) for row in surveyed[1].changes]
        for advisor, both in zip(surveyed[0], contradicted, strict=True):
            comment = comments.get(advisor.name)
            apt = None if comment is None else _apt(comment[live])
            for standing in map(self.concepts.__getitem__, advisor.concepts):
                standing.turns += 1
                if apt is not None:
                    standing.spoken += 1
                    standing.apt += int(apt[chosen])
                    standing.chance += float(apt.mean())
                standing.contradictory += both

    def _sweep(self) -> None:
        for stage, section in sorted(self.store.sections.items()):
            found = generalise(section, stage, self.sight, self.pattern_settings)
            for concept, rule in sorted(found.items()):
                self.concepts.setdefault(concept, Standing(rule, len(self.store.outcomes)))
        self._seat()

    def _subsume(self, weights: Mapping[Concept, float], initial: float) -> None:
        """A concept gives way to a more general one that counts no less, and comes back when that is gone."""
        groups: dict[tuple[str, str], list[Concept]] = {}
        for concept, standing in self.concepts.items():
            if standing.fate in ("speaks", "subsumed"):
                groups.setdefault((concept.stage, concept.outcome), []).append(concept)
        for heard in groups.values():
            counts = np.array([weights.get(concept, initial) for concept in heard])
            over = covering(heard, self.sight.symmetries) & (counts[:, None] >= counts[None, :])
            np.fill_diagonal(over, val=False)
            for concept, generals in zip(heard, over.T, strict=True):
                self.concepts[concept].fate = "subsumed" if generals.any() else "speaks"

    def _seat(self) -> None:
        self.council.seat([concept for concept, standing in self.concepts.items() if standing.fate in SPEAKING])
        self._phase_in()

    def _phase_in(self) -> None:
        s = self.pattern_settings
        step = (1 - s.phase_in) / PHASE_IN_COMMENTS
        self._factors = {
            advisor.name: min(1.0, s.phase_in + step * max(self._proof(concept) for concept in advisor.concepts))
            for advisor in self.council.advisors
        }

    def _proof(self, concept: Concept) -> float:
        """How many comments count for phasing a concept in."""
        standing = self.concepts[concept]
        if self.pattern_settings.phase_in_by == "apt":
            return standing.apt
        return max(0.0, standing.apt - standing.chance)

    def review(self, weights: Weights) -> None:
        """With each sweep, remove the Advisors that are irrelevant, self-contradictory or untrustworthy."""
        if not self._swept:
            return
        removed = False
        for advisor in self.council.advisors:
            weight = _weight(weights, advisor.name, advisor.stage)
            standings = [self.concepts[concept] for concept in advisor.concepts]
            if any(standing.fate == "kept" for standing in standings):
                continue
            fate = self._fate(max(standings, key=lambda standing: standing.turns), weight)
            if fate != "speaks":
                said = "; ".join(sentence(self.game, concept) for concept in advisor.concepts)
                if not self.confirm_removal(f"{advisor.name} ({said})", fate):
                    fate = "kept"
                for standing in standings:
                    standing.fate = fate
                removed = True
        if self.pattern_settings.subsume == "always":
            self._subsume({}, weights.initial)
            removed = True
        if self.pattern_settings.subsume == "trusted":
            counts = {c: _weight(weights, a.name, a.stage) for a in self.council.advisors for c in a.concepts}
            self._subsume(counts, weights.initial)
            removed = True
        if removed:
            self._seat()

    def _fate(self, standing: Standing, weight: float) -> Fate:
        s = self.pattern_settings
        if standing.turns >= IRRELEVANT_AFTER:
            noticed = standing.spoken + standing.contradictory
            if standing.contradictory > CONTRADICTION_SHARE * noticed:
                return "self-contradictory"
            if not standing.spoken:
                return "irrelevant"
        trusted = weight >= s.untrustworthy_below and standing.odds >= s.least_odds
        if standing.spoken >= UNTRUSTWORTHY_AFTER and not trusted:
            return "untrustworthy"
        return "speaks"

    def heuristics(self, weights: Weights) -> Sequence[Taught]:
        """Every concept that speaks, with what its Advisor counts by now."""
        return [
            Taught(self.game, c, _weight(weights, advisor.name, advisor.stage) * self.factor(advisor.name))
            for advisor in self.council.advisors
            for c in advisor.concepts
        ]

    def favourites(self, state: BoardState, codes: Ints) -> tuple[Ints, Ints]:
        """The concepts that speak in a state, and the places of the moves they speak for."""
        concepts = [concept for advisor in self.council.advisors for concept in advisor.concepts]
        return favourites(self.council, concepts, state, codes)

    def lore(self) -> Sequence[str]:
        """The concepts that speak, those that were apt most often first."""
        speaking = [concept for advisor in self.council.advisors for concept in advisor.concepts]
        return [sentence(self.game, c) for c in sorted(speaking, key=lambda c: (-self.concepts[c].apt, c))]

    # Files

    def texts(self) -> dict[str, str]:
        """The store, and every concept with what is on record about it."""
        rows = [
            (idea(self.game, c), c, s.fate, s.rule, s.born, s.turns, s.spoken, s.apt, s.contradictory, s.chance)
            for c, s in self.concepts.items()
        ]
        return {**self.store.texts(), CONCEPTS_FILE: write_table(_HEAD, rows)}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take everything back; on any damage nothing changes."""
        concepts: dict[Concept, Standing] = {}
        for place, (shape, text, fate, rule, *counts, chance) in read_table(texts, CONCEPTS_FILE, _HEAD, where):
            with reading(place):
                concept = parse_concept(self.game, text)
            if shape != idea(self.game, concept):
                raise DamagedFile(f"{place}: this shape is called '{idea(self.game, concept)}', not '{shape}'")
            if fate not in get_args(Fate) or rule not in get_args(GeneralisationRule):
                raise DamagedFile(f"{place}: expected a fate and a rule, found '{fate}' and '{rule}'")
            if concept in concepts:
                raise DamagedFile(f"{place}: the concept '{text}' stands here a second time")
            born, turns, spoken, apt, both = (read_count(cell, place) for cell in counts)
            concepts[concept] = Standing(
                cast(GeneralisationRule, rule), born, cast(Fate, fate), turns, spoken, apt, both, share(chance, place)
            )
        self.store.restore(texts, where)
        self.concepts = concepts
        self.patsy.refresh()
        self._seat()


def _apt(comment: Int8s) -> Bools | None:
    """Which moves would bear out a comment: those it firmly supports, or if there are none, those it does not oppose.

    None if nothing is said firmly: mild words neither prove nor disprove an Advisor.
    """
    supported: Bools = comment > NEUTRAL + _MILD
    opposed: Bools = (comment != SILENT) & (comment < NEUTRAL - _MILD)
    if supported.any():
        return supported
    return ~opposed if opposed.any() else None


def _weight(weights: Weights, name: str, stage: str) -> float:
    """The weight of an Advisor in a stage: where it is worth most, on known or on new ground."""
    tables = (weights.of(stage), weights.of(f"{stage}, {NEW_GROUND}"))
    return max((table[name] for table in tables if name in table), default=weights.initial)
