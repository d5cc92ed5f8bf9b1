"""What a notebook makes of our values: rows for a data frame, and small pieces of HTML.

The HTML is complete in itself and takes its colours from the page around it, so that it can be read on light and on
dark paper. All text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from html import escape
from typing import Any

from gamelore.base.errors import BadSetting
from gamelore.base.stats import Interval

Row = dict[str, Any]
"""One line of a table: plain values by the name of their column."""

_CELL = 'style="text-align:left;padding:.15em .8em;border-bottom:1px solid rgba(128,128,128,.4)"'


def to_rows(things: Any) -> list[Row]:
    """Flat rows of anything that a data frame could be made of: records, scores by name, points of a curve, results.

    A value says itself what its row is (`to_row`), or its fields are the columns. What stands under a name has the name
    in its first column; of an interval the mean stands under its own name, its bounds beside it.

    >>> to_rows({"novice": {"won": 3, "lost": [1, 0]}})
    [{'name': 'novice', 'won': 3, 'lost_0': 1, 'lost_1': 0}]
    >>> to_rows([(20, 51.5), (40, 80.0)])
    [{'0': 20, '1': 51.5}, {'0': 40, '1': 80.0}]
    """
    if hasattr(things, "to_rows"):
        rows: list[Row] = things.to_rows()
        return rows
    if hasattr(things, "to_row") or is_dataclass(things):
        return [_row(things)]
    if isinstance(things, Mapping):
        return [{"name": name, **_row(thing)} for name, thing in things.items()]
    if isinstance(things, Iterable) and not isinstance(things, str | bytes):
        return [_row(thing) for thing in things]
    raise BadSetting(f"rows are made of records, scores, points or results, not of {things!r:.60}")


def _row(thing: Any) -> Row:
    if hasattr(thing, "to_row"):
        row: Row = thing.to_row()
        return row
    if isinstance(thing, type) or not (isinstance(thing, Mapping | tuple | list) or is_dataclass(thing)):
        raise BadSetting(f"a row is made of something that has parts, not of {thing!r:.60}")
    return dict(_flat("", thing))


def _flat(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The plain values within a value, each by the way to it."""
    if isinstance(value, Interval):
        yield from ((name, value.mean), (f"{name}_low", value.low), (f"{name}_high", value.high))
        return
    inside: Iterable[tuple[Any, Any]]
    if is_dataclass(value) and not isinstance(value, type):
        inside = [(field.name, getattr(value, field.name)) for field in fields(value)]
    elif isinstance(value, Mapping):
        inside = value.items()
    elif isinstance(value, list | tuple):
        inside = enumerate(value)
    else:
        yield name, value if value is None or isinstance(value, bool | int | float | str) else str(value)
        return
    for part, held in inside:
        yield from _flat(f"{name}_{part}" if name else str(part), held)


def table_html(rows: Sequence[Mapping[str, object]], caption: str = "") -> str:
    """Rows as a table; the first one has all columns."""
    if not rows:
        return f"<p>{escape(caption)}</p>"
    head = "".join(f"<th {_CELL}>{escape(str(name))}</th>" for name in rows[0])
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    cells = [[escape(str(row.get(name, ""))) for name in rows[0]] for row in rows]
    body = "".join("<tr>" + "".join(f"<td {_CELL}>{cell}</td>" for cell in line) + "</tr>" for line in cells)
    return (
        f'<table style="border-collapse:collapse;color:inherit">{told}<thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def list_html(title: str, sentences: Iterable[str]) -> str:
    """Sentences under a title."""
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f'<div style="color:inherit"><strong>{escape(title)}</strong><ul>{items}</ul></div>'


def text_html(text: str) -> str:
    """A text of several lines as it stands."""
    return f'<pre style="color:inherit;background:none;white-space:pre-wrap">{escape(text)}</pre>'


def picture(thing: object) -> str:
    """How something shows itself: as a picture, as HTML, or else as its text."""
    for name in ("_repr_svg_", "_repr_html_"):
        draw = getattr(thing, name, None)
        if draw is not None:
            return str(draw())
    return text_html(str(thing))
