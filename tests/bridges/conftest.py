"""Tests of the bridges are collected where what they need is installed; none of them may be skipped."""

from __future__ import annotations

from collections.abc import Generator
from importlib.util import find_spec

import pytest

NEEDED = ("gymnasium", "matplotlib", "pandas", "pettingzoo", "pyspiel")

collect_ignore_glob = [] if all(find_spec(name) for name in NEEDED) else ["test_*.py"]


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker(pytest.mark.bridges)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and item.get_closest_marker("bridges"):
        report.outcome, report.longrepr = "failed", "a test of the bridges was skipped"
    return report
