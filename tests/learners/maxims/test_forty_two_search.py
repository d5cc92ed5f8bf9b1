"""The search for the lists of 42: play before bidding, same seed same lists, taken up again from its log."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from gamelore.base.arrays import Floats, Ints
from gamelore.learners.maxims import forty_two_schedule as forty_two_search
from gamelore.learners.maxims.forty_two_schedule import FortyTwoSchedule
from gamelore.learners.maxims.forty_two_words import BID, PLAY, forty_two_words, lines_of
from gamelore.learners.maxims.lines import Line, MaximList, parse_list
from gamelore.learners.maxims.schedule import MaximSettings
from gamelore.learners.maxims.words import MOST_WORDS
from gamelore.learners.practice.log import PracticeLog, read_log
from gamelore.learners.practice.search import PracticeSearch

WORDING = forty_two_words()
WANTED = parse_list("leading: most top; most suit_points; over_nobody and double: most up_to_42")
SHORT = MaximSettings(lines=4)


class Wishes:
    """A judge that counts the lines it wants to see, and notes what it was asked."""

    opponents = ("nobody",)
    each = 4

    def __init__(self) -> None:
        self.asked: list[MaximList] = []

    def contests(self, lists: Sequence[MaximList], rounds: range, seed: int) -> Floats:
        self.asked += lists
        return np.array([[[2.0 * len({*lines} & {*WANTED})] * len(rounds)] for lines in lists])

    def scores(self, lists: Sequence[MaximList], found: Ints | Floats) -> list[float]:
        return [float(rows.mean()) for rows in found]


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forty_two_search, "CLIMBS", {PLAY: 1, BID: 1})
    monkeypatch.setattr(forty_two_search, "PLAINLY", parse_list("leading: most trump"))
    monkeypatch.setattr(forty_two_search, "CANDIDATES", 700)
    monkeypatch.setattr(forty_two_search, "STEPS", 6)


def found_by(budget: int = 100_000_000) -> tuple[MaximList, Wishes, PracticeLog[Line]]:
    judge, log = Wishes(), PracticeLog(WORDING, 5)
    search = PracticeSearch(FortyTwoSchedule(WORDING, SHORT, log.seed), log)
    search.practise(judge, budget)
    return search.best[0], judge, log


def test_what_the_judge_wants_is_found_first_to_play_then_to_bid() -> None:
    best, judge, _ = found_by()
    assert {*WANTED} <= {*best}
    bidding = [bool(lines_of(WORDING, lines, BID)) for lines in judge.asked]
    assert bidding == sorted(bidding)
    play = lines_of(WORDING, best, PLAY)
    assert all(lines_of(WORDING, lines, PLAY) == play for lines in judge.asked if lines_of(WORDING, lines, BID))


def test_lists_keep_to_their_lengths_their_words_and_their_end() -> None:
    best, judge, _ = found_by()
    for lines in (*judge.asked[::97], best):
        for part in (BID, PLAY):
            assert len(lines_of(WORDING, lines, part)) <= 4
        bid = lines_of(WORDING, lines, BID)
        assert not bid or str(bid[-1]) == "fewest call"
        for line in lines:
            WORDING.check(line)
            assert len(WORDING.sentence(line).split()) <= MOST_WORDS


def test_a_search_that_stopped_goes_on_as_if_it_had_not() -> None:
    whole, _, log = found_by()
    _, _, cut = found_by(20_000)
    taken_up = read_log({"tried.tsv": cut.text()}, WORDING, "x")
    search = PracticeSearch(FortyTwoSchedule(WORDING, SHORT, taken_up.seed), taken_up)
    assert search.practise(Wishes(), 100_000_000) == 100_000_000
    assert search.best[0] == whole
    assert taken_up.told == log.told
