"""A program that trains: it holds a list of rules and gives the reasons of the rule that matches (Appendix G)."""

from __future__ import annotations

from gamelore.games.core import AnyView
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.learners.core import CORRECTION, Decision, Lesson
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import builtin
from gamelore.learners.rules.poker.moves import TRAINER_CLASSES, VOCABULARY
from gamelore.learners.rules.training.trainer import advice_of_rule, reply_text

OK = "(OK)"


class ProgramTrainer:
    """Looks over a rule learner's shoulder at draw poker. It sees what the learner remembers of the opponent."""

    name = "program trainer"

    def __init__(self, trainee: Waterman, heuristics: Heuristics | None = None) -> None:
        self.trainee = trainee
        self.matcher = Matcher(heuristics or builtin())
        self.said: list[str] = []
        """Every reply, in the order given."""

    def reply(self, view: DrawPokerView) -> tuple[str, str]:
        """What the trainer says about a situation, as typed, and the move that it advocates."""
        values = self.matcher.values(self.trainee.task.situation(view, self.trainee.memory(view.seat)))
        rule = self.matcher.heuristics.rules[self.matcher.match(values)]
        return reply_text(advice_of_rule(self.matcher.heuristics, rule, TRAINER_CLASSES), VOCABULARY), rule.move

    def review(self, view: AnyView, decision: Decision) -> Lesson | None:
        """(OK) if the learner's rule makes the same move, otherwise the right one with its reasons."""
        if not isinstance(view, DrawPokerView) or self.trainee.task.ordinary(view) is not None:
            return None
        words, move = self.reply(view)
        school = self.trainee.school.trainee
        caught = school.match(self.trainee.task.situation(view, self.trainee.memory(view.seat)))
        right = school.accepts(caught, move)
        self.said.append(OK if right else words)
        return Lesson(view, (), self.name, CORRECTION, (self.said[-1],), None if right else decision.action)
