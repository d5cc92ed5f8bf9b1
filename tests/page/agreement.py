"""Random positions with random lists, and what our own reader keeps of the moves: the page's engine must agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from tests.board_states import BOARD_GAMES, LARGE_GAMES, board_game

from gamelore.app.guide.board import line_tables, position_table, sets_told
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.maxims.boards import BoardReader
from gamelore.learners.maxims.lines import Line, narrow

LINES = 6
"""Lines of a random list."""
PLIES = 120
"""Where a random contest is left."""
SHARE = 0.15
"""The share of its positions that is asked about: those of one contest are alike."""
GAMES: Mapping[str, BoardGame] = {
    **{name: board_game(name) for name in (*BOARD_GAMES, *LARGE_GAMES)},
    "flying": board_game("five_mens_morris", flying_at=3, capture_in_line="always"),
    "spared": board_game("six_mens_morris", flying_at=4, capture_in_line="never"),
    "blocked": board_game("pong_hau_ki", blocked="draws"),
}
"""Every board game, large boards, and rules that none of them has."""

ANSWER = """
({game, cases}) => {
  const rules = new Rules(game);
  return cases.map(({state, made, lines}) => {
    const before = made.map(({mine, theirs, rest}) => ({ mine: setOf(mine), theirs: setOf(theirs), rest }));
    const found = narrow(rules, lines, stateOf(state), before);
    const kept = found.kept.map(({applies, left}) => `${applies} ${left.join(" ")}`);
    return [found.moves.map(moveText).join(" "), ...kept].join("|");
  });
}
"""
"""What the engine is asked."""


@dataclass(frozen=True)
class Case:
    """A position as the engine takes it, and what is expected."""

    question: dict[str, Any]
    expected: str
    text: str


def cases(game: BoardGame, count: int, seed: int) -> Iterator[Case]:
    """So many positions of random contests, each with a list of its own."""
    rng, reader = np.random.default_rng(seed), BoardReader(game)
    conditions, found = list(reader.wording.conditions), 0
    words = [line for condition in conditions for line in reader.wording.lines(condition)]
    while True:
        reader.begin()
        made: list[list[dict[str, int | str]]] = [[], []]
        state = game.new_initial_state()
        for _ in range(PLIES):
            moves = state.legal_actions()
            if not moves:
                break
            if rng.random() < SHARE:
                lines = [words[int(n)] for n in rng.integers(len(words), size=LINES)]
                yield _case(reader, state, lines, made[state.mover])
                found += 1
                if found == count:
                    return
            move = moves[int(rng.integers(len(moves)))]
            reader.made(state.view(state.mover), move)
            after = state.child(move)
            mine, theirs = sets_told(game, (after.other, after.own))
            made[state.mover].append({"mine": mine, "theirs": theirs, "rest": after.left})
            state = after


def _case(reader: BoardReader, state: BoardState, lines: list[Line], made: list[dict[str, int | str]]) -> Case:
    actions, values = reader.values(state.view(state.mover), lines)
    kept = narrow(lines, len(actions), values).kept[1:]
    applies = ["false" if value is None else "true" for value in values]
    parts = [f"{a} {' '.join(map(str, left))}" for a, left in zip(applies, kept, strict=True)]
    asked = any(line.measure == "returns" for line in lines)
    question = {"state": position_table(state), "made": list(made) if asked else [], "lines": line_tables(lines)}
    return Case(question, "|".join([" ".join(map(str, actions)), *parts]), f"{state}: {'; '.join(map(str, lines))}")
