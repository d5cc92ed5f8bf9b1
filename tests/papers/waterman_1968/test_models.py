"""The models of human learning on the sequence of Figure 4-2, and the same rule machine at that second task."""

from __future__ import annotations

import pytest

from gamelore.base.errors import NotAvailable
from gamelore.base.seeds import stream
from gamelore.learners.rules.language.definitions import Valuation, Variable
from gamelore.learners.rules.language.forms import same_form
from gamelore.learners.rules.language.heuristics import RANDOM, STAR, ActionRule, Heuristics, RuleMove
from gamelore.learners.rules.language.listing import parse_listing
from gamelore.learners.rules.poker.lists import builtin
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.trainee import Advice, Trainee
from gamelore.papers.waterman_1968.psychology.designs import (
    Subject,
    alike,
    interactive_selection,
    learning_curve,
    present,
    random_selection,
)
from gamelore.papers.waterman_1968.psychology.experiments import (
    CHOOSING,
    INTERACTIVE,
    replay,
    simulate,
    strategy_clusters,
    trainer_clusters,
)
from gamelore.papers.waterman_1968.psychology.experiments import (
    RANDOM as AT_RANDOM,
)
from gamelore.papers.waterman_1968.psychology.models import (
    MODELS,
    ComplexPlacement,
    Induction,
    Simple,
    StimulusGeneralization,
)
from gamelore.papers.waterman_1968.psychology.printed import (
    COMPLEX_END,
    DISTANCES,
    FIGURE_4_1,
    FIGURE_A_1,
    PREDICTIONS,
    SEQUENCE,
)
from gamelore.papers.waterman_1968.psychology.strategy import WATERMAN, TaughtTrial
from gamelore.papers.waterman_1968.psychology.trees import effects, grow


class Scripted:
    """A generator whose integers are given beforehand."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)

    def integers(self, high: int) -> int:
        return self.numbers.pop(0) % high


def test_the_tree_of_the_strategy_is_that_of_figure_a_1() -> None:
    assert str(WATERMAN.tree()) == FIGURE_A_1
    found = {str(value): str(effect) for (_, value), effect in effects(WATERMAN.pairs).items()}
    assert found == {"h1": "6/7", "h2": "5/7", "h3": "1/2", "p1": "2/7", "p2": "1/7", "b1": "-3/14", "b2": "1/7"}
    positive = [pair for pair in WATERMAN.pairs if pair[0][0] == "h1"]
    found = {str(value): str(effect) for (_, value), effect in effects(positive).items()}
    assert found == {"p1": "1/3", "b1": "1/3", "p2": "-1/6", "b2": "-1/6"}


def test_pairs_that_contradict_each_other_still_make_a_tree() -> None:
    assert str(grow([(("h1",), "A1"), (("h1",), "A1"), (("h1",), "A2")])) == "A1"


def test_trials_made_from_the_strategy_are_those_of_figure_4_2() -> None:
    tree = WATERMAN.tree()
    for trial in SEQUENCE:
        if trial.situation[2] <= 10:
            assert WATERMAN.trial(trial.situation, tree) == trial


def test_the_actions_have_the_counts_of_the_universe() -> None:
    tree, counts = WATERMAN.tree(), dict.fromkeys(WATERMAN.actions, 0)
    for situation in WATERMAN.universe():
        counts[WATERMAN.trial(situation, tree).action] += 1
    assert counts == {"A1": 11_175, "A2": 945, "A3": 9_180, "A4": 8_700}


def test_the_simple_model_appends_what_it_was_told() -> None:
    model, rng = Simple(WATERMAN), Scripted(0, 1, 0, 2)
    known = []
    for trial in SEQUENCE[:5]:
        predicted = model.predict(trial.situation, rng)  # type: ignore[arg-type]
        known.append((predicted, tuple(sorted(model.known))))
        model.learn(trial, predicted)
    assert [k for _, k in known] == [(), ("A3",), ("A3", "A4"), ("A2", "A3", "A4"), ("A1", "A2", "A3", "A4")]
    assert known[0][0] is None
    assert model.pairs[:4] == [
        ((15, 21, 6), "A3"), ((4, None, None), "A4"), ((13, 8, 4), "A2"), ((37, 4, None), "A1"),
    ]  # fmt: skip


def test_stimulus_generalization_takes_the_nearest_with_the_printed_distances() -> None:
    model = StimulusGeneralization(WATERMAN)
    predictions = []
    for trial, distances in zip(SEQUENCE, DISTANCES, strict=True):
        found = [model.distance(d, trial.situation) for d, _ in model.pairs]
        assert found == pytest.approx(list(distances), abs=0.11)
        predictions.append(model.predict(trial.situation, stream(1)))
        model.learn(trial, predictions[-1])
    assert tuple(predictions) == PREDICTIONS["stimulus generalization"]


def test_induction_grows_the_printed_trees() -> None:
    model = Induction(WATERMAN)
    printed = [
        (None, None), ("A3", "A3"), ("h2?(A3 | A4)", "A3"), ("h3?(A4 | p1?(A3 | A2))", "A2"),
        ("h1?(A1 | h3?(A4 | p1?(A3 | A2)))", "A2"), ("h1?(A1 | h2?(b1?(A4 | p1?(A3 | A2)) | A4))", "A4"),
        ("h1?(A1 | h2?(b1?(A4 | p1?(A3 | A2)) | A4))", "A2"),
    ]  # fmt: skip
    for trial, (tree, prediction) in zip(SEQUENCE, printed, strict=True):
        assert (None if model.tree is None else str(model.tree)) == tree
        predicted = model.predict(trial.situation, stream(1))
        assert predicted == prediction
        model.learn(trial, predicted)


def rules_of(model: ComplexPlacement) -> list[str]:
    return [f"{','.join(rule.left)}->{rule.move}" for rule in model.rules.rules]


def test_complex_placement_inserts_above_the_error_and_widens_definitions() -> None:
    model = ComplexPlacement(WATERMAN)
    rng = Scripted(1, 2, 0)
    seen = []
    for trial in SEQUENCE:
        predicted = model.predict(trial.situation, rng)  # type: ignore[arg-type]
        seen.append(predicted)
        model.learn(trial, predicted)
    assert seen[0] is None
    assert seen[1] == "A3"
    assert seen[5:] == ["A4", "A2"]
    assert rules_of(model) == [
        "h2,*,*->A4", "h1,p1,b1->A3", "h1,p2,b1->A2", "h3,p2,*->A1", "h1,*,b2->A4", "*,*,*->random",
    ]  # fmt: skip
    assert {s: str(d.predicate) for s, d in model.rules.definitions.items()} == {
        "h1": "H<16", "h2": "H<5", "h3": "H>36", "p1": "P>20", "p2": "P<9", "b1": "B<7", "b2": "B>9",
    }  # fmt: skip
    extra = TaughtTrial((18, 24, 3), "A3", {"H": "h2", "P": "p1", "B": "b2"})
    model.learn(extra, None)
    assert str(model.rules.definitions["h1"].predicate) == "H<19"
    assert model.predict((18, 24, 3), stream(1)) == "A3"


def test_same_form_among_overlapping_pairs() -> None:
    rules = parse_listing(
        """vector H P B move A1 move A2
        rule (S1 * T1) -> A1 rule (S1 * T2) -> A1 rule (S1 * *) -> A2 rule (S2 * T3) -> A1
        S1 is an H such that (H<12) S2 is an H such that (H<6)
        T1 is a B such that (B>7) T2 is a B such that (B<15) T3 is a B such that (B>2)"""
    )
    training = rules.rules[0]
    assert [same_form(rules, rule, training) for rule in rules.rules] == [True, False, False, True]


@pytest.mark.slow
def test_there_are_ten_feasible_models_and_every_one_that_generalizes_learns() -> None:
    assert len(MODELS) == 10
    situations = random_selection(WATERMAN, 200, stream(3))
    late = {}
    for name, make in MODELS.items():
        course = present(Subject(make(WATERMAN)), situations, stream(4))
        late[name] = sum(course.errors[-100:])
        if name not in ("simple", "actual induction"):
            assert learning_curve([course], 100)[0] >= late[name] / 100
    assert late["induction"] <= 5
    assert late["complex placement"] <= 25
    assert late["stimulus generalization"] <= 25
    assert late["simple"] > late["stimulus generalization"]


def test_two_models_see_the_same_situations_and_can_be_compared() -> None:
    situations = random_selection(WATERMAN, 100, stream(5))
    first, second = (present(Subject(MODELS[n](WATERMAN)), situations, stream(6)) for n in ("induction", "induction"))
    assert alike(first, second) == 1.0
    lapsing = present(Subject(MODELS["induction"](WATERMAN), lapse=0.5), situations, stream(6))
    assert alike(first, lapsing) < 1.0


def test_models_that_know_where_they_learned_last_can_choose_their_situations() -> None:
    for name in ("induction", "actual induction", "complex placement", "complex nearest"):
        course = interactive_selection(Subject(MODELS[name](WATERMAN)), 60, stream(7))
        assert len(course.errors) == 60
    with pytest.raises(NotAvailable, match="cannot choose"):
        interactive_selection(Subject(MODELS["simple"](WATERMAN)), 5, stream(7))


# --- the printed run and simulated subjects ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(PREDICTIONS))
def test_the_described_models_predict_what_is_printed(name: str) -> None:
    steps, end = replay(name, stream(0))
    told = [step for step in steps if step.printed]
    assert [step.predicted for step in told] == [p or "none" for p in PREDICTIONS[name]] == [s.printed for s in told]
    if name == "complex placement":
        assert end == COMPLEX_END
    if name == "induction":
        assert not any(step.guessed for step in steps)


def test_a_model_that_nobody_printed_guesses_by_its_own_luck() -> None:
    steps, _ = replay("exclusive search", stream(1))
    assert [step.printed for step in steps] == [""] * len(SEQUENCE)
    assert any(step.guessed for step in steps)


def test_figure_4_1_names_the_ten_models_and_four_of_them_choose() -> None:
    assert set(FIGURE_4_1) == set(MODELS)
    assert set(CHOOSING) == {"induction", "actual induction", "complex placement", "complex nearest"}


def test_the_same_seed_gives_the_same_subjects_and_a_subject_agrees_with_its_own_model() -> None:
    one, two = (simulate("induction", AT_RANDOM, seed=3, subjects=2, trials=40) for _ in range(2))
    assert one == two
    assert one.agreement["induction"] == 1.0
    assert one.agreement["simple"] < 0.8
    assert len(one.errors) == 2
    lapsing = simulate("induction", AT_RANDOM, seed=3, subjects=2, trials=40, lapse=0.5)
    assert lapsing.agreement["induction"] < 1.0
    assert sum(lapsing.errors) > sum(one.errors)


def test_subjects_that_choose_their_situations_are_compared_with_nobody() -> None:
    found = simulate("induction", INTERACTIVE, seed=3, subjects=3, trials=40)
    assert found.agreement == {}
    reached = sorted(number for number in found.reached if number is not None)
    assert found.median == (reached[1] if len(reached) > 1 else None)


@pytest.mark.parametrize("seed", [0, 1])
def test_the_strategy_of_chapter_4_has_five_clusters_and_needs_its_seven_printed_rules(seed: int) -> None:
    strategy = strategy_clusters(100, seed)
    assert set(strategy.widths) == {"H", "P", "B"}
    assert (strategy.clusters, strategy.rules) == (5, len(WATERMAN.pairs))


def test_more_situations_find_more_of_the_rules_of_the_trainer() -> None:
    few, more = (trainer_clusters(points, 0) for points in (20, 60))
    assert few.rules < more.rules <= len(builtin().rules)
    assert more.largest_change(("POT", "LASTBET")) > 3


# --- the second task of the rule machine ------------------------------------------------------------------------------


def second_task_trainee(settings: RuleSettings) -> Trainee:
    vector = tuple(attribute.name for attribute in WATERMAN.attributes)
    start = Heuristics(
        vector, (ActionRule((STAR,) * 3, RANDOM),), moves={action: RuleMove(action) for action in WATERMAN.actions}
    )
    hand, pot, bet = WATERMAN.attributes
    guessed = hand.classes.__class__("H", "H", hand.classes.symbols, (17.0, 34.0))
    variables = (Variable("H", "h", 1, 50), Variable("P", "p", 1, 60), Variable("B", "b", 1, 10))
    assert (pot.name, bet.name) == ("P", "B")
    return Trainee(start, variables, (guessed,), settings)


@pytest.mark.parametrize("memory", [0, 400])
def test_the_same_machine_unchanged_learns_the_strategy_of_chapter_4(memory: int) -> None:
    trainee = second_task_trainee(RuleSettings(memory=memory, largest_change=1e9 if memory else 3.0, guard=True))
    tree, rng = WATERMAN.tree(), stream(9)
    for _ in range(600):
        trial = WATERMAN.trial(WATERMAN.sample(rng), tree)
        here = dict(zip("HPB", map(float, trial.situation), strict=True))
        if trainee.accepts(trainee.match(here), trial.action):
            trainee.approved(here)
            continue
        reasons = []
        for attribute in WATERMAN.attributes:
            if attribute.name in trial.reasons:
                category = trial.reasons[attribute.name]
                is_hand = attribute.name == "H"
                reasons.append(
                    Valuation(
                        attribute.name,
                        size="" if is_hand else attribute.size(category),
                        category=category if is_hand else "",
                    )
                )
        trainee.trial(here, Advice(trial.action, tuple(reasons)))
    right = 0
    for _ in range(1000):
        situation = WATERMAN.sample(rng)
        here = dict(zip("HPB", map(float, situation), strict=True))
        right += trainee.accepts(trainee.match(here), WATERMAN.trial(situation, tree).action)
    assert right >= 960
    assert trainee.trials <= 60
