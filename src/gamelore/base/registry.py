"""Things known by name, imported when they are asked for: games, learners, faculties, runners of tables, parts of kits.

What ships with the package is named as `module:name`. An installed package adds its own by an entry point of the
group. A person may also type `module:name` (`Registry.open`); a name that was read from a file is only looked up, so
no file imports code.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from gamelore.base.errors import NotAvailable, UnknownName

T = TypeVar("T")


def load(place: str) -> Any:
    """What stands at `module:name`."""
    module, _, attribute = place.partition(":")
    return getattr(importlib.import_module(module), attribute)


def told(load_it: Callable[[], Any], what: str) -> Any:
    """What somebody else's module makes; whatever it does when it is imported is told in one sentence."""
    try:
        return load_it()
    except Exception as error:
        raise NotAvailable(f"{what} cannot be loaded: {type(error).__name__}: {error}") from error


def load_part(place: str, what: str) -> Any:
    """What stands at the `module:name` of a part."""
    return told(lambda: load(place), f"{what} {place}")


class Late:
    """A module that is imported when something of it is first asked for: kernels cost a second, and help needs none.

    For a type checker import the module itself, under `if TYPE_CHECKING`.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        found = getattr(importlib.import_module(self._module), name)
        setattr(self, name, found)  # the next time it is an attribute like any other
        return found


class Registry(Generic[T]):
    """Named things of one kind."""

    def __init__(self, what: str, shipped: Mapping[str, str], group: str = "") -> None:
        self.what = what
        self.group = group
        self.typed: list[str] = []
        """Every `module:name` of this kind that a person typed; a worker process opens them again."""
        self._shipped = shipped
        self._known: dict[str, T] = {}

    def register(self, name: str, thing: T) -> None:
        """Make something known under a name."""
        self._known[name] = thing

    def names(self) -> list[str]:
        """Every name, sorted; entry points of installed packages among them."""
        return sorted({*self._known, *self._shipped, *self._installed})

    def find(self, name: str, *, where: str = "") -> T:
        """What has a name; what ships with the package comes before what others install."""
        if name not in self._known:
            if name in self._shipped:
                self._known[name] = load(self._shipped[name])
            elif name in self._installed:
                entry = self._installed[name]
                self._known[name] = self._foreign(entry.load, f"'{name}' of the entry point {entry.value}")
            else:
                raise UnknownName(self.what, name, self.names(), where)
        return self._known[name]

    def open(self, place: str) -> T:
        """What stands at a `module:name` that a person typed; the module may stand in the current folder."""
        if os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        return self._foreign(lambda: load(place), place)

    def _foreign(self, load_it: Callable[[], Any], what: str) -> T:
        found: T = told(load_it, f"{self.what} {what}")
        return found

    @cached_property
    def _installed(self) -> dict[str, EntryPoint]:
        return {entry.name: entry for entry in entry_points(group=self.group)} if self.group else {}
