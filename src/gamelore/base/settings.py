"""Settings are frozen dataclasses: every number that a source leaves open has a name, a default and a check.

Presets are values of such a class under the name of a source variant (`p96`, `s98`, `l03`, `faithful`). Settings
come from files and from `--set name=value` on the command line; both go through the same door. A setting may be such
a dataclass itself: a table in a file, `--set patterns.least_odds=3` on the command line.

A number says between which bounds it lies: `Annotated[int, Within(0, 100)]`, checked by `check_ranges` wherever such a
value is made. The bounds are chosen so that no setting makes the program take more than `MOST_MEMORY`.

What was a setting once and is a constant now stands in the class attribute `gone`, by name with its value: a file of an
earlier version that has that value still loads, any other value is refused.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.files import LARGEST

T = TypeVar("T")

MOST_MEMORY = 2**30
"""The bytes that a setting may cost at most; what would need more is outside its bounds."""


@dataclass(frozen=True, slots=True)
class Within:
    """The bounds of a number, both included."""

    low: float
    high: float

    def __str__(self) -> str:
        low, high = (f"{int(bound)}" if float(bound).is_integer() else f"{bound:g}" for bound in (self.low, self.high))
        return f"{low} and {high}"


Share = Annotated[float, Within(0.0, 1.0)]


def check_ranges(settings: object) -> None:
    """Refuse a value of settings with a number outside the bounds that its class declares."""
    kind: Any = type(settings)
    for name, bounds in _ranges(kind):
        found = getattr(settings, name)
        for value in found if isinstance(found, tuple) else () if found is None else (found,):
            if not bounds.low <= value <= bounds.high:
                raise ValueError(f"{name} lies between {bounds}, not {value!r:.40}")


@functools.cache
def _ranges(kind: type) -> tuple[tuple[str, Within], ...]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return tuple((field.name, bounds) for field in dataclasses.fields(kind) for bounds in bounds_of(hints[field.name]))


def bounds_of(kind: Any) -> Iterator[Within]:
    """The bounds that a type declares, wherever in it they stand."""
    yield from (part for part in getattr(kind, "__metadata__", ()) if isinstance(part, Within))
    for part in typing.get_args(kind):
        if not isinstance(part, str):
            yield from bounds_of(part)


def settings_to_mapping(settings: object) -> dict[str, object]:
    """Plain values for a TOML file; settings that are None are left out."""
    if not dataclasses.is_dataclass(settings) or isinstance(settings, type):
        raise TypeError(f"{settings!r} is not a settings value")
    values = {field.name: getattr(settings, field.name) for field in dataclasses.fields(settings)}
    return {k: _plain(v) for k, v in values.items() if v is not None}


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value):
        return settings_to_mapping(value)
    return list(value) if isinstance(value, tuple) else value


def settings_from_mapping(base: T, values: Mapping[str, object], where: str) -> T:
    """`base` with some values replaced, each checked by name and by type; what is `gone` must be what it is now."""
    kinds, gone = _kinds(base), _gone(base)
    changes: dict[str, Any] = {}
    for name, value in values.items():
        if name in gone:
            continue
        if name not in kinds:
            raise UnknownName("setting", name, kinds, where)
        inner = getattr(base, name)
        if dataclasses.is_dataclass(inner) and isinstance(value, Mapping):
            changes[name] = settings_from_mapping(inner, value, f"{where}: {name}")
        elif dataclasses.is_dataclass(inner) and isinstance(value, type(inner)):
            changes[name] = value
        else:
            changes[name] = convert(kinds[name], value, f"{where}: setting '{name}'")
    try:
        found = dataclasses.replace(base, **changes)  # type: ignore[type-var]
    except ValueError as error:
        raise BadSetting(f"{where}: {error}") from None
    for name, former in values.items():
        if name in gone:
            now = gone[name]
            _check_gone(name, now(found) if callable(now) else now, former, where)
    return found


def _kinds(settings: object) -> dict[str, Any]:
    """The type of each setting."""
    hints = typing.get_type_hints(type(settings))
    return {field.name: hints[field.name] for field in dataclasses.fields(settings)}  # type: ignore[arg-type]


def _gone(settings: object) -> Mapping[str, object | Callable[[Any], object]]:
    """Former settings with the value that each has now; a function tells it from the settings that are left."""
    gone: Mapping[str, object] = getattr(settings, "gone", {})
    return gone


def _check_gone(name: str, now: object, former: object, where: str) -> None:
    if isinstance(now, Mapping) and isinstance(former, Mapping):
        for inner, value in former.items():
            _check_gone(f"{name}.{inner}", now.get(inner), value, where)
    elif _plain(now) != _plain(former):
        raise BadSetting(f"{where}: '{name}' is no longer a setting: it is {_plain(now)!r}, not {former!r}")


def settings_from_texts(base: T, texts: Mapping[str, str], where: str) -> T:
    """The same for texts as typed on a command line."""
    kinds = _kinds(base)
    values: dict[str, object] = {}
    within: dict[str, dict[str, str]] = {}
    for name, text in texts.items():
        outer, dot, rest = name.partition(".")
        if dot and outer in kinds and dataclasses.is_dataclass(getattr(base, outer)):
            within.setdefault(outer, {})[rest] = text
        elif name not in kinds:
            raise UnknownName("setting", name, kinds, where)
        else:
            values[name] = _from_text(kinds[name], text, f"{where}: setting '{name}'")
    for outer, inner in within.items():
        values[outer] = settings_from_texts(getattr(base, outer), inner, f"{where}: {outer}")
    return settings_from_mapping(base, values, where)


def _options(kind: Any) -> list[Any]:
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
        return list(typing.get_args(kind))
    return [kind]


def convert(kind: Any, value: object, where: str) -> object:
    """A plain value as one of a type; any other value is refused with what was expected."""
    for option in _options(kind):
        origin, arguments = typing.get_origin(option), typing.get_args(option)
        if origin is typing.Literal and value in arguments:
            return value
        if origin is Mapping and isinstance(value, Mapping):
            return dict(value)
        if origin is tuple and isinstance(value, list | tuple):
            return tuple(convert(arguments[0], v, where) for v in value)
        if option is float and isinstance(value, int | float) and not isinstance(value, bool):
            return _finite(value, where)
        if option is int and type(value) is int and abs(value) > LARGEST:
            raise BadSetting(f"{where}: {value!r:.40} is more than any number may be")
        if option is type(None) and value is None:
            return None
        if isinstance(option, type) and origin is None and type(value) is option:
            return value
    expected = " or ".join(_say(option) for option in _options(kind))
    raise BadSetting(f"{where}: expected {expected}, found {value!r:.60}")


def _finite(value: float, where: str) -> float:
    """A number that is one."""
    if abs(value) > LARGEST or not math.isfinite(value):
        raise BadSetting(f"{where}: expected a number of ordinary size, found {value!r:.40}")
    return float(value)


def _say(kind: Any) -> str:
    if typing.get_origin(kind) is typing.Literal:
        return "one of " + ", ".join(repr(a) for a in typing.get_args(kind))
    if typing.get_origin(kind) is Mapping:
        return "a table"
    return getattr(kind, "__name__", str(kind))


def _from_text(kind: Any, text: str, where: str) -> object:
    for option in _options(kind):
        origin = typing.get_origin(option)
        if origin is typing.Literal:
            for value in typing.get_args(option):
                if str(value) == text:
                    return value
        elif origin is tuple:
            inner = typing.get_args(option)[0]
            return tuple(_from_text(inner, part.strip(), where) for part in text.split(",") if part.strip())
        elif option is bool and text.lower() in ("true", "false", "yes", "no", "on", "off"):
            return text.lower() in ("true", "yes", "on")
        elif option is type(None) and text.lower() == "none":
            return None
        elif option in (int, float):
            try:
                return convert(option, option(text), where)
            except ValueError:
                continue
        elif option is str:
            return text
    expected = " or ".join(_say(option) for option in _options(kind))
    raise BadSetting(f"{where}: expected {expected}, found '{text}'")


def whole_number(value: object, what: str, least: int = 0) -> int:
    """A whole number that somebody gave, refused in one sentence if it is none."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise BadSetting(f"{what} is a whole number from {least} on, not {value!r:.60}")
    return value
