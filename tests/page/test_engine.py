"""The engine of the page plays by our rules and follows lists as our reader does; a few positions in node.

`make test-page` holds many more against the browser.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.board_states import walk
from tests.page.agreement import ANSWER, GAMES, cases

from gamelore.app.guide.board import ENGINE, game_tables
from gamelore.app.guide.document import script
from gamelore.games.board.board import bits
from gamelore.games.board.game import BoardState, Move

NODE = shutil.which("node")
FEW = 40
"""Positions of each game."""


PLAY = """
({game, contests}) => {
  const rules = new Rules(game);
  return contests.map((texts) => {
    let state = rules.first();
    return texts.map((text) => {
      const moves = rules.moves(state), move = moves.find((found) => moveText(found) === text);
      const told = `${moves.map(moveText).join(" ")} ${points(state.own)}|${points(state.other)}|${state.left}`;
      if (move) state = rules.play(state, move);
      return told;
    });
  });
}
"""
"""Contests are replayed, the last text being none: what could be done in each state, and who stands where."""


def asked_of_node(program: str, questions: list[Any], tmp_path: Path) -> Any:
    """What the engine answers to some questions."""
    assert NODE is not None
    whole = f"{script(ENGINE)}\nconst answer = {program};\n" + (
        'const asked = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));\n'
        "console.log(JSON.stringify(asked.map(answer)));"
    )
    (tmp_path / "asked.json").write_text(json.dumps(questions))
    for _ in range(3):  # beside other tests node has been seen to stop without an answer; a second call gets one
        told = subprocess.run(
            [NODE, "-e", whole, str(tmp_path / "asked.json")], stdin=subprocess.DEVNULL, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        if told.returncode == 0:
            break
    assert told.returncode == 0, told.stderr[-2000:]
    return json.loads(told.stdout)


@pytest.mark.page
@pytest.mark.skipif(NODE is None, reason="no node here; the browser is asked the same by `make test-page`")
def test_the_engine_keeps_the_moves_that_our_reader_keeps(tmp_path: Path) -> None:
    asked = {name: list(cases(game, FEW, seed=7)) for name, game in GAMES.items()}
    questions = [
        {"game": game_tables(GAMES[name]), "cases": [case.question for case in found]} for name, found in asked.items()
    ]
    answers = asked_of_node(ANSWER, questions, tmp_path)
    for (name, found), told in zip(asked.items(), answers, strict=True):
        for case, answer in zip(found, told, strict=True):
            assert answer == case.expected, f"{name}: {case.text}"


@pytest.mark.page
@pytest.mark.skipif(NODE is None, reason="no node here")
def test_the_engine_plays_random_contests_as_our_rules_do(tmp_path: Path) -> None:
    """On large boards too, where sets are not numbers any more."""
    walks = {name: [list(walk(game, seed, 100)) for seed in range(3)] for name, game in GAMES.items()}
    questions = []
    for name, contests in walks.items():
        made = [[str(move_between(a, b)) for a, b in pairwise(states)] + [""] for states in contests]
        questions.append({"game": game_tables(GAMES[name]), "contests": made})
    for (name, contests), told in zip(walks.items(), asked_of_node(PLAY, questions, tmp_path), strict=True):
        for states, texts in zip(contests, told, strict=True):
            for state, text in zip(states, texts, strict=True):
                own, other = (",".join(map(str, bits(markers))) for markers in (state.own, state.other))
                moves = " ".join(map(str, state.legal_actions()))
                assert text == f"{moves} {own}|{other}|{state.left}", f"{name}: {state}"


def move_between(state: BoardState, after: BoardState) -> Move:
    """The first move that leads from a state to another."""
    return next(move for move in state.legal_actions() if state.child(move) == after)
