"""No file of an experiment is believed: whatever is damaged or edited is refused by `check` and computed again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from tests.lab.engine.damage import places, with_value, without, wrong_types

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import Json, to_json
from gamelore.lab.engine.executor import InlineExecutor, Workers
from gamelore.lab.engine.kept import EXPERIMENT_FILE, TIMES, TIMINGS_FILE, sign
from gamelore.lab.engine.runs import KINDS, Runnable, check_runs, keep_runs
from gamelore.lab.engine.shapes import Shape, count, keys, listed, maybe, real, text, truth

INLINE = Workers(InlineExecutor(), ahead=1)
RUNS, CONTESTS = 2, 50


@dataclass(frozen=True, slots=True)
class Fake(Runnable):
    """Computes nothing, at once: counts that add up, a list, texts and a time."""

    kind: ClassVar[str] = "fake"
    name: str = "somebody"
    points: tuple[int, ...] = (1, 2)
    share: float = 0.5

    def shape(self) -> Shape:
        counts = dict.fromkeys(("wins", "draws", "losses"), count(CONTESTS))
        fields = {
            **counts,
            "letters": text("[WDL]*"),
            "curve": listed(real(), 2),
            "by": keys({"rote": count()}),
            "done": truth,
        }
        score = keys(fields, lambda s: s["wins"] + s["draws"] + s["losses"] == CONTESTS, f"{CONTESTS} contests")
        return keys(
            {"tests": keys({"perfect": score}), "training": keys({"standard": maybe(text("reached"))}), TIMES: real(0)}
        )

    def run(self, number: int) -> Json:
        counts = {"wins": 10 + number, "draws": 20 - number, "losses": 20}
        score = {**counts, "letters": "WDL", "curve": [0.5, 1.25], "by": {"rote": 3}, "done": True}
        return {"tests": {"perfect": score}, "training": {"standard": "reached"}, TIMES: 0.125 * (1 + number)}


TRUTH = [Fake().run(number) for number in range(RUNS)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a finished experiment; nothing waits for the disk."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    monkeypatch.setattr(KINDS, "_known", {"fake": Fake})
    keep_runs(Fake(), tmp_path, RUNS, INLINE)
    (found,) = tmp_path.iterdir()
    assert check_runs(found).runs == RUNS
    return found


def files(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(place.iterdir())}


def is_disbelieved(place: Path, name: str, data: bytes, pristine: dict[str, bytes]) -> None:
    """Refused by `check`, told and computed again by whoever needs the results."""
    (place / name).write_bytes(data)
    with pytest.raises(GameloreError) as refused:
        check_runs(place)
    told: list[str] = []
    assert keep_runs(Fake(), place.parent, RUNS, INLINE, tell=told.append) == TRUTH
    assert told
    assert str(place) in str(refused.value)
    assert str(place) in told[0]
    if name != TIMINGS_FILE:
        assert (place / name).read_bytes() == pristine[name]
    (place / TIMINGS_FILE).write_bytes(pristine[TIMINGS_FILE])


@pytest.mark.parametrize("flips", [50, pytest.param(1000, marks=pytest.mark.slow)])
def test_single_bit_flips_are_all_noticed(place: Path, flips: int) -> None:
    pristine = files(place)
    assert sorted(pristine) == [EXPERIMENT_FILE, "run-0000.json", "run-0001.json", TIMINGS_FILE]
    where = [(name, bit) for name, data in pristine.items() for bit in range(8 * len(data))]
    assert len(where) > flips
    for number in np.random.default_rng(14).permutation(len(where))[:flips]:
        name, bit = where[number]
        data = bytearray(pristine[name])
        data[bit // 8] ^= 1 << bit % 8
        is_disbelieved(place, name, bytes(data), pristine)


def told(content: Any) -> bytes:
    """A file as we write it: nothing about its form gives a forger away."""
    return (to_json(content, indent=1) + "\n").encode()


def signed_run(content: Any) -> Any:
    """A run with the checksum that belongs to what it now says."""
    if isinstance(content, dict) and isinstance(content.get("result"), dict):
        return {**content, "checksum": sign(content["result"])}
    return content


def signed_experiment(content: Any) -> Any:
    if not isinstance(content, dict):
        return content
    return {**content, "digest": sign({name: content.get(name) for name in ("kind", "revision", "experiment")})}


def signed_timings(content: Any) -> Any:
    if not isinstance(content, dict):
        return content
    about = {"experiment": Fake().digest}
    return {
        run: {**entry, "checksum": sign({**about, "run": run, **{k: v for k, v in entry.items() if k != "checksum"}})}
        if isinstance(entry, dict)
        else entry
        for run, entry in content.items()
    }


SIGNERS: dict[str, Callable[[Any], Any]] = {
    "run-0000.json": signed_run, EXPERIMENT_FILE: signed_experiment, TIMINGS_FILE: signed_timings,
}  # fmt: skip


def forged(name: str, content: Any) -> Iterator[Any]:
    """A wrong type at every place, a missing key, a key too many; each as it is and signed anew."""
    changed = [wrong for _, wrong in wrong_types(content)]
    for at in places(content):
        if at and isinstance(at[-1], str):
            changed.append(without(content, at))
            changed.append(with_value(content, (*at[:-1], "another"), 7))
    for one in changed:
        again = SIGNERS[name](one)
        yield from (other for other in ([one] if again == one else [one, again]) if told(other) != told(content))


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "least"), [("run-0000.json", 300), (EXPERIMENT_FILE, 150), (TIMINGS_FILE, 100)])
def test_a_wrong_type_at_any_place_is_noticed_even_if_it_is_signed_anew(
    place: Path, name: str, least: int, every: int
) -> None:
    pristine = files(place)
    content = json.loads(pristine[name])
    changes = [one for one in forged(name, content) if not is_open(one)]
    assert len(changes) >= least
    for changed in changes[::every]:
        is_disbelieved(place, name, told(changed), pristine)


def is_open(changed: Any) -> bool:
    """The one place where nothing may stand for something, signed anew."""
    open_ = {"training": {"standard": None}, "tests": TRUTH[0]["tests"]}
    return isinstance(changed, dict) and changed.get("result") == open_ and changed == signed_run(changed)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"wins": 9}, "not 50 contests"),
        ({"wins": -10, "draws": 40}, "expected a whole number from 0 to 50, found -10"),
        ({"wins": True, "draws": 29}, "expected a whole number from 0 to 50, found True"),
        ({"wins": 10.0}, "expected a whole number from 0 to 50, found 10.0"),
        ({"wins": 51}, "expected a whole number from 0 to 50, found 51"),
        ({"letters": "WXL"}, "expected a text like"),
        ({"curve": [0.5]}, "expected a list of 2 values"),
    ],
)
def test_an_impossible_count_is_noticed_although_it_is_signed_anew(
    place: Path, changes: dict[str, Any], why: str
) -> None:
    path = place / "run-0000.json"
    content = json.loads(path.read_text())
    content["result"]["tests"]["perfect"].update(changes)
    path.write_bytes(told(signed_run(content)))
    with pytest.raises(DamagedFile, match=why) as refused:
        check_runs(place)
    assert "run-0000.json: tests: perfect" in str(refused.value)


def test_a_possible_count_that_is_signed_anew_is_found_by_computing_it_again(place: Path) -> None:
    path = place / "run-0001.json"
    content = json.loads(path.read_text())
    content["result"]["tests"]["perfect"].update(wins=30, draws=0)
    path.write_bytes(told(signed_run(content)))
    assert check_runs(place).again == ()
    with pytest.raises(DamagedFile, match=r"run-0001\.json: computed again, it gives something else"):
        check_runs(place, again=RUNS)
    path.write_bytes(told(signed_run({**content, "result": {k: v for k, v in TRUTH[1].items() if k != TIMES}})))
    assert check_runs(place, again=RUNS + 5).again == (0, 1)
    assert len({check_runs(place, again=1, seed=seed).again for seed in range(8)}) == 2, "the seed chooses"


@pytest.mark.parametrize("name", ["run-0000.json", EXPERIMENT_FILE, TIMINGS_FILE])
def test_a_file_in_another_form_or_with_a_key_twice_is_noticed(place: Path, name: str) -> None:
    pristine = files(place)
    first, _, rest = pristine[name].partition(b"{")
    for data in (to_json(json.loads(pristine[name])).encode(), first + b'{"checksum": 7, "digest": 7,' + rest):
        is_disbelieved(place, name, data, pristine)


def test_a_run_under_another_name_is_not_taken(place: Path) -> None:
    first, second = (place / f"run-000{number}.json" for number in range(RUNS))
    second.write_bytes(first.read_bytes())
    with pytest.raises(DamagedFile, match="not run 1 of this experiment"):
        check_runs(place)
    second.rename(place / "run-00001.json")
    with pytest.raises(DamagedFile, match="not the name of a run"):
        check_runs(place)


def test_a_new_experiment_says_nothing_and_a_mended_one_tells_which_file_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_runs(Fake(), tmp_path, RUNS, INLINE)
    keep_runs(Fake(), tmp_path, RUNS + 1, INLINE)
    assert capsys.readouterr().err == ""
    (place,) = tmp_path.iterdir()
    (place / "run-0001.json").write_text("{")
    keep_runs(Fake(), tmp_path, RUNS, INLINE)
    assert capsys.readouterr().err == (
        f"gamelore: {place / 'run-0001.json'}:1:2: Expecting property name enclosed in double quotes; computed again\n"
    )
