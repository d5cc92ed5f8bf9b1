"""The driver of courses: a learner goes through a regime contest by contest, and whoever asks is told how it stands.

In a course of practice the learner plays thousands of contests by itself, and the driver only asks it for step after
step. The regimes are in `regimes.py`.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

from gamelore.arena.contest import DEALER, SEATING, ContestKey, Learning, Trainer, play
from gamelore.arena.players import Coach, Perfect
from gamelore.arena.regimes import ERRORS, LEARNER, NEVER, RECENT, Block, Regime, make_regime
from gamelore.arena.roster import at_table, make_player
from gamelore.arena.search import Search
from gamelore.arena.search_coach import SearchCoach
from gamelore.arena.tournament import seat_of, seating
from gamelore.base.errors import BadSetting, DamagedFile
from gamelore.base.seeds import Phase, Rng
from gamelore.games.record import BY_PRACTICE, BY_TRAINER, Record
from gamelore.games.registry import GameLike, game_of
from gamelore.learners.core import CAUGHT, JUDGED, ContestInfo, Learner, Player
from gamelore.learners.registry import LearnerLike, learner_of


class CourseTrainer(Trainer, Protocol):
    """A trainer whose chances are those of the contest that is played."""

    rng: Rng


MakeTrainer: TypeAlias = Callable[[Learner, Regime], CourseTrainer]
"""The protocol of a kit's `trainers`: who looks over a learner's shoulder in a regime."""

TRAINER = DEALER + 1
"""The seat number of the trainer's stream."""
PRACTISED, BEST = "practised", "best"
"""Labels of a step of practice: how many contests it had, and how good the best is that the learner has found."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a training run stands after a contest or a step of practice."""

    done: int
    """Contests, practised ones included."""
    of: int
    in_a_row: int
    """Contests that count and were not lost, since the last loss."""
    finished: bool
    reached: bool
    """Whether a rule ended the course; True for regimes that have none, once they are finished."""


class _Course:
    """What the rules that end a course look at, record by record."""

    def __init__(self, regime: Regime, records: Sequence[Record]) -> None:
        self.regime = regime
        self.records = self.done = self.in_a_row = self.clean_games = self.trials = self.trials_before = self.idle = 0
        self.best = -math.inf
        self.judged: deque[str] = deque(maxlen=regime.stop.window)
        self.caught: deque[str] = deque(maxlen=RECENT)
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        block, _ = self.regime.contest(self.records)
        self.records += 1
        if record.ended == BY_PRACTICE:
            self._practised(_number(record, PRACTISED), _number(record, BEST))
            return
        self.done += 1
        if block.counts:
            lost = record.result(seat_of(record, block.entrants.index(LEARNER))) == "loss"
            self.in_a_row = 0 if lost else self.in_a_row + 1
        judged = str(record.labels.get(JUDGED, ""))
        self.judged.extend(judged)
        self.caught.extend(str(record.labels.get(CAUGHT, "")))
        self.trials += judged.count("-")
        if self.records % self.regime.cycle == 0:
            self.clean_games = self.clean_games + 1 if self.trials == self.trials_before else 0
            self.trials_before = self.trials

    def _practised(self, contests: float, best: float) -> None:
        self.done += int(contests)
        self.idle = 0 if best > self.best else self.idle + 1
        self.best = max(best, self.best)

    @property
    def trials_left(self) -> int | None:
        return max(0, self.regime.stop.trials - self.trials) if self.regime.stop.trials else None

    @property
    def progress(self) -> Progress:
        stop, all_done = self.regime.stop, self.done >= self.regime.contests
        reached = all_done if stop == NEVER else (
            0 < stop.standard <= self.in_a_row
            or 0 < stop.clean_games <= self.clean_games
            or (0 < stop.window == len(self.judged) and self.judged.count("-") <= ERRORS)
            or (0 < stop.caught <= self.caught.count("+") / RECENT and len(self.caught) == RECENT)
            or 0 < stop.trials <= self.trials
            or 0 < stop.idle <= self.idle
        )  # fmt: skip
        return Progress(self.done, self.regime.contests, self.in_a_row, reached or all_done, reached)


def _number(record: Record, label: str) -> float:
    found = record.labels.get(label)
    if not isinstance(found, int | float):
        raise DamagedFile(f"record of {record.game}: a step of practice needs a number as label '{label}'")
    return found


def progress_of(regime: Regime, records: Sequence[Record]) -> Progress:
    """Where a run stands, from its records alone."""
    return _Course(regime, records).progress


def train(
    game: GameLike,
    learner: LearnerLike,
    regime: Regime | str,
    *,
    seed: int,
    run: int = 0,
    after: Sequence[Record] = (),
    opponents: Mapping[str, Player] | None = None,
    settings: Mapping[str, object] | None = None,
    progress: Callable[[Progress, Record], None] | None = None,
) -> Iterator[Record]:
    """Train a learner, one record at a time; stop asking and nothing more happens.

    When the last record comes, the learner has finished its course (`Learner.finish`). To go on where a run stopped,
    give its records as `after` and a learner restored to what it knew then: the rest is the same as if the run had
    never stopped. Opponents are made by name with the given settings unless they are given.
    """
    learner = learner_of(learner, game_of(game))
    game, regime = learner.game, make_regime(regime, learner.game)
    regime.require(learner)
    players = dict(opponents or {})
    for block in regime.blocks:
        for name in block.entrants:
            if name != LEARNER and name not in players:
                players[name] = make_player(name, game, **(settings or {}))
    players[LEARNER] = at_table(learner, quick=True)
    require_budget(learner, regime, settings)
    trainer = _trainer(learner, regime, players) if regime.coached else None
    course = _Course(regime, after)
    state = course.progress
    while not state.finished:
        block, turn = regime.contest(course.records)
        if block.practice:
            key = ContestKey(seed, run, Phase.TRAIN, course.records)
            record = _practised(learner, key, min(block.practice, state.of - state.done))
        else:
            seats = seating(game, len(block.entrants), turn if block.alternating else 0)
            key = ContestKey(seed, run, Phase.TRAIN, course.records, seating=seats)
            learner.trials_left = course.trials_left
            record = _played(learner, regime, block, key, players, trainer)
        course.add(record)
        state = course.progress
        if state.finished:
            learner.trials_left = None
            learner.finish()
        if progress is not None:
            progress(state, record)
        yield record


def judge_for(learner: Learner, settings: Mapping[str, object] | None = None) -> Any:
    """Who judges what a learner tries when it practises, made as its game's kit says."""
    game = learner.game
    missing = f"{game.name} has no judge of {learner.practises}, so that {learner.kind} cannot practise it"
    return game.kit.need(f"judge_of_{learner.practises}", missing)(game, learner.settings, settings or {})


def require_budget(learner: Learner, regime: Regime, settings: Mapping[str, object] | None = None) -> None:
    """Refuse a course of practice that ends before the learner could learn anything; it has its judge then."""
    steps = [block.practice for block in regime.blocks if block.practice]
    if not steps:
        return
    if learner.practises and learner.judge is None:
        learner.judge = judge_for(learner, settings)
    least = learner.least_practice(max(steps))
    if (least is None or least > regime.contests) and getattr(learner.judge, "hurried", True) is False:
        learner.judge.hurried = True
        least = learner.least_practice(max(steps))
    if least is None:
        usual = learner.usual_regime(learner.settings)
        raise BadSetting(
            f"learner {learner.kind} learns nothing from {max(steps):,} contests of practice at a time, as "
            f"'{regime.name}' has them; its usual course is '{usual}'"
        )
    if least > regime.contests:
        raise BadSetting(
            f"learner {learner.kind} needs {least:,} contests of practice before it has learned anything; "
            f"{regime.contests:,} are too few"
        )


def practice_takes(learner: Learner, regime: Regime, settings: Mapping[str, object] | None = None) -> float:
    """About how many seconds a course of practice will take here; 0 where nobody can say."""
    if type(learner).seconds_of_practice is Learner.seconds_of_practice:
        return 0.0
    require_budget(learner, regime, settings)
    return regime.contests * learner.seconds_of_practice()


def _practised(learner: Learner, key: ContestKey, contests: int) -> Record:
    """A step of practice, as a record."""
    came = learner.practise(contests, key.stream(0))
    labels = {**key.labels(), PRACTISED: came.contests, BEST: came.best}
    game = learner.game
    return Record(game.name, (learner.name,), (), (), BY_PRACTICE, parameters=dict(game.parameters), labels=labels)


def _played(
    learner: Learner,
    regime: Regime,
    block: Block,
    key: ContestKey,
    players: Mapping[str, Player],
    trainer: CourseTrainer | None,
) -> Record:
    """A contest, as a record; if rules that end the course need it, with what the learner tells."""
    if trainer is not None:
        trainer.rng = key.stream(TRAINER)
    models = frozenset(seat for seat, entrant in enumerate(key.seating) if entrant in block.models)
    coached = {} if trainer is None or block.watched else {key.seating.index(block.entrants.index(LEARNER)): trainer}
    if isinstance(trainer, Coach):
        models |= frozenset(coached)  # what is left of its moves is as good as the coach's
    advocated = regime.coached in ("advocated", "taken_back")
    learning = Learning(models, [learner] if block.watched else (), coached, advocated=advocated)
    names = [block.entrants[entrant] for entrant in key.seating]
    record = play(learner.game, [players[name] for name in names], key, learning=learning)
    if regime.stop.reads_marks:
        record = replace(record, labels={**record.labels, **learner.marks()})
    return record


def hear_again(learner: Learner, regime: Regime, records: Sequence[Record]) -> None:
    """Let a fresh learner that learns from records alone hear the contests of a course again, as it heard them."""
    for number, record in enumerate(records):
        block, _ = regime.contest(number)
        entrants = record.labels[SEATING]
        assert isinstance(entrants, list)
        seats = tuple(seat for seat, entrant in enumerate(entrants) if block.entrants[entrant] == LEARNER)
        info = ContestInfo(learner.game, record.players, frozenset(record.experts), True, number, seats)
        learner.begin(seats[0] if seats else None, info)
        learner.end(record.seen_by(learner.game, seats or record.experts))


def taken_back(record: Record) -> int:
    """How many moves of a contest a trainer made in the place of a learner."""
    return sum(decider.startswith(BY_TRAINER) for decider in record.deciders)


def _trainer(learner: Learner, regime: Regime, players: Mapping[str, Player]) -> CourseTrainer | None:
    """Who looks over the learner's shoulder: where nobody knows the truth, the search that stands in.

    Nobody can take moves back where the player called perfect is neither.
    """
    if regime.coached == "taken_back":
        perfect = players.get("perfect")
        if isinstance(perfect, Search):
            return SearchCoach(learner.game, perfect)
        return Coach(perfect.choice) if isinstance(perfect, Perfect) else None
    make: MakeTrainer | None = learner.game.kit.part("trainers")
    if make is None:
        raise BadSetting(f"regime {regime.name} needs a trainer, and nobody trains {learner.game.name} so")
    return make(learner, regime)
