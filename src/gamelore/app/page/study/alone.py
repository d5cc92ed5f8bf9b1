"""A page of the site as one file: styles, scripts and data stand in it, and nothing is fetched."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable

from gamelore.app.guide.document import json_script
from gamelore.base.files import Json

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""What such a file may fetch: nothing."""
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([a-z_/]+\.mjs)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|const|function) (\w+))", re.MULTILINE)


def page_alone(title: str, body: str, data: Json, module: str) -> str:
    """A whole page that needs no server; `module` is the script of it, by its name."""
    sheets = _guide() / "guide.css", _static() / "page.css"
    style = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>\n{style}</style></head><body>"
        f'<main id="main" class="wide">{body}</main>{json_script(data)}'
        f'<script type="module">\n{bundled(module)}</script></body></html>\n'
    )


@cache
def bundled(module: str) -> str:
    """A module and all that it imports as one script, each in a scope of its own."""
    texts: dict[str, str] = {}
    _gather(module, texts)
    return "\n".join(["const modules = {};", *texts.values()])


def _gather(name: str, texts: dict[str, str]) -> None:
    """The texts of a module, each behind those that it imports."""
    folder = _guide() / "js" if name.startswith("guide/") else _static()
    text = (folder / name.removeprefix("guide/")).read_text(encoding="utf-8")

    def taken(found: re.Match[str]) -> str:
        other = f"guide/{found[2]}" if name.startswith("guide/") else found[2]
        if other not in texts:
            _gather(other, texts)
        return f'const {{{found[1].replace(" as ", ": ")}}} = modules["{other}"];'

    text, given = _IMPORT.sub(taken, text), ", ".join(_EXPORT.findall(text))
    texts[name] = f'modules["{name}"] = (() => {{\n{_EXPORT.sub("", text)}\nreturn {{ {given} }};\n}})();'


def _guide() -> Traversable:
    return files("gamelore.app.guide")


def _static() -> Traversable:
    return files("gamelore.app.page") / "static"
