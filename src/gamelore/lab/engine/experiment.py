"""An Experiment is data: who learns what, how it is trained and tested, in how many runs, with which seed.

`run_one` is a pure function of the description and the number of the run. Every finished run is one canonical file,
so an experiment that was interrupted goes on where it stopped, and its files are the same bytes as if it had not been.
How long runs took stands apart, in `timings.json`.
"""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gamelore import __version__
from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import CHALLENGERS, PlayerSettings, make_player, roster
from gamelore.arena.tournament import Score, challenge, seat_of, tournament
from gamelore.arena.training import Progress, make_regime, train
from gamelore.base.errors import BadSetting, DamagedFile, GameloreError, UnknownName
from gamelore.base.files import Json, digest, parse_json, read_text, to_json, write_text
from gamelore.base.seeds import Phase
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games import AnyGame, Record, load_game
from gamelore.games.board.game import BoardState
from gamelore.lab.engine.executor import Workers, as_computed
from gamelore.learners.core import Learner, Player
from gamelore.learners.registry import knowledge_digest, learner_class, new_learner
from gamelore.oracles import covered

FORMAT = 1
EXPERIMENT_FILE = "experiment.json"
TIMINGS_FILE = "timings.json"


@dataclass(frozen=True, slots=True)
class TestPlan:
    """How a player is tested: so many contests against each challenger, learning off, first mover alternating."""

    __test__ = False  # pytest: not a test

    challengers: tuple[str, ...] = CHALLENGERS
    contests: int = 50
    players: Mapping[str, object] = field(default_factory=dict)
    """Settings of the challengers: style of the perfect player, kind and share of errors."""

    def __post_init__(self) -> None:
        if self.contests < 1:
            raise BadSetting(f"a test has at least one contest, not {self.contests}")
        for name in self.challengers:
            if name.partition(":")[0] not in roster():
                raise UnknownName("player", name, roster())
        settings_from_mapping(PlayerSettings(), self.players, "test plan")


@dataclass(frozen=True, slots=True)
class Experiment:
    """Either a `player` that learns nothing, or a `learner` with its preset, settings and training regime."""

    game: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    player: str = ""
    learner: str = ""
    preset: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    regime: str = ""
    contests: int | None = None
    """The length of training where it differs from the regime's own."""
    checkpoints: tuple[int, ...] = ()
    """Numbers of training contests after which the learner is tested too: the points of its learning curve."""
    probe: str = ""
    """A challenger met once after every training contest, learning off; what is lost to it adds up to the regret."""
    test: TestPlan = field(default_factory=TestPlan)
    runs: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what could not run, before anything is computed or written."""
        if bool(self.player) == bool(self.learner):
            raise BadSetting("an experiment has either a player or a learner")
        if self.runs < 1 or self.seed < 0:
            raise BadSetting(f"an experiment has at least one run and a seed from 0, not {self.runs} and {self.seed}")
        game = self.load_game()
        if self.learner:
            self.make_learner(game)
            regime = make_regime(self.regime, game, self.contests)
            if any(not 0 < point <= regime.contests for point in self.checkpoints):
                raise BadSetting(f"checkpoints lie between 1 and {regime.contests} contests, not {self.checkpoints}")
        elif self.player.partition(":")[0] not in roster():
            raise UnknownName("player", self.player, roster())

    def load_game(self) -> AnyGame:
        """The game that is played."""
        return load_game(self.game, **self.parameters)

    def make_learner(self, game: AnyGame) -> Learner:
        """The learner before it has learned anything."""
        return new_learner(self.learner, game, settings=self._settings())

    def _settings(self) -> Any:
        base = learner_class(self.learner).preset(self.preset or None)
        return settings_from_mapping(base, self.settings, f"learner {self.learner}")

    def to_mapping(self) -> Json:
        """Plain values, enough to make the experiment again."""
        return dataclasses.asdict(self)

    @property
    def digest(self) -> str:
        """What a run's file is signed with: the description without the number of runs, and the program's version.

        A preset counts as the settings that it stands for, so that results of a changed preset never mix.
        """
        described = {**self.to_mapping(), "runs": None, "gamelore": __version__}
        if self.learner:
            described["settings"] = settings_to_mapping(self._settings())
        return digest(to_json(described))[:16]


def experiment_from_mapping(values: Mapping[str, Any], where: str) -> Experiment:
    """An experiment from plain values; the error names the key."""
    known = {f.name for f in dataclasses.fields(Experiment)}
    for name in values:
        if name not in known:
            raise UnknownName("key of an experiment", name, known, where)
    plan = dict(values.get("test", {}))
    known = {f.name for f in dataclasses.fields(TestPlan)}
    for name in plan:
        if name not in known:
            raise UnknownName("key of a test plan", name, known, where)
    if "challengers" in plan:
        plan["challengers"] = tuple(plan["challengers"])
    points = tuple(values.get("checkpoints", ()))
    try:
        return Experiment(**{**values, "checkpoints": points, "test": TestPlan(**plan)})
    except TypeError as error:
        raise DamagedFile(f"{where}: {error}") from None


def run_one(experiment: Experiment, run: int) -> Json:
    """One run: train, then test. A pure function of the experiment and the number of the run."""
    game = experiment.load_game()
    player: Player
    training: Json | None = None
    if experiment.learner:
        player = learner = experiment.make_learner(game)
        training = _train(experiment, game, learner, run)
    else:
        player = make_player(experiment.player, game, **experiment.test.players)
    return {
        "format": FORMAT,
        "experiment": experiment.digest,
        "run": run,
        "training": training,
        "knowledge": knowledge_digest(player) if isinstance(player, Learner) else None,
        "tests": _test(experiment, game, player, run),
    }


def _test(experiment: Experiment, game: AnyGame, player: Player, run: int) -> Json:
    plan = experiment.test
    deciders: dict[str, Counter[str]] = {name: Counter() for name in plan.challengers}

    def note(name: str, record: Record) -> None:
        seat = seat_of(record, 0)
        state = record.first_state(game)
        for (state, _), by in zip(record.replay(game), record.deciders, strict=True):
            if state.current_player() == seat:
                deciders[name][by] += 1

    scores = challenge(
        game, player, plan.challengers, plan.contests, seed=experiment.seed, run=run, progress=note, **plan.players
    )
    return {name: {**dataclasses.asdict(score), "deciders": deciders[name]} for name, score in scores.items()}


def _train(experiment: Experiment, game: AnyGame, learner: Learner, run: int) -> Json:
    regime = make_regime(experiment.regime, game, experiment.contests)
    last: list[Progress] = []
    results = ""
    curve: Json = {}
    probe = make_player(experiment.probe, game, **experiment.test.players) if experiment.probe else None
    regrets: list[float] = []
    for record in train(
        game,
        learner,
        regime,
        seed=experiment.seed,
        run=run,
        settings=experiment.test.players,
        progress=lambda state, _: last.append(state),
    ):
        results += result_letter(record, regime.contest(len(results))[0].entrants)
        if probe is not None:
            regrets.append(_regret(experiment, game, learner, probe, run, len(results)))
        if len(results) in experiment.checkpoints:
            curve[str(len(results))] = _test(experiment, game, learner, run)
    return {
        "contests": len(results),
        "reached": last[-1].reached,
        "results": results,
        **({"curve": curve} if curve else {}),
        **({"regrets": regrets} if regrets else {}),
    }


def _regret(experiment: Experiment, game: AnyGame, learner: Learner, probe: Player, run: int, number: int) -> float:
    """What the learner got less than the seat is worth, in one contest against the probe, learning off."""
    key = ContestKey(experiment.seed, run, Phase.TEST, number, series="probe")
    record = next(tournament(game, (learner, probe), 1, key))
    seat = seat_of(record, 0)
    start = record.first_state(game)
    solution = covered(game, start)
    worth = 0 if solution is None or not isinstance(start, BoardState) else solution.value(start).result
    return worth * (1 if seat == start.current_player() else -1) - record.returns[seat]


def result_letter(record: Record, entrants: Sequence[str]) -> str:
    """W, D or L for the learner, - where it watched or practised with itself."""
    if sum(name == "learner" for name in entrants) != 1:
        return "-"
    return record.result(seat_of(record, entrants.index("learner")))[0].upper()


def score_of(result: Json, challenger: str) -> Score:
    """What a run scored against a challenger."""
    test = result["tests"][challenger]
    return Score(test["wins"], test["draws"], test["losses"], test["total"], test["plies"])


@dataclass(frozen=True, slots=True)
class _Task:
    experiment: Experiment
    run: int


def _timed(task: _Task) -> tuple[Json, float]:
    start = time.perf_counter()
    return run_one(task.experiment, task.run), time.perf_counter() - start


def run_experiment(
    experiment: Experiment,
    folder: Path,
    workers: Workers,
    progress: Callable[[int], None] | None = None,
) -> list[Json]:
    """All runs in order, those that the folder does not hold yet computed now; each is on disk when it is finished."""
    results = prepare_folder(experiment, folder)
    timings: dict[str, float] = {}
    if (folder / TIMINGS_FILE).exists():
        timings = parse_json(read_text(folder / TIMINGS_FILE), str(folder / TIMINGS_FILE))
    tasks = [_Task(experiment, run) for run in range(experiment.runs) if run not in results]
    if progress is not None:
        for run in sorted(results):
            progress(run)
    for task, (result, seconds) in as_computed(workers, _timed, tasks):
        write_text(folder / run_file(task.run), to_json(result, indent=1) + "\n")
        timings[run_file(task.run)] = round(seconds, 3)
        write_text(folder / TIMINGS_FILE, to_json(timings, indent=1) + "\n")
        results[task.run] = result
        if progress is not None:
            progress(task.run)
    return [results[run] for run in range(experiment.runs)]


def run_file(run: int) -> str:
    """The name of a run's file."""
    return f"run-{run:04}.json"


def prepare_folder(experiment: Experiment, folder: Path) -> dict[int, Json]:
    """Claim a folder for an experiment and read the runs that it holds already.

    A folder of another experiment is refused; a run's file that is damaged is computed again, never trusted.
    """
    about = folder / EXPERIMENT_FILE
    if about.exists():
        content = parse_json(read_text(about), str(about))
        if not isinstance(content, dict) or content.get("digest") != experiment.digest:
            raise GameloreError(f"{folder}: holds another experiment; choose another folder or remove it")
    elif folder.exists() and any(folder.iterdir()):
        raise GameloreError(f"{folder}: is not empty and holds no {EXPERIMENT_FILE}; nothing was written")
    described = {"format": FORMAT, "gamelore": __version__, "digest": experiment.digest}
    write_text(about, to_json({**described, "experiment": experiment.to_mapping()}, indent=1) + "\n")
    results: dict[int, Json] = {}
    for run in range(experiment.runs):
        path = folder / run_file(run)
        if path.exists():
            try:
                results[run] = read_run(path, experiment, run)
            except DamagedFile:
                path.unlink()
    return results


def finished_runs(experiment: Experiment, folder: Path) -> dict[int, Json]:
    """The runs that a folder holds; the first damaged one is an error."""
    paths = {run: folder / run_file(run) for run in range(experiment.runs)}
    return {run: read_run(path, experiment, run) for run, path in paths.items() if path.exists()}


def read_run(path: Path, experiment: Experiment, run: int) -> Json:
    """One run's result from its file."""
    content = parse_json(read_text(path), str(path))
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DamagedFile(f"{path}: not a result of format {FORMAT}")
    if content.get("experiment") != experiment.digest or content.get("run") != run:
        raise DamagedFile(f"{path}: not run {run} of this experiment")
    tests = content.get("tests")
    if not isinstance(tests, dict) or set(tests) != set(experiment.test.challengers):
        raise DamagedFile(f"{path}: the tests are not those of this experiment")
    return content
