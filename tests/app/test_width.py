"""Whatever is printed fits into the terminal: nothing runs over its width, no word is broken and no figure cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table
from tests.app.conftest import Answer

from gamelore.app.guide.text import guide_text, handout_text
from gamelore.app.table.sitting import TableSitting
from gamelore.app.terminal.playing import HELP, HELP_AFTERWARDS, play_on
from gamelore.app.terminal.talk import Talk
from gamelore.app.terminal.width import folded, for_eyes, shared_room, show_table, text_width
from gamelore.arena.contest import ContestKey
from gamelore.games import load_game
from gamelore.lab.guide.core import Guide

Run = Callable[..., Answer]
WIDTHS = (40, 60, 80, 100)
FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def fits(text: str, width: int) -> bool:
    """Whether every line that has more than one word is no wider."""
    return all(len(line) <= width or " " not in line.strip() for line in text.splitlines())


@pytest.mark.parametrize("width", WIDTHS)
def test_a_guide_is_as_wide_as_the_terminal_and_tells_the_same(guides: list[Guide], width: int) -> None:
    for guide in guides:
        for tell in (guide_text, handout_text):
            text = tell(guide, width)
            assert fits(text, width)
            said = " ".join(text.split())
            for entry in guide.entries:
                assert entry.sentence in said
        assert sorted(FIGURE.findall(guide_text(guide, width))) == sorted(FIGURE.findall(guide_text(guide, 120)))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "asked",
    [
        ("games",),
        ("games", "shisima"),
        ("games", "forty_two"),
        ("games", "draw_poker"),
        ("learners",),
        ("solve", "tic_tac_toe"),
        ("check", "tic_tac_toe"),
        ("reproduce",),
        ("models", "strategy"),
        ("compare", "tic_tac_toe", "--learner", "rote", "--contests", "4", "--tests", "2", "--runs", "1"),
        ("curve", "tic_tac_toe", "--learner", "rote", "--at", "2,4", "--runs", "1", "--contests", "2"),
    ],
    ids=" ".join,
)
def test_no_command_runs_over_the_width_or_cuts_a_figure(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, asked: tuple[str, ...], width: int
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(width))
    told = run(*asked)
    assert told.status == 0
    assert fits(told.out, width)
    assert "…" not in told.out


@pytest.mark.parametrize("width", WIDTHS)
def test_a_learners_life_is_told_within_the_width(
    run: Run, monkeypatch: pytest.MonkeyPatch, agent: Path, tmp_path: Path, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "agent").symlink_to(agent)
    asked = (
        ("learn", "tic_tac_toe", "--learner", "rote", "--contests", "6", "--out", "mine"),
        ("test", "agent", "--against", "novice,random", "--contests", "2"),
        ("explain", "agent", ".../.X./... O", "--all"),
        ("lore", "mine"),
        ("guide", "mine", "--contests", "2"),
    )
    for words in asked:
        told = run(*words)
        assert told.status == 0
        assert fits(told.out, width), words
        assert "…" not in told.out


def test_a_table_gives_way_where_it_is_widest_and_is_told_row_by_row_where_its_words_do_not_fit() -> None:
    def drawn(width: int) -> str:
        screen = Console(width=width, record=True, highlight=False)
        table = Table("who", "what it is", "figure", title="Some", title_justify="left")
        table.add_row("rote", "remembers every position that it has met", "1,234.5 [1,200.1, 1,300.9]")
        with screen.capture() as caught:
            show_table(table, screen)
        return caught.get()

    for width in (20, 30, 40, 60, 120):
        assert fits(drawn(width), width)
        assert sorted(FIGURE.findall(drawn(width))) == ["1,200.1", "1,234.5", "1,300.9"]
        assert "remembers" in drawn(width)
    assert "what it is: remembers" in " ".join(drawn(20).split())
    assert "1,234.5 [1,200.1, 1,300.9]" in drawn(120)


def test_columns_share_the_room_and_none_falls_below_its_longest_word() -> None:
    assert shared_room([4, 50, 20], [4, 10, 20], 60) == [4, 36, 20]
    assert shared_room([4, 50, 20], [4, 10, 8], 40) == [4, 18, 18]


def test_a_paragraph_is_folded_between_words_below_its_first_and_pictures_stay() -> None:
    assert folded("  why      why the other side did it", 24) == "  why      why the other\n           side did it"
    assert folded("12. one two three four", 12) == "12. one two\n    three\n    four"
    assert folded(" 1-----2\n |     |", 40) == " 1-----2\n |     |"
    assert folded("a/very/long/path/that/cannot/be/broken", 20) == "a/very/long/path/that/cannot/be/broken"
    assert folded("\x1b[1;36mX\x1b[0m to move now", 10) == "\x1b[1;36mX\x1b[0m to move\nnow"


def test_where_nobody_looks_lines_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert for_eyes("word " * 100) == "word " * 100
    assert text_width() == 100
    for columns, width in (("20", 40), ("70", 70), ("300", 120)):
        monkeypatch.setenv("COLUMNS", columns)
        assert text_width() == width


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["shisima", "five_mens_morris", "forty_two", "draw_poker"])
def test_a_sitting_breaks_no_word(monkeypatch: pytest.MonkeyPatch, name: str, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    game, told = load_game(name), list[str]()
    seats = dict.fromkeys(range(1, game.seats), "random")
    lines = iter(["help", "moves", "maxims", "banana", "quit"])
    talk = Talk(lambda _: next(lines), lambda text: told.append(for_eyes(text)))
    play_on(TableSitting(game, 0, seats, ContestKey(3)), talk)
    text = "\n".join(told)
    assert fits(text, width)
    assert {word for word in HELP.split() if "SEAT" not in word} <= set(text.split())


@pytest.mark.parametrize("width", WIDTHS)
def test_help_is_folded_below_its_words(width: int) -> None:
    for text in (HELP, HELP_AFTERWARDS):
        told = folded(text, width)
        assert fits(told, width)
        assert told.split() == text.split()


def test_a_refusal_is_folded_for_eyes_and_one_line_for_programs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    plain = run("games", "no_such_game_at_all").err
    assert plain.count("\n") == 1
    assert len(plain) > 40
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    told = run("games", "no_such_game_at_all").err
    assert fits(told, 40)
    assert told.split() == plain.split()
