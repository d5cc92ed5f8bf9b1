"""The opponents of draw poker at the table; how the strong one fares is in `test_poker_judge.py`."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.poker.opponents import MIXED, OPPONENTS, opponent
from gamelore.arena.poker.scripted import SCRIPTS, Mix, Noisy, Scripted
from gamelore.arena.poker.strong import Strong, in_words
from gamelore.arena.roster import make_player
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.games.poker.draw_poker import CALL, DROP, REPLACING, Bet, make
from gamelore.games.registry import load_game

GAME = make()
DEAL = "D2 S12 D6 D8 C7 / H5 H14 C12 H4 D9 / C6 C3 S4 C4 C14 H7"


@pytest.mark.parametrize("name", list(OPPONENTS))
def test_every_opponent_plays_whole_contests_by_the_rules(name: str) -> None:
    player = opponent(name, GAME)
    assert player.name == name
    for number in range(12):
        record = play(GAME, (player, opponent("human", GAME)), ContestKey(7, number=number))
        assert record.ended == "rules"
        assert sum(record.returns) == 0


def test_an_unknown_opponent_or_another_game_gets_one_clear_error() -> None:
    with pytest.raises(UnknownName, match="did you mean 'tight'"):
        opponent("tigth", GAME)
    with pytest.raises(BadSetting, match="plays draw_poker"):
        opponent("tight", load_game("tic_tac_toe"))
    with pytest.raises(BadSetting, match="was made for"):
        Strong(make(max_bet=10))
    with pytest.raises(BadSetting, match="between 0 and 1"):
        Noisy(opponent("human", GAME), opponent("random", GAME), 1.5)


def test_the_roster_seats_poker_opponents_by_name() -> None:
    assert make_player("poker:tight", load_game("draw_poker")).name == "tight"
    with pytest.raises(BadSetting, match="expected 'poker:OPPONENT'"):
        make_player("poker", GAME)


def test_the_caller_opens_with_one_and_calls_everything() -> None:
    rng, caller = np.random.default_rng(0), opponent("call", GAME)
    assert caller.decide(GAME.initial_state(DEAL).view(0), rng).action == Bet(1)
    assert caller.decide(GAME.parse_state(f"{DEAL}: bet 20").view(1), rng).action == CALL


def test_a_list_of_rules_tells_the_rule_that_decided() -> None:
    rng, builtin = np.random.default_rng(0), opponent("builtin", GAME)
    decision = builtin.decide(GAME.initial_state(DEAL).view(0), rng)
    rule, *definitions = decision.reasons
    assert rule.who == decision.by
    assert "there is no bet to match, bet small" in rule.sentence
    assert definitions
    assert decision.public().reasons == ()


def test_the_human_drops_a_poor_hand_after_the_draw_and_raises_a_good_one() -> None:
    rng, human = np.random.default_rng(0), opponent("human", GAME)
    after = "bet 1, call, replace D2 D6 C7, replace H5 H4 D9, bet 10"
    drops = [human.decide(GAME.parse_state(f"{DEAL}: {after}, bet 9").view(0), rng).action for _ in range(200)]
    assert drops.count(DROP) > 180
    trips = (
        "D2 S2 C2 D8 C7 / H5 H14 C12 H4 D9 / C6 C3 S4 C4 C14 H7: bet 1, call, replace D8 C7, replace H5, bet 4, bet 3"
    )
    assert isinstance(human.decide(GAME.parse_state(trips).view(0), rng).action, Bet)


def test_every_script_stays_within_the_largest_bet_of_the_rules() -> None:
    game = make(max_bet=2, max_bets=2)
    for name in SCRIPTS:
        for number in range(30):
            play(game, (Scripted(game, name), Scripted(game, "random")), ContestKey(3, number=number))


@pytest.mark.parametrize(
    ("group", "said"),
    [("no pair 2 to 11", "no pair, jack high or less"), ("no pair 14", "no pair, ace high"),
     ("pair 6", "a pair of sixes"), ("pair 5 to 7", "a pair of fives to sevens"),
     ("two pair 8 to 10", "two pair with eights to tens"),
     ("three of a kind 9 to 14", "three nines to aces"), ("flush 7 to 14", "a flush"),
     ("four of a kind 2 to 14", "four of a kind"), ("four to a flush", "four to a flush")],
)  # fmt: skip
def test_groups_of_hands_are_said_as_a_player_would(group: str, said: str) -> None:
    assert in_words(group) == said


def test_the_mix_changes_with_every_game_of_five_rounds() -> None:
    class Named(Scripted):
        met: list[str] = []  # noqa: RUF012

        def begin(self, seat: int | None, contest: object) -> None:
            self.met.append(self.name)

    mix = Mix([Named(GAME, "human"), Named(GAME, "tight")])
    for number in range(12):
        play(GAME, (mix, opponent("call", GAME)), ContestKey(0, number=number))
    assert Named.met == ["human"] * 5 + ["tight"] * 5 + ["human"] * 2
    assert len(MIXED) == 6


def test_noise_changes_some_bets_but_no_replacement() -> None:
    rng = np.random.default_rng(0)
    noisy = Noisy(opponent("call", GAME), opponent("random", GAME), 0.5)
    opening = GAME.initial_state(DEAL).view(0)
    ones = sum(noisy.decide(opening, rng).action == Bet(1) for _ in range(400))
    assert 200 < ones < 280
    replacing = GAME.parse_state(f"{DEAL}: bet 1, call")
    assert replacing.stage() == REPLACING
    assert len({str(noisy.decide(replacing.view(0), rng).action) for _ in range(50)}) == 1


def test_a_list_of_rules_remembers_drops_at_both_seats_within_a_game_and_forgets_between_games() -> None:
    from gamelore.arena.poker.rule_players import RuleList
    from gamelore.learners.rules.poker.lists import printed

    rules = RuleList(GAME, printed("builtin"), "builtin")

    class Dropper(Scripted):
        def decide(self, view: object, rng: object) -> object:  # type: ignore[override]
            from gamelore.learners.core import Decision

            return Decision(DROP, "drop")

    dropper = Dropper(GAME, "call")
    for number, drops in ((5, 1), (6, 2), (7, 3), (10, 1)):
        seats = (dropper, rules) if number % 2 else (rules, dropper)
        play(GAME, seats, ContestKey(0, number=number))  # type: ignore[arg-type]
        assert rules.memory.known["call"]["OD"] == drops


def test_the_strong_player_says_what_it_weighs() -> None:
    decision = Strong(GAME).decide(GAME.parse_state(f"{DEAL}: bet 3").view(1), np.random.default_rng(0))
    assert decision.by == "policy"
    assert sum(reason.strength or 0 for reason in decision.reasons) == pytest.approx(1)
    assert all("no pair, ace high" in reason.sentence for reason in decision.reasons)


def test_the_strong_player_answers_bets_beyond_its_tree() -> None:
    strong, rng = Strong(GAME), np.random.default_rng(0)
    many = ", ".join(f"bet {size}" for size in (1, 2, 3, 4, 5, 6, 7))
    decision = strong.decide(GAME.parse_state(f"{DEAL}: {many}").view(1), rng)
    assert decision.action in (CALL, DROP)
    node, _ = strong.place(GAME.parse_state(f"{DEAL}: {many}").view(1))
    assert node < 0


def test_the_strong_player_drops_by_the_odds_to_bets_that_are_like_none_of_its_tree() -> None:
    from gamelore.oracles.poker._kernels import drops

    assert drops(0.5, 0.25, 0.25) == drops(0.5, 0.2, 0.25) == drops(0.5, 0.4, 0.25) == 0.5
    assert drops(0.2, 0.02, 0.25) == pytest.approx(0.2 * (0.02 / 1.02) / (0.25 / 1.25))
    assert 1 - drops(0.5, 10.0, 2.0) == pytest.approx(0.5 * 3.0 / 11.0)
    assert drops(0.0, 10.0, 2.0) == 0.0
    strong = Strong(GAME)
    before = "bet 12, call, replace D2 D6 C7, replace H5 H4 D9"
    tiny, usual = (GAME.parse_state(f"{DEAL}: {before}, bet {size}").view(1) for size in (1, 6))
    shares = [
        {r.action: r.strength or 0.0 for r in strong.decide(v, np.random.default_rng(0)).reasons} for v in (tiny, usual)
    ]
    assert sum(shares[0].values()) == sum(shares[1].values()) == pytest.approx(1)
    rng = np.random.default_rng(1)
    dropped = [sum(strong.decide(v, rng).action == DROP for _ in range(300)) / 300 for v in (tiny, usual)]
    assert dropped[0] == pytest.approx(shares[0].get("drop", 0.0), abs=0.1)
    assert dropped[1] == pytest.approx(shares[1].get("drop", 0.0), abs=0.1)


def test_a_bet_is_taken_for_the_nearest_one_of_the_tree_as_a_share_of_the_pot() -> None:
    strong = Strong(GAME)
    tree = strong.policy.tree
    openings = dict(tree.options(0))
    for size, taken_for in ((1, 1), (2, 1), (3, 4), (6, 4), (7, 10), (20, 10)):
        node, _ = strong.place(GAME.parse_state(f"{DEAL}: bet {size}").view(1))
        assert node == openings[taken_for], size
