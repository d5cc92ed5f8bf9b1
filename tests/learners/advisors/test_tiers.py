"""Golden positions for every Advisor of tier 1 and tier 2, worked out by hand from their definitions."""

from __future__ import annotations

import math

import pytest
from tests.learners.advisors.boards import (
    FIVE,
    LOSE,
    TTT,
    at,
    board_game,
    mandates,
    new_knowledge,
    says,
    store,
    strikes_out,
)
from tests.learners.advisors.test_survey import some_states

from gamelore.base.seeds import stream
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.learners.advisors.memory import memory_rows
from gamelore.learners.advisors.memory.situation import look
from gamelore.learners.advisors.tiers import answers, lines, tier1, tier2
from gamelore.learners.features.board import rows
from gamelore.learners.features.board.measures import MEASURES

# Tier 1


def test_victory_makes_a_move_that_wins_at_once() -> None:
    assert mandates(tier1.Victory(), at(TTT, "XX./OO./... X")) == {"3"}
    assert mandates(tier1.Victory(), at(LOSE, "XX./OO./... X")) == set()
    assert mandates(tier1.Victory(), at(FIVE, "XX./..O/..OX/..O/... X")) == {"10-3x6", "10-3x9", "10-3x13"}


def test_wiser_moves_into_a_state_that_is_known_to_be_lost_for_the_other() -> None:
    knowledge = new_knowledge(TTT)
    knowledge.sure = {
        knowledge.key(TTT.parse_state(".../.X./..O X")): 1,
        knowledge.key(TTT.parse_state("X../.O./..X O")): -1,
    }
    assert mandates(tier1.Wiser(), at(TTT, "X../.O./... X", knowledge)) == {"9"}
    assert mandates(tier1.Wiser(), at(TTT, "..X/.O./... X", knowledge)) == {"7"}, "the same in every symmetric place"


def test_sadder_gives_up_in_a_state_that_is_known_to_be_lost() -> None:
    knowledge = new_knowledge(TTT)
    lost = "X.X/.O./..O X"
    assert not tier1.Sadder().consult(at(TTT, lost, knowledge)).resign
    knowledge.sure[knowledge.key(TTT.parse_state(lost))] = -1
    assert tier1.Sadder().consult(at(TTT, lost, knowledge)).resign
    knowledge.sure[knowledge.key(TTT.parse_state(lost))] = 1
    assert not tier1.Sadder().consult(at(TTT, lost, knowledge)).resign


def test_panic_stops_the_other_from_winning_next_and_is_silent_where_it_could_not() -> None:
    assert strikes_out(tier1.Panic(), at(TTT, "X../..X/OO. X")) == {"2", "3", "4", "5"}
    assert strikes_out(tier1.Panic(), at(TTT, "X../.O./... X")) == set()


def test_panic_knows_stored_losses_too() -> None:
    knowledge = new_knowledge(TTT)
    # If O were on turn it could play 9, and that state (X to move) is known as lost for X.
    knowledge.sure[knowledge.key(TTT.parse_state("X../.O./... X").null().child(TTT.parse_action("9")))] = -1
    situation = at(TTT, "X../.O./... X", knowledge)
    assert situation.before[memory_rows.BAD_REPLY] == 1


def test_dont_lose_forbids_moves_that_lose_at_once_or_lead_to_a_state_known_to_be_won_for_the_other() -> None:
    assert strikes_out(tier1.DontLose(), at(LOSE, "XX./OO./... X")) == {"3"}
    knowledge = new_knowledge(LOSE)
    knowledge.sure[knowledge.key(LOSE.parse_state("X../.../... O"))] = 1
    assert strikes_out(tier1.DontLose(), at(LOSE, ".../.../... X", knowledge)) == {"1", "3", "7", "9"}


def test_shortsight_makes_a_move_to_which_every_reply_loses() -> None:
    # After 9 the other has only 3 and 7 left, and both complete its lines 1-2-3 and 1-4-7.
    assert mandates(tier1.Shortsight(), at(LOSE, "OO./OXX/.X. X")) == {"9"}


def test_shortsight_forbids_a_move_to_which_some_reply_wins() -> None:
    assert strikes_out(tier1.Shortsight(), at(TTT, "X../..X/OO. X")) == {"2", "3", "4", "5"}
    knowledge = new_knowledge(TTT)
    knowledge.sure[knowledge.key(TTT.parse_state("X../.../..O X"))] = -1
    assert strikes_out(tier1.Shortsight(), at(TTT, ".../.../... X", knowledge)) == {"1", "3", "7", "9"}


def test_enough_rope_leaves_the_square_where_the_other_would_complete_its_own_line() -> None:
    assert strikes_out(tier1.EnoughRope(), at(LOSE, "OO./.X./..X X")) == {"3"}
    assert strikes_out(tier1.EnoughRope(), at(LOSE, "O../.X./... X")) == set()


def test_enough_rope_of_1996_counts_only_moves_that_lose_at_once() -> None:
    plain = tier1.EnoughRope(stored=False)
    assert strikes_out(plain, at(LOSE, "OO./.X./..X X")) == {"3"}
    assert strikes_out(plain, at(LOSE, "O../.X./... X")) == set()
    knowledge = new_knowledge(LOSE)
    lost = LOSE.parse_state("O../.X./... X").null().child(LOSE.parse_action("2"))
    store(knowledge, won=[lost])
    assert strikes_out(tier1.EnoughRope(), at(LOSE, "O../.X./... X", knowledge)) != set()
    assert strikes_out(plain, at(LOSE, "O../.X./... X", knowledge)) == set()


def test_spare_rope_strikes_out_nothing_that_an_expert_did_here() -> None:
    board = "OO./.X./..X X"
    state = LOSE.parse_state(board)
    made = state.child(LOSE.parse_action("3"))
    assert strikes_out(tier1.SpareRope(), at(LOSE, board)) == {"3"}
    elsewhere = store(new_knowledge(LOSE), met=[LOSE.new_initial_state()], made=[made])
    assert strikes_out(tier1.SpareRope(), at(LOSE, board, elsewhere)) == {"3"}
    here = store(new_knowledge(LOSE), met=[state], made=[made])
    assert strikes_out(tier1.SpareRope(), at(LOSE, board, here)) == set()
    assert strikes_out(tier1.EnoughRope(), at(LOSE, board, here)) == {"3"}


def test_disciple_keeps_to_states_that_an_expert_once_made() -> None:
    knowledge = new_knowledge(TTT)
    assert strikes_out(tier1.Disciple(), at(TTT, ".../.../... X")) == set()
    start, made = TTT.new_initial_state(), TTT.parse_state(".../.X./... O")
    store(knowledge, met=[start], made=[made])
    assert strikes_out(tier1.Disciple(), at(TTT, ".../.../... X", knowledge)) == set("12346789")


# Tier 2: measures


def plain_strengths(scores: list[float], base: float | None) -> list[int | None]:
    """Strengths as they are defined: 5 (silence) at the base, 10 or 0 at the farthest score, halves rounded up."""
    if max(scores) - min(scores) < 1e-9:
        return [None] * len(scores)
    middle = sum(scores) / len(scores) if base is None else base
    span = max(abs(score - middle) for score in scores)
    values = [5 + 5 * (score - middle) / span for score in scores]
    rounded = [min(10, max(0, math.floor(value + 0.5))) for value in values]
    return [None if value == 5 else value for value in rounded]


MEASURED = {
    "Material": (tier2.Material(), {rows.OWN_MARKERS: 1, rows.OTHER_MARKERS: -1}),
    "Vulnerable": (tier2.Vulnerable(), {rows.OTHER_STRIKES: -1}),
    "Freedom of moves": (tier2.Freedom(slides=False), {rows.OWN_MOVES: 1, rows.OTHER_MOVES: -1}),
    "Freedom of slides": (tier2.Freedom(slides=True), {rows.OWN_SLIDES: 1, rows.OTHER_SLIDES: -1}),
    "Coverage": (tier2.Coverage(), {rows.OWN_COVER: 1, rows.OTHER_COVER: -1}),
    "Plans": (tier2.Plans("Plans", 1, -1), {rows.OWN_PLANS: 1, rows.OTHER_PLANS: -1}),
    "Own plans": (tier2.Plans("Own plans", 1, 0), {rows.OWN_PLANS: 1}),
    "Other plans": (tier2.Plans("Other plans", 0, -1), {rows.OTHER_PLANS: -1}),
}


def balance(state: BoardState, move: Move | None, signs: dict[int, int]) -> float:
    """What an Advisor weighs up, found plainly."""
    names = list(MEASURES)
    return sum(sign * MEASURES[names[row]].find(state, move).value for row, sign in signs.items())


@pytest.mark.parametrize("name", MEASURED)
@pytest.mark.parametrize("game", [FIVE, board_game("three_mens_morris")], ids=lambda game: game.name)
def test_measuring_advisors_compare_the_state_after_a_move_with_the_state_before(name: str, game: BoardGame) -> None:
    advisor, signs = MEASURED[name]
    for state in some_states(game, stream(11), 12):
        situation = look(state, new_knowledge(game))
        children = [state.child(move) for move in state.legal_actions()]
        if any(child.is_terminal() for child in children):
            continue
        scores = [balance(state, move, signs) for move in state.legal_actions()]
        base: float | None = balance(state, None, signs)
        if name == "Material" and state.left:
            base = base + 1 if base is not None else None
        if "lans" in name:
            base = None
        wanted = plain_strengths(scores, base)
        moves = [str(move) for move in state.legal_actions()]
        assert says(advisor, situation) == {m: s for m, s in zip(moves, wanted, strict=True) if s is not None}


def test_material_likes_a_capture() -> None:
    assert says(tier2.Material(), at(FIVE, "XX./..O/..OX/..O/.O. X")) == {"10-3x15": 10}


def test_candide_takes_what_it_can_take_and_otherwise_prepares_to() -> None:
    assert says(tier2.Candide(), at(FIVE, "XX./..O/..OX/..O/.O. X")) == {"10-3x15": 10}
    assert says(tier2.Candide(), at(FIVE, "XX./O../..../.OO/..X X")) == {"16-10": 9}


def test_vulnerable_and_worried_fill_the_place_where_the_other_would_take_a_marker() -> None:
    situation = at(FIVE, "OO./.X./..../.../..X X 6 left")
    assert says(tier2.Vulnerable(), situation) == {"3": 10}
    assert says(tier2.Worried(), situation) == {"3": 9}


def test_tempo_makes_threats_that_no_reply_stops() -> None:
    # 5 wins at once; 4, 7 and 8 each threaten to win at two places.
    assert says(answers.Tempo(), at(TTT, "XOO/.../..X X")) == {"4": 10, "5": 10, "7": 10, "8": 10}
    assert says(answers.Tempo(), at(TTT, "X../.O./... X")) == {}


def test_wary_and_exposed_keep_a_mill_closed_while_the_other_is_about_to_strike() -> None:
    # O takes a marker next with 10-9. From an open mill it takes one of three so that X cannot close it; beside a
    # closed one only 15 can be taken.
    situation = at(FIVE, "XXX/..O/...O/..O/..X X")
    assert set(says(tier2.Candide(), situation)) == {"1-7", "2-5"}
    assert says(answers.Wary(), situation) == {"1-7": 1, "2-5": 1}
    assert says(answers.Exposed(), situation) == {"1-7": 0, "2-5": 0, "16-15": 3}
    calm = at(FIVE, "XX./O../..../.OO/..X X")
    assert set(says(tier2.Candide(), calm)) == {"16-10"}
    assert says(answers.Wary(), calm) == says(answers.Exposed(), calm) == {}
    ways = answers.Exposed()
    assert [ways.because(situation, k).split(" in ")[1][:6] for k in range(3)] == ["3 ways", "3 ways", "1 way "]


def test_pitchfork_makes_two_threats_and_shuns_leaving_the_other_two() -> None:
    assert says(tier2.Pitchfork(), at(FIVE, ".X./.O./X.../.O./... X 6 left")) == {"1": 10}
    # O threatens 3 and 14: every move but a block of one of them leaves both.
    left_two = says(tier2.Pitchfork(), at(FIVE, "OO./.X./O.../.X./.X. X 4 left"))
    assert set(left_two.values()) == {2}
    assert "3" not in left_two
    assert "14" not in left_two


def test_shortcut_plays_halfway_between_two_markers_of_one_side() -> None:
    assert says(tier2.Shortcut(), at(FIVE, "X.X/.../..../.O./.O. X 6 left")) == {"2x12": 10, "2x15": 10}
    assert says(tier2.Shortcut(), at(FIVE, ".../.../..../.../... X 10 left")) == {}


def test_repeat_returns_to_states_made_earlier_in_the_contest() -> None:
    here = FIVE.parse_state("XX./O../..../.OO/..X X")
    made = here.child(FIVE.parse_action("16-15"))
    assert says(tier2.Repeat(), at(FIVE, str(here), made=[made])) == {"16-15": 10}
    assert says(tier2.Repeat(), at(FIVE, str(here))) == {}


# Tier 2: lines, where completing one wins and where it loses

CROSSED = ".X./X.O/.O. X"


def test_challenge_counts_the_lines_that_are_still_open() -> None:
    empty = ".../.../... X"
    wanted = {**dict.fromkeys("1379", 9), **dict.fromkeys("2468", 8), "5": 10}
    assert says(lines.Challenge(reverse=False), at(TTT, empty)) == wanted
    reversed_ = {**dict.fromkeys("1379", 1), **dict.fromkeys("2468", 3), "5": 0}
    assert says(lines.Challenge(reverse=True), at(LOSE, empty)) == reversed_


def test_greedy_works_on_two_lines_at_once() -> None:
    assert says(lines.Greedy(reverse=False), at(TTT, CROSSED)) == {"1": 9}
    assert says(lines.Greedy(reverse=True), at(LOSE, CROSSED)) == {"1": 1, "3": 3, "7": 3}


def test_candide_pushes_its_cheapest_line_or_shuns_it_where_a_line_loses() -> None:
    assert says(lines.LineCandide(reverse=False), at(TTT, CROSSED)) == {"1": 8, "3": 8, "7": 8}
    wanted = {"1": 2, "3": 2, "7": 2, "5": 4, "9": 4}
    assert says(lines.LineCandide(reverse=True), at(LOSE, CROSSED)) == wanted
    assert says(lines.LineCandide(reverse=False), at(TTT, "XX./OO./... X")) == {"3": 10}


def test_worried_blocks_the_others_cheapest_lines_or_leaves_them_where_a_line_loses() -> None:
    assert says(lines.LineWorried(reverse=False), at(TTT, CROSSED)) == {"9": 9, "3": 7, "7": 7}
    assert says(lines.LineWorried(reverse=True), at(LOSE, CROSSED)) == {"9": 1, "3": 3, "7": 3}


def test_pitchfork_makes_two_lines_that_lack_one_or_shuns_them_where_a_line_loses() -> None:
    assert says(lines.LinePitchfork(reverse=False), at(TTT, CROSSED)) == {"1": 10}
    assert says(lines.LinePitchfork(reverse=True), at(LOSE, CROSSED)) == {"1": 0}


def test_a_slide_does_not_count_lines_that_its_own_start_stands_on() -> None:
    game = board_game("three_mens_morris")
    situation = at(game, "X../.OX/OXO X")
    # Of my lines only 1-2-3 is free: a slide from 1 stays on it, and one from 6 to 3 adds to it.
    adding = {str(situation.move(k)): int(lines) for k, lines in enumerate(situation.after[rows.ADDS])}
    assert {move for move, lines in adding.items() if lines} == {"6-3"}
    assert "1-2" in adding
