"""One learner trained into a folder of its own: knowledge, records, metrics; interrupted and taken up again.

The folder is a function of the course: a run that was stopped and taken up again leaves the same bytes as one that
was not. An interrupt is obeyed between two contests or two steps of practice, never within one.
"""

from __future__ import annotations

import contextlib
import csv
import io
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gamelore.arena.regimes import LEARNER, Regime, make_regime
from gamelore.arena.tournament import seat_of
from gamelore.arena.training import Progress, hear_again, progress_of, taken_back, train
from gamelore.base.errors import BadSetting, GameloreError
from gamelore.base.folders import holding
from gamelore.base.settings import settings_to_mapping
from gamelore.games import Record
from gamelore.lab.engine.experiment import Experiment, result_letter
from gamelore.lab.records import METRICS_COLUMNS, METRICS_FILE, RECORDS_FILE, read_records
from gamelore.learners.core import Learner
from gamelore.learners.registry import AGENT_FILE, load_agent, save_agent

if TYPE_CHECKING:
    from gamelore.learners.advisors.faculty import Confirm

SAVE_EVERY = 20.0
"""Seconds between two saves of a course that goes on: what a crash can cost."""


@dataclass(frozen=True, slots=True)
class Learned:
    """A learner after its course, or where the course was interrupted."""

    learner: Learner
    progress: Progress
    results: str
    """W, D or L for each contest, - where it only watched or practised with itself, and for each step of practice."""
    taken_back: int = 0
    """How many of its moves a trainer took back and made instead."""
    interrupted: bool = False


def learn(
    course: Experiment,
    folder: Path,
    *,
    over: bool = False,
    progress: Callable[[Progress], None] | None = None,
    watch: Callable[[Progress, Learner], None] | None = None,
    confirm: Confirm | None = None,
) -> Learned:
    """Train a learner and save it; a course that this folder holds unfinished is taken up where it stopped.

    `over` replaces whatever agent the folder holds. Who wants to `watch` sees the learner after each step. `confirm` is
    asked before an Advisor is removed; a course that is taken up hears its contests again, and asks again.
    The folder is held for the whole course: a second one into it is refused at once.
    """
    game = course.load_game()
    regime = make_regime(course.regime, game, course.contests)
    learner = course.make_learner(game)
    with holding(folder):
        return _learn(course, folder, learner, regime, over=over, progress=progress, watch=watch, confirm=confirm)


def _learn(
    course: Experiment,
    folder: Path,
    learner: Learner,
    regime: Regime,
    *,
    over: bool,
    progress: Callable[[Progress], None] | None,
    watch: Callable[[Progress, Learner], None] | None,
    confirm: Confirm | None,
) -> Learned:
    records = list[Record]()
    if (folder / AGENT_FILE).exists() and not over:
        learner, records = _take_up(course, folder)
    state = progress_of(regime, records)
    if state.finished:
        return Learned(learner, state, _results(regime, records), sum(map(taken_back, records)))
    if records and learner.learns_from_records:
        learner = course.make_learner(learner.game)
        _ask(learner, confirm)
        hear_again(learner, regime, records)
    _ask(learner, confirm)
    saved = time.monotonic()
    with _interrupt_noted() as interrupted:
        steps: list[Progress] = []
        for record in train(
            learner.game,
            learner,
            regime,
            seed=course.seed,
            after=records,
            settings=course.test.players,
            progress=lambda step, _: steps.append(step),
        ):
            records.append(record)
            state = steps[-1]
            if progress is not None:
                progress(state)
            if watch is not None:
                watch(state, learner)
            if interrupted.is_set() and not state.finished:
                break
            # After the first contest too: a folder that cannot be used is refused before hours are spent.
            if len(records) == 1 or time.monotonic() - saved > SAVE_EVERY:
                _save(course, folder, learner, regime, records, state)
                saved = time.monotonic()
        _save(course, folder, learner, regime, records, state)
        return Learned(learner, state, _results(regime, records), sum(map(taken_back, records)), not state.finished)


def _ask(learner: Learner, confirm: Confirm | None) -> None:
    if confirm is None:
        return
    from gamelore.learners.advisors.hoyle import Hoyle

    if not isinstance(learner, Hoyle):
        raise BadSetting(f"learner {learner.kind} removes no Advisors, so there is nothing to ask about")
    learner.ask_before_removal(confirm)


def _take_up(course: Experiment, folder: Path) -> tuple[Learner, list[Record]]:
    agent = load_agent(folder)
    asked = course.make_learner(agent.learner.game)
    facts = {k: v for k, v in agent.facts.items() if k in _course_facts(course)}
    same = (
        agent.learner.kind == course.learner
        and agent.learner.game.is_same(course.load_game())
        and settings_to_mapping(agent.learner.settings) == settings_to_mapping(asked.settings)
        and facts == _course_facts(course)
    )
    if not same:
        raise GameloreError(f"{folder}: holds an agent of another course; choose another folder, or replace it: --over")
    if agent.edited:
        raise GameloreError(f"{folder}: {agent.edited[0]} was edited, so its course cannot go on; replace it: --over")
    return agent.learner, list(read_records(folder / RECORDS_FILE))


def _course_facts(course: Experiment) -> dict[str, object]:
    facts: dict[str, object] = {"regime": course.regime, "seed": course.seed, "players": dict(course.test.players)}
    return facts if course.contests is None else {**facts, "contests": course.contests}


def _save(
    course: Experiment, folder: Path, learner: Learner, regime: Regime, records: list[Record], state: Progress
) -> None:
    facts = {**_course_facts(course), "played": state.done, "finished": state.finished, "reached": state.reached}
    beside = {
        RECORDS_FILE: "".join(record.to_json() + "\n" for record in records),
        METRICS_FILE: _metrics(regime, records),
    }
    save_agent(learner, folder, facts, beside)


def _metrics(regime: Regime, records: list[Record]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(METRICS_COLUMNS)
    for number, record in enumerate(records):
        entrants = regime.contest(number)[0].entrants
        letter = result_letter(record, entrants)
        seat = "" if letter == "-" else seat_of(record, entrants.index(LEARNER)) + 1
        writer.writerow([number + 1, "-".join(entrants), seat, letter, len(record.actions)])
    return text.getvalue()


def _results(regime: Regime, records: list[Record]) -> str:
    return "".join(result_letter(record, regime.contest(n)[0].entrants) for n, record in enumerate(records))


@contextlib.contextmanager
def _interrupt_noted() -> Iterator[threading.Event]:
    """Within this block the first Ctrl-C only sets a flag; a second one interrupts as always."""
    noted = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return

    def note(*_: object) -> None:
        noted.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
