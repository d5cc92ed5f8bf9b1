"""Commands that look and check: `games`, `learners`, `solve`, `check`."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Callable
from typing import Annotated, Any

import typer

from gamelore.app.terminal.completing import complete_games
from gamelore.app.terminal.output import JsonFlag, Seed, With, open_game, print_json, print_table
from gamelore.app.terminal.width import folded, say, text_width


def games(
    name: Annotated[
        str | None,
        typer.Argument(
            help="One game, to see its rules, its board, how moves are written, and its parameters.",
            autocompletion=complete_games,
        ),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """List the games, or show one of them.

    Example: gamelore games five_mens_morris
    """
    from gamelore.games import game_names, load_game

    if name is not None:
        _show_game(name, as_json)
        return
    rows = [_row("name", n, lambda n: _describe(load_game(n))) for n in game_names()]
    if as_json:
        print_json(rows)
        return
    from rich.table import Table

    table = Table("game", "title", "seats", "what it is", title="Games", title_justify="left")
    for row in rows:
        title, seats = row.get("title", ""), str(row.get("seats", ""))
        table.add_row(row["name"], title, seats, row.get("broken") or row["summary"])
    print_table(table)


def _row(key: str, name: str, describe: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """What is told of something by name; what another package fails to provide is told as broken."""
    from gamelore.base.errors import GameloreError

    try:
        return describe(name)
    except Exception as error:  # a package of somebody else's may do anything
        return {key: name, "broken": str(error) if isinstance(error, GameloreError) else repr(error)}


def _describe(game: Any) -> dict[str, Any]:
    told = ("name", "title", "summary", "seats", "seat_names", "perfect_information")
    return {**{what: getattr(game, what) for what in told}, "horizon": dataclasses.asdict(game.horizon)}


def _show_game(name: str, as_json: bool) -> None:
    from gamelore.app.terminal.board.drawing import draw_text
    from gamelore.games.board.game import BoardGame
    from gamelore.games.telling import notation_in_words, rules_in_words

    game = open_game(name)
    described = {**_describe(game), "told": list(rules_in_words(game)), "notation": list(notation_in_words(game))}
    if isinstance(game, BoardGame):
        described["rules"] = dataclasses.asdict(game.rules)
        described["positions"] = game.board.size
        described["symmetries"] = len(game.symmetries)
    if game.known:
        described["known"] = game.known
    if as_json:
        print_json(described)
        return
    width = text_width()
    paragraphs = [f"{game.title}: {game.summary}", " ".join(described["told"])]
    if isinstance(game, BoardGame):
        paragraphs.append(draw_text(game.board, width=width))
    if described["notation"]:
        paragraphs.append(" ".join(described["notation"]))
    if isinstance(game, BoardGame):
        rules = ", ".join(f"{k}={v}" for k, v in described["rules"].items())
        paragraphs.append(f"parameters (--with NAME=VALUE): {rules}")
    limits = [f"{k}={v}" for k, v in described["horizon"].items() if v is not None]
    ends = f"contests end by the rules{''.join(f' or {t}' for t in limits)}"
    paragraphs.append(f"seats: {', '.join(game.seat_names)}; {ends}")
    if game.known:
        paragraphs.append(game.known)
    print("\n\n".join(folded(paragraph, width) for paragraph in paragraphs))


def learners(as_json: JsonFlag = False) -> None:
    """List the learners and what each can play.

    Example: gamelore learners
    """
    from gamelore.base.settings import settings_to_mapping
    from gamelore.games.registry import loadable_games
    from gamelore.learners.registry import learner_card, learner_names

    loaded = list(loadable_games())

    def describe(kind: str) -> dict[str, Any]:
        learner = learner_card(kind)
        return {
            "learner": kind,
            "summary": learner.summary,
            "presets": {n: settings_to_mapping(s) for n, s in learner.presets.items()},
            "plays": [game.name for game in loaded if learner.plays(game)],
        }

    rows = [_row("learner", kind, describe) for kind in learner_names()]
    if as_json:
        print_json(rows)
        return
    from rich.table import Table

    table = Table("learner", "how it learns", "presets", "plays", title="Learners", title_justify="left")
    for row in rows:
        plays = row.get("plays", [])
        told = "every game" if len(plays) == len(loaded) else ", ".join(plays)
        table.add_row(row["learner"], row.get("broken") or row["summary"], ", ".join(row.get("presets", [])), told)
    print_table(table)


def solve(
    game: Annotated[str, typer.Argument(help="A board game's name or a TOML file.", autocompletion=complete_games)],
    markers: Annotated[
        str | None, typer.Option(metavar="N-M", help="Only positions with N against M sliding markers, e.g. 3-3.")
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Check every state against its children.")] = False,
    parameters: With = None,
    as_json: JsonFlag = False,
) -> None:
    """Solve a board game exactly.

    Prints its value and the counts of won, drawn and lost boards for each number of markers. The
    value is that of the unlimited game; the table is built once and kept in the user's cache folder.

    Example: gamelore solve five_mens_morris --json
    """
    from gamelore.oracles.board.solved_tables import solve as solve_game

    loaded = open_game(game, parameters)
    start = time.perf_counter()
    solution = solve_game(loaded, _markers(markers), _tell)
    seconds = time.perf_counter() - start
    first = loaded.new_initial_state()
    value = solution.value(first) if solution.covers(first) else None
    counts = solution.counts()
    checked = solution.verify(_tell) if verify else None
    if as_json:
        print_json(
            {
                "game": loaded.name,
                "parameters": dict(loaded.parameters),
                "markers": markers,
                "value": None if value is None else str(value).split()[0],
                "distance": None if value is None else value.distance,
                "boards": sum(c.boards for c in counts),
                "classes": [dataclasses.asdict(c) for c in counts],
                "seconds": round(seconds, 3),
                "verified_boards": checked,
            }
        )
        return
    from rich.table import Table

    table = Table(title=f"{loaded.title}: boards by markers, from the mover's view", title_justify="left")
    for column in ("to place", "own", "other", "boards", "won", "drawn", "lost", "longest win"):
        table.add_column(column, justify="right")
    for c in counts:
        figures = (c.left, c.own, c.other, c.boards, c.wins, c.draws, c.losses, c.longest)
        table.add_row(*(f"{figure:,}" for figure in figures))
    print_table(table)
    if value is not None:
        say(f"Value of the first state, without any limit of plies: {value}")
    say(f"{sum(c.boards for c in counts):,} boards; solved or read in {seconds:.2f} s")
    if checked is not None:
        say(f"{checked:,} boards follow from their children")


def _markers(text: str | None) -> tuple[int, int] | None:
    from gamelore.base.errors import BadSetting

    if text is None:
        return None
    own, found, other = text.partition("-")
    if not found or not all(part.isdecimal() and len(part) < 4 for part in (own, other)):
        raise BadSetting(f"--markers needs two numbers such as 3-3, found '{text}'")
    return int(own), int(other)


def _tell(sentence: str) -> None:
    if sys.stderr.isatty():
        print(sentence, file=sys.stderr)


def check(
    what: Annotated[
        str,
        typer.Argument(help="A file or folder that a command wrote, a TOML game, a game, a learner, module:name."),
    ],
    again: Annotated[
        int, typer.Option(help="Compute so many runs of every experiment again and compare; the seed chooses.", min=0)
    ] = 0,
    as_json: JsonFlag = False,
    seed: Seed = 0,
) -> None:
    """Validate any file or folder of ours, a game or a learner.

    A folder may hold several things, such as all that reproduce wrote. Who edits a run and signs it anew is found by
    --again alone.

    Example: gamelore check runs/l03-6-seed-20000 --again 2
    """
    from gamelore.lab.validate import validate

    seen = validate(what, seed, again)
    if as_json:
        print_json({"what": what, "sound": True, "seen": seen})
        return
    say(*seen)
