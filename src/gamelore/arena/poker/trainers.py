"""Who looks over a rule learner's shoulder at draw poker: the program trainer of the source, or the strong player."""

from __future__ import annotations

from gamelore.arena.poker.strong_trainer import StrongTrainer
from gamelore.arena.regimes import Regime
from gamelore.base.errors import BadSetting
from gamelore.learners.core import Learner
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.program_trainer import ProgramTrainer


def poker_trainer(learner: Learner, regime: Regime) -> ProgramTrainer | StrongTrainer:
    """The trainer that a regime names."""
    if not isinstance(learner, Waterman):
        raise BadSetting(f"learner {learner.kind} understands no trainer; the rule learner (waterman) does")
    return StrongTrainer(learner) if regime.coached == "strong" else ProgramTrainer(learner, regime.inconsistency)
