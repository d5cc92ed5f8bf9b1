"""TP-Rote in Hoyle: what is gathered, how trees are followed and shown, what the files hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.learners.advisors.boards import FIVE, LOSE, board_game, contest, mandates, new_knowledge, says, spread_thin

from gamelore.arena import make_regime, train
from gamelore.base.errors import DamagedFile
from gamelore.base.seeds import stream
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.record import Record
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.memory.situation import look
from gamelore.learners.advisors.sequences import tp_rote as tp_rote
from gamelore.learners.advisors.sequences.rote_texts import SEQUENCES_FILE, TREES_FILE
from gamelore.learners.advisors.sequences.rote_trees import Branch, Forest, Tree
from gamelore.learners.advisors.sequences.tp_rote import TpRote
from gamelore.learners.advisors.settings.by_rote import ByRoteSettings
from gamelore.learners.advisors.settings.hoyle import PRESETS, HoyleSettings
from gamelore.learners.check import check_learner
from gamelore.learners.core import ContestInfo, Decision

L03_ROTE = PRESETS["l03_rote"]
L03_IMITATE = replace(L03_ROTE, tier1=("Victory", "Imitate", *L03_ROTE.tier1[3:]))


@pytest.fixture(autouse=True)
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust sequences at once, so that few contests show all of TP-Rote."""
    monkeypatch.setattr(tp_rote, "SIGNIFICANT", {False: 1, True: 1})
    monkeypatch.setattr(tp_rote, "SWEEP", 1)


def rote_of(learner: Hoyle) -> TpRote:
    found = learner.faculties["rote"]
    assert isinstance(found, TpRote)
    return found


def with_trees(
    game: BoardGame, own: dict[str, str], other: dict[str, str] | None = None, settings: HoyleSettings = L03_ROTE
) -> Hoyle:
    """Hoyle with given trees, by the texts of state and tree."""
    learner = Hoyle(game, settings)
    rote = rote_of(learner)
    forest = Forest({}, {})
    for trees, given in zip(forest, (own, other or {}), strict=True):
        for text, tree in given.items():
            state = game.parse_state(text)
            key = rote.keys.key(state)
            trees[key] = Tree(key, 30, rote.notation.parse_tree(state, tree))
    rote._plant(forest)
    return learner


class Table:
    """A contest in which Hoyle holds one seat and a test makes the other's moves."""

    def __init__(self, learner: Hoyle, state: BoardState, seat: int) -> None:
        self.learner, self.state, self.seat = learner, state, seat
        learner.begin(seat, ContestInfo(learner.game, ("hoyle", "other"), seats=(seat,)))

    def other(self, move: str) -> Table:
        self.state = self.state.child(self.state.game.parse_action(move))
        return self

    def hoyle(self) -> Decision:
        decision = self.learner.decide(self.state.view(self.seat), stream(1))
        self.state = self.state.child(decision.action)  # type: ignore[arg-type]
        return decision


@cache
def watched(name: str, contests: int) -> tuple[Hoyle, tuple[Record, ...]]:
    """Hoyle after some watched contests, and these; ask it but do not teach it."""
    game = board_game(name)
    learner = Hoyle(game, replace(L03_ROTE, tier2=("Freedom",)))
    regime = spread_thin(make_regime("perfect_vs_increasing", game, contests))
    return learner, tuple(train(game, learner, regime, seed=5))


# Worked examples

FIGURE_5 = {"O../.X./... X": "9 6 4 (2 8 | 3 7)"}


@pytest.mark.parametrize(("third", "fourth"), [("2", "8"), ("3", "7")])
def test_the_tree_of_figure_5_is_begun_and_gone_on_with(third: str, fourth: str) -> None:
    table = Table(with_trees(LOSE, FIGURE_5), LOSE.parse_state("O../.X./... X"), 0)
    first = table.hoyle()
    assert (str(first.action), first.by) == ("9", "tier 1: Multi-step")
    second = table.other("6").hoyle()
    assert (str(second.action), second.by) == ("4", "tier 1: Enforcer")
    last = table.other(third).hoyle()
    assert (str(last.action), last.by) == (fourth, "tier 1: Enforcer")


def test_the_mirrored_reply_is_answered_with_the_mirrored_move() -> None:
    table = Table(with_trees(LOSE, FIGURE_5), LOSE.parse_state("O../.X./... X"), 0)
    table.hoyle()
    assert str(table.other("8").hoyle().action) == "2"


def test_a_sequence_shows_itself_in_the_sentence() -> None:
    table = Table(with_trees(LOSE, FIGURE_5), LOSE.parse_state("O../.X./... X"), 0)
    first = table.hoyle().reasons[0].sentence
    assert "move 1 of 5 of a sequence that often followed O../.X./... X" in first
    assert first.endswith("seen 30 times: [9] 6 4 2 8") or first.endswith("seen 30 times: [9] 6 4 3 7")
    second = table.other("6").hoyle().reasons[0].sentence
    assert "move 3 of 5" in second
    assert ": 9 6 [4] " in second


def test_when_the_other_leaves_the_tree_it_is_dropped_and_another_one_begun() -> None:
    trees = {**FIGURE_5, "O../.X./.OX X": "3 7 2"}
    plain, other = (Table(with_trees(LOSE, given), LOSE.parse_state("O../.X./... X"), 0) for given in (FIGURE_5, trees))
    assert str(plain.hoyle().action) == str(other.hoyle().action) == "9"
    assert plain.other("2").hoyle().by not in ("tier 1: Enforcer", "tier 1: Multi-step")
    # 8 and 6 are mirror images, so the tree of figure 5 goes on; only 2, 3, 4 and 7 leave it.
    assert other.other("8").hoyle().by == "tier 1: Enforcer"


def test_figure_6_a_sequence_is_found_again_in_every_orientation() -> None:
    learner = Hoyle(LOSE, L03_ROTE)
    rote, knowledge = rote_of(learner), new_knowledge(LOSE)
    rote.learn(contest(LOSE, "5 8 2 4 6", knowledge, experts=(0,)), ())  # a quarter turn of 5 6 4 8 2
    state = LOSE.parse_state(".../.XO/... X")
    entry = rote.table.own[rote.keys.key(state)]
    assert entry.sequences == {rote.notation.read_path(state, "4 8 2"): 1}
    assert entry.seen == 1


def test_even_trees_answer_the_others_move_even_its_first() -> None:
    learner = with_trees(LOSE, {}, {".../.../... X": "5 1 9 2", "O../.X./... X": "2 3"})
    decision = Table(learner, LOSE.parse_state(".../.X./... O"), 1).hoyle()
    assert decision.by == "tier 1: Multi-step"
    assert str(decision.action) in {"1", "3", "7", "9"}
    assert ": 5 [" in decision.reasons[0].sentence


def test_odd_trees_come_before_even_ones() -> None:
    learner = with_trees(LOSE, {".../.X./... O": "2 8 4"}, {".../.../... X": "5 1 9 2"})
    assert str(Table(learner, LOSE.parse_state(".../.X./... O"), 1).hoyle().action) in {"2", "4", "6", "8"}


def test_victory_comes_before_a_sequence() -> None:
    ttt = board_game("tic_tac_toe")
    learner = with_trees(ttt, {"XX./OO./... X": "7 9 8"})
    assert Table(learner, ttt.parse_state("XX./OO./... X"), 0).hoyle().by == "tier 1: Victory"
    assert learner.settings.tier1[:3] == ("Victory", "Enforcer", "Multi-step")


def test_space_is_counted_as_in_table_3() -> None:
    rote = rote_of(with_trees(LOSE, FIGURE_5))
    assert rote.space() == (1, 7, 9 + 7)
    assert rote.decision_space() == (4, 4, 4 * 9 + 4)
    morris = rote_of(with_trees(FIVE, {str(FIVE.new_initial_state()): "1 3 2 (7 5 | 8 5)"}))
    assert morris.space() == (1, 7, 16 + 3 * 7)


def test_imitate_knows_the_moves_of_the_trees_however_a_state_arose() -> None:
    imitating = with_trees(LOSE, FIGURE_5, settings=L03_IMITATE)
    rote = rote_of(imitating)
    state = LOSE.parse_state("O../.XO/..X X")
    situation = look(state, imitating.knowledge_items)
    advisor = rote.standing()["Imitate"]
    assert mandates(advisor, situation) == {"4"}  # type: ignore[arg-type]
    assert says(advisor, situation) == {"4": 10}  # type: ignore[arg-type]
    assert Table(imitating, state, 0).hoyle().by == "tier 1: Imitate"
    following = with_trees(LOSE, FIGURE_5)
    assert Table(following, state, 0).hoyle().by != "tier 1: Enforcer"


# Learning


def test_only_experts_who_did_not_lose_are_featured() -> None:
    knowledge = new_knowledge(LOSE)
    drawn = contest(LOSE, "5 1 9 2 8 6 4 7 3", knowledge, experts=(0,), results=("draw", "draw"))
    lost = replace(drawn, results=("loss", "win"))
    for one, seen in ((drawn, 9), (lost, 0)):
        rote = TpRote(LOSE, L03_ROTE)
        rote.learn(one, ())
        assert sum(entry.seen for entries in rote.table for entry in entries.values()) == seen


def test_word_for_word_everybody_who_did_not_lose_is_featured() -> None:
    drawn = contest(LOSE, "5 1 9 2 8 6 4 7 3", new_knowledge(LOSE), experts=(0,), results=("draw", "draw"))
    both = replace(L03_ROTE, rote=ByRoteSettings(featured="players"))
    seen = []
    for settings, one in ((L03_ROTE, drawn), (both, drawn), (both, replace(drawn, results=("loss", "win")))):
        rote = TpRote(LOSE, settings)
        rote.learn(one, ())
        seen.append(sum(entry.seen for entries in rote.table for entry in entries.values()))
    assert seen[0] < seen[1]
    assert seen[0] + seen[2] == seen[1], "the first player's, and the second's"


def test_what_is_significant_and_likely_can_be_set() -> None:
    one = contest(LOSE, "5 1 9 2 8 6 4 7 3", new_knowledge(LOSE), experts=(0,), results=("draw", "draw"))
    other = contest(LOSE, "5 1 9 3 8 6 4 7 2", new_knowledge(LOSE), experts=(0,), results=("draw", "draw"))
    moves = {}
    for significant, base in ((3, 0.25), (4, 0.25), (3, 0.6)):
        rote = TpRote(LOSE, replace(L03_ROTE, rote=ByRoteSettings(significant=significant, cutoff_base=base)))
        for _ in range(2):
            rote.learn(one, ())
            rote.learn(other, ())
        moves[significant, base] = rote.forest.moves
    assert moves[3, 0.25] > moves[3, 0.6], "each reply followed in half of the contests"
    assert moves[4, 0.25] == 0, "no state was seen oftener than four times"


def test_trees_are_grown_at_every_sweep_and_not_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tp_rote, "SWEEP", 3)
    rote = TpRote(LOSE, L03_ROTE)
    one = contest(LOSE, "5 1 9 2 8 6 4 7 3", new_knowledge(LOSE), experts=(0,), results=("draw", "draw"))
    grown = []
    for _ in range(7):
        rote.learn(one, ())
        grown.append(max((tree.seen for tree in rote.forest.own.values()), default=0))
    assert grown == [0, 0, 3, 3, 3, 6, 6]


@pytest.mark.parametrize("name", ["lose_tic_tac_toe", pytest.param("five_mens_morris", marks=pytest.mark.slow)])
def test_every_stored_sequence_was_really_watched(name: str) -> None:
    """Each tree is cut into its short sequences again, and these are looked for in the records of the contests."""
    learner, records = watched(name, 24)
    rote, game = rote_of(learner), learner.board_game
    windows: set[tuple[bool, tuple[int, ...]]] = set()
    for record in records:
        replayed = [*(state for state, _ in record.replay(game)), record.final_state(game)]
        states = [state for state in replayed if isinstance(state, BoardState)]
        keys = [rote.keys.key(state) for state in states]
        for seat in record.experts:
            if record.result(seat) != "loss":
                for ply, state in enumerate(states):
                    own = state.mover == seat
                    windows.add((own, tuple(keys[ply : ply + (4 if own else 3)])))
    assert rote.forest.own
    for own, trees in zip((True, False), rote.forest, strict=True):
        for tree in trees.values():
            for path in tree.root.paths():
                start, rest, length = tree.key, path, 3 if own else 2
                while rest:
                    piece, rest = rest[:length], rest[length:]
                    assert (length == 3, (start, *piece)) in windows
                    start, length = piece[-1], 2


def plain_follower(rote: TpRote, states: Sequence[BoardState]) -> tuple[str, set[int]]:
    """Multi-step and Enforcer as the source describes them, with a tree in hand that is passed on from turn to turn."""
    tree: Branch | None = None
    advised: tuple[str, set[int]] = ("", set())
    first = states[0].mover if len(states) % 2 else 1 - states[0].mover
    for number, state in enumerate(states):
        if state.mover != first:
            continue
        key = rote.keys.key(state)
        advised, children = ("", set()), {}
        if tree is not None and key in tree.children and tree.children[key].children:
            children = dict(tree.children[key].children)
            advised = "Enforcer", set(children)
        elif key in rote.forest.own:
            children = dict(rote.forest.own[key].root.children)
            advised = "Multi-step", set(children)
        elif number and (before := rote.keys.key(states[number - 1])) in rote.forest.other:
            answer = rote.forest.other[before].root.children.get(key, Branch({}))
            children = dict(answer.children)
            advised = ("Multi-step", set(children)) if children else advised
        made = rote.keys.key(states[number + 1]) if number + 1 < len(states) else -1
        tree = children.get(made)
    return advised


@pytest.mark.parametrize("name", ["lose_tic_tac_toe", "five_mens_morris"])
def test_where_a_sequence_stands_is_the_same_read_off_the_contest_as_carried_along(name: str) -> None:
    learner, records = watched(name, 24)
    rote, game = rote_of(learner), learner.board_game
    seen = set()
    for record in records:
        states = [state for state, _ in record.replay(game) if isinstance(state, BoardState)]
        for count in range(1, len(states) + 1):
            past = states[states[0].mover != states[count - 1].mover : count - 1]
            situation = look(states[count - 1], learner.knowledge_items, frozenset(), tuple(past))
            place = rote.place(situation)
            found = ("", set()) if place is None else (place.by, set(place.options))
            assert found == plain_follower(rote, states[:count])
            seen.add(found[0])
            if place is not None:
                advisor = rote.standing()[place.by]
                verdict = advisor.consult(situation)  # type: ignore[union-attr]
                moves = [situation.move(k) for k in verdict.mandate]
                assert moves
                assert set(moves) <= set(states[count - 1].legal_actions())
    assert seen == {"", "Enforcer", "Multi-step"}


def test_what_is_remembered_of_one_contest_never_serves_another() -> None:
    learner, records = watched("lose_tic_tac_toe", 24)
    fresh = Hoyle(LOSE, learner.settings)
    fresh.restore(learner.knowledge(), "here")
    for record in records[-6:]:
        states = [state for state, _ in record.replay(LOSE) if isinstance(state, BoardState)]
        for count in (len(states), 3, 1):
            past = tuple(states[states[0].mover != states[count - 1].mover : count - 1])
            situation = look(states[count - 1], learner.knowledge_items, frozenset(), past)
            rote_of(fresh)._plant(rote_of(fresh).forest)
            assert rote_of(learner).place(situation) == rote_of(fresh).place(situation)


# Files


def test_trees_read_back_as_they_were_written() -> None:
    for name in ("lose_tic_tac_toe", "five_mens_morris"):
        learner, _ = watched(name, 24)
        rote = rote_of(learner)
        again = TpRote(learner.board_game, learner.settings)
        again.restore(rote.texts(), "here")
        assert again.texts() == rote.texts()
        assert again.table == rote.table
        for mine, theirs in zip(rote.forest, again.forest, strict=True):
            assert mine.keys() == theirs.keys()
            for key, tree in mine.items():
                assert sorted(theirs[key].root.paths()) == sorted(tree.root.paths())


def test_a_tree_is_written_as_its_moves_with_brackets_where_it_branches() -> None:
    rote = rote_of(with_trees(LOSE, FIGURE_5))
    line = rote.texts()[TREES_FILE].splitlines()[1]
    _, state, seen, tree = line.split("\t")
    assert seen == "30"
    assert rote.keys.key(LOSE.parse_state(state)) == rote.keys.key(LOSE.parse_state("O../.X./... X"))
    assert tree.count("(") == tree.count("|") == 1
    assert any(tree in sentence for sentence in rote.lore())


DAMAGE = [
    (SEQUENCES_FILE, 1, "nonsense", "expected the columns begins, state, seen, sequence, times"),
    (SEQUENCES_FILE, 2, "contests\t-\tmany\t-\t0", "expected a count, found 'many'"),
    (SEQUENCES_FILE, 2, "own\t.../.../... X\t3\t5 1 9\t2", "expected the number of contests"),
    (SEQUENCES_FILE, 3, "own\t.../.../... X", "expected 5 columns, found 2"),
    (SEQUENCES_FILE, 3, "mine\t.../.../... X\t3\t5 1 9\t2", "expected 'own' or 'other', found 'mine'"),
    (SEQUENCES_FILE, 3, "own\t.../.../... O\t3\t5 1 9\t2", "impossible board"),
    (SEQUENCES_FILE, 3, "own\t.../.../... X\tno\t5 1 9\t2", "expected a count from 1 on, found 'no'"),
    (SEQUENCES_FILE, 3, "own\t.../.../... X\t3\t5 5 9\t2", "5"),
    (SEQUENCES_FILE, 3, "own\t.../.../... X\t3\t5 1\t2", "expected another sequence of own length"),
    (SEQUENCES_FILE, 3, "own\t.../.../... X\t3\t-\t1", "expected a point"),
    (SEQUENCES_FILE, 3, "own\t.../.../... X\t3\t5 1 9\t4", "more sequences follow this state"),
    (TREES_FILE, 1, "nonsense", "expected the columns begins, state, seen, tree"),
    (TREES_FILE, 2, "own\t.../.../... X\t30\t5 (1 9 | 1 9)", "begins with another move"),
    (TREES_FILE, 2, "own\t.../.../... X\t30\t5 (1 9 | 2 8", "a bracket is not closed"),
    (TREES_FILE, 2, "own\t.../.../... X\t30\t5 1 9)", "does not belong"),
    (TREES_FILE, 2, "own\t.../.../... X\t30\t5 1", "end with a move of its player"),
    (TREES_FILE, 2, "other\t.../.../... X\t30\t5 5", "5"),
    (TREES_FILE, 2, "own\t.../.../... X\t30\t", "end with a move of its player"),
]


@pytest.mark.parametrize(("file", "line", "text", "message"), DAMAGE)
def test_damage_is_refused_with_file_and_line_and_changes_nothing(
    file: str, line: int, text: str, message: str
) -> None:
    learner, _ = watched("lose_tic_tac_toe", 24)
    rote = rote_of(learner)
    texts = rote.texts()
    lines = texts[file].splitlines()
    lines[line - 1] = text
    damaged = {**texts, file: "\n".join(lines) + "\n"}
    with pytest.raises(DamagedFile, match=f"here/{file}:{line}: ") as raised:
        rote.restore(damaged, "here")
    assert message in str(raised.value)
    assert rote.texts() == texts


def test_a_state_that_is_given_two_counts_is_refused() -> None:
    rote = rote_of(watched("lose_tic_tac_toe", 24)[0])
    texts = rote.texts()
    rows = "own\t.../.../... X\t3\t5 1 9\t1\nown\t.../.../... X\t4\t5 2 8\t1\n"
    head = "".join(texts[SEQUENCES_FILE].splitlines(keepends=True)[:2])
    with pytest.raises(DamagedFile, match=r":4: this state was seen 3 times on an earlier line, 4 here"):
        rote.restore({**texts, SEQUENCES_FILE: head + rows}, "here")


# In Hoyle


class Eager(Hoyle):
    """Hoyle with sequences that are trusted at once, so that few contests show all of TP-Rote."""

    presets = {  # noqa: RUF012 (as in Hoyle)
        "rote": L03_ROTE,
        "imitate": L03_IMITATE,
        "voting": replace(L03_ROTE, tier1=L03_ROTE.tier1[3:], tier2=("Imitate", "Freedom")),
        "merged": replace(PRESETS["gamelore16"], tier1=L03_ROTE.tier1, faculties=("regression", "rote")),
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param("lose_tic_tac_toe", marks=pytest.mark.slow), "three_mens_morris"])
def test_hoyle_with_sequences_keeps_every_promise_of_a_learner(name: str) -> None:
    assert check_learner(Eager, load_game(name, max_plies=14), stream(1), contests=2).decisions > 0


def test_against_a_perfect_player_sequences_decide_often_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from gamelore.arena.tournament import challenge

    monkeypatch.undo()
    learner = Hoyle(LOSE, L03_ROTE)
    for _ in train(LOSE, learner, make_regime("perfect_vs_increasing", LOSE), seed=2):
        pass
    deciders: list[str] = []
    scores = challenge(
        LOSE, learner, ("perfect",), 30, seed=2, progress=lambda _, record: deciders.extend(record.deciders)
    )
    assert scores["perfect"].reliability.mean >= 95
    share = np.mean([by in ("tier 1: Enforcer", "tier 1: Multi-step") for by in deciders if by.startswith("tier")])
    assert share > 0.4
