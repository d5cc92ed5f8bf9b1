"""Decision trees grown from pairs of description and action (Waterman 1968, Appendix A, Part I).

At every node one value of one attribute is tested. The value chosen has the greatest absolute effect: how large a part
of one action's descriptions hold it, less how often its attribute is irrelevant and how often other actions hold it
too. A description in which the attribute is irrelevant goes down both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Description: TypeAlias = tuple[Hashable | None, ...]
"""One entry per attribute: a value, or None where the attribute does not matter."""
Pair: TypeAlias = tuple[Description, str]


@dataclass(frozen=True, slots=True)
class Leaf:
    """The action of all descriptions that come here."""

    action: str

    def __str__(self) -> str:
        return self.action


@dataclass(frozen=True, slots=True)
class Node:
    """A test for one value of one attribute."""

    attribute: int
    value: Hashable
    positive: Tree
    negative: Tree

    def __str__(self) -> str:
        return f"{self.value}?({self.positive} | {self.negative})"


Tree: TypeAlias = Leaf | Node


def effects(pairs: Sequence[Pair]) -> dict[tuple[int, Hashable], Fraction]:
    """The absolute effect of every value that may be tested: bc - av - sv."""
    sizes = Counter(action for _, action in pairs)
    total, found = len(pairs), {}
    for k in range(len(pairs[0][0])):
        stars = Counter(action for d, action in pairs if d[k] is None)
        irrelevance = Fraction(len(stars) + stars.total(), total)
        counts: dict[Hashable, Counter[str]] = {}
        for description, action in pairs:
            if description[k] is not None:
                counts.setdefault(description[k], Counter())[action] += 1
        if len(counts) == 1:
            continue  # every description agrees, the open ones included: nothing to test
        for value, by_action in counts.items():
            share, best = max((Fraction(n, sizes[action]), n) for action, n in by_action.items())
            found[k, value] = share - irrelevance - Fraction(by_action.total() - best, total)
    return found


def grow(pairs: Sequence[Pair]) -> Tree:
    """The tree of some pairs. Pairs that contradict each other end in the action that is most frequent."""
    actions = Counter(action for _, action in pairs)
    if len(actions) == 1:
        return Leaf(pairs[0][1])
    found = effects(pairs)
    if not found:
        return Leaf(actions.most_common(1)[0][0])
    # Ties: the earlier attribute, then the lower value.
    attribute, value = min(found, key=lambda key: (-found[key], key[0], str(key[1]).zfill(9)))
    positive = [p for p in pairs if p[0][attribute] in (value, None)]
    negative = [p for p in pairs if p[0][attribute] != value]
    # Both sides are smaller than the whole: some description holds the value, and some holds another one.
    return Node(attribute, value, grow(positive), grow(negative))


def sort_down(tree: Tree, description: Sequence[Hashable]) -> tuple[str, tuple[tuple[int, Hashable, bool], ...]]:
    """The action where a description ends, and the tests on the way with their answers."""
    way = []
    while isinstance(tree, Node):
        yes = description[tree.attribute] == tree.value
        way.append((tree.attribute, tree.value, yes))
        tree = tree.positive if yes else tree.negative
    return tree.action, tuple(way)


def leaves(tree: Tree) -> int:
    """How many leaves a tree has."""
    return 1 if isinstance(tree, Leaf) else leaves(tree.positive) + leaves(tree.negative)
