"""What the rule learner keeps: a file that lacks something is refused by name."""

from __future__ import annotations

import tomllib

import pytest

from gamelore.base.errors import DamagedFile
from gamelore.base.files import to_toml
from gamelore.games import load_game
from gamelore.learners.registry import new_learner
from gamelore.learners.rules.texts import TRAINING_FILE


@pytest.mark.parametrize("key", ["trials", "created", "numbers", "sitting", "shown", "turned", "matrix"])
def test_a_training_file_without_one_of_its_keys_is_refused_by_name(key: str) -> None:
    learner = new_learner("waterman", load_game("draw_poker"))
    texts = learner.knowledge()
    content = tomllib.loads(texts[TRAINING_FILE])
    del content[key]
    with pytest.raises(DamagedFile, match=f"training.toml: '{key}' is missing"):
        learner.restore({**texts, TRAINING_FILE: to_toml(content)}, "agent")
