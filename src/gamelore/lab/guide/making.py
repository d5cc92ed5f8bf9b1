"""A guide, measured: contests of each reader, contests without each line, a proof, and the price of the list.

"Never loses" is said only where a proof says so. Of an agent without maxims the guide tells what carries it
(`lab/worth.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeGuard

from gamelore.arena.readers import reader_of
from gamelore.arena.roster import usual_challengers
from gamelore.arena.tournament import challenge
from gamelore.base.errors import NotAvailable
from gamelore.base.settings import settings_to_mapping
from gamelore.games.board.game import BoardGame
from gamelore.games.record import Record
from gamelore.lab.guide import domino_evidence
from gamelore.lab.guide.core import READERS, Guide, GuideLine, ListPrice
from gamelore.lab.guide.evidence import example_of, left_out, questions_of, situations_of
from gamelore.lab.worth import worth_of
from gamelore.learners.core import Learner
from gamelore.learners.maxims.boards import is_compiled
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.proof import prove
from gamelore.learners.maxims.reader import FORTY_TWO
from gamelore.oracles.board.store import easily_solved

CONTESTS, SLOW_CONTESTS = 100, 10
"""Contests of each reader against each challenger: of a solved game, and where a search is the strongest player."""
ROUNDS = 4
"""Rounds without a line for each such contest, where kernels play them."""
PROVED_WITHIN = 100_000
"""States that a proof may look at."""

Progress = Callable[[str], None]


def make_guide(
    learner: Learner,
    subject: str,
    *,
    facts: Mapping[str, Any] | None = None,
    folder: Path | None = None,
    contests: int | None = None,
    seed: int,
    progress: Progress | None = None,
) -> Guide:
    """Measure all that a guide tells of a learner; `folder` is where an agent stands, `facts` what is known of it."""
    game = learner.game
    maxims = isinstance(learner, MaximLearner) and bool(learner.lines)
    if maxims and not game.perfect_information:
        raise NotAvailable(f"{game.title}: lines for hidden hands have a guide of their own (domino_making.py)")
    solved = not isinstance(game, BoardGame) or easily_solved(game)
    names = usual_challengers(game)
    settings: dict[str, Any] = {} if solved else {"unsolved": "search"}
    asked = contests or (CONTESTS if solved else SLOW_CONTESTS)
    records: list[Record] = []
    strength = {}
    for reader, (_, kind, slips) in READERS.items():
        if reader != "careful" and not maxims:
            continue

        def note(name: str, record: Record, reader: str = reader) -> None:
            if reader == "careful" and maxims:
                records.append(record)
            if progress is not None:
                progress("contests")

        player = reader_of(learner, kind, slips, **settings)
        strength[reader] = challenge(game, player, names, asked, seed=seed, progress=note, **settings)
    guide = Guide(game, learner.kind, subject, seed, asked, "perfect" if solved else "search", strength)
    if isinstance(learner, MaximLearner) and maxims:
        return _with_maxims(guide, learner, facts or {}, records, progress)
    worth = worth_of(learner, folder, seed=seed) if folder is not None and learner.parts() else None
    return replace(guide, worth=worth, said=tuple(learner.lore()))


def is_of_dominoes(learner: Learner) -> TypeGuard[MaximLearner]:
    """Whether the guide of a learner is one of 42."""
    return isinstance(learner, MaximLearner) and bool(learner.lines) and learner.game.name == FORTY_TWO


def contests_of(learner: Learner, contests: int | None = None) -> int:
    """How many contests a guide plays for its readers, for who shows progress."""
    if is_of_dominoes(learner):
        return domino_evidence.ROUNDS
    game = learner.game
    solved = not isinstance(game, BoardGame) or easily_solved(game)
    each = contests or (CONTESTS if solved else SLOW_CONTESTS)
    readers = len(READERS) if isinstance(learner, MaximLearner) and learner.lines else 1
    return readers * each * len(usual_challengers(game))


def _with_maxims(
    guide: Guide, learner: MaximLearner, facts: Mapping[str, Any], records: Sequence[Record], progress: Progress | None
) -> Guide:
    """What there is to tell of a list."""
    game, lines, wording = guide.game, learner.lines, learner.reader.wording
    situations = list(situations_of(game, lines, records))
    fast = guide.strongest == "perfect" and is_compiled(game, lines)
    rounds = guide.contests * (ROUNDS if fast else 1)
    whole, rest, losses = left_out(game, lines, rounds, guide.seed)
    told = []
    for number, line in enumerate(lines):
        sentence = wording.sentence(line)
        told.append(
            GuideLine(
                line,
                sentence,
                len(sentence.split()),
                wording.measures[line.measure].ahead,
                sum(number in s.narrowing.narrowed for s in situations) / max(1, len(situations)),
                rest[number],
                losses[number],
                example_of(number, line, situations),
            )
        )
    try:
        proof = prove(game, lines, PROVED_WITHIN)
    except NotAvailable:
        proof = None
    return replace(
        guide,
        lines=tuple(told),
        whole=whole,
        rounds=rounds,
        proof=proof,
        price=price_of(learner, facts),
        quiz=tuple(questions_of(situations, len(lines))),
        vocabulary=tuple(wording.sentence(line) for line in wording.lines()),
    )


def price_of(learner: MaximLearner, facts: Mapping[str, Any]) -> ListPrice:
    """What a list has cost, as far as that is known."""
    found, wording = learner.maxims.found, learner.reader.wording
    practised, seconds = found.get("practised"), found.get("seconds")
    command = str(found.get("command", ""))
    if not command and "seed" in facts and "contests" in facts:
        usual = settings_to_mapping(learner.preset(None))
        changed = [f"{k}={v}" for k, v in settings_to_mapping(learner.settings).items() if v != usual[k]]
        asked = "".join(f" --set {setting}" for setting in changed) + f" --seed {facts['seed']}"
        begins = f"gamelore learn {learner.game.name} --learner maxims --contests {facts['contests']}"
        command = f"{begins}{asked} --out FOLDER"
    return ListPrice(
        practised if isinstance(practised, int) else None,
        float(seconds) if isinstance(seconds, int | float) else None,
        len(wording.measures),
        len(wording.lines()),
        len(wording.conditions) - 1,
        command,
    )
