"""A contest: streams, records, resignation, horizons, trainers, watchers, any number of seats."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.plain_games import BET, PASS, Kuhn, Nim, Take

from gamelore.arena.contest import ContestKey, Learning, play
from gamelore.arena.players import NoLearning, Random
from gamelore.base.errors import BadSetting, IllegalAction, NotAvailable
from gamelore.base.seeds import Phase, Rng
from gamelore.games import RESIGN, Action, AnyView, Horizon, Record, load_game
from gamelore.learners.core import CORRECTION, WATCHED, ContestInfo, Decision, Lesson, Reason
from gamelore.learners.rote import Rote, RoteSettings


class Always(NoLearning):
    """Does the same thing whenever it is asked."""

    def __init__(self, action: Action, name: str = "always") -> None:
        super().__init__(name)
        self.action = action

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        reason = Reason("always", f"I always {self.action}.")
        return Decision(self.action, "habit", lambda: (reason,))


@dataclass
class Witness:
    """A player who writes down what it is told."""

    name: str = "witness"
    begun: list[tuple[int | None, tuple[int, ...]]] = field(default_factory=list)
    draws: list[float] = field(default_factory=list)
    ended: list[Record] = field(default_factory=list)

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        self.begun.append((seat, contest.seats))

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        self.draws.append(float(rng.random()))
        return Decision(view.legal_actions()[0], "first")

    def end(self, record: Record) -> None:
        self.ended.append(record)


class Pupil(Rote):
    """A rote learner that writes down its lessons."""

    def __init__(self, game: Nim | Kuhn) -> None:
        super().__init__(game, RoteSettings())
        self.lessons: list[Lesson] = []
        self.ended: list[Record] = []

    def learn(self, lesson: Lesson) -> None:
        self.lessons.append(lesson)

    def end(self, record: Record) -> None:
        self.ended.append(record)
        super().end(record)


@settings(max_examples=40)
@given(st.integers(0, 2**63 - 1), st.integers(2, 5), st.integers(1, 12), st.booleans())
def test_a_record_replays_to_the_end_of_its_contest_and_reads_back(
    seed: int, seats: int, stones: int, partners: bool
) -> None:
    nim = Nim(stones, seats, partners)
    record = play(nim, [Random()] * seats, ContestKey(seed))
    assert record.final_state(nim).returns() == record.returns
    assert Record.from_json(record.to_json()) == record


def test_the_same_key_gives_the_same_bytes_and_another_key_others() -> None:
    game = load_game("five_mens_morris")
    key = ContestKey(11, 2, Phase.TEST, 5, "novice")
    first, again = (play(game, [Random(), Random()], key).to_json() for _ in range(2))
    assert first == again
    changed = [replace(key, run=3), replace(key, number=6), replace(key, series="expert"), replace(key, seed=12)]
    actions = {play(game, [Random(), Random()], other).actions for other in (key, *changed)}
    assert len(actions) == 5


def test_every_seat_draws_from_its_own_stream() -> None:
    alone, together = Witness(), Witness()
    play(Nim(6), [alone, Always(Take(1))])
    play(Nim(6), [together, Random()])
    assert alone.draws[0] == together.draws[0]
    other = Witness()
    play(Nim(6), [Always(Take(1)), other])
    assert other.draws[0] != alone.draws[0]


def test_the_deal_comes_from_the_dealers_stream_or_is_given() -> None:
    kuhn = Kuhn()
    deals = {play(kuhn, [Random(), Random()], ContestKey(number=n)).deal for n in range(30)}
    assert len(deals) == 6
    assert play(kuhn, [Always(BET), Always(PASS)], deal="J K").returns == (1.0, -1.0)
    assert play(kuhn, [Always(BET), Always(BET)], deal="J K").returns == (-2.0, 2.0)


def test_a_contest_may_start_from_any_state() -> None:
    game = load_game("tic_tac_toe")
    start = game.parse_state("XX./OO./... X")
    record = play(game, [Always(game.parse_action("3")), Random()], start=start)
    assert (record.start, record.actions, record.returns) == ("XX./OO./... X", ("3",), (1.0, -1.0))
    assert record.final_state(game).is_terminal()


def test_where_hands_are_hidden_everybody_is_handed_what_its_own_seats_saw() -> None:
    kuhn, first, second = Kuhn(), Witness(), Witness()
    record = play(kuhn, [first, second], ContestKey(3), reasons=True)
    assert record.deal
    for seat, witness in enumerate((first, second)):
        assert witness.ended == [record.seen_by(kuhn, (seat,))]
        assert witness.ended[0].deal == ""
    both = Witness()
    record = play(kuhn, [both, both])
    assert both.ended == [record.seen_by(kuhn, (0, 1))]


def test_who_watches_sees_what_the_experts_saw() -> None:
    kuhn = Kuhn()
    watcher = Pupil(kuhn)
    record = play(kuhn, [Random(), Random()], learning=Learning(frozenset({1}), [watcher]))
    assert watcher.ended == [record.seen_by(kuhn, (1,))]


def test_a_player_at_several_seats_is_told_once_and_knows_them_all() -> None:
    witness = Witness()
    play(Nim(9, seats=3), [Random(), witness, witness])
    assert witness.begun == [(1, (1, 2))]
    assert len(witness.ended) == 1


def test_an_illegal_action_names_the_player_the_ply_and_the_action() -> None:
    with pytest.raises(IllegalAction, match=r"always at seat 1, ply 2: nim: 'take 7' is not legal in"):
        play(Nim(), [Random(), Always(Take(7))])


def test_who_resigns_loses_for_the_team_and_the_others_share_it() -> None:
    record = play(Nim(9, seats=4, partners=True), [Always(Take(1)), Always(RESIGN), Always(Take(1)), Always(Take(1))])
    assert (record.returns, record.ended, record.actions) == ((1.0, -1.0, 1.0, -1.0), "resign", ("take 1", "resign"))
    assert record.why == "B resigned"
    three = play(Nim(9, seats=3), [Always(RESIGN), Random(), Random()])
    assert three.returns == (-1.0, 0.5, 0.5)
    assert Record.from_json(three.to_json()).final_state(Nim(9, seats=3)).returns() == (0.0, 0.0, 0.0)


def test_nobody_resigns_where_the_rules_set_no_price_for_it() -> None:
    with pytest.raises(NotAvailable, match="played for chips"):
        play(Kuhn(), [Always(RESIGN), Random()])


def test_a_contest_is_drawn_at_its_horizon() -> None:
    record = play(load_game("five_mens_morris", max_plies=7), [Random(), Random()])
    assert (len(record.actions), record.returns, record.ended) == (7, (0.0, 0.0), "max_plies")
    assert record.horizon == Horizon(max_plies=7)


def test_the_rules_come_before_the_horizon() -> None:
    nim = Nim(4)
    nim.horizon = Horizon(max_plies=4)
    record = play(nim, [Always(Take(1)), Always(Take(1))])
    assert (record.ended, record.returns) == ("rules", (-1.0, 1.0))


class Shuttle(NoLearning):
    """Moves a marker to and fro."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        return Decision(view.legal_actions()[0], "first")


def test_a_contest_is_drawn_when_a_state_occurs_too_often() -> None:
    game = load_game("pong_hau_ki", repetition=3, max_plies=200)
    record = play(game, [Shuttle("one"), Shuttle("two")])
    assert record.ended == "repetition"
    states = [*(state for state, _ in record.replay(game)), record.final_state(game)]
    assert states.count(states[-1]) == 3
    assert all(states[:-1].count(state) < 3 for state in states[:-1])


def test_reasons_are_kept_only_on_request() -> None:
    players = [Always(Take(1)), Always(Take(1))]
    assert play(Nim(2), players).reasons == ()
    assert play(Nim(2), players, reasons=True).reasons == (("I always take 1.",),) * 2


def test_a_watcher_is_shown_the_moves_of_the_experts_and_the_whole_record() -> None:
    nim = Nim(5)
    pupil = Pupil(nim)
    record = play(nim, [Random(), Always(Take(1), "model")], learning=Learning(frozenset({1}), [pupil]))
    mine = [state.view(1) for state, _ in record.replay(nim) if state.current_player() == 1]
    assert [lesson.view for lesson in pupil.lessons] == mine
    assert {(lesson.kind, lesson.teacher, lesson.advocated) for lesson in pupil.lessons} == {
        (WATCHED, "model", (Take(1),))
    }
    assert record.experts == (1,)
    assert pupil.contest.seats == ()


class TakeTwo:
    """A trainer who wants two taken wherever that is possible."""

    def review(self, view: AnyView, decision: Decision) -> Lesson | None:
        if decision.action == Take(2) or Take(2) not in view.legal_actions():
            return None
        return Lesson(view, (Take(2),), "mr two", CORRECTION, ("two is better",), instead_of=decision.action)


class Stubborn(Pupil):
    """Wants to take one, until it has been corrected."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        return Decision(Take(2) if self.lessons and Take(2) in view.legal_actions() else Take(1), "mood")


def test_a_trainer_speaks_before_the_move_is_made_and_the_learner_decides_again() -> None:
    nim = Nim(6)
    pupil = Stubborn(nim)
    record = play(nim, [pupil, Always(Take(1))], learning=Learning(trainers={0: TakeTwo()}))
    assert (record.actions[0], record.deciders[0]) == ("take 2", "mood")
    assert [lesson.instead_of for lesson in pupil.lessons] == [Take(1)]


def test_a_table_that_does_not_fit_is_refused_before_anybody_sits_down() -> None:
    witness = Witness()
    with pytest.raises(BadSetting, match="2 seats, but 1 players"):
        play(Nim(), [witness])
    with pytest.raises(BadSetting, match="experts"):
        play(Nim(), [witness, Random()], learning=Learning(frozenset({2})))
    with pytest.raises(BadSetting, match="needs a learner to teach at seat 1"):
        play(Nim(), [witness, Random()], learning=Learning(trainers={1: TakeTwo()}))
    assert witness.begun == []
    pupil = Pupil(Nim())
    with pytest.raises(BadSetting, match="cannot play and watch"):
        play(Nim(), [pupil, Random()], learning=Learning(watchers=[pupil]))
