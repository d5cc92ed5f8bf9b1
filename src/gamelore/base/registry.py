"""Things known by name, imported when they are asked for: games, learners, faculties, runners of tables.

What ships with the package is named as `module:name`. An installed package adds its own by an entry point of the
group. A person may also type `module:name`; a name that was read from a file never imports code that way.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any, Generic, TypeVar

from gamelore.base.errors import NotAvailable, UnknownName

T = TypeVar("T")


def load(place: str) -> Any:
    """What stands at `module:name`."""
    module, _, attribute = place.partition(":")
    return getattr(importlib.import_module(module), attribute)


class Registry(Generic[T]):
    """Named things of one kind."""

    def __init__(self, what: str, shipped: Mapping[str, str], group: str = "") -> None:
        self.what = what
        self.group = group
        self._known: dict[str, T | str] = dict(shipped)

    def register(self, name: str, thing: T) -> None:
        """Make something known under a name."""
        self._known[name] = thing

    def names(self) -> list[str]:
        """Every name, sorted; entry points of installed packages among them."""
        return sorted({*self._known, *self._entry_points()})

    def find(self, name: str, *, where: str = "", typed: bool = False) -> T:
        """What has a name; `typed` if a person typed it, so that it may also be `module:name`."""
        if name not in self._known:
            place = self._entry_points().get(name) or (name if typed and ":" in name else "")
            if not place:
                raise UnknownName(self.what, name, self.names(), where)
            try:
                self._known[name] = load(place)
            except (ImportError, AttributeError) as error:
                raise NotAvailable(f"{self.what} '{name}' cannot be loaded from {place}: {error}") from None
        found = self._known[name]
        if isinstance(found, str):
            found = self._known[name] = load(found)
        return found

    def _entry_points(self) -> dict[str, str]:
        return {entry.name: entry.value for entry in entry_points(group=self.group)} if self.group else {}
