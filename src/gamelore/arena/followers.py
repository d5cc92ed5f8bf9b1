"""Who follows a list of maxims: a careful reader, a beginner, one who plays by feel, the novice of the published tests.

The beginner knows no more than the list says: it skips lines, makes every tenth move at random, and never sees what an
oracle would play. Who plays by feel draws among the moves that the list leaves as people do who know no better, and
among all moves where no line narrows (Collins et al. 2025). The novice errs as the challenger of that name does, and
follows the list where it would err.
"""

from __future__ import annotations

from gamelore.arena.players import ByFeel, NoLearning, Random
from gamelore.arena.roster import make_player
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.seeds import Rng
from gamelore.games.core import AnyView
from gamelore.games.record import Record
from gamelore.learners.core import ContestInfo, Decision, Learner, Player
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims
from gamelore.oracles.styles import ERRORS

RANDOM_MOVES = 0.1
"""The share of its moves that a beginner makes at random."""
INTUITIVE = "intuitive"
ALONE = ("beginner-alone", f"{INTUITIVE}-alone")
"""Readers who have no list."""
READERS = ("careful", "beginner", "novice", INTUITIVE, *ALONE)


class Distracted(NoLearning):
    """Follows a list, but in a share of its moves does as somebody else."""

    def __init__(self, reader: MaximLearner, share: float, otherwise: Player, name: str) -> None:
        super().__init__(name)
        self.reader, self.share, self.otherwise = reader, share, otherwise

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        self.reader.begin(seat, contest)
        self.otherwise.begin(seat, contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Follow the list, or not; what was made is remembered either way."""
        if rng.random() >= self.share:
            return self.reader.decide(view, rng)
        decision = self.otherwise.decide(view, rng)
        self.reader.reader.made(view, decision.action)
        return decision

    def end(self, record: Record) -> None:
        self.reader.end(record)
        self.otherwise.end(record)


def reader_of(learner: Learner, reader: str = "careful", slips: float = 0.0, **settings: object) -> Player:
    """The learner itself, or whoever else follows its list."""
    if reader not in READERS:
        raise UnknownName("reader", reader, READERS)
    if reader == "careful" and not slips:
        return learner
    if not isinstance(learner, MaximLearner):
        raise BadSetting(f"learner {learner.kind} has no maxims that somebody could read with slips or as a {reader}")
    follower = MaximLearner(learner.game, learner.settings)
    follower.maxims = Maxims() if reader in ALONE else learner.maxims
    follower.slips = slips
    if reader == "careful":
        return follower
    if reader.startswith(INTUITIVE):
        by_feel = make_player(INTUITIVE, learner.game, **settings)
        assert isinstance(by_feel, ByFeel)
        follower.choose = by_feel.choose
        return follower
    if reader == "novice":
        perfect = make_player("perfect", learner.game, **settings)
        return Distracted(follower, 1 - ERRORS["novice"], perfect, "novice with maxims")
    name = "beginner alone" if reader == "beginner-alone" else "beginner with maxims"
    return Distracted(follower, RANDOM_MOVES, Random(), name)
