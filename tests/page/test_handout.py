"""A handout prints on one sheet, A4 or Letter, with letters that can be read."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.domino_guide import made_up_guide
from tests.poker_guide import guide_of, many

from gamelore.app.guide.handout import handout_page
from gamelore.games import load_game
from gamelore.lab.guide.core import Guide
from gamelore.lab.guide.making import evidence_of, make_guide
from gamelore.learners.maxims.shipped import shipped_names

pytestmark = pytest.mark.page

SMALLEST = 6.0
"""Points that are still read at arm's length."""


def guide(name: str) -> Guide:
    """Few contests: a handout has no figures."""
    if name == "draw_poker":
        return guide_of(many())
    if name == "forty_two":
        return made_up_guide()
    game = load_game(name)
    return make_guide(evidence_of(game).shipped(game), name, contests=2, seed=5)


def chromium(*arguments: str) -> str:
    """What Debian's chromium tells of a page."""
    program = shutil.which("chromium")
    assert program, "no chromium here: apt-get install chromium"
    asked = [program, "--headless", "--no-sandbox", "--disable-gpu", *arguments]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", [*shipped_names(), "draw_poker"])
def test_a_handout_is_one_sheet_of_paper(tmp_path: Path, name: str) -> None:
    page = handout_page(guide(name))
    for paper in ("A4", "Letter"):
        file, printed = tmp_path / f"{paper}.html", tmp_path / f"{paper}.pdf"
        file.write_text(page.replace("@page { margin", f"@page {{ size: {paper}; margin"))
        chromium(f"--print-to-pdf={printed}", "--no-pdf-header-footer", file.as_uri())
        assert len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes())) == 1
    found = re.search(r'<body style="font-size: ([\d.]+)pt', chromium("--dump-dom", file.as_uri()))
    assert found is not None
    assert float(found[1]) >= SMALLEST
