"""Which reader of the package is reached by which target.

    python -m tests.fuzz.reach

reads the valid inputs of every target and writes down, in `reached.json`, the first target that comes through each
reader. Following every call takes a while, so a test run only holds the list against the readers that the source has;
a slow test makes the list again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from tests.fuzz import app_targets, page_targets  # noqa: F401  register their targets
from tests.fuzz.targets import PACKAGE, TARGETS

from gamelore.base.files import parse_json, to_json

LIST = Path(__file__).parent / "reached.json"
NAME = re.compile(r"_?(parse|read|restore|compile_lash|from_(json|text|texts|mapping))(_\w+)?$")
"""What a function is called that reads what somebody else wrote."""
NOT_FROM_OUTSIDE = {
    # Read only where OpenSpiel is installed; tests/bridges/test_their_games.py hunts there.
    "bridges/openspiel/games.py: SpielGame.parse_action", "bridges/openspiel/games.py: SpielGame.parse_state",
    "app/page/keeping/store.py: PageStore.read",  # asks the database
    "app/page/school/coachings.py: CoachRoom.restore",  # a protocol
    # The log of a coaching, which its sitting reads.
    "app/page/forty_two/coach.py: BidCoachRoom.restore", "app/page/poker/coach.py: PokerCoachRoom.restore",
    "lab/engine/orders.py: Order.read",  # a row of a table, which is read already
    "lab/own_tables/maxims.py: MaximExperiment._read",
    "learners/advisors/faculty.py: MuteFaculty.restore",  # takes nothing back
    "learners/practice/log.py: Entries.parse_list",  # a protocol
    "learners/features/poker/variables.py: _read", "oracles/board/styles.py: _read",
    "learners/rules/training/deduction.py: parse_term",  # facts of a situation, which the program writes
}  # fmt: skip
"""What is called so and reads nothing of a stranger's, or nothing that the others do not."""
_LINE = re.compile(r"^( *)(?:(class|def) (\w+)|(@))")


def defined(source: str) -> Iterator[tuple[str, bool]]:
    """Every function of a source text by its qualified name, and whether it is abstract."""
    around: list[tuple[int, str]] = []
    abstract = False
    for line in source.split("\n"):
        found = _LINE.match(line)
        if found is None:
            continue
        indent, kind, name, decorator = len(found[1]), found[2], found[3], found[4]
        if decorator:
            abstract = abstract or "abstract" in line
            continue
        around = [(at, outer) for at, outer in around if at < indent]
        if kind == "def":
            yield "".join(outer for _, outer in around) + name, abstract
        around.append((indent, f"{name}." if kind == "class" else f"{name}.<locals>."))
        abstract = False


def readers() -> set[str]:
    """Every function of the package that reads what somebody else wrote, with its file."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        where = path.relative_to(PACKAGE)
        for name, abstract in defined(path.read_text()):
            if NAME.fullmatch(name.rpartition(".")[2]) and not abstract:
                found.add(f"{where}: {name}")
    return found - NOT_FROM_OUTSIDE


def reach() -> dict[str, str]:
    """The first target that comes through each reader."""
    reached: dict[str, str] = {}
    wanted = readers()
    reading = ""

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "call" and NAME.fullmatch(code.co_name):
            path = Path(code.co_filename)
            if path.is_relative_to(PACKAGE):
                reader = f"{path.relative_to(PACKAGE)}: {code.co_qualname}"
                if reader in wanted:
                    reached.setdefault(reader, reading)

    for target in TARGETS.values():
        reading = target.name
        sys.setprofile(note)
        try:
            for files in target.valid.__wrapped__():  # type: ignore[attr-defined]
                target.read(files)
        finally:
            sys.setprofile(None)
    return reached


def listed() -> dict[str, str]:
    """The list as it stands."""
    found: dict[str, str] = parse_json(LIST.read_text(), LIST.name)
    return found


def main(out: Path) -> None:
    """Make the list again."""
    out.write_text(to_json(reach(), indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else LIST)
