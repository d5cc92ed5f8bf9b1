"""The search for a list: it finds what a judge rewards, keeps to its budget, and goes on where it stopped."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from gamelore.base.arrays import Floats, Ints
from gamelore.learners.maxims.lines import Line, MaximList, parse_list
from gamelore.learners.maxims.schedule import PRICE, MaximSchedule, MaximSettings, worth
from gamelore.learners.maxims.words import Word, Wording
from gamelore.learners.practice.log import LOG_FILE, PracticeLog, read_log
from gamelore.learners.practice.search import PracticeSearch

WORDS = Wording(
    {name: Word(f"Have most {name}.", f"Have fewest {name}.", 0) for name in ("a", "b", "c", "d", "e")},
    {"always": "", "late": "Late,"},
)
LATE = "late: most d"


class Bonus:
    """Rewards some lines, one of them only under a condition, and two only in their order; noise is as in contests."""

    opponents = ("noise",)
    each = 3

    def __init__(self, noise: float = 1.0) -> None:
        self.noise = noise
        self.asked = 0

    def contests(self, lists: Sequence[MaximList], rounds: range, seed: int) -> Floats:
        self.asked += self.each * len(lists) * len(rounds)
        points = [self.true(lines) + self._luck(lines, rounds, seed) for lines in lists]
        return np.array([[[each] * len(rounds)] for each in points])

    def scores(self, lists: Sequence[MaximList], found: Ints | Floats) -> list[float]:
        return [float(rows[0, 0]) for rows in found]

    def _luck(self, lines: MaximList, rounds: range, seed: int) -> float:
        rng = np.random.default_rng([seed, rounds.start, sum(map(ord, str(lines)))])
        return float(rng.normal(0, self.noise * 10 / len(rounds) ** 0.5))

    @staticmethod
    def true(lines: MaximList) -> float:
        texts = [str(line) for line in lines]
        points = {"most a": 100.0, "fewest b": 50.0, LATE: 20.0, "fewest e": 0.2}
        found = sum(points.get(text, 0.0) for text in texts)
        if "most a" in texts and "fewest b" in texts and texts.index("most a") > texts.index("fewest b"):
            found += 10.0
        return found


def new_search(log: PracticeLog[Line], lines: int = 5) -> PracticeSearch[Line]:
    return PracticeSearch(MaximSchedule(WORDS, MaximSettings(lines=lines), log.seed), log)


def searched(contests: int, judge: Bonus, seed: int = 5, lines: int = 5) -> PracticeSearch[Line]:
    search = new_search(PracticeLog(WORDS, seed), lines)
    assert search.practise(judge, contests) == contests
    return search


def test_the_search_finds_lines_their_order_and_a_condition() -> None:
    best, score = searched(60_000, Bonus()).best
    assert sorted(map(str, best)) == ["fewest b", LATE, "most a"]
    assert [str(line) for line in best if line.condition == "always"] == ["fewest b", "most a"]
    assert score == pytest.approx(180, abs=4)


def test_a_line_that_earns_less_than_its_price_is_left_out() -> None:
    assert worth(parse_list("most a; fewest b"), 10.0) == 10.0 - 2 * PRICE
    assert worth(parse_list(LATE), 10.0) < worth(parse_list("most d"), 10.0)
    assert Line("e", "fewest") not in searched(60_000, Bonus(noise=0.05)).best[0]


def test_a_list_has_no_more_lines_than_allowed() -> None:
    assert len(searched(30_000, Bonus(), lines=1).best[0]) == 1


def test_a_search_keeps_to_its_budget_and_asks_nothing_twice() -> None:
    judge = Bonus()
    search = searched(20_000, judge)
    assert 19_000 < judge.asked <= 20_000
    assert search.log.contests(judge.each) == judge.asked


def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been() -> None:
    whole: PracticeLog[Line] = PracticeLog(WORDS, 5)
    search = new_search(whole)
    for _ in range(6):
        search.practise(Bonus(), 4_000)
    parts: PracticeLog[Line] = PracticeLog(WORDS, 5)
    for _ in range(6):
        parts = read_log({LOG_FILE: parts.text()}, WORDS, "here")
        resumed = new_search(parts)
        resumed.practise(Bonus(), 4_000)
    assert parts.text() == whole.text()
    assert resumed.best == search.best


def test_another_seed_is_another_search() -> None:
    logs = [searched(8_000, Bonus(), seed).log.text() for seed in (5, 5, 6)]
    assert logs[0] == logs[1]
    assert logs[0].split("\n", 2)[2] != logs[2].split("\n", 2)[2]


@pytest.mark.parametrize("settings", [{"lines": 0}, {"lines": 11}, {"slips": 1.0}, {"slips": -0.1}])
def test_settings_out_of_range_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"lines|slips"):
        MaximSettings(**settings)  # type: ignore[arg-type]
