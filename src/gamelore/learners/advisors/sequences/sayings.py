"""What sequences say, as a person would read it, and the mill shuttle recognised by what it does.

Lock (2003, Figure 21) shows a learned sequence that closes a mill, opens it and can close it again: "a crucial sequence
for winning five men's morris". Nothing here knows mills; a shuttle is own slides between the same two positions of
which one takes a marker.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from gamelore.games.board.codes import goal_of, is_capture, is_slide, start_of
from gamelore.games.board.game import PLACING, SLIDING, BoardGame
from gamelore.learners.advisors.sequences.context_pairs import Pairs
from gamelore.learners.advisors.sequences.contexts import EITHER, side_name
from gamelore.learners.advisors.sequences.forms import ABSENT, ANY, Context, context_text, move_text
from gamelore.learners.advisors.sequences.settings import SeqSettings

SHUTTLE = "mill shuttle"

_WAYS = 3
"""How many ways to go on are told; people read a few statements and are confused by many."""


def own_moves(moves: Sequence[int]) -> list[int]:
    """The own moves of a sequence."""
    return [code for code in moves[::2] if code != ABSENT]


def is_shuttle(moves: Sequence[int]) -> bool:
    """Whether the own moves of a sequence slide a marker back and forth between two positions, and take one."""
    own = own_moves(moves)
    if len(own) < 2 or not all(is_slide(code) for code in own) or not any(is_capture(code) for code in own):
        return False
    ends = [(start_of(code), goal_of(code)) for code in own]
    return all(there == back[::-1] for there, back in pairwise(ends))


def say_tree(tree: Sequence[Sequence[int]], other: str) -> str:
    """Sequences with the same first move as advice: the move, then what follows upon which reply."""
    said = f"play {move_text(tree[0][0])}"
    ways = [_say_rest(moves, other) for moves in tree[:_WAYS] if moves[2] != ABSENT]
    if ways:
        said += f", then, {'; or, '.join(ways)}"
    return said if len(tree) <= _WAYS else f"{said}; or {len(tree) - _WAYS} more ways to go on"


def _say_rest(moves: Sequence[int], other: str) -> str:
    steps = []
    for reply, own in zip(moves[1::2], moves[2::2], strict=True):
        if own != ABSENT:
            when = f"whatever {other} does" if reply == ANY else f"if {other} answers {move_text(reply)}"
            steps.append(f"{when}, {move_text(own)}")
    return ", then, ".join(steps)


def say_pair(
    game: BoardGame,
    settings: SeqSettings,
    group: int,
    context: Context,
    tree: Sequence[Sequence[int]],
    judged: tuple[int, int],
) -> str:
    """One pair in one orientation, with how often it was right, and of how often."""
    me = side_name(game, group, settings.merge_colours)
    them = "the other" if me == EITHER else next(n for n in game.seat_names if n != me)
    where = context_text(game, context, group >= 2)
    name = f"{SHUTTLE}: " if any(is_shuttle(moves) for moves in tree) else ""
    right = f"right in {judged[0]} of {judged[1]} turns" if judged[1] else "never judged"
    return f"{name}{say_tree(tree, them)}, where {where} ({right})"


def lore(pairs: Pairs, most: int) -> list[str]:
    """The pairs of most worth as sentences: first the best shuttle of each side, then those right most often."""
    trusted = pairs.weights() >= pairs.settings.segments[-1]
    # A pair that was right twice in two turns is worth less than one that was right in twenty of twenty-one.
    worth = ((pairs.rights + 1) / (pairs.totals + 2))[pairs.tree_pairs]
    shuttles: dict[int, int] = {}
    best: dict[int, int] = {}
    for place in np.lexsort((pairs.tree_pairs, -worth)).tolist():
        pair = int(pairs.tree_pairs[place])
        if trusted[pair] and is_shuttle(pairs.tree_moves[place].tolist()):
            shuttles.setdefault(int(pairs.groups[pair]), place)
        elif trusted[pair]:
            best.setdefault(pair, place)
    places = [*(place for _, place in sorted(shuttles.items())), *best.values()]
    return [_say_line(pairs, place) for place in places[:most]]


def _say_line(pairs: Pairs, place: int) -> str:
    pair, first = int(pairs.tree_pairs[place]), pairs.tree_moves[place]
    group = int(pairs.groups[pair])
    side = side_name(pairs.game, group, pairs.settings.merge_colours)
    context = Context(*pairs.masks[pair].tolist())
    alike = (pairs.tree_pairs == pair) & (pairs.tree_moves[:, 0] == first[0])
    tree = sorted(pairs.tree_moves[alike].tolist(), key=lambda moves: moves != first.tolist())
    judged = int(pairs.rights[pair]), int(pairs.totals[pair])
    said = say_pair(pairs.game, pairs.settings, group, context, tree, judged)
    return f"{side}, {(PLACING, SLIDING)[group % 2]}, weight {pairs.weights()[pair]:.2f}: {said}"
