"""Every test run has a cache of its own, shared by its worker processes and removed at its end.

So each solved table and each kernel is built once per run, from nothing, as on a fresh machine. While you develop,
`GAMELORE_TEST_CACHE=folder` keeps the cache between runs.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings

# A deadline measures the machine, not the code; and a run of the tests is a function of the commit.
settings.register_profile("gamelore", deadline=None, derandomize=True)
settings.load_profile("gamelore")

# Whoever runs the tests in the background ignores interrupts, and so would every program that a test interrupts.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_own_cache = pytest.StashKey[Path]()
_DEADLINE = "GAMELORE_TEST_DEADLINE"


def pytest_addoption(parser: pytest.Parser) -> None:
    """What is too long for one run is shared out among many: each begins elsewhere, and stops when its time is over."""
    parser.addoption("--begin-for", type=float, metavar="SECONDS", help="skip what has not begun by then")
    parser.addoption("--order", metavar="TEXT", help="take the modules in an order that is drawn from this text")


def pytest_configure(config: pytest.Config) -> None:
    """Set cache folder and deadline before any test module is imported; workers inherit them from the first process."""
    if hasattr(config, "workerinput"):
        return
    os.environ.pop(_DEADLINE, None)
    if (seconds := config.getoption("begin_for")) is not None:
        os.environ[_DEADLINE] = str(time.time() + seconds)
    kept = os.environ.get("GAMELORE_TEST_CACHE")
    if kept:
        os.environ["GAMELORE_CACHE"] = str(Path(kept).resolve())
    else:
        config.stash[_own_cache] = Path(tempfile.mkdtemp(prefix="gamelore-tests-"))
        os.environ["GAMELORE_CACHE"] = str(config.stash[_own_cache])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whole modules are moved, so that what their tests share is still made once."""
    if (text := config.getoption("order")) is not None:
        modules = list(dict.fromkeys(item.path for item in items))
        Random(text).shuffle(modules)
        items.sort(key=lambda item: modules.index(item.path))


def pytest_runtest_setup() -> None:
    """A test that there is no time for is counted as skipped; what has failed before still fails the run."""
    if time.time() > float(os.environ.get(_DEADLINE, "inf")):
        pytest.skip("no time is left")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the cache of this run."""
    if _own_cache in config.stash:
        shutil.rmtree(config.stash[_own_cache], ignore_errors=True)


@pytest.fixture
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder for one test, for those that damage what is in it."""
    # The kernels keep to the cache that they found when they were imported; that must be the one of the whole run.
    import gamelore.oracles.board._kernels  # noqa: F401

    folder = tmp_path / "cache"
    monkeypatch.setenv("GAMELORE_CACHE", str(folder))
    return folder
