"""The model of a sitting: what happens, what may be asked, what is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gamelore import games
from gamelore.app.table.advice import by_maxims, list_for
from gamelore.app.table.board.showing import ShownBoard
from gamelore.app.table.data import Moved, Over
from gamelore.app.table.forty_two.showing import ShownFortyTwo
from gamelore.app.table.poker.showing import ShownPoker
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.arena.players import NoLearning
from gamelore.arena.regimes import make_regime
from gamelore.arena.roster import make_player
from gamelore.arena.training import train
from gamelore.base.errors import BadText, DamagedFile, IllegalAction, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games import load_game
from gamelore.games.core import AnyGame, AnyView
from gamelore.lab.records import check_record
from gamelore.lab.review.looking_back import narrowing_of
from gamelore.learners.core import Decision, Player, Reason
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims, parse_list
from gamelore.learners.registry import new_learner


def sit(name: str, against: str, seat: int = 0, seed: int = 0, **parameters: Any) -> TableSitting:
    game = load_game(name, **parameters)
    return TableSitting(game, seat, {s: against for s in range(game.seats) if s != seat}, ContestKey(seed))


def play_out(sitting: TableSitting, most: int = 200) -> None:
    """The first legal move, again and again."""
    for _ in range(most):
        if sitting.result is not None:
            return
        sitting.play(sitting.moves()[0].action)
    raise AssertionError("the contest does not end")


CONTESTS = [
    ("tic_tac_toe", "perfect"), ("five_mens_morris", "novice"), ("five_mens_morris", "maxims"),
    ("draw_poker", "poker:builtin"), ("forty_two", "random"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "against"), CONTESTS)
def test_a_contest_is_played_to_its_end_and_everything_told_is_plain_data(name: str, against: str) -> None:
    sitting = sit(name, against, seat=1)
    told: list[Mapping[str, Any]] = [event.to_data() for event in sitting.start()]
    while sitting.result is None:
        told += [sitting.shown().to_data(), *(move.to_data() for move in sitting.moves())]
        told += [event.to_data() for event in sitting.play(sitting.moves()[0].action)]
        told += [because.to_data() for because in sitting.why()]
    assert told[0]["kind"] == "began"
    assert json.loads(json.dumps(told)) == told
    assert sitting.record is not None
    check_record(sitting.record, sitting.game)
    assert sitting.moves() == ()


@pytest.mark.parametrize(("name", "against"), CONTESTS)
def test_a_restored_sitting_goes_on_as_the_one_that_was_left(name: str, against: str) -> None:
    kept = sit(name, against, seed=3)
    kept.start()
    log = json.loads(json.dumps(kept.to_log()))
    turns = 0
    while kept.result is None:
        fresh = TableSitting.restore(log)
        assert fresh.to_log() == kept.to_log()
        assert fresh.shown() == kept.shown()
        assert fresh.why() == kept.why()
        move = kept.moves()[turns % len(kept.moves())].action
        assert [e.to_data() for e in fresh.play(move)] == [e.to_data() for e in kept.play(move)]
        log = json.loads(json.dumps(kept.to_log()))
        turns += 1
    assert TableSitting.restore(log).result == kept.result
    assert TableSitting.restore(log).record == kept.record


def test_nobody_searches_again_when_a_sitting_is_restored() -> None:
    sitting = sit("five_mens_morris", "search", seat=1)
    sitting.start()

    def never(text: str, game: object) -> Any:
        raise AssertionError(f"{text} is asked to sit down")

    fresh = TableSitting.restore(sitting.to_log(), make=never)
    assert fresh.shown() == sitting.shown()
    assert fresh.moves() == sitting.moves()


def test_a_move_that_was_taken_back_gets_the_same_answer_again() -> None:
    sitting = sit("five_mens_morris", "maxims", seed=5)
    sitting.start()
    sitting.play("1")
    first = sitting.play("5")
    back = sitting.undo()
    assert (back.action, back.plies) == ("5", 2)
    assert sitting.play("5") == first


def test_the_three_tables_are_shown() -> None:
    board = sit("tic_tac_toe", "perfect")
    board.start()
    board.play("5")
    drawn = board.shown()
    assert isinstance(drawn, ShownBoard)
    assert [point.marker for point in drawn.points].count("O") == 1
    assert drawn.points[drawn.last[0] - 1].marker == "O"
    poker = sit("draw_poker", "poker:call", seat=0)
    poker.start()
    poker.play("7")
    table = poker.shown()
    assert isinstance(table, ShownPoker)
    assert (table.pot, table.to_call, table.paid) == (16, 0, (8, 8))
    assert [act.said for act in table.acts] == ["bets 7", "calls"]
    dominoes = sit("forty_two", "random")
    dominoes.start()
    shown = dominoes.shown()
    assert isinstance(shown, ShownFortyTwo)
    assert len(shown.hand) == 7
    assert shown.left == (7, 7, 7, 7)


def test_what_is_not_understood_or_not_legal_changes_nothing() -> None:
    sitting = sit("draw_poker", "poker:call")
    sitting.start()
    before = sitting.to_log()
    with pytest.raises(BadText, match="'banana' is not a move"):
        sitting.play("banana")
    with pytest.raises(BadText, match="at most 80 characters"):
        sitting.play("9" * 81)
    with pytest.raises(IllegalAction, match=r"^draw_poker: 'bet 21' is not legal here; .*; try bet 1$"):
        sitting.play("21")
    with pytest.raises(NotAvailable, match="no price for resigning"):
        sitting.resign()
    assert sitting.to_log() == before


def test_cards_and_dominoes_are_understood_as_people_write_them() -> None:
    poker = sit("draw_poker", "poker:call", seed=1)
    poker.start()
    poker.play("1")
    table = poker.shown()
    assert isinstance(table, ShownPoker)
    with pytest.raises(BadText, match="'call' is not a card; write it as Q♦ or QD"):
        poker.play("call")
    signs = [card.sign for card in table.hand[:2]]
    moved = poker.play(f"replace {signs[0]} {signs[1].lower()}")[0]
    assert isinstance(moved, Moved)
    assert moved.action == f"replace {table.hand[0].text} {table.hand[1].text}"
    assert moved.said == "replaces 2 cards"
    dominoes = sit("forty_two", "random", seed=2)
    dominoes.start()
    dominoes.play("84")
    if dominoes.shown().to_data()["stage"] == "trump":
        assert dominoes.play("fours")[0].action == "trump 4"  # type: ignore[union-attr]
        shown = dominoes.shown()
        assert isinstance(shown, ShownFortyTwo)
        assert dominoes.play(shown.hand[0].text)[0].said == f"plays {shown.hand[0].text}"  # type: ignore[union-attr]


def test_the_truth_and_the_maxims_speak_of_the_moves() -> None:
    sitting = sit("lose_tic_tac_toe", "perfect")
    sitting.start()
    truth = sitting.truth()
    assert truth is not None
    assert [value.action for value in truth if value.best] == ["5"]
    lines = sitting.narrowing()
    assert lines
    assert any(line.applies for line in lines)
    assert set(lines[-1].left) <= {move.action for move in sitting.moves()}
    poker = sit("draw_poker", "poker:call")
    poker.start()
    assert poker.truth() is None
    assert poker.narrowing() is None


def test_of_two_lists_the_one_that_is_followed_now_is_shown() -> None:
    sitting = sit("forty_two", "random")
    sitting.start()
    seen: set[str] = set()
    while sitting.result is None and len(seen) < 3:
        lines, stage = sitting.narrowing(), sitting.moves()[0].action.split()[0]
        assert lines is not None
        assert {line.label.split()[0] for line in lines} == {"play" if stage == "play" else "bid"}
        seen.add(stage)
        sitting.play(sitting.moves()[-1].action)
    assert {"pass", "play"} <= seen


def test_a_hint_names_the_line_that_finds_the_move() -> None:
    sitting = sit("lose_tic_tac_toe", "maxims", seed=3)
    sitting.start()
    sitting.play("5")
    while sitting.result is None:
        hint, truth, lines = sitting.hint(), sitting.truth(), sitting.narrowing()
        assert truth is not None
        assert lines is not None
        best = {value.action for value in truth if value.best}
        assert hint.action in best
        named = [reason for reason in hint.reasons if reason.who.startswith("line")]
        if best & set(lines[-1].left) and any(line.applies for line in lines):
            assert hint.action in lines[-1].left
            (reason,) = named
            (line,) = (line for line in lines if line.label == reason.who)
            assert line.applies
            assert reason.sentence.startswith(line.sentence)
            assert reason.action == hint.action
            assert any(reason.sentence in told for told in hint.lines)
        sitting.play(hint.action)
    assert sitting.result.result != "loss"


def test_of_equal_moves_a_hint_is_one_that_the_lines_keep() -> None:
    for seed in range(6):  # every first move draws, and the strong player would take any
        sitting = sit("tic_tac_toe", "maxims", seed=seed)
        sitting.start()
        lines, hint = sitting.narrowing(), sitting.hint()
        assert lines is not None
        assert hint.action in lines[-1].left
        assert next(reason for reason in hint.reasons if reason.action == hint.action).who == "the solved game"


def test_a_hint_says_which_line_drops_the_move_that_the_maxims_do_not_find() -> None:
    sitting = sit("tic_tac_toe", "random")
    sitting.start()
    learner = new_learner("maxims", sitting.game)
    assert isinstance(learner, MaximLearner)
    learner.maxims = Maxims(parse_list("most corner"))
    moves, narrowing = narrowing_of(learner, sitting.view, ())
    edge = Decision(sitting.game.parse_action("2"), "somebody")
    (told,) = by_maxims(edge, None, learner, moves, narrowing).reasons
    assert (told.who, told.action) == ("the maxims", "2")
    assert told.sentence == "would not find it; line 1 drops it: " + learner.reader.wording.sentence(learner.lines[0])
    corner = by_maxims(edge, sitting.game.new_initial_state(), learner, moves, narrowing)
    assert str(corner.action) in ("1", "3", "7", "9")  # every first move draws
    learner.maxims = Maxims(parse_list("most wins"))
    assert by_maxims(edge, None, learner, *narrowing_of(learner, sitting.view, ())) is edge


def test_a_hint_goes_by_the_list_of_who_sits_there_where_none_comes_with_the_game() -> None:
    game = load_game("five_mens_morris", flying_at=3)
    learner = new_learner("maxims", game)
    assert isinstance(learner, MaximLearner)
    learner.maxims = Maxims(parse_list("most corner"))
    assert list_for(game, [make_player("random", game), learner]) is learner
    assert list_for(game, [make_player("random", game)]) is None


def test_resigning_loses_and_then_nothing_more_is_taken() -> None:
    sitting = sit("tic_tac_toe", "perfect")
    sitting.start()
    events = sitting.resign()
    assert isinstance(events[-1], Over)
    assert events[-1].result == "loss"
    for refused in (sitting.undo, sitting.hint, sitting.resign, lambda: sitting.play("1")):
        with pytest.raises(NotAvailable, match="The contest is over"):
            refused()


def test_play_goes_on_from_a_place_in_a_record() -> None:
    sitting = sit("five_mens_morris", "novice")
    sitting.start()
    play_out(sitting)
    record = sitting.record
    assert record is not None
    again = sitting.play_on(ContestKey(9), 4)
    assert again.your_turn
    assert [move.action for move in again.history] == list(record.actions[:4])
    with pytest.raises(NotAvailable, match="nothing to take back"):
        again.undo()
    assert again.play(again.moves()[0].action)
    assert TableSitting.restore(again.to_log()).to_log() == again.to_log()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 9}, "version 9"),
        ({"plies": [["5", "you"], ["5", "x"]]}, "ply 2: .*'5' is not legal"),
        ({"plies": 5}, "TypeError"),
        ({"others": None}, "AttributeError"),
        ({"others": {"1": "perfect"}}, "ValueError"),
    ],
)
def test_a_damaged_log_is_refused_in_one_sentence(change: dict[str, Any], message: str) -> None:
    sitting = sit("tic_tac_toe", "perfect")
    sitting.start()
    with pytest.raises(DamagedFile, match=message):
        TableSitting.restore({**sitting.to_log(), **change})


def taught(kind: str, name: str, watched: int = 12) -> dict[str, str]:
    """What a learner knows after a short course."""
    game = load_game(name)
    learner = new_learner(kind, game)
    list(train(game, learner, make_regime("perfect_vs_increasing", game, contests=watched), seed=1))
    return learner.knowledge()


@pytest.mark.parametrize("kind", ["hoyle", "seqlearner", "pairs", "rote"])
def test_what_learners_remember_of_a_contest_comes_back_with_it(kind: str) -> None:
    """Plans and the states that were made lie in the learner and not in the log."""
    game, known = load_game("lose_tic_tac_toe"), taught(kind, "lose_tic_tac_toe")

    def make(name: str, game: AnyGame) -> Player:
        learner = new_learner(name, game)
        learner.restore(known, "the course")
        return learner

    for seed in range(3):
        kept = TableSitting(game, seed % 2, {1 - seed % 2: kind}, ContestKey(seed), make=make)
        kept.start()
        while kept.result is None:
            fresh = TableSitting.restore(kept.to_log(), make=make)
            move = kept.moves()[-1].action
            assert fresh.play(move) == kept.play(move)
            assert fresh.why(everything=True) == kept.why(everything=True)


def test_a_game_of_a_persons_own_is_restored_from_its_text(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text((Path(games.__file__).parent / "board/builtin/tic_tac_toe.toml").read_text())
    sitting = TableSitting(load_game(str(file)), 0, {1: "perfect"}, ContestKey(1))
    sitting.start()
    sitting.play("5")
    log = sitting.to_log()
    file.unlink()
    fresh = TableSitting.restore(log)
    assert fresh.game.source
    assert fresh.to_log() == log
    assert fresh.play(fresh.moves()[0].action) == sitting.play(sitting.moves()[0].action)


def test_reasons_of_an_agent_that_has_learned_since_are_gone_and_not_invented() -> None:
    game, knows = load_game("lose_tic_tac_toe"), False

    class Fickle(NoLearning):
        def decide(self, view: AnyView, rng: Rng) -> Decision:
            legal = view.legal_actions()
            action = legal[-1] if knows else legal[0]
            return Decision(action, "habit", lambda: [Reason("habit", f"I like {action}", str(action))])

    def make(name: str, game: AnyGame) -> Player:
        return Fickle(name)

    sitting = TableSitting(game, 0, {1: "fickle"}, ContestKey(1), make=make)
    sitting.start()
    sitting.play("5")
    assert [reason.sentence for reason in sitting.why()[0].reasons] == ["I like 1"]
    knows = True
    fresh = TableSitting.restore(sitting.to_log(), make=make)
    (because,) = fresh.why()
    assert (because.action, because.by, because.reasons) == ("1", "habit", ())


def test_new_cards_cannot_be_given_back_even_before_the_other_has_answered() -> None:
    sitting = sit("draw_poker", "poker:call", seed=1)
    sitting.start()
    sitting.play("1")
    sitting.move(sitting.moves()[-1].action)
    assert not sitting.may_undo()
    with pytest.raises(NotAvailable, match="cannot be taken back"):
        sitting.undo()
    with pytest.raises(NotAvailable, match="not your turn"):
        sitting.play("1")
    assert [event.kind for event in sitting.answers()]
    assert sitting.your_turn
