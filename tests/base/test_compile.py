"""The compile wrapper: what is compiled, and how often."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from gamelore.base.bitops import popcount
from gamelore.base.cache import VARIABLE
from gamelore.base.compile import WORTH_COMPILING, kernel
from gamelore.base.little import little_work
from gamelore.base.machine import LIGHT, _lightly


@kernel
def _plus(number: int, more: int) -> int:
    return number + more


@kernel
def _sum(number: int) -> int:
    return _plus(number, 1) + _plus(2, number) + _plus(3, more=4)


def test_a_kernel_called_with_constants_is_compiled_once() -> None:
    called: Any = _plus
    assert _sum(10) == 11 + 12 + 7
    assert len(called.compiled.nopython_signatures) <= 1, "none if the caller comes from a kept cache"


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


@kernel(bare=True)
def _half(number: int) -> int:
    if number % 2:
        raise ValueError("an odd number")
    return number // 2


@kernel(bare=True)
def _quarter(number: int) -> int:
    return _half(_half(number))


def test_what_other_kernels_call_is_made_into_machine_code_only_for_who_calls_it_from_python() -> None:
    half: Any = _half
    assert [_quarter(number) for number in (0, 4, -8)] == [0, 1, -2]
    assert not half.compiled.nopython_signatures
    with pytest.raises(ValueError, match="an odd number"):
        _quarter(6)
    assert _half(6) == 3
    assert len(half.compiled.nopython_signatures) == 1


def test_a_caller_that_a_process_before_left_behind_calls_the_same(tmp_path: Path) -> None:
    script = (
        "import sys; from tests.base import test_compile as kernels; print(kernels._quarter(12))\n"
        "if sys.argv[1] == 'new': print(kernels._eighth(24))"
    )
    kept = []
    for which, told in (("old", ["3"]), ("old", ["3"]), ("new", ["3", "3"])):
        found = subprocess.run(
            [sys.executable, "-c", script, which],
            env={**os.environ, VARIABLE: str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert found.stdout.split() == told
        kept.append({path.name.partition("-")[0] for path in tmp_path.rglob("*.nbc")})
    assert kept == [{"_quarter", "_half"}, {"_quarter", "_half"}, {"_quarter", "_half", "_eighth"}]


def test_what_is_kept_is_loaded_without_all_that_numba_can_compile(tmp_path: Path) -> None:
    script = (
        "import sys; from tests.base import test_compile as kernels; print(kernels._sum(10), kernels._quarter(12))\n"
        "print('scipy.linalg' in sys.modules, 'numba.np.linalg' in sys.modules)"
    )
    for _ in range(2):
        found = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, VARIABLE: str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
    assert found.stdout.split() == ["30", "3", "False", "False"]


@kernel(quick=2)
def _split(number: int) -> tuple[int, bool]:
    return popcount(number) + _plus(number, 1), bool(np.int64(number) > 3)


def test_a_quick_kernel_runs_as_python_where_little_is_computed_and_is_compiled_for_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    asked: Any = _split
    with little_work():
        first = [_split(number) for number in (3, 4)]
        with little_work(False), little_work():
            first += [_split(5) for _ in range(2 * WORTH_COMPILING - 2)]
        assert not asked.compiled.signatures
        rest = [_split(number) for number in (3, 4)]
    assert len(asked.compiled.signatures) == 1
    assert first[:2] == rest == [(6, False), (6, True)]
    assert [type(part) for found in (first[0], rest[0]) for part in found] == 2 * [int, bool]


def test_more_than_little_work_is_compiled_at_once() -> None:
    asked: Any = _whole
    with little_work(), little_work(False):
        assert _whole(3) == 4
    assert len(asked.compiled.signatures) == 1


@kernel(quick=2)
def _whole(number: int) -> int:
    return _plus(number, 1)


@kernel(bare=True)
def _eighth(number: int) -> int:
    """Made from forms of the others that were kept."""
    return _half(_quarter(number))
