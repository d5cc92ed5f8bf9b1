"""What a person may be told about the moves of the own seat: a strong player's, the truth, the maxims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from gamelore.app.table.data import NarrowedBy, TrueValue
from gamelore.arena.players import solved_reason
from gamelore.arena.roster import make_player
from gamelore.base.errors import NotAvailable
from gamelore.games.board.game import BoardState
from gamelore.games.core import Action, AnyGame, AnyState
from gamelore.learners.core import Decision, Player, Reason
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Narrowing
from gamelore.oracles import covered
from gamelore.oracles.board.retrograde import Value

ADVISERS = {"draw_poker": ("poker:strong",), "forty_two": ("table:trainer",)}
"""Who gives hints where nobody is perfect; at 42 the playing machine sits behind the trainer."""
USUAL_ADVISERS = ("perfect", "search")


def adviser(game: AnyGame) -> Player:
    """Who knows most about a game."""
    for name in ADVISERS.get(game.name, USUAL_ADVISERS):
        try:
            return make_player(name, game)
        except NotAvailable:
            continue
    raise NotAvailable(f"Nobody here knows more about {game.name} than you do.")


def true_values(state: AnyState) -> tuple[TrueValue, ...] | None:
    """What each legal move is worth against perfect play; None where nobody knows."""
    solution = covered(state.game, state)
    if solution is None or not isinstance(state, BoardState):
        return None
    values = solution.action_values(state)
    best = max(value.result for _, value in values)
    return tuple(TrueValue(str(m), v.result, v.distance, v.result == best) for m, v in values)


def narrowed(learner: MaximLearner, moves: Sequence[str], narrowing: Narrowing) -> tuple[NarrowedBy, ...]:
    """How a list of maxims went over some moves, line by line; of two lists the one that is followed now."""
    lines, wording = learner.lines, learner.reader.wording
    found = []
    for number, line in enumerate(lines):
        if moves and wording.part_of(line) != wording.part_for(moves[0]):
            continue
        dropped = tuple(moves[move] for move in narrowing.dropped_by(number))
        left = tuple(moves[move] for move in narrowing.kept[number + 1].tolist())
        found.append(NarrowedBy(wording.label(lines, number), wording.sentence(line), bool(dropped), left, dropped))
    return tuple(found)


def list_for(game: AnyGame, seated: Iterable[Player]) -> MaximLearner | None:
    """Who follows the maxims that come with a game, else somebody at the table who has some; None if nobody has."""
    from gamelore.learners.maxims.shipped import shipped_learner

    try:
        return shipped_learner(game)
    except NotAvailable:
        return next((player for player in seated if isinstance(player, MaximLearner) and player.lines), None)


def by_maxims(
    decision: Decision, state: AnyState | None, learner: MaximLearner, moves: Sequence[str], narrowing: Narrowing
) -> Decision:
    """A strong player's decision with the line that finds it; of moves as good as it one that the lines keep, if any.

    `state` is what the truth is asked of; None where hands are hidden. Where the lines keep no such move, the line that
    drops it is told; where no line narrows, or the move is none that the lines tell apart, nothing.
    """
    equals = {str(decision.action): decision.action} if state is None else _as_good(state, decision)
    left = {moves[move] for move in narrowing.left.tolist()}
    chosen = str(decision.action)
    if chosen not in left:
        chosen = next((text for text in equals if text in left), chosen)
    if chosen not in moves or not narrowing.narrowed:
        return decision
    action, told = equals[chosen], list(decision.reasons)
    if state is not None and not any(reason.action == chosen for reason in told):
        told += [solved_reason(move, value) for move, value in _solved_values(state) if move == action]
    told.append(_line_for(chosen, equals.keys(), learner, moves, narrowing))
    return Decision(action, decision.by, lambda: tuple(told))


def _as_good(state: AnyState, decision: Decision) -> dict[str, Action]:
    """The moves whose true value is no worse than that of a decision, itself among them; nothing else if unknown."""
    worth = {move: (v.result, -v.result * (v.distance or 0)) for move, v in _solved_values(state)}
    found = {str(move): move for move in worth if worth[move] >= worth[decision.action]}
    return found or {str(decision.action): decision.action}


def _solved_values(state: AnyState) -> Sequence[tuple[Action, Value]]:
    solution = covered(state.game, state)
    return () if solution is None or not isinstance(state, BoardState) else solution.action_values(state)


def _line_for(
    chosen: str, equals: AbstractSet[str], learner: MaximLearner, moves: Sequence[str], narrowing: Narrowing
) -> Reason:
    """The first line that leaves none but moves as good, else the last that narrows; or the one that drops the move."""
    lines, wording = learner.lines, learner.reader.wording
    after = {number: {moves[move] for move in narrowing.kept[number + 1].tolist()} for number in narrowing.narrowed}
    dropped = next((number for number, left in after.items() if chosen not in left), None)
    if dropped is not None:
        said = f"would not find it; {wording.label(lines, dropped)} drops it: {wording.sentence(lines[dropped])}"
        return Reason("the maxims", said, chosen, 0.0)
    finding = [number for number, left in after.items() if left <= equals]
    number = finding[0] if finding and not set(moves) <= equals else narrowing.narrowed[-1]
    said = f"{wording.sentence(lines[number])} That finds it: {len(after[number])} of {len(moves)} moves are left."
    return Reason(wording.label(lines, number), said, chosen, 0.0)
