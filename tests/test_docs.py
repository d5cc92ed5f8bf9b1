"""Documentation that runs: every Python example and every console session of our pages, and the doctests of modules.

In a Markdown page, a fenced block in `python` is executed (as a doctest where it holds `>>>`), one in `console` is run
command by command and its output compared, `...` standing for anything. A block whose first line names a file, as in
`toml mygame.toml`, is first written there. The blocks of a page share one folder and one namespace.
"""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import gamelore
from gamelore.app.cli import main
from gamelore.games import registry as games
from gamelore.learners import registry as learners
from gamelore.learners.maxims import boards

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
BRIDGES = {"bridges.md"}  # run by `make test-bridges`
LONG = {"sequences.md"}  # five whole courses; tests/learners/advisors/sequences asks shorter ones the same
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCE = re.compile(r"^```(\w+)(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    language: str
    file: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text()
    for match in FENCE.finditer(text):
        yield Block(match[1], match[2] or "", match[3], text.count("\n", 0, match.start()) + 1)


def runnable(page: Path) -> bool:
    return any(block.language in ("python", "console") for block in blocks(page))


def run_python(block: Block, names: dict[str, object], where: str) -> None:
    if ">>>" not in block.text:
        exec(compile(block.text, where, "exec"), names)
        return
    examples = doctest.DocTestParser().get_doctest(block.text, names, where, where, block.line)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(examples, out=told.append, clear_globs=False)
    names.update(examples.globs)
    assert runner.failures == 0, "".join(told)


def run_console(block: Block, capsys: pytest.CaptureFixture[str], where: str) -> None:
    capsys.readouterr()
    for session in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = session.partition("\n")
        words = shlex.split(command)
        assert words[0] == "gamelore", f"{where}: only gamelore runs here, found '{command}'"
        main(words[1:])
        told = capsys.readouterr()
        found = told.out + told.err
        fits = not expected.strip() or doctest.OutputChecker().check_output(expected, found, FLAGS)
        assert fits, f"{where}: $ {command}\nexpected:\n{expected}\nfound:\n{found}"


def marked(page: Path) -> object:
    """A page as a parameter, among the slow checks if its examples learn for long, or among those of the bridges."""
    marks = [pytest.mark.slow] if page.name in LONG else [pytest.mark.bridges] if page.name in BRIDGES else []
    return pytest.param(page, marks=marks, id=page.name)


@pytest.mark.parametrize("page", [marked(p) for p in PAGES if runnable(p)])
def test_the_examples_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    monkeypatch.setenv("COLUMNS", "100")
    for registry in (games._MAKERS, learners._LEARNERS, boards._OWN):  # what a page makes known is its own affair
        monkeypatch.setattr(registry, "_known", dict(registry._known))
        monkeypatch.setattr(registry, "typed", [])
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(page):
        where = f"{page.name}:{block.line}"
        if block.file:
            (tmp_path / block.file).write_text(block.text)
        elif block.language == "python":
            run_python(block, names, where)
        elif block.language == "console":
            run_console(block, capsys, where)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_link_of_a_page_leads_to_a_file_that_is_there(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def modules_with_examples() -> Iterator[str]:
    source = Path(gamelore.__file__).parent
    for path in sorted(source.rglob("*.py")):
        if ">>> " in path.read_text():
            yield ".".join(("gamelore", *path.relative_to(source).with_suffix("").parts)).removesuffix(".__init__")


@pytest.mark.parametrize("name", list(modules_with_examples()))
def test_the_examples_of_a_module_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert result.attempted > 0
    assert result.failed == 0


def test_no_tracked_text_names_a_package_index_or_an_absolute_path() -> None:
    import subprocess

    if not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    places = "/" + "(?:home|root|work|opt|Users)" + "/"
    index = "pypi" + r"\.|index" + "-url|--find" + "-links"
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.suffix in (".py", ".md", ".toml", ".txt", ".lash", ".jsonl", "") and path.is_file():
            text = path.read_text(errors="replace")
            found = re.search(rf"(?<![\w.<])(?:{places})|(?:{index})", text)
            assert found is None, f"{name}: '{text[max(0, found.start() - 20) : found.end() + 20]}'"
    assert not any(Path(name).name in ("uv.lock", "pylock.toml") for name in listed.split("\0"))
