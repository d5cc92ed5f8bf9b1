"""How strongly equal decisions cluster, estimated by asking: how many rules a task needs, and which K suits it.

Waterman (1968, p74-76 and p166-168) views a trainer as a decision for every point of a space. Learning is fast where
equal decisions lie together: the number of rules is about the number of clusters, the best K about their mean width.
We sample points and walk from each along every axis until the decision changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from gamelore.learners.rules.language.definitions import Variable

Decide = Callable[[Mapping[str, float]], str]


@dataclass(frozen=True, slots=True)
class Clustering:
    """What a sample of the decision space says."""

    widths: Mapping[str, float]
    """For each variable, how far one can go on average, both ways together, before the decision changes."""
    clusters: int
    """How many groups of sampled points are joined by straight walks of one decision."""

    @property
    def largest_change(self) -> float:
        """The K that the widths suggest: half of the narrowest mean width, at least 1."""
        return max(1.0, min(self.widths.values()) / 2)


def estimate_clusters(
    decide: Decide, points: Sequence[Mapping[str, float]], variables: Sequence[Variable], reach: int = 20
) -> Clustering:
    """Ask for the decision at every point and along every axis from it, up to `reach` steps each way."""
    lengths: dict[str, list[int]] = {variable.name: [] for variable in variables}
    decisions = [decide(point) for point in points]
    for point, decision in zip(points, decisions, strict=True):
        for variable in variables:
            lengths[variable.name].append(
                1 + sum(_walk(decide, point, decision, variable, step, reach) for step in (-1, 1))
            )
    widths = {name: mean(found) for name, found in lengths.items()}
    return Clustering(widths, _groups(decide, points, decisions, [variable.name for variable in variables]))


def _walk(decide: Decide, point: Mapping[str, float], decision: str, variable: Variable, step: int, reach: int) -> int:
    low = float("-inf") if variable.lowest is None else variable.lowest
    high = float("inf") if variable.highest is None else variable.highest
    for count in range(1, reach + 1):
        value = point[variable.name] + step * count
        if not low <= value <= high or decide({**point, variable.name: value}) != decision:
            return count - 1
    return reach


def _groups(
    decide: Decide, points: Sequence[Mapping[str, float]], decisions: Sequence[str], names: Sequence[str]
) -> int:
    """Points of one decision belong together if the points half-way between them have it too."""
    parent = list(range(len(points)))

    def root(index: int) -> int:
        while parent[index] != index:
            index = parent[index]
        return index

    for i in range(len(points)):
        for j in range(i):
            if decisions[i] == decisions[j] and root(i) != root(j):
                between = {**points[i]}
                same = True
                for quarter in (1, 2, 3):
                    for name in names:
                        between[name] = round(points[i][name] + (points[j][name] - points[i][name]) * quarter / 4)
                    same = same and decide(between) == decisions[i]
                if same:
                    parent[root(i)] = root(j)
    return sum(root(i) == i for i in range(len(points)))
