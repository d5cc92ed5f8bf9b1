"""The command that teaches a bidder of 42: `teach`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamelore.app.terminal.output import JsonFlag, With, console, name_values, open_game, print_json


def teach(
    out: Annotated[Path, typer.Option(help="The agent's folder.")],
    hands: Annotated[int | None, typer.Option(help="How many hands; all that are for learning by default.")] = None,
    preset: Annotated[str, typer.Option(help="marks, mended, thesis or tuned.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="One setting of the bidder.")
    ] = None,
    store: Annotated[
        Path | None, typer.Option(help="Labelled hands of your own, e.g. labelled by a person; ours by default.")
    ] = None,
    played: Annotated[
        bool, typer.Option("--played-out", help="Price the hands by playing them out, not by open play: a minute.")
    ] = False,
    parameters: With = None,
    as_json: JsonFlag = False,
) -> None:
    """Teach COGAP-42 to bid from labelled hands.

    Then: gamelore explain runs/bidder "A | dealer A | 0-0 6-0 2-2 4-2 2-0 5-5 5-3"

    Example: gamelore teach --hands 800 --preset thesis --out runs/bidder
    """
    from gamelore.base.folders import holding
    from gamelore.base.settings import settings_from_texts
    from gamelore.games.forty_two import FortyTwo
    from gamelore.lab.forty_two.experiment import hands_to_learn, teach_hands
    from gamelore.learners.registry import save_agent
    from gamelore.learners.signatures.cogap.learner import Cogap

    chosen = settings_from_texts(Cogap.preset(preset or None), name_values(settings, "--set"), "learner cogap")
    game = open_game("forty_two", parameters)
    assert isinstance(game, FortyTwo)
    rule, labelled = hands_to_learn(store, hands, game.rules)
    if played:
        from gamelore.arena.forty_two.playing import played_out
        from gamelore.oracles.forty_two.labels import PLAYED_OUT

        rule, labelled = PLAYED_OUT, played_out(labelled, rules=game.rules)
    with holding(out):
        learner = teach_hands(game, chosen, labelled, rule)
        save_agent(learner, out, {"hands": len(labelled), "labels": rule.name})
    if as_json:
        print_json({"folder": str(out), "hands": len(labelled), "labels": rule.name, "lore": list(learner.lore())})
        return
    screen = console()
    screen.print(f"Taught {len(labelled)} hands, labels '{rule.name}'. Folder: {out}", markup=False)
    for sentence in learner.lore():
        screen.print(sentence, markup=False)
