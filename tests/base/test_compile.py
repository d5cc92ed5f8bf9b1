"""The compile wrapper: what is compiled, and how often."""

from __future__ import annotations

from typing import Any

import numba
import pytest

from gamelore.base.compile import LIGHT, _lightly, kernel


@kernel
def _plus(number: int, more: int) -> int:
    return number + more


@kernel
def _sum(number: int) -> int:
    return _plus(number, 1) + _plus(2, number) + _plus(3, more=4)


def test_a_kernel_called_with_constants_is_compiled_once() -> None:
    called: Any = _plus
    assert _sum(10) == 11 + 12 + 7
    assert len(called.nopython_signatures) <= 1, "none if the caller comes from a kept cache"


def test_the_settings_of_numba_are_left_as_they_were() -> None:
    config: Any = numba.config
    before = {name: getattr(config, name) for name in LIGHT}
    seen = []

    def compile_signature(signature: object) -> object:
        seen.append({name: getattr(config, name) for name in LIGHT})
        raise ValueError(signature)

    with pytest.raises(ValueError, match="int64"):
        _lightly(compile_signature)("int64")
    assert seen == [LIGHT]
    assert {name: getattr(config, name) for name in LIGHT} == before != LIGHT


@kernel(part=True)
def _twice(number: int) -> int:
    if number < 0:
        return 0
    return 2 * number


@kernel
def _four_times(number: int) -> int:
    return _twice(_twice(number))


def test_a_part_is_compiled_with_its_caller_and_not_by_itself() -> None:
    part: Any = _twice
    assert [_four_times(number) for number in (-1, 0, 3)] == [0, 0, 12]
    assert not part.nopython_signatures
