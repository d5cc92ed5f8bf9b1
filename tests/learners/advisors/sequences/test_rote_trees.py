"""Filter, Attempt-Build, Do-Not-Maintain and Merge-into-Tree: the worked examples of Lock (2003), and laws."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelore.learners.advisors.sequences.rote_settings import RoteSettings
from gamelore.learners.advisors.sequences.rote_trees import (
    Entry,
    Path,
    SequenceTable,
    grow,
    merge_into_tree,
)

ANY = RoteSettings(reached="ends", refilter="never", duplicates="keep")


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
    ("significant", "seen", "cutoff"),
    [(20, 21, 0.2495), (20, 40, 0.24), (20, 75, 0.2225), (20, 120, 0.20), (5, 75, 0.11)],
)
def test_the_cutoff_falls_as_a_state_is_seen_more_often(significant: int, seen: int, cutoff: float) -> None:
    assert RoteSettings().cutoff(seen, significant) == pytest.approx(cutoff)


def test_a_sequence_that_followed_fifty_of_seventy_five_times_is_built_on() -> None:
    """The example of section 2.2.2: state A, sequence j to state B, then k or l."""
    a, b = ord("A"), ord("B")
    j, k, rare = path("12B"), path("kK"), path("78C")
    table = SequenceTable({a: Entry(75, {j: 50, rare: 5})}, {b: Entry(90, {k: 60, path("lL"): 25})})
    forest = grow(table, ANY, 20, by_key)
    assert 50 / 75 > ANY.cutoff(75, 20) > 5 / 75
    assert spelled(list(forest.own[a].root.paths())) == {"12BkK", "12BlL"}
    assert forest.own[a].seen == 75


@pytest.mark.parametrize(("seen_b", "is_key"), [(70, False), (71, True)])
def test_a_state_that_trees_lead_to_is_a_key_only_if_it_often_arose_otherwise(seen_b: int, is_key: bool) -> None:
    a, b = ord("A"), ord("B")
    table = SequenceTable({a: Entry(75, {path("12B"): 50})}, {b: Entry(seen_b, {path("kK"): 40})})
    forest = grow(table, ANY, 20, by_key)
    assert (b in forest.other) == is_key  # seen_b - 50 > 20


def test_a_path_that_cannot_go_on_is_kept_as_it_stands() -> None:
    table = SequenceTable({1: Entry(30, {(2, 3, 4): 30})}, {4: Entry(20, {(5, 6): 20})})
    assert list(grow(table, ANY, 20, by_key).own[1].root.paths()) == [(2, 3, 4)]


def test_a_path_ends_before_a_state_that_it_has_passed() -> None:
    table = SequenceTable({1: Entry(30, {(2, 3, 4): 30})}, {4: Entry(30, {(5, 6): 30}), 6: Entry(30, {(3, 4): 30})})
    assert list(grow(table, ANY, 5, by_key).own[1].root.paths()) == [(2, 3, 4, 5, 6)]


# Readings


def chain(seen: int = 30) -> SequenceTable:
    """One contest many times over: own moves from 1, 3 and 5, the other's from 2, 4 and 6."""
    table = SequenceTable({}, {})
    for _ in range(seen):
        table.gather([1, 2, 3, 4, 5, 6, 7, 8], [True, False] * 4)
    return table


def test_as_printed_a_path_ends_at_a_state_that_needs_no_tree_of_its_own() -> None:
    through, stopping = (
        grow(chain(), RoteSettings(through_used=used, reached="ends", refilter="never"), 5, by_key)
        for used in (True, False)
    )
    assert list(through.own[1].root.paths()) == [(2, 3, 4, 5, 6, 7, 8)]
    assert list(stopping.own[1].root.paths()) == [(2, 3, 4)]


def test_counting_every_state_on_the_way_leaves_one_tree_for_one_line_of_play() -> None:
    ends = grow(chain(), RoteSettings(reached="ends"), 5, by_key)
    everything = grow(chain(), RoteSettings(reached="all"), 5, by_key)
    assert sorted(ends.own) == [1, 3, 5]
    assert sorted(everything.own) == [1]
    assert not everything.other


@pytest.mark.parametrize(("duplicates", "left"), [("keep", 1), ("tails", 0), ("covered", 1), ("both", 0)])
def test_an_even_path_that_is_the_tail_of_an_odd_one_is_dropped(duplicates: str, left: int) -> None:
    table = SequenceTable({1: Entry(30, {(2, 3, 4): 30})}, {2: Entry(30, {(3, 4): 30})})
    settings = RoteSettings(duplicates=duplicates, reached="ends")  # type: ignore[arg-type]
    assert len(grow(table, settings, 5, by_key).other) == left


def test_an_even_path_is_dropped_where_an_odd_tree_begins_after_the_others_move() -> None:
    table = SequenceTable({3: Entry(30, {(4, 5, 6): 30})}, {2: Entry(30, {(3, 4): 30})})
    kept, dropped = (
        grow(table, RoteSettings(duplicates=duplicates), 5, by_key).other for duplicates in ("tails", "covered")
    )
    assert list(kept) == [2]
    assert not dropped


def test_refilter_removes_keys_that_later_trees_lead_to() -> None:
    """The states are taken most seen first, so that the tree of 5 exists before the one that leads to it."""
    other = {5: Entry(40, {(6, 7): 40}), 1: Entry(38, {(2, 5): 38})}
    settings = RoteSettings(order="often", refilter="never")
    assert sorted(grow(SequenceTable({}, other), settings, 5, by_key).other) == [1, 5]
    assert sorted(grow(SequenceTable({}, other), RoteSettings(order="often"), 5, by_key).other) == [1]


@pytest.mark.parametrize(
    "wrong", [{"significant": -1}, {"cutoff_base": 1.5}, {"cutoff_step": -0.1}, {"longest": 2}, {"sweep": 0}]
)
def test_settings_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        RoteSettings(**wrong)  # type: ignore[arg-type]


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
    table = SequenceTable({}, {})
    for keys in played:
        table.gather(keys, [ply % 2 == 0 for ply in range(len(keys))])
    for entries, length, parity in ((table.own, 3, 0), (table.other, 2, 1)):
        found = {(key, *rest): n for key, entry in entries.items() for rest, n in entry.sequences.items()}
        assert found == dict(counted_plainly(played, length, parity))
        assert all(sum(entry.sequences.values()) <= entry.seen for entry in entries.values())


def likely(counts: Counter[Path], seen: Counter[int], key: int, least: int) -> list[Path]:
    if seen[key] <= least:
        return []
    cutoff = ANY.cutoff(seen[key], least)
    return [window[1:] for window, times in counts.items() if window[0] == key and times / seen[key] > cutoff]


@given(contests)
def test_odd_trees_are_all_chains_of_likely_sequences(played: list[list[int]]) -> None:
    """Computed a second time, breadth first; in this reading Do-Not-Maintain touches no state with an own move."""
    table = SequenceTable({}, {})
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
                if len(one) + 2 <= ANY.longest and not {start, *one}.intersection(piece)
            ]
            growing += longer
            if not longer:
                expected.setdefault(start, set()).add(one)
    forest = grow(table, ANY, least, by_key)
    assert {key: set(tree.root.paths()) for key, tree in forest.own.items()} == expected
