"""What `search:3` decides in 200 states of nine men's morris: lists are taught by it, so that it stands fixed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tests.board_states import board_game, walk

from gamelore.arena.roster import make_player
from gamelore.base.seeds import stream

GOLDEN = Path(__file__).parent / "golden_search.txt"
DECISIONS = 200


def decisions() -> Iterator[str]:
    """A state, the move and what it is worth, a line each: late states of random contests."""
    game = board_game("nine_mens_morris")
    player = make_player("search:3", game)
    states = (state for seed in range(40) for state in list(walk(game, seed, 90))[seed % 7 :: 13])
    for number, state in enumerate(islice((state for state in states if not state.is_terminal()), DECISIONS)):
        decision = player.decide(state.view(state.mover), stream(number))
        yield f"{state} | {decision.action} {decision.reasons[0].strength:.2f}"


def test_the_search_decides_as_it_did_before_the_first_list_was_taught_by_it() -> None:
    golden = GOLDEN.read_text().splitlines()
    assert len(golden) == DECISIONS
    assert len({line.partition(" | ")[2] for line in golden}) > DECISIONS // 2
    assert list(decisions()) == golden
