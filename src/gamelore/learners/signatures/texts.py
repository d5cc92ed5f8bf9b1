"""Signature tables as readable text, and back.

One block for each goal, the general goal first. Its first line names the goal, its inputs and the number of its
categories; then one line for each signature that was ever met: the values of the inputs, the two tallies, and for the
reader the score and the category that follow from them.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.errors import DamagedFile
from gamelore.learners.signatures.settings import TreeSettings
from gamelore.learners.signatures.tables import SignatureTable, TableTree
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
