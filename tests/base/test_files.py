"""Files are whole or absent, texts are canonical, and every complaint names the place."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelore.base import files
from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import (
    cache_folder,
    digest,
    parse_json,
    parse_toml,
    read_text,
    to_json,
    to_toml,
    write_bytes,
    write_folder,
    write_text,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_json_reads_back_and_has_one_form(value: object) -> None:
    text = to_json(value)
    assert parse_json(text, "here") == value
    assert to_json(parse_json(text, "here")) == text
    assert "\n" not in text


def test_the_order_of_keys_does_not_matter_and_nan_is_refused() -> None:
    assert to_json({"b": 1, "a": [1, 2]}) == to_json({"a": [1, 2], "b": 1}) == '{"a":[1,2],"b":1}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        to_json(float("nan"))


@settings(max_examples=10)  # each one waits for the disk
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_text_is_written_as_it_is(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("texts") / "deep" / "file.txt"
    write_text(path, text)
    assert path.read_bytes() == text.encode()
    assert [p.name for p in path.parent.iterdir()] == ["file.txt"]


def test_a_write_that_fails_leaves_the_old_file_and_no_rubbish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    write_text(path, "old")

    def fail(handle: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_bytes(path, b"new")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["file.txt"]


def test_a_folder_is_replaced_whole_and_never_mixed(tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    write_folder(folder, {"a.txt": "1", "b.txt": "2"})
    write_folder(folder, {"b.txt": "3", "c.txt": "4"})
    assert {p.name: p.read_text() for p in folder.iterdir()} == {"b.txt": "3", "c.txt": "4"}
    assert [p.name for p in tmp_path.iterdir()] == ["agent"]


def test_a_folder_that_cannot_be_finished_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "agent"
    write_folder(folder, {"a.txt": "1"})

    def fail(path: Path, text: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files, "write_text", fail)
    with pytest.raises(KeyboardInterrupt):
        write_folder(folder, {"b.txt": "2"})
    assert {p.name: p.read_text() for p in folder.iterdir()} == {"a.txt": "1"}
    assert [p.name for p in tmp_path.iterdir()] == ["agent"]


def test_files_can_be_read_by_everybody(tmp_path: Path) -> None:
    write_folder(tmp_path / "agent", {"a.txt": "1"})
    assert (tmp_path / "agent" / "a.txt").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "agent").stat().st_mode & 0o777 == 0o755


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(GameloreError, match=r"none\.txt: no such file"):
        read_text(tmp_path / "none.txt")
    with pytest.raises(GameloreError, match="is a folder, not a file"):
        read_text(tmp_path)
    (tmp_path / "bytes").write_bytes(b"ok\xff")
    with pytest.raises(DamagedFile, match=r"not UTF-8 text \(byte 2\)"):
        read_text(tmp_path / "bytes")


def test_what_is_endless_or_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    for endless in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(GameloreError, match=f"{endless}: is no plain file"):
            read_text(endless)
    monkeypatch.setattr(files, "MOST_BYTES", 4)
    (tmp_path / "text").write_text("four")
    assert read_text(tmp_path / "text") == "four"
    (tmp_path / "text").write_text("fifth")
    with pytest.raises(GameloreError, match="more than any text of ours"):
        read_text(tmp_path / "text")


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e400", '{"a": [-1e999]}'])
def test_what_is_not_a_number_is_not_taken_as_one(text: str) -> None:
    with pytest.raises(DamagedFile, match=r"here: .* is not a number"):
        parse_json(text, "here")


def test_bad_json_and_toml_name_the_place() -> None:
    with pytest.raises(DamagedFile, match=r"records\.jsonl:1:6: Expecting value"):
        parse_json('{"a":}', "records.jsonl")
    with pytest.raises(DamagedFile, match=r"agent\.toml: .*line 2"):
        parse_toml("a = 1\nb = = 2\n", "agent.toml")


def test_toml_keeps_the_order_of_its_keys() -> None:
    value = {"version": 1, "name": "x", "inner": {"b": [1, 2], "a": True}}
    assert parse_toml(to_toml(value), "here") == value
    assert to_toml(value).index("version") < to_toml(value).index("name")


def test_a_digest_is_the_sha256_of_the_bytes() -> None:
    assert digest("é") == digest("é".encode()) == hashlib.sha256("é".encode()).hexdigest()


def test_the_cache_folder_can_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMELORE_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("GAMELORE_CACHE")
    assert cache_folder().name == "gamelore"
