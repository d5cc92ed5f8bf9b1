"""The manners at 42: dominoes are drawn for the deal, which goes round, and seven marks win the match.

Everybody draws a domino, and the highest deals first (Carberry, Appendix I). A number is a bid, `6-4` a domino to play,
and a trump may be called by its name (`fours`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from gamelore.app.table.forty_two.showing import ShownFortyTwo, shown_forty_two
from gamelore.app.table.manners import Manners
from gamelore.app.table.scores import ScoreBoard
from gamelore.base.seeds import Rng
from gamelore.games.core import Action, AnyGame
from gamelore.games.forty_two import FortyTwoState, FortyTwoView, draw_for_deal, first_dealer, parse_deal
from gamelore.games.forty_two.dominoes import NO_TRUMP, TRUMP_NAMES, TRUMP_WORDS
from gamelore.games.forty_two.rules import MARKS_TO_WIN, SEATS, Bid, NameTrump, Pass, Play
from gamelore.games.forty_two.table import BIDDING, NAMING
from gamelore.games.forty_two.view import SEAT_NAMES
from gamelore.games.record import Record


@dataclass(frozen=True, slots=True)
class MatchBoard(ScoreBoard):
    """How a match stands."""

    kind: ClassVar[str] = "match"
    marks: tuple[int, int] = (0, 0)
    """Of A and C, and of B and D."""
    match_won: bool | None = None
    """Whether the person's side has won the match or lost it; None while it goes on."""

    def after(self, record: Record, seat: int) -> Self:
        """The score after one more contest; after a match another begins."""
        marks, decided = self.marks if self.match_won is None else (0, 0), None
        marks = (marks[0] + max(0, int(record.returns[0])), marks[1] + max(0, int(record.returns[1])))
        if max(marks) >= MARKS_TO_WIN:
            decided = (marks[0] >= MARKS_TO_WIN) == (seat % 2 == 0)
        return replace(super(MatchBoard, self).after(record, seat), marks=marks, match_won=decided)

    def line(self) -> str:
        """The marks of both sides, and who has won the match."""
        won = "" if self.match_won is None else f"; you have {'won' if self.match_won else 'lost'} the match"
        return f"{self.counted()}; marks: A and C {self.marks[0]}, B and D {self.marks[1]}{won}."


class FortyTwoManners(Manners[FortyTwoState, FortyTwoView]):
    """How 42 is dealt, shown, typed and told."""

    score = MatchBoard()

    def shown(self, view: FortyTwoView, last: Action | None = None) -> ShownFortyTwo:
        """The table from one seat."""
        return shown_forty_two(view)

    def opening(self, deal: str, rng: Rng) -> tuple[str, tuple[str, ...]]:
        """Everybody draws a domino, and the highest deals."""
        drawn = draw_for_deal(rng)
        dealer = first_dealer(drawn)
        draws = ", ".join(f"{SEAT_NAMES[seat]} {domino}" for seat, domino in enumerate(drawn))
        told = f"Drawn for the deal: {draws}. {SEAT_NAMES[dealer]} deals."
        return str(replace(parse_deal(deal), dealer=dealer)), (told,)

    def next_contest(self, game: AnyGame, seat: int, deal: str, rng: Rng) -> tuple[int, str | None]:
        """The deal goes round."""
        dealer = (parse_deal(deal).dealer + 1) % SEATS
        return seat, str(replace(parse_deal(game.sample_deal(rng)), dealer=dealer))

    def line(self, world: FortyTwoState) -> tuple[str, tuple[Action, ...]]:
        """The hands and what was called and played."""
        return str(world.deal), tuple(world.table.actions())

    def dealt(self, view: FortyTwoView) -> str:
        """The seven dominoes that a seat began with."""
        return " ".join(str(domino) for domino in view.dealt)

    def typed(self, view: FortyTwoView, text: str) -> str:
        """A number is a bid, a domino is played, a trump has a name."""
        lower, stage = text.lower(), view.table.stage
        if stage == BIDDING and lower.isascii() and lower.isdigit():
            return f"bid {lower}"
        if stage == NAMING:
            name = lower.removeprefix("trump").strip()
            return f"trump {TRUMP_NAMES[TRUMP_WORDS.index(name)] if name in TRUMP_WORDS else name}"
        return f"play {lower}" if re.fullmatch(r"\d-\d", lower) else lower

    def offered(self, action: Action) -> str:
        """`bid 31`, `trump fours`, `play 6-4`."""
        match action:
            case NameTrump(trump):
                return "no trump" if trump == NO_TRUMP else f"trump {TRUMP_WORDS[trump]}"
        return super().offered(action)

    def advised(self, action: Action) -> str:
        """`bid 31`, `name fours as trump`, `play 6-4`."""
        match action:
            case NameTrump(trump):
                return "play without trump" if trump == NO_TRUMP else f"name {TRUMP_WORDS[trump]} as trump"
            case Pass() | Bid() | Play():
                return str(action)
        return super().advised(action)

    def done(self, action: Action) -> str:
        """`bids 31`, `names fours as trump`, `plays 6-4`."""
        match action:
            case Pass():
                return "passes"
            case Bid(amount):
                return f"bids {amount}"
            case NameTrump(trump):
                return "plays without trump" if trump == NO_TRUMP else f"names {TRUMP_WORDS[trump]} as trump"
            case Play(domino):
                return f"plays {domino}"
        return super().done(action)


FORTY_TWO_MANNERS = FortyTwoManners()
