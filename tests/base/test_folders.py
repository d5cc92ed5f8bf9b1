"""A folder is the old one or the new one at every instant, has one writer, and loses nothing to a crash."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gamelore.base import folders
from gamelore.base.errors import GameloreError
from gamelore.base.folders import FolderHeld, exchange, holding, recover, sweep, write_folder

OLD, NEW = {"a.txt": "old", "b.txt": "old"}, {"a.txt": "new", "c.txt": "new"}


def content(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


@pytest.fixture(params=["exchange", "two renames"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways of replacing a folder: where the system exchanges names, and where it cannot."""
    if request.param == "two renames":
        monkeypatch.setattr(folders, "exchange", lambda one, other: False)
    return str(request.param)


@pytest.mark.usefixtures("way")
def test_a_folder_is_replaced_whole_and_never_mixed(tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    for files in (OLD, NEW):
        write_folder(folder, files)
        assert content(folder) == files
    assert [p.name for p in tmp_path.iterdir()] == ["agent"]


def test_a_folder_that_cannot_be_finished_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "agent"
    write_folder(folder, OLD)

    def fail(path: Path, data: bytes, place: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(folders, "_write_within", fail)
    with pytest.raises(KeyboardInterrupt):
        write_folder(folder, NEW)
    assert content(folder) == OLD
    assert [p.name for p in tmp_path.iterdir()] == ["agent"]


def test_files_can_be_read_by_everybody(tmp_path: Path) -> None:
    write_folder(tmp_path / "agent", {"a.txt": "1"})
    assert (tmp_path / "agent" / "a.txt").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "agent").stat().st_mode & 0o777 == 0o755


def test_a_link_to_a_folder_stays_a_link(tmp_path: Path) -> None:
    write_folder(tmp_path / "real", OLD)
    (tmp_path / "link").symlink_to("real")
    write_folder(tmp_path / "link", NEW)
    assert content(tmp_path / "real") == NEW
    assert (tmp_path / "link").is_symlink()


class Killed(BaseException):
    """The process is gone: nothing after this line was done, no block was left in order."""


def steps(write: Callable[[], None], stop_at: int) -> bool:
    """Write, and die before a step of so high a number; False if there were not so many."""
    pid = os.fork()
    if not pid:  # the child has no tests to run
        count = 0

        def count_steps(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal count
            writes = event in ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "ctypes.dlsym")
            if writes or (event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_CREAT):
                count += 1
                if count == stop_at:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count_steps)
        try:
            write()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(pid, 0)[1])


@pytest.mark.usefixtures("way")
def test_whoever_is_killed_at_any_step_leaves_the_old_folder_or_the_new_one(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "agent"
    seen: set[str] = set()
    for step in range(1, 200):
        write_folder(folder, OLD)
        killed = steps(lambda: write_folder(folder, NEW), step)
        lost = not folder.exists()
        recover(folder)
        assert content(folder) in (OLD, NEW)
        assert ("it was put back" in capfd.readouterr().err) == lost
        seen.add(content(folder)["a.txt"])
        with holding(folder):
            pass
        assert [p.name for p in tmp_path.iterdir()] == ["agent"], "leftovers are swept by the next writer"
        if not killed:
            break
    assert step > 8
    assert seen == {"old", "new"}


def test_a_folder_that_is_missing_between_two_names_is_put_back_and_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, files in ((".agent.old-x", OLD), (".agent.ready-x", NEW)):
        write_folder(tmp_path / name, files)
    recover(tmp_path / "agent")
    assert content(tmp_path / "agent") == NEW, "the new one is whole, so it is the one"
    assert capfd.readouterr().err == (
        f"gamelore: {tmp_path}/agent: a writer was stopped while it replaced this folder; it was put back\n"
    )
    assert [p.name for p in tmp_path.iterdir()] == ["agent"]


def test_names_are_exchanged_in_one_step(tmp_path: Path) -> None:
    write_folder(tmp_path / "one", OLD)
    write_folder(tmp_path / "other", NEW)
    assert exchange(tmp_path / "one", tmp_path / "other"), "Linux and macOS can"
    assert (content(tmp_path / "one"), content(tmp_path / "other")) == (NEW, OLD)
    with pytest.raises(OSError, match="No such file"):
        exchange(tmp_path / "one", tmp_path / "nothing")


HOLDER = """
import sys
from pathlib import Path
from gamelore.base.folders import holding
with holding(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_writer_is_refused_at_once_and_told_who_holds_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    write_folder(folder, OLD)
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(folder)], stdin=-1, stdout=-1, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(FolderHeld, match=rf"agent: process {holder.pid} of .* has been writing here since 20.*nothing"):
        write_folder(folder, NEW)
    assert content(folder) == OLD
    holder.kill()
    holder.communicate()
    assert json.loads((tmp_path / ".agent.lock").read_text())["process"] == holder.pid, "killed, it left this"
    sweep(folder)
    assert [p.name for p in tmp_path.iterdir()] == ["agent"], "who has nothing to write removes it too"
    write_folder(folder, NEW)
    assert content(folder) == NEW
    assert [p.name for p in tmp_path.iterdir()] == ["agent"]


def test_a_folder_is_held_by_one_call_within_another(tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    with holding(folder), holding(folder):
        write_folder(folder, OLD)
        sweep(folder)
        assert (tmp_path / ".agent.lock").exists()
    assert [p.name for p in tmp_path.iterdir()] == ["agent"]


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(GameloreError, match=r"file/agent: cannot be written: Not a directory"):
        write_folder(tmp_path / "file" / "agent", OLD)


def test_a_full_disk_names_the_file_and_leaves_the_old_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "agent"
    write_folder(folder, OLD)

    def full(handle: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: .*/agent/a\.txt"):
        write_folder(folder, NEW)
    assert content(folder) == OLD
    assert [p.name for p in tmp_path.iterdir()] == ["agent"]
