"""`gamelore check` knows whatever a command writes, alone and among other things."""

from __future__ import annotations

import codecs
import os
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gamelore
from gamelore.app import demo
from gamelore.app.cli import main
from gamelore.app.demo import course
from gamelore.lab.engine.kept import TIMINGS_FILE
from gamelore.lab.engine.shelf import table_files
from gamelore.oracles.forty_two.labelled_store import SECOND

Run = Callable[..., Any]
GAME = "lose_tic_tac_toe"
FEW = ("--runs", "1", "--contests", "4")

WRITES: dict[str, tuple[str, ...]] = {
    "learn": ("learn", GAME, "--contests", "6", "--learner", "rote", "--out"),
    "reproduce": ("reproduce", "l03-6", "--rows", "baseline", "--games", GAME, "--runs", "1", "--out"),
    "compare": ("compare", GAME, "--learner", "rote", "--tests", "2", *FEW, "--out"),
    "curve": ("curve", GAME, "--learner", "rote", "--at", "2,4", *FEW, "--out"),
    "coach": ("coach", "poker", "--trainer", "builtin", "--against", "call", "--rounds", "1", "--agent"),
}
SLOWLY: dict[str, tuple[str, ...]] = {
    "hoyle": ("learn", GAME, "--contests", "6", "--learner", "hoyle", "--out"),
    "poker": ("learn", "draw_poker", "--contests", "6", "--preset", "calibrated", "--out"),
    "bidder": ("teach", "--hands", "40", "--out"),
    "contracts": ("learn", "forty_two", "--contests", "6720", "--learner", "cogap", "--out"),
    "counts": ("reproduce", "l03-2", "--runs", "1", "--games", GAME, "--out"),
    "times": ("reproduce", "l03-f8", "--runs", "1", "--games", GAME, "--out"),
    "agreement": ("reproduce", "w68-5.1", "--runs", "1", "--out"),
}


@pytest.mark.parametrize(
    "name", [*WRITES, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOWLY)]
)  # fmt: skip
def test_what_a_command_writes_is_known_to_check(run: Run, tmp_path: Path, name: str) -> None:
    out = tmp_path / name
    assert run(*(WRITES | SLOWLY)[name], str(out)).status == 0
    told = run("check", str(out))
    assert (told.status, told.err) == (0, "")
    assert "not ours" not in told.out
    every_file = [path for path in out.rglob("*") if path.is_file()]
    assert every_file
    for path in every_file:
        assert run("check", str(path)).status == 0, path
    nested = run("check", str(tmp_path))
    assert nested.out == told.out, "among other things it is the same"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small curve with its runs; tests leave it as it was."""
    folder = tmp_path_factory.mktemp("kept") / "curve"
    assert main([*WRITES["curve"], str(folder)]) == 0
    return folder


def test_an_edited_run_is_refused_and_computed_again_with_a_word_about_it(run: Run, kept: Path) -> None:
    (path,) = kept.glob("*/run-0000.json")
    true = path.read_text()
    path.write_text(true.replace('"wins": ', '"wins": 1', 1))
    assert run("check", str(kept)).refusal() == f"{path}: changed since it was written"
    again = run(*WRITES["curve"], str(kept))
    assert again.status == 0
    assert again.err == f"gamelore: {path}: changed since it was written; computed again\n"
    assert path.read_text() == true
    assert run(*WRITES["curve"], str(kept)).err == ""


def test_runs_are_computed_again_when_asked(run: Run, kept: Path) -> None:
    (place,) = kept.iterdir()
    told = run("check", str(kept), "--again", "3").out
    assert told == f"{place}: runs of one experiment, all readable: 1; computed again and the same: 0\n"


@pytest.mark.parametrize("endless", ["/dev/zero", "fifo"])
def test_what_never_ends_is_refused_at_once(run: Run, kept: Path, tmp_path: Path, endless: str) -> None:
    if endless == "fifo":
        endless = str(tmp_path / "fifo")
        os.mkfifo(endless)
    (place,) = kept.iterdir()
    true = (place / TIMINGS_FILE).read_text()
    (place / TIMINGS_FILE).unlink()
    (place / TIMINGS_FILE).symlink_to(endless)
    try:
        assert f"{place / TIMINGS_FILE}: is no plain file" in run("check", str(kept)).refusal()
    finally:
        (place / TIMINGS_FILE).unlink()
        (place / TIMINGS_FILE).write_text(true)
    assert "neither a file nor a folder" in run("check", endless).refusal()


def test_records_of_play_the_demonstration_and_solved_tables_are_known(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh_cache: Path
) -> None:
    answers = iter(["resign", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    assert run("play", "tic_tac_toe", "--against", "random", "--record", str(tmp_path / "mine.jsonl")).status == 0
    monkeypatch.setattr(course, "CONTESTS", 4)
    monkeypatch.setattr(course, "TESTS", 2)
    assert demo.main(["--learner", "rote", "--out", str(tmp_path / "demo")]) == 0
    run("solve", "tic_tac_toe")
    told = run("check", str(tmp_path)).out
    for kind in ("1 records, every one replays", "a picture", "a page", "rote learned", "solved table of Tic-tac-toe"):
        assert kind in told
    assert "not ours" not in told
    (table,) = (fresh_cache / "solved").glob("tic_tac_toe-*.npy")
    table.write_bytes(table.read_bytes()[:-1] + b"\x07")
    assert run("check", str(fresh_cache)).refusal() == f"{table}: changed since it was written; it would be built again"


def test_rules_tables_and_labelled_hands_are_known(run: Run, tmp_path: Path) -> None:
    lash = Path(str(demo.__file__)).parents[2] / "learners" / "rules" / "data" / "before.lash"
    assert "rule over" in run("check", str(lash)).out
    (tmp_path / "listing.txt").write_text(run("compile", str(lash)).out)
    assert "rule over" in run("check", str(tmp_path)).out
    table = table_files()["l03-6"]
    assert "published table l03-6" in run("check", str(table)).out
    (tmp_path / "few.toml").write_text(table.read_text().replace("lose_tic_tac_toe", "lose_tic_tac_to"))
    assert "did you mean 'lose_tic_tac_toe'" in run("check", str(tmp_path / "few.toml")).refusal()


@pytest.mark.slow
def test_the_shipped_hands_of_42_are_known(run: Run) -> None:
    assert "800 labelled hands" in run("check", str(SECOND)).out


def test_what_is_not_ours_is_named_and_left_alone(run: Run, tmp_path: Path, agent: Path) -> None:
    assert "holds nothing that a command of ours writes" in run("check", str(tmp_path)).refusal()
    (tmp_path / "notes.txt").write_text("buy milk")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    assert "holds nothing" in run("check", str(tmp_path)).refusal()
    (tmp_path / "agent").symlink_to(agent)
    (tmp_path / "mine").mkdir()
    run("learn", GAME, "--contests", "2", "--learner", "rote", "--out", str(tmp_path / "mine" / "agent"))
    told = run("check", str(tmp_path)).out
    assert "rote learned" in told
    assert f"{tmp_path}: not ours, and not looked at: agent and 2 more" in told
    assert "no file of ours has such a name" in run("check", str(lonely(tmp_path))).refusal()


def lonely(folder: Path) -> Path:
    path = folder / "picture.png"
    path.write_bytes(b"\x89PNG")
    return path


SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'
ENTITIES = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
PICTURES: dict[str, tuple[str, str]] = {
    "entities": (ENTITIES + SVG.format("<text>&b;</text>"), ":1: a picture of ours declares no types and no entities"),
    "a type": ('<!DOCTYPE svg SYSTEM "x.dtd">' + SVG.format(""), "declares no types and no entities"),
    "an entity that nobody declared": (SVG.format("&a;"), "undefined entity"),
    "nesting": (SVG.format("<g>" * 40 + "</g>" * 40), "nested too deeply"),
    "another root": ("<html/>", "not a picture of ours, which begins with <svg>"),
    "no end": ("<svg>", "no element found"),
    "nothing": ("", "no element found"),
}


@pytest.mark.parametrize("case", PICTURES)
def test_a_picture_that_is_none_of_ours_is_one_sentence(run: Run, tmp_path: Path, case: str) -> None:
    text, sentence = PICTURES[case]
    (tmp_path / "x.svg").write_text(text)
    assert sentence in run("check", str(tmp_path / "x.svg")).refusal()


def test_a_picture_is_never_unfolded_in_memory(run: Run, tmp_path: Path) -> None:
    """By 12 MB of entities expat's own guard, a hundred times what was read, lets a gigabyte through."""
    place = tmp_path / "x.svg"
    place.write_text(SVG.format("<g>" + " " * 2**22 + "</g>"))
    assert "larger than 4,194,304 bytes" in run("check", str(place)).refusal()
    inner = "&a;" * 100
    bomb = f'<!DOCTYPE svg [<!ENTITY a "{"x" * 10_000}"><!ENTITY b "{inner}">]>' + SVG.format("&b;" * 300_000)
    place.write_text(bomb)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "declares no types" in run("check", str(place)).refusal()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 * 1024
    place.write_text(SVG.format("<g><text>a</text></g>"))
    assert run("check", str(place)).out == f"{place}: a picture\n"


@pytest.mark.parametrize(("row", "sentence"), [("5", "'row' must be a list of tables"), ("[[]]", ": row 1 must be a")])
def test_a_published_table_with_rows_that_are_none_is_one_sentence(
    run: Run, tmp_path: Path, row: str, sentence: str
) -> None:
    place = tmp_path / "table.toml"
    place.write_text(f"format = 1\nname = 'a'\ntitle = 'a'\nsource = 'a'\nunit = 'a'\ncolumns = ['a']\nrow = {row}\n")
    assert sentence in run("check", str(place)).refusal()


def test_a_mark_of_the_byte_order_changes_nothing(run: Run, tmp_path: Path) -> None:
    builtin = Path(gamelore.__file__).parent
    found = {
        "mine.toml": builtin / "games" / "board" / "builtin" / "tic_tac_toe.toml",
        "mine.lash": builtin / "learners" / "rules" / "data" / "builtin.lash",
        "table.toml": table_files()["l03-6"],
    }
    for name, source in found.items():
        place = tmp_path / name
        place.write_bytes(source.read_bytes())
        plain = run("check", str(place))
        place.write_bytes(codecs.BOM_UTF8 + source.read_bytes())
        assert run("check", str(place)) == plain
        assert plain.status == 0
