"""Looking back at a contest move by move, and at what a list of maxims would have said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gamelore.arena.players import BY_CHANCE
from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.core import RESIGN, Action, AnyGame, AnyState, AnyView
from gamelore.games.record import Record
from gamelore.lab.review.core import MoveJudge, MoveValues, Review, ReviewedMove, judge_for
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Narrowing, narrow


def review(
    record: Record, game: AnyGame, seat: int, rng: Rng, *, maxims: MaximLearner | None = None,
    judge: MoveJudge | None = None,
) -> Review:  # fmt: skip
    """Judge every move of a seat. The maxims are those that come with the game unless others are given."""
    if not 0 <= seat < game.seats:
        raise BadSetting(f"{game.name} has {game.seats} seats, there is no seat {seat + 1}")
    judge = judge_for(game) if judge is None else judge
    return summed_up(record, game, seat, list(judged_decisions(record, game, seat, rng, judge)), judge, maxims)


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision of the seat whose moves somebody could judge."""

    ply: int
    """From 0."""
    state: AnyState
    view: AnyView
    action: str
    past: Sequence[tuple[AnyView, Action]]
    """What the seat saw and did before."""
    values: MoveValues


def judged_decisions(record: Record, game: AnyGame, seat: int, rng: Rng, judge: MoveJudge) -> Iterator[JudgedDecision]:
    """Every decision of a seat that had a choice whose worth is known, in the order of the contest."""
    for ply, state, action, past in _own_moves(record, game, seat):
        view = state.view(seat)
        values = judge.judge(state, view, action, rng) if len(view.legal_actions()) > 1 else None
        if values is not None and str(action) in values.values:
            yield JudgedDecision(ply, state, view, str(action), past, values)


def summed_up(
    record: Record, game: AnyGame, seat: int, decisions: Sequence[JudgedDecision], judge: MoveJudge,
    maxims: MaximLearner | None = None,
) -> Review:  # fmt: skip
    """The review of a contest whose decisions have been judged."""
    maxims = _shipped(game) if maxims is None else maxims
    judged = sum(made.values.at_stake for made in decisions)
    moves = []
    for made in decisions:
        if made.values.given(made.action) > 0:
            line = made.values.line
            if line is None and maxims is not None:
                line = line_against(maxims, made.view, made.past, made.action, made.values.better(made.action))
            by_chance = record.deciders[made.ply : made.ply + 1] == (BY_CHANCE,)
            seen = str(made.state if game.perfect_information else made.view)
            moves.append(_reviewed(made.ply, made.action, made.values, judge.unit, line or ("", ""), by_chance, seen))
    worst_first = tuple(sorted(moves, key=lambda move: (-move.given, move.ply)))
    kept, safe, listed = judged - len(moves), len(decisions) - judged, maxims is not None
    return Review(game.name, seat, judge.how, judge.unit, judged, kept, safe, listed, worst_first)


def _reviewed(
    ply: int, action: str, values: MoveValues, unit: str, line: tuple[str, str], by_chance: bool, seen: str
) -> ReviewedMove:
    given = values.given(action)
    order = sorted(values.values, key=lambda text: -values.values[text])
    words = tuple((text, values.words.get(text, f"{values.values[text]:+.1f}")) for text in order)
    lost = values.lost or f"gave away {given:.2f} {unit}"
    return ReviewedMove(
        ply, action, given, lost, values.better(action), words, values.reply, values.because, *line, by_chance, seen
    )


def _own_moves(
    record: Record, game: AnyGame, seat: int
) -> Iterator[tuple[int, AnyState, Action, Sequence[tuple[AnyView, Action]]]]:
    past: list[tuple[AnyView, Action]] = []
    for ply, (state, action) in enumerate(record.replay(game)):
        if state.current_player() == seat and action != RESIGN:
            yield ply, state, action, tuple(past)
            past.append((state.view(seat), action))


def _shipped(game: AnyGame) -> MaximLearner | None:
    from gamelore.learners.maxims.shipped import shipped_learner

    try:
        return shipped_learner(game)
    except NotAvailable:
        return None


def narrowing_of(
    learner: MaximLearner, view: AnyView, past: Sequence[tuple[AnyView, Action]]
) -> tuple[list[str], Narrowing]:
    """How a list goes over the moves of a view, after what its reader did before in the contest."""
    learner.reader.begin()
    for seen, made in past:
        learner.reader.made(seen, made)
    actions, values = learner.reader.values(view, learner.lines)
    return [str(action) for action in actions], narrow(learner.lines, len(actions), values)


def line_against(
    learner: MaximLearner, view: AnyView, past: Sequence[tuple[AnyView, Action]], action: str, best: Sequence[str]
) -> tuple[str, str] | None:
    """The line of a list that drops a move and keeps a best one, by label and as a sentence; None if none does."""
    texts, narrowing = narrowing_of(learner, view, past)
    for number in narrowing.narrowed:
        left = [texts[move] for move in narrowing.kept[number + 1].tolist()]
        if action in texts and action not in left:
            wording = learner.reader.wording
            said = wording.label(learner.lines, number), wording.sentence(learner.lines[number])
            return said if set(left) & set(best) else None
    return None
