"""The opponents of draw poker by name: scripts, printed lists of rules, mixtures, and one computed strategy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gamelore.arena.poker.scripted import SCRIPTS, Mix, Noisy, Scripted, require_poker
from gamelore.arena.roster import Entry, PlayerSettings
from gamelore.base.errors import UnknownName
from gamelore.base.streams import tell
from gamelore.games.core import AnyGame
from gamelore.learners.core import Player

NOISE = 0.15
"""The share of random decisions of the noisy opponent."""
MIXED = ("human", "builtin", "tight", "loose", "bluff", "random")


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent that can be made by name."""

    summary: str
    make: Callable[[AnyGame], Player]


def _rules(name: str) -> Callable[[AnyGame], Player]:
    def make(game: AnyGame) -> Player:
        from gamelore.arena.poker.rule_players import RuleList
        from gamelore.learners.rules.poker.lists import printed

        return RuleList(game, printed(name), name)

    return make


def _script(name: str) -> Callable[[AnyGame], Player]:
    return lambda game: Scripted(game, name)


def _noisy(game: AnyGame) -> Player:
    return Noisy(opponent("builtin", game), opponent("random", game), NOISE)


def _strong(game: AnyGame) -> Player:
    from gamelore.arena.poker.strong import Strong

    return Strong(game)


OPPONENTS: dict[str, Opponent] = {
    **{name: Opponent(script.summary, _script(name)) for name, script in SCRIPTS.items()},
    "builtin": Opponent("Waterman's 28 rules written by hand", _rules("builtin")),
    "before": Opponent("before training: one rule, which decides at random", _rules("before")),
    "manual": Opponent("the 26 rules learned from a human trainer, as printed", _rules("manual")),
    "automatic": Opponent("the 19 rules learned from the built-in ones, as printed", _rules("automatic")),
    "implicit": Opponent("the 14 rules deduced from axioms, as printed", _rules("implicit")),
    "noisy": Opponent(f"the built-in rules with {100 * NOISE:.0f} % random decisions", _noisy),
    "mix": Opponent(
        f"another one in each game: {', '.join(MIXED)}", lambda game: Mix([opponent(name, game) for name in MIXED])
    ),
    "strong": Opponent("a strategy computed by regret minimisation", _strong),
}


def short_name(name: str) -> str:
    """`strong` for `poker:strong`: at a poker table it is enough."""
    return name.removeprefix("poker:")


def opponent(name: str, game: AnyGame) -> Player:
    """An opponent by name."""
    if name not in OPPONENTS:
        raise UnknownName("opponent of draw_poker", name, OPPONENTS)
    require_poker(game, name)
    return OPPONENTS[name].make(game)


def _by_hand(game: AnyGame, settings: PlayerSettings, file: str) -> Player:
    """Who follows rules that a person wrote; what was taken from the built-in ones is told in one line."""
    from gamelore.learners.rules.by_hand import rules_of_file

    learner, taken = rules_of_file(Path(file), require_poker(game, "lash"))
    if taken:
        tell(f"{file}: {taken}")
    return learner


PLAYERS = {
    "poker": Entry(
        lambda game, settings, name: opponent(name, game),
        "at draw poker: human, builtin, tight, loose, bluff, call, mix, noisy, strong, ...",
        "OPPONENT",
        tuple(OPPONENTS),
    ),
    "lash": Entry(_by_hand, "at draw poker: follows the rules of a LASH program or of a listing", "FILE"),
}
