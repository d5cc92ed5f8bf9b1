"""Who can sit at a table of 42, by name: `table:formula`, `table:trainer`, `table:passer`, `table:FOLDER`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gamelore.arena.forty_two.bidders import Formula, PassAlways, Seated, TrainerBidder
from gamelore.arena.roster import Entry
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.games.core import AnyGame
from gamelore.learners.core import Player
from gamelore.learners.registry import AGENT_FILE, load_agent

BIDDERS: dict[str, Callable[[], Player]] = {"formula": Formula, "passer": PassAlways, "trainer": TrainerBidder}


def seated(game: AnyGame, bidder: str) -> Seated:
    """A bidder by name, or a learned one from its folder, with the playing machine behind it."""
    if bidder in BIDDERS:
        return Seated(BIDDERS[bidder]())
    if not (Path(bidder) / AGENT_FILE).exists():
        raise UnknownName("bidder", bidder, BIDDERS)
    learner = load_agent(Path(bidder)).learner
    if learner.game != game:
        raise BadSetting(f"{bidder}: this agent learned {learner.game!r}, not {game!r}")
    return Seated(learner)


PLAYERS = {
    "table": Entry(
        lambda game, settings, bidder: seated(game, bidder),
        "at 42: a bidder (formula, passer, trainer, a folder) and the playing machine",
        "BIDDER",
        tuple(BIDDERS),
    )
}
