"""Signature tables as readable text, and back.

One block for each goal, the general goal first. Its first line names the goal, its inputs and the number of its
categories; then one line for each signature that was ever met: the values of the inputs, the two tallies, and for the
reader the score and the category that follow from them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.errors import DamagedFile, UnknownName
from gamelore.learners.signatures.mending import Mending, MendingTable, mending_goal
from gamelore.learners.signatures.settings import TreeSettings
from gamelore.learners.signatures.signature_tables import SignatureTable, TableTree
from gamelore.learners.signatures.tree import GoalTree

VERSION = 1


def tables_text(tables: TableTree) -> str:
    """All tables of a tree as one text."""
    lines = [f"signature tables of tree {tables.tree.name}, version {VERSION}", ""]
    for goal in sorted(tables.tree.goals, key=lambda g: g.level):
        table = tables.tables[goal.name]
        lines.append(f"{goal.name} from {' '.join(goal.inputs)} into {goal.categories}")
        signatures = goal.all_signatures()
        for place in np.flatnonzero(table.known):
            values = " ".join(str(v) for v in signatures[place])
            tallies = f"{_number(table.agree[place])} {_number(table.disagree[place])}"
            rank = f"{table.category[place]}/{goal.categories - 1}"
            lines.append(f"  {values} : {tallies} : {table.score[place]:.3f} {rank}")
        lines.append("")
    return "\n".join(lines)


def read_tables(text: str, tree: GoalTree, settings: TreeSettings, where: str) -> TableTree:
    """The tables of a text; scores and categories are drawn anew from the tallies. The error names the line."""
    tables = TableTree(tree)
    lines = text.splitlines()
    if not lines or lines[0] != f"signature tables of tree {tree.name}, version {VERSION}":
        raise DamagedFile(f"{where}:1: expected 'signature tables of tree {tree.name}, version {VERSION}'")
    heads = {f"{g.name} from {' '.join(g.inputs)} into {g.categories}": g.name for g in tree.goals}
    seen: set[str] = set()
    table: SignatureTable | None = None
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            table = None
        elif table is None:
            if line not in heads or heads[line] in seen:
                raise DamagedFile(f"{where}:{number}: '{line}' is not the head of one of the tables of {tree.name}")
            seen.add(heads[line])
            table = tables.tables[heads[line]]
        else:
            _read_entry(line, table, f"{where}:{number}")
    for goal in tree.goals:
        if goal.name not in seen:
            raise DamagedFile(f"{where}: table {goal.name} is missing")
    tables.recategorize(settings)
    return tables


def mending_text(mending: Mending | None, tree: GoalTree) -> str:
    """The mending tables of a tree as text, those needed first at the top; only the head if there are none."""
    lines = [f"mending tables of tree {tree.name}, version {VERSION}", ""]
    if mending is None:
        return "\n".join(lines)
    lines += [f"cuts {' '.join(_number(cut) for cut in mending.cuts)}", ""]
    for table in mending.tables:
        lines.append(table.goal.name)
        signatures = table.goal.all_signatures()
        for place in np.flatnonzero(table.correction):
            lines.append(f"  {' '.join(str(v) for v in signatures[place])} : {_number(table.correction[place])}")
        lines.append("")
    return "\n".join(lines)


def read_mending(text: str, tree: GoalTree, categories: int, where: str) -> Mending | None:
    """The mending of a text; the error names the line."""
    lines = text.splitlines()
    if not lines or lines[0] != f"mending tables of tree {tree.name}, version {VERSION}":
        raise DamagedFile(f"{where}:1: expected 'mending tables of tree {tree.name}, version {VERSION}'")
    if not any(line.strip() for line in lines[1:]):
        return None
    cuts: Floats | None = None
    tables: list[MendingTable] = []
    for number, line in enumerate(lines[1:], start=2):
        words, place = line.split(), f"{where}:{number}"
        if not words:
            continue
        if cuts is None:
            cuts = np.array(_floats(words[1:], place))
            if words[0] != "cuts" or cuts.size != categories - 1 or (np.diff(cuts) > 0).any():
                raise DamagedFile(f"{place}: expected 'cuts' and {categories - 1} falling numbers")
        elif line.startswith(" ") and tables:
            _read_correction(line, tables[-1], place)
        else:
            names = line.split(" x ")
            for name in names:
                if name not in tree.parameters:
                    raise UnknownName("parameter", name, tree.parameters, place)
            goal = mending_goal(names, tree.parameters)
            tables.append(MendingTable(goal, np.zeros(goal.signatures)))
    assert cuts is not None
    return Mending(tuple(tables), cuts)


def _read_correction(line: str, table: MendingTable, where: str) -> None:
    key, _, value = line.partition(":")
    try:
        place = table.goal.argument([int(v) for v in key.split()]) - 1
    except ValueError:
        raise DamagedFile(f"{where}: '{key.strip()}' is not a signature of {table.goal.name}") from None
    table.correction[place] = _floats(value.split() or ["nothing"], where)[0]


def _floats(words: Sequence[str], where: str) -> list[float]:
    try:
        found = [float(word) for word in words]
    except ValueError:
        raise DamagedFile(f"{where}: expected numbers, found '{' '.join(words)}'") from None
    if not np.isfinite(found).all():
        raise DamagedFile(f"{where}: expected finite numbers, found '{' '.join(words)}'")
    return found


def _read_entry(line: str, table: SignatureTable, where: str) -> None:
    parts = [part.split() for part in line.split(":")]
    try:
        signature, (agree, disagree) = [int(v) for v in parts[0]], (float(t) for t in parts[1])
    except (ValueError, IndexError):
        raise DamagedFile(
            f"{where}: expected 'values : agree disagree : score category', found '{line.strip()}'"
        ) from None
    goal = table.goal
    if len(signature) != len(goal.sizes) or any(not 0 <= v < n for v, n in zip(signature, goal.sizes, strict=True)):
        raise DamagedFile(f"{where}: {signature} is not a signature of table {goal.name}")
    if not (0 <= agree < np.inf and 0 <= disagree < np.inf and agree + disagree > 0):
        raise DamagedFile(f"{where}: tallies must be numbers from 0 up, not both 0")
    place = goal.argument(signature) - 1
    if table.known[place]:
        raise DamagedFile(f"{where}: signature {signature} of table {goal.name} stands there twice")
    table.agree[place], table.disagree[place] = agree, disagree


def _number(tally: float) -> str:
    return repr(int(tally)) if tally == int(tally) else repr(float(tally))
