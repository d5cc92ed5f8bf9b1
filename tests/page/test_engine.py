"""The engine of the page plays by our rules and follows lists as our reader does; a few positions in node.

`make test-page` holds many more against the browser.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.page.agreement import ANSWER, GAMES, cases

from gamelore.app.guide.tables import ENGINE, game_tables, script

NODE = shutil.which("node")
FEW = 40
"""Positions of each game."""


@pytest.mark.page
@pytest.mark.skipif(NODE is None, reason="no node here; the browser is asked the same by `make test-page`")
def test_the_engine_keeps_the_moves_that_our_reader_keeps(tmp_path: Path) -> None:
    assert NODE is not None
    asked = {name: list(cases(game, FEW, seed=7)) for name, game in GAMES.items()}
    questions = [
        {"game": game_tables(GAMES[name]), "cases": [case.question for case in found]} for name, found in asked.items()
    ]
    program = f"{script(ENGINE)}\nconst answer = {ANSWER};\n" + (
        'const asked = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));\n'
        "console.log(JSON.stringify(asked.map(answer)));"
    )
    (tmp_path / "asked.json").write_text(json.dumps(questions))
    for _ in range(3):  # beside other tests node has been seen to stop without an answer; a second call gets one
        told = subprocess.run(
            [NODE, "-e", program, str(tmp_path / "asked.json")], stdin=subprocess.DEVNULL, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        if told.returncode == 0:
            break
    assert told.returncode == 0, told.stderr[-2000:]
    for (name, found), answers in zip(asked.items(), json.loads(told.stdout), strict=True):
        for case, answer in zip(found, answers, strict=True):
            assert answer == case.expected, f"{name}: {case.text}"
