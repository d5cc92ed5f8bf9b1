"""Rows and small pieces of HTML."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gamelore.base.errors import BadSetting
from gamelore.base.notebook import list_html, picture, table_html, text_html, to_rows
from gamelore.base.stats import Interval


@dataclass
class _Pair:
    figure: Interval
    names: tuple[str, ...]


def test_what_is_nested_becomes_columns() -> None:
    pair = _Pair(Interval(1.0, 0.5, 1.5), ("a", "b"))
    row = {"figure": 1.0, "figure_low": 0.5, "figure_high": 1.5, "names_0": "a", "names_1": "b"}
    assert to_rows(pair) == to_rows([pair]) == [row]
    assert to_rows({"one": pair}) == [{"name": "one", **row}]
    assert to_rows([{"x": {"y": None, "z": object}}])[0]["x_z"] == str(object)


@pytest.mark.parametrize("wrong", [3, "text", b"bytes", None, [3], {"a": 3}, [_Pair]])
def test_what_has_no_parts_makes_no_rows(wrong: object) -> None:
    with pytest.raises(BadSetting, match="made of"):
        to_rows(wrong)


def test_every_text_is_escaped() -> None:
    told = table_html([{"<a>": "<b>"}], "<c>") + list_html("<d>", ["<e>"]) + text_html("<f>") + table_html([], "<g>")
    assert not any(f"<{letter}>" in told for letter in "acdefg")
    assert all(f"&lt;{letter}&gt;" in told for letter in "abcdefg")


def test_what_draws_nothing_is_shown_as_its_text() -> None:
    assert "&lt;3" in picture("<3")
