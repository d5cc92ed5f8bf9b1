"""The verbs of the public face that put several floors together: a learner taught in one call, one contest played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from gamelore.arena import contest
from gamelore.arena.regimes import Regime, make_regime
from gamelore.arena.roster import PlayerLike, at_table, make_player
from gamelore.arena.training import Progress, train
from gamelore.base.errors import BadSetting
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games.core import AnyState, State
from gamelore.games.record import Record
from gamelore.games.registry import GameLike, game_of, typed_game
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.learn import learn as run_course
from gamelore.learners.core import Learner
from gamelore.learners.registry import known_learner, learner_class, learner_of, typed_learner, usual_learner


def learn(
    game: GameLike,
    learner: Learner | str | None = None,
    *,
    preset: str | None = None,
    settings: Mapping[str, object] | None = None,
    regime: Regime | str | None = None,
    contests: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    over: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> Learner:
    """Train the usual learner of a game, or another, by its usual course; it comes back with what it learned.

    With `out` it is saved there, as the command `learn` saves it, and a course that stopped there is taken up; `over`
    replaces what stands there. Without, nothing is written.
    """
    loaded = game_of(game)
    if isinstance(learner, Learner):
        if preset or settings or out is not None:
            raise BadSetting("a learner that is given has its settings; one that is to be saved is asked for by name")
        given = learner_of(learner, loaded)
        course = regime or given.usual_regime(given.settings)
        return _taught(given, make_regime(course, loaded, contests), seed, progress)
    if not isinstance(learner, str | None):
        raise BadSetting(f"a learner is given as itself or by its name, not as {learner!r:.60}")
    name = typed_learner(learner or usual_learner(loaded))
    kind = learner_class(name)
    chosen = settings_from_mapping(kind.preset(preset), settings or {}, f"learner {name}")
    course = regime or kind.usual_regime(chosen)
    if out is None:
        made = known_learner(name, loaded, settings=chosen)
        return _taught(made, make_regime(course, loaded, contests), seed, progress)
    if not isinstance(course, str) or (loaded.source and not isinstance(game, str | Path)):
        raise BadSetting("what a folder is to hold must be named: the regime by its name, one's own game by its file")
    place = typed_game(str(game)) if isinstance(game, str | Path) else loaded.name
    planned = Experiment(
        place,
        dict(loaded.parameters),
        learner=name,
        settings=settings_to_mapping(chosen),
        regime=course,
        contests=contests,
        seed=seed,
    )
    return run_course(planned, Path(out), over=over, progress=progress).learner


def _taught(learner: Learner, regime: Regime, seed: int, progress: Callable[[Progress], None] | None) -> Learner:
    tell = None if progress is None else (lambda state, _: progress(state))
    for _ in train(learner.game, learner, regime, seed=seed, progress=tell):
        pass
    return learner


def play(
    game: GameLike,
    players: Sequence[PlayerLike],
    seed: int = 0,
    *,
    number: int = 0,
    deal: str | None = None,
    start: AnyState | str | None = None,
    reasons: bool = False,
) -> Record:
    """Play one contest, a player for each seat; where seats are partners, one for each side will do.

    The same seed and number give the same contest. Nobody learns. The record keeps the `reasons` on request.
    """
    loaded = game_of(game)
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise BadSetting(f"the players of {loaded.name} are given as a list, one for each seat, not as {players!r:.60}")
    seated = [at_table(make_player(player, loaded)) for player in players]
    if len(seated) == len(set(loaded.teams)) < loaded.seats:
        seated = [seated[team] for team in loaded.teams]
    begun = loaded.parse_state(start) if isinstance(start, str) else start
    if begun is not None and not isinstance(begun, State):
        raise BadSetting(f"a contest starts in a state or its text, not in {begun!r:.60}")
    key = contest.ContestKey(seed, number=number)
    return contest.play(loaded, seated, key, deal=deal, start=begun, reasons=reasons)
