"""The log of a sitting: whatever it holds, it is restored or refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.base.errors import DamagedFile
from gamelore.base.files import LARGEST
from gamelore.games.registry import load_game


def log_of(**key: Any) -> dict[str, Any]:
    """The log of a contest in which both have moved, with another key."""
    sitting = TableSitting(load_game("tic_tac_toe"), 0, {1: "random"}, ContestKey(5))
    sitting.start()
    sitting.play("5")
    log = sitting.to_log()
    return {**log, "key": {**log["key"], **key}}


def test_the_largest_key_is_restored_and_can_be_asked_about() -> None:
    sitting = TableSitting.restore(log_of(seed=LARGEST, number=LARGEST))
    assert sitting.why(1)


@pytest.mark.parametrize("name", ["seed", "number"])
@pytest.mark.parametrize("value", [-1, LARGEST + 1, 1.5, True, "7", None])
def test_a_key_that_no_stream_can_be_made_of_is_one_sentence(name: str, value: object) -> None:
    with pytest.raises(DamagedFile, match=rf"^log of a sitting: key\.{name} lies between 0 and {LARGEST}, not "):
        TableSitting.restore(log_of(**{name: value}))
