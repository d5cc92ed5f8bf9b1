"""One golden contest of every game as text: any change of rules, order or notation shows as a difference.

Write the texts anew with `python -m tests.games.test_playthroughs`, and read the difference before you commit it.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from gamelore.base.files import write_text
from gamelore.base.seeds import Phase, stream
from gamelore.games import game_names, load_game

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 42
PLIES = 60


def playthrough(name: str) -> str:
    """A random contest, told state by state."""
    game = load_game(name)
    deal = game.sample_deal(stream(SEED, phase=Phase.SETUP))
    rng = stream(SEED)
    state = game.new_initial_state(deal=deal)
    lines = [f"game: {name} ({game.title})", f"seats: {', '.join(game.seat_names)}", f"deal: {deal}"]
    for ply in range(PLIES):
        lines += ["", f"ply {ply}: {state}"]
        if state.is_terminal():
            break
        actions = state.legal_actions()
        legal = ", ".join(str(action) for action in actions)
        lines.append(f"{game.seat_names[state.current_player()]} to move, {state.stage()}, {len(actions)} legal:")
        lines += textwrap.wrap(legal, 110, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
        action = actions[int(rng.integers(len(actions)))]
        lines.append(f"action: {action}")
        state = state.child(action)
    outcome = state.outcome()
    lines += ["", f"outcome: {'none yet' if outcome is None else f'{outcome.why}; {outcome.returns} {outcome.unit}'}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


@pytest.mark.parametrize("name", game_names())
def test_a_golden_contest_is_played_and_told_as_before(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    assert path.is_file(), "write it with: python -m tests.games.test_playthroughs"
    assert playthrough(name) == path.read_text(encoding="utf-8")


if __name__ == "__main__":
    for each in game_names():
        write_text(FOLDER / f"{each}.txt", playthrough(each))
