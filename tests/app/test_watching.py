"""Learning from a person's contests: what is watched, what comes of it, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.people import contests_of_ann, written

from gamelore.arena import make_regime, train
from gamelore.arena.training import Progress
from gamelore.arena.watching import Taken, experts_by, taken_from, watch
from gamelore.base.errors import BadSetting, DamagedFile, GameloreError, NotAvailable
from gamelore.games import Record, load_game
from gamelore.lab import learn as lab_learn
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.learn import Beginning, learn
from gamelore.lab.taken import pack
from gamelore.lab.watching import learn_by_watching, shown_by
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.registry import load_agent, new_learner

LOSE = load_game("lose_tic_tac_toe")


@pytest.fixture(scope="module")
def played() -> list[Record]:
    """Twenty contests of ann against a novice."""
    return contests_of_ann()


def follows(taken: list[Taken]) -> float:
    """The share of decisions in which the learner does what was shown, of contests that were not lost."""
    kept = [one for one in taken if one.result != "loss"]
    return sum(one.follows for one in kept) / sum(one.moves for one in kept)


def test_hoyle_plays_what_a_person_did_and_tells_so(played: list[Record], tmp_path: Path) -> None:
    shown = shown_by([written(played, tmp_path / "mine.jsonl")], LOSE, "ann")
    taken = learn_by_watching(new_learner("hoyle", LOSE), shown, tmp_path / "agent")
    assert len(shown.records) == len(taken) == 20
    stranger = new_learner("hoyle", LOSE)
    for _ in train(LOSE, stranger, make_regime("double_cycle", LOSE, 20), seed=3):
        pass
    assert follows(taken) > 0.8
    assert follows(taken_from(stranger, shown.records)) < 0.6
    learner = load_agent(tmp_path / "agent").learner
    assert taken_from(learner, shown.records) == taken
    told = "\n".join(learner.lore())
    won, lost = (sum(one.result == result for one in taken) for result in ("win", "loss"))
    assert f"Of ann it watched 20 contests ({won} won, 0 drawn, {lost} lost)" in told
    assert "In .../.../... X ann did 2, 10 times of 10." in told


def test_what_was_new_is_counted_once_and_mirrored_moves_are_the_same(played: list[Record]) -> None:
    learner = new_learner("hoyle", LOSE)
    shown = [replace(record, experts=experts_by(record, LOSE, "ann")) for record in [*played, *played]]
    watch(learner, shown)
    first, again = taken_from(learner, shown)[:20], taken_from(learner, shown)[20:]
    assert first[0].new == first[0].moves == 4
    assert not any(one.new for one in again)


def test_nobody_is_as_good_as_a_person_for_not_having_lost_to_one(played: list[Record]) -> None:
    drawn = replace(played[0], returns=(0.0, 0.0), experts=(0,))
    person, expert = (Hoyle(LOSE, Hoyle.preset("gamelore")) for _ in range(2))
    watch(person, [drawn])
    expert.begin(None, replace(person.contest, fallible=False))
    expert.end(drawn)
    assert person.knowledge_items.remembered < expert.knowledge_items.remembered
    assert "people.tsv" in person.knowledge()
    assert "people.tsv" not in expert.knowledge()


@pytest.mark.parametrize(
    ("expert", "seats"), [("ann", (0,)), ("novice", (1,)), ("X", (0,)), ("o", (1,)), ("winner", (1,)), ("bob", ())]
)
def test_who_counts_as_the_expert_is_named(played: list[Record], expert: str, seats: tuple[int, ...]) -> None:
    assert played[0].result(1) == "win"
    assert experts_by(played[0], LOSE, expert) == seats


def test_who_won_is_watched_and_nobody_in_a_draw(played: list[Record], tmp_path: Path) -> None:
    draws = contests_of_ann(6, "tic_tac_toe", "perfect")
    file = written([*played, *draws], tmp_path / "all.jsonl")
    shown = shown_by([file], LOSE, "winner")
    assert shown.other_games == 6
    assert all(record.result(record.experts[0]) == "win" for record in shown.records)
    assert shown.said() == "left out: 6 contests of other games"


def test_the_archive_of_a_visitor_and_the_folder_of_an_agent_are_files_of_records(
    played: list[Record], tmp_path: Path
) -> None:
    archive = tmp_path / "mine.zip"
    archive.write_bytes(pack(played, [], [], [], {}))
    found = shown_by([archive], LOSE, "ann")
    learn_by_watching(new_learner("hoyle", LOSE), found, tmp_path / "agent")
    assert shown_by([tmp_path / "agent"], LOSE, "ann") == found


def changed(**fields: Any) -> Callable[[Record], Record]:
    return lambda record: replace(record, **fields)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (changed(actions=()), "holds no moves"),
        (changed(actions=("4", "4")), "ply 2"),
        (changed(returns=(1.0, -1.0)), "an end by 'rules' that its moves do not have"),
        (changed(returns=(1.0,)), "names 1 returns"),
        (changed(players=("ann", "b", "c")), "names 3 players"),
        (changed(parameters={"max_plies": 4}), "is of lose_tic_tac_toe with"),
        (changed(ended="practice"), "holds no moves"),
    ],
)
def test_a_bad_record_gets_one_error_with_its_line(
    played: list[Record], tmp_path: Path, change: Callable[[Record], Record], sentence: str
) -> None:
    file = written([*played[:2], change(played[2])], tmp_path / "bad.jsonl")
    with pytest.raises(DamagedFile, match=f"bad.jsonl:3: .*{sentence}"):
        shown_by([file], LOSE, "ann")


def test_nothing_to_watch_is_said(played: list[Record], tmp_path: Path) -> None:
    file = written(played, tmp_path / "mine.jsonl")
    with pytest.raises(BadSetting, match="nobody there is 'bob'; there sat ann, novice"):
        shown_by([file], LOSE, "bob")
    with pytest.raises(BadSetting, match="holds no contest of tic_tac_toe, but 20 other contests"):
        shown_by([file], load_game("tic_tac_toe"), "ann")
    with pytest.raises(NotAvailable, match="maxims does not learn from contests"):
        watch(new_learner("maxims", LOSE), played)
    with pytest.raises(NotAvailable, match="rote took nothing"):
        watch(new_learner("rote", LOSE), [replace(record, experts=(0,)) for record in played])


def test_watched_contests_come_before_a_course_and_an_agent_goes_on(
    played: list[Record], tmp_path: Path, run: Callable[..., Any]
) -> None:
    mine = str(written(played, tmp_path / "mine.jsonl"))
    watching = "learn", "lose_tic_tac_toe", "--learner", "hoyle", "--watch", mine, "--expert", "ann"
    told = json.loads(run(*watching, "--out", str(tmp_path / "a"), "--json").out)
    assert (told["contests"], len(told["taken"]), told["expert"]) == (20, 20, "ann")
    assert "holds an agent already" in run(*watching, "--out", str(tmp_path / "a")).refusal()
    assert run(*watching, "--regime", "double_cycle", "--contests", "4", "--out", str(tmp_path / "b")).status == 0
    both = load_agent(tmp_path / "b").learner
    assert any(sentence.startswith("Of ann it watched 20 contests") for sentence in both.lore())
    again = [*watching, "--from", str(tmp_path / "a"), "--out", str(tmp_path / "c")]
    assert "asked move by move, it plays as it was shown in" in run(*again).out
    assert any("watched 40 contests" in sentence for sentence in load_agent(tmp_path / "c").learner.lore())
    assert "another folder" in run("learn", "lose_tic_tac_toe", "--from", str(tmp_path / "a"), "--out",
                                   str(tmp_path / "a"), "--contests", "4").refusal()  # fmt: skip


def test_a_stopped_course_that_began_with_watching_goes_on_to_the_same_bytes(
    played: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = Experiment("lose_tic_tac_toe", learner="hoyle", regime="double_cycle", contests=12)
    shown = shown_by([written(played, tmp_path / "mine.jsonl")], LOSE, "ann")
    begin = Beginning(lambda learner: watch(learner, shown.records), shown.name)
    learn(course, tmp_path / "whole", begin=begin)
    monkeypatch.setattr(lab_learn, "SAVE_EVERY", 0.0)

    def stop(state: Progress) -> None:
        if state.done == 5:
            raise KeyError

    with pytest.raises(KeyError):
        learn(course, tmp_path / "stopped", begin=begin, progress=stop)
    learn(course, tmp_path / "stopped", begin=begin)
    whole, stopped = ({p.name: p.read_bytes() for p in (tmp_path / n).iterdir()} for n in ("whole", "stopped"))
    assert whole == stopped
    assert b"ann" in whole["people.tsv"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [("ann\tX.. O\tX.. O\t1\t0\t0", "not counted before"), ("\t\t\t1\t0\t0", "nobody's name"),
     ("ann\t\t\t1\tx\t0", "expected a count"), ("ann\t\t\t1\t0\t0\nann\tX\tX\t1\t0\t0", "people.tsv:3")],
)  # fmt: skip
def test_a_damaged_table_of_people_is_refused(played: list[Record], line: str, sentence: str) -> None:
    learner = Hoyle(LOSE, Hoyle.preset("gamelore"))
    watch(learner, [replace(played[0], experts=(0,))])
    texts = learner.knowledge()
    head = texts["people.tsv"].splitlines()[0]
    with pytest.raises(GameloreError, match=sentence):
        learner.restore({**texts, "people.tsv": f"{head}\n{line}\n"}, "agent")
