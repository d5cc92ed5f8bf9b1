"""Filter, Attempt-Build, Do-Not-Maintain and Merge-into-Tree: the worked examples of Lock (2003), and laws."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelore.learners.advisors.sequences.rote_trees import (
    LONGEST,
    Path,
    RoteTable,
    StateCounts,
    cutoff,
    grow,
    merge_into_tree,
)


def path(letters: str) -> Path:
    return tuple(map(ord, letters))


def spelled(paths: list[Path]) -> set[str]:
    return {"".join(map(chr, one)) for one in paths}


def by_key(key: int) -> tuple[int, ...]:
    return (key,)


# Worked examples


def test_the_five_sequences_of_figure_7_merge_into_its_tree() -> None:
    sequences = ["jkmn", "jkmo", "jkpr", "jlst", "jlwx"]
    root = merge_into_tree(map(path, sequences))
    assert list(root.children) == [ord("j")]
    j = root.children[ord("j")]
    assert spelled([(key,) for key in j.children]) == {"k", "l"}
    assert spelled(list(j.children[ord("k")].paths())) == {"mn", "mo", "pr"}
    assert spelled(list(j.children[ord("l")].paths())) == {"st", "wx"}
    assert (root.leaves, root.moves) == (5, 12)


@pytest.mark.parametrize(
    ("significant", "seen", "expected"),
    [(20, 21, 0.2495), (20, 40, 0.24), (20, 75, 0.2225), (20, 120, 0.20), (5, 75, 0.11)],
)
def test_the_cutoff_falls_as_a_state_is_seen_more_often(significant: int, seen: int, expected: float) -> None:
    assert cutoff(seen, significant, 0.25) == pytest.approx(expected)


def test_a_sequence_that_followed_fifty_of_seventy_five_times_is_built_on() -> None:
    """The example of section 2.2.2: state A, sequence j to state B, then k or l."""
    a, b = ord("A"), ord("B")
    j, k, rare = path("12B"), path("kK"), path("78C")
    table = RoteTable({a: StateCounts(75, {j: 50, rare: 5})}, {b: StateCounts(90, {k: 60, path("lL"): 25})})
    forest = grow(table, 20, 0.25, by_key)
    assert 50 / 75 > cutoff(75, 20, 0.25) > 5 / 75
    assert spelled(list(forest.own[a].root.paths())) == {"12BkK", "12BlL"}
    assert forest.own[a].seen == 75


@pytest.mark.parametrize(("seen_b", "is_key"), [(70, False), (71, True)])
def test_a_state_that_trees_lead_to_is_a_key_only_if_it_often_arose_otherwise(seen_b: int, is_key: bool) -> None:
    a, b = ord("A"), ord("B")
    table = RoteTable({a: StateCounts(75, {path("12B"): 50})}, {b: StateCounts(seen_b, {path("kK"): 40})})
    forest = grow(table, 20, 0.25, by_key)
    assert (b in forest.other) == is_key  # seen_b - 50 > 20


def test_a_path_that_cannot_go_on_is_kept_as_it_stands() -> None:
    table = RoteTable({1: StateCounts(30, {(2, 3, 4): 30})}, {4: StateCounts(20, {(5, 6): 20})})
    assert list(grow(table, 20, 0.25, by_key).own[1].root.paths()) == [(2, 3, 4)]


def test_a_path_ends_before_a_state_that_it_has_passed() -> None:
    table = RoteTable(
        {1: StateCounts(30, {(2, 3, 4): 30})}, {4: StateCounts(30, {(5, 6): 30}), 6: StateCounts(30, {(3, 4): 30})}
    )
    assert list(grow(table, 5, 0.25, by_key).own[1].root.paths()) == [(2, 3, 4, 5, 6)]


# Readings


def chain(seen: int = 30) -> RoteTable:
    """One contest many times over: own moves from 1, 3 and 5, the other's from 2, 4 and 6."""
    table = RoteTable({}, {})
    for _ in range(seen):
        table.gather([1, 2, 3, 4, 5, 6, 7, 8], [True, False] * 4)
    return table


def test_one_line_of_play_has_one_tree_that_goes_through_states_without_their_own() -> None:
    forest = grow(chain(), 5, 0.25, by_key)
    assert sorted(forest.own) == [1]
    assert list(forest.own[1].root.paths()) == [(2, 3, 4, 5, 6, 7, 8)]
    assert not forest.other


def test_an_even_path_that_is_the_tail_of_an_odd_one_is_dropped() -> None:
    table = RoteTable(
        {1: StateCounts(60, {(2, 3, 4): 30, (2, 5, 6): 30})}, {2: StateCounts(90, {(3, 4): 30, (7, 8): 60})}
    )
    (tree,) = grow(table, 5, 0.25, by_key).other.values()
    assert list(tree.root.paths()) == [(7, 8)]


def test_a_key_that_later_trees_lead_to_is_removed() -> None:
    """The tree of 5 exists before that of 7, which leads to it."""
    other = {5: StateCounts(40, {(6, 9): 40}), 7: StateCounts(38, {(2, 5): 38})}
    assert sorted(grow(RoteTable({}, other), 5, 0.25, by_key).other) == [7]


# Laws

paths = st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=6).map(tuple), max_size=12)


@given(paths)
def test_a_tree_holds_the_merged_sequences_and_nothing_else(sequences: list[Path]) -> None:
    root = merge_into_tree(sequences)
    prefixes = {one[:n] for one in sequences for n in range(1, len(one) + 1)}
    ends = {one for one in prefixes if not any(other != one and other[: len(one)] == one for other in prefixes)}
    assert sorted(root.paths()) == sorted(ends)
    assert root.moves == len(prefixes)
    assert root.leaves == max(1, len(ends))
    assert all(root.holds(one) for one in sequences)


contests = st.lists(st.lists(st.integers(0, 6), min_size=2, max_size=14), min_size=1, max_size=12)


def counted_plainly(played: list[list[int]], length: int, parity: int) -> Counter[Path]:
    """How often each state was followed by each so many moves, counted window by window."""
    windows = (
        tuple(keys[start : start + length + 1]) for keys in played for start in range(parity, len(keys) - length, 2)
    )
    return Counter(windows)


@given(contests)
def test_sequences_are_counted_as_often_as_they_were_played(played: list[list[int]]) -> None:
    table = RoteTable({}, {})
    for keys in played:
        table.gather(keys, [ply % 2 == 0 for ply in range(len(keys))])
    for entries, length, parity in ((table.own, 3, 0), (table.other, 2, 1)):
        found = {(key, *rest): n for key, entry in entries.items() for rest, n in entry.sequences.items()}
        assert found == dict(counted_plainly(played, length, parity))
        assert all(sum(entry.sequences.values()) <= entry.seen for entry in entries.values())


def likely(counts: Counter[Path], seen: Counter[int], key: int, least: int) -> list[Path]:
    if seen[key] <= least:
        return []
    most = cutoff(seen[key], least, 0.25)
    return [window[1:] for window, times in counts.items() if window[0] == key and times / seen[key] > most]


@given(contests)
def test_odd_trees_are_all_chains_of_likely_sequences(played: list[list[int]]) -> None:
    """Computed a second time, breadth first; Do-Not-Maintain only says which states have no tree."""
    table = RoteTable({}, {})
    for keys in played:
        table.gather(keys, [ply % 2 == 0 for ply in range(len(keys))])
    least = 1
    own, other = counted_plainly(played, 3, 0), counted_plainly(played, 2, 1)
    own_seen, other_seen = (Counter(k for keys in played for k in keys[parity:-1:2]) for parity in (0, 1))
    expected: dict[int, set[Path]] = {}
    for start in own_seen:
        growing = likely(own, own_seen, start, least)
        while growing:
            one = growing.pop()
            longer = [
                (*one, *piece)
                for piece in likely(other, other_seen, one[-1], least)
                if len(one) + 2 <= LONGEST and not {start, *one}.intersection(piece)
            ]
            growing += longer
            if not longer:
                expected.setdefault(start, set()).add(one)
    forest = grow(table, least, 0.25, by_key)
    assert all(set(tree.root.paths()) == expected[key] for key, tree in forest.own.items())
