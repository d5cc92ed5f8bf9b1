"""Layered learning: a whole batch is learned at one level before the next level sees it (Carberry, chapter 3).

In a hierarchy that learns all levels at once, the upper tables fill while the lower categories still mean nothing.
A layer is a batch of instances: its tallies go into the deepest tables, those are categorized, the batch is
abstracted through them to the next level, and so on up to the general goal. Tallies last from layer to layer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.learners.signatures.settings import TreeSettings
from gamelore.learners.signatures.signature_tables import TableTree

RECATEGORIZE_EVERY = 50
"""Without layers: after how many instances the categories are drawn again."""


@dataclass(frozen=True, slots=True)
class Teaching:
    """Instances in the order of teaching: measured values, and how each is to be reinforced."""

    parameters: Mapping[str, Ints]
    kinds: Ints
    up: Floats
    down: Floats
    lesson: Ints
    """The lesson an instance belongs to, rising; a layer never cuts a lesson in two."""

    def __len__(self) -> int:
        return int(self.kinds.size)

    def part(self, rows: slice) -> Teaching:
        """Some of the instances, in the same order."""
        measured = {name: values[rows] for name, values in self.parameters.items()}
        return Teaching(measured, self.kinds[rows], self.up[rows], self.down[rows], self.lesson[rows])

    def layers(self, size: int) -> Iterator[Teaching]:
        """Batches of `size` lessons, the last one perhaps shorter."""
        lessons = np.unique(self.lesson)
        for first in range(0, lessons.size, size):
            begin = int(np.searchsorted(self.lesson, lessons[first]))
            end = len(self)
            if first + size < lessons.size:
                end = int(np.searchsorted(self.lesson, lessons[first + size]))
            yield self.part(slice(begin, end))


def learn(tables: TableTree, teaching: Teaching, settings: TreeSettings) -> None:
    """Learn everything, in layers of the set size or without layers."""
    if settings.layer_size:
        for layer in teaching.layers(settings.layer_size):
            learn_layer(tables, layer, settings)
    else:
        learn_at_once(tables, teaching, settings)


def learn_layer(tables: TableTree, layer: Teaching, settings: TreeSettings) -> None:
    """One layer, level by level from the deepest, each level categorized before the next is reinforced."""
    values = dict(layer.parameters)
    for level in tables.tree.levels():
        for goal in level:
            table, places = tables.tables[goal.name], goal.arguments(values)
            table.reinforce(places, layer.kinds, layer.up, layer.down)
            table.recategorize(settings)
            values[goal.name] = table.category[places]


def learn_at_once(tables: TableTree, teaching: Teaching, settings: TreeSettings) -> None:
    """Push each instance up the whole tree under the categories of the moment, redrawn only now and then."""
    for start in range(0, len(teaching), RECATEGORIZE_EVERY):
        part = teaching.part(slice(start, start + RECATEGORIZE_EVERY))
        places = tables.evaluate(part.parameters).places
        for name, table in tables.tables.items():
            table.reinforce(places[name], part.kinds, part.up, part.down)
        tables.recategorize(settings)
