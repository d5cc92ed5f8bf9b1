"""Reviews: what a seat gave away, judged by the truth, by a search or by sampled worlds."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.poker.play_outs import Yardstick
from gamelore.arena.roster import make_player
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import stream
from gamelore.games import Record, load_game
from gamelore.games.core import AnyGame
from gamelore.lab.review.core import MoveValues, Review
from gamelore.lab.review.forty_two import DominoJudge
from gamelore.lab.review.looking_back import review
from gamelore.lab.review.open_games import SearchJudge
from gamelore.lab.review.poker import BetJudge, verdicts
from gamelore.lab.review.retracing import retrace
from gamelore.lab.review.series import over_time, own_seat
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims, parse_list
from gamelore.oracles.board.solved_tables import solve

DEAL = (
    "A | 5-5 5-1 4-4 6-4 1-0 2-1 3-2 | 2-2 6-2 5-3 5-4 4-0 3-3 1-1 "
    "| 0-0 6-0 2-0 5-2 4-2 4-3 3-1 | 6-6 6-5 6-3 6-1 4-1 3-0 5-0"
)


def record_of(game: AnyGame, actions: str, deal: str = "", returns: tuple[float, ...] = (0.0, 0.0)) -> Record:
    return Record(game.name, ("you", "other"), tuple(actions.split(", ")), returns, "rules", deal)


def test_a_move_that_loses_the_draw_is_found_with_the_move_that_kept_it() -> None:
    game = load_game("lose_tic_tac_toe")
    told = review(record_of(game, "1, 5, 2, 3"), game, 0, stream(1))
    solution = solve(game)
    first = told.moves[0]
    assert (first.ply, first.action, first.given, first.best) == (0, "1", 1.0, ("5",))
    assert dict(first.values) == {str(m): str(v) for m, v in solution.action_values(game.initial_state(""))}
    assert first.lost == "turned a draw into a loss"
    assert re.fullmatch(r"line \d+", first.line)
    assert first.maxim.endswith(".")
    assert told.judged == 2
    assert told.kept + len(told.moves) == 2
    assert "the truth" in told.how


def test_the_reply_that_punishes_a_move_wins_as_soon_as_any_can() -> None:
    game = load_game("tic_tac_toe")
    told = review(record_of(game, "1, 5, 2, 3, 4, 7"), game, 0, stream(1))
    (mistake,) = told.moves
    assert (mistake.action, mistake.lost) == ("4", "turned a draw into a loss")
    assert mistake.best == ("7",)
    assert mistake.reply == "7"
    assert mistake.because == "O answers 7 and wins."
    assert told.cost == "draw to loss"


def test_only_decisions_in_which_something_could_be_lost_are_counted() -> None:
    game = load_game("tic_tac_toe")
    solution = solve(game)
    played = record_of(game, "5, 1, 9, 2, 3, 7, 6")
    told = review(played, game, 0, stream(1))
    at_stake = safe = 0
    states: list[Any] = [state for state, _ in played.replay(game)]
    for state in states:
        if state.current_player() == 0 and len(state.legal_actions()) > 1:
            results = {value.result for _, value in solution.action_values(state)}
            at_stake, safe = at_stake + (len(results) > 1), safe + (len(results) == 1)
    assert (told.judged, told.safe) == (at_stake, safe)
    assert min(at_stake, safe) > 0
    assert told.sentence.startswith(
        f"{told.kept} of {at_stake} decisions that mattered kept what there was; in the other"
    )


def test_the_sentences_of_a_review_count_as_people_do() -> None:
    def told(judged: int, kept: int, safe: int) -> str:
        return Review("tic_tac_toe", 0, "", "results", judged, kept, safe, False, ()).sentence

    assert told(1, 1, 0) == "1 of 1 decision that mattered kept what there was."
    assert told(4, 3, 1).endswith("; in the other decision nothing could be lost.")
    assert told(4, 3, 5).endswith("; in the other 5 decisions nothing could be lost.")
    assert told(0, 0, 3) == "Nothing was at stake: in your 3 decisions nothing could be lost."
    assert told(0, 0, 0).startswith("There was nothing to judge")


def test_a_random_move_is_called_random() -> None:
    game = load_game("lose_tic_tac_toe")
    played = replace(record_of(game, "1, 5, 2, 3"), deciders=("random", "perfect", "person", "perfect"))
    told = {move.ply: move.by_chance for move in review(played, game, 0, stream(1)).moves}
    assert told[0]
    assert not any(chance for ply, chance in told.items() if ply)


def test_the_worst_comes_first_and_who_gave_nothing_away_is_told_so() -> None:
    game = load_game("tic_tac_toe")
    played = record_of(game, "5, 2, 1, 9, 7, 4, 3")
    other = review(played, game, 1, stream(1))
    assert [move.given for move in other.moves] == sorted((m.given for m in other.moves), reverse=True)
    kept = review(played, game, 0, stream(1))
    assert kept.moves == ()
    assert (kept.kept, kept.given) == (kept.judged, 0)


def test_a_line_that_would_not_have_helped_is_not_named() -> None:
    game = load_game("lose_tic_tac_toe")
    learner = MaximLearner(game, MaximLearner.preset(None))
    for text, named in (("fewest centre", False), ("most centre", True)):
        measure = text.split()[1]
        if measure not in learner.reader.wording.measures:
            pytest.skip(f"lose tic-tac-toe has no measure {measure}")
        learner.maxims = Maxims(parse_list(text))
        told = review(record_of(game, "1, 5, 2, 3"), game, 0, stream(1), maxims=learner)
        assert bool(told.moves[0].maxim) == named


def test_what_cannot_be_told_from_chance_is_not_held_against_anybody() -> None:
    values = MoveValues({"a": 1.0, "b": 0.9, "c": 0.2}, noise={"a": 0.0, "b": 0.3, "c": 0.3})
    assert values.better("c") == ("a",)
    assert values.given("b") == 0.0
    assert values.given("c") == pytest.approx(0.8)
    assert values.at_stake
    assert not MoveValues({"a": 1.0, "b": 0.9}, noise={"a": 0.0, "b": 0.3}).at_stake


def test_at_poker_folding_four_aces_is_a_mistake_and_the_worlds_are_named() -> None:
    game = load_game("draw_poker")
    deal = "H14 S14 C14 D14 H13 / H5 H12 C12 H4 D9 / C6 C3 S4 C4 C5 H7"
    told = review(record_of(game, "bet 1, bet 2, drop", deal, (-2.0, 2.0)), game, 0, stream(1))
    assert told.moves[0].ply == 2
    assert told.moves[0].given > 3
    assert told.unit == "chips"
    assert "against eight sorts of players" in told.how
    assert told.moves[0].lost == f"gave away at least {told.moves[0].given:.1f} chips"


def test_at_poker_the_one_who_breaks_a_pair_of_aces_is_told_so_and_the_usual_draw_is_named() -> None:
    game = load_game("draw_poker")
    deal = "H14 S14 C9 D6 H3 / H5 H12 C12 H4 D9 / C6 C3 S4 C4 C5 H7"
    for gone in ("S14 C9", "S14 D6 H3", "H14 S14 C9", "H14"):
        actions = f"bet 1, call, replace {gone}, replace H5 H4 D9, bet 1, drop"
        told = review(record_of(game, actions, deal, (2.0, -2.0)), game, 0, stream(1))
        (broken,) = [move for move in told.moves if move.ply == 2]
        assert broken.given > 1
        assert broken.best == ("replace C9 D6 H3",)
        assert (broken.line, broken.maxim.split()[0]) == ("the usual draw", "Keep")
    kept = review(record_of(game, actions.replace(gone, "C9 D6 H3"), deal, (2.0, -2.0)), game, 0, stream(1))
    assert 2 not in [move.ply for move in kept.moves]


def test_a_better_move_is_better_by_every_yardstick_and_what_the_strong_player_mixes_is_sound() -> None:
    errors = np.zeros((3, 3))
    sticks = [
        Yardstick("panel", np.array([3.0, 1.0, 2.0]), errors, np.zeros(3)),
        Yardstick("blind", np.array([2.0, 1.0, 3.0]), errors, np.zeros(3)),
    ]
    found = verdicts(["a", "b", "c"], sticks, pot=4)
    assert found.more == {"a": {}, "b": {"a": 1.0, "c": 1.0}, "c": {}}
    assert (found.given("a"), found.given("b"), found.given("c")) == (0, 1, 0)
    assert verdicts(["a", "b", "c"], sticks, pot=4, sound={"b"}).given("b") == 0
    assert verdicts(["a", "b", "c"], sticks, pot=100).given("b") == 0, "less than a fiftieth of the pot"
    small = [replace(stick, means=stick.means / 4) for stick in sticks]
    assert verdicts(["a", "b", "c"], small, pot=4).given("b") == 0, "less than half a chip"
    noisy = [replace(stick, errors=errors + 0.5) for stick in sticks]
    assert verdicts(["a", "b", "c"], noisy, pot=4).given("b") == 0, "less than two and a half standard errors"


def test_a_judge_of_poker_uses_nothing_that_the_seat_cannot_see() -> None:
    game = load_game("draw_poker")
    state = game.initial_state(game.sample_deal(stream(3)))
    for text in ("bet 2", "call"):
        state = state.child(game.parse_action(text))
    for _ in range(2):
        state = state.child(state.legal_actions()[-1])
    twin = state.resample_from_infostate(0, stream(4))
    assert str(twin) != str(state)
    judge, action = BetJudge(game), game.parse_action("bet 3")
    mine, theirs = (judge.judge(world, world.view(0), action, stream(5)) for world in (state, twin))
    assert mine == theirs


def test_at_42_throwing_the_contract_away_is_a_mistake() -> None:
    game = load_game("forty_two")
    state = game.parse_state(f"{DEAL} : bid 30, pass, bid 31, pass, trump 0")
    judge = DominoJudge()
    values = judge.judge(state, state.view(2), game.parse_action("play 4-3"), stream(1))
    assert values is not None
    assert values.values["play 0-0"] > values.values["play 4-3"]
    assert values.given("play 4-3") > 0
    twin = state.resample_from_infostate(2, stream(2))
    assert judge.judge(twin, twin.view(2), game.parse_action("play 4-3"), stream(1)) == values


def test_at_42_calls_and_trumps_are_judged_in_marks() -> None:
    game = load_game("forty_two")
    seven_sixes = (
        "A | 6-6 6-5 6-4 6-3 6-2 6-1 6-0 | 0-0 1-0 2-0 3-0 4-0 5-0 1-1 "
        "| 2-1 3-1 4-1 5-1 2-2 3-2 4-2 | 5-2 3-3 4-3 5-3 4-4 5-4 5-5"
    )
    first = game.initial_state(seven_sixes)
    judge = DominoJudge()
    calls = judge.judge(first, first.view(0), game.parse_action("pass"), stream(1))
    assert calls is not None
    assert calls.values == {"bid 30": 1.0, "pass": 0.0}
    assert calls.given("pass") == 1.0
    naming = game.parse_state(f"{seven_sixes} : bid 84, pass, pass, pass")
    trumps = judge.judge(naming, naming.view(0), game.parse_action("trump 0"), stream(1))
    assert trumps is not None
    assert trumps.better("trump 0") == ("trump 6",)
    assert trumps.values["trump 6"] == 2.0


@pytest.mark.slow
def test_where_nothing_is_solved_a_search_has_an_opinion_and_says_so() -> None:
    game = load_game("nine_mens_morris")
    actions = "1, 4, 2, 5, 24"  # three in a row was there to be made
    told = review(record_of(game, actions), game, 0, stream(1))
    assert "may be wrong" in told.how
    assert told.moves[0].action == "24"
    assert all(best.startswith("3x") for best in told.moves[0].best)
    assert told.moves[0].reply
    assert told.moves[0].lost.endswith("markers worse")


def test_a_review_is_plain_data_and_the_same_with_the_same_seed() -> None:
    game = load_game("draw_poker")
    players = [make_player("poker:random", game), make_player("poker:call", game)]
    played = play(game, players, ContestKey(4))
    once, again = (review(played, game, 0, stream(7)) for _ in range(2))
    assert once == again
    assert isinstance(once, Review)
    assert json.loads(json.dumps(once.to_data())) == once.to_data()


def test_a_record_over_time_has_a_line_for_each_contest(tmp_path: Path) -> None:
    game = load_game("tic_tac_toe")
    lost = record_of(game, "1, 5, 2, 3, 4, 7", returns=(-1.0, 1.0))
    perfect = make_player("perfect", game)
    drawn = replace(play(game, [perfect, perfect]), players=("you", "other"))
    rows = list(over_time([lost, drawn], tmp_path, None, seed=1))
    assert [(row.number, row.result, row.against) for row in rows] == [(1, "loss", "other"), (2, "draw", "other")]
    assert (rows[0].given, rows[0].cost) == (1.0, "draw to loss")
    assert (rows[1].given, rows[1].cost) == (0.0, "")
    assert own_seat(lost) == 0
    assert own_seat(lost, 2) == 1
    with pytest.raises(BadSetting, match="there is no seat 3"):
        own_seat(lost, 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "strong", "weak", "contests"),
    [("draw_poker", "poker:strong", "random", 30), ("forty_two", "table:formula", "random", 6)],
)
def test_who_plays_better_is_judged_to_give_less_away(name: str, strong: str, weak: str, contests: int) -> None:
    game = load_game(name)

    def given(who: str) -> float:
        lines = []
        for number in range(contests):
            others = [make_player("poker:call" if name == "draw_poker" else "random", game) for _ in range(game.seats)]
            played = play(game, [make_player(who, game), *others[1:]], ContestKey(5000, number=number))
            lines.append(review(played, game, 0, stream(5000, contest=number)))
        return sum(line.given for line in lines) / sum(line.judged for line in lines)

    better, worse = given(strong), given(weak)
    print(name, round(better, 3), round(worse, 3))
    assert better < 0.5 * worse


def test_a_contest_is_retraced_by_the_same_judgement_and_its_mistakes_are_played_out() -> None:
    game = load_game("tic_tac_toe")
    played = record_of(game, "1, 5, 2, 3, 4, 7", returns=(-1.0, 1.0))
    told = retrace(played, game, 0, stream(1))
    assert told.review == review(played, game, 0, stream(1))
    assert [(point.at, point.value) for point in told.points] == [
        (0, 0.0), (1, 0.0), (2, 0.0), (3, 0.0), (4, 0.0), (5, -1.0), (6, -1.0),
    ]  # fmt: skip
    (mistake,) = told.played_out
    assert mistake.punished == ("4", "7")
    assert mistake.sound == ("7",)
    assert mistake.instead[0] == "7"
    assert 1 < len(mistake.instead) <= 3  # a draw is not played to its end
    with pytest.raises(BadSetting, match="there is no seat 3"):
        retrace(played, game, 2, stream(1))


def test_a_search_plays_out_what_it_sees() -> None:
    game = load_game("tic_tac_toe")
    judge = SearchJudge(game, 4)
    state: Any = game.initial_state("")
    for text in ("1", "5", "2", "3"):
        state = state.child(game.parse_action(text))
    assert judge.played_out(state, game.parse_action("4")) == ("4", "7")
