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

from gamelore.app.table.advice import adviser
from gamelore.arena.roster import make_player
from gamelore.base.cache import cache_folder
from gamelore.base.errors import NotAvailable
from gamelore.games.board.game import BoardGame
from gamelore.lab.review.open_games import SearchJudge, SolvedJudge, open_judge
from gamelore.oracles import NotSolvedYet, easy_truth, patience, truth_about
from gamelore.oracles.board import solved_tables as store
from gamelore.oracles.board.retrograde import Solution, build
from gamelore.oracles.board.solved_tables import solve

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
    ask: Ask, fresh_cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(*args: object, **kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(np, "save", breaks)
        solution, _ = ask()
    (warning,) = capsys.readouterr().err.splitlines()
    assert str(fresh_cache) in warning
    assert warning.endswith("cannot be written (No space left on device); the table is not kept")
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


def test_a_cache_that_cannot_be_used_costs_only_the_keeping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("GAMELORE_CACHE", str(tmp_path / "file"))
    solution = solve(GAME)
    told = "the cache folder cannot be used (Not a directory); the table of pong_hau_ki is not kept"
    assert capsys.readouterr().err == f"gamelore: {told}\n"
    assert solution.value(GAME.new_initial_state()).result == 0


WORKER = """
import sys
from gamelore.games import load_game
from gamelore.oracles.board.solved_tables import solve
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
    assert easy_truth(large.game) is None
    assert truth_about(large) is None
    small = GAME.new_initial_state()
    assert truth_about(small) is not None


# --- how long it takes ------------------------------------------------------------------------------------------------


def test_whoever_would_not_wait_so_long_is_told_how_long_it_takes(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "seconds_to_solve", lambda game: 23.0)
    with patience(22.9), pytest.raises(NotSolvedYet, match="first, which takes about 25 seconds"):
        ask()
    with patience(23.0):
        _, heard = ask()
    assert was_built(heard)
    with patience(0):
        assert ask()[1] == [], "what is on the disk is read"


def test_what_is_too_large_to_be_solved_by_the_way_is_not_begun(fresh_cache: Path) -> None:
    with patience(1e9), pytest.raises(NotAvailable, match="is too large to be solved by the way"):
        solve(board_game("nine_mens_morris"))


def test_players_and_judges_of_what_is_not_solved_yet(fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_KNOWN", {})
    with patience(0):
        for refused in (adviser, lambda game: make_player("perfect", game)):
            with pytest.raises(NotSolvedYet):
                refused(GAME)
        assert make_player("novice", GAME).name == "novice", "a search takes the place of the perfect player"
        assert isinstance(open_judge(GAME), SearchJudge)
    assert isinstance(open_judge(GAME), SolvedJudge)


def test_an_estimate_grows_with_the_table_and_with_the_slowness_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    small, placed, large = map(board_game, ("achi", "tic_tac_toe", "six_mens_morris"))
    monkeypatch.setattr(store, "_an_entry_here", lambda: 4e-6)
    assert store.seconds_to_solve(large) == pytest.approx(3_090_276 * 4e-6)
    monkeypatch.setattr(store, "_an_entry_here", lambda: 8e-6)
    assert store.seconds_to_solve(large) == pytest.approx(3_090_276 * 8e-6)
    assert store.seconds_to_solve(placed) < store.seconds_to_solve(small) < 0.01, "nothing is measured for these"


def test_the_speed_of_this_machine_is_that_of_any_machine() -> None:
    assert 1e-8 < store._an_entry_here() < 1e-3
