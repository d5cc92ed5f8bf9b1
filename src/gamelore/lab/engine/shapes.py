"""The form that a result must have, as data: what a run file holds is not believed before it was held against it.

A shape is a function that refuses a value with one sentence about where it stands and what was expected. Shapes are put
together from few: whole numbers, numbers, texts, tables with fixed keys or with any, lists.

>>> score = keys({"wins": count(), "losses": count()}, law=lambda s: s["wins"] + s["losses"] == 50, says="50 contests")
>>> score({"wins": 40, "losses": 10}, "run 1")
>>> score({"wins": 45, "losses": 10}, "run 1")
Traceback (most recent call last):
gamelore.base.errors.DamagedFile: run 1: not 50 contests
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from gamelore.base.errors import DamagedFile

Shape = Callable[[Any, str], None]
"""Refuses a value that does not have the form; the text says where it stands."""


def count(most: int | None = None) -> Shape:
    """A whole number from 0, up to `most`."""

    def hold(value: Any, where: str) -> None:
        if type(value) is not int or value < 0 or (most is not None and value > most):
            raise _not(f"a whole number from 0{'' if most is None else f' to {most}'}", value, where)

    return hold


def real(least: float = -math.inf, most: float = math.inf) -> Shape:
    """A finite number between two bounds."""

    def hold(value: Any, where: str) -> None:
        if type(value) not in (int, float) or not math.isfinite(value) or not least <= value <= most:
            raise _not("a number" if least == -most == -math.inf else f"from {least:g} to {most:g}", value, where)

    return hold


def text(pattern: str) -> Shape:
    """A text that a pattern matches whole."""

    def hold(value: Any, where: str) -> None:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise _not(f"a text like {pattern}", value, where)

    return hold


def truth(value: Any, where: str) -> None:
    """True or false."""
    if not isinstance(value, bool):
        raise _not("true or false", value, where)


def maybe(shape: Shape) -> Shape:
    """Nothing, or a value of a shape."""

    def hold(value: Any, where: str) -> None:
        if value is not None:
            shape(value, where)

    return hold


def listed(shape: Shape, length: int) -> Shape:
    """A list of so many values of a shape."""

    def hold(value: Any, where: str) -> None:
        if not isinstance(value, list) or len(value) != length:
            raise _not(f"a list of {length} values", value, where)
        for place, one in enumerate(value, start=1):
            shape(one, f"{where}.{place}")

    return hold


def each(shape: Shape, needed: Mapping[str, Shape] | None = None) -> Shape:
    """A table with any keys, all values of a shape; what is `needed` must be there and has a shape of its own."""
    fixed = needed or {}

    def hold(value: Any, where: str) -> None:
        for name in fixed:
            if name not in _table(value, where):
                raise DamagedFile(f"{where}: '{name}' is missing")
        for name, one in _table(value, where).items():
            fixed.get(name, shape)(one, f"{where}: {name}")

    return hold


def keys(
    needed: Mapping[str, Shape],
    law: Callable[[Any], bool] | None = None,
    says: str = "",
) -> Shape:
    """A table with just these keys; then a law that binds them, with what it says."""

    def refuse(value: Any, where: str) -> None:
        raise DamagedFile(f"{where}: not known")

    whole = each(refuse, needed)

    def hold(value: Any, where: str) -> None:
        whole(value, where)
        if law is not None and not law(value):
            raise DamagedFile(f"{where}: not {says}")

    return hold


FIGURES = each(real())
"""Figures by name: what most kinds of experiment give."""
PERCENT = real(0, 100)


def _table(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _not("a table", value, where)
    return value


def _not(expected: str, value: Any, where: str) -> DamagedFile:
    return DamagedFile(f"{where}: expected {expected}, found {value!r:.40}")
