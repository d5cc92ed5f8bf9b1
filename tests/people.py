"""A person with habits, for tests of learning from people: no expert, and no program would play so."""

from __future__ import annotations

from pathlib import Path

from gamelore.arena import ContestKey, play
from gamelore.arena.roster import make_player
from gamelore.base.seeds import Rng
from gamelore.games import Record, load_game
from gamelore.games.core import AnyView
from gamelore.learners.core import ContestInfo, Decision

HABITS = ("4", "2", "8", "6", "1", "9", "3", "7", "5")
"""Which place of a board of three by three the person takes first, as long as it is free."""


class Habitual:
    """Takes the first free place of a list, which loses now and then."""

    name = "ann"

    def begin(self, seat: int | None, contest: ContestInfo) -> None: ...

    def end(self, record: Record) -> None: ...

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        legal = {str(action): action for action in view.legal_actions()}
        return Decision(next(legal[place] for place in HABITS if place in legal), "habit")


def contests_of_ann(contests: int = 20, game: str = "lose_tic_tac_toe", against: str = "novice") -> list[Record]:
    """What ann played, by turns on either side."""
    loaded = load_game(game)
    ann, other = Habitual(), make_player(against, loaded)
    seats = [(ann, other), (other, ann)]
    return [play(loaded, seats[number % 2], ContestKey(7, number=number)) for number in range(contests)]


def written(records: list[Record], file: Path) -> Path:
    """Records as a file of them."""
    file.write_text("".join(f"{record.to_json()}\n" for record in records), encoding="utf-8")
    return file
