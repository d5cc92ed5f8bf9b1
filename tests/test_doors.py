"""Doors for strangers: entry points and `module:name` where a person types, and never a door in a file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from gamelore.app.cli import main
from gamelore.base.errors import BadSetting, GameloreError, NotAvailable, UnknownName
from gamelore.base.files import to_json
from gamelore.base.registry import Registry
from gamelore.games import load_game
from gamelore.games import registry as games
from gamelore.games.check import check_game
from gamelore.games.registry import game_names, typed_game
from gamelore.lab.engine.executor import open_workers
from gamelore.learners import registry as learners
from gamelore.learners.advisors import faculty as faculties
from gamelore.learners.registry import learner_class, learner_names, load_agent, typed_learner

EXAMPLES = Path(__file__).parent.parent / "examples"
MATCHES, HABIT = "gamelore_examples.matches:Matches", "gamelore_examples.habit:Habit"
COURSE = ("--players", "unsolved=search", "--contests", "6")


@pytest.fixture(autouse=True)
def nothing_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test opens is closed after it."""
    for registry in (games._MAKERS, learners._LEARNERS, faculties._FACULTIES):
        monkeypatch.setattr(registry, "_known", dict(registry._known))
        monkeypatch.setattr(registry, "typed", [])
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who works in the folder of the example package, which is not installed."""
    monkeypatch.chdir(EXAMPLES)


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gamelore", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


# --- typed by a person ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("at_home")
def test_what_a_person_types_is_known_by_its_own_name() -> None:
    assert typed_game(MATCHES) == "matches"
    assert typed_learner(HABIT) == "habit"
    assert load_game("matches", matches=5).parameters == {"matches": 5}
    assert learner_class("habit").kind == "habit"
    assert "matches" in game_names()
    assert "habit" in learner_names()
    assert (typed_game("tic_tac_toe"), typed_game("c:/mine.toml"), typed_learner("rote")) == (
        "tic_tac_toe",
        "c:/mine.toml",
        "rote",
    )
    assert typed_game(MATCHES) == "matches"  # twice is no contradiction
    with pytest.raises(NotAvailable, match="unexpected keyword argument 'flying_at'"):
        load_game("matches", flying_at=3)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("no_such_module:Thing", "game no_such_module:Thing cannot be loaded: ModuleNotFoundError"),
        ("gamelore_examples.matches:Nothing", "cannot be loaded: AttributeError"),
        (":Thing", "cannot be loaded: ValueError"),
        ("os:sep", "cannot be made: TypeError"),
        ("os:getcwd", "str is no Game"),
        ("gamelore_examples.matches:Heap", "cannot be made: TypeError"),
    ],
)
@pytest.mark.usefixtures("at_home")
def test_what_is_no_game_is_refused_in_one_sentence(place: str, message: str) -> None:
    with pytest.raises(NotAvailable, match=message):
        typed_game(place)
    assert games.typed_game_places() == []


@pytest.mark.usefixtures("at_home")
def test_what_is_no_learner_or_takes_a_name_that_is_known_is_refused() -> None:
    with pytest.raises(NotAvailable, match="is no subclass of Learner with a kind"):
        typed_learner("os:getcwd")
    with pytest.raises(NotAvailable, match="is no subclass of Learner with a kind"):
        typed_learner("gamelore.learners.core:Learner")
    from gamelore_examples.habit import Habit
    from gamelore_examples.matches import Matches

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Habit, "kind", "rote")
        with pytest.raises(BadSetting, match="a learner named 'rote' is known already"):
            typed_learner(HABIT)
        for name in ("tic_tac_toe", "draw_poker"):
            patch.setattr(Matches, "name", name)
            with pytest.raises(BadSetting, match=f"a game named '{name}' is known already"):
                typed_game(MATCHES)


@pytest.mark.usefixtures("at_home")
def test_commands_take_what_a_person_types(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agent = str(tmp_path / "agent")
    for _ in range(2):  # the second time the finished course is found again
        assert main(["learn", MATCHES, "--learner", HABIT, "--with", "matches=9", *COURSE, "--out", agent]) == 0
    assert main(["check", MATCHES]) == 0
    assert main(["check", HABIT]) == 0
    assert main(["games", MATCHES]) == 0
    assert main(["check", agent]) == 0
    assert main(["explain", agent, "7 X"]) == 0
    assert "habit, against it: Contests with take" in capsys.readouterr().out
    assert 'learner = "habit"' in (tmp_path / "agent" / "agent.toml").read_text()
    assert main(["solve", MATCHES]) == 2
    assert "only board games can be solved" in capsys.readouterr().err


@pytest.mark.usefixtures("at_home")
def test_an_agent_of_what_was_typed_needs_an_entry_point_elsewhere(tmp_path: Path) -> None:
    assert main(["learn", "tic_tac_toe", "--learner", HABIT, "--contests", "2", "--out", str(tmp_path / "agent")]) == 0
    learners._LEARNERS._known.pop("habit")
    with pytest.raises(GameloreError, match="learner 'habit' is not known") as caught:
        load_agent(tmp_path / "agent")
    assert "needs an entry point of this name in the group gamelore.learners" in str(caught.value)


@pytest.mark.slow
def test_worker_processes_know_what_was_typed(tmp_path: Path) -> None:
    course = ("--runs", "2", "--tests", "2", "--contests", "4", "--regime", "fixed_length", "--json")
    told = [
        run("compare", MATCHES, "--learner", HABIT, *course, *more, "--out", str(tmp_path / more[-1]),
            PYTHONPATH=os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")]))
        for more in (("--processes", "1"), ("--processes", "2"))
    ]  # fmt: skip
    assert told[0].returncode == 0, told[0].stderr
    found = [json.loads(answer.stdout) for answer in told]
    assert all(variant.pop("times")["seconds"] > 0 for variants in found for variant in variants)
    assert found[0] == found[1]
    assert found[0][0]["game"] == "matches"


@pytest.mark.usefixtures("at_home")
def test_a_cluster_cannot_know_what_was_typed_here() -> None:
    typed_game(MATCHES)
    with pytest.raises(NotAvailable, match="is known on this machine only"), open_workers(cluster="tcp://nowhere:1"):
        pass


# --- installed --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example package in it: a wheel, unpacked, which is what an installer does with one."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=EXAMPLES, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


PROGRAM = """
import sys
from gamelore.app.cli import main
assert main(["games", "--json"]) == 0
assert main(["learners", "--json"]) == 0
assert main(["check", "matches"]) == 0
assert main(["check", "habit"]) == 0
course = ["--players", "unsolved=search", "--contests", "6"]
assert main(["learn", "matches", "--learner", "habit", *course, "--out", "a"]) == 0
assert main(["test", "a", "--against", "random", "--contests", "2"]) == 0
hoyle = ["learn", "tic_tac_toe", "--learner", "hoyle", "--preset", "l03", "--set", "faculties=favourites"]
assert main([*hoyle, "--regime", "double_cycle", "--contests", "8", "--out", "b"]) == 0
import gamelore
agent = gamelore.load_agent("b")
assert any("Experts moved to" in sentence for sentence in agent.learner.lore())
told = gamelore.explain(gamelore.load_agent("a"), gamelore.load_game("matches").parse_state("6 O"))
assert told.decision.by == "habit" and len(told.reasons) == 3
"""


def test_an_installed_package_is_known_everywhere(installed: Path, tmp_path: Path) -> None:
    path = os.pathsep.join([str(installed), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, cwd=tmp_path, check=False,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert '"Take one to three matches; whoever takes the last one wins."' in done.stdout
    assert '"does again what went well, wherever it is"' in done.stdout
    assert "favourites.tsv" in {path.name for path in (tmp_path / "b").iterdir()}


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Entry points to a module that cannot be imported, to what is no game, and to what has another name."""
    (tmp_path / "raises_here.py").write_text("raise RuntimeError('bad day')")
    (tmp_path / "half.py").write_text(
        "from gamelore import Learner\nclass Halfway(Learner):\n    kind = 'halfway'\n    summary = 'without presets'\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    places = {
        "absent": "no_such_module:make", "raises": "raises_here:make", "odd": "os:sep", "renamed": MATCHES,
        "tic_tac_toe": "os:sep", "halfway": "half:Halfway",
    }  # fmt: skip
    for registry in (games._MAKERS, learners._LEARNERS):
        entries = {name: EntryPoint(name, place, registry.group) for name, place in places.items()}
        monkeypatch.setitem(registry.__dict__, "_installed", entries)


@pytest.mark.usefixtures("broken")
def test_a_broken_entry_point_is_listed_as_broken_and_breaks_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert "bad day" in rows["raises"]["broken"]
    assert "no_such_module" in rows["absent"]["broken"]
    assert "cannot be made" in rows["odd"]["broken"]
    assert "calls itself 'matches'" in rows["renamed"]["broken"]
    assert rows["tic_tac_toe"]["title"] == "Tic-tac-toe"
    assert main(["learners", "--json"]) == 0
    rows = {row["learner"]: row for row in json.loads(capsys.readouterr().out)}
    assert "bad day" in rows["raises"]["broken"]
    assert "presets" in rows["halfway"]["broken"]
    assert "tic_tac_toe" in rows["rote"]["plays"]
    assert main(["games"]) == 0
    assert main(["learners"]) == 0
    assert main(["check", "rote"]) == 0
    capsys.readouterr()
    assert main(["play", "raises"]) == 2
    assert capsys.readouterr().err.startswith("gamelore: game 'raises' of the entry point raises_here:make cannot be")


# --- never from a file ------------------------------------------------------------------------------------------------

AGENT = """
version = 1
gamelore = "0"
learner = "{learner}"
game = "{game}"
beside = []
[parameters]
{parameters}
[settings]
[facts]
[files]
"""


@pytest.fixture
def canary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], bool]]:
    """A module `canary` that could be imported; whether it was."""
    (tmp_path / "canary.py").write_text("def bird(*_, **__): raise SystemExit('the canary sings')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield lambda: "canary" in sys.modules
    sys.modules.pop("canary", None)


@pytest.mark.parametrize(
    ("learner", "game", "parameters"),
    [
        ("canary:bird", "tic_tac_toe", ""),
        ("rote", "canary:bird", ""),
        ("rote", "canary", ""),
        ("rote", "tic_tac_toe", 'maker = "canary:bird"'),
        ("rote", "draw_poker", '__class__ = "canary:bird"'),
        ("rote", "forty_two", 'self = "canary:bird"'),
        ("rote", "tic_tac_toe", "markers = { canary = 'bird' }"),
    ],
)
def test_an_agent_never_imports_code(
    learner: str, game: str, parameters: str, canary: Callable[[], bool], tmp_path: Path
) -> None:
    (tmp_path / "agent.toml").write_text(AGENT.format(learner=learner, game=game, parameters=parameters))
    with pytest.raises(GameloreError, match=r"agent\.toml: "):
        load_agent(tmp_path)
    assert not canary()


@pytest.mark.parametrize(
    "change",
    [{"game": "canary:bird"}, {"game": "canary"}, {"parameters": {"maker": "canary:bird"}}, {"parameters": {"": 1}}],
)
def test_a_record_never_imports_code(
    change: dict[str, object], canary: Callable[[], bool], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = {"version": 1, "game": "tic_tac_toe", "players": ["a", "b"], "actions": [], "returns": [0.0, 0.0]}
    (tmp_path / "mine.jsonl").write_text(to_json({**content, "ended": "rules", **change}) + "\n")
    assert main(["check", "mine.jsonl"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("gamelore: mine.jsonl:1: ")
    assert told.count("\n") == 1
    assert not canary()


@pytest.mark.parametrize("change", [{"game": "canary:bird"}, {"learner": "canary:bird"}, {"player": "canary:bird"}])
def test_an_experiment_never_imports_code(
    change: dict[str, object], canary: Callable[[], bool], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    experiment = {"game": "tic_tac_toe", "learner": "rote", "regime": "fixed_length", "runs": 1, "seed": 0, **change}
    (tmp_path / "experiment.json").write_text(to_json({"experiment": experiment, "digest": "0"}))
    assert main(["check", "."]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not canary()


def test_a_board_game_of_a_file_never_imports_code(canary: Callable[[], bool], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('format = 1\nname = "mine"\ntitle = "M"\nboard = { like = "canary:bird" }\n')
    with pytest.raises(GameloreError, match="canary:bird"):
        load_game("mine.toml")
    assert not canary()


def test_a_name_that_is_looked_up_never_imports_code(canary: Callable[[], bool]) -> None:
    for find in (load_game, learner_class, Registry[object]("thing", {}).find):
        with pytest.raises(UnknownName, match="'canary:bird' is not known"):
            find("canary:bird")
    assert not canary()


def test_the_example_game_keeps_every_promise_with_another_number(at_home: None) -> None:
    from gamelore.base.seeds import stream

    typed_game(MATCHES)
    assert check_game(load_game("matches", matches=40), stream(1)).finished == 10
