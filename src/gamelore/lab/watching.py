"""Contests of people from files, checked and told apart, for a learner that is to watch them.

A file is whatever holds records: lines of JSON as `play --record`, the page or another program wrote them, an agent's
folder, the archive that a visitor of the page took along.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gamelore.arena.watching import Taken, experts_by, taken_from, watch
from gamelore.base.errors import BadSetting, DamagedFile, GameloreError
from gamelore.base.files import digest
from gamelore.base.folders import holding
from gamelore.base.words import counted, listed
from gamelore.games import AnyGame, Record
from gamelore.games.record import BY_PRACTICE
from gamelore.lab.records import RECORDS_FILE, check_record, read_records
from gamelore.lab.taken import records_of_archive
from gamelore.learners.core import Learner
from gamelore.learners.registry import AGENT_FILE, save_agent

COURSE = "watched records"
"""What stands in an agent's folder in the place of a regime."""
MOST_NAMES = 6


@dataclass(frozen=True, slots=True)
class ToWatch:
    """The contests that a learner is to watch, each with its models, and how many others the files held."""

    records: tuple[Record, ...]
    expert: str
    other_games: int = 0
    nobody: int = 0
    """Contests of the game in which nobody counts as the expert."""

    @property
    def name(self) -> str:
        """A digest of all of it."""
        return digest("\n".join(record.to_json() for record in self.records))[:16]

    def said(self) -> str:
        """What was left out; empty if nothing was."""
        parts = [counted(self.other_games, "contest") + " of other games"] if self.other_games else []
        parts += [counted(self.nobody, "contest") + " without the expert"] if self.nobody else []
        return f"left out: {listed(parts, 'and')}" if parts else ""


def shown_by(files: Sequence[Path], game: AnyGame, expert: str) -> ToWatch:
    """The contests of a game in some files; every record of it must replay, and somebody in it be the expert."""
    found: list[Record] = []
    names: dict[str, None] = {}
    other_games = nobody = 0
    for where, record in _lines(files):
        if record.game != game.name:
            other_games += 1
            continue
        _check(record, game, where)
        names |= dict.fromkeys(record.players)
        experts = experts_by(record, game, expert)
        if experts:
            found.append(replace(record, experts=experts))
        else:
            nobody += 1
    where = listed([str(file) for file in files], "and")
    if not found and nobody:
        told = ", ".join([*names][:MOST_NAMES])
        raise BadSetting(f"{where}: nobody there is '{expert}'; there sat {told} (--expert, a side, winner or a name)")
    if not found:
        raise BadSetting(f"{where}: holds no contest of {game.name}, but {counted(other_games, 'other contest')}")
    return ToWatch(tuple(found), expert, other_games, nobody)


def _lines(files: Iterable[Path]) -> Iterator[tuple[str, Record]]:
    for file in files:
        records = records_of_archive(file) if file.suffix == ".zip" else read_records(file)
        for number, record in enumerate(records, start=1):
            yield f"{file}:{number}", record


def _check(record: Record, game: AnyGame, where: str) -> None:
    """Refuse what nobody can learn from."""
    try:
        if record.ended == BY_PRACTICE or not record.actions:
            raise DamagedFile("holds no moves")
        if dict(record.parameters) != dict(game.parameters):
            raise BadSetting(f"is of {game.name} with {dict(record.parameters) or 'its usual parameters'}")
        for what, count in (("players", len(record.players)), ("returns", len(record.returns))):
            if count != game.seats:
                raise DamagedFile(f"names {count} {what}; {game.name} has {game.seats} seats")
        check_record(record, game)
    except GameloreError as error:
        raise DamagedFile(f"{where}: {error}") from None


def learn_by_watching(learner: Learner, shown: ToWatch, folder: Path, *, over: bool = False) -> list[Taken]:
    """Let a learner watch some contests, and save it; what it took from each."""
    with holding(folder):
        if (folder / AGENT_FILE).exists() and not over:
            raise GameloreError(f"{folder}: holds an agent already; choose another folder, or replace it: --over")
        watch(learner, shown.records)
        save_agent(learner, folder, facts_of(shown), {RECORDS_FILE: records_text(shown.records), **learner.chronicle()})
    return taken_from(learner, shown.records)


def facts_of(shown: ToWatch) -> dict[str, Any]:
    """What an agent's folder says of its course."""
    played = len(shown.records)
    return {"regime": COURSE, "expert": shown.expert, "played": played, "finished": True, "reached": True}


def records_text(records: Iterable[Record]) -> str:
    """Records as the lines of a file."""
    return "".join(record.to_json() + "\n" for record in records)


def to_data(taken: Iterable[Taken]) -> list[dict[str, object]]:
    """The same as plain values."""
    return [{name: getattr(one, name) for name in Taken.__slots__} | {"sentence": str(one)} for one in taken]
