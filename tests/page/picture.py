"""The picture of the page in the README: `make picture` draws it anew."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from unittest import mock

from playwright.sync_api import sync_playwright
from tests.page.conftest import serving

from gamelore.app.page.door.guard import Door

MOVES = ("11", "13", "14", "16", "5")
"""Placed one after another, until the list has something to say."""


def main(out: Path) -> None:
    """Play a few moves of five men's morris and take a picture."""
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch("secrets.randbits", return_value=3),
        serving(Path(folder), Door()) as served,
        sync_playwright() as play,
    ):
        found = shutil.which("chromium")
        browser = play.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        sight = browser.new_page(viewport={"width": 1160, "height": 780}, device_scale_factor=1)
        sight.set_default_timeout(240_000)
        sight.goto(f"{served.address}/games/five_mens_morris")
        sight.locator("form#begin button[type=submit]").click()
        for move in MOVES:
            plies = sight.locator("#history li").count()
            sight.locator(f"g.open[data-point='{move}']").click()
            sight.locator(f"#history li:nth-child({plies + 2})").wait_for()
        sight.get_by_role("button", name="Colour the moves").click()
        sight.locator("#truth li").first.wait_for()
        sight.locator("#lines li.narrows").first.wait_for()
        sight.mouse.move(5, 770)
        sight.screenshot(path=str(out))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
