"""The test of proficiency: duplicate play, so that cards weigh nothing (Waterman 1968, p128-131).

In series I a program plays some games of five rounds against an opponent; in series II it plays them again, in another
order, with the two players' cards exchanged. Waterman's score is the difference of what both sides won, in per cent of
the larger amount. His program acts first in rounds 1, 3 and 5 of every game; since acting first costs, series II can
exchange that as well. The thesis plays 25 deals, which settles nothing; ten thousand give an interval worth reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.arena.contest import DEALER, ContestKey, play
from gamelore.arena.poker.scripted import require_poker
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Phase, stream
from gamelore.base.stats import Interval, mean_interval
from gamelore.games.core import AnyGame
from gamelore.games.poker.table import ROUNDS_PER_GAME
from gamelore.games.record import Record
from gamelore.learners.core import Player

THESIS_GAMES = 5
"""Five games of five rounds: 25 deals, each played twice."""
RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Proficiency:
    """What the program won of every deal, in chips: in series I, and with exchanged cards in series II."""

    first_series: tuple[float, ...]
    second_series: tuple[float, ...]

    @property
    def won(self) -> float:
        """All that the program won, losses left out."""
        return sum(chips for chips in (*self.first_series, *self.second_series) if chips > 0)

    @property
    def lost(self) -> float:
        """All that the opponent won."""
        return sum(-chips for chips in (*self.first_series, *self.second_series) if chips < 0)

    @property
    def percent(self) -> float:
        """Waterman's score: the difference in per cent of the larger amount, positive if the program is ahead."""
        return percent_difference(self.won, self.lost)

    @property
    def chips_per_deal(self) -> Interval:
        """What the program gains from a deal that is played twice, with its t interval."""
        return mean_interval([a + b for a, b in zip(self.first_series, self.second_series, strict=True)])

    def percent_interval(self, seed: int = 0) -> Interval:
        """The score with a bootstrap interval over deals."""
        results = np.array([self.first_series, self.second_series])
        won, lost = np.maximum(results, 0).sum(axis=0), np.maximum(-results, 0).sum(axis=0)
        rng = stream(seed, phase=Phase.SAMPLE)
        scores = np.empty(RESAMPLES)
        for i in range(RESAMPLES):
            drawn = rng.integers(len(won), size=len(won))
            scores[i] = percent_difference(float(won[drawn].sum()), float(lost[drawn].sum()))
        low, high = np.quantile(scores, (0.025, 0.975)).tolist()
        return Interval(self.percent, low, high)

    def __str__(self) -> str:
        interval, chips = self.percent_interval(), self.chips_per_deal
        return (
            f"{self.percent:+.1f} % [{interval.low:+.1f}, {interval.high:+.1f}], "
            f"{chips.mean:+.2f} chips a deal [{chips.low:+.2f}, {chips.high:+.2f}]"
        )


def percent_difference(won: float, lost: float) -> float:
    """The difference of two amounts in per cent of the larger one; 0 if nothing was won at all."""
    return 0.0 if max(won, lost) == 0 else 100 * (won - lost) / max(won, lost)


def proficiency(
    game: AnyGame,
    program: Player,
    other: Player,
    *,
    seed: int,
    run: int = 0,
    games: int = THESIS_GAMES,
    exchange_first_actor: bool = True,
    progress: Callable[[Record], None] | None = None,
) -> Proficiency:
    """Let a program meet an opponent in two series of games with exchanged cards; nobody learns.

    With `exchange_first_actor` off, the program acts first in the odd rounds of both series, as in the thesis.
    """
    require_poker(game, program.name)
    if games < 1:
        raise BadSetting(f"a test needs at least one game, not {games}")
    deals = games * ROUNDS_PER_GAME
    key = ContestKey(seed, run, Phase.TEST, series=f"proficiency {program.name} {other.name}")
    texts = [game.sample_deal(stream(seed, run, Phase.TEST, number, DEALER)) for number in range(deals)]
    results = np.zeros((2, deals))
    for series in (0, 1):
        order = range(games) if series == 0 else stream(seed, run, Phase.SETUP).permutation(games).tolist()
        for at, number in enumerate(_rounds(order)):
            seat = number % ROUNDS_PER_GAME % 2
            text = texts[number]
            if series == 1 and exchange_first_actor:
                seat = 1 - seat
            elif series == 1:
                text = game.turn_deal(text, 1)
            this = ContestKey(key.seed, key.run, key.phase, series * deals + at, key.series)
            record = play(game, (program, other) if seat == 0 else (other, program), this, deal=text)
            results[series, number] = record.returns[seat]
            if progress is not None:
                progress(record)
    return Proficiency(tuple(results[0].tolist()), tuple(results[1].tolist()))


def _rounds(games: Sequence[int]) -> list[int]:
    """The numbers of the deals, game by game."""
    return [game * ROUNDS_PER_GAME + place for game in games for place in range(ROUNDS_PER_GAME)]
