"""The public solver against 360 whole deals that an independent program solved, with the value of every opening move.

The data: a plain alpha-beta search over the rule tables of a public engine of 42, itself checked against that engine's
solver on 11,482 endgames. `seats_0_and_2` are the points those seats take with best play of open hands.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamelore.base.arrays import Ints
from gamelore.games.forty_two import make
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import ALL_POINTS, parse_domino
from gamelore.games.forty_two.rules import Bid, NameTrump, Pass
from gamelore.games.forty_two.table import Table
from gamelore.oracles.forty_two.solver import solve, solve_moves

TRUMPS = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes", "doubles", "none")
DEALS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "forty-two-deals.jsonl").read_text(encoding="utf-8").splitlines()
]


def masks(deal: dict[str, Any]) -> list[int]:
    return [mask_of(parse_domino(text) for text in hand) for hand in deal["hands"]]


def for_seats_0_and_2(points: Ints, leader: int) -> Ints:
    """The solver counts for the declarer's side, and the declarer leads."""
    return points if leader % 2 == 0 else ALL_POINTS - points


def test_the_data_is_whole() -> None:
    assert len(DEALS) == 360
    assert all(sum(mask.bit_count() for mask in masks(deal)) == 28 for deal in DEALS)
    assert {deal["trump"] for deal in DEALS} == set(TRUMPS)


def test_every_deal_has_the_value_that_the_other_program_found() -> None:
    hands = np.array([masks(deal) for deal in DEALS], np.int64)
    trumps = np.array([TRUMPS.index(deal["trump"]) for deal in DEALS])
    leaders = np.array([deal["leader"] for deal in DEALS])
    points = solve(hands, trumps, leaders)
    ours = np.where(leaders % 2 == 0, points, ALL_POINTS - points)
    assert ours.tolist() == [deal["seats_0_and_2"] for deal in DEALS]


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_opening_move_has_its_value(trump: str) -> None:
    for deal in (deal for deal in DEALS if deal["trump"] == trump):
        leader = deal["leader"]
        table = Table(make("modern").rules, (leader - 1) % 4)  # the leader calls first
        for call in (Bid(ALL_POINTS), Pass(), Pass(), Pass()):
            table = table.after(call)
        table = table.after(NameTrump(TRUMPS.index(trump)))
        moves = [parse_domino(text) for text in deal["opening"]]
        assert table.current_player() == leader
        values = solve_moves(np.array([masks(deal)], np.int64), table, moves, low=0, high=ALL_POINTS)[0]
        assert for_seats_0_and_2(values, leader).tolist() == list(deal["opening"].values())
