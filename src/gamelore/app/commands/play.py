"""The commands for a person at the table: `play`, and `review` of what was played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamelore.app.terminal.completing import complete_games, complete_players
from gamelore.app.terminal.output import JsonFlag, Seed, With, open_game, print_json
from gamelore.base.words import counted

if TYPE_CHECKING:
    from gamelore.games import AnyGame, Record


def play(
    game: Annotated[
        str, typer.Argument(help="A game's name, a TOML file or module:name.", autocompletion=complete_games)
    ],
    against: Annotated[
        str,
        typer.Option(
            help="Who sits opposite: perfect, expert, novice, random, search, maxims, agent:FOLDER, table:WHO in 42, "
            "poker:WHO or lash:FILE in poker; by default somebody beatable who plays the game.",
            autocompletion=complete_players,
        ),
    ] = "",
    seat: Annotated[int, typer.Option(help="Your seat, from 1; seat 1 moves first.", min=1)] = 1,
    record: Annotated[Path | None, typer.Option(help="Append the contest to this file of records.")] = None,
    parameters: With = None,
    seed: Seed = 0,
) -> None:
    """Play in the terminal, with hints, undo, reasons and a review.

    Example: gamelore play five_mens_morris --against perfect --seat 2
    """
    from gamelore.app.guide.glossary import NewWords
    from gamelore.app.table.sitting import TableSitting
    from gamelore.app.terminal.playing import play_on
    from gamelore.app.terminal.talk import talk
    from gamelore.arena.contest import ContestKey
    from gamelore.arena.roster import usual_opponent
    from gamelore.base.errors import BadSetting

    loaded = open_game(game, parameters)
    if seat > loaded.seats:
        raise BadSetting(f"{loaded.name} has {loaded.seats} seats, there is no seat {seat}")
    others = {s: against or usual_opponent(loaded) for s in range(loaded.seats) if s != seat - 1}
    sitting = TableSitting(loaded, seat - 1, others, ContestKey(seed))
    with talk() as person:
        person.explain = NewWords()
        play_on(sitting, person, _keeper(record))


def _keeper(file: Path | None) -> Callable[[Record], None]:
    """Adds contests to a file of records, if there is to be one."""
    from gamelore.base.files import append_line
    from gamelore.base.streams import tell

    def keep(played: Record) -> None:
        if file is not None and append_line(file, played.to_json()):
            tell(f"{file}: its last line was cut off and is dropped")

    return keep


def review(
    file: Annotated[Path, typer.Argument(help="A file of records, as `play --record` writes it.")],
    contest: Annotated[int, typer.Option(help="Which contest of the file, from 1; -1 is the last.")] = -1,
    seat: Annotated[int, typer.Option(help="Whose moves, a seat from 1; by default yours.", min=0)] = 0,
    every: Annotated[bool, typer.Option("--all", help="Every move that gave something away, not the worst.")] = False,
    over_time: Annotated[bool, typer.Option("--over-time", help="All contests of the file, one line each.")] = False,
    seed: Seed = 0,
    json: JsonFlag = False,
) -> None:
    """Look back at a contest: the moves that gave something away, worst first, and the line that would have helped.

    Example: gamelore review mine.jsonl --all
    """
    from gamelore.app.terminal.drawing import drawing_of
    from gamelore.app.terminal.ink import usual_ink
    from gamelore.app.terminal.output import print_table, spinner
    from gamelore.app.terminal.reviewing import SHOWN, over_time_table, review_lines
    from gamelore.app.terminal.width import say
    from gamelore.base.errors import BadSetting
    from gamelore.base.seeds import Phase, stream
    from gamelore.lab.records import read_records
    from gamelore.lab.review.looking_back import review as look_back
    from gamelore.lab.review.series import over_time as progress_of
    from gamelore.lab.review.series import own_seat

    records = list(read_records(file))
    if not records:
        raise BadSetting(f"{file}: holds no contest")
    if over_time:
        with spinner("your moves are judged"):
            rows = list(progress_of(records, file.parent, seat or None, seed))
        if json:
            print_json([row.to_data() for row in rows])
        else:
            print_table(over_time_table(rows))
        return
    if not 1 <= (contest if contest > 0 else len(records) + 1 + contest) <= len(records):
        raise BadSetting(f"{file}: holds {counted(len(records), 'contest')}, there is no contest {contest}")
    chosen = records[contest - 1 if contest > 0 else contest]
    game = _game_of(chosen, file)
    with spinner("your moves are judged"):
        told = look_back(chosen, game, own_seat(chosen, seat or None), stream(seed, phase=Phase.SAMPLE))
    if json:
        print_json(told.to_data())
    else:
        lines = "\n".join(review_lines(told, game, usual_ink(), None if every else SHOWN))
        say(drawing_of(game).written(lines))


def _game_of(record: Record, file: Path) -> AnyGame:
    from gamelore.games.registry import load_game_beside

    return load_game_beside(file.parent, record.game, **record.parameters)
