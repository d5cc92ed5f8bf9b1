"""A person at the terminal: scripted sittings of all games, the review afterwards, another contest, completion."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gamelore.app.table.forty_two.manners import MatchBoard
from gamelore.app.table.manners import manners_of
from gamelore.app.table.poker.wording import with_signs
from gamelore.app.table.series import next_sitting
from gamelore.app.table.sitting import TableSitting
from gamelore.app.terminal.drawing import drawing_of
from gamelore.app.terminal.playing import AFTERWARDS, play_on
from gamelore.app.terminal.talk import Talk
from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import usual_opponent
from gamelore.base.seeds import stream
from gamelore.games import Record, game_names, load_game
from gamelore.games.forty_two import parse_deal
from gamelore.lab.records import check_record

ASKED = ("help", "moves", "why", "why all", "maxims", "banana", "")


def opponent(name: str) -> str:
    """Somebody who needs no table and little time."""
    return usual_opponent(load_game(name)) if name == "draw_poker" else "random"


def typed(sitting: Callable[[], TableSitting], asked: Iterable[str], afterwards: Iterable[str]) -> Callable[[str], str]:
    """Somebody who asks everything at the first turn, then moves by chance, and types some lines when it is over."""
    first, after, rng = iter(asked), iter(afterwards), stream(1)

    def read(prompt: str) -> str:
        if prompt == AFTERWARDS:
            return next(after, "")
        moves = sitting().moves()
        return next(first, None) or moves[int(rng.random() * len(moves))].action

    return read


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_played_to_its_end(name: str) -> None:
    game = load_game(name)
    seat = game.seats - 1
    sitting = TableSitting(game, seat, dict.fromkeys(range(seat), opponent(name)), ContestKey(3))
    told: list[str] = []
    kept: list[Record] = []
    play_on(sitting, Talk(typed(lambda: sitting, ASKED, ["help", "why"]), told.append), kept.append)
    check_record(kept[0], game)
    text = "\n".join(told)
    assert re.search(r"\n(You win|You lose|A draw)[^:]*: ", text)
    assert text.count("Type a move as it is written under 'moves'") == 1
    assert text.count("The contest is over. You may type:") == 1


def test_the_truth_and_the_maxims_are_told_where_they_are_known() -> None:
    game = load_game("lose_tic_tac_toe")
    told: list[str] = []
    lines = iter(["truth", "maxims", "quit"])
    play_on(TableSitting(game, 0, {1: "random"}, ContestKey(0)), Talk(lambda _: next(lines), told.append))
    assert any(re.match(r"draw +5$", line) for line in told)
    assert any(re.match(r"lose +1 \(in \d\), 2", line) for line in told)
    assert any(re.match(r"line \d: .* -> 5$", line) for line in told)


def test_a_mistake_is_reviewed_and_played_again_from_there() -> None:
    game = load_game("lose_tic_tac_toe")
    told: list[str] = []
    kept: list[Record] = []
    sitting = TableSitting(game, 0, {1: "perfect"}, ContestKey(0))
    lines = iter(["1", "resign", "review", "again 9", "again 1", "5", "resign", ""])
    play_on(sitting, Talk(lambda _: next(lines), told.append), kept.append)
    text = "\n".join(told)
    assert "0 of 1 decision that mattered kept what there was. Judged by the solved game" in text
    assert re.search(
        r"1\. ply 1: 1 \(loss in \d\) turned a draw into a loss\.\n   Better: 5 \(draw\)\.\n"
        r"   O answers \d and wins in \d plies\.\n   Line \d would have found it: .*\n    1-----2-----3\n",
        text,
    )
    assert "The review names 1 move; there is no number 9." in text
    assert [record.actions[0] for record in kept] == ["1", "5"]


def test_a_person_is_asked_for_a_better_move_before_it_is_told() -> None:
    game = load_game("lose_tic_tac_toe")
    for answer, verdict in (("5", "Right."), ("2", "No: 2 is judged loss in "), ("banana", "No."), ("", "This is")):
        told: list[str] = []
        lines = iter(["1", "resign", "retry", answer, ""])
        play_on(TableSitting(game, 0, {1: "perfect"}, ContestKey(0)), Talk(lambda _, it=lines: next(it), told.append))  # type: ignore[misc]
        asked = told.index("You did 1. What is better? Enter tells it.")
        assert not any("Better: 5" in line for line in told[:asked])
        assert told[asked + 1].startswith(verdict)
        assert "turned a draw into a loss" in told[asked + 2]
        assert "Better: 5 (draw)" in told[asked + 3]


def test_a_reviewed_board_has_the_number_of_every_point() -> None:
    game = load_game("nine_mens_morris")
    state = game.parse_state("XX./O../.../O....O/.../.../X.X O 11 left")
    drawn = drawing_of(game).numbered(manners_of(game).shown(state.view(1))).splitlines()[:-1]
    found = re.findall(r"([XO]?)(\d+)", "\n".join(drawn))
    assert sorted(int(number) for _, number in found) == list(range(1, 25))
    assert {int(number) for marker, number in found if marker == "O"} == {4, 10, 15}
    assert {int(number) for marker, number in found if marker == "X"} == {1, 2, 22, 24}
    ends = [line.rstrip().rfind("|") for line in drawn if line.strip().startswith("|")]
    assert len(set(ends)) == 1, "a long label at the edge moves nothing"


def test_a_file_of_records_is_reviewed(run: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    game = load_game("lose_tic_tac_toe")
    lost = Record(game.name, ("you", "perfect"), ("1", "5", "resign"), (-1.0, 1.0), "resign")
    file.write_text(lost.to_json() + "\n" + lost.to_json() + "\n")
    assert "1. ply 1: 1 (loss in " in run("review", str(file)).out
    told = json.loads(run("review", str(file), "--contest", "1", "--json").out)
    assert (told["kind"], told["moves"][0]["best"]) == ("review", ["5"])
    over_time = json.loads(run("review", str(file), "--over-time", "--json").out)
    assert [(line["number"], line["result"]) for line in over_time] == [(1, "loss"), (2, "loss")]
    assert "0 won of 2" in run("review", str(file), "--over-time").out
    assert run("review", str(file), "--seat", "2").status == 0
    assert run("review", str(file), "--contest", "3").refusal().endswith("holds 2 contests, there is no contest 3")
    assert run("review", str(file), "--contest", "0").refusal().endswith("there is no contest 0")
    assert run("review", str(tmp_path / "none.jsonl")).refusal().endswith("no such file")
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    assert run("review", str(empty)).refusal().endswith("holds no contest")
    others = Record(game.name, ("a", "b"), ("1", "resign"), (1.0, -1.0), "resign")
    file.write_text(others.to_json() + "\n")
    assert "nobody at this contest of lose_tic_tac_toe is called 'you'" in run("review", str(file)).refusal()


def test_one_contest_after_the_other_keeps_score_and_changes_seats() -> None:
    game = load_game("draw_poker")
    told: list[str] = []
    kept: list[Record] = []
    sitting = TableSitting(game, 0, {1: "poker:call"}, ContestKey(0))
    lines = iter(["drop", "next", "drop", ""])
    play_on(sitting, Talk(lambda _: next(lines), told.append), kept.append)
    assert [record.players for record in kept] == [("you", "call"), ("call", "you")]
    assert "After 1 contest: won 0, lost 1; -1 chips." in told
    assert kept[0].deal != kept[1].deal


def test_the_same_players_stay_and_at_42_the_deal_goes_round() -> None:
    game = load_game("forty_two")
    sitting = TableSitting(game, 0, dict.fromkeys((1, 2, 3), "random"), ContestKey(2))
    sitting.start()
    after = next_sitting(sitting)
    after.start()
    assert {id(player) for player in after.table.players.values()} == {
        id(player) for player in sitting.table.players.values()
    }
    assert parse_deal(after.deal).dealer == (parse_deal(sitting.deal).dealer + 1) % 4


def test_seven_marks_win_the_match_and_the_next_one_begins_at_nothing() -> None:
    won = Record("forty_two", ("you", "b", "c", "d"), (), (2.0, -2.0, 2.0, -2.0), "rules", unit="marks")
    score = MatchBoard()
    for _ in range(4):
        assert score.match_won is None
        score = score.after(won, 0)
    assert (score.marks, score.match_won) == ((8, 0), True)
    assert score.line().endswith("marks: A and C 8, B and D 0; you have won the match.")
    assert score.after(won, 0).marks == (2, 0)
    assert score.after(won, 1).after(won, 1).match_won is None


def test_tab_completes_moves_and_words() -> None:
    talk = Talk(lambda prompt: "", lambda line: None)
    talk.ask("> ", ["bet 1", "bet 10", "Call", "hint"])
    assert talk.complete("bet 1") == ["bet 1", "bet 10"]
    assert talk.complete("c") == ["Call"]
    assert talk.complete("x") == []


def test_cards_are_named_as_people_write_them() -> None:
    assert with_signs("replace D12 H5, not HD12 or 5-5") == "replace Q♦ 5♥, not HD12 or 5-5"


# --- a real terminal


def screen(arguments: list[str], lines: list[str], folder: Path) -> str:
    """What a person at a terminal sees who types these lines, each at a prompt."""
    child, master = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ["TERM"] = "xterm"
        os.environ.pop("NO_COLOR", None)
        os.execvp(sys.executable, [sys.executable, "-m", "gamelore", *arguments])
    told = b""
    for text in (*lines, None):
        for part in output(master):
            told += part
            if text is not None and told.endswith(b"> "):
                break
        if text is not None:
            os.write(master, text.encode())
            told += b"\0"
    os.close(master)
    os.waitpid(child, 0)
    return told.decode()


def output(master: int) -> Iterator[bytes]:
    """What the other end writes, until it is gone or silent for long."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([master], [], [], 1.0)[0]:
            try:
                part = os.read(master, 1 << 16)
            except OSError:  # the other end is closed
                return
            if not part:
                return
            yield part


def test_at_a_real_terminal_lines_are_completed_found_again_and_coloured(tmp_path: Path) -> None:
    arguments = ["play", "tic_tac_toe", "--against", "random", "--record", "mine.jsonl"]
    told = screen(arguments, ["he\t\n", "5\n", "\x1b[A\x1b[A\n", "resi\t\n", "\n"], tmp_path)
    assert told.count("take back your last move") == 2
    assert "\x1b[1;36mX\x1b[0m" in told
    assert re.search(r"\x1b\[1;33;7mO\x1b\[0m", told)
    assert "You lose: X resigned." in told
    assert (tmp_path / "mine.jsonl").read_text().count("\n") == 1
