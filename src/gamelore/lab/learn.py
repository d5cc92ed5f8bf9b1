"""One learner trained into a folder of its own: knowledge, records, metrics; interrupted and taken up again.

The folder is a function of the course: a run that was stopped and taken up again leaves the same bytes as one that
was not. An interrupt is obeyed between two contests or two steps of practice, never within one.

A course may begin with something that its learner is given, or in the folder of the agent that it goes on with.
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

from gamelore.arena.regimes import LEARNER, Regime, make_regime, parse_stop
from gamelore.arena.tournament import seat_of
from gamelore.arena.training import Progress, hear_again, progress_of, require_budget, taken_back, train
from gamelore.base.errors import BadSetting, GameloreError
from gamelore.base.folders import holding
from gamelore.base.settings import settings_to_mapping
from gamelore.games import AnyGame, Record
from gamelore.lab.engine.executor import Workers
from gamelore.lab.engine.experiment import Experiment, result_letter
from gamelore.lab.engine.practice import SpreadJudge, require_spreadable
from gamelore.lab.records import METRICS_COLUMNS, METRICS_FILE, RECORDS_FILE, read_records
from gamelore.learners.core import Learner
from gamelore.learners.registry import AGENT_FILE, Agent, load_agent, save_agent

if TYPE_CHECKING:
    from gamelore.learners.advisors.faculty import Confirm

_OPTIONAL = ("stop", "begins")
"""What is said of a course only where it was asked for."""
SAVE_EVERY = 20.0
"""Seconds between two saves of a course that goes on: what a crash can cost."""


ITSELF = "itself"
"""How a course says that it went on with the agent of its own folder."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a learner is given before its first contest."""

    give: Callable[[Learner], None]
    name: str
    """A digest of it, by which a course that was interrupted is known again; `ITSELF` for the agent of the folder."""


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
    stop: str = "",
    begin: Beginning | None = None,
    over: bool = False,
    progress: Callable[[Progress], None] | None = None,
    watch: Callable[[Progress, Learner], None] | None = None,
    confirm: Confirm | None = None,
    prepare: Callable[[Learner], None] = lambda learner: None,
    workers: Workers | None = None,
) -> Learned:
    """Train a learner and save it; a course that this folder holds unfinished is taken up where it stopped.

    `stop` ends the course otherwise than its regime does (`arena.regimes.parse_stop`), `begin` gives the learner what
    it begins with. `over` replaces whatever agent the folder holds. Who wants to `watch` sees the learner after each
    step. `confirm` is asked before an Advisor is removed; a course that is taken up hears its contests again, and asks
    again. `prepare` may give a fresh learner what a person brings along; a course that is taken up must have had the
    same. Practice is spread over `workers`, with the same bytes as without; a course without any is refused then. The
    folder is held for the whole course: a second one into it is refused at once.
    """
    game = course.load_game()
    regime = make_regime(course.regime, game, course.contests)

    def fresh(some: AnyGame) -> Learner:
        made = course.make_learner(some)
        prepare(made)
        return made

    learner = fresh(game)
    if stop:
        regime = regime.ending(parse_stop(stop), learner)
    if workers is not None:
        require_spreadable(learner, regime)
    facts = _course_facts(course)
    facts |= {"stop": stop} if stop else {}
    facts |= {"begins": begin.name} if begin is not None else {}
    with holding(folder):
        plan = _Plan(course, facts, begin, fresh, workers)
        return _learn(plan, folder, learner, regime, over=over, progress=progress, watch=watch, confirm=confirm)


@dataclass(slots=True)
class _Plan:
    """A course, by what its folder says of it, and what came before it."""

    course: Experiment
    facts: dict[str, object]
    begin: Beginning | None
    fresh: Callable[[AnyGame], Learner]
    """A learner before its first contest, with what a person brings along."""
    workers: Workers | None
    before: tuple[str, ...] = ()
    """The courses that the agent of the folder had before, in words."""


def _learn(
    plan: _Plan,
    folder: Path,
    learner: Learner,
    regime: Regime,
    *,
    over: bool,
    progress: Callable[[Progress], None] | None,
    watch: Callable[[Progress, Learner], None] | None,
    confirm: Confirm | None,
) -> Learned:
    course, records = plan.course, list[Record]()
    there = load_agent(folder) if (folder / AGENT_FILE).exists() and not over else None
    if there is not None and _goes_on(plan, there, learner):
        plan.before = (*there.facts.get("before", ()), _in_words(there))
        there = None
    if there is None and plan.begin is not None:
        plan.begin.give(learner)
    elif there is not None:
        learner, records = _take_up(plan, there, folder)
        plan.before = tuple(there.facts.get("before", ()))
    if plan.begin is not None and plan.begin.name == ITSELF and learner.learns_from_records:
        raise BadSetting(f"learner {learner.kind} goes on in another folder than that of its agent: --out")
    state = progress_of(regime, records)
    if state.finished:
        return Learned(learner, state, _results(regime, records), sum(map(taken_back, records)))
    if records and learner.learns_from_records:
        learner = plan.fresh(learner.game)
        if plan.begin is not None:
            plan.begin.give(learner)
        _ask(learner, confirm)
        hear_again(learner, regime, records)
    _ask(learner, confirm)
    if plan.workers is not None:
        require_budget(learner, regime, course.test.players)
        learner.judge = SpreadJudge(learner.judge, course, plan.workers)
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
                _save(plan, folder, learner, regime, records, state)
                saved = time.monotonic()
        _save(plan, folder, learner, regime, records, state)
        return Learned(learner, state, _results(regime, records), sum(map(taken_back, records)), not state.finished)


def _ask(learner: Learner, confirm: Confirm | None) -> None:
    if confirm is None:
        return
    from gamelore.learners.advisors.hoyle import Hoyle

    if not isinstance(learner, Hoyle):
        raise BadSetting(f"learner {learner.kind} removes no Advisors, so there is nothing to ask about")
    learner.ask_before_removal(confirm)


def _is_of(plan: _Plan, agent: Agent, asked: Learner) -> bool:
    """Whether an agent is that of this very course, finished or not."""
    facts = {k: v for k, v in agent.facts.items() if k in {*plan.facts, *_OPTIONAL}}
    return (
        agent.learner.kind == asked.kind
        and agent.learner.game.is_same(asked.game)
        and settings_to_mapping(agent.learner.settings) == settings_to_mapping(asked.settings)
        and agent.learner.brought() == asked.brought()
        and facts == plan.facts
    )


def _goes_on(plan: _Plan, agent: Agent, asked: Learner) -> bool:
    """Whether a course begins with the agent that its folder holds, and has not begun yet."""
    return plan.begin is not None and plan.begin.name == ITSELF and not _is_of(plan, agent, asked)


def _in_words(agent: Agent) -> str:
    """What an agent has had so far: the course that its folder names, or a trainer's lessons."""
    facts = agent.facts
    if "regime" not in facts:
        return ", ".join(f"{name} {value}" for name, value in facts.items() if name != "before")
    return f"{facts['regime']}, seed {facts.get('seed')}, {facts.get('played')} contests"


def _take_up(plan: _Plan, agent: Agent, folder: Path) -> tuple[Learner, list[Record]]:
    if not _is_of(plan, agent, plan.fresh(agent.learner.game)):
        on = "" if type(agent.learner).take_over is Learner.take_over else f" go on with it: --from {folder},"
        told = f"holds an agent of another course; choose another folder,{on} or replace it: --over"
        raise GameloreError(f"{folder}: {told}")
    if agent.edited:
        raise GameloreError(f"{folder}: {agent.edited[0]} was edited, so its course cannot go on; replace it: --over")
    return agent.learner, list(read_records(folder / RECORDS_FILE))


def _course_facts(course: Experiment) -> dict[str, object]:
    facts: dict[str, object] = {"regime": course.regime, "seed": course.seed, "players": dict(course.test.players)}
    return facts if course.contests is None else {**facts, "contests": course.contests}


def _save(plan: _Plan, folder: Path, learner: Learner, regime: Regime, records: list[Record], state: Progress) -> None:
    facts = {**plan.facts, "played": state.done, "finished": state.finished, "reached": state.reached}
    facts |= {"before": list(plan.before)} if plan.before else {}
    beside = {
        RECORDS_FILE: "".join(record.to_json() + "\n" for record in records),
        METRICS_FILE: _metrics(regime, records),
        **learner.chronicle(),
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
