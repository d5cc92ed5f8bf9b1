"""Agents that were saved when more could be set: they load if they had what is constant now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gamelore.base.errors import BadSetting
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games import load_game
from gamelore.learners.advisors.settings.by_rote import ByRoteSettings
from gamelore.learners.advisors.settings.hoyle import PRESETS, HoyleSettings
from gamelore.learners.advisors.settings.patterns import PatternSettings
from gamelore.learners.registry import AGENT_FILE, learner_class, load_agent, new_learner, save_agent

CASES = [(kind, name) for kind in ("hoyle", "pairs", "rote", "seqlearner") for name in learner_class(kind).presets]


def former(settings: Any) -> dict[str, object]:
    """What the file of an agent with these settings held once."""
    gone = {name: now(settings) if callable(now) else now for name, now in settings.gone.items()}
    return {**settings_to_mapping(settings), **gone}


def odd_ones(values: dict[str, Any]) -> Iterator[tuple[str, dict[str, object]]]:
    """Each former setting with another value."""
    for name, value in values.items():
        inner = next(iter(value)) if isinstance(value, dict) else ""
        yield name, {name: {inner: "other"} if inner else "other"}


@pytest.mark.parametrize(("kind", "preset"), CASES)
def test_what_is_constant_now_loads_and_anything_else_is_refused_by_name(kind: str, preset: str) -> None:
    settings = learner_class(kind).preset(preset)
    default = learner_class(kind).preset(None)
    assert settings_from_mapping(default, former(settings), "agent.toml") == settings
    for name, odd in odd_ones({name: former(settings)[name] for name in settings.gone}):
        with pytest.raises(BadSetting, match=f"agent.toml: '{name}.* is no longer a setting"):
            settings_from_mapping(default, {**former(settings), **odd}, "agent.toml")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"new_ground": False, "pooled": False}, replace(PRESETS["gamelore"], new_ground=False)),
        ({"faculties": ["pairs"], "seq_voice": "matching"}, replace(PRESETS["gamelore"], faculties=("pairs",))),
        (
            {"rote": {"significant": 7, "cutoff_base": 0.25, "cutoff_step": 0.01, "featured": "experts", "sweep": 10}},
            replace(PRESETS["gamelore"], rote=ByRoteSettings(significant=7)),
        ),
        (
            {"patterns": {"field_of_view": 6, "threshold": 8, "age_waiting": 0.9, "midpoint": "both"}},
            replace(PRESETS["gamelore"], patterns=PatternSettings(field_of_view=6, threshold=8, age_waiting=0.9)),
        ),
        (
            {"patterns": {"collect": "crucial", "unfinished": "draw", "threshold": 5}},
            replace(PRESETS["gamelore"], patterns=PatternSettings(collect="crucial")),
        ),
    ],
)
def test_former_settings_of_hoyle_follow_from_others(values: dict[str, Any], expected: HoyleSettings) -> None:
    assert settings_from_mapping(PRESETS["gamelore"], values, "agent.toml") == expected


def test_an_agent_of_an_earlier_version_loads_from_its_folder(tmp_path: Path) -> None:
    game = load_game("lose_tic_tac_toe")
    save_agent(new_learner("pairs", game), tmp_path / "agent")
    file = tmp_path / "agent" / AGENT_FILE
    text = file.read_text()
    file.write_text(text.replace("merge_colours = false", "merge_colours = false\nneighbours = 40\nsweep = 20"))
    assert load_agent(tmp_path / "agent").learner.settings == learner_class("pairs").preset(None)
    file.write_text(text.replace("merge_colours = false", "merge_colours = false\nneighbours = 12"))
    with pytest.raises(BadSetting, match=r"agent.toml: 'neighbours' is no longer a setting: it is 40, not 12"):
        load_agent(tmp_path / "agent")
