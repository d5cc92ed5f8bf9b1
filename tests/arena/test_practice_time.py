"""What a course of practice will take is told beforehand, and a small budget still finds a first line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from tests.board_states import board_game

from gamelore.app.commands.learn import say_how_long
from gamelore.arena.board.judge import BoardJudge
from gamelore.arena.judging import CHALLENGERS
from gamelore.arena.regimes import make_regime
from gamelore.arena.training import practice_takes, require_budget, train
from gamelore.base.arrays import Ints
from gamelore.base.errors import BadSetting
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import MaximList
from gamelore.learners.maxims.schedule import PACES, MaximSchedule, _Climb
from gamelore.learners.rote import Rote


def learner_of(name: str) -> MaximLearner:
    return MaximLearner(board_game(name), MaximLearner.preset(None))


class Instant(BoardJudge):
    """Likes whatever names more measures; asks nobody."""

    def contests(self, lists: Sequence[MaximList], rounds: range, seed: int) -> Ints:
        found = np.zeros((len(lists), 3, len(rounds), 2), dtype=np.int64)
        found[:, :, :, 0] = [[[min(len(lines), 2)]] for lines in lists]
        return found


def test_a_course_of_practice_is_timed_by_a_few_contests() -> None:
    learner = learner_of("tic_tac_toe")
    short, long = (make_regime("long_practice", learner.game, contests) for contests in (20_000, 2_000_000))
    assert 0.0 < practice_takes(learner, short) < practice_takes(learner, long)
    assert practice_takes(Rote(learner.game, Rote.preset(None)), make_regime("plain_trial", learner.game)) == 0.0


def test_how_long_it_takes_is_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    for seconds in (0.0, 3.2, 420.0):
        say_how_long(seconds, 400_000)
    told = capsys.readouterr().err.splitlines()
    assert [line.partition("about ")[2].partition(" here")[0] for line in told] == ["4 seconds", "7 minutes"]


def test_too_few_contests_for_the_usual_pace_are_hurried_through_to_a_first_line() -> None:
    learner = learner_of("nine_mens_morris")
    learner.judge = Instant(board_game("nine_mens_morris"), opponents=CHALLENGERS)
    assert learner.judge.pace == "search"
    list(train(learner.game, learner, make_regime("long_practice", learner.game, 12_000), seed=1))
    assert learner.judge.pace == "hurried"
    assert learner.lines
    with pytest.raises(BadSetting, match="are too few"):
        require_budget(learner, make_regime("long_practice", learner.game, 500))


def test_who_knows_the_truth_keeps_the_usual_pace_and_polishing_against_a_search_is_sampled() -> None:
    assert BoardJudge(board_game("tic_tac_toe")).pace == "usual"
    wording, settings = learner_of("tic_tac_toe").reader.wording, MaximLearner.preset(None)
    tried: list[MaximList] = [(line,) for line in 20 * wording.lines()]
    usual, search = (
        _Climb(MaximSchedule(wording, settings, 1, pace), np.random.default_rng(2), 0) for pace in ("usual", "search")
    )
    assert min(PACES["search"].grown, PACES["search"].polished) >= 400
    assert usual._some(tried) == tried
    some = search._some(tried)
    assert len(some) == PACES["search"].sampled < len(tried)
    assert set(some) <= set(tried)
    assert search._some(tried[:9]) == tried[:9]
