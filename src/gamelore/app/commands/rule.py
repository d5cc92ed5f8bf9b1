"""The commands for rules that people write and for learners that people teach: `compile` and `coach`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamelore.app.terminal.output import JsonFlag, Seed, print_json


def compile_rules(
    file: Annotated[Path, typer.Argument(help="A LASH program, or a listing of rules to turn back into LASH.")],
    back: Annotated[bool, typer.Option("--back", help="Print LASH, from a listing or from LASH itself.")] = False,
    words: Annotated[bool, typer.Option("--words", help="Print the rules as English sentences.")] = False,
    json: JsonFlag = False,
) -> None:
    """Translate LASH into production rules, and back.

    Example: gamelore compile heuristics.lash --words
    """
    from gamelore.base.files import read_text
    from gamelore.learners.rules.language.heuristics import RANDOM
    from gamelore.learners.rules.language.lash import compile_lash, to_lash
    from gamelore.learners.rules.language.listing import is_listing, parse_listing, to_listing
    from gamelore.learners.rules.language.sentences import list_sentences
    from gamelore.learners.rules.poker.task import PHRASES

    text = read_text(file)
    read = parse_listing if is_listing(text) else compile_lash
    rules = read(text, str(file))
    if json:
        print_json(
            {
                "vector": list(rules.vector),
                "rules": [{"left": list(r.left), "move": r.move, "random": r.move == RANDOM} for r in rules.rules],
                "definitions": {s: {"of": d.of, "when": str(d.predicate)} for s, d in rules.definitions.items()},
                "formulas": {name: str(expression) for name, expression in rules.formulas.items()},
                "moves": {m: {v: str(e) for v, e in move.changes} for m, move in rules.moves.items()},
            }
        )
    elif words:
        print("\n".join(list_sentences(rules, PHRASES)))
    else:
        print(to_lash(rules) if back else to_listing(rules), end="")


def coach(
    game: Annotated[str, typer.Argument(help="The game to teach: poker.")] = "poker",
    agent: Annotated[Path | None, typer.Option(help="A folder to take the learner from and to save it in.")] = None,
    preset: Annotated[str, typer.Option(help="The preset of a new learner.")] = "calibrated",
    rounds: Annotated[int, typer.Option(help="How many rounds to play; 5 are a game.", min=1)] = 5,
    trainer: Annotated[str, typer.Option(help="Who trains: you, builtin for the program trainer, or strong.")] = "you",
    against: Annotated[str, typer.Option(help="Who plays against the learner: you, or an opponent by name.")] = "you",
    deck: Annotated[
        str,
        typer.Option(help="fresh for each round, or carried over and shuffled when it is used up, as in the source."),
    ] = "fresh",
    seed: Seed = 0,
) -> None:
    """Teach the rule learner at the table: accept its decisions, or say which one is right and why.

    Example: gamelore coach poker --against human --agent runs/mine

    Type (OK), or a decision with its reasons: (BET SB BECAUSE YOUR HAND IS FAIR, AND THE POT IS SMALL). HAND is POOR,
    FAIR, GOOD or EXCELLENT; POT, LASTBET, BLUFFO, PBRATIO, ORP and OSTYLE are LARGE, SMALL or (EQUAL TO 3). WHY tells
    the reasons, VARIABLES the values, RULES the rules, UNDO takes an answer back, HELP says what can be typed, QUIT
    stops. Every lesson is saved at once.
    """
    from contextlib import nullcontext

    from gamelore.app.table.coaching import CoachPlan, CoachSitting, coached_learner, saver
    from gamelore.app.terminal.coaching import CoachTerminal
    from gamelore.app.terminal.talk import talk
    from gamelore.base.folders import holding

    plan = CoachPlan(trainer, against, deck, rounds, seed)
    with nullcontext() if agent is None else holding(agent), talk() as person:
        sitting = CoachSitting(coached_learner(game, agent, preset), plan, saver(agent))
        CoachTerminal(sitting, person).teach()
