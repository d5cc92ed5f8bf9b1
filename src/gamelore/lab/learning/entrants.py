"""Who enters the bench of learning, as texts: players by name, learners with the contests they get.

`uct:1000` and `openspiel:mcts:1000` are players. `hoyle:160` learns from 160 contests of its usual course,
`maxims:20000` from as many contests of practice; `q_learning:self_play:5000` names its course too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from gamelore.arena.regimes import DEAL_PLAYED_OUT, LEARNER, Block, Regime, make_regime
from gamelore.arena.roster import require_known
from gamelore.base.errors import BadSetting, GameloreError
from gamelore.games import AnyGame, load_game
from gamelore.lab.learning.q_learning import QLearning
from gamelore.learners.core import Learner
from gamelore.learners.registry import known_learner, learner_class, learner_names

Q_LEARNING, SELF_PLAY, TAUGHT = QLearning.kind, "self_play", "fixed_length"
GAMES = ("lose_tic_tac_toe", "tic_tac_toe", "five_mens_morris")
"""The games of the bench, in the order of its page."""
BUDGETS: dict[str, tuple[int, ...]] = {
    "uct": (100, 1_000, 10_000),
    "openspiel:mcts": (100, 1_000, 10_000),
    f"{Q_LEARNING}:{SELF_PLAY}": (320, 5_000, 20_000),
    f"{Q_LEARNING}:{TAUGHT}": (320, 5_000, 20_000),
    "hoyle": (40, 160, 320),
    "maxims": (20_000, 100_000, 400_000),
}
"""Tries a move of those who search, contests of those who learn."""
IN_CPP = ("lose_tic_tac_toe", "tic_tac_toe")
"""Games of ours where OpenSpiel's search plays its own game in C++, as well as all of theirs."""
MATRIX = {
    "cogap": 2 * DEAL_PLAYED_OUT, "hoyle": 160, "maxims": 0, "pairs": 160, "rote": 320, "seqlearner": 160,
    Q_LEARNING: 5_000, "waterman": 5_200_000,
}  # fmt: skip
"""Contests by learner, in the matrix of every learner on every game; 0: a part of the long practice of the game."""
PART = 20
"""Which part of a long practice: the twentieth."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, or a learner with its course."""

    text: str
    learner: str = ""
    regime: str = ""
    """Empty for the learner's usual course."""
    contests: int = 0

    @staticmethod
    def parse(text: str) -> Entrant:
        """Read such a text; whether a player is known depends on the game."""
        kind, *rest = text.split(":")
        if kind not in (*learner_names(), Q_LEARNING):
            return Entrant(text)
        if len(rest) not in (1, 2) or not (rest[-1].isascii() and rest[-1].isdigit() and 0 < len(rest[-1]) < 10):
            raise BadSetting(f"'{text}': expected {kind}:CONTESTS or {kind}:REGIME:CONTESTS")
        return Entrant(text, kind, rest[0] if len(rest) == 2 else "", int(rest[-1]))

    def make(self, game: AnyGame) -> Learner:
        """The learner before it has learned anything."""
        return QLearning(game) if self.learner == Q_LEARNING else known_learner(self.learner, game)

    def course(self, game: AnyGame) -> Regime:
        """What it goes through."""
        usual = SELF_PLAY if self.learner == Q_LEARNING else ""
        name = self.regime or usual or learner_class(self.learner).usual_regime(self.make(game).settings)
        regime = Regime(SELF_PLAY, (Block((LEARNER, LEARNER), 1),), 1) if name == SELF_PLAY else name
        return make_regime(regime, game, self.contests)

    def require(self, game: AnyGame) -> None:
        """Refuse whoever cannot play a game, before anything is computed."""
        if self.learner:
            self.course(game).require(self.make(game))
        else:
            require_known(self.text, game)


def bench_entrants(game: AnyGame) -> list[str]:
    """Everybody of the bench who can play a game here."""
    asked = [f"{kind}:{budget}" for kind, budgets in BUDGETS.items() for budget in budgets]
    theirs = find_spec("pyspiel") and (game.name in IN_CPP or game.name.startswith("openspiel:"))
    return [text for text in asked if _plays(text, game) and (theirs or not text.startswith("openspiel:"))]


def matrix_entrants(game: AnyGame) -> list[str]:
    """Every learner that can speak at a game, with its contests in the matrix."""
    part = game.kit.practice[0] // PART
    return [text for kind, budget in MATRIX.items() if _plays(text := f"{kind}:{budget or part}", game)]


def _plays(text: str, game: AnyGame) -> bool:
    entrant = Entrant.parse(text)
    if entrant.learner in ("", Q_LEARNING):
        return True
    return learner_class(entrant.learner).plays(game)


def entered(games: Sequence[str], asked: Sequence[str], usual: str) -> list[tuple[str, str]]:
    """Game and entrant for every row: those that are asked for, or all of a plan."""
    plans = {"learning": bench_entrants, "matrix": matrix_entrants}
    found = []
    for name in games:
        game = load_game(name)
        for text in asked or plans[usual](game):
            try:
                Entrant.parse(text).require(game)
            except GameloreError:
                if asked and len(games) == 1:
                    raise
                continue
            found.append((name, text))
    if not found:
        raise BadSetting(f"none of {', '.join(asked)} plays any of {', '.join(games)}")
    return found
