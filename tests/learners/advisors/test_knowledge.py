"""Useful knowledge: what each contest leaves behind, that what is sure is true, and that files keep all of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.board_states import walk
from tests.learners.advisors.boards import FIVE, LOSE, TTT, at, board_game, contest, new_knowledge, says, trained

from gamelore.base.errors import DamagedFile
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.memory import memory_rows
from gamelore.learners.advisors.memory.forks import Fork, explain
from gamelore.learners.advisors.memory.knowledge import UNVOUCHED_PLIES, Knowledge, Tally, Watched
from gamelore.learners.advisors.tiers import lines, recall, tier2
from gamelore.learners.advisors.tiers.recall import Resembling
from gamelore.oracles.board.solved_tables import solve

X_WINS = "1 4 2 5 3"
"""Tic-tac-toe: X fills the top row."""
FORKED = "1 5 9 3 7 4 8"
"""Tic-tac-toe: X forks with 7 and wins at 8."""
DRAWN = "5 1 9 3 2 8 4 6 7"


def key(knowledge: Knowledge, text: str) -> int:
    return knowledge.key(knowledge.game.parse_state(text))


# Significant states


def test_a_contest_is_walked_back_until_a_state_cannot_be_proved() -> None:
    knowledge = new_knowledge(TTT)
    knowledge.learn(contest(TTT, X_WINS, knowledge))
    assert knowledge.sure == {key(knowledge, "XX./OO./... X"): 1}


def test_what_is_stored_proves_more() -> None:
    knowledge = new_knowledge(TTT)
    knowledge.learn(contest(TTT, FORKED, knowledge))
    assert knowledge.sure[key(knowledge, "X.O/OO./X.X X")] == 1
    before = knowledge.prove(TTT.parse_state("X.O/.O./X.X O"))
    assert before == 0, "O could still play elsewhere, and those states are not stored"
    for reply in "268":
        knowledge.learn(contest(TTT, f"1 5 9 3 7 {reply} {'8' if reply != '8' else '4'}", knowledge))
    assert knowledge.sure[key(knowledge, "X.O/.O./X.X O")] == -1
    assert knowledge.prove(TTT.parse_state("X.O/.O./..X X")) == 1


@pytest.mark.parametrize("name", ["tic_tac_toe", "lose_tic_tac_toe", "five_mens_morris"])
@pytest.mark.parametrize("preset", ["gamelore", "gamelore16"])
def test_everything_that_is_sure_is_true(name: str, preset: str) -> None:
    game = board_game(name)
    knowledge = trained(name, preset, 40).knowledge_items
    solution = solve(game)
    assert knowledge.sure
    for number, value in knowledge.sure.items():
        assert solution.value(game.parse_state(knowledge.state_text(number))).result == value


# Expert moves, openings, important contests


def test_an_experts_moves_are_kept_unless_it_lost() -> None:
    knowledge = new_knowledge(TTT)
    knowledge.learn(contest(TTT, X_WINS, knowledge, experts=[0]))
    knowledge.learn(contest(TTT, X_WINS, knowledge, experts=[1]))
    assert len(knowledge.expert) == 3
    assert says(recall.Anthropomorph(graded=False), at(TTT, "X../O../... X", knowledge)) == {"2": 10}
    knowledge.learn(contest(TTT, DRAWN, knowledge, experts=[0, 1]))
    assert says(recall.Anthropomorph(graded=False), at(TTT, ".../.X./... O", knowledge)) == dict.fromkeys("1379", 8)


def test_graded_anthropomorph_prefers_what_was_done_more_often() -> None:
    knowledge = new_knowledge(TTT)
    for moves in ("5 1", "5 1", "5 1", "1 5"):
        knowledge.learn(contest(TTT, moves, knowledge, experts=[0]))
    found = says(recall.Anthropomorph(graded=True), at(TTT, ".../.../... X", knowledge))
    assert found == {"5": 10, **dict.fromkeys("1379", 8)}


def test_the_states_that_experts_made_and_met_are_known_wherever_they_come_from() -> None:
    knowledge = new_knowledge(TTT)
    knowledge.learn(contest(TTT, "1 5 9 2", knowledge, experts=[0]))
    # The expert made X1 O5 X9 by 1 and 9; the other order makes the same state.
    assert says(recall.AnthropomorphAfter(), at(TTT, ".../.O./..X X", knowledge)) == {"1": 10}
    # After any first move but 5, the reply 5 leads to a state in which the expert moved, if it is a corner.
    familiar = says(recall.Familiar(), at(TTT, ".../.../... X", knowledge))
    assert familiar == dict.fromkeys("1379", 10)


def test_states_resemble_those_that_an_expert_made_when_a_marker_or_two_are_ignored() -> None:
    knowledge = new_knowledge(TTT)
    knowledge.learn(contest(TTT, "1 5 9 2", knowledge, experts=[0]))
    # The expert made X1 O5 X9. Here 9 makes X1 O6 X9: ignoring O leaves the same, ignoring an X does not.
    nearly = Resembling("Nearly", memory_rows.NEARLY, "one marker")
    situation = at(TTT, "X../..O/... X", knowledge)
    column = [str(situation.move(k)) for k in range(situation.count)].index("9")
    assert situation.after[memory_rows.NEARLY][column] == pytest.approx(1 / 3)
    assert says(nearly, situation)["9"] == 10
    # Ignoring two markers: of the three ways, those that leave one X in a corner.
    assert situation.after[memory_rows.ROUGHLY][column] == pytest.approx(2 / 3)


def test_own_contests_are_copied_if_not_lost_and_shunned_if_lost() -> None:
    knowledge = new_knowledge(TTT)
    knowledge.learn(contest(TTT, X_WINS, knowledge, own=[1]))
    here = at(TTT, "XX./O../... O", knowledge)
    assert says(recall.NotAgain(graded=False), here) == {"5": 1}
    assert says(recall.Cyber(), here) == {}
    knowledge.learn(contest(TTT, "1 4 2 5", knowledge, own=[1]))
    here = at(TTT, "XX./O../... O", knowledge)
    assert says(recall.NotAgain(graded=False), here) == {"5": 3}
    assert says(recall.Cyber(), here) == {"5": 8}


def test_practice_with_oneself_teaches_both_seats() -> None:
    knowledge = new_knowledge(TTT)
    knowledge.learn(contest(TTT, X_WINS, knowledge, own=[0, 1]))
    assert says(recall.Cyber(), at(TTT, "X../O../... X", knowledge)) == {"2": 10}
    assert says(recall.NotAgain(graded=False), at(TTT, "XX./O../... O", knowledge)) == {"5": 1}


def test_an_opening_is_offered_when_it_was_seen_twice_and_never_lost() -> None:
    knowledge = new_knowledge(TTT)
    start = ".../.../... X"
    knowledge.learn(contest(TTT, DRAWN, knowledge, experts=[0, 1]))
    assert says(recall.Open(), at(TTT, start, knowledge)) == {}
    knowledge.learn(contest(TTT, DRAWN, knowledge, experts=[0, 1]))
    assert says(recall.Open(), at(TTT, start, knowledge)) == {"5": 8}
    assert says(recall.Open(), at(TTT, "O../.X./..X O", knowledge)) == {"3": 8, "7": 8}
    assert says(recall.Open(), at(TTT, "O.O/.X./..X X", knowledge)) == {}, "an opening is four plies long"
    knowledge.learn(contest(TTT, "5 1 9 3", knowledge, experts=[0], results=("loss", "win")))
    assert says(recall.Open(), at(TTT, start, knowledge)) == {}


def test_a_lost_contest_leaves_the_last_state_of_mine_that_was_not_proved_lost() -> None:
    knowledge = new_knowledge(TTT)
    knowledge.learn(contest(TTT, X_WINS, knowledge, own=[1]))
    assert list(knowledge.failures) == [key(knowledge, "X../O../... X")]
    assert says(recall.Leery(), at(TTT, "X../.../... O", knowledge)) == {"2": 2, "4": 2}


def test_a_failure_that_is_proved_later_becomes_a_significant_state() -> None:
    knowledge = new_knowledge(TTT)
    state = key(knowledge, "XX./OO./... X")
    knowledge.failures = {state: None}
    knowledge.learn(contest(TTT, X_WINS, knowledge))
    assert state not in knowledge.failures
    assert knowledge.sure[state] == 1


# Forks


CORNER = Fork(own=0b1000011, blank=0b10000000000100, key=0)
"""Five men's morris: 1, 2 and 7 threaten 3 and 14."""
CORNERED = "2 5 7 9 1 3 14x5"
"""Five men's morris: X makes that fork, and O stops only one of the two."""


def test_a_fork_is_what_the_two_threats_need_and_nothing_else() -> None:
    watched = contest(TTT, FORKED, new_knowledge(TTT))
    assert explain(TTT, watched.states, watched.results, captures=True) == [
        Fork(own=0b101000001, blank=0b010001000, key=6)
    ]
    assert explain(TTT, contest(TTT, X_WINS, new_knowledge(TTT)).states, ("win", "loss"), captures=True) == []


def test_forks_are_not_learned_from_draws_or_where_a_line_loses() -> None:
    knowledge = new_knowledge(LOSE)
    watched = contest(LOSE, "1 5 9 3 7 4 8", knowledge)
    assert watched.results == ("loss", "win")
    assert explain(LOSE, watched.states, watched.results, captures=True) == []
    drawn = contest(TTT, DRAWN, new_knowledge(TTT))
    assert explain(TTT, drawn.states, drawn.results, captures=True) == []


def test_a_morris_fork_needs_places_that_can_be_reached() -> None:
    # Black stands on 1-2, 1-7 and can slide to 3 from 10 and to 14 from 15: two captures threaten.
    reached = FIVE.parse_state("XX./.O./XO.X/.O./.X. O")
    assert explain(FIVE, [reached], ("win", "loss"), captures=True) == [CORNER]
    # Without a marker next to 14 only one does.
    out_of_reach = FIVE.parse_state("XX./.O./XO.X/.O./... O")
    assert explain(FIVE, [out_of_reach], ("win", "loss"), captures=True) == []


@pytest.mark.parametrize("results", [("draw", "draw"), ("loss", "win")])
def test_every_capture_is_explained_whoever_wins_in_the_end(results: tuple[str, str]) -> None:
    watched = contest(FIVE, f"{CORNERED} 4", new_knowledge(FIVE))
    assert explain(FIVE, watched.states, results, captures=True) == [CORNER]
    overlooked = contest(FIVE, "1 5 2 9 3x5 4", new_knowledge(FIVE))
    assert explain(FIVE, overlooked.states, results, captures=True) == [], "one threat is no fork"
    forked_too_late = contest(FIVE, CORNERED.removesuffix(" 14x5"), new_knowledge(FIVE))
    assert explain(FIVE, forked_too_late.states, ("draw", "draw"), captures=True) == [], "nothing was captured"


def test_pitchfork_takes_steps_to_forks_that_captured_before() -> None:
    knowledge = new_knowledge(FIVE)
    knowledge.captures = True
    watched = contest(FIVE, CORNERED, knowledge)
    assert says(tier2.Pitchfork(), at(FIVE, "X../.../..../.../... O 9 left", knowledge)) == {}
    knowledge.learn(watched)
    assert knowledge.forks.sorted() == [CORNER]
    steps = says(tier2.Pitchfork(), at(FIVE, "X../.O./..../.../... X 8 left", knowledge))
    assert steps == {"2": 8, "7": 8}, "1 is the corner of one fork only"


@pytest.mark.parametrize("name", ["tic_tac_toe", "tapatan"])
def test_without_captures_only_the_losers_last_turn_is_explained(name: str) -> None:
    game, found = board_game(name), 0
    for number in range(300):
        states = list(walk(game, number, 60))
        outcome = states[-1].outcome()
        if outcome is not None:
            results = (outcome.result(0), outcome.result(1))
            forks = explain(game, states, results, captures=True)
            assert forks == explain(game, states[-3:], results, captures=True)
            assert len(forks) <= 1
            found += len(forks)
    assert found


def test_whoever_is_asked_to_explain_captures_does() -> None:
    for explained in ("wins", "captures"):
        hoyle = Hoyle(FIVE, replace(Hoyle.preset("gamelore"), explained=explained))
        hoyle.knowledge_items.learn(contest(FIVE, CORNERED, hoyle.knowledge_items))
        assert hoyle.knowledge_items.forks.sorted() == ([CORNER] if explained == "captures" else [])


def test_pitchfork_builds_and_breaks_learned_forks_in_every_symmetric_place() -> None:
    knowledge = new_knowledge(TTT)
    knowledge.learn(contest(TTT, FORKED, knowledge))
    knowledge.learn(contest(TTT, FORKED, knowledge))
    assert len(knowledge.forks) == 1
    speaker = trained("tic_tac_toe", "gamelore", 40)._roster()["Pitchfork"]
    assert isinstance(speaker, lines.LinePitchfork)
    assert says(speaker, at(TTT, "X../.O./... X", knowledge)) == {"3": 8, "7": 8, "9": 8}
    left = says(speaker, at(TTT, "OX./.X./..O X", knowledge))
    assert left == {"4": 8, "7": 8, "8": 8, "3": 2, "6": 2}, "3 and 6 let the other make two threats in 7"


# Retention


def test_the_least_recently_used_entries_are_forgotten_first_and_sure_ones_never() -> None:
    knowledge = new_knowledge(TTT, keep=3)
    knowledge.learn(contest(TTT, X_WINS, knowledge, experts=[0]))
    knowledge.learn(contest(TTT, "5 1 9 3 7 4 2", knowledge, experts=[0], results=("win", "loss")))
    assert len(knowledge.expert) == 3
    assert key(knowledge, ".../.../... X") not in knowledge.expert, "used by both, but first in the second contest"
    assert key(knowledge, "O.O/OX./X.X X") in knowledge.expert
    assert key(knowledge, "XX./OO./... X") in knowledge.sure


def test_what_is_forgotten_next_is_the_same_after_a_reload() -> None:
    knowledge, again = new_knowledge(TTT, keep=5), new_knowledge(TTT, keep=5)
    for moves in (X_WINS, DRAWN, X_WINS):
        knowledge.learn(contest(TTT, moves, knowledge, experts=[0], own=[1]))
    again.restore(knowledge.texts(), "agent")
    for each in (knowledge, again):
        each.learn(contest(TTT, "2 5 8 1 9 7 3 6 4", each, experts=[0], own=[1]))
    assert again.texts() == knowledge.texts()


# Files


@pytest.mark.parametrize("name", ["tic_tac_toe", "five_mens_morris"])
@pytest.mark.parametrize("preset", ["gamelore", "gamelore16"])
def test_texts_read_back_as_the_same_knowledge(name: str, preset: str) -> None:
    game = board_game(name)
    knowledge = trained(name, preset, 40).knowledge_items
    again = new_knowledge(game, everything=preset == "gamelore16")
    again.restore(knowledge.texts(), "agent")
    assert again.texts() == knowledge.texts()
    assert (again.sure, again.failures) == (knowledge.sure, knowledge.failures)
    assert (again.expert, again.own, again.openings) == (knowledge.expert, knowledge.own, knowledge.openings)
    assert again.forks.sorted() == knowledge.forks.sorted()


def taught() -> Knowledge:
    knowledge = new_knowledge(TTT)
    for moves in (FORKED, X_WINS, DRAWN):
        knowledge.learn(contest(TTT, moves, knowledge, experts=[0], own=[1]))
    return knowledge


@pytest.mark.parametrize(
    ("file", "line", "damaged", "complaint"),
    [
        ("expert_moves.tsv", 1, "state", "agent/expert_moves.tsv:1: expected the columns state, state after"),
        ("expert_moves.tsv", 2, "X../O../... X", "agent/expert_moves.tsv:2: expected 5 columns, found 1"),
        (
            "own_moves.tsv",
            3,
            "X../.../... O\tXO./.../... X\t1\tmany\t0",
            "own_moves.tsv:3: expected a count",
        ),
        ("openings.tsv", 2, "XXX/.../... X\tXO./.../... X\t1\t0\t0", "openings.tsv:2: tic_tac_toe: impossible board"),
        ("significant_states.tsv", 2, "XX./OO./... X\tmaybe", "significant_states.tsv:2: expected 'won' or 'lost'"),
        ("play_failures.tsv", 2, "X./O../... X", "play_failures.tsv:2: tic_tac_toe: the rows hold 3/3/3"),
        ("forks.tsv", 2, "1 7 9\t4 10\t7", "forks.tsv:2: expected positions 1 to 9, found '4 10'"),
        ("forks.tsv", 2, "1 7 9\t4 8\t5", "forks.tsv:2: not a fork"),
    ],
)
def test_damage_is_refused_with_file_and_line_and_changes_nothing(
    file: str, line: int, damaged: str, complaint: str
) -> None:
    knowledge = taught()
    before = knowledge.texts()
    lines = before[file].splitlines()
    assert len(lines) >= line
    lines[line - 1] = damaged
    with pytest.raises(DamagedFile) as caught:
        knowledge.restore({**before, file: "\n".join(lines) + "\n"}, "agent")
    assert complaint in str(caught.value)
    assert knowledge.texts() == before


def test_a_missing_file_is_named() -> None:
    knowledge = taught()
    texts = knowledge.texts()
    del texts["openings.tsv"]
    with pytest.raises(DamagedFile, match=r"agent: openings.tsv is missing"):
        knowledge.restore(texts, "agent")


def test_a_page_stays_what_it_was_when_more_is_learned() -> None:
    knowledge = new_knowledge(TTT)
    knowledge.learn(contest(TTT, X_WINS, knowledge, experts=[0]))
    start = knowledge.key(TTT.new_initial_state())
    page = knowledge.page(start)
    knowledge.learn(contest(TTT, X_WINS, knowledge, experts=[0]))
    assert list(page.expert.values()) == [Tally(won=1)]
    assert list(knowledge.page(start).expert.values()) == [Tally(won=2)]


@pytest.mark.parametrize("own", [[1], []], ids=["played", "watched"])
def test_a_contest_not_lost_to_an_expert_vouches_for_the_others_moves(own: list[int]) -> None:
    drawn = "1 5 9 2 8 7 3 6 4"
    for vouched in (False, True):
        knowledge = new_knowledge(TTT)
        knowledge.vouched = vouched
        knowledge.learn(contest(TTT, drawn, knowledge, experts=[0], own=own))
        here = at(TTT, "X../.../... O", knowledge)
        assert says(recall.Anthropomorph(graded=False), here) == ({"5": 8} if vouched else {})


@pytest.mark.parametrize(("experts", "moves"), [([0], "1 5 2 9 3"), ([], "1 5 9 2 8 7 3 6 4")], ids=["lost", "nobody"])
def test_nobody_vouches_for_who_lost_or_met_no_expert(experts: list[int], moves: str) -> None:
    knowledge = new_knowledge(TTT)
    knowledge.vouched = True
    knowledge.learn(contest(TTT, moves, knowledge, experts=experts))
    assert says(recall.Anthropomorph(graded=False), at(TTT, "X../.../... O", knowledge)) == {}


def test_a_contest_that_was_stopped_vouches_for_nobodys_last_plies() -> None:
    states = tuple(walk(FIVE, 3, 40))
    assert len(states) == 41
    assert states[-1].outcome() is None
    knowledge = new_knowledge(FIVE)
    knowledge.vouched = True
    keys = tuple(map(knowledge.key, states))
    whole = Watched(states, keys, ("draw", "draw"), frozenset({0}), frozenset())
    knowledge.learn(whole)
    theirs = [number for number, state in enumerate(states[:-1]) if state.mover not in whole.experts]
    vouched = [number for number in theirs if keys[number + 1] in knowledge.page(keys[number]).expert]
    assert vouched == [number for number in theirs if number < len(states) - UNVOUCHED_PLIES]


def test_not_again_graded_opposes_the_more_the_more_often_a_move_was_lost() -> None:
    knowledge = new_knowledge(TTT)
    for strength in (3, 2, 1, 0, 0):
        knowledge.learn(contest(TTT, X_WINS, knowledge, own=[1]))
        assert says(recall.NotAgain(graded=True), at(TTT, "XX./O../... O", knowledge)) == {"5": strength}
