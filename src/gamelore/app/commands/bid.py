"""The command that teaches a bidder of 42: `teach`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamelore.app.terminal.output import JsonFlag, With, name_values, open_game, print_json
from gamelore.app.terminal.width import say
from gamelore.base.words import counted
from gamelore.games.forty_two.dominoes import TRUMP_WORDS

if TYPE_CHECKING:
    from gamelore.oracles.forty_two.labelled_store import LabelledHand


def teach(
    out: Annotated[Path, typer.Option(help="The agent's folder.")],
    hands: Annotated[int | None, typer.Option(help="How many hands; all that are for learning by default.")] = None,
    preset: Annotated[str, typer.Option(help="marks, mended, thesis or tuned.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="One setting of the bidder.")
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            help="Hands of your own: JSON lines with 'hand' and 'call', and more if you like; ours by default."
        ),
    ] = None,
    ours: Annotated[int, typer.Option(help="With --store: so many of our hands before yours.", min=0)] = 0,
    played: Annotated[
        bool,
        typer.Option(
            "--played-out", help="Label the hands by playing them out, not by open play, which sees every hand."
        ),
    ] = False,
    parameters: With = None,
    as_json: JsonFlag = False,
) -> None:
    """Teach COGAP-42 to bid from labelled hands.

    Then: gamelore explain runs/bidder "A | dealer A | 0-0 6-0 2-2 4-2 2-0 5-5 5-3"

    Example: gamelore teach --hands 800 --preset thesis --out runs/bidder
    """
    from gamelore.base.errors import BadSetting
    from gamelore.base.folders import holding
    from gamelore.base.settings import settings_from_texts
    from gamelore.games.forty_two import FortyTwo
    from gamelore.games.forty_two.dominoes import hand_text
    from gamelore.games.forty_two.rules import calls_text
    from gamelore.lab.forty_two.labelled_hands import hands_to_learn, teach_hands
    from gamelore.learners.registry import save_agent
    from gamelore.learners.signatures.cogap.learner import Cogap
    from gamelore.learners.signatures.cogap.protocol import PROTOCOLS, Protocol, protocols_text

    chosen = settings_from_texts(Cogap.preset(preset or None), name_values(settings, "--set"), "learner cogap")
    game = open_game("forty_two", parameters)
    assert isinstance(game, FortyTwo)
    rule, labelled = hands_to_learn(store, hands, game.rules)
    labels = rule.name if store is None else "own"
    if store is None and ours:
        raise BadSetting("--ours says how many of our hands go before those of --store")
    if store is not None and ours:
        labelled = [*hands_to_learn(None, ours, game.rules)[1], *labelled]
    if played and store is not None:
        raise BadSetting("--played-out labels our hands anew; hands of --store keep the labels that they have")
    if played:
        from gamelore.arena.forty_two.played_prices import played_out
        from gamelore.oracles.forty_two.labels import PLAYED_OUT

        rule, labelled, labels = PLAYED_OUT, played_out(labelled, rules=game.rules), PLAYED_OUT.name
    with holding(out):
        learner = teach_hands(game, chosen, labelled, rule)
        said = [Protocol(hand_text(h.dominoes), calls_text(h.calls), _said(h), h.why) for h in labelled if h.why]
        beside = {PROTOCOLS: protocols_text(said)} if said else {}
        save_agent(learner, out, {"hands": len(labelled), "labels": labels}, beside)
    alone = sum(not hand.prices for hand in labelled)
    if as_json:
        facts = {"folder": str(out), "hands": len(labelled), "without_counts": alone, "labels": labels}
        print_json({**facts, "lore": list(learner.lore())})
        return
    say(f"Taught {counted(len(labelled), 'hand')}, labels '{labels}'. Folder: {out}")
    if alone and chosen.choice == "marks" and alone < len(labelled):
        say(
            f"{alone} of them have no counts: they teach how hands are rated, but this preset calls what brought most "
            "marks, which they do not say; --preset thesis, tuned or mended calls what was taught."
        )
    say(*learner.lore())


def _said(hand: LabelledHand) -> str:
    """A label in a word or two."""
    call, trump = hand.label.call, hand.label.trump
    return "pass" if not call else f"{call}, trump {TRUMP_WORDS[trump]}"
