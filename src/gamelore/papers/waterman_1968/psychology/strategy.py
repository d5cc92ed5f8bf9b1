"""A strategy to be learned, as people would be taught one: situations, categories, S-A pairs, trials with reasons.

The environment of Waterman's models of human learning (1968, ch. 4, Figures 4-2 and 4-3, Appendix A): three numbers
describe a situation, each falls into ordered categories, and seven pairs of description and action say what is right.
A trial tells the right action, which attributes were relevant, and why; what is relevant is read off a decision tree
grown from the pairs.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gamelore.base.seeds import Rng
from gamelore.learners.rules.language.definitions import LARGE, SMALL, Partition
from gamelore.papers.waterman_1968.psychology.trees import Description, Node, Tree, grow

Situation: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Attribute:
    """One number of a situation: its range and its categories, which are ordered."""

    name: str
    low: int
    high: int
    classes: Partition

    def category(self, value: int) -> str:
        """The category of a value."""
        return self.classes.class_of(value)

    def size(self, category: str) -> str:
        """What a learner of overlapping sets is told: above the middle is large, the middle and below are small."""
        place = self.classes.symbols.index(category)
        return LARGE if 2 * place > len(self.classes.symbols) - 1 else SMALL


@dataclass(frozen=True, slots=True)
class TaughtTrial:
    """What a subject is told about one situation: the right action, and how each relevant attribute was valued."""

    situation: Situation
    action: str
    reasons: Mapping[str, str]
    """Category by the name of the attribute; attributes that are missing were irrelevant."""


@dataclass(frozen=True, slots=True)
class Environment:
    """Attributes, and the pairs of description and action that are to be learned."""

    attributes: tuple[Attribute, ...]
    pairs: tuple[tuple[Description, str], ...]

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions, in the order in which the pairs name them."""
        return tuple(dict.fromkeys(action for _, action in self.pairs))

    def tree(self) -> Tree:
        """The decision tree of the pairs (Figure A-1)."""
        return grow(self.pairs)

    def describe(self, situation: Situation) -> tuple[str, ...]:
        """The categories of a situation."""
        return tuple(a.category(value) for a, value in zip(self.attributes, situation, strict=True))

    def trial(self, situation: Situation, tree: Tree | None = None) -> TaughtTrial:
        """The training information for a situation: what the way down the tree tested is relevant (p115)."""
        here, node, relevant = self.describe(situation), tree or self.tree(), set()
        while isinstance(node, Node):
            relevant.add(node.attribute)
            node = node.positive if here[node.attribute] == node.value else node.negative
        reasons = {self.attributes[k].name: here[k] for k in sorted(relevant)}
        return TaughtTrial(situation, node.action, reasons)

    def sample(self, rng: Rng) -> Situation:
        """A situation, all equally likely."""
        return tuple(int(rng.integers(a.low, a.high + 1)) for a in self.attributes)

    def universe(self) -> itertools.product[tuple[int, ...]]:
        return itertools.product(*(range(a.low, a.high + 1) for a in self.attributes))


def _attribute(name: str, low: int, high: int, symbols: Sequence[str], boundaries: Sequence[int]) -> Attribute:
    return Attribute(name, low, high, Partition(name, name, tuple(symbols), tuple(map(float, boundaries))))


def _pairs(text: str) -> tuple[tuple[Description, str], ...]:
    found = []
    for part in text.split():
        left, _, action = part.partition(">")
        found.append((tuple(None if entry == "*" else entry for entry in left.split(",")), action))
    return tuple(found)


WATERMAN = Environment(
    (
        _attribute("H", 1, 50, ("h3", "h2", "h1"), (11, 26)),
        _attribute("P", 1, 60, ("p2", "p1"), (10,)),
        _attribute("B", 1, 10, ("b2", "b1"), (8,)),
    ),
    _pairs("h1,*,b2>A1 h1,p2,*>A1 h2,p2,b2>A2 h1,p1,b1>A3 h2,p1,b2>A3 h2,*,b1>A4 h3,*,*>A4"),
)
"""The strategy of chapter 4. Read as a game: own hand, pot and last bet; bet high, bet low, call, drop."""
