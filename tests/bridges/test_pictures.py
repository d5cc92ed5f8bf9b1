"""Sheets as pictures, and read back by pandas."""

from __future__ import annotations

import io
from pathlib import Path

import pandas
import pytest
from PIL import Image
from tests.lab.test_publish import sheet

from gamelore.app.cli import main
from gamelore.lab.publish.forms import to_csv, write_sheet
from gamelore.lab.publish.plot import plot


@pytest.mark.parametrize("form", ["svg", "png"])
def test_the_same_sheet_is_the_same_picture(form: str) -> None:
    first = plot(sheet(), form)
    assert first == plot(sheet(), form)
    assert first != plot(sheet(names=("hoyle", "maxims")), form)
    assert len(first) > 5000


def test_a_picture_holds_what_makes_it_again_and_no_date(tmp_path: Path) -> None:
    drawn = plot(sheet(), "svg").decode()
    assert "gamelore curve x --seed 23001" in drawn
    assert "dc:date" not in drawn
    assert "rote_learner" in drawn
    assert "against perfect" in drawn
    with Image.open(io.BytesIO(plot(sheet(), "png"))) as picture:
        assert "seed 23001" in picture.info["Comment"]
        assert picture.width > 600


def test_a_picture_is_one_that_check_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, drawn in (("curve.svg", sheet()), ("compared.svg", sheet(contests=(160,)))):
        write_sheet(tmp_path / name, drawn)
        assert main(["check", str(tmp_path / name)]) == 0
        assert "a picture" in capsys.readouterr().out


def test_pandas_reads_a_sheet() -> None:
    frame = pandas.read_csv(io.StringIO(to_csv(sheet())), comment="#")
    assert frame["reliability"].iloc[0] == 80 + 1 / 3
    assert set(frame["challenger"]) == {"perfect", "50% & more"}
    assert frame["difference"].isna().all()
