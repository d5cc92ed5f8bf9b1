"""Practice that is spread over workers: the answers and the bytes of one process."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamelore.arena.training import Progress, judge_for
from gamelore.base.errors import BadSetting
from gamelore.games.registry import _MAKERS, load_game, typed_game
from gamelore.lab.engine import practice
from gamelore.lab.engine.executor import InlineExecutor, Workers, open_workers
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.engine.practice import SpreadJudge
from gamelore.lab.learn import learn
from gamelore.learners.maxims.reader import reader_for
from gamelore.learners.rules.poker.lists import printed

COURSE = Experiment("tic_tac_toe", learner="maxims", regime="long_practice", contests=6000, seed=3)


def spread(course: Experiment, ahead: int) -> tuple[Any, SpreadJudge]:
    """The judge of a course, and the same in pieces that this process answers."""
    judge = judge_for(course.make_learner(course.load_game()), course.test.players)
    return judge, SpreadJudge(judge, course, Workers(InlineExecutor(), ahead))


@pytest.mark.parametrize("ahead", [1, 4])
@pytest.mark.parametrize("game", ["lose_tic_tac_toe", "forty_two", "tests.plain_games:Nim"])
def test_pieces_give_what_one_judge_gives(game: str, ahead: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_MAKERS, "_known", dict(_MAKERS._known))
    monkeypatch.setattr(_MAKERS, "typed", [])
    place = typed_game(game)
    judge, pieces = spread(Experiment(place, learner="maxims", regime="long_practice"), ahead)
    lines = reader_for(load_game(place)).wording.lines()
    lists = [lines[n : n + 2] for n in range(3)]
    whole = judge.contests(lists, range(3, 8), 11)
    found = pieces.contests(lists, range(3, 8), 11)
    assert found.dtype == whole.dtype
    assert np.array_equal(found, whole)
    assert pieces.scores(lists, found) == judge.scores(lists, whole)


def test_pieces_of_poker_give_what_one_judge_gives() -> None:
    judge, pieces = spread(Experiment("draw_poker", learner="waterman", regime="practice"), 2)
    lists = [printed("builtin"), printed("before")]
    assert np.array_equal(pieces.contests(lists, range(3), 5), judge.contests(lists, range(3), 5))


def files_of(folder: Path) -> dict[str, bytes]:
    """What a folder holds."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_search_leaves_the_same_bytes_from_one_process_two_and_three_workers_of_which_one_is_killed(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    learn(COURSE, tmp_path / "one")
    with open_workers(2) as workers:
        learn(COURSE, tmp_path / "two", workers=workers)
    address, processes = cluster
    steps: list[Progress] = []

    def kill(step: Progress) -> None:
        steps.append(step)
        processes[0].kill()

    with open_workers(cluster=address) as workers:
        learn(COURSE, tmp_path / "three", workers=workers, progress=kill)
    assert len(steps) > 1
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two") == files_of(tmp_path / "three")


@pytest.mark.parametrize(
    ("course", "told"),
    [
        (Experiment("tic_tac_toe", learner="hoyle", regime="plain_trial"), "one contest after the other"),
        (Experiment("forty_two", learner="cogap", regime="practice"), "what cogap practises"),
    ],
)
def test_a_course_of_which_nothing_can_be_spread_is_refused(course: Experiment, told: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=told):
        learn(course, tmp_path / "runs", workers=Workers(InlineExecutor(), 1))
    assert not list(tmp_path.iterdir())


def test_a_piece_takes_one_thread_and_a_search_without_workers_takes_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamelore.base.threads.os.cpu_count", lambda: 5)
    monkeypatch.setattr(practice, "_kept", threading.local())
    judge, pieces = spread(COURSE, 1)
    pieces.contests([reader_for(load_game("tic_tac_toe")).wording.lines()[:1]], range(1), 3)
    assert judge.threads == 5
    assert practice._kept.judge[1].threads == 1
