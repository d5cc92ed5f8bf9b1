"""Files are whole or absent, texts are canonical, and every complaint names the place."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelore.base import files
from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import (
    append_line,
    digest,
    parse_json,
    parse_toml,
    read_text,
    real_path,
    to_json,
    to_toml,
    write_bytes,
    write_text,
)

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-files.LARGEST, files.LARGEST)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=6,
)


@settings(max_examples=30)
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


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(GameloreError, match=r"none\.txt: no such file"):
        read_text(tmp_path / "none.txt")
    with pytest.raises(GameloreError, match="is a folder, not a file"):
        read_text(tmp_path)
    (tmp_path / "bytes").write_bytes(b"ok\xff")
    with pytest.raises(DamagedFile, match=r"not UTF-8 text \(byte 2\)"):
        read_text(tmp_path / "bytes")


def test_a_mark_of_the_byte_order_is_no_part_of_a_text(tmp_path: Path) -> None:
    path, mark = tmp_path / "text", b"\xef\xbb\xbf"
    for data, text in ((b"{}", "{}"), (mark + b"{}", "{}"), (mark, ""), (mark + mark + b"a", "\ufeffa")):
        path.write_bytes(data)
        assert read_text(path) == text
    path.write_bytes(b"a" + mark)
    assert read_text(path) == "a\ufeff", "only at the beginning"
    with pytest.raises(DamagedFile):
        parse_json(read_text(path), "here")
    path.write_bytes(mark + b"ok\xff")
    with pytest.raises(DamagedFile, match=r"not UTF-8 text \(byte 5\)"):
        read_text(path)


def test_a_path_without_links_is_found_whether_or_not_something_stands_there(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    assert real_path(tmp_path / "link" / "x") == (tmp_path / "folder" / "x").resolve()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for loop in (tmp_path / "loop", tmp_path / "loop" / "x"):
        with pytest.raises(GameloreError, match=f"^{loop}: a link that leads back to itself$"):
            real_path(loop)
    with pytest.raises(GameloreError, match="not the name of a file"):
        real_path(Path("a\0b"))
    with pytest.raises(GameloreError, match="longer than any name of a file"):
        real_path(Path("/".join(["a"] * 200_000)))


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


@pytest.mark.parametrize("text", ["9" * 40, f"[1, -{2**63}]", "9" * 4400])
def test_a_whole_number_that_no_array_holds_is_refused(text: str) -> None:
    for parse in (parse_json, lambda text, where: parse_toml(f"a = {text}", where)):
        with pytest.raises(DamagedFile, match="here: "):
            parse(text, "here")


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


def test_what_a_killed_writer_left_is_swept_and_what_another_one_writes_is_not(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    (tmp_path / ".file.txt.new-killed").write_text("half")
    (tmp_path / ".other.txt.new-killed").write_text("half")
    with files.writing(path) as outer:
        outer.write(b"outer")
        write_text(path, "inner")
        assert len(files.unfinished(path)) == 1, "the outer one is still at work"
    assert path.read_text() == "outer"
    assert sorted(p.name for p in tmp_path.iterdir()) == [".other.txt.new-killed", "file.txt"]


def test_a_full_disk_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: .*file\.txt"):
        write_text(tmp_path / "file.txt", "new")
    with pytest.raises(OSError, match=r"No space left on device: .*lines\.txt"):
        append_line(tmp_path / "lines.txt", "new")
    assert (tmp_path / "lines.txt").read_text() == ""


def test_the_folder_of_a_file_is_synced_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    sync = os.fsync

    def note(handle: int) -> None:
        synced.append(os.path.basename(os.readlink(f"/proc/self/fd/{handle}")).partition(".new-")[0])
        sync(handle)

    monkeypatch.setattr(os, "fsync", note)
    write_text(tmp_path / "made" / "file.txt", "text")
    assert synced == [tmp_path.name, ".file.txt", "made"]


def test_lines_are_appended_whole_and_a_torn_one_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "made" / "lines.jsonl"
    assert not append_line(path, "one")
    assert not append_line(path, "two")
    with path.open("a") as file:
        file.write("x" * 10_000)
    assert append_line(path, "three")
    assert path.read_text() == "one\ntwo\nthree\n"
    path.write_text("torn")
    assert append_line(path, "new")
    assert path.read_text() == "new\n"
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(GameloreError, match="is no plain file"):
        append_line(tmp_path / "pipe", "line")


@pytest.mark.parametrize("parse", [parse_json, parse_toml])
def test_what_is_nested_too_deeply_or_too_long_is_refused(parse: Callable[[str, str], Any]) -> None:
    key = "" if parse is parse_json else "a = "
    for depth in (33, 900, 100_000):
        with pytest.raises(DamagedFile, match="here: nested too deeply"):
            parse(f"{key}{'[' * depth}{']' * depth}", "here")
    parse(f"{key}{'[' * 30}{']' * 30}", "here")
    with pytest.raises(DamagedFile, match="here: 17000000 characters are more than any"):
        parse("#" * 17_000_000, "here")


@pytest.mark.parametrize("text", ["{} = 1", "[{}]", "a = {{ {} = 1 }}", "b = 1\n[[a.{}]]\nc = 2"])
@pytest.mark.timeout(5)
def test_a_key_of_very_many_parts_is_refused_before_it_takes_seconds(text: str) -> None:
    with pytest.raises(DamagedFile, match="here: nested too deeply, a key of more than 200 parts"):
        parse_toml(text.format(".".join("a" * 30_000)), "here")
    numbers = parse_toml("a = [" + "1.5, " * 300 + "]\n# " + "." * 150, "here")
    assert len(numbers["a"]) == 300


def test_a_name_that_no_file_can_have_is_one_sentence() -> None:
    with pytest.raises(GameloreError, match=r"^a\\x00b: not the name of a file$"):
        read_text(Path("a\0b"))


@pytest.mark.parametrize("text", ["a = nan", "a = inf", "a = [1, -inf]", "a = 1e999"])
def test_toml_has_no_infinite_numbers(text: str) -> None:
    with pytest.raises(DamagedFile, match=r"here: .* is not a number"):
        parse_toml(text, "here")
