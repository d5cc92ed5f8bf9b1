"""Solved tables on disk: trusted only when every byte is right, built once, never half written."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.board_states import board_game

from gamelore.base.cache import cache_folder
from gamelore.games.board.game import BoardGame
from gamelore.oracles import Solution, covered, solution_for, solve
from gamelore.oracles.board import store
from gamelore.oracles.board.retrograde import build

GAME = board_game("pong_hau_ki")


@pytest.fixture
def ask(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], tuple[Solution, list[str]]]:
    """Ask for a solution as a new process would, and hear what was done for it."""

    def ask_again() -> tuple[Solution, list[str]]:
        monkeypatch.setattr(store, "_KNOWN", {})
        heard: list[str] = []
        return solve(GAME, progress=heard.append), heard

    return ask_again


Ask = Callable[[], tuple[Solution, list[str]]]


def files(cache: Path) -> dict[str, Path]:
    return {path.suffix: path for path in (cache / "solved").iterdir()}


def was_built(heard: list[str]) -> bool:
    return any(line.startswith("solved") for line in heard)


def test_a_table_is_built_once_and_read_from_disk_afterwards(ask: Ask, fresh_cache: Path) -> None:
    first, heard = ask()
    assert was_built(heard)
    second, heard = ask()
    assert heard == []
    assert second is not first
    assert np.array_equal(second.values, first.values)
    assert isinstance(second.values.base, np.memmap)
    assert set(files(fresh_cache)) == {".npy", ".json", ".lock"}


def test_a_process_keeps_what_it_has_read(fresh_cache: Path) -> None:
    assert solve(GAME) is solve(GAME)


def flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(bytes(data))


def note(path: Path, **changes: object) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def swap_kind(table: Path, facts: Path) -> None:
    """A table of another type whose checksum is right."""
    np.save(table, np.zeros(5, dtype=np.float64))
    note(facts, sha256=store._checksum(table))


def swap_length(table: Path, facts: Path) -> None:
    np.save(table, np.zeros(5, dtype=np.int16))
    note(facts, sha256=store._checksum(table))


DAMAGE: dict[str, Callable[[Path, Path], object]] = {
    "a flipped bit": lambda table, facts: flip(table, -1),
    "a flipped bit in the header": lambda table, facts: flip(table, 10),
    "a truncated table": lambda table, facts: table.write_bytes(table.read_bytes()[:-4]),
    "an empty table": lambda table, facts: table.write_bytes(b""),
    "a foreign file": lambda table, facts: table.write_bytes(b"PK\x03\x04 this is something else"),
    "a pickle": lambda table, facts: table.write_bytes(b"cos\nsystem\n(S'true'\ntR."),
    "a missing table": lambda table, facts: table.unlink(),
    "a missing note": lambda table, facts: facts.unlink(),
    "an empty note": lambda table, facts: facts.write_text(""),
    "a note that is no object": lambda table, facts: facts.write_text("[1]"),
    "a note in other bytes": lambda table, facts: facts.write_bytes(b"\xff\xfe\x00"),
    "a note of other rules": lambda table, facts: note(facts, rules="0" * 64),
    "another type of values": swap_kind,
    "another number of values": swap_length,
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_whatever_does_not_fit_is_thrown_away_and_built_anew(
    ask: Ask, fresh_cache: Path, damage: Callable[[Path, Path], object]
) -> None:
    expected = ask()[0].values.copy()
    found = files(fresh_cache)
    damage(found[".npy"], found[".json"])
    again, heard = ask()
    assert was_built(heard)
    assert np.array_equal(again.values, expected)
    _, heard = ask()
    assert heard == [], "the new table is sound"
    assert set(files(fresh_cache)) == {".npy", ".json", ".lock"}


def test_a_table_of_another_version_of_the_solver_is_not_used(
    ask: Ask, fresh_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask()
    monkeypatch.setattr(store, "SOLVER_VERSION", store.SOLVER_VERSION + 1)
    _, heard = ask()
    assert was_built(heard)


def test_other_rules_have_another_table() -> None:
    five = board_game("five_mens_morris")
    flying = board_game("five_mens_morris", flying_at=3)
    longer = board_game("five_mens_morris", max_plies=50)
    assert store.rules_digest(five, None) != store.rules_digest(flying, None)
    assert store.rules_digest(five, None) != store.rules_digest(five, (3, 3))
    assert store.rules_digest(five, None) == store.rules_digest(longer, None), "a horizon belongs to the contest"


def test_a_build_that_breaks_off_leaves_nothing_behind(
    ask: Ask, fresh_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*args: object, **kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(np, "save", breaks)
        solution, heard = ask()
    assert "the table is not kept" in heard[-1]
    assert np.array_equal(solution.values, build(GAME).values)
    assert set(files(fresh_cache)) == {".lock"}
    assert was_built(ask()[1])


def test_a_cache_that_cannot_be_written_to_still_serves_what_it_holds(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*args: object) -> None:
        raise PermissionError(13, "Permission denied")

    ask()
    monkeypatch.setattr(store, "FileLock", refuses)
    assert ask()[1] == []


def test_a_cache_that_cannot_be_used_costs_only_the_keeping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("GAMELORE_CACHE", str(tmp_path / "file"))
    heard: list[str] = []
    solution = solve(GAME, progress=heard.append)
    assert "cannot be used" in heard[0]
    assert solution.value(GAME.new_initial_state()).result == 0


WORKER = """
import sys
from gamelore.games import load_game
from gamelore.oracles import solve
heard = []
solve(load_game(sys.argv[1]), progress=heard.append)
print(any(line.startswith("solved") for line in heard))
"""


@pytest.mark.slow
def test_two_processes_that_ask_at_once_build_once(tmp_path: Path) -> None:
    """A game of its own in the cache of this run, whose kernels are there already."""
    mine = tmp_path / "alone_here.toml"
    source = (Path(sys.modules[BoardGame.__module__].__file__ or "").parent / "builtin" / "achi.toml").read_text()
    mine.write_text(source.replace("markers = 4", "markers = 4\nflying_at = 1"))
    for kept in (cache_folder() / "solved").glob("alone_here-*"):
        kept.unlink()
    workers = [
        subprocess.Popen([sys.executable, "-c", WORKER, str(mine)], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    built = [worker.communicate(timeout=200)[0].strip() for worker in workers]
    assert sorted(built) == ["False", "True"]


def test_small_games_are_solved_by_the_way_and_large_ones_are_not() -> None:
    large = board_game("nine_mens_morris").new_initial_state()
    assert solution_for(large.game) is None
    assert covered(large.game, large) is None
    small = GAME.new_initial_state()
    assert covered(GAME, small) is solution_for(GAME) is not None
