"""A course of Hoyle: who learns what, from whom and for how long, before something about it is counted or timed.

The tables of Epstein, Gelfand and Lesniak (1996), Epstein, Gelfand and Lock (1998) and Lock (2003) that are not won
against challengers all begin like this; each adds what it looks for.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field

from gamelore import __version__
from gamelore.arena.training import Regime, make_regime, train
from gamelore.base.errors import BadSetting
from gamelore.base.files import digest, to_json
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games import AnyGame, Record, load_game
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.settings import HoyleSettings


@dataclass(frozen=True, slots=True)
class Course:
    """How Hoyle is taught; a value that can sign what was found after it."""

    game: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    preset: str = "gamelore"
    settings: Mapping[str, object] = field(default_factory=dict)
    """What is changed in the preset."""
    regime: str = "double_cycle"
    contests: int | None = None
    """How many, if not as many as the regime has."""
    players: Mapping[str, object] = field(default_factory=dict)
    seed: int = 10_000

    def hoyle_settings(self) -> HoyleSettings:
        """The settings of the learner."""
        found: HoyleSettings = settings_from_mapping(Hoyle.preset(self.preset), self.settings, "course")
        return found

    @property
    def digest(self) -> str:
        """What a row's file is signed with; a preset counts as the settings that it stands for."""
        settings = settings_to_mapping(self.hoyle_settings())
        return digest(to_json({**dataclasses.asdict(self), "settings": settings, "gamelore": __version__}))[:16]

    def new_learner(self, settings: HoyleSettings | None = None) -> Hoyle:
        """A learner before the course, with its settings or with others."""
        game = load_game(self.game, **self.parameters)
        if not isinstance(game, BoardGame):
            raise BadSetting(f"Hoyle plays on boards; {self.game} has none")
        return Hoyle(game, settings or self.hoyle_settings())

    def make_regime(self, game: AnyGame) -> Regime:
        """Who meets whom, and for how long."""
        return make_regime(self.regime, game, self.contests)

    def teach(self, learner: Hoyle, run: int) -> list[Record]:
        """Take a learner through the course; what was played."""
        regime = self.make_regime(learner.game)
        return list(train(learner.game, learner, regime, seed=self.seed, run=run, settings=self.players))

    def taught(self, run: int, settings: HoyleSettings | None = None) -> Hoyle:
        """A learner after the course."""
        learner = self.new_learner(settings)
        self.teach(learner, run)
        return learner

    def said(self) -> str:
        """The course as a person would read it."""
        changed = "".join(f", {name} = {value}" for name, value in self.settings.items())
        style = self.players.get("style", "auto")
        return f"learner hoyle {self.preset}{changed}, regime {self.regime}; perfect player: {style}"
