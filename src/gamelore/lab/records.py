"""Files of records, read line by line and replayed, and the metrics that stand beside them in an agent's folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gamelore.base.errors import BadSetting, DamagedFile, GameloreError
from gamelore.base.files import MOST_RECORDS, read_text
from gamelore.games import AnyGame, Record
from gamelore.games.record import BY_AGREEMENT, BY_PLIES, BY_PRACTICE, BY_REPETITION, BY_RESIGNATION, BY_RULES
from gamelore.games.registry import load_game_beside

RECORDS_FILE = "contests.jsonl"
METRICS_FILE = "metrics.csv"
WORTH_FILE = "worth.json"
METRICS_COLUMNS = ("contest", "entrants", "seat", "result", "plies")


def read_records(path: str | Path) -> Iterator[Record]:
    """The records of a file, or of an agent's folder, one for each line; the error names the line."""
    if not isinstance(path, str | Path):
        raise BadSetting(f"a file of records is a path, not {path!r:.60}")
    path = Path(path)
    return _records(path / RECORDS_FILE if path.is_dir() else path)


def _records(path: Path) -> Iterator[Record]:
    text = read_text(path, MOST_RECORDS)
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
        BY_AGREEMENT: outcome is None and not resigned and not any(record.returns),
    }
    if not told.get(record.ended):
        raise DamagedFile(f"record of {record.game}: it tells of an end by '{record.ended}' that its moves do not have")
