"""The rote learner: what it remembers, how it decides, what it says, and its table as text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.plain_games import BET, PASS, Kuhn, Nim, Take

from gamelore.base.errors import DamagedFile
from gamelore.base.seeds import stream
from gamelore.games import AnyGame, Record, load_game
from gamelore.games.core import AnyState
from gamelore.learners.core import ContestInfo
from gamelore.learners.rote import TABLE_FILE, Memory, Rote, RoteSettings, situation

LOSE = load_game("lose_tic_tac_toe")

WATCH, BOTH = RoteSettings(own=False, experts=True), RoteSettings(experts=True)


def contest(
    game: AnyGame,
    actions: str,
    learner: Rote,
    seats: tuple[int, ...] = (),
    experts: tuple[int, ...] = (),
    deal: str = "",
    learning: bool = True,
) -> None:
    """Let a learner have played or watched these actions (separated by commas)."""
    texts = tuple(text.strip() for text in actions.split(","))
    state: AnyState = game.initial_state(deal)
    for text in texts:
        state = state.child(game.parse_action(text))
    record = Record(game.name, ("a",) * game.seats, texts, state.returns(), "rules", deal=deal, unit=game.unit)
    seat = seats[0] if seats else None
    learner.begin(seat, ContestInfo(game, record.players, frozenset(experts), learning, 0, seats))
    learner.end(record)


def rows(learner: Rote) -> list[str]:
    return learner.knowledge()[TABLE_FILE].splitlines()[2:]


def test_it_remembers_its_own_moves_with_how_the_contest_ended() -> None:
    nim = Nim(4)
    learner = Rote(nim, RoteSettings())
    contest(nim, "take 1, take 3", learner, seats=(0,))
    contest(nim, "take 1, take 1, take 2", learner, seats=(0,))
    assert rows(learner) == ["2 stones, A moves\ttake 2\t1\t0\t0", "4 stones, A moves\ttake 1\t1\t0\t1"]


def test_it_does_what_did_best_and_says_why() -> None:
    nim = Nim(5)
    learner = Rote(nim, RoteSettings())
    contest(nim, "take 2, take 3", learner, seats=(0,))
    contest(nim, "take 3, take 2", learner, seats=(0,))
    contest(nim, "take 1, take 1, take 3", learner, seats=(0,))
    contest(nim, "take 1, take 3, take 1", learner, seats=(0,))
    decision = learner.decide(nim.new_initial_state().view(0), stream(1))
    assert (decision.action, decision.by) == (Take(1), "memory")
    assert [reason.sentence for reason in decision.reasons] == [
        "I saw take 1 here in 2 contests: 2 won.",
        "I saw take 2 here in 1 contest: 1 lost.",
        "I saw take 3 here in 1 contest: 1 lost.",
    ]


def test_what_it_never_tried_is_better_than_what_lost() -> None:
    nim = Nim(5)
    learner = Rote(nim, RoteSettings())
    contest(nim, "take 2, take 3", learner, seats=(0,))
    choices = {learner.decide(nim.new_initial_state().view(0), stream(n)).action for n in range(40)}
    assert choices == {Take(1), Take(3)}


def test_where_it_has_never_been_it_guesses_and_says_so() -> None:
    decision = Rote(LOSE, RoteSettings()).decide(LOSE.new_initial_state().view(0), stream(1))
    assert decision.by == "guess"
    assert [reason.sentence for reason in decision.reasons] == ["I have never been here."]


def test_reasons_stay_what_they_were_when_more_is_learned() -> None:
    nim = Nim(5)
    learner = Rote(nim, RoteSettings())
    contest(nim, "take 1, take 1, take 3", learner, seats=(0,))
    decision = learner.decide(nim.new_initial_state().view(0), stream(1))
    before = decision.reasons
    contest(nim, "take 1, take 1, take 3", learner, seats=(0,))
    assert decision.reasons == before


def test_watching_it_remembers_the_experts_only() -> None:
    nim = Nim(4)
    learner = Rote(nim, WATCH)
    contest(nim, "take 1, take 3", learner, experts=(1,))
    assert rows(learner) == ["3 stones, B moves\ttake 3\t1\t0\t0"]
    own = Rote(nim, Rote.preset("own"))
    contest(nim, "take 1, take 3", own, experts=(1,))
    assert rows(own) == []


def test_nothing_is_remembered_when_learning_is_off() -> None:
    nim = Nim(4)
    learner = Rote(nim, BOTH)
    contest(nim, "take 1, take 3", learner, seats=(0,), experts=(1,), learning=False)
    assert rows(learner) == []


def test_practice_with_itself_is_remembered_from_both_seats() -> None:
    nim = Nim(4)
    learner = Rote(nim, RoteSettings())
    contest(nim, "take 1, take 3", learner, seats=(0, 1))
    assert rows(learner) == ["3 stones, B moves\ttake 3\t1\t0\t0", "4 stones, A moves\ttake 1\t0\t0\t1"]


def test_a_state_that_returns_within_a_contest_counts_once() -> None:
    game = load_game("pong_hau_ki")
    learner = Rote(game, RoteSettings())
    state = game.new_initial_state()
    seen, actions = set(), []
    for _ in range(40):
        action = state.legal_actions()[0]
        seen.add((situation(state.view(state.current_player()))[0], state.current_player()))
        actions.append(str(action))
        state = state.child(action)
        if state.is_terminal():
            break
    contest(game, ",".join(actions), learner, seats=(0, 1))
    assert all(row.split("\t")[2:] in (["0", "1", "0"], ["1", "0", "0"], ["0", "0", "1"]) for row in rows(learner))
    assert len(rows(learner)) <= len(actions)


def test_at_a_table_with_hidden_hands_it_never_learns_from_another_hand() -> None:
    kuhn = Kuhn()
    learner = Rote(kuhn, BOTH)
    contest(kuhn, "bet, pass", learner, seats=(0,), experts=(1,), deal="J K")
    assert rows(learner) == ["seat 0 holds J:\tbet\t1\t0\t0"]
    watcher = Rote(kuhn, WATCH)
    contest(kuhn, "bet, bet", watcher, experts=(1,), deal="J K")
    assert rows(watcher) == ["seat 1 holds K: bet\tbet\t1\t0\t0"]
    view = kuhn.initial_state("Q K").child(BET).view(1)
    assert watcher.decide(view, stream(1)).action == BET
    assert PASS in view.legal_actions()


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_on_a_board_turned_and_mirrored_situations_are_one(seed: int) -> None:
    rng = stream(seed)
    game = load_game("five_mens_morris" if seed % 2 else "lose_tic_tac_toe")
    state = game.new_initial_state()
    for _ in range(int(rng.integers(30))):
        actions = state.legal_actions()
        if not actions:
            return
        state = state.child(actions[int(rng.integers(len(actions)))])
    if state.is_terminal():
        return
    symmetry = game.symmetries[int(rng.integers(len(game.symmetries)))]  # type: ignore[attr-defined]
    image = state.transform(symmetry)
    here, there = (situation(s.view(s.current_player())) for s in (state, image))
    assert here[0] == there[0]
    assert sorted(here[1].values()) == sorted(there[1].values())


def test_equal_moves_of_a_symmetric_board_have_one_name() -> None:
    _, names = situation(LOSE.new_initial_state().view(0))
    assert sorted(set(names.values())) == ["1", "2", "5"]


def test_a_memory_sums_up() -> None:
    memory = Memory().add("win").add("draw").add("loss").add("win")
    assert (memory, memory.contests, memory.mean) == (Memory(2, 1, 1), 4, 0.25)
    assert str(memory) == "4 contests: 2 won, 1 drawn, 1 lost"


def test_lore_tells_first_what_was_seen_most() -> None:
    nim = Nim(4)
    learner = Rote(nim, RoteSettings())
    for _ in range(3):
        contest(nim, "take 1, take 3", learner, seats=(0,))
    contest(nim, "take 2, take 2", learner, seats=(0,))
    assert learner.lore() == [
        "In '4 stones, A moves' take 1 was made in 3 contests: 3 lost.",
        "In '4 stones, A moves' take 2 was made in 1 contest: 1 lost.",
    ]


HEAD = "# gamelore rote table 1\nsituation\taction\twon\tdrawn\tlost\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"rote\.tsv:1: expected '# gamelore rote table 1'"),
        (HEAD.replace("table 1", "table 2"), r"rote\.tsv:1: expected"),
        (HEAD.replace("won", "one"), r"rote\.tsv:2: expected"),
        (HEAD + ".../.../... X\t5\t1\t0\t0", r"rote\.tsv:3: the last line is cut off"),
        (HEAD + ".../.../... X\t5\t1\t0\n", r"rote\.tsv:3: expected five columns"),
        (HEAD + ".../.../... X\t5\t1\t0\t-1\n", r"rote\.tsv:3: expected five columns"),
        (HEAD + ".../.../... X\t5\t0\t0\t0\n", r"rote\.tsv:3: a memory of no contest"),
        (HEAD + ".../.../... X\t5\t1\t0\t0\n" * 2, r"rote\.tsv:4: '5' in '.*' stands here twice"),
        (HEAD + ".../.../... X\t3\t1\t0\t0\n", r"rote\.tsv:3: '3' is not an action in"),
        (HEAD + "no board\t5\t1\t0\t0\n", r"rote\.tsv:3: lose_tic_tac_toe: expected rows"),
        (HEAD + "XXX/OO./... O\t5\t1\t0\t0\n", r"rote\.tsv:3: "),
        (HEAD + "X../.../... O\t5\t1\t0\t0\n", r"rote\.tsv:3: 'X../.../... O' must be written in its normal form"),
    ],
)
def test_a_damaged_table_is_refused_with_its_line_and_nothing_changes(text: str, message: str) -> None:
    learner = Rote(LOSE, RoteSettings())
    contest(LOSE, "5,1,9,2,8,7,3,4", learner, seats=(0,))
    before = learner.knowledge()
    with pytest.raises(DamagedFile, match=message):
        learner.restore({TABLE_FILE: text}, "mine")
    assert learner.knowledge() == before


def test_missing_and_unknown_files_are_refused() -> None:
    learner = Rote(LOSE, RoteSettings())
    with pytest.raises(DamagedFile, match=r"expected the file rote\.tsv, found none"):
        learner.restore({}, "mine")
    with pytest.raises(DamagedFile, match=r"found other\.tsv, rote\.tsv"):
        learner.restore({TABLE_FILE: HEAD, "other.tsv": ""}, "mine")


def test_settings_that_would_learn_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="nothing would ever be remembered"):
        RoteSettings(own=False, experts=False)
