"""A Feature is a named measure of what a seat can see, with its range, its categories and one sentence.

`about` is a hypothesis (a trump suit, an action), `memory` what the seat remembers of this opponent. The degree is
Carberry's: 0 for what is read off the view, one more than its highest ingredient for what is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gamelore.base.errors import UnknownName
from gamelore.games.core import AnyView

Measure = Callable[[AnyView, Any, Mapping[str, Any] | None], float]


@dataclass(frozen=True, slots=True)
class Feature:
    """One measure. `categories` are the ordered names of its values where it has few."""

    name: str
    sentence: str
    measure_with: Measure
    low: float = 0.0
    high: float = 1.0
    categories: tuple[str, ...] = ()
    degree: int = 0

    def measure(self, view: AnyView, about: Any = None, memory: Mapping[str, Any] | None = None) -> float:
        """The value for a view, a hypothesis and what is remembered."""
        return self.measure_with(view, about, memory)


_FEATURES: dict[str, dict[str, Feature]] = {}


def register_feature(game: str, feature: Feature) -> Feature:
    """Make a feature known for a game."""
    known = _FEATURES.setdefault(game, {})
    if feature.name in known:
        raise ValueError(f"feature '{feature.name}' of {game} is registered twice")
    known[feature.name] = feature
    return feature


def features_of(game: str) -> Mapping[str, Feature]:
    """All features of a game by name, in the order of registration; none is no error."""
    return dict(_FEATURES.get(game, {}))


def feature(game: str, name: str) -> Feature:
    """One feature of a game."""
    known = features_of(game)
    if name not in known:
        raise UnknownName(f"feature of {game}", name, known)
    return known[name]
