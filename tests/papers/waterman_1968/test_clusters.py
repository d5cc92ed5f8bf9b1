"""How equal decisions lie together, in spaces made for it and in that of the trainer of poker."""

from __future__ import annotations

from gamelore.base.seeds import stream
from gamelore.papers.waterman_1968.psychology.clusters import Axis, estimate_clusters

AXES = (Axis("X", 0, 19), Axis("Y", 0, 19))
POINTS = [{"X": float(x), "Y": float(y)} for x, y in stream(2).integers(20, size=(40, 2)).tolist()]


def test_clusters_of_a_checkerboard_are_small_and_those_of_a_half_plane_large() -> None:
    half = estimate_clusters(lambda p: "a" if p["X"] < 10 else "b", POINTS, AXES, stream(0))
    board = estimate_clusters(lambda p: "ab"[int(p["X"] + p["Y"]) % 2], POINTS, AXES, stream(0))
    assert (half.clusters, half.rules) == (2, 2)
    assert board.clusters == board.rules == len({tuple(point.values()) for point in POINTS})
    assert half.widths["Y"] == 20
    assert board.widths == {"X": 1, "Y": 1}
    assert half.largest_change(("X", "Y")) == 5.0
    assert board.largest_change(("X", "Y")) == 1.0


def test_a_cluster_that_is_no_box_needs_two_rules() -> None:
    corner = estimate_clusters(lambda p: "a" if p["X"] < 10 or p["Y"] < 10 else "b", POINTS, AXES, stream(0))
    assert (corner.clusters, corner.rules) == (2, 3)


def test_boxes_that_meet_at_a_corner_are_two_clusters() -> None:
    quarters = estimate_clusters(lambda p: "ab"[(p["X"] < 10) ^ (p["Y"] < 10)], POINTS, AXES, stream(0))
    assert (quarters.clusters, quarters.rules) == (4, 4)
