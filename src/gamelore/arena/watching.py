"""A learner hears contests that others played, from their records: no course, and nobody at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamelore.base.errors import NotAvailable
from gamelore.base.seeds import Phase, stream
from gamelore.games.core import RESIGN, AnyGame
from gamelore.games.record import Record
from gamelore.learners.core import CONTESTS, WATCHED, ContestInfo, Learner, Lesson

WINNER = "winner"
"""Who counts as the expert where whoever won does; nobody in a draw."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a learner took from a contest that it watched: the moves of one who was its model there."""

    who: str
    result: str
    moves: int
    """Decisions in which there was a choice."""
    new: int
    """Of these, moves that no contest before had shown there."""
    follows: int
    """Of these, moves that the learner now makes there as well."""

    def __str__(self) -> str:
        words = {"win": "won", "loss": "lost", "draw": "drew"}
        return (
            f"{self.who} {words[self.result]}: {self.new} of {self.moves} moves were new, and it now plays "
            f"{self.follows} of {self.moves} as {self.who} did"
        )


def watch(learner: Learner, records: Sequence[Record], number: int = 0) -> None:
    """Let a learner hear contests of people; the seats that a record names as experts are its models.

    `number` is that of the first contest.
    """
    game = learner.game
    if CONTESTS not in learner.learns_from(learner.settings):
        raise NotAvailable(f"learner {learner.kind} does not learn from contests, so there is nothing to watch")
    before = learner.knowledge()
    for count, record in enumerate(records, start=number):
        experts = frozenset(record.experts)
        learner.begin(None, ContestInfo(game, record.players, experts, True, count, fallible=True))
        for view, action in record.turns(game, experts):
            if action != RESIGN:
                learner.learn(Lesson(view, (action,), record.players[view.seat], WATCHED))
        learner.end(record.seen_by(game, record.experts))
    if learner.knowledge() == before:
        raise NotAvailable(f"learner {learner.kind} took nothing from these contests; it learns only by its own course")


def taken_from(learner: Learner, records: Sequence[Record]) -> list[Taken]:
    """What a learner took from each contest; what mirrored states are the same, the learner says."""
    game, seen, found = learner.game, set[object](), []
    for record in records:
        turns = [(state, action) for state, action in record.replay(game) if action != RESIGN]
        for seat in record.experts:
            moves = new = follows = 0
            for state, action in turns:
                if state.current_player() != seat or len(state.legal_actions()) < 2:
                    continue
                after = learner.alike(state.child(action))
                done = learner.alike(state), after
                moves, new = moves + 1, new + (done not in seen)
                seen.add(done)
                learner.begin(seat, ContestInfo(game, record.players, seats=(seat,)))
                decided = learner.decide(state.view(seat), stream(0, phase=Phase.PLAY)).action
                follows += decided != RESIGN and learner.alike(state.child(decided)) == after
            found.append(Taken(record.players[seat], record.result(seat), moves, new, follows))
    return found


def experts_by(record: Record, game: AnyGame, expert: str) -> tuple[int, ...]:
    """The seats of a contest that a word means: a seat's name, `winner`, or the name of who sat there."""
    if expert == WINNER:
        return tuple(seat for seat in range(game.seats) if record.result(seat) == "win")
    names = [name.lower() for name in game.seat_names]
    if expert.lower() in names:
        return (names.index(expert.lower()),)
    return tuple(seat for seat, name in enumerate(record.players) if name == expert)
