"""The bets of draw poker as a small public tree: a few sizes, a few bets to an interval, who drew how many cards.

Sizes are shares of the pot as it will be when the bet before them is matched, so that a node stands for every contest
in which the bets had about these proportions.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from gamelore.base.arrays import Int8s, Int32s
from gamelore.base.settings import Within, check_ranges
from gamelore.games.poker.table import DrawPokerRules

DECIDE, DROPPED, DRAW, SHOWN = 0, 1, 2, 3
DROP, CALL = -1, 0
"""Labels of actions; any other label is the size of a bet."""


@dataclass(frozen=True, slots=True)
class BetSettings:
    """How coarse the tree is."""

    first_shares: tuple[Annotated[float, Within(0, 100)], ...] = (0.5, 2.0, 5.0)
    """Sizes of bets before the draw, as shares of the pot."""
    second_shares: tuple[Annotated[float, Within(0, 100)], ...] = (0.25, 0.75, 2.0)
    """Sizes of bets after the draw."""
    first_bets: Annotated[int, Within(2, 6)] = 3
    """How many bets the first interval may hold."""
    second_bets: Annotated[int, Within(2, 6)] = 3

    def __post_init__(self) -> None:
        check_ranges(self)
        for name in ("first_shares", "second_shares"):
            shares = getattr(self, name)
            if not shares or list(shares) != sorted(set(shares)) or shares[0] <= 0 or len(shares) > 4:
                raise ValueError(f"{name} must be at most four, positive and rising, not {shares}")


@dataclass(frozen=True, slots=True)
class BetTree:
    """Nodes in an order that puts parents before children; `kernel_form` is what the kernels read."""

    kind: Int8s
    actor: Int8s
    """Who decides, or who dropped."""
    start: Int32s
    actions: Int8s
    children: Int32s
    """The children of node n are `children[start[n] : start[n] + actions[n]]`, labelled by `labels` there."""
    labels: Int8s
    offset: Int32s
    """Where the numbers of a deciding node begin in a policy: [action, group]."""
    width: Int8s
    """How many groups of hands a node tells apart."""
    counts: Int8s
    """[node, seat]: how many cards were replaced; -1 before the draw."""
    pot: Int32s
    size: int
    """How many numbers a policy has."""

    def kernel_form(self) -> tuple[NDArray[np.generic], ...]:
        """The arrays in the order that the kernels expect."""
        return (self.kind, self.actor, self.start, self.actions, self.children, self.offset, self.width,
                self.counts, self.pot, self.labels)  # fmt: skip

    def options(self, node: int) -> list[tuple[int, int]]:
        """The labels of a node's actions with the nodes they lead to."""
        part = slice(self.start[node], self.start[node] + self.actions[node])
        return list(zip(self.labels[part].tolist(), self.children[part].tolist(), strict=True))


class _Builder:
    def __init__(self, rules: DrawPokerRules, settings: BetSettings, groups: tuple[int, int]) -> None:
        self.rules, self.settings, self.groups = rules, settings, groups
        self.nodes: list[tuple[int, int, int, int, int]] = []
        self.options: list[list[tuple[int, int]]] = []

    def add(self, kind: int, actor: int, pot: int, counts: tuple[int, int]) -> int:
        self.nodes.append((kind, actor, pot, *counts))
        self.options.append([])
        return len(self.nodes) - 1

    def bets(self, actor: int, pot: int, last: int, made: int, counts: tuple[int, int]) -> int:
        """A node where `actor` decides, and all below it."""
        node, before, matched = self.add(DECIDE, actor, pot, counts), counts[0] < 0, pot + 2 * last
        self.options[node].append((DROP, self.add(DROPPED, actor, pot, counts)))
        if made:
            self.options[node].append((CALL, self.draw(matched) if before else self.add(SHOWN, 0, matched, counts)))
        if made < (self.settings.first_bets if before else self.settings.second_bets):
            for size in self.sizes(matched, before):
                self.options[node].append((size, self.bets(1 - actor, matched, size, made + 1, counts)))
        return node

    def sizes(self, pot: int, before: bool) -> list[int]:
        shares = self.settings.first_shares if before else self.settings.second_shares
        return sorted({min(self.rules.max_bet, max(1, round(share * pot))) for share in shares})

    def draw(self, pot: int) -> int:
        node = self.add(DRAW, 0, pot, (-1, -1))
        counts = range(self.rules.max_replaced + 1)
        for first, second in itertools.product(counts, counts):
            self.options[node].append((0, self.bets(0, pot, 0, 0, (first, second))))
        return node

    def tree(self) -> BetTree:
        kind, actor, pot, *replaced = (np.array(column) for column in zip(*self.nodes, strict=True))
        counts = np.stack(replaced, axis=1)
        actions = np.array([len(options) for options in self.options])
        flat = list(itertools.chain.from_iterable(self.options))
        width = np.where(counts[:, 0] < 0, self.groups[0], self.groups[1])
        numbers = np.where(kind == DECIDE, actions * width, 0)
        return BetTree(
            kind.astype(np.int8),
            actor.astype(np.int8),
            (np.cumsum(actions) - actions).astype(np.int32),
            actions.astype(np.int8),
            np.array([child for _, child in flat], dtype=np.int32),
            np.array([label for label, _ in flat], dtype=np.int8),
            (np.cumsum(numbers) - numbers).astype(np.int32),
            width.astype(np.int8),
            counts.astype(np.int8),
            pot.astype(np.int32),
            int(numbers.sum()),
        )


def build_tree(rules: DrawPokerRules, settings: BetSettings, groups: tuple[int, int]) -> BetTree:
    """The tree, for so many groups of hands before and after the draw."""
    builder = _Builder(rules, settings, groups)
    builder.bets(0, 2 * rules.ante, 0, 0, (-1, -1))
    return builder.tree()
