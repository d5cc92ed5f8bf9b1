"""Where little is computed, and said so: kernels need not be compiled there (`compile.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

LITTLE: ContextVar[bool] = ContextVar("little", default=False)


@contextmanager
def little_work(little: bool = True) -> Iterator[None]:
    """Here little is computed: a quick kernel is first called in plain Python, with the same results.

    A part of it that is not little says so: `little_work(False)`.
    """
    before = LITTLE.set(little)
    try:
        yield
    finally:
        LITTLE.reset(before)
