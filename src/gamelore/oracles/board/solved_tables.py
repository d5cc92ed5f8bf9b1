"""Solved tables on disk: built once, memory-mapped afterwards, never trusted blindly.

A table is a plain `.npy` file with a JSON file beside it that names the exact rules it was computed for, the version of
the solver and the checksum of the bytes. Whatever does not fit (other rules, an older solver, a damaged byte) is thrown
away and built anew. A file lock lets several processes ask for the same table while one of them builds it.
"""

from __future__ import annotations

import hashlib
import time
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from filelock import FileLock

from gamelore.base.arrays import Int16s
from gamelore.base.cache import cache_folder, make_private, require_private
from gamelore.base.errors import DamagedFile, GameloreError, NotAvailable
from gamelore.base.files import digest, parse_json, read_text, to_json, write_text, writing
from gamelore.base.streams import tell as warn
from gamelore.games.board.game import BoardGame
from gamelore.games.board.toml_game import builtin_board_games, load_board_game
from gamelore.games.core import AnyGame
from gamelore.oracles.board.retrograde import Progress, Solution, build, make_index, solvable_classes, table_size
from gamelore.oracles.core import NotSolvedYet, most_seconds

SOLVER_VERSION = 1
"""Raised whenever the meaning or the numbering of a table changes."""

EASILY_SOLVED = 4_000_000
"""Entries of a table that is built without being asked for: seconds, not minutes."""
AN_ENTRY = 3e-6
"""Seconds of a processor that an entry took where this was written: 1 to 3 millionths where markers slide."""
PLACED = 0.3
"""What it takes where markers only are placed, as a part of that: no levels."""
STARTING = 4.0
"""Seconds until a process of its own has begun to solve; part of what a person is told."""
PROBE_FROM = 200_000
"""Entries from which on it matters how fast this machine is."""
PROBE, PROBE_MARKERS = "five_mens_morris", (4, 4)
"""What is solved to learn that: 142,142 entries, half a second."""


def solve(game: AnyGame, markers: tuple[int, int] | None = None, progress: Progress | None = None) -> Solution:
    """The solution of a board game, or of what two numbers of sliding markers lead to; from disk if there."""
    if not isinstance(game, BoardGame):
        raise NotAvailable(f"{game.name} is not a board game; only board games can be solved")
    known = (cache_folder(), game, markers)
    if known not in _KNOWN:
        _KNOWN[known] = _load_or_build(cache_folder() / "solved", game, markers, progress)
    return _KNOWN[known]


_KNOWN: dict[tuple[Path, BoardGame, tuple[int, int] | None], Solution] = {}


def easily_solved(game: BoardGame) -> bool:
    """Whether the whole game can be solved in seconds."""
    return _entries(game) <= EASILY_SOLVED


@lru_cache(maxsize=64)
def _entries(game: BoardGame) -> int:
    return table_size(game, solvable_classes(game))


def seconds_to_solve(game: BoardGame) -> float:
    """An estimate, rather too long than too short, by the size of the table and the speed of this machine.

    It is processor time, which two cores halve. How many levels there will be nobody knows before.
    """
    entries = table_size(game, solvable_classes(game))
    an_entry = AN_ENTRY if entries <= PROBE_FROM else _an_entry_here()
    return entries * an_entry * (1.0 if game.rules.slides else PLACED)


@cache
def _an_entry_here() -> float:
    """Seconds that an entry takes on this machine, by the quicker of two probes: it may have other things to do."""
    game = load_board_game(builtin_board_games()[PROBE])
    took = []
    build(game, (3, 3))  # so that nothing is compiled or loaded while the clock runs
    for _ in range(2):
        began = time.process_time()
        entries = len(build(game, PROBE_MARKERS).values)
        took.append((time.process_time() - began) / entries)
    return min(took)


def takes(game: BoardGame) -> str:
    """How long it takes to have a game solved, in words."""
    return in_words(STARTING + seconds_to_solve(game))


def in_words(seconds: float) -> str:
    """A time that is only estimated.

    >>> [in_words(seconds) for seconds in (0.2, 7.4, 23, 88, 170)]
    ['about 1 second', 'about 7 seconds', 'about 25 seconds', 'about 1 minute', 'about 3 minutes']
    """
    if seconds < 57:
        count = max(1, round(seconds) if seconds < 10 else 5 * round(seconds / 5))
        return f"about {count} second{'s' if count > 1 else ''}"
    count = max(1, round(seconds / 60))
    return f"about {count} minute{'s' if count > 1 else ''}"


def _require_patience(game: BoardGame) -> None:
    """Refuse to build what whoever asks would not wait for; whoever has not said how long he waits, waits."""
    most = most_seconds()
    if most is None:
        return
    if not easily_solved(game):
        raise NotAvailable(f"{game.title} is too large to be solved by the way")
    if seconds_to_solve(game) > most:
        raise NotSolvedYet(game.title, takes(game))


def rules_digest(game: BoardGame, markers: tuple[int, int] | None) -> str:
    """A digest of everything that a table depends on."""
    rules = game.rules
    facts = {
        "solver": SOLVER_VERSION,
        "points": game.board.size,
        "neighbours": game.board.neighbours,
        "goals": sorted(game.goal_masks),
        "symmetries": game.all_symmetries,
        "start": game.start,
        "rules": {name: getattr(rules, name) for name in rules.__slots__},
        "markers": markers,
    }
    if game.gravity:
        facts["falls"] = game.falls
    return digest(to_json(facts))


def _load_or_build(
    folder: Path, game: BoardGame, markers: tuple[int, int] | None, progress: Progress | None
) -> Solution:
    tell = progress or (lambda line: None)
    key = rules_digest(game, markers)
    stem = "".join(c if c.isalnum() or c == "_" else "_" for c in Path(game.name).stem)
    name = stem + ("" if markers is None else f"-{markers[0]}-{markers[1]}") + f"-{key[:12]}"
    table, note = folder / f"{name}.npy", folder / f"{name}.json"
    require_private(cache_folder(), folder)
    # Without the lock, so that a folder that cannot be written to still serves what it holds.
    solution = _open(table, note, key, game, markers)
    if solution is not None:
        return solution
    _require_patience(game)
    try:
        make_private(folder)
        lock = FileLock(folder / f"{name}.lock")
        lock.acquire()
    except OSError as error:
        warn(f"the cache folder cannot be used ({error.strerror}); the table of {game.name} is not kept")
        return build(game, markers, progress)
    try:
        solution = _open(table, note, key, game, markers)
        if solution is not None:
            return solution
        if table.exists():
            tell(f"{table.name} is damaged or was made by another version; building it anew")
        solution = build(game, markers, progress)
        try:
            _write(table, note, key, game, solution.values)
        except OSError as error:
            warn(f"{table} cannot be written ({error.strerror}); the table is not kept")
        return _open(table, note, key, game, markers) or solution
    finally:
        lock.release()


def _open(table: Path, note: Path, key: str, game: BoardGame, markers: tuple[int, int] | None) -> Solution | None:
    """The solution on disk, if every byte of it is what was written for these rules."""
    try:
        facts = parse_json(read_text(note), note.name)
        if facts["rules"] != key or facts["sha256"] != _checksum(table):
            return None
        # Copy on write rather than read-only: the same type as the solver's own array, so kernels compile once.
        values = np.load(table, mmap_mode="c", allow_pickle=False)
    except (GameloreError, OSError, ValueError, KeyError, TypeError, EOFError):
        return None
    classes = solvable_classes(game, markers)
    index, entries = make_index(game, classes)
    if values.dtype != np.int16 or values.shape != (entries,):
        return None
    # A view drops the memmap class, not the mapping.
    return Solution(game, classes, index, values.view(np.ndarray))


def check_table(table: Path) -> str:
    """The title of the game of a solved table on disk; whatever would be built again is an error."""
    note = table.with_suffix(".json")
    facts = parse_json(read_text(note), str(note))
    if not isinstance(facts, dict) or {name: type(value) for name, value in facts.items()} != _NOTE:
        raise DamagedFile(f"{note}: not the note of a solved table")
    if facts["solver"] != SOLVER_VERSION:
        raise DamagedFile(f"{note}: of solver {facts['solver']}, this program has {SOLVER_VERSION}")
    try:
        if facts["sha256"] != _checksum(table):
            raise DamagedFile(f"{table}: changed since it was written; it would be built again")
        np.load(table, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise DamagedFile(f"{table}: {error}") from None
    return str(facts["game"])


_NOTE = {"rules": str, "sha256": str, "game": str, "solver": int}


def _checksum(table: Path) -> str:
    with table.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write(table: Path, note: Path, key: str, game: BoardGame, values: Int16s) -> None:
    note.unlink(missing_ok=True)
    with writing(table) as file:
        np.save(file, values, allow_pickle=False)
    facts = {"rules": key, "sha256": _checksum(table), "game": game.title, "solver": SOLVER_VERSION}
    write_text(note, to_json(facts, indent=1) + "\n")
