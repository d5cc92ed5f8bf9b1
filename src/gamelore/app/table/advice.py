"""What a person may be told about the moves of the own seat: a strong player's, the truth, the maxims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from gamelore.app.table.data import NarrowedBy, TrueValue
from gamelore.arena.players import solved_reason
from gamelore.arena.roster import make_player
from gamelore.base.errors import NotAvailable
from gamelore.games.core import Action, AnyGame, AnyState
from gamelore.learners.core import Decision, Player, Reason
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Narrowing
from gamelore.oracles import NotSolvedYet, has_easy_truth, known_values


def adviser(game: AnyGame) -> Player:
    """Who knows most about a game; who would know more, once it is solved, is not replaced in silence."""
    for name in game.kit.advisers:
        try:
            return make_player(name, game)
        except NotSolvedYet:
            raise
        except NotAvailable:
            continue
    raise NotAvailable(f"Nobody here knows more about {game.name} than you do.")


STANDS_IN = "nobody has solved this game here: a search stands in for the perfect player, and may be wrong"


def stood_in(game: AnyGame, decision: Decision) -> Decision:
    """A decision of the adviser; where a search stands in for somebody who knows, that is one more reason."""
    if not game.perfect_information or has_easy_truth(game):
        return decision
    return replace(decision, why=lambda: (*decision.reasons, Reason("search", STANDS_IN)))


def true_values(state: AnyState) -> tuple[TrueValue, ...] | None:
    """What each legal move is worth against perfect play; None where nobody knows."""
    values = known_values(state)
    if not values:
        return None
    best = max(value.result for _, value in values)
    return tuple(TrueValue(str(m), v.result, v.distance, v.result == best) for m, v in values)


def untold_truth(game: AnyGame) -> str:
    """What is said where nobody here knows what moves are worth, with what the world knows of the game."""
    nobody = f"Nobody knows what the moves of {game.title} are worth here."
    return f"{nobody} {game.known}" if game.known else nobody


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
        told += [solved_reason(move, value) for move, value in known_values(state) if move == action]
    told.append(_line_for(chosen, equals.keys(), learner, moves, narrowing))
    return Decision(action, decision.by, lambda: tuple(told))


def _as_good(state: AnyState, decision: Decision) -> dict[str, Action]:
    """The moves whose true value is no worse than that of a decision, itself among them; nothing else if unknown."""
    worth = {move: (v.result, -v.result * (v.distance or 0)) for move, v in known_values(state)}
    found = {str(move): move for move in worth if worth[move] >= worth[decision.action]}
    return found or {str(decision.action): decision.action}


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
