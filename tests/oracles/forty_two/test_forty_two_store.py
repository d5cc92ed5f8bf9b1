"""The labelled store of 42: what it holds, that it can be made again, and that damage is found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import write_text
from gamelore.games.forty_two import make
from gamelore.games.forty_two.bulk import mask_of
from gamelore.oracles.forty_two.agreement import agreement, second_opinion
from gamelore.oracles.forty_two.build import build, main
from gamelore.oracles.forty_two.hearing import EVEN_AT, SPREAD, bid_chance
from gamelore.oracles.forty_two.labelled_store import SECOND, Store, load_store, parse_store
from gamelore.oracles.forty_two.labels import PLAYED, SPLIT, THIRTY_ONLY, LabelRule
from gamelore.oracles.forty_two.pricing import rough_value
from gamelore.oracles.forty_two.trainer import SETS, Sampling, price_round, round_deal

POOL_ROUNDS = 200
GAME = make()
TINY = Sampling(every=3, likely=3, best=3, defence=3)


@pytest.fixture(scope="module")
def store() -> Store:
    return load_store()


def test_the_shipped_store_holds_enough_hands_in_two_sets(store: Store) -> None:
    assert len(store.hands) >= 2400
    assert {hand.set for hand in store.hands} == set(SETS)
    assert len(store.rounds("choose")) * 4 >= 1600
    assert len(store.rounds("report")) * 4 >= 800


def test_every_round_is_the_deal_of_its_seed_and_each_hand_heard_the_correct_calls(store: Store) -> None:
    for name, seed in SETS.items():
        for number, four in enumerate(store.rounds(name)):
            assert [hand.round for hand in four] == [number] * 4
            assert [hand.dominoes for hand in four] == list(round_deal(seed, number).hands)
            assert [hand.calls for hand in four] == [tuple(h.label.call for h in four[:i]) for i in range(4)]
            assert four[3].view(GAME).legal_actions()


def test_about_two_thirds_of_the_calls_in_real_rounds_are_passes(store: Store) -> None:
    calls = [hand.label.call for hand in store.hands]
    assert 0.62 < sum(call == 0 for call in calls) / len(calls) < 0.75
    assert 0.03 < sum(call >= 32 for call in calls) / len(calls) < 0.11
    assert sum(call > 37 for call in calls) / len(calls) < 0.03
    best = [hand.prices[hand.label.trump] for hand in store.hands if hand.label.first]
    assert all(price.deals >= 300 for price in best), "near the decision a hand is priced with 300 deals or more"


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("choose", 3),
        *(
            pytest.param(*which, marks=pytest.mark.slow)
            for which in [("report", 7), ("choose", 141), ("choose", 388), ("report", 150)]
        ),
    ],
)
def test_hands_are_labelled_the_same_again(store: Store, name: str, number: int) -> None:
    """Twenty hands in all, four of them in every run of the tests."""
    sampling = Sampling(**store.facts["sampling"])
    for kept, again in zip(store.rounds(name)[number], price_round(SETS[name], number, sampling), strict=True):
        assert (kept.dominoes, dict(kept.prices), kept.defence) == (again.dominoes, again.prices, again.defence)


def test_the_store_says_how_it_was_made_and_reads_back_equal(store: Store) -> None:
    assert store.facts["command"].startswith("python -m gamelore.oracles.forty_two --relabel")
    assert store.facts["seeds"] == SETS
    assert parse_store(store.to_text(), "again") == store


@pytest.mark.slow
def test_another_rule_gives_other_calls_from_the_same_prices(store: Store) -> None:
    split = load_store(rule=SPLIT)
    assert [h.prices for h in split.hands] == [h.prices for h in store.hands]
    assert not any(h.label.first == 31 for h in store.hands)
    assert any(h.label.first == 31 for h in split.hands)
    assert split.relabelled(THIRTY_ONLY).to_text() == store.to_text()


@pytest.mark.slow
def test_the_rule_from_hands_played_out_bids_more_hands_but_never_high_at_first(store: Store) -> None:
    played = load_store(rule=PLAYED)
    assert {hand.label.first for hand in played.hands} == {0, 30}
    assert sum(h.label.first > 0 for h in played.hands) > sum(h.label.first > 0 for h in store.hands)
    assert {hand.label.call for hand in played.hands} <= {0, *range(30, 37)}
    assert parse_store(played.to_text(), "again").to_text() == played.to_text()


# The shares that the thesis reports or implies, as distances from the top of all hands.
SHARES = {
    "bid_at": 0.325, "bid_35_at": 0.07, "bid_36_at": 0.03, "bid_42_at": 0.012, "save_partner_at": 0.45,
    "contract_at": 0.5, "contract_top": 0.03,
}  # fmt: skip


def rule_from_pool(
    name: str, strengths: Sequence[float], opponents: Sequence[float], *, share_31: float | None = None
) -> LabelRule:
    """A rule whose thresholds are quantiles of a pool of hands; 31 is an opening bid only with a `share_31`."""
    cut = {field: round(float(np.quantile(strengths, 1 - share)), 2) for field, share in SHARES.items()}
    at_31 = cut["bid_35_at"] if share_31 is None else round(float(np.quantile(strengths, 1 - share_31)), 2)
    twelfths = np.quantile(opponents, np.linspace(0, 1, 13))
    return LabelRule(
        name,
        cut["bid_at"],
        at_31,
        cut["bid_35_at"],
        cut["bid_36_at"],
        cut["bid_42_at"],
        cut["save_partner_at"],
        cut["contract_at"],
        cut["contract_top"],
        tuple(round(float(q), 2) for q in twelfths),
    )


def test_the_shipped_rules_are_quantiles_of_the_first_rounds_to_choose_on(store: Store) -> None:
    pool = [hand for round_ in store.rounds("choose")[:POOL_ROUNDS] for hand in round_]
    strengths, opponents = [hand.label.strength for hand in pool], [hand.defence.mean for hand in pool]
    assert rule_from_pool("thirty_only", strengths, opponents) == THIRTY_ONLY
    assert rule_from_pool("split", strengths, opponents, share_31=0.16) == SPLIT


def test_what_calls_say_about_hands_was_fitted_on_the_same_rounds(store: Store) -> None:
    """Logistic regression by Newton's method, to the figures that the module states."""
    pool = [hand for round_ in store.rounds("choose")[:POOL_ROUNDS] for hand in round_]
    values = rough_value(np.array([mask_of(hand.dominoes) for hand in pool], np.int64))[0].astype(float)
    bids = np.array([hand.label.first > 0 for hand in pool], float)
    inputs, weights = np.stack([np.ones_like(values), values], axis=1), np.zeros(2)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = (inputs * (chance * (1 - chance))[:, None]).T @ inputs
        weights += np.linalg.solve(slope, inputs.T @ (bids - chance))
    assert -weights[0] / weights[1] == pytest.approx(EVEN_AT, abs=0.1)
    assert 1 / weights[1] == pytest.approx(SPREAD, abs=0.1)
    assert bid_chance(np.array([EVEN_AT]))[0] == 0.5


def test_the_second_opinion_is_of_the_same_hands_and_agrees_in_most_calls(store: Store) -> None:
    first, second = [hand for four in store.rounds("report") for hand in four], load_store(SECOND).hands
    assert [hand.dominoes for hand in second] == [hand.dominoes for hand in first]
    opinions = [second_opinion(*pair, THIRTY_ONLY) for pair in zip(first, second, strict=True)]
    assert [hand.calls for hand in opinions] == [hand.calls for hand in first]
    assert agreement(first, first).calls.mean == 100.0
    found = agreement(first, opinions)
    assert 85.0 < found.calls.mean < 97.0
    assert 85.0 < found.trump.mean < 99.0


@pytest.mark.slow
def test_a_second_opinion_can_be_made_again() -> None:
    second = load_store(SECOND)
    assert second.facts["command"].startswith("python -m gamelore.oracles.forty_two --relabel --second")
    again = price_round(SETS["report"], 11, Sampling(**second.facts["sampling"]), 1)
    for kept, priced in zip(second.rounds("report")[11], again, strict=True):
        assert (dict(kept.prices), kept.defence) == (priced.prices, priced.defence)


def test_a_build_goes_on_where_it_stopped_and_gives_the_same_bytes(tmp_path: Path) -> None:
    rounds = {"choose": 2, "report": 1}
    build(tmp_path / "whole.jsonl", rounds, TINY)
    build(tmp_path / "parts.jsonl", {"choose": 1, "report": 1}, TINY)
    (tmp_path / "resumed.jsonl").unlink(missing_ok=True)
    from gamelore.oracles.forty_two import build as module

    line = module._part_line("choose", 0, price_round(SETS["choose"], 0, TINY))
    write_text(tmp_path / "resumed.part", line + "\n" + '{"cut off')
    build(tmp_path / "resumed.jsonl", rounds, TINY)
    assert (tmp_path / "resumed.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not (tmp_path / "resumed.part").exists()
    assert load_store(tmp_path / "whole.jsonl").rounds("report")[0][0].place == 0


def test_a_store_that_is_there_is_not_built_again_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_text(tmp_path / "mine.jsonl", "precious\n")
    assert main(["--out", str(tmp_path / "mine.jsonl")]) == 1
    assert "--relabel builds it again" in capsys.readouterr().err
    assert (tmp_path / "mine.jsonl").read_text() == "precious\n"


def _lines(tmp_path: Path) -> list[str]:
    build(tmp_path / "s.jsonl", {"choose": 1, "report": 1}, TINY)
    return (tmp_path / "s.jsonl").read_text().splitlines()


def test_damage_is_found_and_named_with_its_line(tmp_path: Path) -> None:
    lines = _lines(tmp_path)

    def complaint(changed: list[str]) -> str:
        with pytest.raises(DamagedFile) as caught:
            parse_store("\n".join(changed) + "\n", "mine")
        return str(caught.value)

    def edited(number: int, **changes: object) -> list[str]:
        return [*lines[:number], json.dumps({**json.loads(lines[number]), **changes}), *lines[number + 1 :]]

    counts = {k: [0] * 15 for k in json.loads(lines[2])["prices"]}
    assert complaint([]) == "mine:1: store version None, this program reads 1" or "mine" in complaint([])
    assert complaint(lines[:-1]) == "mine: holds 7 hands, its first line says 8"
    assert complaint(edited(0, version=9)).startswith("mine:1: store version 9")
    assert "label rule 'guess' is not known" in complaint(edited(0, rule="guess"))
    assert complaint([*lines[:3], lines[3][:40], *lines[4:]]).startswith("mine:4:")
    assert "mine:3: hand: expected seven dominoes, found 8" in complaint(
        edited(2, hand="0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1")
    )
    assert "stands there twice" in complaint(edited(2, hand="0-0 0-0 1-1 2-0 2-1 2-2 3-0"))
    assert "a domino stands in two hands" in complaint(edited(2, hand=json.loads(lines[1])["hand"]))
    assert "mine:3: the labels do not follow" in complaint(edited(2, call=36))
    assert "all zero" in complaint(edited(2, prices=counts))
    assert "expected 19 counts" in complaint(edited(2, defence=[1, 2]))
    assert "bid 29 is not allowed" in complaint(edited(2, calls="bid 29"))
    assert "four hands of one round" in complaint([lines[0], *lines[2:], lines[1]])
    assert "has the wrong form" in complaint(edited(2, hand=3))
    assert "expected an object with the fields" in complaint([*lines[:2], "[]", *lines[3:]])


def test_a_missing_store_says_how_to_build_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamelore.oracles.forty_two.labelled_store.SHIPPED", tmp_path / "none.jsonl")
    with pytest.raises(GameloreError, match="build them with"):
        load_store()
    with pytest.raises(GameloreError, match="no such file"):
        load_store(tmp_path / "other.jsonl")
