"""Records: one line each, exact replay, and one clear error for every damaged line."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.plain_games import Kuhn, Nim

from gamelore.base.errors import DamagedFile
from gamelore.games import RESIGN, Horizon, Record

RECORD = Record(
    "nim",
    ("a", "b"),
    ("take 3", "take 3", "take 3", "take 1"),
    (-1.0, 1.0),
    "rules",
    parameters={"stones": 10},
    deciders=("x", "y", "x", "y"),
    experts=(1,),
    knowledge=("", "00ff"),
    horizon=Horizon(max_plies=50, repetition=3),
    why="the pile is empty",
    labels={"seed": 3, "seating": [0, 1]},
    reasons=(("I like three.",), (), (), ("The last one.",)),
)

TEXTS = st.text(max_size=12)
RECORDS = st.builds(
    Record,
    game=TEXTS,
    players=st.lists(TEXTS, max_size=4).map(tuple),
    actions=st.lists(TEXTS, max_size=6).map(tuple),
    returns=st.lists(st.floats(-9, 9), max_size=4).map(tuple),
    ended=st.sampled_from(["rules", "max_plies", "repetition", "resign"]),
    deal=TEXTS,
    parameters=st.dictionaries(TEXTS, st.integers() | TEXTS | st.booleans(), max_size=3),
    start=TEXTS,
    deciders=st.lists(TEXTS, max_size=6).map(tuple),
    experts=st.lists(st.integers(0, 3), max_size=3).map(tuple),
    knowledge=st.lists(TEXTS, max_size=4).map(tuple),
    horizon=st.builds(Horizon, st.none() | st.integers(1, 200), st.none() | st.integers(1, 5)),
    why=TEXTS,
    unit=st.sampled_from(["result", "chips", "marks"]),
    labels=st.dictionaries(TEXTS, st.integers() | TEXTS, max_size=3),
    reasons=st.lists(st.lists(TEXTS, max_size=2).map(tuple), max_size=3).map(tuple),
)


@given(RECORDS)
def test_any_record_reads_back_from_one_line(record: Record) -> None:
    line = record.to_json()
    assert "\n" not in line
    assert Record.from_json(line) == record
    assert Record.from_json(line).to_json() == line


def test_a_record_replays_every_state_with_its_action() -> None:
    nim = Nim()
    assert [(str(state), str(action)) for state, action in RECORD.replay(nim)] == [
        ("10 stones, A moves", "take 3"),
        ("7 stones, B moves", "take 3"),
        ("4 stones, A moves", "take 3"),
        ("1 stones, B moves", "take 1"),
    ]
    assert RECORD.final_state(nim).returns() == RECORD.returns
    assert (RECORD.result(0), RECORD.result(1)) == ("loss", "win")
    assert RECORD.outcome().why == "the pile is empty"


def test_a_record_starts_from_its_deal_or_its_own_first_state() -> None:
    assert str(Record("kuhn", ("a", "b"), (), (0.0, 0.0), "rules", deal="Q K").first_state(Kuhn())) == "Q K:"
    started = replace(RECORD, start="4 stones, A moves", actions=("take 3", "take 1"))
    assert str(started.final_state(Nim())) == "0 stones, A moves"


def test_a_resignation_is_the_last_word() -> None:
    record = replace(RECORD, actions=("take 1", "resign"), ended="resign")
    assert [action for _, action in record.replay(Nim())][-1] == RESIGN
    assert str(record.final_state(Nim())) == "9 stones, B moves"
    with pytest.raises(DamagedFile, match="ply 1 resigns but the contest goes on"):
        replace(record, actions=("resign", "take 1")).final_state(Nim())


def test_an_action_that_the_rules_refuse_is_named_with_its_ply() -> None:
    with pytest.raises(DamagedFile, match="ply 4: nim: 'take 2' is not legal"):
        replace(RECORD, actions=("take 3", "take 3", "take 3", "take 2")).final_state(Nim())
    with pytest.raises(DamagedFile, match="ply 1: nim: expected 'take N', found 'tkae 3'"):
        replace(RECORD, actions=("tkae 3",)).final_state(Nim())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "record version 2, this program reads 1"),
        ({"version": None}, "record version None"),
        ({"colour": "red"}, "field 'colour' is not known"),
        ({"players": "a"}, "field 'players' has the wrong form"),
        ({"actions": [1, 2]}, "field 'actions' has the wrong form"),
        ({"returns": ["1"]}, "field 'returns' has the wrong form"),
        ({"returns": [True]}, "field 'returns' has the wrong form"),
        ({"ended": "tired"}, "field 'ended' has the wrong form"),
        ({"horizon": {"max_plies": -1}}, "field 'horizon' has the wrong form"),
        ({"horizon": {"plies": 1}}, "field 'horizon' has the wrong form"),
        ({"labels": []}, "field 'labels' has the wrong form"),
        ({"reasons": ["x"]}, "field 'reasons' has the wrong form"),
    ],
)
def test_a_damaged_line_is_one_error_that_names_place_and_field(change: dict[str, object], message: str) -> None:
    content = {**json.loads(RECORD.to_json()), **change}
    with pytest.raises(DamagedFile) as caught:
        Record.from_json(json.dumps(content), "contests.jsonl:7")
    assert str(caught.value).startswith("contests.jsonl:7: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("field", ["game", "players", "actions", "returns", "ended"])
def test_a_missing_field_is_named(field: str) -> None:
    content = json.loads(RECORD.to_json())
    del content[field]
    with pytest.raises(DamagedFile, match=f"field '{field}' is missing"):
        Record.from_json(json.dumps(content))


@pytest.mark.parametrize("line", ["", "{", "[]", "5", '{"version": 1'])
def test_a_line_that_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(DamagedFile, match=r"contests\.jsonl"):
        Record.from_json(line, "contests.jsonl")
