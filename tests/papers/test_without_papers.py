"""A house without papers: all but their tables and commands is there, and nobody looks for them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

HIDE = '''
import sys
from importlib.abc import MetaPathFinder

class Hidden(MetaPathFinder):
    """Finds no paper, as if their folder had been removed."""

    def find_spec(self, name, path, target=None):
        if name == "gamelore.papers" or name.startswith("gamelore.papers."):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
'''
COMMAND = "from gamelore.app.cli import main; sys.exit(main(sys.argv[1:]))"
DEMO = """
from gamelore.app.demo import course, main, maxims
course.CONTESTS, course.TESTS, maxims.CONTESTS, maxims.TESTS = 12, 4, 20_000, 4
sys.exit(main(sys.argv[1:]))
"""
SERVE = """
from pathlib import Path
from starlette.testclient import TestClient
from gamelore.app.cli import app
from gamelore.app.page.door.guard import Door
from gamelore.app.page.server import WebPage
page = WebPage(Path("data"), Door(), background=False)
with TestClient(page.api), TestClient(page.app, base_url="http://127.0.0.1:8042") as client:
    print(client.get("/").status_code)
"""


def hidden(folder: Path, *arguments: str, program: str = COMMAND) -> subprocess.CompletedProcess[str]:
    """A program where no paper can be found, with its output."""
    line = [sys.executable, "-c", HIDE + program, *arguments]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False, timeout=280)


def said(folder: Path, *arguments: str, program: str = COMMAND) -> str:
    done = hidden(folder, *arguments, program=program)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("learner", ["maxims", "rote"])
def test_the_demonstration_shows_ours_alone(tmp_path: Path, learner: str) -> None:
    told = said(tmp_path, "--learner", learner, "--out", "demo", program=DEMO)
    assert "Tested" in told
    assert "published" not in told
    assert "means over 10 and 20 runs" not in told


def test_an_agent_is_taught_tested_explained_and_set_beside_another(tmp_path: Path) -> None:
    said(tmp_path, "learn", "lose_tic_tac_toe", "--learner", "maxims", "--contests", "7000", "--out", "agent")
    assert "perfect" in said(tmp_path, "test", "agent", "--contests", "4")
    assert "plays" in said(tmp_path, "explain", "agent", ".../.X./... O")
    assert "1." in said(tmp_path, "guide", "tic_tac_toe")
    beside = said(tmp_path, "guide", "agent", "--beside", "rote", "--contests", "4", "--json")
    assert "rote, ours" in beside
    assert "2003" not in beside


def test_the_page_answers(tmp_path: Path) -> None:
    assert said(tmp_path, program=SERVE) == "200\n"


def test_the_commands_and_tables_of_papers_are_not_known_and_our_own_are(tmp_path: Path) -> None:
    commands = set(re.findall(r"^  (\w+) ", said(tmp_path, "--help"), re.MULTILINE))
    assert {"reproduce", "learn", "serve"} <= commands
    assert "models" not in commands
    tables = said(tmp_path, "reproduce", "--json")
    assert set(re.findall(r'"table": "(.+)"', tables)) == {
        "c-marks", "c-played", "c-quality", "maxims", "maxims-42", "poker-practice",
    }  # fmt: skip
    refused = hidden(tmp_path, "reproduce", "w68-5.1")
    assert refused.returncode == 2
    assert refused.stderr.startswith("gamelore: table 'w68-5.1' is not known")
    ours = said(tmp_path, "reproduce", "maxims-42", "--rows", "playing", "--runs", "1", "--seed", "7")
    assert "5000 deals a run; seed 7" in ours


def test_a_paper_that_cannot_find_something_else_is_not_taken_for_a_missing_one(tmp_path: Path) -> None:
    broken = HIDE.replace('"gamelore.papers"', '"gamelore.papers.carberry"').replace('papers."', 'papers.carberry."')
    done = subprocess.run(
        [sys.executable, "-c", broken + COMMAND, "--help"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "cannot import name 'carberry'" in done.stderr
