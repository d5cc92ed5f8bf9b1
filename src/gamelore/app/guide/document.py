"""The frame of a guide's page: styles and scripts stand in it, and nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from gamelore.base.files import Json, to_json

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""What the page may fetch: nothing."""
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_BETWEEN = re.compile(r"(?<=\d)-(?=\d)")
_PER_CENT = re.compile(r"(?<=\d) (?=%)")
UNBROKEN = "\N{NON-BREAKING HYPHEN}"
TOGETHER = "\N{NO-BREAK SPACE}"


def document(headline: str, body: Iterable[str], command: str, scripts: Iterable[str], sheet: str = "guide.css") -> str:
    """A whole page."""
    style = (files("gamelore.app.guide") / sheet).read_text(encoding="utf-8")
    title = escape(headline)
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>",
            f"<h1>{title}</h1>",
            *body,
            f"<footer><p>Made by <code>{escape(command)}</code></p></footer>\n</main>",
            *scripts,
            "</body>\n</html>\n",
        ]
    )


def json_script(data: Json) -> str:
    """Data for the scripts; whatever a file names a game, it cannot end the script."""
    plain = to_json(data).replace("<", "\\u003c")
    return f'<script type="application/json" id="guide-data">{plain}</script>'


def module_script(modules: Sequence[str]) -> str:
    """Some modules of `js/` as the script of a page."""
    return f'<script type="module">\n{script(modules)}</script>'


def script(modules: Sequence[str]) -> str:
    """Some modules as one script: they share one scope, so that nothing need be fetched."""
    folder = files("gamelore.app.guide") / "js"
    texts = [(folder / f"{name}.mjs").read_text(encoding="utf-8") for name in modules]
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in texts)


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text."""
    return f'<p class="{kind}">{unbroken(text)}</p>' if kind else f"<p>{unbroken(text)}</p>"


def unbroken(text: str) -> str:
    """Plain text for a page, with moves and shares that no line breaks."""
    return _PER_CENT.sub(TOGETHER, _BETWEEN.sub(UNBROKEN, escape(text)))
