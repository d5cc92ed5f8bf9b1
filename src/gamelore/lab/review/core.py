"""A review of a contest: the moves of one seat that gave value away, worst first.

Where the game is solved the values are true. On larger boards they are those of a search, at poker and 42 means over
sampled worlds that agree with what the seat had seen when it moved; the review says so. What the others held is never
used, so that a review tells nothing that the seat could not know. Beside each such move stands the line of a list of
maxims that would have kept a best move and dropped this one, if there is one.

To be asked first and told later is how people learn from their own mistakes; `ReviewedMove.question` is the situation
without the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.core import RESIGN, Action, AnyGame, AnyState, AnyView
from gamelore.games.record import Record
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Narrowing, narrow


@dataclass(frozen=True, slots=True)
class MoveValues:
    """What the moves of a situation are worth to the one who makes them."""

    values: Mapping[str, float]
    """By the text of the action; moves that nobody looked at are missing."""
    words: Mapping[str, str] = field(default_factory=dict)
    """How each value is told."""
    noise: Mapping[str, float] = field(default_factory=dict)
    """By how much a move must fall short of the best for the difference to be more than chance; else nothing."""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves of which none is better."""
        most = max(self.values.values())
        return tuple(action for action, value in self.values.items() if value == most)

    def given(self, action: str) -> float:
        """What a move gives away, 0 if it cannot be told from the best."""
        short = max(self.values.values()) - self.values[action]
        return short if short > self.noise.get(action, 0.0) else 0.0


class MoveJudge(Protocol):
    """Somebody who can say what moves are worth."""

    @property
    def how(self) -> str:
        """How it knows, in one sentence."""

    @property
    def unit(self) -> str:
        """What values are counted in."""

    def judge(self, state: AnyState, view: AnyView, action: Action, rng: Rng) -> MoveValues | None:
        """The values of the moves of a view, the action among them; None where it has no opinion.

        Where hands are hidden, `state` only lends its line of play; nothing that the view hides may be used.
        """


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move that gave something away."""

    ply: int
    """From 0."""
    action: str
    given: float
    best: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    """Every move that was looked at, the best first, with its value in words."""
    maxim: str
    """The line that would have found a better move, as a sentence; empty if there is none."""
    situation: str
    """What the seat saw, as text."""

    def to_data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**asdict(self), "best": list(self.best), "values": [list(pair) for pair in self.values]}


@dataclass(frozen=True, slots=True)
class Review:
    """What one seat gave away in one contest."""

    game: str
    seat: int
    how: str
    unit: str
    judged: int
    """How many moves were judged."""
    kept: int
    """How many of them gave nothing away."""
    moves: tuple[ReviewedMove, ...]
    """The others, worst first."""

    @property
    def given(self) -> float:
        """What was given away in all."""
        return sum(move.given for move in self.moves)

    def to_data(self) -> dict[str, Any]:
        """The same as plain data."""
        plain = {name: value for name, value in asdict(self).items() if name != "moves"}
        return {"kind": "review", **plain, "given": self.given, "moves": [move.to_data() for move in self.moves]}


def judge_for(game: AnyGame) -> MoveJudge:
    """Who judges the moves of a game."""
    if game.name == "draw_poker":
        from gamelore.lab.review.poker import PokerJudge

        return PokerJudge(game)
    if game.name == "forty_two":
        from gamelore.lab.review.forty_two import DominoJudge

        return DominoJudge()
    if game.perfect_information:
        from gamelore.lab.review.boards import board_judge

        return board_judge(game)
    raise NotAvailable(f"nobody can say what the moves of {game.name} are worth")


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
