"""Any game with Features as a task for the rule learner: every Feature is a variable, every action a move.

Nothing is known about such a game beforehand, so there are no classes, no formulas and no decision matrix; reasons are
hypotheses, or a refit finds them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gamelore.base.seeds import Rng
from gamelore.games.core import Action, AnyGame, AnyView
from gamelore.learners.features.core import feature, features_of
from gamelore.learners.rules.language.definitions import Variable
from gamelore.learners.rules.language.heuristics import RANDOM, STAR, ActionRule, Heuristics, RuleMove
from gamelore.learners.rules.language.matching import Matcher, Values
from gamelore.learners.rules.language.sentences import Phrases
from gamelore.learners.rules.opponents import Memory
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.task import Task
from gamelore.learners.rules.training.trainee import Trainee
from gamelore.learners.rules.training.trainer import Vocabulary


def symbol_text(text: str) -> str:
    """A name that the rule language can write: capitals, digits and underscores."""
    name = re.sub(r"[^A-Z0-9]+", "_", text.upper()).strip("_")
    return name if name[:1].isalpha() else f"N_{name}"


class FeatureTask(Task):
    """A game whose Features are known."""

    def __init__(self, game: AnyGame, names: Sequence[str] = ()) -> None:
        self.game = game
        self.kinds: Mapping[str, str] = {}
        self.nothing_known: Memory = {}
        known = features_of(game.name)
        self.features = {symbol_text(name): feature(game.name, name) for name in names or known}
        nouns = {name: found.sentence for name, found in self.features.items()}
        words = {name.replace("_", ""): name for name in self.features}
        self.vocabulary = Vocabulary({}, words, {})
        self.phrases = Phrases(nouns, {}, {})

    def trainee(self, settings: RuleSettings) -> Trainee:
        """Somebody who chooses at random; moves are learned as they are seen."""
        variables = tuple(Variable(name, f"{name}_", found.low, found.high) for name, found in self.features.items())
        vector = tuple(self.features)
        start = Heuristics(vector, (ActionRule((STAR,) * len(vector), RANDOM),))
        return Trainee(start, variables, (), replace(settings, learn_matrix=True))

    def ordinary(self, view: AnyView) -> Action | None:
        return None

    def situation(self, view: AnyView, memory: Memory) -> dict[str, float]:
        """What the Features measure, rounded to whole numbers as the machine needs them."""
        return {name: float(round(found.measure(view, None, memory))) for name, found in self.features.items()}

    def allowed(self, view: AnyView, move: str) -> bool:
        """Whether some legal action has this name."""
        return any(symbol_text(str(action)) == move for action in view.legal_actions())

    def action(self, matcher: Matcher, view: AnyView, move: str, values: Values, rng: Rng) -> Action:
        """The legal action of that name; any legal one if there is none."""
        legal = view.legal_actions()
        named = [action for action in legal if symbol_text(str(action)) == move]
        chosen: Action = (named or list(legal))[int(rng.integers(len(named or legal)))]
        return chosen

    def moves_of(self, trainee: Trainee, view: AnyView, action: Action) -> tuple[str, ...]:
        """The one move that an action is; a new one is learned on the way."""
        move = symbol_text(str(action))
        if move not in trainee.heuristics.moves:
            trainee.add_move(RuleMove(move))
        return (move,)
