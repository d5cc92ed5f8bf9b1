"""Where training happens, whatever its kind: taught with reasons, shown without, judged by axioms, refitted.

One place holds what grows in training: the trainee with its rules, the decision matrix, and the judged cases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gamelore.base.seeds import Rng
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.axioms import shipped_logic
from gamelore.learners.rules.training.beliefs import Beliefs
from gamelore.learners.rules.training.implicit import JudgedCase, implicit_trial, is_acceptable
from gamelore.learners.rules.training.refit import Refit, WeighedCase, as_heuristics
from gamelore.learners.rules.training.task import Task


@dataclass(frozen=True, slots=True)
class Sitting:
    """The training contest that was last played, and what was then remembered of everybody met in its game."""

    number: int | None = None
    met: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


class School:
    """A trainee under some settings, with all that its training has gathered."""

    def __init__(self, task: Task, settings: RuleSettings) -> None:
        self.task = task
        self.settings = settings
        self.trainee = task.trainee(settings)
        self.cases: list[WeighedCase] = []
        """Every judged case, for those who refit."""
        self.beliefs = Beliefs()
        self.logic = shipped_logic()
        """By which decisions are judged."""
        self.given_matrix = ""
        """The decision matrix that somebody gave, as text; empty if it is the printed one."""
        self.sitting = Sitting()
        self.redundant = 0
        """How many rules the end of training removed."""

    def judged(self, case: JudgedCase, rng: Rng | None) -> bool:
        """One decision with what was acceptable; whether there was a trial."""
        if self.settings.refit and case.follows:
            worth = dict.fromkeys(case.acceptable, 1.0) if case.worth is None else case.worth
            values = tuple(float(case.situation[name]) for name in self.trainee.heuristics.vector)
            self.cases.append(WeighedCase(values, worth))
        if not case.tried or not case.acceptable or is_acceptable(self.trainee, case):
            return False
        if not self.settings.refit:
            implicit_trial(self.trainee, case, rng)
            return True
        self.trainee.trials += 1
        if self.trainee.trials % self.settings.refit == 0:
            self.refit()
        return True

    def shown(self, situation: Mapping[str, float], moves: tuple[str, ...], rng: Rng | None) -> bool:
        """A move that somebody made, without reasons: the reasons are hypotheses."""
        values = self.trainee.matcher.values(situation)
        whole = {**situation, **{name: values[name] for name in self.trainee.heuristics.vector}}
        return self.judged(JudgedCase(whole, moves), rng)

    def refit(self) -> None:
        """Grow the whole list anew from all judged cases."""
        if not self.cases:
            return
        rules = Refit(self.cases, self.trainee, self.task.kinds).run()
        self.trainee.replace_rules(as_heuristics(rules, self.trainee, "grown from judged cases"))

    def finish(self) -> None:
        """What is done once after training: a last refit, redundant rules out."""
        if self.settings.refit:
            self.refit()
        self.redundant = self.trainee.remove_redundant()
