"""Learned Advisors join Hoyle through a faculty, are weighed, can be removed, and may break ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from tests.learners.advisors.boards import LOSE, TTT

from gamelore.arena import make_regime, train
from gamelore.base.arrays import Int8s
from gamelore.base.errors import BadSetting, DamagedFile, UnknownName
from gamelore.base.seeds import stream
from gamelore.learners.advisors import faculty as registry
from gamelore.learners.advisors.faculty import Faculty, Turn, register_faculty
from gamelore.learners.advisors.forr import SILENT, vote_again
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.memory.knowledge import Watched
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.advisors.settings.hoyle import PRESETS
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor
from gamelore.learners.advisors.weighing.weights import Weights
from gamelore.learners.core import ContestInfo


class Likes(BoardAdvisor):
    """Likes one position."""

    def __init__(self, position: int, name: str = "") -> None:
        self.position = position
        self.name = name or f"Likes {position + 1}"

    def comment(self, situation: Situation) -> Int8s:
        return np.where(situation.goals == self.position, 10, SILENT).astype(np.int8)

    def because(self, situation: Situation, action: int) -> str:
        return f"puts a marker on {self.position + 1}"


class Favourites(Faculty):
    """Learns one Advisor for every position that an expert has used, and drops the one for position 1."""

    name = "favourites"
    drops = True

    def standing(self) -> Mapping[str, BoardAdvisor]:
        return {"Middle": Likes(4, "Middle")}

    def __init__(self, game: object, settings: object) -> None:
        super().__init__(game, settings)  # type: ignore[arg-type]
        self.positions: dict[int, int] = {}
        self.turns = 0

    def learned(self) -> Sequence[BoardAdvisor]:
        return [Likes(position) for position in self.positions]

    def factor(self, name: str) -> float:
        return 0.1 if name == "Likes 2" else 1.0

    def learn(self, contest: Watched, turns: Sequence[Turn]) -> None:
        for turn in turns:
            self.turns += 1
            assert contest.states[turn.ply] == turn.situation.state
            position = int(turn.situation.goals[turn.chosen])
            self.positions[position] = self.positions.get(position, 0) + 1

    def review(self, weights: Weights) -> None:
        if self.drops:
            self.positions.pop(0, None)

    def texts(self) -> dict[str, str]:
        return {"favourites.txt": " ".join(str(p) for p in self.positions)}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        if not texts["favourites.txt"].replace(" ", "").isdigit():
            raise DamagedFile(f"{where}/favourites.txt: expected positions")
        self.positions = {int(part): 1 for part in texts["favourites.txt"].split()}

    def lore(self) -> Sequence[str]:
        return [f"{len(self.positions)} favourites"]


@pytest.fixture(autouse=True)
def known_faculty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry._FACULTIES, "_known", dict(registry._FACULTIES._known))
    register_faculty(Favourites)


def learner_of(preset: str, contests: int = 12, **changes: object) -> Hoyle:
    learner = Hoyle(LOSE, replace(PRESETS[preset], faculties=(*PRESETS[preset].faculties, "favourites"), **changes))  # type: ignore[arg-type]
    for _ in train(LOSE, learner, make_regime("rotation", LOSE, contests), seed=5):
        pass
    return learner


@pytest.mark.parametrize("rule", ["awl", "pwl", "logit"])
def test_learned_advisors_are_weighed_and_the_dropped_one_is_forgotten(rule: str) -> None:
    learner = learner_of("l03", weights=rule, vote="centred")
    names = {advisor.name for advisor in learner.learned}
    assert names
    assert "Likes 1" not in names
    assert names <= set(learner.weights.of("placing"))
    assert "Likes 1" not in learner.weights.of("placing")
    assert "Likes 1" not in str(learner.weights.to_mapping())
    assert f"{len(names)} favourites" in learner.lore()


def test_standing_advisors_are_placed_by_name_and_counted_once() -> None:
    tier2 = (*PRESETS["l03"].tier2, "Middle")
    learner = learner_of("l03", tier2=tier2)
    assert "Middle" in learner.weights.of("placing")
    with pytest.raises(UnknownName, match="tier-1 Advisor"):
        learner_of("l03", tier1=("Middle",))


def test_a_new_advisor_counts_less() -> None:
    learner = learner_of("l03", weights="equal")
    state = LOSE.initial_state("")
    learner.begin(0, ContestInfo(LOSE, ("hoyle", "other"), seats=(0,)))
    weights = {r.who: r.weight for r in learner.decide(state.view(0), stream(1)).reasons}
    assert weights["Likes 2"] == pytest.approx(0.1 * weights["Likes 3"])  # type: ignore[operator]


def test_in_three_tiers_learned_advisors_only_break_ties_and_the_reasons_still_add_up() -> None:
    learner = learner_of("l03", tier2=("Material",), weights="equal", learned_tier=3)
    state = LOSE.initial_state("")
    for seed in range(20):
        learner.begin(0, ContestInfo(LOSE, ("hoyle", "other"), seats=(0,)))
        decision = learner.decide(state.view(0), stream(seed))
        assert decision.by == "tier 3: vote"
        support = vote_again(decision.reasons, "raw")
        assert support[str(decision.action)] == max(support.values())
        assert f"Likes {decision.action}" in {reason.who for reason in decision.reasons}
    with pytest.raises(ValueError, match="third tier"):
        replace(learner.settings, vote="centred")


def test_what_a_faculty_learned_goes_through_its_own_files() -> None:
    learner = learner_of("gamelore")
    texts = learner.knowledge()
    assert "favourites.txt" in texts
    again = Hoyle(LOSE, learner.settings)
    again.restore(texts, "agent")
    assert again.knowledge() == texts
    assert [a.name for a in again.learned] == [a.name for a in learner.learned]
    with pytest.raises(DamagedFile, match=r"agent/favourites\.txt"):
        again.restore({**texts, "favourites.txt": "x"}, "agent")
    assert again.knowledge() == texts


def test_two_faculties_cannot_provide_the_same_advisor() -> None:
    class Rival(Favourites):
        name = "rival"

    register_faculty(Rival)
    with pytest.raises(BadSetting, match="two faculties provide the Advisor Middle"):
        Hoyle(TTT, replace(PRESETS["l03"], faculties=("favourites", "rival")))
    with pytest.raises(UnknownName, match="favorites"):
        Hoyle(TTT, replace(PRESETS["l03"], faculties=("favorites",)))
