"""The general machine: arguments, reinforcement, categories, smoothing, layers, for any tree over any parameters."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelore.base.arrays import Floats
from gamelore.base.errors import BadText, DamagedFile, GameloreError, UnknownName
from gamelore.learners.signatures.categories import equi_size_categories, range_categories, samuel_categories
from gamelore.learners.signatures.layers import Teaching, learn, learn_layer
from gamelore.learners.signatures.mending import CATEGORIES, learn_mending
from gamelore.learners.signatures.reinforcement import BOUND, LOWER, RAISE, samuel, weighted
from gamelore.learners.signatures.settings import TreeSettings
from gamelore.learners.signatures.signature_tables import SignatureTable, TableTree, diffuse, nearest
from gamelore.learners.signatures.texts import mending_text, read_mending
from gamelore.learners.signatures.tree import Goal, parse_tree

TREE = """
name = "small"
root = "WORTH"

[goals.WORTH]
inputs = ["CONTROL", "POINTS"]
categories = 4

[goals.CONTROL]
inputs = ["TENUM", "TEPCT", "TNPTO"]
categories = 5

[goals.POINTS]
inputs = ["TENUM", "TEPPT"]
categories = 3
"""
SIZES = {"TENUM": 3, "TEPPT": 4, "TEPCT": 3, "TNPTO": 2}
PLAIN = TreeSettings()


def test_arguments_count_as_figure_2_1_prints_them() -> None:
    tree = parse_tree(TREE, SIZES, "figure 2-1")
    points, control, worth = tree.goal("POINTS"), tree.goal("CONTROL"), tree.goal("WORTH")
    assert (points.argument((2, 3)), points.signatures) == (12, 12)
    assert (control.argument((2, 1, 1)), control.signatures) == (16, 18)
    assert worth.signatures == 15
    assert [[g.name for g in level] for level in tree.levels()] == [["CONTROL", "POINTS"], ["WORTH"]]


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.data())
def test_arguments_and_signatures_stand_one_to_one(sizes: list[int], data: st.DataObject) -> None:
    goal = Goal("G", tuple(f"P{i}" for i in range(len(sizes))), tuple(sizes), 3, 0)
    signature = [data.draw(st.integers(0, size - 1)) for size in sizes]
    argument = goal.argument(signature)
    assert 1 <= argument <= goal.signatures
    assert goal.all_signatures()[argument - 1].tolist() == signature
    arrays = {name: np.array([value]) for name, value in zip(goal.inputs, signature, strict=True)}
    assert goal.arguments(arrays)[0] == argument - 1


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        (('root = "WORTH"', 'root = "WORHT"'), UnknownName, "did you mean 'WORTH'"),
        (('"TEPCT", ', '"TEPTC", '), UnknownName, "goal CONTROL: input 'TEPTC'"),
        (("categories = 4", "categories = 0"), BadText, "goal WORTH: 'categories'"),
        (("categories = 4", 'categories = "4"'), BadText, "goal WORTH: 'categories'"),
        (('["TENUM", "TEPPT"]', '["TENUM", "WORTH"]'), BadText, "WORTH > POINTS > WORTH"),
        (('["TENUM", "TEPPT"]', '["TENUM", "CONTROL"]'), BadText, "serves more than one goal"),
        (('["CONTROL", "POINTS"]', '["CONTROL"]'), BadText, "goal POINTS serves no other goal"),
        (('["CONTROL", "POINTS"]', "[]"), BadText, "goal WORTH: 'inputs'"),
        (("categories = 4", "categories = 4\nweight = 2"), UnknownName, "key 'weight'"),
        (('name = "small"', "name = "), DamagedFile, "small.toml"),
    ],
)
def test_a_bad_tree_gets_one_clear_error(change: tuple[str, str], error: type[GameloreError], words: str) -> None:
    with pytest.raises(error, match=words):
        parse_tree(TREE.replace(*change), SIZES, "small.toml")


def test_a_tree_too_large_to_hold_is_refused_before_anything_is_allocated() -> None:
    with pytest.raises(BadText, match=r"goal CONTROL would have more than [0-9,]+ signatures"):
        parse_tree(TREE, {**SIZES, "TEPCT": 1_000_000_000}, "huge")


def one_update(start: tuple[float, float], kind: int, up: float, down: float) -> tuple[float, float]:
    table = SignatureTable.blank(Goal("G", ("P",), (1,), 3, 0))
    table.agree[0], table.disagree[0] = start
    table.reinforce(np.array([0]), np.array([kind]), np.array([float(up)]), np.array([float(down)]))
    return float(table.agree[0]), float(table.disagree[0])


@pytest.mark.parametrize(
    ("start", "kind", "increments", "end", "average"),
    [
        ((0, 0), RAISE, (20, 10), (20, 10), 0.6667),
        ((0, 0), RAISE, (30, 0), (30, 0), 1.0),
        ((40, 20), BOUND, (15, 15), (40, 25.4545), 0.6111),
        ((10, 10), BOUND, (15, 15), (10, 10), 0.5),
        ((0, 0), BOUND, (15, 15), (0, 1), 0.0),
        ((0, 5), BOUND, (15, 15), (0, 5), 0.0),
        ((40, 20), LOWER, (11, 19), (40, 30.5882), 0.5667),
        ((0, 0), LOWER, (11, 19), (0, 8), 0.0),
        ((10, 20), LOWER, (11, 19), (10, 28), 0.2632),
        ((0, 0), RAISE, (9, 3), (9, 3), 0.75),
        ((4090, 100), RAISE, (20, 10), (3292, 90), 0.9734),
    ],
)
def test_reinforcement_does_the_arithmetic_of_equations_3_1_to_3_4(
    start: tuple[float, float], kind: int, increments: tuple[float, float], end: tuple[float, float], average: float
) -> None:
    agree, disagree = one_update(start, kind, *increments)
    assert (agree, disagree) == pytest.approx(end, abs=1e-4)
    assert agree / (agree + disagree) == pytest.approx(average, abs=1e-4)


@settings(deadline=None)
@given(
    st.floats(0, 4000), st.floats(0, 4000), st.sampled_from([BOUND, LOWER]), st.floats(13, 30),
)  # fmt: skip
def test_negative_reinforcement_never_raises_a_score_and_never_lowers_the_first_tally(
    agree: float, disagree: float, kind: int, up: float
) -> None:
    after = one_update((agree, disagree), kind, up, 30 - up)
    assert after[0] == pytest.approx(agree, abs=1e-4)
    assert after[1] >= disagree - 1e-4


SCORES = np.array([0.95, 0.90, 0.72, 0.70, 0.69, 0.52, 0.50, 0.49, 0.48, 0.30, 0.10, 0.05])


def test_range_categories_shrink_towards_the_centre() -> None:
    assert range_categories(SCORES, 4).tolist() == [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3]
    assert range_categories(np.array([1.0, 0.9, 0.5, 0.1, 0.0]), 5).tolist() == [0, 0, 1, 4, 4]
    assert range_categories(SCORES, 1).tolist() == [0] * 12


def test_equi_size_categories_hold_equally_many() -> None:
    assert equi_size_categories(SCORES, 4).tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_samuels_categories_keep_zero_in_the_middle() -> None:
    found = samuel_categories(np.array([0.9, 0.5, 0.2, 0.0, -0.1, -0.8, 0.1, -0.3]), 5)
    assert found.tolist() == [0, 0, 1, 2, 3, 4, 1, 3]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60), st.integers(1, 20))
def test_categories_stay_in_range_and_never_contradict_the_scores(values: list[float], categories: int) -> None:
    scores = np.array(values)
    for found in (range_categories(scores, categories), equi_size_categories(scores, categories)):
        assert found.min() >= 0
        assert found.max() < categories
        order = np.argsort(-scores, kind="stable")
        assert (np.diff(found[order]) >= 0).all()


def test_a_blank_signature_borrows_from_the_nearest_argument_or_the_nearest_signature() -> None:
    goal = Goal("G", ("P", "Q"), (3, 3), 3, 0)
    known = np.array([2, 3])
    assert nearest(known, goal, city_block=False).tolist() == [0, 0, 0, 1, 1, 1, 1, 1, 1]
    assert nearest(known, goal, city_block=True).tolist() == [1, 0, 0, 1, 1, 0, 1, 1, 0]


def test_diffusion_is_the_sum_over_all_signatures_faded_by_distance() -> None:
    goal = Goal("G", ("P", "Q"), (3, 4), 3, 0)
    tallies = np.random.default_rng(0).random(12)
    points = goal.all_signatures()
    steps = np.abs(points[:, None, :] - points[None, :, :]).sum(axis=2)
    assert diffuse(tallies, goal.sizes, 0.3) == pytest.approx((0.3**steps) @ tallies)


def random_teaching(rng: np.random.Generator, n: int) -> Teaching:
    """Instances whose worth is the sum of two of the parameters, with one right alternative in three."""
    parameters = {name: rng.integers(0, size, n) for name, size in SIZES.items()}
    worth = (parameters["TENUM"] + parameters["TEPCT"]).astype(float)
    kinds = weighted(np.arange(n) % 3 == 0, worth < 1)
    return Teaching(parameters, kinds, 10 + 5 * worth, 20 - 5 * worth, np.arange(n) // 3)


def test_a_layer_learns_like_the_plain_loop_of_the_thesis() -> None:
    tree = parse_tree(TREE, SIZES, "small")
    teaching = random_teaching(np.random.default_rng(1), 300)
    tables = TableTree(tree)
    learn_layer(tables, teaching, PLAIN)
    records: list[dict[str, int]] = [
        {name: int(values[i]) for name, values in teaching.parameters.items()} for i in range(300)
    ]
    for level in tree.levels():
        for goal in level:
            tallies: dict[tuple[int, ...], list[float]] = {}
            for i, record in enumerate(records):
                a, d = tallies.setdefault(tuple(record[name] for name in goal.inputs), [0.0, 0.0])
                u, v = float(teaching.up[i]), float(teaching.down[i])
                entry = tallies[tuple(record[name] for name in goal.inputs)]
                if teaching.kinds[i] == RAISE:
                    entry[0], entry[1] = a + u, d + v
                elif teaching.kinds[i] == LOWER:
                    entry[1] = d + max(8.0, (v * a - u * d) / (a + u))
                elif a == d == 0:
                    entry[1] = 1.0
                elif a / (a + d) > u / (u + v):
                    entry[1] = d + (v * a - u * d) / (a + u)
            table = tables.tables[goal.name]
            for signature, (a, d) in tallies.items():
                place = goal.argument(signature) - 1
                assert (table.agree[place], table.disagree[place]) == pytest.approx((a, d), abs=1e-3)
            for record in records:
                record[goal.name] = int(table.category[goal.argument([record[name] for name in goal.inputs]) - 1])


def test_a_layer_never_cuts_a_lesson_in_two() -> None:
    teaching = random_teaching(np.random.default_rng(2), 300)
    parts = list(teaching.layers(30))
    assert [len(np.unique(part.lesson)) for part in parts] == [30, 30, 30, 10]
    assert sum(len(part) for part in parts) == 300
    assert not set(parts[0].lesson) & set(parts[1].lesson)


@pytest.mark.parametrize("changes", [{}, {"layer_size": 0}, {"layer_size": 1}, {"smoothing": "diffuse"},
                                     {"categorization": "equi_size"}, {"smoothing": "city_block"}])  # fmt: skip
def test_every_way_of_learning_orders_good_above_bad(changes: dict[str, object]) -> None:
    changed = dataclasses.replace(PLAIN, **changes)  # type: ignore[arg-type]
    tables = TableTree(parse_tree(TREE, SIZES, "small"))
    learn(tables, random_teaching(np.random.default_rng(3), 3000), changed)
    best = {"TENUM": [2], "TEPCT": [2], "TEPPT": [1], "TNPTO": [0]}
    worst = {"TENUM": [0], "TEPCT": [0], "TEPPT": [1], "TNPTO": [0]}
    good, bad = (tables.evaluate({k: np.array(v) for k, v in p.items()}) for p in (best, worst))
    assert good.score[0] > bad.score[0]
    assert good.values["WORTH"][0] < bad.values["WORTH"][0]


def test_samuels_counting_gives_the_book_move_one_for_each_rival() -> None:
    right = np.array([True, False, False, True, False])
    kinds, up, down = samuel(right, np.array([2, 2, 2, 1, 1]))
    assert kinds.tolist() == [RAISE] * 5
    assert up.tolist() == [2, 0, 0, 1, 0]
    assert down.tolist() == [0, 1, 1, 0, 1]


def test_tables_that_know_nothing_stand_in_the_middle() -> None:
    tables = TableTree(parse_tree(TREE, SIZES, "small"))
    tables.recategorize(PLAIN)
    said = tables.evaluate({name: np.array([0]) for name in SIZES})
    assert said.score[0] == 0.5
    assert said.values["CONTROL"][0] == 2


def across_branches(n: int, seed: int) -> tuple[Teaching, Floats]:
    """Instances whose worth lies in what two parameters of different branches say together: invisible to the tree."""
    rng = np.random.default_rng(seed)
    parameters = {name: rng.integers(0, size, n) for name, size in SIZES.items()}
    worth = np.where((parameters["TEPPT"] > 1) == (parameters["TNPTO"] > 0), 0.8, 0.2)
    kinds = np.full(n, RAISE)
    return Teaching(parameters, kinds, 30 * worth, 30 * (1 - worth), np.arange(n)), worth


def test_mending_learns_back_what_the_tree_cannot_see() -> None:
    tables = TableTree(parse_tree(TREE, SIZES, "small"))
    teaching, _ = across_branches(2000, 0)
    learn(tables, teaching, PLAIN)
    mending = learn_mending(tables, teaching, 10)
    assert mending.tables[0].goal.inputs == ("TNPTO", "TEPPT")
    fresh, worth = across_branches(1000, 1)
    plain = tables.evaluate(fresh.parameters).score
    better = mending.score(plain, fresh.parameters)
    assert np.abs(better - worth).mean() < 0.5 * np.abs(plain - worth).mean()
    category = mending.category(better)
    assert 0 <= category.min() <= category.max() < CATEGORIES
    assert better[category == category.min()].min() >= better[category == category.max()].max()
    text = mending_text(mending, tables.tree)
    again = read_mending(text, tables.tree, CATEGORIES, "mending.txt")
    assert again is not None
    assert mending_text(again, tables.tree) == text
    assert np.array_equal(again.score(plain, fresh.parameters), better)
    for change, words in (
        (("TNPTO x", "TNPT x"), "mending.txt:5: parameter 'TNPT'"),
        (("cuts ", "cuts 9 "), "mending.txt:3: expected 'cuts' and 95 falling"),
        (("\n  0 0 :", "\n  9 9 :"), "is not a signature of TNPTO x TEPPT"),
        (("version 1", "version 2"), "mending.txt:1: expected"),
    ):
        with pytest.raises(GameloreError, match=words):
            read_mending(text.replace(*change, 1), tables.tree, CATEGORIES, "mending.txt")


def test_a_bound_is_content_with_anything_lower() -> None:
    tables = TableTree(parse_tree(TREE, SIZES, "small"))
    parameters = {name: np.zeros(50, dtype=np.int64) for name in SIZES}
    low = Teaching(parameters, np.full(50, BOUND), np.full(50, 27.0), np.full(50, 3.0), np.arange(50))
    mending = learn_mending(tables, low, 3)
    assert not any(table.correction.any() for table in mending.tables)


@pytest.mark.parametrize("bad", [{"layer_size": -1}, {"fading": 1.0}, {"mend_tables": -1}])
def test_settings_outside_their_range_are_refused(bad: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(bad))):
        TreeSettings(**bad)  # type: ignore[arg-type]
