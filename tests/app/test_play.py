from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from gamelore.app.cli import main
from gamelore.app.guide.glossary import NewWords
from gamelore.app.table.poker.wording import card_sign
from gamelore.app.table.sitting import TableSitting
from gamelore.app.terminal.board.drawing import draw_text
from gamelore.app.terminal.drawing import drawing_of
from gamelore.app.terminal.playing import AFTERWARDS, PlayTerminal, play_on
from gamelore.app.terminal.talk import Talk
from gamelore.arena.contest import ContestKey
from gamelore.arena.players import NoLearning
from gamelore.arena.roster import make_player, usual_opponent
from gamelore.base.errors import BadText
from gamelore.base.seeds import Rng
from gamelore.games import Record, game_names, load_game
from gamelore.games.board.game import BoardGame
from gamelore.games.core import AnyState, AnyView
from gamelore.games.poker.cards import parse_cards
from gamelore.lab.records import check_record, read_records
from gamelore.learners.core import Decision, Player, Reason

Run = Callable[..., Any]
KEY = ContestKey(0)


def converse(
    name: str, lines: Iterable[str], against: str = "random", seat: int = 0, seed: int = 0
) -> tuple[str, Record | None]:
    """One contest in which a person types these lines; what was told, and the record."""
    game = load_game(name)
    told: list[str] = []
    typed = iter(lines)

    def read(prompt: str) -> str:
        told.append(prompt)
        if prompt == AFTERWARDS:
            return ""
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    others = {s: against for s in range(game.seats) if s != seat}
    sitting = TableSitting(game, seat, others, ContestKey(seed))
    PlayTerminal(sitting, Talk(read, told.append, explain=NewWords())).play()
    return "\n".join(told), sitting.record


def always_first(name: str) -> Iterable[str]:
    """A person who tries every position in turn, legal or not."""
    game = load_game(name)
    assert isinstance(game, BoardGame)
    while True:
        for position in range(1, game.board.size + 1):
            yield str(position)


def test_at_the_terminal_words_are_explained_with_the_maxims_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["maxims", "maxims", "quit"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    told = run("play", "lose_tic_tac_toe", "--against", "random").out
    assert told.count("\nThe words:\n") == 1
    assert told.count("line: Who fills all points") == 1


def test_a_person_can_play_a_contest_to_its_end() -> None:
    told, record = converse("tic_tac_toe", always_first("tic_tac_toe"), against="perfect")
    assert record is not None
    check_record(record, load_game("tic_tac_toe"))
    assert record.players == ("you", "perfect")
    assert re.search(r"\n(You lose|A draw): .*\n'review' shows", told)


def test_a_wrong_move_is_told_and_asked_again() -> None:
    told, _ = converse("tic_tac_toe", ["banana", "12", "5", "5", "quit"])
    assert "expected a point, or FROM-TO" in told
    assert "there is no position 12" in told
    assert "'5' is not legal" in told
    assert told.endswith("Goodbye.")


def test_undo_takes_back_the_persons_move_and_the_answer() -> None:
    told, record = converse("tic_tac_toe", ["undo", "5", "undo", "1", "resign"])
    assert "There is nothing to take back yet." in told
    assert "Taken back: 5" in told
    assert record is not None
    assert record.actions[0] == "1"
    assert record.ended == "resign"
    assert record.returns == (-1.0, 1.0)
    check_record(record, load_game("tic_tac_toe"))


def test_a_hint_comes_from_the_solved_game() -> None:
    told, _ = converse("lose_tic_tac_toe", ["hint", "quit"])
    assert "perfect would play 5" in told
    assert "draws" in told


@pytest.mark.parametrize(("name", "who"), [("draw_poker", "strong"), ("forty_two", "trainer")])
def test_where_hands_are_hidden_a_hint_comes_from_who_plays_best(name: str, who: str) -> None:
    told, _ = converse(name, ["hint", "hint", "quit"])
    first, second = re.findall(rf"{who} would (.*)", told)
    assert first == second
    assert re.search(rf"  {re.escape(first)} +<- chosen\n      (policy|the trainer): with ", told)


def test_a_hint_and_a_reason_speak_of_the_move_itself(agent: Path) -> None:
    told, _ = converse("lose_tic_tac_toe", ["5", "why", "why all", "quit"], against=f"agent:{agent}")
    short, whole = (part.split("your move> ")[0] for part in re.split("rote plays", told)[1:])
    action = short.split(",")[0].strip()
    assert re.search(rf"\n  {action} +<- chosen\n      rote", short)
    assert len(short) < len(whole)


def test_a_hint_comes_from_a_search_where_no_table_is_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    told, _ = converse("nine_mens_morris", ["hint", "truth", "quit"])
    assert "search:4 would play" in told
    assert "best four plies ahead, and no marker is won or lost" in told
    assert "a search stands in for the perfect player, and may be wrong" in told
    assert "Nobody knows what the moves of Nine men's morris are worth here." in told
    assert "it is a draw (Gasser 1993, 1996), which is not computed here." in " ".join(told.split())


def test_why_tells_the_reasons_of_the_other_side() -> None:
    told, _ = converse("tic_tac_toe", ["why", "5", "why", "moves", "help", "quit"], against="perfect")
    assert "The other side has not moved yet." in told
    assert "decided by perfect" in told
    assert "against perfect play" in told
    assert "take back your last move" in told


def test_the_end_of_input_ends_the_session() -> None:
    told, record = converse("tic_tac_toe", [])
    assert record is None
    assert told.endswith("Goodbye.")


def test_a_person_may_sit_second() -> None:
    told, record = converse("tic_tac_toe", ["resign"], seat=1)
    assert "random (X) plays " in told
    assert record is not None
    assert record.players == ("random", "you")


@pytest.mark.parametrize("name", ["draw_poker", "forty_two"])
def test_a_person_sees_only_the_own_hand_where_hands_are_hidden(name: str) -> None:
    told, record = converse(name, ["moves", "resign", "hint", "quit"])
    assert record is None
    assert "the rules set no price for resigning" in told
    assert "would " in told
    game = load_game(name)
    sitting = TableSitting(game, 0, dict.fromkeys(range(1, game.seats), "random"), KEY)
    own, *others = (hand.dealt for hand in (game.initial_state(sitting.deal).view(s) for s in range(game.seats)))
    assert all(_sign(card) in told for card in own)
    words = set(re.findall(r"\S+", re.sub(r"Drawn for the deal.*|.*would .*|.*not legal.*", "", told)))
    if name == "draw_poker":
        assert not words & {_sign(card) for hand in others for card in hand}
    else:
        assert not words & {_sign(d) for hand in others for d in hand}


def _sign(thing: object) -> str:
    """A card or a domino as it is shown."""
    return card_sign(thing) if isinstance(thing, int) else str(thing)


@pytest.mark.parametrize("against", ["table:formula", "table:passer"])
def test_why_gives_no_hidden_domino_away_before_the_hands_lie_open(against: str) -> None:
    """A whole hand of 42, every seat asked for its reasons before each move of the person."""
    game = load_game("forty_two")
    sitting = TableSitting(game, 2, dict.fromkeys((0, 1, 3), against), ContestKey(2))
    sitting.start()
    told: list[str] = []
    while sitting.result is None:
        hidden = {str(d) for seat in (0, 1, 3) for d in game.initial_state(sitting.deal).view(seat).dealt}
        hidden -= {str(ply.action).removeprefix("play ") for ply in sitting.plies}
        for because in (*sitting.why(), *(b for seat in (0, 1, 3) for b in sitting.why(seat, everything=True))):
            assert because.by == ""
            assert not hidden & set(re.findall(r"\d-\d", "\n".join(because.lines)))
            told += because.lines
        sitting.play(sitting.moves()[0].action)
    assert any("x doubles" in line or "never bids" in line for line in told)


def sit(
    name: str, answer: Callable[[AnyState], str], afterwards: Iterable[str] = (), *, seat: int = 0, seed: int = 2,
    others: Player | None = None,
) -> tuple[list[str], Record]:  # fmt: skip
    """A whole contest in which the person answers each state; what was told, and the record."""
    game = load_game(name)
    told: list[str] = []
    after = iter([*afterwards, ""])

    def read(prompt: str) -> str:
        if prompt == AFTERWARDS:
            return next(after)
        state = game.initial_state(sitting.deal)
        for ply in sitting.plies:
            state = state.child(ply.action)
        return answer(state)

    names = {s: usual_opponent(game) for s in range(game.seats) if s != seat}
    sitting = TableSitting(game, seat, names, ContestKey(seed), make=lambda text, at: others or make_player(text, at))
    PlayTerminal(sitting, Talk(read, told.append)).play()
    assert sitting.record is not None
    return told, sitting.record


def first_legal(state: AnyState) -> str:
    return str(state.legal_actions()[0])


class Talker(NoLearning):
    """Does the first thing that is legal, and gives everything away if anybody lets it."""

    def __init__(self, action: str = "") -> None:
        super().__init__("talker")
        self.action = action

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        legal = view.legal_actions()
        wanted = [action for action in legal if str(action) == self.action]
        return Decision((wanted or list(legal))[0], f"rule SECRET {view}", lambda: [Reason("SECRET", str(view))])


def test_all_reasons_are_told_once_the_hands_are_laid_down() -> None:
    told, record = sit("forty_two", first_legal, ["why b", "show", "why b", "why x", "why"], seed=4)
    assert len(record.actions) < 4 + 1 + 28
    asked = next(n for n, line in enumerate(told) if line.startswith("'review' shows"))
    hands = record.deal.split(" | ")[1:]
    shown = told.index(f"A was dealt {hands[0]}")
    assert told[shown : shown + 4] == [f"{seat} was dealt {hand}" for seat, hand in zip("ABCD", hands, strict=True)]
    assert shown > asked
    assert not any("x trumps is" in line or "decided by" in line for line in told[:shown])
    after = "\n".join(told[shown:])
    assert "14 + 6 x doubles + 3 x trumps is" in after
    assert "decided by sampled exact play" in after
    assert "There is no seat 'x'; seats: A, B, C, D" in after


def test_when_every_domino_was_played_every_reason_may_be_told() -> None:
    told, record = sit("forty_two", first_legal, ["why b"], seed=2)
    assert len(record.actions) == 4 + 1 + 28
    assert any("x trumps is" in line for line in told)
    assert record.deal not in "\n".join(told)


def test_a_replacement_is_told_by_its_number_alone() -> None:
    told, record = sit("draw_poker", lambda s: "replace none" if s.stage() == "replacing" else first_legal(s), seed=12)
    gone = next(action for action in record.actions if action.startswith("replace ") and action != "replace none")
    assert any(re.fullmatch(r"builtin \(second\) replaces [1-3] cards?", line) for line in told)
    assert gone not in "\n".join(told)


@pytest.mark.parametrize("name", ["draw_poker", "forty_two"])
def test_while_hands_are_hidden_why_tells_neither_what_decided_nor_private_reasons(name: str) -> None:
    asked = False

    def answer(state: AnyState) -> str:
        nonlocal asked
        asked = not asked
        return "why" if asked else first_legal(state)

    told, _ = sit(name, answer, ["why", "why second", "why b"], others=Talker("drop" if name == "draw_poker" else ""))
    talk = "\n".join(told)
    assert re.search(r"\ntalker (drops|passes|bids \d+|plays \d-\d)\.\n", talk)
    assert "It keeps its reasons while its hand is hidden." in talk
    assert "SECRET" not in talk
    assert "decided by" not in talk


def test_after_a_drop_no_card_of_the_other_and_none_of_the_deck_is_printed() -> None:
    told, record = sit("draw_poker", first_legal, ["why", "show"], others=Talker("drop"))
    mine, other, rest = ([card_sign(c) for c in parse_cards(part)] for part in record.deal.split(" / "))
    words = set(" ".join(told).split())
    assert words >= set(mine)
    assert "at Draw poker nobody shows a hand that the rules do not disclose" in told
    assert not words & {*other, *rest}
    assert record.why == "drop"


def test_a_showdown_tells_the_decisions_after_the_draw_and_those_before_only_of_a_hand_that_stood_pat() -> None:
    def answer(state: AnyState) -> str:
        return "replace none" if state.stage() == "replacing" else "bet 1"

    told, record = sit("draw_poker", answer, ["why second"], others=make_player("poker:call", load_game("draw_poker")))
    assert record.why == "showdown"
    said = [line for line in told if re.match(r"call (calls|replaces)\b.*\.$", line)]
    assert said[0] == "call calls."
    assert said[1].startswith("call replaces ")
    assert said[2] == "call calls, decided by call."
    pat, _ = sit("draw_poker", answer, ["why second"], others=Talker("call"))
    assert sum("decided by" in line for line in pat) == 3


def test_cards_to_replace_may_be_typed_in_any_order() -> None:
    def answer(state: AnyState) -> str:
        if state.stage() != "replacing":
            return first_legal(state)
        return " ".join(["replace", *reversed(str(state.legal_actions()[-1]).split()[1:])])

    _, record = sit("draw_poker", answer, others=Talker("call"))
    assert len(record.actions[2].split()) == 4


def test_what_was_seen_cannot_be_unseen_where_hands_are_hidden() -> None:
    done: list[str] = []

    def answer(state: AnyState) -> str:
        done.append("undo" if done[-1:] != ["undo"] else first_legal(state))
        return done[-1]

    told, _ = sit("draw_poker", answer)
    assert told.count("There is nothing to take back yet.") == 1
    assert any(line.startswith("You have seen what came of it") for line in told)
    assert not any(line.startswith("Taken back") for line in told)


def test_a_move_after_which_nothing_was_seen_can_be_taken_back_at_42() -> None:
    done: list[str] = []

    def answer(state: AnyState) -> str:
        stage, hand_over = state.stage(), len(done)
        if stage == "bidding":
            return "bid 84"
        if stage == "trump":
            done.append("trump 0" if not hand_over else "trump 1")
            return done[-1]
        if len(done) == 1:
            return "undo"
        return first_legal(state)

    told, record = sit("forty_two", answer, others=Talker())
    assert "Taken back: trump 0" in told
    assert "trump 1" in record.actions


def test_who_draws_the_highest_domino_deals_first() -> None:
    told, record = sit("forty_two", first_legal, others=Talker())
    drawn = re.fullmatch(r"Drawn for the deal: A (\S+), B (\S+), C (\S+), D (\S+)\. (.) deals\.", told[1])
    assert drawn is not None
    pips = [sum(map(int, drawn[seat].split("-"))) for seat in range(1, 5)]
    assert pips["ABCD".index(drawn[5])] == max(pips)
    assert record.deal.startswith(drawn[5])


def test_a_contest_stops_at_the_horizon() -> None:
    game = load_game("pong_hau_ki", max_plies=4)
    sitting = TableSitting(game, 1, {0: "random"}, ContestKey(1))
    sitting.start()
    while sitting.result is None:
        sitting.play(sitting.moves()[0].action)
    record = sitting.record
    assert record is not None
    assert record.ended in ("max_plies", "rules")
    check_record(record, game)


@pytest.mark.slow
def test_play_works_through_plain_standard_input(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gamelore", "play", "tic_tac_toe", "--record", "mine.jsonl"],
        input="5\nresign\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    assert "You lose: X resigned." in done.stdout
    assert len(list(read_records(tmp_path / "mine.jsonl"))) == 1


@pytest.mark.parametrize("name", [n for n in game_names() if isinstance(load_game(n), BoardGame)])
def test_every_board_is_drawn_with_every_position(name: str) -> None:
    game = load_game(name)
    assert isinstance(game, BoardGame)
    words = draw_text(game.board).replace("-", " ").replace("|", " ").replace("/", " ").replace("\\", " ").split()
    assert sorted(map(int, words)) == list(range(1, game.board.size + 1))
    assert max(map(len, draw_text(game.board).splitlines())) <= 80


def test_a_drawn_state_shows_markers_and_whose_turn_it_is() -> None:
    state = load_game("five_mens_morris").parse_state("X../O../..../.../... X 8 left")
    picture = drawing_of(state.game).situation(state)
    assert picture.splitlines()[0] == " X-----------2-----------3"
    assert picture.endswith("Black (X) to move, 4 still to place")


@pytest.mark.parametrize("name", ["tic_tac_toe", "forty_two", "draw_poker"])
def test_somebody_sits_down_where_nobody_is_asked_for(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    assert main(["play", name]) == 0
    assert "Goodbye." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("five_mens_morris", ("why O", "why o", "why white", "why Whi", "why w", "why White (O)")),
        ("tic_tac_toe", ("why O", "why o")),
        ("draw_poker", ("why second", "why sec")),
        ("forty_two", ("why B", "why b all")),
    ],
)
def test_a_seat_is_asked_by_name_prefix_or_marker_and_so_it_is_offered(name: str, words: tuple[str, ...]) -> None:
    game, told = load_game(name), list[str]()
    lines = iter(["help", *words, "why nobody", "quit"])
    seats = dict.fromkeys(range(1, game.seats), "random")
    play_on(TableSitting(game, 0, seats, ContestKey(3)), Talk(lambda _: next(lines), told.append))
    text = "\n".join(told)
    offered = re.search(r"'why (\S+)' for all that a seat has done", text)
    assert offered is not None
    assert f"why {offered[1]}" in words
    assert text.count("There is no seat") == 1
    assert "There is no seat 'nobody'; seats: " in text


def test_a_complaint_offers_a_move_that_is_legal() -> None:
    for name in ("tic_tac_toe", "shisima", "draw_poker", "forty_two"):
        game = load_game(name)
        seats = dict.fromkeys(range(1, game.seats), "random")
        sitting = TableSitting(game, 0, seats, ContestKey(3))
        sitting.start()
        with pytest.raises(BadText) as caught:
            sitting.move("banana")
        offered = re.search(r"; try (.+)$", str(caught.value))
        assert offered is not None
        assert offered[1] in {move.action for move in sitting.moves()}
        assert sitting.move(offered[1]).yours


def test_each_side_is_told_what_it_has_left_itself() -> None:
    game = load_game("five_mens_morris")
    state = game.new_initial_state()
    left = []
    for move in ("1", "4", "2", "5", "7", "8"):
        left.append((state.to_place(0), state.to_place(1)))
        state = state.child(game.parse_action(move))
    assert left == [(5, 5), (4, 5), (4, 4), (3, 4), (3, 3), (2, 3)]


def test_maxims_are_told_with_their_words_once() -> None:
    told, _ = converse("lose_tic_tac_toe", ["maxims", "maxims", "quit"], against="perfect", seat=1)
    once, again = re.split(r"your move> ", told)[1:3]
    assert "\nThe words:\n" in once
    assert "middle of a side: Halfway betwe" in once
    assert "-----" in once
    assert "line 1: " in again
    assert "The words" not in again
    assert "middle of a side: " not in again


def test_why_says_whether_a_seat_is_your_own_or_has_not_moved() -> None:
    told, _ = converse("five_mens_morris", ["why b", "why w", "1", "why b", "why w", "quit"], against="perfect")
    first = re.split(r"your move> ", told)[1:]
    assert first[0].strip() == first[3].strip() == "You are Black yourself; try 'why O'."
    assert first[1].strip() == "White has not moved yet."
    assert "decided by perfect" in first[4]
    assert told.count("has not moved yet") == 1
