"""Rules that a person wrote become a learner that can be tested."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamelore.arena.poker.scripted import poker_view
from gamelore.arena.roster import make_player
from gamelore.arena.tournament import challenge
from gamelore.base.errors import BadText
from gamelore.games import load_game
from gamelore.lab.explanation import explain
from gamelore.learners.rules.by_hand import compile_rules
from gamelore.learners.rules.language.listing import to_listing
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.poker.library import require_actions
from gamelore.learners.rules.poker.lists import builtin
from gamelore.learners.rules.poker.moves import action_of

RULES = """begin
  'BET': LASTBET <- (12), 'CALL': LASTBET <- (0), 'DROP': VDHAND <- (0).
  if VDHAND>15 then 'BET' otherwise
  if VDHAND<3 and LASTBET>9 then 'DROP' otherwise 'CALL'.
  ONE equals 1
end"""
VIEW = "seat 1: H14 S14 C5 D3 H2; bet 1"


def test_rules_by_hand_are_followed_and_explained() -> None:
    learner = compile_rules(RULES)
    assert list(learner.lore()) == [
        "1. When your hand is at least a pair of tens, bet.",
        "2. When your hand is at most ace high and the last bet is above 9, drop.",
        "3. Otherwise call.",
    ]
    told = explain(learner, VIEW)
    assert (str(told.decision.action), told.decision.by) == ("bet 12", "rule 1")
    assert str(explain(learner, VIEW.replace("S14", "S13")).decision.action) == "call"


def test_the_list_that_ships_plays_as_its_own_player_does() -> None:
    """The listing of the built-in rules, compiled, meets the same opponent with the same luck."""
    ours = challenge("draw_poker", compile_rules(to_listing(builtin())), ["poker:tight"], 20, seed=3)
    theirs = challenge("draw_poker", make_player("poker:builtin", "draw_poker"), ["poker:tight"], 20, seed=3)
    assert ours == theirs


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ("VDHAND>15", "HAND>15", "mine.lash:3:6: variable 'HAND' is not known; did you mean 'VDHAND'"),
        ("LASTBET <- (12)", "POT <- (12)", "mine.lash: move 'BET' does not say what becomes of LASTBET"),
        ("(12)", "(GG)", "mine.lash: move 'BET': .*'GG' is not known"),
        ("then", "thn", "mine.lash:3:16: expected 'then'"),
    ],
)
def test_rules_that_lead_nowhere_are_refused_with_their_place(was: str, now: str, sentence: str) -> None:
    with pytest.raises(BadText, match=sentence):
        compile_rules(RULES.replace(was, now, 1), where="mine.lash")


def test_a_list_without_a_move_that_is_allowed_calls_or_bets_least() -> None:
    matcher, game = Matcher(builtin()), load_game("draw_poker")
    for line, expected in (("", "bet 1"), ("; bet 5", "call")):
        view = poker_view(game.parse_view(f"seat {int(bool(line))}: H14 S14 C5 D3 H2{line}"))
        assert str(action_of(matcher, view, "", matcher.values({}))) == expected
    rules = builtin()
    with pytest.raises(BadText, match="mine: no move is defined"):
        require_actions(replace(rules, moves={}, rules=()), "mine")
