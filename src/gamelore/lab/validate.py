"""Validate whatever any command of ours writes, a game, or a learner.

Whoever edits or carries such a file can ask whether the program would take it, and gets one sentence about what is
wrong and where. A folder may hold several things: agents, results, records, pictures, solved tables; what is not ours
is named and left alone.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from xml.parsers import expat

from gamelore.base.errors import DamagedFile, GameloreError, NotAvailable, UnknownName
from gamelore.base.files import MOST_RECORDS, parse_json, parse_toml, read_text, real_path
from gamelore.base.registry import load
from gamelore.base.seeds import Phase, stream
from gamelore.base.words import counted
from gamelore.games import AnyGame, game_names, load_game
from gamelore.games.check import check_game
from gamelore.games.registry import loadable_games, typed_game
from gamelore.lab.engine.kept import EXPERIMENT_FILE
from gamelore.lab.engine.shelf import places
from gamelore.lab.records import METRICS_COLUMNS, METRICS_FILE, RECORDS_FILE, WORTH_FILE, count_records
from gamelore.learners.registry import AGENT_FILE, learner_class, learner_names, load_agent, typed_learner

DEPTH = 3
"""How far below a folder its contents are looked at: results lie two folders deep."""
MOST_PICTURE, DEEPEST_PICTURE = 2**22, 32
"""Bytes of a picture, and how deep its parts may be nested; ours have some ten thousand, and go four deep."""


def validate(what: str, seed: int = 0, again: int = 0) -> list[str]:
    """Check a file, a folder, a game or a learner; returns what was seen, raises what is wrong.

    Of every experiment so many runs are computed `again`, chosen by the seed.
    """
    path = Path(what)
    real_path(path)
    if path.is_dir():
        seen = list(_folder(path, seed, again, DEPTH))
        if not seen:
            raise GameloreError(f"{path}: holds nothing that a command of ours writes")
        return seen
    if path.exists():
        return list(_file(path, seed, again))
    if what.endswith(tuple(_FILES)):
        raise GameloreError(f"{path}: no such file")
    if ":" in what:
        return _typed(what, seed)
    if what in learner_names():
        return list(_learner(what, seed))
    if what in game_names():
        return [_game(load_game(what), seed)]
    raise UnknownName("file, game or learner", what, [*game_names(), *learner_names()])


def _typed(place: str, seed: int) -> list[str]:
    """What stands at a `module:name` that a person typed: a learner or a game."""
    try:
        learner = typed_learner(place)
    except NotAvailable:
        return [_game(load_game(typed_game(place)), seed)]
    return list(_learner(learner, seed))


def _game(game: AnyGame, seed: int) -> str:
    report = check_game(game, stream(seed, phase=Phase.SAMPLE))
    return f"{game.name}: keeps every promise ({report.contests} random contests, {report.states} states)"


def _learner(name: str, seed: int) -> Iterator[str]:
    from gamelore.learners.check import check_learner

    learner = learner_class(name)
    for game in loadable_games():
        if learner.plays(game):
            report = check_learner(learner, game, stream(seed, phase=Phase.SAMPLE))
            yield f"{name}: keeps every promise at {game.name} ({counted(report.contests, 'contest')})"
            return
    raise GameloreError(f"learner {name} plays none of the games that we have")


# --- folders ----------------------------------------------------------------------------------------------------------


def _folder(folder: Path, seed: int, again: int, depth: int) -> Iterator[str]:
    """An agent, the runs of an experiment, or a folder that holds such folders and files."""
    if (folder / AGENT_FILE).exists():
        yield from _agent(folder)
    elif (folder / EXPERIMENT_FILE).exists():
        from gamelore.lab.engine.runs import check_runs

        found = check_runs(folder, again, seed)
        same = f"; computed again and the same: {', '.join(map(str, found.again))}" if found.again else ""
        yield f"{folder}: runs of one experiment, all readable: {found.runs}{same}"
    else:
        strangers: list[str] = []
        seen = 0
        for path in sorted(folder.iterdir()):
            if path.is_dir() and not path.is_symlink() and depth and not path.name.startswith("."):
                told = list(_folder(path, seed, again, depth - 1))
            elif path.is_file() and path.suffix in _FILES and _ours(path):
                told = list(_file(path, seed, again))
            else:
                told = []
                strangers += [path.name] if path.suffix not in _PASSED else []
            yield from told
            seen += len(told)
        if seen and strangers:
            more = f" and {len(strangers) - 1} more" if len(strangers) > 1 else ""
            yield f"{folder}: not ours, and not looked at: {strangers[0]}{more}"


def _agent(folder: Path) -> Iterator[str]:
    agent = load_agent(folder)
    learner = agent.learner
    yield f"{folder}: {learner.kind} learned {learner.game.name}; its knowledge reads back"
    for name in agent.edited:
        yield f"{folder / name}: edited since it was saved, and still sound"
    for name in parse_toml(read_text(folder / AGENT_FILE), AGENT_FILE).get("beside", []):
        if not (folder / name).is_file():
            raise DamagedFile(f"{folder / name}: named in {AGENT_FILE}, and missing")
    if (folder / RECORDS_FILE).exists():
        records = count_records(folder / RECORDS_FILE)
        yield f"{folder / RECORDS_FILE}: {records} records, every one replays"
        if (folder / METRICS_FILE).exists():
            yield from _metrics(folder / METRICS_FILE, records)
    if (folder / WORTH_FILE).exists():
        from gamelore.lab.worth import read_worths

        read_worths(read_text(folder / WORTH_FILE), str(folder / WORTH_FILE))
        yield f"{folder / WORTH_FILE}: what its parts are worth, readable"


def _metrics(path: Path, records: int) -> Iterator[str]:
    try:
        head, *lines = list(csv.reader(io.StringIO(read_text(path)))) or [[]]
    except csv.Error as error:
        raise DamagedFile(f"{path}: {error}") from None
    if tuple(head) != METRICS_COLUMNS or [line[:1] for line in lines] != [[str(n + 1)] for n in range(records)]:
        raise DamagedFile(f"{path}: expected the columns {', '.join(METRICS_COLUMNS)} and a line for each record")
    yield f"{path}: a line for each record"


# --- files ------------------------------------------------------------------------------------------------------------


def _file(path: Path, seed: int, again: int) -> Iterator[str]:
    """One file; a file of an agent or of an experiment is checked with its folder."""
    if not path.is_file():
        raise GameloreError(f"{path}: neither a file nor a folder")
    for sign in (AGENT_FILE, EXPERIMENT_FILE):
        if (path.parent / sign).exists() and path.suffix != ".jsonl":
            yield from _folder(path.parent, seed, again, 0)
            return
    if path.suffix == ".zip":
        from gamelore.lab.taken import check_taken

        yield from check_taken(path, lambda folder: _folder(folder, seed, again, DEPTH))
        return
    check = _FILES.get(path.suffix)
    if check is None:
        ends = ", ".join(sorted([*_FILES, ".zip"]))
        raise GameloreError(f"{path}: no file of ours has such a name; ours end in {ends} or stand in a folder")
    yield check(path, seed)


def _ours(path: Path) -> bool:
    """Whether a file among others looks like one of ours; others' files may end in the same way."""
    match path.suffix:
        case ".toml":
            return not {"board", "columns", *places("files", {})}.isdisjoint(
                parse_toml(read_text(path), str(path), gaps=True)
            )
        case ".txt":
            from gamelore.learners.rules.language.listing import is_listing

            return is_listing(read_text(path))
        case ".npy":
            return path.with_suffix(".json").exists()
    return True


def _toml(path: Path, seed: int) -> str:
    text = read_text(path)
    content = parse_toml(text, str(path), gaps=True)
    for kind, place in places("files", {}).items():
        if kind in content:
            return str(load(place)(path))
    if "columns" not in content:
        return _game(load_game(str(path)), seed)
    from gamelore.lab.engine.published import CONTESTS, parse_table
    from gamelore.lab.engine.reproduce import row_experiment

    table = parse_table(text, str(path))
    for row in table.rows:
        if table.runner == CONTESTS and row.experiment is not None:
            row_experiment(table, row, seed)
    return f"{path}: published table {table.name}, {len(table.rows)} rows"


def _jsonl(path: Path, seed: int) -> str:
    first = read_text(path, MOST_RECORDS).partition("\n")[0]
    content = parse_json(first, f"{path}:1") if first else {}
    if isinstance(content, dict) and "hands" in content:
        from gamelore.oracles.forty_two.labelled_store import load_store

        return f"{path}: {len(load_store(path).hands)} labelled hands of 42, every label follows from its counts"
    return f"{path}: {count_records(path)} records, every one replays"


def _rules(path: Path, seed: int) -> str:
    from gamelore.learners.rules.by_hand import read_own_rules

    rules, _ = read_own_rules(read_text(path), str(path))
    return f"{path}: {counted(len(rules.rules), 'rule')} over {', '.join(rules.vector)}"


def _table(path: Path, seed: int) -> str:
    from gamelore.oracles.board.solved_tables import check_table

    return f"{path}: solved table of {check_table(path.with_suffix('.npy'))}, every byte as it was written"


def _picture(path: Path, seed: int) -> str:
    """A picture is looked through, never built; what it would have to be unfolded from is refused as it begins."""
    text = read_text(path, MOST_PICTURE)
    around: list[str] = []
    parser = expat.ParserCreate()

    def begin(name: str, attributes: Mapping[str, str]) -> None:
        if not around and name != "svg":
            raise DamagedFile(f"{path}: not a picture of ours, which begins with <svg>")
        if len(around) == DEEPEST_PICTURE:
            raise DamagedFile(f"{path}:{parser.CurrentLineNumber}: nested too deeply")
        around.append(name)

    def declare(*declared: object) -> None:
        raise DamagedFile(f"{path}:{parser.CurrentLineNumber}: a picture of ours declares no types and no entities")

    parser.StartElementHandler, parser.EndElementHandler = begin, lambda name: around.pop()
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = declare
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise DamagedFile(f"{path}: {error}") from None
    return f"{path}: a picture"


def _page(path: Path, seed: int) -> str:
    if not read_text(path).lower().startswith("<!doctype html>"):
        raise DamagedFile(f"{path}: not a page of ours")
    return f"{path}: a page"


_FILES: dict[str, Callable[[Path, int], str]] = {
    ".toml": _toml, ".jsonl": _jsonl, ".lash": _rules, ".txt": _rules, ".npy": _table, ".svg": _picture,
    ".html": _page,
}  # fmt: skip
"""What stands by itself, by the end of its name."""
_PASSED = {".json", ".lock", ".nbi", ".nbc"}
"""Notes and locks of solved tables, which are read with their tables, and compiled kernels, built again if they do not
fit."""
