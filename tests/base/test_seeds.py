"""Streams depend on what they are for and on nothing else."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from gamelore.base.seeds import Phase, stream

NUMBERS = st.integers(0, 2**64)


@given(NUMBERS, NUMBERS, st.sampled_from(Phase), NUMBERS, st.integers(0, 2**17))
def test_the_same_purpose_gives_the_same_numbers(seed: int, run: int, phase: Phase, contest: int, seat: int) -> None:
    one, other = (stream(seed, run, phase, contest, seat) for _ in range(2))
    assert one.random(4).tolist() == other.random(4).tolist()


def test_different_purposes_give_different_numbers() -> None:
    purposes = list(product(range(3), range(3), (Phase.TRAIN, Phase.TEST), range(3), range(3)))
    assert len({stream(*purpose).random() for purpose in purposes}) == len(purposes)


def test_the_numbers_of_the_phases_are_part_of_the_promise() -> None:
    assert {phase.name: phase.value for phase in Phase} == {
        "SETUP": 0, "TRAIN": 1, "TEST": 2, "PLAY": 3, "LABEL": 4, "SAMPLE": 5, "BENCH": 6,
    }  # fmt: skip


def test_the_first_numbers_of_a_stream_are_those_of_the_locked_numpy() -> None:
    assert stream(1, 2, Phase.TEST, 3, 1).integers(1000, size=5).tolist() == [669, 669, 954, 383, 140]
