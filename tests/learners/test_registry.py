"""Agents as folders: saved whole or not at all, read with care, never over a person's own files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.plain_games import Nim

import gamelore.base.folders
from gamelore.arena.contest import ContestKey, Learning, play
from gamelore.arena.players import Random
from gamelore.base.errors import BadSetting, BadText, DamagedFile, GameloreError, UnknownName
from gamelore.games import load_game, register_game
from gamelore.games.registry import loadable_games
from gamelore.learners.registry import (
    AGENT_FILE,
    agent_files,
    knowledge_digest,
    learner_card,
    learner_class,
    learner_names,
    load_agent,
    new_learner,
    register_learner,
    save_agent,
)
from gamelore.learners.rote import TABLE_FILE, Rote, RoteSettings

LOSE = load_game("lose_tic_tac_toe")
register_game("nim", Nim)


@pytest.fixture
def learner() -> Rote:
    made = Rote(LOSE, RoteSettings(experts=True))
    for number in range(5):
        play(LOSE, [made, Random()], ContestKey(number=number), learning=Learning())
    return made


@pytest.fixture
def folder(learner: Rote, tmp_path: Path) -> Path:
    save_agent(learner, tmp_path / "agent", {"seed": 7, "regime": "fixed_length"})
    return tmp_path / "agent"


def change(folder: Path, old: str, new: str, name: str = AGENT_FILE) -> None:
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_an_agent_loads_back_equal(learner: Rote, folder: Path) -> None:
    agent = load_agent(folder)
    assert isinstance(agent.learner, Rote)
    assert agent.learner.knowledge() == learner.knowledge()
    assert agent.learner.settings == learner.settings
    assert agent.learner.game.name == LOSE.name
    assert agent.facts == {"seed": 7, "regime": "fixed_length"}
    assert agent.edited == ()


def test_saving_what_was_loaded_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    agent = load_agent(folder)
    save_agent(agent.learner, tmp_path / "again", agent.facts)
    assert files(tmp_path / "again") == files(folder)


def test_a_game_with_parameters_in_plain_python_comes_back_with_them(tmp_path: Path) -> None:
    nim = Nim(12, seats=4, partners=True)
    save_agent(Rote(nim, RoteSettings()), tmp_path / "agent")
    game = load_agent(tmp_path / "agent").learner.game
    assert isinstance(game, Nim)
    assert dict(game.parameters) == {"stones": 12, "seats": 4, "partners": True}


def test_a_new_agent_replaces_an_old_one_whole(learner: Rote, folder: Path) -> None:
    save_agent(learner, folder, beside={"contests.jsonl": "{}\n"})
    assert set(files(folder)) == {AGENT_FILE, TABLE_FILE, "contests.jsonl"}
    save_agent(learner, folder)
    assert set(files(folder)) == {AGENT_FILE, TABLE_FILE}


def test_a_person_may_edit_the_knowledge_and_is_told_so(folder: Path) -> None:
    row = (folder / TABLE_FILE).read_text().splitlines()[2]
    edited = "\t".join([*row.split("\t")[:2], "7", "0", "0"])
    change(folder, row, edited, TABLE_FILE)
    agent = load_agent(folder)
    assert agent.edited == (TABLE_FILE,)
    assert edited in agent.learner.knowledge()[TABLE_FILE]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("version = 1", "version = 99", "version 99, this program reads 1"),
        ("version = 1\n", "", "version None, this program reads 1"),
        ('learner = "rote"', 'learner = "rota"', "learner 'rota' is not known; did you mean 'rote'"),
        ('learner = "rote"', "learner = 5", "'learner' is missing or has the wrong form"),
        ('game = "lose_tic_tac_toe"', 'game = "lose_tic_tac_tow"', "did you mean 'lose_tic_tac_toe'"),
        ('game = "lose_tic_tac_toe"\n', "", "'game' is missing"),
        ("own = true\nexperts = true", "own = false\nexperts = false", "own or experts must be true"),
        ("own = true", 'own = "mine"', "setting 'own': expected bool"),
        ("own = true", "onw = true", "did you mean 'own'"),
        ("own = true", "own = true\nuntried = 7.0", "'untried' is no longer a setting: it is 0.0, not 7.0"),
        ('"rote.tsv"', '"../rote.tsv"', "is not a plain file name"),
        ("[settings]", "[settings", "agent.toml: "),
        ("beside = []", 'beside = "all"', "'beside' is missing or has the wrong form"),
    ],
)
def test_a_damaged_description_is_one_error_that_names_the_file(folder: Path, old: str, new: str, message: str) -> None:
    change(folder, old, new)
    with pytest.raises(GameloreError, match=message) as caught:
        load_agent(folder)
    assert AGENT_FILE in str(caught.value)


def test_an_agent_that_was_saved_with_a_former_setting_loads(folder: Path) -> None:
    change(folder, "own = true", "own = true\nuntried = 0.0")
    assert load_agent(folder).learner.settings == RoteSettings(experts=True)


def test_damaged_knowledge_is_one_error_that_names_file_and_line(folder: Path) -> None:
    change(folder, "# gamelore rote table 1", "# gamelore rote table 0", TABLE_FILE)
    with pytest.raises(DamagedFile, match=r"rote\.tsv:1: expected"):
        load_agent(folder)


def test_a_missing_knowledge_file_is_named(folder: Path) -> None:
    (folder / TABLE_FILE).unlink()
    with pytest.raises(GameloreError, match=r"rote\.tsv: no such file"):
        load_agent(folder)


def test_knowledge_that_is_not_text_is_refused(folder: Path) -> None:
    (folder / TABLE_FILE).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DamagedFile, match="not UTF-8"):
        load_agent(folder)


def test_a_folder_without_an_agent_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameloreError, match="is not a learned agent"):
        load_agent(tmp_path)


def test_a_folder_with_foreign_files_is_never_touched(learner: Rote, tmp_path: Path, folder: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "thesis.txt").write_text("mine")
    with pytest.raises(GameloreError, match=r"is not empty and holds no agent\.toml; nothing was written"):
        save_agent(learner, home)
    assert files(home) == {"thesis.txt": "mine"}
    (folder / "notes.txt").write_text("mine too")
    before = files(folder)
    with pytest.raises(GameloreError, match=r"'notes\.txt' is not a file of the agent there; nothing was written"):
        save_agent(learner, folder)
    assert files(folder) == before
    with pytest.raises(GameloreError, match="is a file, not a folder"):
        save_agent(learner, home / "thesis.txt")


def test_a_save_that_fails_half_way_leaves_the_old_agent_and_no_rubbish(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files(folder)
    fresh = Rote(LOSE, RoteSettings())
    written: list[str] = []
    real = gamelore.base.folders._write_within

    def full_disk(path: Path, data: bytes, place: Path) -> None:
        if written:
            raise OSError("no space left on device")
        written.append(path.name)
        real(path, data, place)

    monkeypatch.setattr(gamelore.base.folders, "_write_within", full_disk)
    with pytest.raises(OSError, match="no space"):
        save_agent(fresh, folder)
    assert files(folder) == before
    assert [path.name for path in folder.parent.iterdir()] == ["agent"]


def test_a_save_that_fails_at_the_last_step_puts_the_old_agent_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files(folder)
    real = os.rename

    def refuse(source: Path, target: Path) -> None:
        if target == folder and ".old-" not in Path(source).name:
            raise PermissionError("denied")
        real(source, target)

    monkeypatch.setattr(gamelore.base.folders, "exchange", lambda one, other: False)
    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(PermissionError):
        save_agent(Rote(LOSE, RoteSettings()), folder)
    monkeypatch.undo()
    assert files(folder) == before
    assert [path.name for path in folder.parent.iterdir()] == ["agent"]


def test_files_beside_an_agent_have_plain_names_of_their_own(learner: Rote) -> None:
    for name in ("../out.txt", AGENT_FILE, TABLE_FILE, "", ".."):
        with pytest.raises(ValueError, match="cannot be the name"):
            agent_files(learner, beside={name: "text"})


def test_learners_are_made_by_name() -> None:
    assert "rote" in learner_names()
    assert learner_class("rote") is Rote
    made = new_learner("rote", LOSE, "own")
    assert made.settings == Rote.presets["own"]
    assert knowledge_digest(made) == knowledge_digest(new_learner("rote", LOSE))
    with pytest.raises(UnknownName, match="did you mean 'rote'"):
        new_learner("rot", LOSE)
    with pytest.raises(UnknownName, match="preset of learner rote 'onw' is not known; did you mean 'own'"):
        new_learner("rote", LOSE, "onw")


def test_a_learner_that_does_not_play_a_game_is_refused() -> None:
    @register_learner
    class Sulky(Rote):
        kind = "sulky_test_learner"

        @classmethod
        def plays(cls, game: object) -> bool:
            return False

    with pytest.raises(BadSetting, match="does not play lose_tic_tac_toe"):
        new_learner("sulky_test_learner", LOSE)


def test_text_errors_of_the_game_reach_the_person_as_damage(folder: Path) -> None:
    text = (folder / TABLE_FILE).read_text()
    (folder / TABLE_FILE).write_text(text + "X.X/O.O/... X\tseven\t1\t0\t0\n")
    with pytest.raises(DamagedFile) as caught:
        load_agent(folder)
    assert not isinstance(caught.value, BadText)


@pytest.mark.parametrize("name", learner_names())
def test_a_learner_is_what_its_card_tells(name: str) -> None:
    card, made = learner_card(name), learner_class(name)
    assert (card.kind, card.summary, dict(card.presets)) == (made.kind, made.summary, dict(made.presets))
    assert made.summary
    for game in loadable_games():
        assert card.plays(game) == made.plays(game)
