"""Settings from files and from the command line: the same door, one clear error each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelore.base.errors import BadSetting, GameloreError, UnknownName
from gamelore.base.files import parse_toml, to_toml
from gamelore.base.settings import settings_from_mapping, settings_from_texts, settings_to_mapping


@dataclass(frozen=True, slots=True)
class Sample:
    """One setting of every kind that we use."""

    count: int = 3
    share: float = 0.5
    on: bool = True
    name: str = "x"
    style: Literal["plain", "fancy"] = "plain"
    lengths: tuple[int, ...] = (2, 3)
    limit: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise ValueError(f"share lies between 0 and 1, not {self.share}")


SAMPLES = st.builds(
    Sample,
    count=st.integers(-(2**40), 2**40),
    share=st.floats(0, 1),
    on=st.booleans(),
    name=st.text(st.characters(exclude_categories=["Cs"])),
    style=st.sampled_from(["plain", "fancy"]),
    lengths=st.lists(st.integers(0, 99), max_size=4).map(tuple),
    limit=st.none() | st.integers(1, 99),
)


@given(SAMPLES)
def test_settings_survive_a_toml_file(sample: Sample) -> None:
    read = parse_toml(to_toml(settings_to_mapping(sample)), "here")
    assert settings_from_mapping(Sample(), read, "here") == sample


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({"count": "7"}, Sample(count=7)),
        ({"share": "1"}, Sample(share=1.0)),
        ({"on": "off"}, Sample(on=False)),
        ({"on": "Yes"}, Sample(on=True)),
        ({"style": "fancy"}, Sample(style="fancy")),
        ({"lengths": "3, 5"}, Sample(lengths=(3, 5))),
        ({"lengths": ""}, Sample(lengths=())),
        ({"limit": "9"}, Sample(limit=9)),
        ({"limit": "none"}, Sample(limit=None)),
        ({"name": "12"}, Sample(name="12")),
    ],
)
def test_texts_of_the_command_line_are_read(texts: dict[str, str], expected: Sample) -> None:
    assert settings_from_texts(Sample(limit=5) if "limit" in texts else Sample(), texts, "--set") == expected


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"cuont": 1}, "here: setting 'cuont' is not known; did you mean 'count'"),
        ({"count": "7"}, "here: setting 'count': expected int, found '7'"),
        ({"count": True}, "expected int, found True"),
        ({"count": 1.5}, "expected int, found 1.5"),
        ({"share": "much"}, "expected float"),
        ({"share": 2.0}, "here: share lies between 0 and 1, not 2.0"),
        ({"on": 1}, "expected bool, found 1"),
        ({"style": "odd"}, "expected one of 'plain', 'fancy', found 'odd'"),
        ({"lengths": [1, "b"]}, "expected int, found 'b'"),
        ({"lengths": 5}, "expected tuple"),
        ({"limit": "soon"}, "expected int or NoneType, found 'soon'"),
    ],
)
def test_a_bad_value_is_one_error_that_names_the_setting(values: dict[str, object], message: str) -> None:
    with pytest.raises((BadSetting, UnknownName)) as caught:
        settings_from_mapping(Sample(), values, "here")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"count": "seven"}, "--set: setting 'count': expected int, found 'seven'"),
        ({"on": "perhaps"}, "expected bool"),
        ({"style": "odd"}, "expected one of"),
        ({"lengths": "1,b"}, "expected int, found 'b'"),
        ({"share": "7"}, "share lies between 0 and 1"),
        ({"nmae": "x"}, "did you mean 'name'"),
    ],
)
def test_a_bad_text_is_one_error_that_names_the_setting(texts: dict[str, str], message: str) -> None:
    with pytest.raises(GameloreError) as caught:
        settings_from_texts(Sample(), texts, "--set")
    assert message in str(caught.value)


def test_only_settings_values_can_be_written_down() -> None:
    for wrong in (Sample, {"count": 1}, 5):
        with pytest.raises(TypeError, match="not a settings value"):
            settings_to_mapping(wrong)


@dataclass(frozen=True, slots=True)
class Fewer:
    """Settings of which some became constants, and one follows from another."""

    style: Literal["plain", "fancy"] = "plain"
    gone: ClassVar[Mapping[str, object]] = {
        "lengths": (2, 3),
        "inner": {"depth": 4, "rate": 0.5},
        "colour": lambda settings: "red" if settings.style == "fancy" else "grey",
    }


@pytest.mark.parametrize("style", ["plain", "fancy"])
def test_a_file_with_a_former_setting_loads_where_that_has_the_value_of_now(style: str) -> None:
    former = {"colour": {"plain": "grey", "fancy": "red"}[style], "lengths": [2, 3], "inner": {"rate": 0.5}}
    read = settings_from_mapping(Fewer(), {**former, "style": style}, "here")
    assert settings_to_mapping(read) == {"style": style}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"lengths": [2]}, "here: 'lengths' is no longer a setting: it is [2, 3], not [2]"),
        ({"inner": {"depth": 4, "rate": 1}}, "here: 'inner.rate' is no longer a setting: it is 0.5, not 1"),
        ({"inner": {"rat": 1}}, "'inner.rat' is no longer a setting"),
        ({"inner": 5}, "'inner' is no longer a setting"),
        ({"colour": "red"}, "'colour' is no longer a setting: it is 'grey', not 'red'"),
        ({"gone": {}}, "setting 'gone' is not known"),
    ],
)
def test_any_other_value_of_a_former_setting_is_refused_by_its_name(values: dict[str, object], message: str) -> None:
    with pytest.raises(GameloreError) as caught:
        settings_from_mapping(Fewer(), values, "here")
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["style.", "lengths", "style.plain", ".style", ""])
def test_what_is_no_setting_cannot_be_typed(name: str) -> None:
    with pytest.raises(UnknownName, match=f"setting '{name}' is not known"):
        settings_from_texts(Fewer(), {name: "fancy"}, "--set")
