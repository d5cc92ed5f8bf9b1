"""The command `proficiency`: a person takes Waterman's test against a program, in one or several sittings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamelore.app.terminal.output import JsonFlag, Seed, open_game, print_json
from gamelore.app.terminal.width import say


def proficiency(
    game: Annotated[str, typer.Argument(help="draw_poker.")],
    out: Annotated[Path, typer.Option(help="Where the test is kept; one that is there goes on.")],
    against: Annotated[
        str, typer.Option(help="Who is met: poker:WHO, agent:FOLDER, random; Waterman's rules by default.")
    ] = "",
    games: Annotated[
        int | None, typer.Option(help="Games of five rounds in each series; 5 in the source.", min=1)
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="When it is over, write the graph of the thesis to this file.")
    ] = None,
    as_json: JsonFlag = False,
    seed: Seed = 0,
) -> None:
    """Take the proficiency test: two series of games with exchanged hands, and the graph of the thesis.

    The same hands come again in series II, exchanged and in another order, so that luck weighs little. Leave with
    quit and go on another time; the source waits a day between the series.

    Example: gamelore proficiency draw_poker --against agent:runs/mine --out runs/me.toml --svg runs/me.svg
    """
    from gamelore.app.table.poker.proficiency import ProficiencyTest, graphs_svg
    from gamelore.app.terminal.poker.proficiency import ProficiencyTerminal, result_lines
    from gamelore.app.terminal.talk import talk
    from gamelore.arena.roster import usual_opponent
    from gamelore.base.errors import BadSetting
    from gamelore.base.files import parse_toml, read_text, to_toml, write_text

    loaded = open_game(game)
    if out.exists():
        test = ProficiencyTest.restore(parse_toml(read_text(out), str(out)), loaded, str(out))
        if against not in ("", test.against) or games not in (None, test.games):
            raise BadSetting(f"{out}: holds a test of {test.games} games against '{test.against}'; begin another file")
    else:
        test = ProficiencyTest(loaded, against or usual_opponent(loaded), seed, *(() if games is None else (games,)))
    with talk() as person:
        ProficiencyTerminal(test, person, lambda kept: write_text(out, to_toml(kept.to_data()))).take()
    if not test.over:
        return
    result = test.result()
    if svg is not None:
        first, second = graphs_svg(result, test.player.name)
        write_text(svg, first)
        write_text(svg.with_name(f"{svg.stem}-beside{svg.suffix}"), second)
    if as_json:
        values = {"percent": result.percent, "first_series": result.first_series, "second_series": result.second_series}
        print_json({"game": loaded.name, "against": test.against, "games": test.games, "seed": test.seed, **values})
        return
    say(*result_lines(test))
