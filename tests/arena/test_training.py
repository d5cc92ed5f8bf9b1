"""Training regimes: their shapes are the sources', and an interrupted run is the same as an uninterrupted one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import pytest
from tests.plain_games import Kuhn, Nim
from tests.plain_oracle import Minimax
from tests.tinker import Tinker, TinkerSettings

from gamelore.arena.players import Challenger, Perfect, Random
from gamelore.arena.regimes import (
    DEAL_PLAYED_OUT,
    LEARNER,
    REGIMES,
    Block,
    Regime,
    Stop,
    broader_context,
    coached_practice,
    double_cycle,
    fixed_length,
    lesson_and_practice,
    make_regime,
    perfect_vs_increasing,
    plain_trial,
    practice,
    watch_and_practise,
)
from gamelore.arena.tournament import seat_of
from gamelore.arena.training import BEST, PRACTISED, Progress, progress_of, taken_back, train
from gamelore.base.errors import BadSetting, DamagedFile, UnknownName
from gamelore.base.seeds import Rng
from gamelore.games import AnyView, Record, load_game
from gamelore.learners.core import CAUGHT, JUDGED, ContestInfo, Decision, Learner, Lesson, Player, Practice
from gamelore.learners.registry import new_learner
from gamelore.learners.rote import Rote, RoteSettings
from gamelore.oracles.board.styles import BoardChoice

NIM = Nim(8)
MASTER = Perfect(BoardChoice(NIM, Minimax()))
OPPONENTS: dict[str, Player] = {
    "perfect": MASTER,
    "expert": Challenger(MASTER, 0.1, Random(), "expert"),
    "novice": Challenger(MASTER, 0.7, Random(), "novice"),
    "random": Random(),
}


class Diary(Rote):
    """A rote learner that keeps a diary of what it was told."""

    def __init__(self, settings: RoteSettings | None = None) -> None:
        super().__init__(NIM, settings or Rote.preset(None))
        self.met: list[tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]] = []
        self.lessons = 0

    def learn(self, lesson: Lesson) -> None:
        self.lessons += 1

    def end(self, record: Record) -> None:
        assert self.contest.learning
        self.met.append((record.players, self.contest.seats, record.experts))
        super().end(record)


def run(learner: Learner, regime: Regime, after: Sequence[Record] = (), seed: int = 1) -> list[Record]:
    return list(train(NIM, learner, regime, seed=seed, after=after, opponents=OPPONENTS))


def test_every_regime_has_the_size_that_its_source_printed() -> None:
    assert plain_trial().stop.standard == 10
    assert fixed_length().contests == 200
    assert (lesson_and_practice().stop.standard, [b.contests for b in lesson_and_practice().blocks]) == (20, [2, 7])
    assert perfect_vs_increasing().contests == 120
    assert double_cycle().contests == 160
    assert double_cycle(40).contests == 320
    assert broader_context().contests == 200
    assert all(regime().contests == 500 for regime in (plain_trial, lesson_and_practice))


def test_regimes_by_name_take_the_size_that_was_used_for_the_game() -> None:
    ttt, lose, morris = (load_game(n) for n in ("tic_tac_toe", "lose_tic_tac_toe", "five_mens_morris"))
    assert make_regime("plain_trial", ttt).stop.standard == 10
    assert make_regime("lesson_and_practice", lose).stop.standard == 20
    assert make_regime("double_cycle", lose).contests == 160
    assert make_regime("double_cycle", morris).contests == 320
    assert make_regime("fixed_length", ttt, 7).contests == 7
    assert {make_regime(name, ttt).name for name in REGIMES} == set(REGIMES)
    with pytest.raises(UnknownName, match="did you mean 'double_cycle'"):
        make_regime("double-cycle", ttt)
    with pytest.raises(BadSetting, match="a number of contests is a whole number from 1 on, not 0"):
        make_regime("fixed_length", ttt, 0)


def test_fixed_length_alternates_the_first_move_and_names_the_model() -> None:
    diary = Diary()
    records = run(diary, fixed_length(6))
    assert [players for players, _, _ in diary.met] == [("rote", "perfect"), ("perfect", "rote")] * 3
    assert [seats for _, seats, _ in diary.met] == [(0,), (1,)] * 3
    assert [experts for _, _, experts in diary.met] == [(1,), (0,)] * 3
    assert [record.labels["contest"] for record in records] == list(range(6))


def test_broader_context_meets_everybody_equally_often_from_both_seats() -> None:
    diary = Diary()
    run(diary, broader_context(40))
    seen = Counter(players for players, _, _ in diary.met)
    assert len(seen) == 8
    assert set(seen.values()) == {5}


def test_watching_shows_stronger_and_stronger_opponents_of_the_perfect_player() -> None:
    diary = Diary(RoteSettings(own=False, experts=True))
    run(diary, double_cycle(4))
    others = [next((n for n in players if n != "perfect"), "perfect") for players, _, _ in diary.met]
    assert others == (["random"] * 4 + ["novice"] * 4 + ["expert"] * 4 + ["perfect"] * 4) * 2
    assert all(seats == () for _, seats, _ in diary.met)
    for players, _, experts in diary.met:
        assert experts == tuple(seat for seat, name in enumerate(players) if name == "perfect")
    assert diary.lessons > 32


def test_practice_is_with_oneself_and_has_no_model() -> None:
    diary = Diary()
    run(diary, lesson_and_practice(standard=50, limit=18))
    kinds = ["lesson" if "perfect" in players else "practice" for players, _, _ in diary.met]
    assert kinds == (["lesson"] * 2 + ["practice"] * 7) * 2
    assert [seats for _, seats, _ in diary.met][2] == (0, 1)
    assert all(experts == () for players, _, experts in diary.met if "perfect" not in players)


class Scripted(Diary):
    """Wins exactly the contests of a script: perfect play, or the worst."""

    def __init__(self, script: str) -> None:
        super().__init__()
        self.script = script

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        if self.script[self.contest.number] == "+":
            return MASTER.decide(view, rng)
        worst = min(MASTER.choice.oracle.action_values(view.state), key=lambda pair: pair[1].result)
        return Decision(worst[0], "script")


class Worst(Random):
    """An opponent who always gives away what it can."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        worst = min(MASTER.choice.oracle.action_values(view.state), key=lambda pair: pair[1].result)
        return Decision(worst[0], "worst")


def test_a_trial_ends_when_the_standard_is_reached_and_a_loss_starts_it_anew() -> None:
    learner = Scripted("+-++-++++++")
    told: list[Progress] = []
    weak: dict[str, Player] = {"perfect": Worst("perfect")}
    trial = plain_trial(standard=4, limit=11)
    records = list(
        train(NIM, learner, trial, seed=1, opponents=weak, progress=lambda progress, _: told.append(progress))
    )
    lost = [record.result(record.players.index("rote")) == "loss" for record in records]
    streak, expected = 0, 0
    for number, loss in enumerate(lost, start=1):
        streak = 0 if loss else streak + 1
        assert told[number - 1].in_a_row == streak
        if streak == 4:
            expected = number
            break
    assert any(lost)
    assert len(records) == expected
    assert (told[-1].finished, told[-1].reached) == (True, True)


def test_a_trial_that_never_reaches_its_standard_is_given_up_at_the_limit() -> None:
    learner = Scripted("-" * 30)
    trial = plain_trial(standard=3, limit=30)
    records = run(learner, trial)
    assert len(records) == 30
    assert progress_of(trial, records) == Progress(30, 30, progress_of(trial, records).in_a_row, True, False)


@pytest.mark.parametrize("regime", [lesson_and_practice(standard=9, limit=30), double_cycle(3), broader_context(16)])
@pytest.mark.parametrize("stop", [1, 5, 13])
def test_an_interrupted_run_goes_on_as_if_it_had_never_stopped(regime: Regime, stop: int) -> None:
    settings = RoteSettings(own=True, experts=True)
    whole = Rote(NIM, settings)
    expected = run(whole, regime)
    first = Rote(NIM, settings)
    done = list(islice(train(NIM, first, regime, seed=1, opponents=OPPONENTS), stop))
    second = Rote(NIM, settings)
    second.restore(first.knowledge(), "saved")
    lines = [Record.from_json(record.to_json()) for record in done]
    rest = run(second, regime, after=lines)
    assert [record.to_json() for record in (*done, *rest)] == [record.to_json() for record in expected]
    assert second.knowledge() == whole.knowledge()


class Marked(Diary):
    """Tells a mark for each contest, written before it began, and counts how often its course was finished."""

    def __init__(self, judged: str = "", caught: str = "") -> None:
        super().__init__()
        self.judged, self.caught = judged, caught
        self.finished = 0
        self.left: list[int | None] = []

    def end(self, record: Record) -> None:
        super().end(record)
        self.left.append(self.trials_left)

    def marks(self) -> dict[str, str]:
        number = self.contest.number
        return {JUDGED: self.judged[number : number + 1], CAUGHT: self.caught[number : number + 1]}

    def finish(self) -> None:
        self.finished += 1


def test_a_course_is_finished_once_when_its_last_record_comes_and_not_before() -> None:
    regime, learner = fixed_length(4), Marked()
    course = train(NIM, learner, regime, seed=1, opponents=OPPONENTS)
    done = list(islice(course, 3))
    assert learner.finished == 0
    done.append(next(course))
    assert learner.finished == 1
    assert run(learner, regime, after=done) == []
    assert learner.finished == 1
    taken_up = Marked()
    run(taken_up, regime, after=done[:3])
    assert taken_up.finished == 1


TWO_IN_200 = "--" + "+" * 197 + "-" + "+" * 30


@pytest.mark.parametrize(
    ("stop", "judged", "caught", "contests"),
    [
        (Stop(trials=3), "+-+--+-", "", 5),
        (Stop(clean_games=2), "-+++++++", "", 6),
        (Stop(clean_games=1), "-++-" + "+" * 9, "", 6),
        (Stop(window=200), TWO_IN_200, "", 201),
        (Stop(window=200, trials=3), TWO_IN_200, "", 200),
        (Stop(caught=0.94), "", "-" * 10 + "+" * 90, 57),
        (Stop(trials=8), "+-+--+-", "", 230),
    ],
    ids=["trials", "two clean games", "a clean game", "window", "window or trials", "caught", "none in time"],
)
def test_a_course_ends_with_the_first_rule_that_holds(stop: Stop, judged: str, caught: str, contests: int) -> None:
    regime, learner = replace(fixed_length(230), stop=stop), Marked(judged, caught)
    records = run(learner, regime)
    assert len(records) == contests
    assert progress_of(regime, records).reached == (contests < 230)
    assert progress_of(regime, records[:-1]).finished is False
    assert learner.finished == 1
    first, second = Marked(judged, caught), Marked(judged, caught)
    part = list(islice(train(NIM, first, regime, seed=1, opponents=OPPONENTS), contests // 2))
    second.restore(first.knowledge(), "saved")
    rest = run(second, regime, after=[Record.from_json(record.to_json()) for record in part])
    assert part + rest == records


def test_a_learner_is_told_how_many_trials_are_left() -> None:
    learner = Marked("+-+--+-")
    run(learner, replace(fixed_length(20), stop=Stop(trials=3)))
    assert learner.left == [3, 3, 2, 2, 1]
    assert learner.trials_left is None


def test_a_course_of_practice_has_steps_and_a_last_one_that_is_shorter() -> None:
    learner, told = Tinker(NIM, TinkerSettings()), list[Progress]()
    records = list(train(NIM, learner, practice(35, 10), seed=1, progress=lambda state, _: told.append(state)))
    assert [record.labels[PRACTISED] for record in records] == [10, 10, 10, 5]
    assert [state.done for state in told] == [10, 20, 30, 35]
    assert [state.finished for state in told] == [False, False, False, True]
    assert (learner.tried, learner.finished) == (35, 1)
    assert records[-1].labels[BEST] == learner.best


def test_practice_ends_when_nothing_better_is_found() -> None:
    regime = replace(practice(10_000, 10), stop=Stop(idle=3))
    records = list(train(NIM, Tinker(NIM, TinkerSettings()), regime, seed=1))
    best = [float(str(record.labels[BEST])) for record in records]
    assert 4 < len(best) < 1000
    assert best[-1] == best[-4] > best[-5]
    assert progress_of(regime, records).reached


@pytest.mark.parametrize("blocks", [(), (Block((LEARNER, "perfect"), 2, (1,)),)])
@pytest.mark.parametrize("stop", range(1, 9))
def test_practice_that_was_interrupted_after_any_step_goes_on_as_if_it_had_not_been(
    blocks: tuple[Block, ...], stop: int
) -> None:
    regime = Regime("mixed", (*blocks, *practice(35, 4).blocks), 35)
    whole, first, second = (Tinker(NIM, TinkerSettings()) for _ in range(3))
    expected = run(whole, regime)
    done = list(islice(train(NIM, first, regime, seed=1, opponents=OPPONENTS), stop))
    assert (first.finished, whole.finished) == (0, 1)
    second.restore(first.knowledge(), "saved")
    rest = run(second, regime, after=[Record.from_json(record.to_json()) for record in done])
    assert [record.to_json() for record in (*done, *rest)] == [record.to_json() for record in expected]
    assert second.knowledge() == whole.knowledge()


def test_who_does_not_practise_says_so() -> None:
    with pytest.raises(BadSetting, match="learner rote learns from contests, and 'practice' has only practice"):
        next(train(NIM, Diary(), practice(), seed=1))
    with pytest.raises(ValueError, match="at least one contest"):
        Practice(0, 1.0)


def test_a_damaged_step_of_practice_is_named() -> None:
    (record,) = train(NIM, Tinker(NIM, TinkerSettings()), practice(5, 5), seed=1)
    with pytest.raises(DamagedFile, match="label 'practised'"):
        progress_of(practice(5, 5), [replace(record, labels={})])


@pytest.mark.slow
def test_a_bidder_of_42_learns_from_contracts_that_the_machine_plays() -> None:
    game = load_game("forty_two")
    whole, first, second = (new_learner("cogap", game) for _ in range(3))
    before = whole.knowledge()
    regime = make_regime("forty_two_contracts", game, 4)
    records = list(train(game, whole, regime, seed=7))
    assert all(record.players == ("cogap",) * 4 and "sampled exact play" in record.deciders for record in records)
    part = list(islice(train(game, first, regime, seed=7), 2))
    second.restore(first.knowledge(), "saved")
    assert part + list(train(game, second, regime, seed=7, after=part)) == records
    learned = whole.knowledge()
    assert second.knowledge() == learned != before
    whole.begin(0, ContestInfo(game, ("cogap",) * 4))
    assert whole.knowledge() == learned  # nothing waits for its layer once the course is finished


def test_a_bidder_of_42_practises_hands_that_are_played_out() -> None:
    game = load_game("forty_two")
    whole, first, second = (new_learner("cogap", game) for _ in range(3))
    assert whole.usual_regime(whole.settings) == "forty_two_hands"
    regime = replace(
        make_regime("forty_two_hands", game, 2 * DEAL_PLAYED_OUT), blocks=(Block((), 1, practice=DEAL_PLAYED_OUT),)
    )
    records = list(train(game, whole, regime, seed=7))
    assert [record.labels["practised"] for record in records] == [DEAL_PLAYED_OUT] * 2
    part = list(islice(train(game, first, regime, seed=7), 1))
    second.restore(first.knowledge(), "saved")
    assert part + list(train(game, second, regime, seed=7, after=part)) == records
    assert second.knowledge() == whole.knowledge()
    assert len(whole.knowledge()["lessons.txt"].splitlines()) > len(first.knowledge()["lessons.txt"].splitlines())


def test_contracts_of_42_are_no_course_of_another_game() -> None:
    with pytest.raises(BadSetting, match="nim needs one entrant per seat"):
        next(train(NIM, Diary(), make_regime("forty_two_contracts", NIM), seed=1))


def test_a_learner_of_another_game_is_refused() -> None:
    with pytest.raises(BadSetting, match="was made for"):
        next(train(Nim(5), Rote(NIM, RoteSettings()), fixed_length(2), seed=1))


def test_impossible_regimes_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one contest"):
        Block((LEARNER, "perfect"), 0)
    with pytest.raises(ValueError, match="at least one block"):
        Regime("none", (), 5)
    with pytest.raises(ValueError, match="block that counts"):
        Regime("odd", (Block((LEARNER, "perfect"), 1),), 5, Stop(standard=3))


def test_where_nobody_can_be_perfect_contests_of_a_fixed_length_meet_the_usual_opponent() -> None:
    entrants = {
        name: make_regime("fixed_length", load_game(name)).blocks[0].entrants for name in ("draw_poker", "achi")
    }
    assert entrants == {"draw_poker": (LEARNER, "poker:builtin"), "achi": (LEARNER, "perfect")}
    assert make_regime("fixed_length", Kuhn()).blocks == (Block((LEARNER, "random"), 2),)
    with pytest.raises(BadSetting, match=r"regime broader_context needs the player expert, .* which kuhn hides"):
        make_regime("broader_context", Kuhn())


def own_contests(regime: Regime, opponents: dict[str, Player]) -> list[Record]:
    """The contests of its own that a learner has in a course, the regime's last block each time round."""
    records = list(train(NIM, Diary(), regime, seed=3, opponents=opponents))
    return [record for number, record in enumerate(records) if not regime.contest(number)[0].watched]


def test_who_is_coached_plays_on_with_a_better_move_and_loses_only_what_was_lost() -> None:
    plain, coached = watch_and_practise(1, 4), coached_practice(1, 4)
    alone, led = (own_contests(regime, OPPONENTS) for regime in (plain, coached))
    assert len(alone) == len(led) == 32
    assert sum(taken_back(record) for record in alone) == 0
    assert sum(taken_back(record) for record in led) > 0
    # A pile of eight is lost for who takes first, whatever it takes; the other seat never loses with a coach.
    assert all(record.result(1) == "win" for record in led if seat_of(record, 0) == 1)
    assert any(record.result(1) == "loss" for record in alone if seat_of(record, 0) == 1)


def test_nobody_takes_moves_back_where_no_player_is_perfect() -> None:
    unsure = {**OPPONENTS, "perfect": Challenger(MASTER, 0.5, Random(), "perfect")}
    assert sum(taken_back(record) for record in own_contests(coached_practice(1, 4), unsure)) == 0
