"""The experiment of the published tables: who learns what, how it is trained, and how it is tested against challengers.

Other tables begin with the same training and count or time something else after it; their experiments are kinds of this
one.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

from gamelore.arena.contest import ContestKey
from gamelore.arena.regimes import Regime, make_regime
from gamelore.arena.roster import CHALLENGERS, PlayerSettings, make_player, require_known
from gamelore.arena.tournament import Score, challenge, seat_of, tournament
from gamelore.arena.training import Progress, require_budget, train
from gamelore.base.errors import BadSetting, DamagedFile
from gamelore.base.files import LARGEST, Json
from gamelore.base.seeds import Phase
from gamelore.base.settings import Within, check_ranges, settings_from_mapping, settings_to_mapping
from gamelore.games import AnyGame, Record, load_game
from gamelore.lab.engine.runs import Runnable, read_fields
from gamelore.lab.engine.shapes import Shape, count, each, keys, listed, real, text, truth
from gamelore.learners.core import Learner, Player
from gamelore.learners.registry import knowledge_digest, known_learner, learner_class
from gamelore.oracles import truth_about

MOST_CONTESTS = 10_000_000
"""The longest course and the longest test: every contest of a course is kept."""


def _check(values: object) -> None:
    try:
        check_ranges(values)
    except ValueError as error:
        raise BadSetting(str(error)) from None


@dataclass(frozen=True, slots=True)
class TestPlan:
    """How a player is tested: so many contests against each challenger, learning off, first mover alternating."""

    __test__ = False  # pytest: not a test

    challengers: tuple[str, ...] = CHALLENGERS
    contests: Annotated[int, Within(1, MOST_CONTESTS)] = 50
    players: Mapping[str, object] = field(default_factory=dict)
    """Settings of the challengers: style of the perfect player, kind and share of errors."""

    def __post_init__(self) -> None:
        _check(self)
        self.player_settings()

    def player_settings(self) -> PlayerSettings:
        """The settings of the challengers, those that are not given included."""
        return settings_from_mapping(PlayerSettings(), self.players, "test plan")


@dataclass(frozen=True, slots=True)
class Experiment(Runnable):
    """Either a `player` that learns nothing, or a `learner` with its preset, settings and training regime."""

    kind: ClassVar[str] = "contest"

    game: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    player: str = ""
    learner: str = ""
    preset: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    """What is changed in the preset."""
    regime: str = ""
    contests: Annotated[int, Within(1, MOST_CONTESTS)] | None = None
    """The length of training where it differs from the regime's own."""
    checkpoints: tuple[Annotated[int, Within(1, MOST_CONTESTS)], ...] = ()
    """Numbers of training contests after which the learner is tested too: the points of its learning curve."""
    probe: str = ""
    """A challenger met once after every training contest, learning off; what is lost to it adds up to the regret."""
    test: TestPlan = field(default_factory=TestPlan)
    seed: Annotated[int, Within(0, LARGEST)] = 0

    def __post_init__(self) -> None:
        """Refuse what could not run, before anything is computed or written."""
        if bool(self.player) == bool(self.learner):
            raise BadSetting("an experiment has either a player or a learner")
        _check(self)
        game = self.load_game()
        if self.learner:
            learner, regime = self.make_learner(game), self.make_regime(game)
            regime.require(learner)
            if self.contests is not None:
                require_budget(learner, regime, self.test.players)
            contests = regime.contests
            if any(not 0 < point <= contests for point in self.checkpoints):
                raise BadSetting(f"checkpoints lie between 1 and {contests} contests, not {self.checkpoints}")
        else:
            require_known(self.player, game)
        for name in self.test.challengers:
            require_known(name, game)

    @classmethod
    def read(cls, values: Mapping[str, Any], where: str) -> Self:
        """An experiment from plain values; `players` alone is short for a test plan that sets nothing else."""
        plan = values.get("test", {})
        if not isinstance(plan, TestPlan):
            if not isinstance(plan, Mapping):
                raise DamagedFile(f"{where}: 'test' is the table of a test plan, not {plan!r:.40}")
            short = {"players": values["players"]} if "players" in values else {}
            plan = TestPlan(**read_fields(TestPlan, {**plan, **short}, "test plan", f"{where}: test"))
        rest = {name: value for name, value in values.items() if name != "players"}
        return super(Experiment, cls).read({**rest, "test": plan}, where)

    @classmethod
    def read_resolved(cls, values: Mapping[str, Any], where: str) -> Self:
        """As `read`; of the training the name is enough."""
        regime = values.get("regime")
        named = regime.get("name") if isinstance(regime, Mapping) else regime
        return super(Experiment, cls).read_resolved({**values, "regime": named}, where)

    def load_game(self) -> AnyGame:
        """The game that is played."""
        return load_game(self.game, **self.parameters)

    def make_regime(self, game: AnyGame) -> Regime:
        """Who meets whom in training, and for how long."""
        return make_regime(self.regime, game, self.contests)

    def make_learner(self, game: AnyGame) -> Learner:
        """The learner before it has learned anything."""
        return known_learner(self.learner, game, settings=self.learner_settings())

    def learner_settings(self) -> Any:
        """The settings of the learner."""
        base = learner_class(self.learner).preset(self.preset or None)
        return settings_from_mapping(base, self.settings, f"learner {self.learner}")

    @property
    def label(self) -> str:
        """Game, player and preset."""
        return "-".join(filter(None, (Path(self.game).stem, self.player or self.learner, self.preset)))

    def resolved(self) -> Json:
        """The values with every name of settings, of training and of a person's own game resolved to what it means."""
        values, game = dataclasses.asdict(self), self.load_game()
        values["test"]["players"] = settings_to_mapping(self.test.player_settings())
        values["rules"] = game.source
        if self.learner:
            values["preset"], values["settings"] = "", settings_to_mapping(self.learner_settings())
            values["regime"] = dataclasses.asdict(self.make_regime(game))
            values["learner_revision"] = learner_class(self.learner).revision
        return values

    def shape(self) -> Shape:
        """How training went, a digest of what was learned, and the score against each challenger."""
        tests = self.tests_shape()
        if not self.learner:
            return keys({"training": _nothing, "knowledge": _nothing, "tests": tests})
        knowledge = text("[0-9a-f]{16}")
        return keys({"training": self._training_shape(tests), "knowledge": knowledge, "tests": tests})

    def tests_shape(self) -> Shape:
        """The form of what `tested` gives: contests that add up, and returns that fit them."""
        contests, whole = self.test.contests, self.load_game().unit == "result"

        def adds_up(score: Json) -> bool:
            wins, draws, losses = (score[name] for name in ("wins", "draws", "losses"))
            own = sum(score["deciders"].values())
            return (
                wins + draws + losses == contests
                and own <= score["plies"]
                and (not whole or score["total"] == wins - losses)
            )

        counts = dict.fromkeys(("wins", "draws", "losses"), count(contests))
        fields = {**counts, "total": real(), "plies": count(), "deciders": each(count())}
        score = keys(fields, adds_up, f"a score of {contests} contests")
        return keys(dict.fromkeys(self.test.challengers, score))

    def _training_shape(self, tests: Shape) -> Shape:
        most = self.make_regime(self.load_game()).contests

        def hold(value: Any, where: str) -> None:
            done = value.get("contests") if isinstance(value, dict) else None
            count(most)(done, f"{where}: contests")
            assert isinstance(done, int)
            points = [str(point) for point in self.checkpoints if point <= done]
            more = {"curve": keys(dict.fromkeys(points, tests))} if points else {}
            if self.probe:
                more["regrets"] = listed(real(), done)
            plain = {"contests": count(most), "reached": truth, "results": text("[WDL-]*")}
            keys({**plain, **more}, lambda t: len(t["results"]) == done, f"{done} results")(value, where)

        return hold

    def run(self, number: int) -> Json:
        if self.learner:
            learner, training = self.taught(number)
            return self._result(learner.game, learner, training, number)
        game = self.load_game()
        return self._result(game, make_player(self.player, game, **self.test.players), None, number)

    def _result(self, game: AnyGame, player: Player, training: Json | None, run: int) -> Json:
        knowledge = knowledge_digest(player) if isinstance(player, Learner) else None
        return {"training": training, "knowledge": knowledge, "tests": self.tested(game, player, run)}

    def taught(self, run: int) -> tuple[Learner, Json]:
        """The learner after its training, and how that went."""
        game = self.load_game()
        learner, regime = self.make_learner(game), self.make_regime(game)
        last: list[Progress] = []
        results = ""
        curve: Json = {}
        probe = make_player(self.probe, game, **self.test.players) if self.probe else None
        regrets: list[float] = []
        for record in train(
            game,
            learner,
            regime,
            seed=self.seed,
            run=run,
            settings=self.test.players,
            progress=lambda state, _: last.append(state),
        ):
            results += result_letter(record, regime.contest(len(results))[0].entrants)
            if probe is not None:
                regrets.append(self._regret(learner, probe, run, len(results)))
            if len(results) in self.checkpoints:
                curve[str(len(results))] = self.tested(game, learner, run)
        training = {"contests": len(results), "reached": last[-1].reached, "results": results}
        return learner, {**training, **({"curve": curve} if curve else {}), **({"regrets": regrets} if regrets else {})}

    def tested(self, game: AnyGame, player: Player, run: int) -> Json:
        """What a player scores against each challenger, and how often each decider decided."""
        plan = self.test
        deciders: dict[str, Counter[str]] = {name: Counter() for name in plan.challengers}

        def note(name: str, record: Record) -> None:
            seat = seat_of(record, 0)
            for (state, _), by in zip(record.replay(game), record.deciders, strict=True):
                if state.current_player() == seat:
                    deciders[name][by] += 1

        scores = challenge(
            game, player, plan.challengers, plan.contests, seed=self.seed, run=run, progress=note, **plan.players
        )
        return {name: {**dataclasses.asdict(score), "deciders": deciders[name]} for name, score in scores.items()}

    def _regret(self, learner: Learner, probe: Player, run: int, number: int) -> float:
        """What the learner got less than the seat is worth, in one contest against the probe, learning off."""
        key = ContestKey(self.seed, run, Phase.TEST, number, series="probe")
        record = next(tournament(learner.game, (learner, probe), 1, key))
        seat = seat_of(record, 0)
        start = record.first_state(learner.game)
        truth = truth_about(start)
        worth = 0 if truth is None else truth.value(start).result
        return worth * (1 if seat == start.current_player() else -1) - record.returns[seat]

    def said(self) -> str:
        """The training as a person would read it."""
        changed = "".join(f", {name} = {value}" for name, value in self.settings.items())
        return f"learner {self.learner} {self.preset or 'default'}{changed}, regime {self.regime}"


def _nothing(value: Any, where: str) -> None:
    if value is not None:
        raise DamagedFile(f"{where}: nobody learns in this experiment, found {value!r:.40}")


def result_letter(record: Record, entrants: Sequence[str]) -> str:
    """W, D or L for the learner, - where it watched or practised with itself."""
    if sum(name == "learner" for name in entrants) != 1:
        return "-"
    return record.result(seat_of(record, entrants.index("learner")))[0].upper()


def last_loss(results: str) -> int:
    """The training contest, counted from 1, after which a learner never lost again; 0 if it lost none of its own."""
    return results.rfind("L") + 1


def score_of(tests: Json, challenger: str) -> Score:
    """What a run scored against a challenger."""
    test = tests[challenger]
    return Score(test["wins"], test["draws"], test["losses"], test["total"], test["plies"])
