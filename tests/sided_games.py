"""Games whose two sides differ, as no file can tell them yet: a race, a hunt with chains, and one who places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from gamelore.games.board.board import Board, mask_of
from gamelore.games.board.game import BoardGame, BoardRules
from gamelore.games.board.sides import Hop, Side
from gamelore.games.core import Horizon

Way = tuple[int, int]
"""Rows down and columns across."""
ROUND = tuple((down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if (down, across) != (0, 0))


def grid(rows: int, columns: int) -> Board:
    drawn = [tuple(r * columns + c for c in range(columns)) for r in range(rows)]
    drawn += [tuple(r * columns + c for r in range(rows)) for c in range(columns)]
    return Board(tuple((float(c), float(r)) for r in range(rows) for c in range(columns)), tuple(drawn))


def side(
    rows: int, columns: int, steps: Iterable[Way], takes: Iterable[Way] = (), hops: Iterable[Way] = (), markers: int = 0
) -> Side:
    """A side that steps, takes and hops in some directions."""

    def there(p: int, way: Way, times: int = 1) -> int | None:
        row, column = p // columns + times * way[0], p % columns + times * way[1]
        return row * columns + column if 0 <= row < rows and 0 <= column < columns else None

    def reached(ways: Iterable[Way]) -> tuple[int, ...]:
        found = [[there(p, way) for way in ways] for p in range(rows * columns)]
        return tuple(mask_of(q for q in places if q is not None) for places in found)

    def hopped(p: int) -> tuple[Hop, ...]:
        found = ((there(p, way), there(p, way, 2)) for way in hops)
        return tuple((over, to) for over, to in found if over is not None and to is not None)

    return Side(reached(tuple(steps)), reached(tuple(takes)), tuple(hopped(p) for p in range(rows * columns)), markers)


def game(name: str, board: Board, start: tuple[int, int], sides: tuple[Side, Side], loses_at: int = 0) -> BoardGame:
    rules = BoardRules(0, line="nothing", loses_at=loses_at)
    return BoardGame(name, name, board, rules, start=start, horizon=Horizon(120), sides=sides)


@cache
def race() -> BoardGame:
    """Breakthrough on 6 x 6 without its goal: steps ahead, takings ahead and aside."""
    up, down = ((-1, -1), (-1, 0), (-1, 1)), ((1, -1), (1, 0), (1, 1))
    sides = side(6, 6, up, (up[0], up[2])), side(6, 6, down, (down[0], down[2]))
    return game("race", grid(6, 6), (mask_of(range(24, 36)), mask_of(range(12))), sides)


@cache
def hunt() -> BoardGame:
    """Two hunters on 7 x 9 who step and hop in all directions, and many who only go down and aside."""
    sides = side(7, 9, ROUND, hops=ROUND), side(7, 9, ((1, 0), (0, 1), (0, -1)))
    herd = mask_of(p for p in range(36) if p % 2)
    return game("hunt", grid(7, 9), (mask_of((58, 62)), herd), sides, loses_at=1)


@cache
def herding() -> BoardGame:
    """Twelve who are placed one by one before they step on 5 x 5, against four who step and hop from the first."""
    sides = side(5, 5, ROUND, markers=12), side(5, 5, ROUND, hops=ROUND)
    return game("herding", grid(5, 5), (0, mask_of((0, 4, 20, 24))), sides)


SIDED_GAMES: dict[str, Callable[[], BoardGame]] = {"race": race, "hunt": hunt, "herding": herding}
