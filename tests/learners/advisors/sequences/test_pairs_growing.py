"""Direct pairs are grown as described: every law computed again, state by state, through the rules in plain Python."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.learners.advisors.boards import allows

from gamelore.games import load_game
from gamelore.games.board.arrays import code_of, move_of
from gamelore.games.board.game import BoardGame, BoardState, Move, transform_move
from gamelore.learners.advisors.sequences.forms import Context
from gamelore.learners.advisors.sequences.pairs.book import PairBook
from gamelore.learners.advisors.sequences.pairs.growing import FAMILIES, Rules
from gamelore.learners.advisors.sequences.pairs.matching import EXACT_FACTOR
from gamelore.learners.advisors.sequences.pairs.turning import around, turning
from gamelore.learners.advisors.settings.pairs import PairSettings

GAMELORE, GAMELORE16 = PairSettings(), PairSettings(symmetries="all", merge_colours=True)
NAMES = ("lose_tic_tac_toe", "pong_hau_ki", "five_mens_morris")


def board_game(name: str) -> BoardGame:
    game = load_game(name)
    assert isinstance(game, BoardGame)
    return game


def random_turns(game: BoardGame, count: int, seed: int) -> list[tuple[BoardState, Move]]:
    """Turns of random contests; a player who prefers low moves repeats himself enough to be generalised."""
    rng = np.random.default_rng(seed)
    turns: list[tuple[BoardState, Move]] = []
    while len(turns) < count:
        state = game.new_initial_state()
        for _ in range(60):
            if state.is_terminal():
                break
            moves = state.legal_actions()
            move = moves[int(min(rng.integers(len(moves)), rng.integers(len(moves))))]
            turns.append((state, move))
            state = state.child(move)
    return turns[:count]


def taught(game: BoardGame, preset: PairSettings, turns: list[tuple[BoardState, Move]]) -> PairBook:
    book = PairBook(game, preset)
    book.watch(turns)
    book.sweep()
    return book


def said(book: PairBook, rules: Rules, number: int, state: BoardState) -> set[Move]:
    """What a rule says in a state, tried orientation by orientation."""
    game = book.game
    context, action = Context(*rules.allow[:, number].tolist()), move_of(int(rules.codes[number]))
    known = game.symmetries if book.settings.symmetries == "plane" else game.all_symmetries
    legal = set(state.legal_actions())
    named = set()
    for symmetry in known:
        image = state.transform(symmetry)
        if allows(context, image):
            named |= {move for move in legal if transform_move(move, symmetry) == action}
    return named


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("preset", [GAMELORE, GAMELORE16], ids=["plane", "all"])
def test_no_rule_speaks_against_what_was_watched(name: str, preset: PairSettings) -> None:
    game = board_game(name)
    turns = random_turns(game, 120, 1)
    book = taught(game, preset, turns)
    for section in book.evidence.sections():
        rules = book.rules(section)
        here = [(s, m) for s, m in turns if book.evidence.section(s) == section and len(s.legal_actions()) > 1]
        boards = {(s.own, s.other) for s, _ in here}
        made: dict[tuple[int, int], set[Move]] = {}
        known = game.symmetries if preset.symmetries == "plane" else game.all_symmetries
        for state, move in here:
            for symmetry in known:
                image = state.transform(symmetry)
                if (image.own, image.other) in boards:
                    made.setdefault((image.own, image.other), set()).add(transform_move(move, symmetry))
        for number in range(0, len(rules.codes), max(1, len(rules.codes) // 12)):
            for state, _ in here:
                assert said(book, rules, number, state) <= made[state.own, state.other]


@pytest.mark.parametrize("name", NAMES)
def test_weights_are_the_log_odds_of_the_turns_counted_one_by_one(name: str) -> None:
    game = board_game(name)
    turns = random_turns(game, 120, 2)
    book = taught(game, GAMELORE, turns)
    for section in book.evidence.sections():
        rules = book.rules(section)
        here = [(s, m) for s, m in turns if book.evidence.section(s) == section and len(s.legal_actions()) > 1]
        for number in range(0, len(rules.codes), max(1, len(rules.codes) // 12)):
            spoke = hits = 0
            chance = 0.0
            for state, move in here:
                named = said(book, rules, number, state)
                if named:
                    spoke += 1
                    hits += move in named
                    chance += len(named) / len(state.legal_actions())
            assert (rules.spoke[number], rules.hits[number]) == (spoke, hits)
            p, q = (hits + 1) / (spoke + 2), (chance + 1) / (spoke + 2)
            assert rules.weights[number] == pytest.approx(math.log(p / (1 - p)) - math.log(q / (1 - q)))


def test_exact_rules_are_the_watched_turns_themselves() -> None:
    game = board_game("five_mens_morris")
    turns = [(s, m) for s, m in random_turns(game, 100, 3) if s.left < 6 and len(s.legal_actions()) > 1]
    book = taught(game, GAMELORE, turns)
    for state, move in turns:
        codes = np.array([code_of(m) for m in state.legal_actions()])
        saying = book.ask(state, codes)
        assert saying is not None
        assert saying.by == "exact pairs"
        exact = [k for k in range(len(saying.heard.rules)) if saying.heard.strengths[k] == EXACT_FACTOR]
        assert state.legal_actions().index(move) in {int(saying.heard.moves[k]) for k in exact}


def test_what_stands_near_the_action_is_never_widened() -> None:
    game = board_game("five_mens_morris")
    book = taught(game, GAMELORE, random_turns(game, 300, 4))
    widened = 0
    for section in book.evidence.sections():
        rules = book.rules(section)
        for number, code in enumerate(rules.codes.tolist()):
            near = around(game, code)
            own, other, blank = (int(word) & near for word in rules.allow[:, number])
            assert own | other | blank == near
            assert not (own & other)
            assert not (own & blank)
            assert not (other & blank)
            widened += FAMILIES[rules.families[number]] != "exact"
    assert widened


@lru_cache
def small_book() -> PairBook:
    game = board_game("five_mens_morris")
    return taught(game, GAMELORE, random_turns(game, 60, 5))


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 7))
def test_a_turned_state_gets_the_same_votes(seed: int, orientation: int) -> None:
    book = small_book()
    game = book.game
    symmetry = game.symmetries[orientation]
    state, _ = random_turns(game, 40, seed)[-1]
    image = state.transform(symmetry)
    votes = []
    for one in (state, image):
        moves = one.legal_actions()
        saying = book.ask(one, np.array([code_of(m) for m in moves]))
        if saying is None or len(moves) < 2:
            return
        votes.append(dict(zip(moves, saying.support.tolist(), strict=True)))
    for move, vote in votes[0].items():
        assert votes[1][transform_move(move, symmetry)] == pytest.approx(vote)


def test_merged_colours_share_what_was_seen_while_sliding() -> None:
    game = board_game("five_mens_morris")
    turns = [(s, m) for s, m in random_turns(game, 400, 6) if s.left == 0 and len(s.legal_actions()) > 1]
    state, move = turns[0]
    other = BoardState(game, state.o, state.x, 1 - state.mover, 0)
    codes = np.array([code_of(m) for m in state.legal_actions()])
    apart, merged = (taught(game, preset, [(state, move)]) for preset in (GAMELORE, GAMELORE16))
    assert apart.ask(other, codes) is None
    saying = merged.ask(other, codes)
    assert saying is not None
    assert saying.by == "exact pairs"


def test_likeness_counts_for_and_against() -> None:
    """Two boards that differ far from the move: what was done on one is done on the other, what was not is not."""
    game = board_game("five_mens_morris")
    state = game.parse_state("X.X/.../O..O/..O/X.O X")
    like = game.parse_state("X.X/.../O..O/.O./X.O X")
    book = taught(game, GAMELORE, [(state, game.parse_action("1-2"))])
    moves = like.legal_actions()
    saying = book.ask(like, np.array([code_of(m) for m in moves]))
    assert saying is not None
    assert saying.heard.likeness is not None
    best = moves[int(saying.support.argmax())]
    assert str(best) == "1-2"
    assert saying.heard.likeness.hits.max() > 0
    assert (saying.heard.likeness.told >= saying.heard.likeness.hits - 1e-12).all()


def test_the_same_turns_in_any_order_grow_the_same_pairs() -> None:
    game = board_game("lose_tic_tac_toe")
    turns = random_turns(game, 150, 7)
    one, two = taught(game, GAMELORE, turns), taught(game, GAMELORE, turns[::-1])
    assert one.texts() == two.texts()


def test_turning_brings_every_image_of_a_turn_into_one_orientation() -> None:
    game = board_game("five_mens_morris")
    known = turning(game, "all")
    for state, move in random_turns(game, 60, 8):
        images = [(state.transform(s), transform_move(move, s)) for s in game.all_symmetries]
        own, other, codes = (
            np.array(column)
            for column in zip(*((s.own, s.other, code_of(m)) for s, m in images), strict=True)
        )  # fmt: skip
        normal = np.stack(known.normal(own, other, codes))
        assert (normal == normal[:, :1]).all()
