"""What "perfect" means: which actions a perfect player may take in a state, and with which chances.

It secures the best outcome attainable and picks at random among equals (Epstein, Gelfand and Lock 1998, section 4); a
style says which equals it prefers. The challengers are perfect players who err in a share of their moves. The earlier
papers err at random; Lock (2003, section 2.3) errs *reasonably*. Her printed baselines fit random errors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.errors import BadSetting
from gamelore.games.board.board import mask_of
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.board.tables import move_capacity, move_of
from gamelore.games.core import Action, AnyGame, AnyState
from gamelore.oracles.board.retrograde import Solution, Value

if TYPE_CHECKING:
    from gamelore.oracles.board._style_kernels import Manner

Style = Literal["uniform", "opening_restricted", "assertive", "steady"]
"""How a perfect player chooses among equals. `uniform` takes each as likely; `opening_restricted` does too, but opens
as `OPENINGS` says; `assertive` prefers the shortest win, else a capture, else the move after which the largest share of
replies loses; `steady` prefers the shortest win, else a capture, and else always makes the board that comes first in
the order of normal forms: it repeats itself and sets no traps."""

STYLES: tuple[Style, ...] = get_args(Style)

ERRORS = {"perfect": 0.0, "expert": 0.10, "novice": 0.70, "random": 1.0}
"""In what share of their moves the four challengers of every published test err, strongest first (Epstein, Gelfand and
Lock 1998, section 4; Lock 2003, section 2.3)."""

OPENINGS: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {
    "tic_tac_toe": {(): ("1", "3", "5", "7", "9")},
    "lose_tic_tac_toe": {("5",): ("1", "3", "7", "9")},
}
"""For `opening_restricted`: after these moves only these answers, as the hand-coded players of 1998 must have played:
centre or corner at tic-tac-toe, a corner against the centre at lose tic-tac-toe (section 5)."""

_KEPT = 1 << 16
"""How many states keep their candidates; a five men's morris run meets about 12,000."""


class Oracle(Protocol):
    """Whoever knows the truth: a solved game, or a search in a test."""

    def action_values(self, state: Any) -> Sequence[tuple[Action, Value]]:
        """Every legal action with its value for the mover."""


class PerfectChoice:
    """The choice of a perfect player of one style; one who is `steady` strays from it in a share of the moves."""

    def __init__(self, game: AnyGame, oracle: Oracle, style: Style = "uniform", stray: float = 0.0) -> None:
        if style not in STYLES:
            raise BadSetting(f"a perfect player is {', '.join(STYLES)}, not '{style}'")
        if style == "steady" and not isinstance(game, BoardGame):
            raise BadSetting(f"style steady is defined for board games, not for {game.name}")
        self.oracle = oracle
        self.style = style
        self.stray = stray if style == "steady" else 0.0
        self._openings: Mapping[Any, frozenset[Move]] = _openings(game) if style == "opening_restricted" else {}
        choose = self.compiled if isinstance(oracle, Solution) else self.plainly
        self.candidates: Callable[[AnyState], tuple[Action, ...]] = lru_cache(maxsize=_KEPT)(choose)
        """The actions among which it picks, each as likely, in the order of the legal actions."""

    def plainly(self, state: AnyState) -> tuple[Action, ...]:
        """The candidates from nothing but the values of actions and the rules: what the styles mean."""
        values = self.oracle.action_values(state)
        best = max(value.result for _, value in values)
        if self.style in ("uniform", "opening_restricted"):
            allowed = self._openings.get(state)
            return tuple(a for a, value in values if value.result == best and (allowed is None or a in allowed))
        actions = _pressing(values)
        if best > 0:
            return actions
        ranks = {action: self._rank(state.child(action)) for action in actions}
        first = min(ranks.values())
        return tuple(action for action in actions if ranks[action] == first)

    def _rank(self, child: AnyState) -> tuple[float, ...]:
        """What the style likes to see low in the state that a move leads to."""
        if self.style == "steady":
            assert isinstance(child, BoardState)
            return min(_read(child.transform(symmetry)) for symmetry in child.game.symmetries)
        replies = self.oracle.action_values(child)
        return (-sum(value.result < 0 for _, value in replies) / max(1, len(replies)),)

    def compiled(self, state: AnyState) -> tuple[Action, ...]:
        """The same from the table of a solved game, in a kernel."""
        from gamelore.oracles.board import _style_kernels

        assert isinstance(self.oracle, Solution)
        assert isinstance(state, BoardState)
        self.oracle.require(state)
        manner, room = self._manner, style_room(state.game)
        count = _style_kernels.candidates(
            self.oracle.solved, manner, manner.style, state.own, state.other, state.left, room
        )
        chosen = room[_style_kernels.CHOSEN, :count]
        return tuple(move_of(code) for code in room[_style_kernels.MOVE, chosen].tolist())

    @cached_property
    def _manner(self) -> Manner:
        return self.manner()

    def manner(self, errors: float = 0.0) -> Manner:
        """The choice as kernels take it, for a player who errs at random in a share of the moves."""
        from gamelore.oracles.board._style_kernels import Manner

        assert isinstance(self.oracle, Solution)
        rows = [(s.own, s.other, s.left, mask_of(move.to for move in allowed)) for s, allowed in self._openings.items()]
        openings = np.array(rows, dtype=np.int64).reshape(-1, 4)
        return Manner(STYLES.index(self.style), self.stray, errors, len(self.oracle.game.symmetries), openings)

    def astray(self, state: AnyState) -> tuple[Action, ...]:
        """The actions among which it picks when it strays: it is as fast and as greedy, but not steady."""
        return _pressing(self.oracle.action_values(state))

    def chances(self, state: AnyState, errors: float = 0.0) -> Mapping[Action, float]:
        """The probability of each action for a player who errs at random in a share of the moves."""
        chances = dict.fromkeys(state.legal_actions(), 0.0)
        for share, actions in (
            (errors, tuple(chances)),
            ((1 - errors) * self.stray, self.astray(state) if self.stray else ()),
            ((1 - errors) * (1 - self.stray), self.candidates(state)),
        ):
            for action in actions:
                chances[action] += share / len(actions)
        return chances


def style_room(game: BoardGame) -> Ints:
    """What the kernels of styles need to work in, for one contest at a time."""
    from gamelore.oracles.board._style_kernels import ROWS

    return np.empty((ROWS, move_capacity(game)), dtype=np.int64)


def _openings(game: AnyGame) -> Mapping[BoardState, frozenset[Move]]:
    if not isinstance(game, BoardGame) or game.name not in OPENINGS:
        raise BadSetting(f"style opening_restricted is defined for {', '.join(OPENINGS)}, not for {game.name}")
    found = {}
    for moves, answers in OPENINGS[game.name].items():
        state = game.new_initial_state()
        for move in moves:
            state = state.child(game.parse_action(move))
        found[state] = frozenset(game.parse_action(answer) for answer in answers)
    return found


def _pressing(values: Sequence[tuple[Action, Value]]) -> tuple[Action, ...]:
    """The shortest wins, else the captures among the best, else the best."""
    best = max(value.result for _, value in values)
    equals = [(action, value.distance or 0) for action, value in values if value.result == best]
    if best > 0:
        shortest = min(plies for _, plies in equals)
        return tuple(action for action, plies in equals if plies == shortest)
    actions = tuple(action for action, _ in equals)
    return tuple(action for action in actions if getattr(action, "capture", None) is not None) or actions


def _read(state: BoardState) -> tuple[int, ...]:
    """A board as it is compared: empty before the mover's markers before the other's, first position first."""
    return tuple(int(state.own >> p & 1) + 2 * int(state.other >> p & 1) for p in range(state.game.board.size))


def reasonable_actions(state: AnyState) -> tuple[Action, ...]:
    """The winning actions; else those that do not lose within two plies; else all (Lock 2003, section 2.3)."""
    seat = state.current_player()
    children = [(action, state.child(action)) for action in state.legal_actions()]
    wins = tuple(action for action, child in children if child.returns()[seat] > 0)
    safe = wins or tuple(action for action, child in children if not _loses_soon(child, seat))
    return safe or tuple(action for action, _ in children)


def _loses_soon(child: AnyState, seat: int) -> bool:
    ends = [child] if child.is_terminal() else [child.child(reply) for reply in child.legal_actions()]
    return any(end.returns()[seat] < 0 for end in ends)
