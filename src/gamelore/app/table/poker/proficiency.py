"""The proficiency test for a person: two series of games against a program, with exchanged hands (Waterman 1968, p128).

In series I program and person play five games of five rounds. In series II they play them again, in another order, each
with the hands that the other one had. The program acts first in rounds 1, 3 and 5 of every game. Against remembering,
some other hands are played before and after series I, and the source lets 24 hours pass before series II.

A test is a function of who is met, the seed and what the person did, so that only this is kept: no hand of the program
is in the file, and whoever goes on has the program decide again as it did. Nothing is told but what the table shows: no
hints, no reasons, no review, no hands laid down, and not which game of series I comes back when.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from gamelore.app.table.sitting import Event, TableSitting
from gamelore.arena.contest import DEALER, ContestKey
from gamelore.arena.poker.printed_tests import PRINTED_TESTS
from gamelore.arena.poker.proficiency import THESIS_GAMES, Proficiency
from gamelore.arena.poker.scripted import require_poker
from gamelore.arena.roster import make_player
from gamelore.base.errors import BadSetting, DamagedFile, GameloreError, NotAvailable
from gamelore.base.files import parse_toml, read_text
from gamelore.base.seeds import Phase, stream
from gamelore.games import load_game
from gamelore.games.core import AnyGame
from gamelore.games.poker.table import ROUNDS_PER_GAME
from gamelore.lab.charts import draw_lines_svg
from gamelore.learners.core import Learner, Player
from gamelore.learners.registry import knowledge_digest

KIND, VERSION = "proficiency", 1
"""The key that says what a file is, and its version."""
MOST_GAMES = 20
DUMMIES = 2
"""Rounds before and after series I that count for nothing; the source says "a number of"."""
BEFORE, FIRST, BETWEEN, SECOND = "before series I", "series I", "after series I", "series II"
WAIT = "Series II deals the same hands, exchanged. The source waits 24 hours before it, so that nobody remembers them."


@dataclass(frozen=True, slots=True)
class ProficiencyRound:
    """One round of the test."""

    part: str
    game: int
    round: int
    """Which game of its part, and which round of it, from 1."""
    number: int
    """Its contest number; a game begins at a multiple of five, where programs forget the opponent."""
    deal: int
    """Which deal of series I it is; -1 for rounds that do not count."""
    seat: int
    """Where the person sits; seat 0 acts first."""

    @property
    def title(self) -> str:
        counts = "" if self.deal >= 0 else ", which does not count"
        return f"{self.part[0].upper()}{self.part[1:]}, game {self.game}, round {self.round}{counts}"


def rounds_of(games: int, seed: int) -> list[ProficiencyRound]:
    """All rounds in their order."""
    deals = games * ROUNDS_PER_GAME
    order = stream(seed, 0, Phase.SETUP).permutation(games).tolist()
    parts: list[tuple[str, list[int]]] = [
        (BEFORE, [-1] * DUMMIES),
        (FIRST, list(range(deals))),
        (BETWEEN, [-1] * DUMMIES),
        (SECOND, [game * ROUNDS_PER_GAME + place for game in order for place in range(ROUNDS_PER_GAME)]),
    ]
    found, base = list[ProficiencyRound](), 0
    for part, numbers in parts:
        for at, deal in enumerate(numbers):
            game, place = divmod(at, ROUNDS_PER_GAME)
            found.append(ProficiencyRound(part, game + 1, place + 1, base + at, deal, 1 - place % 2))
        base += -(-len(numbers) // ROUNDS_PER_GAME) * ROUNDS_PER_GAME
    return found


class ProficiencyTest:
    """A person's test, as far as it went."""

    def __init__(
        self,
        game: AnyGame,
        against: str,
        seed: int,
        games: int = THESIS_GAMES,
        make: Callable[[str, AnyGame], Player] = make_player,
    ) -> None:
        self.game = require_poker(game, "the proficiency test")
        if not 1 <= games <= MOST_GAMES:
            raise BadSetting(f"a proficiency test has 1 to {MOST_GAMES} games, not {games}")
        self.against, self.seed, self.games = against, seed, games
        self.rounds = rounds_of(games, seed)
        self.player = make(against, game)
        self.digest = knowledge_digest(self.player) if isinstance(self.player, Learner) else ""
        self.chips: list[float] = []
        """What the person won in each round that is over."""
        self.done: list[list[str]] = []
        """What the person did, round by round; the last is under way."""
        self.news: list[str] = []
        """Rounds that were over before the person could do anything, as sentences; whoever tells them clears it."""
        self._sitting: TableSitting | None = None
        self._sit_down()

    @property
    def over(self) -> bool:
        return len(self.chips) == len(self.rounds)

    @property
    def here(self) -> ProficiencyRound:
        """The round that is under way."""
        if self.over:
            raise NotAvailable("The test is over.")
        return self.rounds[len(self.chips)]

    @property
    def sitting(self) -> TableSitting:
        """The table of the round that is under way."""
        if self._sitting is None:
            raise NotAvailable("The test is over.")
        return self._sitting

    @property
    def between(self) -> bool:
        """Whether series I is over and nothing of series II is played: the time to wait."""
        return (
            not self.over and self.here.part == SECOND and self.here == next(r for r in self.rounds if r.part == SECOND)
        )

    def play(self, text: str) -> list[Event]:
        """The person's move, the program's answers and, if that ends the round, its end; then the next one is dealt."""
        sitting = self.sitting
        events: list[Event] = sitting.play(text)
        moved = next(ply for ply in reversed(sitting.plies) if ply.seat == sitting.seat)
        self.done[-1].append(str(moved.action))
        self._settle()
        return events

    def opening(self) -> list[Event]:
        """What the program has done in this round before the person's first move."""
        return [*self.sitting.history]

    def _sit_down(self) -> None:
        """Deal the next round; the program moves until it is the person's turn."""
        while not self.over:
            here = self.here
            run = 1 if here.deal < 0 else 0
            number = here.number if here.deal < 0 else here.deal
            deal = self.game.sample_deal(stream(self.seed, run, Phase.TEST, number, DEALER))
            if here.part == SECOND:
                deal = self.game.turn_deal(deal, 1)
            key = ContestKey(self.seed, 0, Phase.TEST, here.number, series="proficiency of a person")
            others = {1 - here.seat: self.against}
            self._sitting = TableSitting(
                self.game, here.seat, others, key, deal=deal, make=lambda name, game: self.player
            )
            self.done.append([])
            list(self._sitting.answers())
            if self._sitting.result is None:
                return
            won = self._sitting.result.returns[here.seat]
            self.chips.append(won)
            self.news.append(f"{here.title}: {self.player.name} drops at once; you win {won:g}.")
        self._sitting = None

    def _settle(self) -> None:
        result = self.sitting.result
        if result is not None:
            self.chips.append(result.returns[self.here.seat])
            self._sit_down()

    # --- what came of it ----------------------------------------------------------------------------------------------

    def result(self) -> Proficiency:
        """What the program won of every deal, when both series are over."""
        if not self.over:
            raise NotAvailable("The result is told when both series are over.")
        won: dict[str, dict[int, float]] = {FIRST: {}, SECOND: {}}
        for here, chips in zip(self.rounds, self.chips, strict=True):
            if here.deal >= 0:
                won[here.part][here.deal] = -chips
        first, second = (tuple(won[part][deal] for deal in sorted(won[part])) for part in (FIRST, SECOND))
        return Proficiency(first, second)

    # --- keeping ------------------------------------------------------------------------------------------------------

    def to_data(self) -> dict[str, Any]:
        """All that is needed to go on; what the program held and did is not in it."""
        return {
            KIND: VERSION,
            "game": self.game.name,
            "against": self.against,
            "agent": self.digest,
            "seed": self.seed,
            "games": self.games,
            "chips": list(self.chips),
            "rounds": [", ".join(actions) for actions in self.done],
        }

    @staticmethod
    def restore(
        data: Mapping[str, Any], game: AnyGame, where: str, make: Callable[[str, AnyGame], Player] = make_player
    ) -> ProficiencyTest:
        """The test of such data; the program decides again, and must come to the same chips."""
        forms = {"against": str, "agent": str, "seed": int, "games": int, "chips": list, "rounds": list, "game": str}
        if data.get(KIND) != VERSION:
            raise DamagedFile(f"{where}: version {data.get(KIND)!r}, this program reads {VERSION}")
        for name, form in forms.items():
            if type(data.get(name)) is not form:
                raise DamagedFile(f"{where}: '{name}' is missing or has the wrong form")
        if data["game"] != game.name or data["seed"] < 0:
            raise DamagedFile(f"{where}: expected a test of {game.name} with a seed that is not negative")
        try:
            test = ProficiencyTest(game, data["against"], data["seed"], data["games"], make)
        except BadSetting as error:
            raise DamagedFile(f"{where}: {error}") from None
        if test.digest != data["agent"]:
            raise GameloreError(f"{where}: '{test.against}' has learned since this test began, so that it cannot go on")
        for number, line in enumerate(data["rounds"], start=1):
            for action in (part for part in str(line).split(", ") if part):
                try:
                    if len(test.chips) != number - 1:
                        raise BadSetting(f"nothing is left to do there, but the file has '{action}'")
                    test.play(action)
                except GameloreError as error:
                    raise DamagedFile(f"{where}: round {number}: {error}") from None
        for number, (told, found) in enumerate(zip(data["chips"], test.chips, strict=False), start=1):
            if told != found:
                raise DamagedFile(f"{where}: round {number} does not come to {told!r} chips")
        if test.to_data() != {name: data[name] for name in test.to_data()}:
            raise DamagedFile(f"{where}: the rounds and the chips do not belong together")
        test.news = []
        return test


def check_test(path: Path) -> str:
    """What a file of a test holds, as a sentence."""
    data = parse_toml(read_text(path), str(path))
    test = ProficiencyTest.restore(data, load_game("draw_poker"), str(path))
    return f"{path}: a proficiency test against {test.against}, {len(test.chips)} of {len(test.rounds)} rounds"


# --- the graph --------------------------------------------------------------------------------------------------------


def graph(result: Proficiency, program: str) -> dict[str, list[float]]:
    """The graph of the thesis: what the program won in series I, and its opponent with the same hands in series II."""
    return {
        f"{program}, series I": [0.0, *accumulate(result.first_series)],
        "you, series II, the same hands": [0.0, *accumulate(-chips for chips in result.second_series)],
    }


def beside(result: Proficiency, program: str) -> dict[str, list[float]]:
    """By how much each program was ahead with the same hands: yours, and the game that is printed of each of five."""
    found = {f"{program} (your test)": _ahead(result.first_series, result.second_series)}
    for test in PRINTED_TESTS:
        found[f"{test.title} (App. {test.appendix})"] = _ahead(test.first_series, test.second_series)
    return found


def _ahead(first: tuple[float, ...], second: tuple[float, ...]) -> list[float]:
    return [0.0, *accumulate(one + two for one, two in zip(first, second, strict=True))]


def graphs_svg(result: Proficiency, program: str, *, alone: bool = True) -> tuple[str, str]:
    """Both graphs as pictures, each a file of its own or a part of a page."""
    title = f"Proficiency test: {program} {result.percent:+.1f} %"
    printed = "How far the program is ahead, same hands; printed games have five rounds"
    return (
        draw_lines_svg(graph(result, program), title, "rounds of play", "chips won", alone=alone),
        draw_lines_svg(beside(result, program), printed, "rounds of play", "chips", alone=alone),
    )


def verdict(result: Proficiency, program: str) -> list[str]:
    """What the test came to, and how little it settles, as sentences."""
    interval, deals = result.percent_interval(), len(result.first_series)
    ahead = "level" if result.percent == 0 else "ahead" if result.percent > 0 else "behind"
    printed = ", ".join(f"{test.title} {test.percent:+g} %" for test in PRINTED_TESTS)
    return [
        f"{program} won {result.won:.0f} chips, you won {result.lost:.0f}: it is {ahead}, {result.percent:+.1f} % of "
        f"the larger amount (95 % interval {interval.low:+.0f} to {interval.high:+.0f}; {deals} deals, each twice).",
        f"Printed, against the one person of the thesis (Table 5-3): {printed}. For the built-in list the text says "
        "one half per cent.",
    ]
