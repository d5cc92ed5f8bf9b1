"""Ways to damage and to forge files of JSON."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

OTHERS: tuple[Any, ...] = (None, True, 7, 1.5, "x", [], {}, [7], {"x": 7})
"""A value of each JSON type, and of each container something."""

Place = tuple[str | int, ...]


def places(content: Any, at: Place = ()) -> Iterator[Place]:
    """Every place of a JSON value, the outermost first."""
    yield at
    inner = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, value in inner:
        yield from places(value, (*at, key))


def value_at(content: Any, place: Place) -> Any:
    for key in place:
        content = content[key]
    return content


def with_value(content: Any, place: Place, value: Any) -> Any:
    """A copy with another value at a place."""
    if not place:
        return value
    changed = copy.deepcopy(content)
    value_at(changed, place[:-1])[place[-1]] = value
    return changed


def without(content: Any, place: Place) -> Any:
    """A copy without what stands at a place."""
    changed = copy.deepcopy(content)
    del value_at(changed, place[:-1])[place[-1]]
    return changed


def wrong_types(content: Any) -> Iterator[tuple[Place, Any]]:
    """Every place with a value of every other JSON type there, and 1.5 where a whole number stands."""
    for place in places(content):
        found = value_at(content, place)
        for other in OTHERS:
            if json_type(other) != json_type(found) or (type(found) is int and other == 1.5):
                yield place, with_value(content, place, other)


def json_type(value: Any) -> str:
    return "number" if type(value) in (int, float) else type(value).__name__
