"""Compiled code is loaded only from folders that nobody else can write to, and only as it was written."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from gamelore.base.cache import cache_folder, make_private, require_private
from gamelore.base.errors import NotAvailable

KERNEL = """
import importlib, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import three
print(three.three(1))
kept = list(Path(sys.argv[2]).rglob("*.nbc"))
for bad in sorted(Path(sys.argv[1]).glob("*.bad")):
    kept[0].write_bytes(bad.read_bytes())
    print(importlib.reload(three).three(1), kept[0].read_bytes() != bad.read_bytes())
if kept:
    good = kept[0].read_bytes()
    turned = good[:-1] + bytes([good[-1] ^ 1])
    kept[0].write_bytes(turned)
    print(importlib.reload(three).three(1), kept[0].read_bytes() != turned)
    before = kept[0].stat().st_mtime_ns
    print(importlib.reload(three).three(1), kept[0].stat().st_mtime_ns == before)
    kept[0].parent.chmod(0o777)
    importlib.reload(three).three(1)
"""
SOURCE = """
from gamelore.base.compile import kernel

@kernel
def three(number):
    return number + 2
"""


def test_the_cache_folder_can_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMELORE_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("GAMELORE_CACHE")
    assert cache_folder().name == "gamelore"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GAMELORE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_folders_are_made_for_their_owner_alone(folder: Path) -> None:
    before = os.umask(0o022)
    try:
        make_private(folder / "kernels" / "x")
    finally:
        os.umask(before)
    for made in (folder, folder / "kernels", folder / "kernels" / "x"):
        assert made.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702, 0o1777])
def test_a_folder_that_others_may_write_is_refused(folder: Path, mode: int) -> None:
    make_private(folder)
    folder.chmod(mode)
    with pytest.raises(NotAvailable, match=r"may be written by others \(mode "):
        make_private(folder / "kernels")
    assert not (folder / "kernels").exists()


def test_a_folder_of_somebody_else_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_private(folder)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(NotAvailable, match=r"belongs to user .*, not to you"):
        require_private(folder)


def test_a_folder_that_others_could_exchange_is_refused(folder: Path) -> None:
    make_private(folder)
    folder.parent.chmod(0o777)
    with pytest.raises(NotAvailable, match="can be replaced by others, who may write /"):
        require_private(folder)
    folder.parent.chmod(0o1777)
    require_private(folder)


def test_a_readable_folder_of_ones_own_is_taken(folder: Path) -> None:
    make_private(folder)
    folder.chmod(0o755)
    require_private(folder)


def run(tmp_path: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    (tmp_path / "three.py").write_text(SOURCE)
    return subprocess.run(
        [sys.executable, "-c", KERNEL, str(tmp_path), str(cache)],
        capture_output=True,
        text=True,
        env={**os.environ, "GAMELORE_CACHE": str(cache)},
        check=False,
    )


class Planted:
    """Runs a command where it is unpickled."""

    def __init__(self, sign: Path) -> None:
        self.sign = sign

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.sign),)


def test_a_kernel_is_kept_under_a_checksum_and_whatever_was_planted_or_damaged_is_compiled_again(
    tmp_path: Path, folder: Path
) -> None:
    sign = tmp_path / "planted"
    (tmp_path / "1.bad").write_bytes(pickle.dumps(Planted(sign)))
    (tmp_path / "2.bad").write_bytes(b"\n" + pickle.dumps(Planted(sign)))
    (tmp_path / "3.bad").write_bytes(b"")
    found = run(tmp_path, folder)
    compiled_again, with_a_turned_bit, as_it_was = "3 True\n" * 3, "3 True\n", "3 True\n"
    assert found.stdout == "3\n" + compiled_again + with_a_turned_bit + as_it_was
    assert not sign.exists()
    assert "may be written by others (mode 0777)" in found.stderr, "at last somebody opened the folder to all"


def test_a_cache_that_cannot_be_written_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    found = run(tmp_path, tmp_path / "file")
    assert found.stdout == "3\n"
    assert found.stderr.count("\n") == 1
    assert "compiled kernels cannot be kept (Not a directory)" in found.stderr
