"""Exact play of 42, checked by plain minimax on late positions and by another order of moves on whole deals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from gamelore.base.arrays import Ints
from gamelore.base.errors import ImpossibleState
from gamelore.games.forty_two import Deal, FortyTwoState, make, parse_deal, random_deal
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import TRUMP_NAMES, Domino
from gamelore.games.forty_two.rules import Bid, NameTrump, Play
from gamelore.games.forty_two.table import Table
from gamelore.oracles.forty_two.solver import exact_points, exact_value, makes, solve, solve_moves

MODERN = make("modern")
SAMPLE = parse_deal(
    "A | 5-5 5-1 4-4 6-4 1-0 2-1 3-2 | 2-2 6-2 5-3 5-4 4-0 3-3 1-1 "
    "| 0-0 6-0 2-0 5-2 4-2 4-3 3-1 | 6-6 6-5 6-3 6-1 4-1 3-0 5-0"
)


def minimax(table: Table, hands: dict[int, tuple[Domino, ...]]) -> int:
    """Points of declarer's side by the rules alone: no pruning, no table, play to the last domino."""
    player = (table.leader + len(table.trick)) % 4
    if not hands[player]:
        return table.points(table.declarer % 2)
    values = []
    for domino in table.playable(hands[player]):
        rest = {**hands, player: tuple(d for d in hands[player] if d != domino)}
        values.append(minimax(table.after(Play(domino)), rest))
    return max(values) if player % 2 == table.declarer % 2 else min(values)


def late_position(rng: np.random.Generator, left: int) -> tuple[Table, dict[int, tuple[Domino, ...]]]:
    """A random position with some dominoes left, whoever is on lead, under any trump."""
    deal = random_deal(rng)
    table = Table(MODERN.rules, deal.dealer)
    for place in range(4):
        table = table.after(Bid(30)) if place == int(rng.integers(4)) and not any(table.calls) else table.after(PASS)
    if not any(table.calls):
        table = Table(MODERN.rules, deal.dealer, (30, 0, 0, 0))
    table = table.after(NameTrump(int(rng.integers(len(TRUMP_NAMES)))))
    hands = dict(enumerate(deal.hands))
    for _ in range(28 - left):
        player = (table.leader + len(table.trick)) % 4
        legal = table.playable(hands[player])
        domino = legal[int(rng.integers(len(legal)))]
        hands[player] = tuple(d for d in hands[player] if d != domino)
        table = table.after(Play(domino))
    return table, hands


PASS = MODERN.parse_action("pass")


def solved(table: Table, hands: dict[int, tuple[Domino, ...]], low: int = 0, high: int = 42) -> int:
    return int(solved_moves(table, hands, (), low, high)[0])


def solved_moves(
    table: Table, hands: dict[int, tuple[Domino, ...]], moves: Sequence[Domino], low: int = 0, high: int = 42
) -> Ints:
    """The solver's points after each move, even where the contract is decided already; best play for no moves."""
    from gamelore.oracles.forty_two import solver

    worlds = np.array([[mask_of(hands[seat]) for seat in range(4)]], np.int64)
    taken = table.points(table.declarer % 2)
    trick, chosen = (np.array([d.number for d in dominoes], np.int64) for dominoes in (table.trick, moves))
    assert table.trump is not None
    points: Ints = solver._run(
        worlds, np.array([table.trump]), np.array([table.declarer]), table.leader, trick,
        chosen if moves else np.array([-1]), low - taken, high - taken, True,
    )[0]  # fmt: skip
    return taken + points


@pytest.mark.parametrize(("left", "positions"), [(4, 40), (7, 40), (9, 60), (11, 30), (12, 15)])
def test_late_positions_have_the_value_of_plain_minimax(left: int, positions: int) -> None:
    rng = np.random.default_rng(left)
    for _ in range(positions):
        table, hands = late_position(rng, left)
        truth = minimax(table, hands)
        assert solved(table, hands) == truth
        assert solved(table, hands, 29, 30) == (30 if truth >= 30 else 29)


def test_whole_deals_have_the_same_value_in_another_order_of_moves() -> None:
    rng = np.random.default_rng(3)
    deals = np.array([[mask_of(h) for h in random_deal(rng).hands] for _ in range(27)], np.int64)
    trumps = np.arange(27) % len(TRUMP_NAMES)
    declarers = np.arange(27) % 4
    value = solve(deals, trumps, declarers)
    assert (solve(deals, trumps, declarers, ordered=False) == value).all()


def test_the_decision_and_the_clipped_value_agree_with_the_exact_one() -> None:
    rng = np.random.default_rng(4)
    deals = np.array([[mask_of(h) for h in random_deal(rng).hands] for _ in range(60)], np.int64)
    value = solve(deals, 5, 2)
    assert (solve(deals, 5, 2, low=28) == value.clip(28)).all()
    for bid in (30, 31, 36, 42):
        assert ((solve(deals, 5, 2, low=bid - 1, high=bid) == bid) == (value >= bid)).all()


@pytest.mark.parametrize("left", [5, 8, 10, 11])
def test_every_move_has_the_value_of_plain_minimax_after_it(left: int) -> None:
    rng = np.random.default_rng(6 + left)
    for _ in range(20):
        table, hands = late_position(rng, left)
        player = (table.leader + len(table.trick)) % 4
        moves = table.playable(hands[player])
        truth = [
            minimax(table.after(Play(d)), {**hands, player: tuple(e for e in hands[player] if e != d)}) for d in moves
        ]
        assert solved_moves(table, hands, moves).tolist() == truth
        assert solved(table, hands) == (max(truth) if player % 2 == table.declarer % 2 else min(truth))


def test_solving_moves_in_play_is_what_the_position_is_worth() -> None:
    rng = np.random.default_rng(6)
    positions = [late_position(rng, int(rng.integers(8, 17))) for _ in range(40)]
    open_ones = [(table, hands) for table, hands in positions if table.made() is None]
    assert len(open_ones) >= 15
    for table, hands in open_ones:
        player = table.current_player()
        worlds = np.array([[mask_of(hands[seat]) for seat in range(4)]], np.int64)
        values = solve_moves(worlds, table, table.playable(hands[player]), low=0, high=42)[0]
        best = values.max() if player % 2 == table.declarer % 2 else values.min()
        assert best == solve_moves(worlds, table, (), low=0, high=42)[0, 0] == solved(table, hands)


def test_the_sample_deal_is_a_lay_down_for_its_declarer() -> None:
    points = exact_points(SAMPLE, 2, 0)
    assert makes(SAMPLE, 2, 0, 31)
    assert makes(SAMPLE, 2, 0, points)
    assert points == 42 or not makes(SAMPLE, 2, 0, points + 1)
    state: FortyTwoState = make().parse_state(f"{SAMPLE} : bid 30, pass, bid 31, pass, trump 0")
    assert exact_value(state) == points


def test_a_hand_of_all_trumps_takes_everything() -> None:
    from gamelore.games.forty_two.dominoes import DOMINOES, members

    rest = [d for d in DOMINOES if d not in members(3)]
    deal = Deal(0, (members(3), tuple(rest[:7]), tuple(rest[7:14]), tuple(rest[14:])))
    assert exact_points(deal, 0, 3) == 42
    assert exact_points(deal, 1, 3) == 0


def test_there_is_nothing_to_solve_before_trump_is_named() -> None:
    state = make().initial_state(str(SAMPLE))
    with pytest.raises(ImpossibleState, match="nothing to solve while the stage is 'bidding'"):
        exact_value(state)
