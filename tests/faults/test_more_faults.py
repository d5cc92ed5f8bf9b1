"""A disk that is full at any moment of a course, a user without rights, kills of `solve`, a clock that is set back."""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from tests.board_states import board_game
from tests.faults.battery import child, ended, leftovers, tree

import gamelore
from gamelore.app.cli import main
from gamelore.base.folders import holding
from gamelore.lab.validate import validate
from gamelore.oracles.board import solved_tables as store
from gamelore.oracles.board.retrograde import build
from gamelore.oracles.board.solved_tables import solve

ROOT = Path(__file__).parent.parent.parent
LEARN = ("learn", "tic_tac_toe", "--learner", "rote", "--regime", "fixed_length", "--out")


# --- a full disk ------------------------------------------------------------------------------------------------------


def learn_with_little_room(out: Path, room: int) -> subprocess.CompletedProcess[str]:
    """A course in a process of its own, in which no file may have more bytes; it saves after every contest."""
    code = (
        "import sys\nfrom gamelore.app.cli import main\nfrom gamelore.lab import learn\nlearn.SAVE_EVERY = 0.0\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *LEARN, str(out), "--contests", "12", "--over"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        capture_output=True, text=True, check=False, cwd=ROOT, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip


@pytest.mark.parametrize("room", [0, 60, 300, 1500, 4000])
def test_a_disk_that_is_full_in_the_midst_of_a_course_names_the_file_and_leaves_an_agent(
    tmp_path: Path, room: int
) -> None:
    assert main([*LEARN, str(tmp_path / "mine"), "--contests", "2"]) == 0
    found = learn_with_little_room(tmp_path / "mine", room)
    assert found.returncode == 2, found.stderr
    assert found.stderr.count("\n") == 1
    assert str(tmp_path / "mine") in found.stderr
    assert "File too large" in found.stderr
    assert not leftovers(tmp_path)
    validate(str(tmp_path / "mine"))
    assert main([*LEARN, str(tmp_path / "mine"), "--contests", "12", "--over"]) == 0, "and with room it goes on"


# --- somebody without rights ------------------------------------------------------------------------------------------

NOBODY = 65534
AS_NOBODY = f"""
import os, sys
from gamelore.app.cli import main
from gamelore.base.compile import Kernel
from gamelore.games import load_game
from gamelore.oracles.board import retrograde
from gamelore.oracles.board import solved_tables as store
Kernel._is_quicker_in_python = lambda kernel: False
retrograde.build(load_game("pong_hau_ki"))  # everything is compiled and loaded while there are rights
main(["solve", "pong_hau_ki"])
store._KNOWN.clear()
os.environ["GAMELORE_CACHE"] = sys.argv[1]
os.setgid({NOBODY}); os.setuid({NOBODY})
print("---", flush=True)
sys.exit(main(["solve", "pong_hau_ki"]))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
@pytest.mark.parametrize("own", [True, False])
def test_somebody_without_rights_works_without_a_cache_or_is_told_why_not(own: bool) -> None:
    place = Path(tempfile.mkdtemp(prefix="gamelore-nobody-"))  # one that somebody else may look into
    cache = place / "cache"
    cache.mkdir()
    try:
        place.chmod(0o755)
        cache.chmod(0o555)
        if own:
            os.chown(cache, NOBODY, NOBODY)
        found = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, str(cache)], capture_output=True, text=True, check=False, cwd=ROOT
        )
        told = found.stdout.partition("---")[2]
        assert found.stderr.count("\n") == 1, found.stderr
        if own:
            assert found.returncode == 0
            assert "the cache folder cannot be used (Permission denied); the table of" in found.stderr
            assert "draw" in told
        else:
            assert found.returncode == 2
            assert f"cache folder {cache} belongs to user 0, not to you" in found.stderr
        assert list(cache.iterdir()) == []
    finally:
        shutil.rmtree(place)


# --- kills of solve ---------------------------------------------------------------------------------------------------


def test_a_table_is_whole_or_absent_whenever_solving_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = board_game("three_mens_morris")
    monkeypatch.setattr(store, "_KNOWN", {})
    expected = build(game).values  # and what must be compiled or loaded is there

    def solved(cache: Path) -> None:
        os.environ["GAMELORE_CACHE"] = str(cache)
        solve(game)

    counted = tmp_path / "steps"
    assert not ended(child(lambda: solved(tmp_path / "whole"), counted=counted))
    steps = int(counted.read_text().split()[0])
    whole = tree(tmp_path / "whole")
    assert steps >= 8
    for step in range(1, steps + 1):
        cache = tmp_path / f"killed-{step}"
        assert ended(child(lambda cache=cache: solved(cache), step)), f"step {step}"  # type: ignore[misc]
        visible = {name for name in tree(cache) if "/." not in name} if cache.exists() else set()
        assert visible <= set(whole)
        key, name = store.rules_digest(game, None), next(Path(n).stem for n in whole if n.endswith(".npy"))
        found = store._open(cache / "solved" / f"{name}.npy", cache / "solved" / f"{name}.json", key, game, None)
        assert found is None or (found.values == expected).all()
        assert not ended(child(lambda cache=cache: solved(cache)))  # type: ignore[misc]
        assert tree(cache) == whole, f"given again after step {step} it is the same, and nothing is left beside"


# --- clocks -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for the time of day hears an earlier one each time."""
    now = [time.time()]

    def earlier() -> float:
        now[0] -= 3600
        return now[0]

    monkeypatch.setattr(time, "time", earlier)


def test_a_clock_that_is_set_back_changes_no_byte_and_no_lock(tmp_path: Path, backwards: None) -> None:
    for name in ("one", "two"):
        assert main([*LEARN, str(tmp_path / name / "mine"), "--contests", "4"]) == 0
        assert main([*LEARN, str(tmp_path / name / "mine"), "--contests", "4"]) == 0, "taken up again"
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    with holding(tmp_path / "mine"):
        lock = tmp_path / ".mine.lock"
        lock.write_text(re.sub("20..-", "2999-", lock.read_text()))
        held = subprocess.run(
            [sys.executable, "-m", "gamelore", *LEARN, str(tmp_path / "mine"), "--contests", "2"],
            capture_output=True, text=True, check=False, cwd=ROOT,
        )  # fmt: skip
        assert held.returncode == 2
        assert "has been writing here since 2999-" in held.stderr, "a lock is held or not, whatever the time"
    with holding(tmp_path / "mine"):
        pass


def test_no_time_is_measured_by_a_clock_that_can_be_set() -> None:
    """The page writes down when something was made; nothing else asks for the time of day but the text of a lock."""
    package = Path(gamelore.__file__).parent
    asks = re.compile(r"\btime\.time(_ns)?\(|from time import .*\btime\b|datetime\.(now|today|utcnow)\(")
    found = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if asks.search(path.read_text()) and not path.is_relative_to(package / "app" / "page")
    }
    assert found == {"base/folders.py"}
