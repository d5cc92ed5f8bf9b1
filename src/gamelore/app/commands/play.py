"""The command for a person at the table: `play`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamelore.app.terminal.output import Seed, With, open_game


def play(
    game: Annotated[str, typer.Argument(help="A game's name, a TOML file or module:name.")],
    against: Annotated[
        str,
        typer.Option(
            help="Who sits opposite: perfect, expert, novice, random, search, maxims, agent:FOLDER, table:WHO in 42, "
            "poker:WHO in poker; by default somebody beatable who plays the game."
        ),
    ] = "",
    seat: Annotated[int, typer.Option(help="Your seat, from 1; seat 1 moves first.", min=1)] = 1,
    record: Annotated[Path | None, typer.Option(help="Append the contest to this file of records.")] = None,
    parameters: With = None,
    seed: Seed = 0,
) -> None:
    """Play in the terminal, with hints, undo and reasons.

    Example: gamelore play five_mens_morris --against perfect --seat 2
    """
    from gamelore.app.table.session import Session
    from gamelore.arena.contest import ContestKey
    from gamelore.arena.roster import make_player, usual_opponent
    from gamelore.base.errors import BadSetting
    from gamelore.base.files import append_line
    from gamelore.base.plain import tell

    loaded = open_game(game, parameters)
    if seat > loaded.seats:
        raise BadSetting(f"{loaded.name} has {loaded.seats} seats, there is no seat {seat}")
    others = {s: make_player(against or usual_opponent(loaded), loaded) for s in range(loaded.seats) if s != seat - 1}
    played = Session(loaded, seat - 1, others, ContestKey(seed), input, print).play()
    if played is not None and record is not None and append_line(record, played.to_json()):
        tell(f"{record}: its last line was cut off and is dropped")
