"""What a part is worth is what is lost without it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from tests.learners.advisors.boards import trained

from gamelore.base.errors import DamagedFile, NotAvailable
from gamelore.games import load_game
from gamelore.lab import worth
from gamelore.lab.records import WORTH_FILE
from gamelore.lab.worth import FORMAT, Worths, decided_by, measure, read_worths, worth_of
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.core import Decision, Reason
from gamelore.learners.registry import load_agent, save_agent
from gamelore.learners.rote import Rote, RoteSettings

LOSE = load_game("lose_tic_tac_toe")


@pytest.fixture(scope="module", autouse=True)
def few_contests() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worth, "CONTESTS", 8)
        patch.setattr(worth, "MOST_PARTS", 3)
        yield


@pytest.fixture(scope="module")
def learner() -> Hoyle:
    return trained("lose_tic_tac_toe", "gamelore", 40)


@pytest.fixture(scope="module")
def found(learner: Hoyle) -> Worths:
    return measure(learner, seed=3)


def text(found: Worths) -> str:
    return json.dumps({"format": FORMAT, **asdict(found)})


def test_what_is_remembered_carries_an_agent_that_only_watched(found: Worths) -> None:
    disciple = next(part for part in found.parts if part.name == "Disciple")
    assert disciple.carries
    assert disciple.loss > 10
    assert disciple.without < found.score
    assert "it remembers" in next(line for line in found.sentences() if "Disciple" in line)
    assert [part.loss for part in found.parts] == sorted((part.loss for part in found.parts), reverse=True)


def test_the_same_seed_gives_the_same_figures(learner: Hoyle, found: Worths) -> None:
    assert measure(learner, seed=3) == found


def test_a_part_that_changes_nothing_is_worth_nothing(learner: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hoyle, "without", lambda self, part: self)
    told = measure(learner, seed=3)
    assert {part.loss for part in told.parts} == {0.0}
    assert told.sentences() == []


def test_a_part_that_hurts_is_not_told_as_advice(found: Worths) -> None:
    bad = replace(found.parts[0], name="Bad", loss=-20.0, low=-30.0, high=-10.0)
    sentences = replace(found, parts=(bad,)).sentences()
    assert sentences[0].startswith("Better without it: Bad.")


def test_a_voice_matters_where_the_others_would_choose_another_move(learner: Hoyle) -> None:
    reasons = (
        Reason("Loud", "it is good", "1", 10.0, 1.0),
        Reason("Soft", "it is good", "1", 6.0, 0.1),
        Reason("Other", "it is better", "2", 8.0, 1.0),
        Reason("Judge", "3 is out: it loses", "3"),
    )
    decision = Decision("1", "tier 2: vote", lambda: reasons)  # type: ignore[arg-type]
    assert decided_by(learner, decision) == {"Loud", "Judge"}
    assert decided_by(learner, Decision("1", "tier 1: Judge", lambda: reasons[3:])) == {"Judge"}  # type: ignore[arg-type]


def test_it_is_kept_beside_the_agent_until_the_knowledge_changes(
    learner: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "agent"
    save_agent(learner, folder)
    found = worth_of(learner, folder, seed=3)
    before = (folder / WORTH_FILE).read_bytes()
    monkeypatch.setattr(worth, "measure", lambda *_, **__: pytest.fail("it was measured again"))
    loaded = load_agent(folder)
    assert isinstance(loaded.learner, Hoyle)
    assert not loaded.edited
    assert worth_of(loaded.learner, folder, seed=3) == found
    monkeypatch.undo()
    (folder / WORTH_FILE).write_text(text(replace(found, knowledge="of another agent")))
    worth_of(learner, folder, seed=3)
    assert (folder / WORTH_FILE).read_bytes() == before
    save_agent(learner, folder)  # it is a file of ours: saving over it is not refused
    assert not (folder / WORTH_FILE).exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [("format", 9), ("parts", None), ("score", "high"), ("contests", True), ("parts", [{"name": "X"}])],
)
def test_a_damaged_file_gets_one_clear_error(found: Worths, name: str, value: object) -> None:
    content = {**json.loads(text(found)), name: value}
    with pytest.raises(DamagedFile, match=r"^here: "):
        read_worths(json.dumps(content), "here")


def test_a_learner_without_parts_is_refused() -> None:
    with pytest.raises(NotAvailable, match="rote has no parts"):
        measure(Rote(LOSE, RoteSettings()))
