"""A program that trains: it holds a list of rules and gives the reasons of the rule that matches (Appendix G)."""

from __future__ import annotations

from gamelore.base.seeds import stream
from gamelore.games.core import AnyView
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.learners.core import CORRECTION, Decision, Lesson
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import builtin
from gamelore.learners.rules.poker.moves import TRAINER_CLASSES, VOCABULARY, action_of
from gamelore.learners.rules.training.trainer import advice_of_rule, reply_text

OK = "(OK)"


class ProgramTrainer:
    """Looks over a rule learner's shoulder at draw poker. It sees what the learner remembers of the opponent.

    With some inconsistency it answers that often from the second of its rules that match, as a person might.
    """

    name = "program trainer"

    def __init__(self, trainee: Waterman, inconsistency: float = 0.0) -> None:
        self.trainee = trainee
        self.inconsistency = inconsistency
        self.matcher = Matcher(builtin())
        self.rng = stream(0)
        """Where it draws from; whoever lets it teach gives it a stream for each contest."""
        self.csnumber = 0
        """The number of the rule that it answered from last, counted from 1."""

    def review(self, view: AnyView, decision: Decision) -> Lesson | None:
        """(OK) if the learner's rule makes the same move, otherwise the right one with its reasons."""
        if not isinstance(view, DrawPokerView) or self.trainee.task.ordinary(view) is not None:
            return None
        situation = self.trainee.task.situation(view, self.trainee.memory(view.seat))
        values = self.matcher.values(situation, self.rng)
        matching = self.matcher.matching(values)
        others = matching & (matching - 1)
        if self.inconsistency and others and self.rng.random() < self.inconsistency:
            matching = others
        self.csnumber = (matching & -matching).bit_length()
        rule = self.matcher.heuristics.rules[self.csnumber - 1]
        school = self.trainee.school.trainee
        right = school.accepts(school.match(situation), rule.move)
        said = OK if right else reply_text(advice_of_rule(self.matcher.heuristics, rule, TRAINER_CLASSES), VOCABULARY)
        action = action_of(self.matcher, view, rule.move, values)
        return Lesson(view, (action,), self.name, CORRECTION, (said,), None if right else decision.action)
