"""`gamelore models`: what there is, one model, a design, the strategy, clusters."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest
from tests.app.conftest import Answer

from gamelore.papers.waterman_1968.psychology.models import MODELS
from gamelore.papers.waterman_1968.psychology.printed import COMPLEX_END, DISTANCES, EFFECTS, FIGURE_A_1

Run = Callable[..., Answer]
FEW = ("--subjects", "2", "--trials", "40", "--seed", "1")


def test_without_a_name_it_lists_models_and_designs(run: Run) -> None:
    answer = run("models")
    assert answer.status == 0
    for name in MODELS:
        assert name.replace(" ", "_") in answer.out
    assert "interactive: each subject chooses" in answer.out
    listed = json.loads(run("models", "--json").out)
    assert [row["model"] for row in listed["models"] if row["described"]] == [
        "simple", "complex_placement", "stimulus_generalization", "induction",
    ]  # fmt: skip


@pytest.mark.slow
def test_a_model_stands_beside_what_is_printed(run: Run) -> None:
    found = json.loads(run("models", "complex_placement", *FEW, "--json").out)
    assert found["end"] == found["printed end"] == COMPLEX_END
    assert [row["design"] for row in found["simulated"]] == ["random", "interactive"]
    assert all(step["predicted"] == step["printed"] for step in found["sequence"])
    shown = run("models", "complex placement", *FEW).out
    assert "A4 (a guess)" in shown
    assert "2 subjects, 40 trials each, seed 1" in shown
    far = json.loads(run("models", "stimulus_generalization", *FEW, "--json").out)["sequence"]
    assert [tuple(step["printed distances"]) for step in far] == list(DISTANCES)
    assert "(at 13.3 9.0; printed 13.3 9.0)" in run("models", "stimulus_generalization", *FEW).out


def test_the_same_seed_prints_the_same_bytes_and_another_one_others(run: Run) -> None:
    again = ("models", "simple", "--subjects", "2", "--trials", "40")
    assert run(*again, "--seed", "1").out == run(*again, "--seed", "1").out != run(*again, "--seed", "2").out


@pytest.mark.slow
def test_a_design_shows_every_model_that_can_take_part(run: Run) -> None:
    found = json.loads(run("models", "interactive", *FEW, "--json").out)
    assert len(found["simulated"]) == 4
    assert "complex nearest" in run("models", "interactive", *FEW, "--lapse", "0.25").out
    assert "guessing in 25% of their answers" in run("models", "interactive", *FEW, "--lapse", "0.25").out


def test_the_strategy_has_the_printed_tree_and_effects(run: Run) -> None:
    found = json.loads(run("models", "strategy", "--json").out)
    assert found["tree"] == FIGURE_A_1
    assert {node["node"]: node["printed"] for node in found["effects"]} == EFFECTS
    root, below = (node["effects"] for node in found["effects"])
    assert root["h1"] == EFFECTS["the root"]["h1"]
    assert all(Fraction(root[value]) < Fraction(root["h1"]) for value in root if value != "h1")
    assert (below["p1"], below["b1"]) == ("1/3", "1/3")
    assert "Situations: A1 11,175, A2 945, A3 9,180, A4 8,700" in run("models", "strategy").out


@pytest.mark.slow
def test_clusters_suggest_a_k(run: Run) -> None:
    assert "the trainer of poker" in run("models", "clusters", "--trials", "20").out
    few, more = (json.loads(run("models", "clusters", "--trials", n, "--json").out) for n in ("20", "60"))
    assert all(space["K"] > 1 for space in more["spaces"])
    assert (few["points"], more["points"]) == (20, 60)
    assert few["spaces"][1]["rules"] < more["spaces"][1]["rules"] <= more["spaces"][1]["has"] == 28


def test_what_is_not_there_is_refused_in_one_sentence(run: Run) -> None:
    assert "did you mean 'induction'" in run("models", "indction").refusal()
