"""Tables are written and read back; damage is named with its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelore.base.errors import DamagedFile
from gamelore.base.tsv import read_count, read_number, read_table, write_table

HEAD = ("state", "won")
cells = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1)


@given(st.lists(st.tuples(cells, cells)))
def test_what_is_written_is_read_back(rows: list[tuple[str, str]]) -> None:
    text = write_table(HEAD, rows)
    found = list(read_table({"t.tsv": text}, "t.tsv", HEAD, "agent"))
    assert [tuple(row) for _, row in found] == rows
    assert [place for place, _ in found] == [f"agent/t.tsv:{k}" for k in range(2, len(rows) + 2)]


@pytest.mark.parametrize(
    ("texts", "complaint"),
    [
        ({}, r"agent: t\.tsv is missing"),
        ({"t.tsv": ""}, r"agent/t\.tsv:1: expected the columns state, won, found ''"),
        ({"t.tsv": "state\tlost\n"}, r"agent/t\.tsv:1: expected the columns"),
        ({"t.tsv": "state\twon\nX\t1\nX\n"}, r"agent/t\.tsv:3: expected 2 columns, found 1"),
    ],
)
def test_damage_is_named_with_its_place(texts: dict[str, str], complaint: str) -> None:
    with pytest.raises(DamagedFile, match=complaint):
        list(read_table(texts, "t.tsv", HEAD, "agent"))


@pytest.mark.parametrize("text", ["", "-1", "1.5", "x", "²", "9" * 20])
def test_a_count_is_a_whole_number(text: str) -> None:
    with pytest.raises(DamagedFile, match="place: expected a count"):
        read_count(text, "place")
    assert read_count("12", "place", 12) == 12
    with pytest.raises(DamagedFile, match="from 13 on"):
        read_count("12", "place", 13)


@pytest.mark.parametrize("text", ["", "nan", "inf", "1,5"])
def test_a_number_is_finite(text: str) -> None:
    with pytest.raises(DamagedFile, match="place: expected a number"):
        read_number(text, "place")
    assert read_number("-1e3", "place") == -1000
