"""Looking back at a contest move by move, and at what a list of maxims would have said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.core import RESIGN, Action, AnyGame, AnyState, AnyView
from gamelore.games.record import Record
from gamelore.lab.review.core import MoveJudge, Review, ReviewedMove
from gamelore.lab.review.judging import judge_for
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
    maxims = _shipped(game) if maxims is None else maxims
    judged, moves = 0, []
    for ply, state, action, past in _own_moves(record, game, seat):
        view = state.view(seat)
        values = judge.judge(state, view, action, rng) if len(view.legal_actions()) > 1 else None
        if values is None or str(action) not in values.values:
            continue
        judged += 1
        given = values.given(str(action))
        if given > 0:
            line = "" if maxims is None else line_against(maxims, view, past, str(action), values.best)
            order = sorted(values.values, key=lambda text: -values.values[text])
            words = tuple((text, values.words.get(text, f"{values.values[text]:+.1f}")) for text in order)
            seen = str(state if game.perfect_information else view)
            moves.append(ReviewedMove(ply, str(action), given, values.best, words, line, seen))
    worst_first = tuple(sorted(moves, key=lambda move: (-move.given, move.ply)))
    return Review(game.name, seat, judge.how, judge.unit, judged, judged - len(moves), worst_first)


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
) -> str:
    """The line of a list that drops a move and keeps a best one; empty if the list does not do better."""
    texts, narrowing = narrowing_of(learner, view, past)
    for number in narrowing.narrowed:
        left = [texts[move] for move in narrowing.kept[number + 1].tolist()]
        if action in texts and action not in left:
            wording = learner.reader.wording
            said = f"{wording.label(learner.lines, number)}: {wording.sentence(learner.lines[number])}"
            return said if set(left) & set(best) else ""
    return ""
