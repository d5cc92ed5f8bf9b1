"""List the licence of every package that a hashed requirements file names and this environment holds.

    python requirements/licences.py requirements/run.txt

A package that states none, or that is not installed here although it is meant for this system, makes the status 1.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

NAMED = re.compile(r"^([A-Za-z0-9][\w.-]*)==([^ \\;]+)([^\\\n]*)", re.MULTILINE)


def licence(name: str) -> str:
    """What a package says about its licence, in a few words; empty if nothing."""
    about = metadata(name)
    stated = about.get("License-Expression") or ""
    classified = [line.split(" :: ")[-1] for line in about.get_all("Classifier") or () if line.startswith("License ::")]
    first = next(iter((about.get("License") or "").strip().splitlines()), "")
    return stated or ", ".join(word for word in classified if word != "OSI Approved") or first[:60]


def listed(file: Path) -> Iterator[tuple[str, str, str]]:
    """Name, version and licence of every package that a file names; those for other systems are left out."""
    named = {name: (version, marker) for name, version, marker in NAMED.findall(file.read_text())}
    for name, (version, marker) in named.items():
        try:
            yield name, metadata(name)["Version"], licence(name)
        except PackageNotFoundError:
            if not marker.strip(" ;"):
                yield name, version, ""


def main(arguments: Sequence[str]) -> int:
    """Print the list."""
    rows = [row for file in arguments for row in listed(Path(file))]
    for name, version, found in rows:
        print(f"{name:24} {version:12} {found or 'not stated, or not installed'}")
    return 0 if all(found for _, _, found in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
