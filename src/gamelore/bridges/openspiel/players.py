"""Players of OpenSpiel at our tables, and ours at its: `openspiel:mcts:1000`, `as_bot`, `as_player`.

Where a game is theirs in C++ the bot is, too. A game of ours with the same rules there is mirrored: what happens here
is done there as well. At any other game of ours the bot is the one in Python, since those in C++ end the interpreter on
every game in Python; asked for one, we refuse.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gamelore.arena.players import NoLearning, require_open
from gamelore.arena.roster import PlayerSettings
from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.base.words import counted
from gamelore.bridges import need
from gamelore.bridges.openspiel.games import SpielGame, SpielState
from gamelore.bridges.openspiel.names import SCHEME, TWINS
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.games.registry import GameLike, game_of, load_game
from gamelore.learners.core import ContestInfo, Decision, Player, Reason

MOST_SIMULATIONS = 1_000_000
EXPLORATION = 2.0
"""The constant of UCT; OpenSpiel's own examples use 2."""
MEGABYTES = 1000
"""The most memory for a tree."""
MIRRORED = {**{ours: theirs for theirs, ours in reversed(TWINS.items())}, "nine_mens_morris": "nine_mens_morris"}
"""By a game of ours the game in C++ where its moves are mirrored. At nine men's morris the two end long contests
differently: theirs is drawn after 200 actions."""
FORGETFUL = 2
"""So many plies a mirror looks for what was done since it was last asked."""


# --- theirs, here -----------------------------------------------------------------------------------------------------


def their_player(game: AnyGame, settings: PlayerSettings, argument: str) -> Player:
    """A player of OpenSpiel by what follows `openspiel:`: `mcts:1000`, with so many simulations a move."""
    kind, _, number = argument.partition(":")
    if kind != "mcts" or not re.fullmatch("[0-9]{1,7}", number) or not 1 <= int(number) <= MOST_SIMULATIONS:
        raise BadSetting(f"player '{SCHEME}:{argument}': expected {SCHEME}:mcts:N, 1 to {MOST_SIMULATIONS} simulations")
    need("pyspiel", SCHEME)
    require_open(game, f"{SCHEME}:{argument}")
    if isinstance(game, SpielGame):
        return TheirSearch(game, int(number))
    return MirroredSearch(game, int(number)) if _mirrored(game) else OutsideSearch(game, int(number))


def _mirrored(game: AnyGame) -> bool:
    """Whether the game is theirs, too, as it is played here."""
    return game.name in MIRRORED and game.is_same(load_game(game.name)) and not game.source


def _search(theirs: Any, state: Any, simulations: int, seed: int) -> list[tuple[int, int, float]]:
    """What Monte-Carlo tree search in C++ finds: moves with their visits and their mean, best first."""
    pyspiel = need("pyspiel", SCHEME)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(theirs, evaluator, EXPLORATION, simulations, MEGABYTES, True, seed, False)
    return _ranked(bot.mcts_search(state))


def _ranked(root: Any) -> list[tuple[int, int, float]]:
    """The moves at a root: proved ones by what is proved, the others by their visits."""
    found = []
    for child in root.children:
        visits = int(child.explore_count)
        mean = float(child.total_reward) / visits if visits else 0.0
        proved = float(child.outcome[child.player]) if child.outcome else 0.0
        found.append((proved, visits, mean, int(child.action)))
    found.sort(key=lambda entry: (-entry[0], -entry[1], -entry[2], entry[3]))
    return [(action, visits, mean) for _, visits, mean, action in found]


class TheirSearch(NoLearning):
    """Their Monte-Carlo tree search at a game of theirs."""

    def __init__(self, game: AnyGame, simulations: int) -> None:
        super().__init__(f"{SCHEME}:mcts:{simulations}")
        self.game, self.simulations = game, simulations

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        state: Any = view.state
        seed = int(rng.integers(1 << 31))
        found = _search(self.game.theirs, state.theirs, self.simulations, seed)  # type: ignore[attr-defined]
        named = {number: move for move, number in state.moves().items()}
        return self._decision([(named[number], visits, mean) for number, visits, mean in found])

    def _decision(self, found: Sequence[tuple[Action, int, float]]) -> Decision:
        def why() -> Sequence[Reason]:
            best = found[:3]
            return [
                Reason(
                    self.name,
                    f"{counted(visits, 'try', 'tries')} of {self.simulations}, {mean:+.2f} on average",
                    str(move),
                    mean,
                )
                for move, visits, mean in best
            ]

        return Decision(found[0][0], "mcts", why)


class OutsideSearch(TheirSearch):
    """Their search in Python at a game of ours that they know from us."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        import pyspiel
        from open_spiel.python.algorithms import mcts

        from gamelore.bridges.coding import coding_of
        from gamelore.bridges.course import Going
        from gamelore.bridges.openspiel.registered import RegisteredState, register

        name = register(self.game)
        theirs = pyspiel.load_game(name)
        going = Going(self.game, coding_of(self.game))._at(view.state)
        state = RegisteredState(theirs, going)
        drawn = np.random.RandomState(int(rng.integers(1 << 31)))
        evaluator = mcts.RandomRolloutEvaluator(1, drawn)
        bot = mcts.MCTSBot(theirs, EXPLORATION, self.simulations, evaluator, solve=True, random_state=drawn)
        legal = going.legal()
        return self._decision(
            [(legal[number], visits, mean) for number, visits, mean in _ranked(bot.mcts_search(state))]
        )


class MirroredSearch(TheirSearch):
    """Their search in C++ at a game of ours that is theirs, too: every move is made over there as well.

    Whoever is asked about a position out of a contest cannot know how it came about there; then it is their search in
    Python.
    """

    def __init__(self, game: AnyGame, simulations: int) -> None:
        super().__init__(game, simulations)
        self.mirror = Mirror(game)
        self.outside = OutsideSearch(game, simulations)

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        self.mirror = Mirror(self.game)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        if not self.mirror.follow(view.state):
            return self.outside.decide(view, rng)
        seed = int(rng.integers(1 << 31))
        ways = their_moves(self.mirror.theirs)
        found = _search(self.mirror.game, self.mirror.theirs, self.simulations, seed)
        named: list[tuple[Action, int, float]] = []
        for number, visits, mean in found:
            texts = [text for text, numbers in ways.items() if numbers[0] == number]
            if len(texts) > 1 and not named:  # what it takes is a second action of theirs
                after = self.mirror.theirs.child(number)
                second = _search(self.mirror.game, after, self.simulations, seed)[0][0]
                texts = [text for text in texts if ways[text][1] == second]
            named.append((self.game.parse_action(texts[0]), visits, mean))
        return self._decision(named)


@dataclass(slots=True)
class Mirror:
    """A contest of ours as it goes over there, move by move."""

    ours: AnyGame
    game: Any = field(init=False)
    theirs: Any = field(init=False)
    state: AnyState = field(init=False)

    def __post_init__(self) -> None:
        self.game = need("pyspiel", SCHEME).load_game(MIRRORED[self.ours.name])
        self.theirs = self.game.new_initial_state()
        self.state = self.ours.new_initial_state()

    def follow(self, state: AnyState) -> bool:
        """Do there what was done here since; False if that cannot be found out."""
        line = _between(self.state, state, FORGETFUL)
        for action in line or ():
            self.do(action)
        return line is not None and not self.theirs.is_terminal()

    def do(self, action: Action) -> None:
        """A move, in both."""
        for number in their_moves(self.theirs)[str(action)]:
            self.theirs.apply_action(number)
        self.state = self.state.child(action)


def _between(first: AnyState, last: AnyState, plies: int) -> list[Action] | None:
    """Moves that lead from a state to another, as few as possible; None if so many do not."""
    if first == last:
        return []
    if not plies:
        return None
    tries = [(action, first.child(action)) for action in first.legal_actions()]
    for depth in range(plies):
        for action, after in tries:
            line = _between(after, last, depth)
            if line is not None and len(line) == depth:
                return [action, *line]
    return None


def their_moves(state: Any) -> Mapping[str, list[int]]:
    """Their legal actions under the names of our moves: points count from 1, a capture belongs to the move."""
    found: dict[str, list[int]] = {}
    for number in state.legal_actions():
        name = _name(state, number)
        after = state.child(number)
        if not after.is_terminal() and after.current_player() == state.current_player():
            for capture in after.legal_actions():
                found[f"{name}x{_name(after, capture)}"] = [number, capture]
        else:
            found[name] = [number]
    return found


def _name(state: Any, number: int) -> str:
    text = state.action_to_string(number)
    if "(" in text:  # x(0,1): a square by row and column
        return str(number + 1)
    return "-".join(str(int(point) + 1) for point in re.findall(r"\d+", text))


# --- bots -------------------------------------------------------------------------------------------------------------


def their_bot(game: Any, simulations: int, seed: int = 0) -> Any:
    """Their tree search for a game of theirs in C++, or in Python for a game in Python."""
    pyspiel = need("pyspiel", SCHEME)
    if compiled(game):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        return pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, MEGABYTES, True, seed, False)
    from open_spiel.python.algorithms import mcts

    drawn = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, drawn)
    return mcts.MCTSBot(game, EXPLORATION, simulations, evaluator, solve=True, random_state=drawn)


def compiled(thing: Any) -> bool:
    """Whether a thing of theirs is one in C++."""
    return type(thing).__module__.partition(".")[0] == "pyspiel"


def refuse_compiled(bot: Any, game: Any) -> None:
    """A bot in C++ asks a game in Python what only one in C++ can answer, and the interpreter dies of it."""
    if compiled(bot) and not compiled(game):
        raise NotAvailable(
            f"{type(bot).__name__} is a bot of OpenSpiel in C++, and would end this program at "
            f"{game.get_type().short_name}, a game in Python; take one of open_spiel.python"
        )


def as_player(bot: Any, game: GameLike, name: str = "") -> Player:
    """Any bot of OpenSpiel as a player of ours, at a game of theirs or at one of ours that hides nothing."""
    return BotPlayer(bot, game_of(game), name or f"{SCHEME}:{type(bot).__name__}")


class BotPlayer(NoLearning):
    """A bot of theirs; what is random about it is its own."""

    def __init__(self, bot: Any, game: AnyGame, name: str) -> None:
        super().__init__(name)
        require_open(game, name)
        self.bot, self.game = bot, game
        if not isinstance(game, SpielGame):
            import pyspiel

            from gamelore.bridges.openspiel.registered import register

            self.there = pyspiel.load_game(register(game))
            refuse_compiled(bot, self.there)

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        self.bot.restart()

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """What the bot does in the same state over there."""
        state: Any = view.state
        if isinstance(state, SpielState):
            number = self.bot.step(state.theirs)
            return Decision(next(move for move, other in state.moves().items() if other == number), "bot")
        from gamelore.bridges.coding import coding_of
        from gamelore.bridges.course import Going
        from gamelore.bridges.openspiel.registered import RegisteredState

        going = Going(self.game, coding_of(self.game))._at(state)
        return Decision(going.legal()[self.bot.step(RegisteredState(self.there, going))], "bot")
