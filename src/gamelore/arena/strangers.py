"""The panel of strangers: players whom a list or an agent did not practise with.

A list fits its teacher: one that a perfect player taught can lose to an ordinary search that it never met. So whatever
is tested against its challengers is shown against a few others, too, the worst first. A game's kit names them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from gamelore.arena.judging import TEACHERS
from gamelore.arena.roster import make_player, usual_challengers
from gamelore.arena.tournament import Score, Scores, challenge
from gamelore.base.errors import NotAvailable
from gamelore.games.core import AnyGame
from gamelore.games.record import Record
from gamelore.learners.core import Player
from gamelore.learners.maxims.learner import MaximLearner

STRANGE = 20
"""The most contests against each: one with a player who tries moves out takes a fifth of a second on a large board."""
SLOW = ("uct",)
"""Who takes so long."""


def strangers_of(game: AnyGame, tested: Player | None = None) -> tuple[str, ...]:
    """The strangers of a game who can play it: no usual challenger, no teacher of its list, nobody with the same."""
    known = {*usual_challengers(game), *(_teachers(tested) if isinstance(tested, MaximLearner) else ())}
    return tuple(name for name in game.kit.strangers if name not in known and _is_other(name, game, tested))


def _teachers(learner: MaximLearner) -> tuple[str, ...]:
    """With whom its list was practised."""
    return TEACHERS[learner.settings.teachers]


def quick_strangers(game: AnyGame) -> tuple[str, ...]:
    """Those against whom an agent is shown where many contests are played."""
    return tuple(name for name in strangers_of(game) if name.partition(":")[0] not in SLOW)


def _is_other(name: str, game: AnyGame, tested: Player | None) -> bool:
    try:
        found = make_player(name, game)
    except NotAvailable:
        return False
    return not (isinstance(found, MaximLearner) and isinstance(tested, MaximLearner) and found.lines == tested.lines)


def strange_contests(contests: int) -> int:
    """How many contests there are against each stranger where each challenger has so many."""
    return min(contests, STRANGE)


def meet_strangers(
    game: AnyGame,
    player: Player,
    names: Collection[str],
    contests: int,
    *,
    seed: int,
    progress: Callable[[str, Record], None] | None = None,
    **settings: Any,
) -> Scores:
    """Some contests against each stranger, but few; the worst first."""
    found = challenge(
        game, player, list(names), strange_contests(contests), seed=seed, progress=progress, **settings
    )  # fmt: skip
    return Scores(sorted(found.items(), key=lambda told: (told[1].reliability.mean, told[1].power.mean)))


def weakest_of(scores: Mapping[str, Score]) -> str:
    """Against whom somebody has lost most; nothing where nobody is alone in that."""
    found = sorted(scores.items(), key=lambda told: told[1].reliability.mean)
    if len(found) < 2 or found[0][1].reliability.mean == found[1][1].reliability.mean:
        return ""
    return found[0][0]
