"""The compile wrapper: what is compiled, and how often."""

from __future__ import annotations

from typing import Any

from gamelore.base.compile import kernel


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
