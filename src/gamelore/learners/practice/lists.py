"""What schedules share: edits of an ordered list, what its entries cost, and how candidates are compared.

All candidates of a step are scored on the same rounds of contests, with the same luck; most are dropped after a few
rounds (successive halving, Jamieson and Talwalkar 2016), and the rest are compared on rounds that have not chosen them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from gamelore.learners.practice.judge import Ask, E, Numbers

Stages = tuple[tuple[int, int], ...]
"""After so many rounds so many candidates stay."""
Scored = tuple[list[tuple[E, ...]], list[float]]
Scoring = Generator[Ask[E], list[Numbers], list[float]]
Worth = Callable[[tuple[E, ...], float], float]
"""What a list is worth: its score without the price of its entries."""


def priced(score: float, *prices: tuple[float, int]) -> float:
    """A score without what is paid for so many of each."""
    for price, count in prices:
        score -= price * count
    return score


# Edits


def without(entries: tuple[E, ...], number: int) -> tuple[E, ...]:
    """The list without one entry."""
    return (*entries[:number], *entries[number + 1 :])


def added(entries: tuple[E, ...], place: int, new: Iterable[E]) -> Iterator[tuple[E, ...]]:
    """The list with one entry more at a place, each of some."""
    return ((*entries[:place], entry, *entries[place:]) for entry in new)


def replaced(entries: tuple[E, ...], number: int, others: Iterable[E]) -> Iterator[tuple[E, ...]]:
    """The list with each of some others in the place of an entry."""
    return ((*entries[:number], other, *entries[number + 1 :]) for other in others)


def changed(entries: tuple[E, ...], others: Callable[[int], Iterable[E]]) -> Iterator[tuple[E, ...]]:
    """With each entry removed, moved anywhere, or replaced by others that are given for its number."""
    for number, entry in enumerate(entries):
        rest = without(entries, number)
        yield rest
        for place in range(len(entries)):
            yield from added(rest, place, (entry,))
        yield from replaced(entries, number, others(number))


# Comparisons


def best_of(values: Sequence[float], most: int) -> list[int]:
    """The numbers of the highest values, best first; of equals the first."""
    return sorted(range(len(values)), key=lambda n: -values[n])[:most]


def scores(lists: Sequence[tuple[E, ...]], rounds: range) -> Scoring[E]:
    """Ask for one score a list."""
    found = yield Ask(lists, rounds)
    return [score for (score,) in found]


def compared(
    parents: Sequence[tuple[E, ...]],
    children: Iterable[tuple[E, ...]],
    stages: Stages,
    last: int,
    base: int,
    worth: Worth[E],
    whole: Callable[[tuple[E, ...]], tuple[E, ...]] = lambda entries: entries,
) -> Generator[Ask[E], list[Numbers], Scored[E]]:
    """Parents and the best children with their scores on the last rounds, which no stage has used.

    Rounds are counted from `base` on. Where a list is only part of what is played, `whole` completes it.
    """
    left, done = list(children), 0
    means: list[float] = []
    for until, most in stages:
        fresh = yield from scores(list(map(whole, left)), range(base + done, base + until))
        before = means or [0.0] * len(left)
        means = [(done * mean + (until - done) * new) / until for mean, new in zip(before, fresh, strict=True)]
        done = until
        order = best_of([worth(entries, mean) for entries, mean in zip(left, means, strict=True)], most)
        left, means = [left[n] for n in order], [means[n] for n in order]
    everybody = [*parents, *left]
    return everybody, (yield from scores(list(map(whole, everybody)), range(base + done, base + done + last)))
