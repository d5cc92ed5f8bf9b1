"""The commands for rules that people write and for learners that people teach: `compile` and `coach`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamelore.app.terminal.completing import beginning
from gamelore.app.terminal.output import JsonFlag, Seed, print_json
from gamelore.app.terminal.width import say

if TYPE_CHECKING:
    from gamelore.learners.rules.language.heuristics import Heuristics


def compile_rules(
    file: Annotated[Path, typer.Argument(help="A LASH program, or a listing of rules to turn back into LASH.")],
    back: Annotated[bool, typer.Option("--back", help="Print LASH, from a listing or from LASH itself.")] = False,
    words: Annotated[bool, typer.Option("--words", help="Print the rules as English sentences.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="Save an agent that plays draw poker by these rules, to be tested and coached.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Translate LASH into production rules, and back; or make an agent of it.

    Example: gamelore compile heuristics.lash --words
    """
    from gamelore.app.commands.beginning import follower
    from gamelore.learners.registry import save_agent
    from gamelore.learners.rules.language.heuristics import RANDOM
    from gamelore.learners.rules.language.lash import to_lash
    from gamelore.learners.rules.language.listing import to_listing
    from gamelore.learners.rules.language.sentences import list_sentences
    from gamelore.learners.rules.poker.task import PHRASES
    from gamelore.learners.rules.texts import RULES_HEADER

    if out is not None:
        learner = follower(file)
        rules = learner.school.trainee.heuristics
        save_agent(learner, out, {"rules": len(rules.rules)})
    else:
        rules = _rules_of(file)
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
        say(*list_sentences(rules, PHRASES))
    else:
        print(to_lash(rules) if back else f"{RULES_HEADER}\n{to_listing(rules)}", end="")
    if out is not None and not json:
        print(f"saved in {out}")


def _rules_of(file: Path) -> Heuristics:
    """The rules of a file; what those for draw poker take from the built-in ones is told in one line."""
    from gamelore.base.files import read_text
    from gamelore.base.streams import tell
    from gamelore.learners.rules.by_hand import read_own_rules

    rules, taken = read_own_rules(read_text(file), str(file))
    if taken:
        tell(f"{file}: {taken}")
    return rules


def _who_plays(incomplete: str) -> list[str]:
    from gamelore.arena.poker.opponents import OPPONENTS

    return beginning(incomplete, ["you", *(f"poker:{name}" for name in OPPONENTS)])


def coach(
    game: Annotated[str, typer.Argument(help="The game to teach: poker or forty_two.")] = "poker",
    agent: Annotated[Path | None, typer.Option(help="A folder to take the learner from and to save it in.")] = None,
    preset: Annotated[
        str, typer.Option(help="The preset of a new learner; by default calibrated at poker, thesis at 42.")
    ] = "",
    rounds: Annotated[
        int | None,
        typer.Option(
            help="How many rounds to play; by default 5, a game, or those of --deal; 0: none. At 42 how many hands to "
            "label.",
            min=0,
        ),
    ] = None,
    trainer: Annotated[
        str, typer.Option(help="Who trains: you, poker:builtin for the program trainer, or poker:strong.")
    ] = "you",
    against: Annotated[
        str,
        typer.Option(help="Who plays against the learner: you, or poker:WHO as for play.", autocompletion=_who_plays),
    ] = "you",
    deck: Annotated[
        str,
        typer.Option(help="fresh for each round, or carried over and shuffled when it is used up, as in the source."),
    ] = "fresh",
    deal: Annotated[
        list[str] | None,
        typer.Option(
            help="A round's deal, 'HAND / HAND / REPLACEMENTS', the first actor's hand first: the learner's in rounds "
            "1, 3 and 5. Give one for each round."
        ),
    ] = None,
    lessons: Annotated[
        Path | None, typer.Option(help="A file of lessons, situations with replies, taken before the first round.")
    ] = None,
    seed: Seed = 0,
) -> None:
    """Teach a learner at the table: the rule learner of poker, or the bidder of 42.

    Examples: gamelore coach poker --against poker:human --agent runs/mine; gamelore coach forty_two --rounds 20

    At 42 hands are dealt and you label them: call, contract, trump, what it sets, and why if you like. At poker accept
    its decisions, or say which one is right and why.

    Type (OK), or a decision with its reasons: (BET SB BECAUSE YOUR HAND IS FAIR, AND THE POT IS SMALL). HAND is POOR,
    FAIR, GOOD or EXCELLENT; POT, LASTBET, BLUFFO, PBRATIO, ORP and OSTYLE are LARGE, SMALL or (EQUAL TO 3). WHY tells
    the reasons, VARIABLES the values, RULES the rules, UNDO takes an answer back, HELP says what can be typed, QUIT
    stops. Every lesson is saved at once.
    """
    from contextlib import nullcontext

    from gamelore.app.terminal.coaching import coach_of
    from gamelore.base.errors import BadSetting

    if (taught := coach_of(game)) is not None:
        if (trainer, against, deck) != ("you", "you", "fresh") or deal or lessons is not None:
            told = "--trainer, --against, --deck, --deal and --lessons say nothing"
            raise BadSetting(f"at {game} you train, and nobody plays: {told}")
        taught(agent, preset, 5 if rounds is None else rounds or 1, seed)
        return
    from gamelore.app.table.poker.coaching import CoachPlan, CoachSitting, coached_learner, saver
    from gamelore.app.terminal.poker.coaching import CoachTerminal, take_lessons
    from gamelore.app.terminal.talk import talk
    from gamelore.arena.poker.opponents import short_name
    from gamelore.base.folders import holding

    deals = tuple(deal or ())
    rounds = rounds if rounds is not None else len(deals) or 5
    if not rounds and lessons is None:
        raise BadSetting("no round and no file of lessons: there is nothing to teach")
    plan = CoachPlan(short_name(trainer), short_name(against), deck, rounds or 1, seed, deals)
    with nullcontext() if agent is None else holding(agent), talk() as person:
        learner = coached_learner(game, agent, preset or "calibrated")
        if lessons is not None:
            take_lessons(learner, lessons, person, saver(agent))
        if rounds:
            CoachTerminal(CoachSitting(learner, plan, saver(agent)), person).teach()
