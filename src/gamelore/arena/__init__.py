"""The arena: players meet in contests, tournaments score them, regimes train them. It knows games and learners."""

from gamelore.arena.contest import ContestKey, Learning, Trainer, play
from gamelore.arena.players import Challenger, Perfect, Random, Reasonable
from gamelore.arena.regimes import REGIMES, Block, Regime, make_regime
from gamelore.arena.roster import CHALLENGERS, PlayerSettings, make_player, register_player, roster
from gamelore.arena.search import Search
from gamelore.arena.tournament import Score, challenge, score, tournament
from gamelore.arena.training import Progress, train

__all__ = [
    "CHALLENGERS", "REGIMES", "Block", "Challenger", "ContestKey", "Learning", "Perfect", "PlayerSettings",
    "Progress", "Random", "Reasonable", "Regime", "Score", "Search", "Trainer",
    "challenge", "make_player", "make_regime", "play", "register_player", "roster", "score", "tournament", "train",
]  # fmt: skip
