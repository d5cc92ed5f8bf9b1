"""What the rule learner must know about a game: how a view becomes a state vector, and how a move becomes an action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gamelore.base.errors import BadText
from gamelore.base.seeds import Rng
from gamelore.games.core import Action, AnyView
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.matching import Matcher, Values
from gamelore.learners.rules.language.sentences import Phrases
from gamelore.learners.rules.opponents import Memory
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.axioms import Logic
from gamelore.learners.rules.training.beliefs import Beliefs
from gamelore.learners.rules.training.implicit import JudgedCase
from gamelore.learners.rules.training.trainee import Trainee
from gamelore.learners.rules.training.trainer import Vocabulary


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that the rules made in a contest: where, in which state vector, and which move they proposed."""

    view: AnyView
    situation: Mapping[str, float]
    move: str
    action: Action
    learned: bool
    """Whether a rule that was learned caught, not the one that decides at random."""


class Task(ABC):
    """A game as the rule machine sees it. Subclasses exist for draw poker and for any game with Features."""

    vocabulary: Vocabulary
    phrases: Phrases
    kinds: Mapping[str, str]
    """For each class of the exclusive variable, which kind the decision matrix counts it as."""
    nothing_known: Memory
    """What is remembered of an opponent nobody has met."""

    @abstractmethod
    def trainee(self, settings: RuleSettings) -> Trainee:
        """Somebody who knows nothing yet."""

    def give(self, trainee: Trainee, rules: Heuristics, where: str) -> None:
        """Let somebody begin with a list that came from elsewhere; refused where it does not fit."""
        require_vector(trainee, rules, where)
        trainee.adopt(rules, trainee.partitions.values())

    def words(self, trainee: Trainee) -> Vocabulary:
        """What a trainer may say to somebody."""
        return self.vocabulary

    @abstractmethod
    def ordinary(self, view: AnyView) -> Action | None:
        """The action where rules do not decide (ordinary code does), None where they do."""

    @abstractmethod
    def situation(self, view: AnyView, memory: Memory) -> dict[str, float]:
        """The state vector of a view: dynamic and bookkeeping variables."""

    @abstractmethod
    def allowed(self, view: AnyView, move: str) -> bool:
        """Whether a move can be made as it is."""

    @abstractmethod
    def action(self, matcher: Matcher, view: AnyView, move: str, values: Values, rng: Rng) -> Action:
        """The legal action that a move amounts to."""

    @abstractmethod
    def moves_of(self, trainee: Trainee, view: AnyView, action: Action) -> tuple[str, ...]:
        """The moves that an action may have been."""

    def remembered(self, memory: Memory, end: AnyView) -> Memory:
        """What is remembered of the opponent after a contest, from the view of its end."""
        return memory

    def substitute(self, view: AnyView, move: str) -> Action | None:
        """What is played in place of a move that could never be judged, while learning from the end of contests."""
        return None

    def judged(
        self, decided: Sequence[Decided], end: AnyView, settings: RuleSettings, beliefs: Beliefs, logic: Logic
    ) -> list[JudgedCase]:
        """The decisions of a contest that its end allows to judge, with what was acceptable."""
        return []

    def believed(self, beliefs: Beliefs, end: AnyView) -> Beliefs:
        """What is believed about the opponent's hands after a contest."""
        return beliefs


def require_vector(trainee: Trainee, rules: Heuristics, where: str) -> None:
    """Refuse a list over other variables."""
    if rules.vector != trainee.heuristics.vector:
        raise BadText(f"{where}: expected the vector {' '.join(trainee.heuristics.vector)}")
