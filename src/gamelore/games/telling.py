"""The rules of a game in sentences and how its moves are written, from the parts that its kit names.

Of a game that names none the summary is told, and a move of its first state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gamelore.games.core import AnyGame, AnyState

Tell = Callable[[AnyGame], Iterable[str]]

LONGEST = 200
"""Plies of a contest in which examples are looked for."""
STRIDES = (0, 1, 3, 7)
"""How such contests choose: the first legal action, or one that so many steps further on from ply to ply."""


def rules_in_words(game: AnyGame) -> tuple[str, ...]:
    """What somebody must know who sits down for the first time."""
    tell: Tell | None = game.kit.part("telling")
    if tell is not None:
        return tuple(tell(game))
    return (game.summary,) if game.summary else ()


def notation_in_words(game: AnyGame) -> tuple[str, ...]:
    """How a move is written, with examples."""
    tell: Tell | None = game.kit.part("notation")
    if tell is not None:
        return tuple(tell(game))
    first = next(example_states(game), None)
    legal = () if first is None else first.legal_actions()
    return (f"A move is written as the program lists it, for example {legal[0]}.",) if legal else ()


def example_states(game: AnyGame) -> Iterator[AnyState]:
    """States of some contests in which everybody chooses by counting, so that nothing is drawn by chance.

    Games that deal hands are dealt by a seed that never changes.
    """
    first: AnyState
    if game.perfect_information:
        first = game.new_initial_state()
    else:
        from gamelore.base.seeds import stream

        first = game.new_initial_state(stream(0))
    for stride in STRIDES:
        state = first
        for ply in range(LONGEST):
            legal = state.legal_actions()
            if not legal:
                break
            yield state
            state = state.child(legal[stride * ply % len(legal)])
