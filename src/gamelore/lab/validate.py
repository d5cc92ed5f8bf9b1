"""Validate any file of ours: a TOML game, a folder of a learned agent, a file of records, a folder of results.

Whoever edits or carries such a file can ask whether the program would take it, and gets one sentence about what is
wrong and where.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gamelore.base.errors import DamagedFile, GameloreError, NotAvailable, UnknownName
from gamelore.base.files import read_text
from gamelore.base.seeds import Phase, stream
from gamelore.games import AnyGame, Record, game_names, load_game
from gamelore.games.check import check_game
from gamelore.games.record import BY_PLIES, BY_PRACTICE, BY_REPETITION, BY_RESIGNATION, BY_RULES
from gamelore.games.registry import load_game_beside, loadable_games, typed_game
from gamelore.lab.engine.runs import EXPERIMENT_FILE, check_runs
from gamelore.learners.check import check_learner
from gamelore.learners.registry import AGENT_FILE, learner_class, learner_names, load_agent, typed_learner

RECORDS_FILE = "contests.jsonl"


def validate(what: str, seed: int = 0) -> list[str]:
    """Check a file, a folder, a game or a learner; returns what was seen, raises what is wrong."""
    path = Path(what)
    if path.name == AGENT_FILE and path.exists():
        path = path.parent
    if path.is_dir():
        return list(_folder(path))
    if what.endswith(".toml"):
        return [_game(load_game(what), seed)]
    if what.endswith(".jsonl"):
        return [f"{path}: {count_records(path)} records, every one replays"]
    if path.is_file():
        raise GameloreError(
            f"{path}: no file of ours has such a name; ours end in .toml or .jsonl or stand in a folder"
        )
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
    learner = learner_class(name)
    for game in loadable_games():
        if learner.plays(game):
            report = check_learner(learner, game, stream(seed, phase=Phase.SAMPLE))
            yield f"{name}: keeps every promise at {game.name} ({report.contests} contests)"
            return
    raise GameloreError(f"learner {name} plays none of the games that we have")


def _folder(folder: Path) -> Iterator[str]:
    results = sorted({*folder.glob(EXPERIMENT_FILE), *folder.glob(f"*/{EXPERIMENT_FILE}")})
    for about in results:
        yield f"{about.parent}: runs of one experiment, all readable: {check_runs(about.parent)}"
    if results:
        return
    agent = load_agent(folder)
    learner = agent.learner
    yield f"{folder}: {learner.kind} learned {learner.game.name}; its knowledge reads back"
    for name in agent.edited:
        yield f"{folder / name}: edited since it was saved, and still sound"
    if (folder / RECORDS_FILE).exists():
        yield f"{folder / RECORDS_FILE}: {count_records(folder / RECORDS_FILE)} records, every one replays"


def read_records(path: Path) -> Iterator[Record]:
    """The records of a file, one for each line; the error names the line."""
    text = read_text(path)
    if text and not text.endswith("\n"):
        raise DamagedFile(f"{path}: the last line is cut off")
    for number, line in enumerate(text.splitlines(), start=1):
        yield Record.from_json(line, f"{path}:{number}")


def count_records(path: Path) -> int:
    """How many records a file holds; each must replay to the end that it tells."""
    games: dict[str, AnyGame] = {}
    count = 0
    for count, record in enumerate(read_records(path), start=1):
        name = f"{record.game} {record.parameters}"
        try:
            if name not in games:
                games[name] = load_game_beside(path.parent, record.game, **record.parameters)
            check_record(record, games[name])
        except GameloreError as error:
            raise DamagedFile(f"{path}:{count}: {error}") from None
    return count


def check_record(record: Record, game: AnyGame) -> None:
    """Refuse a record that does not replay to the end that it tells."""
    if record.ended == BY_PRACTICE and not (record.actions or record.returns):
        return
    final = record.final_state(game)
    outcome = final.outcome()
    resigned = record.actions[-1:] == ("resign",)
    told = {
        BY_RULES: outcome is not None and outcome.returns == record.returns,
        BY_PLIES: outcome is None and len(record.actions) == record.horizon.max_plies and not any(record.returns),
        BY_REPETITION: outcome is None and record.horizon.repetition is not None and not any(record.returns),
        BY_RESIGNATION: outcome is None and resigned,
    }
    if not told.get(record.ended):
        raise DamagedFile(f"record of {record.game}: it tells of an end by '{record.ended}' that its moves do not have")
