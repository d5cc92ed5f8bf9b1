"""Tournaments and their scores: reliability (won or drawn) and power (won), with intervals.

Reliability and power are Hoyle's two measures (Epstein, Gelfand and Lock 1998, section 4). A tournament gives a Score
with Wilson intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gamelore.arena.contest import DEALER, SEATING, ContestKey, play
from gamelore.arena.roster import PlayerLike, at_table, make_player, usual_challengers
from gamelore.base.errors import BadSetting, DamagedFile
from gamelore.base.notebook import Row, table_html
from gamelore.base.seeds import Phase
from gamelore.base.settings import whole_number
from gamelore.base.stats import Interval, wilson
from gamelore.base.words import counted
from gamelore.games.core import AnyGame
from gamelore.games.record import Record
from gamelore.games.registry import GameLike, game_of
from gamelore.learners.core import Learner, Player
from gamelore.learners.registry import knowledge_digest


def seating(game: AnyGame, entrants: int, number: int) -> tuple[int, ...]:
    """Which entrant sits at each seat in the n-th contest: all move one seat on after each.

    Entrants are one per seat, or one per team who takes all its seats.
    """
    if entrants not in (game.seats, len(set(game.teams))):
        raise BadSetting(f"{game.name} needs one entrant per seat ({game.seats}) or per team, not {entrants}")
    homes = range(entrants) if entrants == game.seats else game.teams
    return tuple((home - number) % entrants for home in homes)


def tournament(
    game: AnyGame,
    entrants: Sequence[Player],
    contests: int,
    key: ContestKey = ContestKey(phase=Phase.TEST),  # noqa: B008 (a frozen value)
) -> Iterator[Record]:
    """Play some contests with learning off, one record at a time; contests are numbered from the key's number.

    Every deal is played once in each seating, so that nobody wins by better cards.
    """
    digests = {n: knowledge_digest(player) for n, player in enumerate(entrants) if isinstance(player, Learner)}
    seated = [at_table(player) for player in entrants]
    for number in range(key.number, key.number + contests):
        seats = seating(game, len(entrants), number)
        dealt = replace(key, number=number - number % len(entrants))
        record = play(
            game, [seated[entrant] for entrant in seats], replace(key, number=number, seating=seats),
            deal=game.sample_deal(dealt.stream(DEALER)),
        )  # fmt: skip
        knowledge = tuple(digests.get(entrant, "") for entrant in seats) if digests else ()
        yield replace(record, knowledge=knowledge)


def challenge(
    game: GameLike,
    player: PlayerLike,
    challengers: Sequence[PlayerLike] | str | None = None,
    contests: int = 50,
    *,
    seed: int,
    run: int = 0,
    progress: Callable[[str, Record], None] | None = None,
    **settings: object,
) -> Scores:
    """The test of the published tables: some contests against each challenger, learning off, first mover alternating.

    Without challengers they are those whom the game is usually tested against. A challenger's contests do not depend on
    who else is among the challengers.
    """
    game, contests = game_of(game), whole_number(contests, "a number of contests")
    tested = make_player(player, game, **settings)
    asked = usual_challengers(game) if challengers is None else challengers
    scores = Scores()
    for challenger in [asked] if isinstance(asked, str) else asked:
        met, score = make_player(challenger, game, **settings), Score()
        name = challenger if isinstance(challenger, str) else met.name
        entrants = (tested, met)
        for record in tournament(game, entrants, contests, ContestKey(seed, run, Phase.TEST, series=name)):
            score = score.add(record)
            if progress is not None:
                progress(name, record)
        scores[name] = score
    return scores


@dataclass(frozen=True, slots=True)
class Score:
    """What one entrant made of some contests."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    total: float = 0.0
    """The sum of the returns, in the game's unit."""
    plies: int = 0

    @property
    def contests(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def reliability(self) -> Interval:
        """Per cent won or drawn, with the Wilson interval."""
        return wilson(self.wins + self.draws, self.contests)

    @property
    def power(self) -> Interval:
        """Per cent won, with the Wilson interval."""
        return wilson(self.wins, self.contests)

    @property
    def mean(self) -> float:
        """The mean return, in the game's unit."""
        return self.total / self.contests

    def __str__(self) -> str:
        told = f"{counted(self.contests, 'contest')}: won {self.wins:,}, drew {self.draws:,}, lost {self.losses:,}"
        return f"{told}; reliability {self.reliability}, power {self.power}" if self.contests else told

    def to_row(self) -> Row:
        """The counts, and both measures with their intervals."""
        row: Row = {"contests": self.contests, "wins": self.wins, "draws": self.draws, "losses": self.losses}
        for name, measure in (("reliability", self.reliability), ("power", self.power)):
            row |= {name: measure.mean, f"{name}_low": measure.low, f"{name}_high": measure.high}
        return {**row, "total": self.total, "plies": self.plies}

    def cells(self) -> dict[str, str]:
        """The same for a person who reads."""
        counts = {"won": self.wins, "drawn": self.draws, "lost": self.losses}
        measures = {"reliability": self.reliability, "power": self.power}
        return {name: str(value) for name, value in {**counts, **measures}.items()}

    def _repr_html_(self) -> str:
        return table_html([self.cells()])

    def add(self, record: Record, entrant: int = 0) -> Score:
        """The score with one more contest, seen from one entrant."""
        seat = seat_of(record, entrant)
        result = record.result(seat)
        won, drawn, lost = (int(result == word) for word in ("win", "draw", "loss"))
        return self + Score(won, drawn, lost, record.returns[seat], len(record.actions))

    def __add__(self, other: Score) -> Score:
        return Score(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.total + other.total,
            self.plies + other.plies,
        )


class Scores(dict[str, Score]):
    """What one entrant made of its contests with each challenger."""

    def __str__(self) -> str:
        return "\n".join(f"{name}: {score}" for name, score in self.items())

    def to_rows(self) -> list[Row]:
        """One row for each challenger."""
        return [{"challenger": name, **score.to_row()} for name, score in self.items()]

    def _repr_html_(self) -> str:
        return table_html([{"challenger": name, **score.cells()} for name, score in self.items()])


def score(records: Iterable[Record], entrant: int = 0) -> Score:
    """What an entrant made of the contests of a tournament."""
    return sum((Score().add(record, entrant) for record in records), Score())


def seat_of(record: Record, entrant: int) -> int:
    """The first seat at which an entrant sat in a contest of a tournament."""
    seating = record.labels.get(SEATING)
    if not isinstance(seating, list | tuple) or len(seating) != len(record.players):
        raise DamagedFile(f"record of {record.game}: no label '{SEATING}' says who sat where")
    if entrant not in seating:
        raise BadSetting(f"record of {record.game}: entrant {entrant} did not play; seated were {list(seating)}")
    return seating.index(entrant)
