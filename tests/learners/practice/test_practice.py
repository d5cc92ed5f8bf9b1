"""Practice without any game: letters in order, a toy judge, and schedules of a few questions."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from gamelore.base.arrays import Floats, Ints
from gamelore.base.errors import DamagedFile
from gamelore.learners.practice.judge import Ask, Suggest
from gamelore.learners.practice.lists import added, best_of, changed, compared, priced, replaced, without
from gamelore.learners.practice.log import LOG_FILE, PracticeLog, read_log
from gamelore.learners.practice.search import Asking, PracticeSearch

Word = tuple[str, ...]
WANTED = "practice"


class Letters:
    """Lists of letters, as words."""

    def list_text(self, entries: Sequence[str]) -> str:
        return "".join(entries)

    def parse_list(self, text: str) -> Word:
        if text and not text.isalpha():
            raise ValueError(f"no word: {text}")
        return tuple(text)


class Speller:
    """Two opponents pay a point for each letter in its place, the second only in even rounds."""

    opponents = ("all", "even")
    each = 2

    def __init__(self) -> None:
        self.asked: list[tuple[list[Any], range]] = []

    def contests(self, lists: Sequence[Any], rounds: range, seed: int) -> Ints:
        self.asked.append((list(lists), rounds))
        right = [sum(a == b for a, b in zip(word, WANTED, strict=False)) for word in lists]
        return np.array([[[n, n * (r % 2 == 0)] for r in rounds] for n in right]).transpose(0, 2, 1)

    def scores(self, lists: Sequence[Any], found: Ints | Floats) -> list[float]:
        return [float(rows[0].mean()) for rows in found]

    @property
    def played(self) -> int:
        return sum(self.each * len(lists) * len(rounds) for lists, rounds in self.asked)


class Spelling:
    """Adds the best letter, step by step, until none is worth its price."""

    def __init__(self) -> None:
        self.best: tuple[Word, float] = ((), 0.0)

    def questions(self) -> Asking[str]:
        word: Word = ()
        for step in itertools.count():
            longer = added(word, len(word), "acdeiprtx")
            lists, scores = yield from compared([word], longer, ((2, 4), (4, 2)), 8, 100 * step, _worth)
            best = best_of([_worth(*pair) for pair in zip(lists, scores, strict=True)], 1)[0]
            if lists[best] == word:
                return
            word = lists[best]
            self.best = word, scores[best]


def _worth(word: Word, score: float) -> float:
    return priced(score, (0.5, len(word)))


class Stepwise:
    """Steps that begin with a suggestion, in which lists are compared with the first of them."""

    def __init__(self) -> None:
        self.best: tuple[Word, float] = ((), 0.0)

    def questions(self) -> Asking[str]:
        word: Word = tuple("x")
        for step in range(3):
            lists = yield Suggest(range(10 * step, 10 * step + 2), self._longer(word), least=100)
            found = yield Ask(lists, range(10 * step, 10 * step + 2), _more, 2, paired=True)
            word = lists[best_of([more for more, _ in found], 1)[0]]
            self.best = word, float(step)

    def _longer(self, word: Word) -> Any:
        return lambda judge, seed: ([word, *changed(word, lambda _: "pr"), *added(word, len(word), "pr")], 30)


def _more(judge: Speller, lists: Sequence[Any], found: Ints) -> list[tuple[float, ...]]:
    return [(float((rows - found[0]).sum()), float(rows.sum())) for rows in found]


def search_in(log: PracticeLog[str], schedule: Spelling | Stepwise | None = None) -> PracticeSearch[str]:
    return PracticeSearch(schedule or Spelling(), log)


def test_a_search_finds_what_its_judge_pays_for_and_ends_when_nothing_is_left() -> None:
    judge, search = Speller(), search_in(PracticeLog(Letters(), 1))
    assert search.practise(judge, 100_000) == 100_000
    assert search.best == (tuple(WANTED), 8.0)
    played = judge.played
    assert search.practise(judge, 1_000) == 1_000
    assert judge.played == played < 100_000


@pytest.mark.parametrize("schedule", [Spelling, Stepwise])
def test_a_search_that_is_taken_up_from_its_log_goes_on_as_if_it_had_not_stopped(schedule: Any) -> None:
    whole: PracticeLog[str] = PracticeLog(Letters(), 1)
    search = search_in(whole, schedule())
    parts: PracticeLog[str] = PracticeLog(Letters(), 1)
    for _ in range(12):
        steady = search.practise(Speller(), 150)
        parts = read_log({LOG_FILE: parts.text()}, Letters(), "here")
        resumed = search_in(parts, schedule())
        assert resumed.practise(Speller(), 150) == steady
        assert resumed.best == search.best
        assert parts.text() == whole.text()
    assert search.best[0][:2] == ("p", "r")


def test_a_search_keeps_to_its_contests_and_asks_nothing_twice() -> None:
    judge = Speller()
    search = search_in(PracticeLog(Letters(), 1))
    for _ in range(5):
        before = judge.played
        assert search.practise(judge, 70) == 70
        assert judge.played - before <= 70
    asked = [(word, rounds) for lists, rounds in judge.asked for word in lists]
    assert len(asked) == len(set(asked))
    assert search.log.contests(judge.each) == judge.played


def test_a_step_is_begun_with_contests_enough_and_is_not_begun_in_the_middle_of_a_call() -> None:
    judge, search = Speller(), search_in(PracticeLog(Letters(), 1), Stepwise())
    assert search.practise(judge, 99) == 99
    assert judge.asked == []
    took = search.practise(judge, 10_000)
    assert took == 30 + judge.played < 10_000
    assert search.best[1] == 0.0
    assert len(judge.asked) == 1


class Pair:
    """One question about two lists, the second compared with the first."""

    best: tuple[Word, float] = ((), 0.0)

    def questions(self) -> Asking[str]:
        yield Ask([tuple("x"), tuple("p")], range(2), _more, 2, paired=True)


def test_lists_that_are_compared_with_the_first_are_asked_of_together_or_not_at_all() -> None:
    judge, search = Speller(), PracticeSearch(Pair(), PracticeLog(Letters(), 1))
    assert search.practise(judge, 7) == 7
    assert judge.asked == []
    search.practise(judge, 8)
    assert judge.played == 8


def test_a_judge_may_take_a_list_in_another_form() -> None:
    judge, schedule = Speller(), Spelling()
    search = PracticeSearch(schedule, PracticeLog(Letters(), 1), lambda word: "".join(word))
    search.practise(judge, 60)
    assert all(isinstance(word, str) for lists, _ in judge.asked for word in lists)


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("5\t4\t1.0\t7", "tried.tsv:3: no word: 7"),
        ("5\t4\tnan\tab", "tried.tsv:3: expected a number"),
        ("5\t4\t1.0 \tab", "tried.tsv:3: expected a number"),
        ("-5\t4\t1.0\tab", "tried.tsv:3: expected a count"),
        ("5\t4\t1.0", "tried.tsv:3: expected 4 columns"),
    ],
)
def test_damage_in_a_log_is_told_with_its_line(row: str, complaint: str) -> None:
    text = PracticeLog(Letters(), 5).text()
    with pytest.raises(DamagedFile, match=complaint):
        read_log({LOG_FILE: f"{text}{row}\n"}, Letters(), "here")


def test_a_log_without_its_seed_is_refused() -> None:
    for rows in ("", "5\t4\t1.0\tab\n"):
        with pytest.raises(DamagedFile, match="seed"):
            read_log({LOG_FILE: f"first\trounds\tscore\tlist\n{rows}"}, Letters(), "here")


def test_an_answer_with_too_few_or_too_many_numbers_is_asked_for_again() -> None:
    log: PracticeLog[str] = PracticeLog(Letters(), 5)
    lists = [tuple(word) for word in ("a", "b", "c")]
    log.add(lists, range(4), [(1.0, 2.0), (), (3.0,)])
    assert log.missing(Ask(lists, range(4))) == lists[:2]
    assert log.missing(Ask(lists, range(4), numbers=2)) == lists[1:]
    assert log.suggested(Suggest(range(4), lambda judge, seed: ([], 0))) == lists
    assert read_log({LOG_FILE: log.text()}, Letters(), "here").told == log.told


def test_edits_remove_move_replace_and_add() -> None:
    word = tuple("abc")
    assert without(word, 1) == tuple("ac")
    assert ["".join(w) for w in added(word, 1, "xy")] == ["axbc", "aybc"]
    assert ["".join(w) for w in replaced(word, 2, "xy")] == ["abx", "aby"]
    assert {"".join(w) for w in changed(tuple("ab"), lambda n: "xy"[n])} == {"a", "b", "ab", "ba", "xb", "ay"}
    assert best_of([1.0, 3.0, 3.0, 2.0], 3) == [1, 2, 3]


def test_candidates_meet_the_same_rounds_and_most_are_dropped_after_a_few() -> None:
    asking = compared([("p",)], [tuple(w) for w in ("a", "pr", "px", "b")], ((2, 3), (4, 1)), 8, 100, _worth)
    first = next(asking)
    assert (len(first.lists), first.rounds) == (4, range(100, 102))
    second = asking.send([(0.0,), (2.0,), (1.0,), (0.0,)])
    assert ([*map("".join, second.lists)], second.rounds) == (["pr", "px", "a"], range(102, 104))
    last = asking.send([(1.6,), (0.0,), (2.0,)])
    assert ([*map("".join, last.lists)], last.rounds) == (["p", "pr"], range(104, 112)), "means count, of both stages"
