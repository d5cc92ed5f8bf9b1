"""The command `lore`: what an agent has learned, in sentences and pictures, with how right it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from gamelore.app.terminal.output import JsonFlag, Seed, print_json, progress
from gamelore.app.terminal.width import say
from gamelore.base.little import little_work

MOST = 20
"""Sentences that are shown unless another number is asked for."""


def lore(
    folder: Annotated[Path, typer.Argument(help="An agent's folder.")],
    accuracy: Annotated[
        bool, typer.Option("--accuracy", help="Hold every heuristic against the oracle, the most useful first.")
    ] = False,
    pictures: Annotated[Path | None, typer.Option(help="A new folder for one SVG of each heuristic shown.")] = None,
    most: Annotated[int, typer.Option(help="How many are shown.", min=1)] = MOST,
    as_json: JsonFlag = False,
    seed: Seed = 0,
) -> None:
    """Print what an agent has learned, as sentences in order of worth.

    What a voice or a rule is worth is measured: the agent plays the same contests with it and without
    it. That takes a few seconds once and is kept beside the agent.

    With --accuracy each heuristic is held against the oracle in states of fresh contests: the share
    of those where it speaks in which its move keeps the value, beside what a random move would keep.
    Where nobody has solved the game a narrow search stands in, which may be wrong.

    Example: gamelore lore runs/morris --accuracy --pictures pictures
    """
    from gamelore.base.errors import NotAvailable
    from gamelore.learners.heuristics import Teaches
    from gamelore.learners.registry import load_agent

    agent = load_agent(folder)
    learner = agent.learner
    if not accuracy and pictures is None:
        _measured(agent, folder, most, as_json, seed)
        return
    if not isinstance(learner, Teaches):
        raise NotAvailable(f"learner {learner.kind} has no heuristics that stand by themselves; try without options")
    rows = _ranked(learner, seed if accuracy else None)
    shown = rows[:most]
    if pictures is not None:
        _draw(shown, pictures)
    if as_json:
        from gamelore.lab.accuracy import judged_by

        told = {"judged_by": judged_by(learner.game), **_summary(rows)} if accuracy else None
        print_json({"heuristics": [_mapping(row) for row in shown], "all": told})
        return
    _print_sentences([_told(*row, learner.game) for row in shown], most)
    if len(rows) > most:
        say(f"and {len(rows) - most} more (--most)")
    if accuracy:
        from gamelore.lab.accuracy import judged_by

        say("", f"Moves are judged by {judged_by(learner.game)}.", *_summary(rows)["sentences"])


def _measured(agent: Any, folder: Path, most: int, as_json: bool, seed: int) -> None:
    """What carries the agent, measured by silencing it; then what the learner says of itself."""
    import dataclasses

    from gamelore.lab.guide.evidence import little_practice
    from gamelore.lab.worth import MOST_PARTS, worth_of

    learner = agent.learner
    little = little_practice(learner, agent.facts)
    said, found = list(learner.lore())[:most], None
    if learner.parts():
        with progress("silencing one voice after another", MOST_PARTS) as advance:
            found = worth_of(learner, folder, seed=seed, progress=lambda _: advance())
    if as_json:
        worths = None if found is None else dataclasses.asdict(found)
        told = {"worth": worths, "sentences": [{"sentence": sentence} for sentence in said]}
        print_json({**told, "practice": little} if little else told)
        return
    if found is not None:
        say(f"What carries it: {found.headline()}")
        if found.sentences():
            _print_sentences(found.sentences(), most)
        else:
            say("These contests do not show that any part of it helps by itself.")
        say("\nWhat it says of itself:")
    _print_sentences(said, most)
    if little:
        say(f"\n{little}")
    _print_words(learner, said)


def _print_words(learner: Any, said: list[str]) -> None:
    """What the words of a list mean."""
    from gamelore.app.guide.glossary import words_text
    from gamelore.app.terminal.width import text_width
    from gamelore.learners.maxims.learner import MaximLearner

    if isinstance(learner, MaximLearner) and said:
        print("\nThe words:")
        for line in words_text(learner.game, said, text_width()):
            print(line)


def _told(heuristic: Any, found: Any, game: Any) -> str:
    """A heuristic as a sentence, what it counts, and how right it is."""
    told = f"{heuristic.sentence()} Counts {heuristic.weight:.2f}."
    if found is None:
        return told
    from gamelore.lab.accuracy import ORACLE, judged_by

    if judged_by(game) == ORACLE:
        return f"{told} Against the oracle: {found}."
    return f"{told} Against the search: {found}.{' It speaks against this.' if found.clearly_false else ''}"


@little_work(False)
def _ranked(learner: Any, seed: int | None) -> list[tuple[Any, Any]]:
    """The heuristics in order of worth: by what they keep above chance where that is known, else by weight."""
    heuristics = learner.heuristics()
    if seed is None:
        return sorted(((h, None) for h in heuristics), key=lambda row: -row[0].weight)
    from gamelore.lab.accuracy import accuracies, judged_states

    found = accuracies(judged_states(learner.game, seed), len(heuristics), learner.favourites)
    rows = list(zip(heuristics, found, strict=True))
    return sorted(rows, key=lambda row: (row[1].chance - row[1].kept, -row[0].weight))


def _summary(rows: list[tuple[Any, Any]]) -> dict[str, Any]:
    """How right all heuristics are together, and those that speak often enough to be judged."""
    from gamelore.lab.accuracy import OFTEN

    spoken = [found for _, found in rows if found.spoke]
    often = [found for found in spoken if found.often]
    heard = [found for heuristic, found in rows if found.often and heuristic.weight >= 1]
    said, kept, chance = (sum(getattr(found, what) for found in spoken) for what in ("spoke", "kept", "chance"))
    sound = sum(found.kept == found.spoke for found in often)
    sentences = [f"{len(rows)} heuristics, of which {len(spoken)} spoke in the states of fresh contests."]
    if said:
        sentences.append(f"All together are right in {kept / said:.1%} of {said} comments, chance {chance / said:.1%}.")
        start = f"Of {len(often)} that spoke in {OFTEN} states or more, {sound} were always right, "
        sentences.append(start + _false_sentence(often))
        if len(heard) < len(often):
            sentences.append(f"Of the {len(heard)} of these that count 1 or more, " + _false_sentence(heard))
    return {
        "heuristics": len(rows),
        "spoke": len(spoken),
        "comments": said,
        "right": kept / said if said else None,
        "chance": chance / said if said else None,
        "always_right": sound,
        **_false(often),
        "of_weight_1": _false(heard),
        "sentences": sentences,
    }


def _false(found: list[Any]) -> dict[str, int]:
    """How many spoke often, how many of them are no better than chance, and how many clearly worse."""
    false, clearly = sum(one.false for one in found), sum(one.clearly_false for one in found)
    return {"often": len(found), "no_better_than_chance": false, "clearly_worse_than_chance": clearly}


def _false_sentence(found: list[Any]) -> str:
    _, false, clearly = _false(found).values()
    return f"{false} no better than chance, {clearly} clearly worse."


def _mapping(row: tuple[Any, Any]) -> dict[str, object]:
    heuristic, found = row
    values: dict[str, object] = {
        "name": heuristic.name,
        "text": heuristic.text(),
        "sentence": heuristic.sentence(),
        "weight": heuristic.weight,
    }
    if found is not None:
        values.update(spoke=found.spoke, accuracy=found.share, chance=found.chance / max(1, found.spoke))
    return values


def _draw(rows: list[tuple[Any, Any]], folder: Path) -> None:
    from gamelore.base.errors import GameloreError
    from gamelore.base.folders import write_folder

    if folder.exists():
        raise GameloreError(f"{folder}: exists already; pictures go into a new folder")
    files = {}
    for number, (heuristic, found) in enumerate(rows, start=1):
        caption = () if found is None else (f"{number}. {found}",)
        files[f"{number:04}.svg"] = heuristic.picture(caption)
    write_folder(folder, files)


def _print_sentences(sentences: list[str], most: int) -> None:
    for number, sentence in enumerate(sentences[:most], start=1):
        say(f"{number:>4}. {sentence.removeprefix(f'{number}. ')}")  # rules come with their numbers
    if not sentences:
        say("Nothing has been learned that can be said in sentences.")
