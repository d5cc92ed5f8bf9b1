"""The files of direct pairs: the turns that were watched, and the pairs that were grown from them.

A board is printed as rows of X, O and '.'; in a pair '#' is anything, 'x' is X or blank, 'o' is O or blank and '?' a
marker of either side. With merged colours the side to move is X.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.games.board_game import SYMBOLS, BoardGame
from gamelore.games.tables import code_of, move_of
from gamelore.learners.advisors.sequences.forms import Context, context_text, parse_context
from gamelore.learners.advisors.sequences.pairs.evidence import Evidence, Section, Turn
from gamelore.learners.advisors.sequences.pairs.growing import FAMILIES, Rules

WATCHED_FILE = "watched_turns.tsv"
PAIRS_FILE = "direct_pairs.tsv"

_WATCHED = ("to move", "stage", "board", "move", "times", "new")
_PAIRS = ("to move", "stage", "family", "situation", "move", "weight", "spoke", "right")
_CONTESTS = re.compile(r"# watched in (0|[1-9]\d*) contests")
_COUNT = re.compile(r"0|[1-9]\d{0,8}")

_ROLES = (*SYMBOLS, "either")


def watched_text(evidence: Evidence, contests: int) -> str:
    """Every watched turn with how many times it was seen, those since the last sweep counted apart."""
    game, lines = evidence.game, []
    for section in evidence.sections():
        swept, fresh = evidence.swept.get(section, {}), evidence.fresh.get(section, {})
        for own, other, code in sorted({**swept, **fresh}, key=lambda turn: (turn[2], *turn)):
            context = Context(own, other, game.board.all_positions & ~(own | other))
            counts = swept.get((own, other, code), 0), fresh.get((own, other, code), 0)
            lines.append((*_where(section), *_do(game, section, context, code), *map(str, counts)))
    return _table(f"# watched in {contests} contests", _WATCHED, lines)


def pairs_text(game: BoardGame, sections: Mapping[Section, Rules]) -> str:
    """Every pair with its weight, the watched turns it speaks in, and those in which it is right."""
    lines = []
    for section, rules in sections.items():
        for number, code in enumerate(rules.codes.tolist()):
            context = Context(*rules.allow[:, number].tolist())
            figures = repr(float(rules.weights[number])), str(rules.spoke[number]), str(rules.hits[number])
            family = FAMILIES[rules.families[number]]
            lines.append((*_where(section), family, *_do(game, section, context, code), *figures))
    return _table("# direct pairs", _PAIRS, lines)


def _where(section: Section) -> tuple[str, str]:
    return _ROLES[section.role], section.stage


def _do(game: BoardGame, section: Section, context: Context, code: int) -> tuple[str, str]:
    return context_text(game, context, section.role == 1), str(move_of(code))


def _table(title: str, head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    return "".join(f"{line}\n" for line in (title, "\t".join(head), *("\t".join(cells) for cells in lines)))


def read_watched(files: Mapping[str, str], where: str, evidence: Evidence) -> int:
    """Fill the evidence from its file; returns the number of contests."""
    title, rows = _rows(files, WATCHED_FILE, where, _WATCHED)
    contests = _CONTESTS.fullmatch(title)
    if contests is None:
        raise DamagedFile(f"{where}/{WATCHED_FILE}:1: expected '# watched in N contests', found '{title}'")
    parts: tuple[dict[Section, dict[Turn, int]], ...] = ({}, {})
    for place, cells in rows:
        section = _section(evidence, cells, place)
        context, code = _read(evidence.game, section, cells[2], cells[3], place)
        if context.own & context.other or (context.own | context.other) & context.blank:
            raise DamagedFile(f"{place}: a watched board has X, O or '.' at each location, found '{cells[2]}'")
        turn = context.own, context.other, code
        counts = [_count(cell, place) for cell in cells[4:]]
        if not sum(counts) or not evidence.possible(section, turn):
            raise DamagedFile(f"{place}: {cells[3]} is no choice on '{cells[2]}', or it was never seen")
        for part, count in zip(parts, counts, strict=True):
            if count:
                part.setdefault(section, {})[turn] = count
    for part, into in zip(parts, (evidence.swept, evidence.fresh), strict=True):
        for section, turns in part.items():
            evidence.put(into, section, turns)
    return int(contests[1])


def read_pairs(files: Mapping[str, str], where: str, evidence: Evidence) -> dict[Section, Rules]:
    """The pairs of all sections, as the file has them."""
    title, rows = _rows(files, PAIRS_FILE, where, _PAIRS)
    if title != "# direct pairs":
        raise DamagedFile(f"{where}/{PAIRS_FILE}:1: expected '# direct pairs', found '{title}'")
    found: dict[Section, list[tuple[float, ...]]] = {section: [] for section in evidence.sections()}
    for place, cells in rows:
        section = _section(evidence, cells, place)
        if cells[2] not in FAMILIES:
            raise DamagedFile(f"{place}: a family is {', '.join(FAMILIES)}, not '{cells[2]}'")
        context, code = _read(evidence.game, section, cells[3], cells[4], place)
        spoke, right = (_count(cell, place) for cell in cells[6:])
        if right > spoke:
            raise DamagedFile(f"{place}: right in {right} of {spoke} turns")
        found[section].append((*context, code, FAMILIES.index(cells[2]), spoke, right, _weight(cells[5], place)))
    result = {}
    for section, lines in found.items():
        words = np.array([line[:7] for line in lines], dtype=np.int64).reshape(-1, 7).T.copy()
        weights = np.array([line[7] for line in lines], dtype=np.float64)
        result[section] = Rules(words[:3], words[3], words[4], weights, words[5], words[6])
    return result


def _rows(
    files: Mapping[str, str], name: str, where: str, head: Sequence[str]
) -> tuple[str, Iterator[tuple[str, list[str]]]]:
    if name not in files:
        raise DamagedFile(f"{where}: {name} is missing")
    title, *lines = files[name].split("\n")
    if lines and lines[-1] != "":
        raise DamagedFile(f"{where}/{name}:{len(lines) + 1}: the last line is cut off")
    if not lines or lines[0].split("\t") != list(head):
        raise DamagedFile(f"{where}/{name}:2: expected the columns {', '.join(head)}")

    def cells() -> Iterator[tuple[str, list[str]]]:
        for number, line in enumerate(lines[1:-1], start=3):
            found = line.split("\t")
            if len(found) != len(head):
                raise DamagedFile(f"{where}/{name}:{number}: expected {len(head)} columns, found {len(found)}")
            yield f"{where}/{name}:{number}", found

    return title, cells()


def _section(evidence: Evidence, cells: Sequence[str], place: str) -> Section:
    known = {_where(section): section for section in evidence.sections()}
    section = known.get((cells[0], cells[1]))
    if section is None:
        raise DamagedFile(f"{place}: expected {' or '.join(' '.join(w) for w in known)}, found '{' '.join(cells[:2])}'")
    return section


def _read(game: BoardGame, section: Section, board: str, move: str, place: str) -> tuple[Context, int]:
    try:
        context = parse_context(game, board, section.role == 1)
        code = code_of(game.parse_action(move))
    except GameloreError as error:
        raise DamagedFile(f"{place}: {error}") from None
    start, capture = code >> 5 & 31, code >> 10
    if not (
        context.blank >> (code & 31) & 1
        and (start == 31 or context.own >> start & 1)
        and (capture == 31 or context.other >> capture & 1)
    ):
        raise DamagedFile(f"{place}: {move} cannot be played in '{board}'")
    return context, code


def _count(cell: str, place: str) -> int:
    if not _COUNT.fullmatch(cell):
        raise DamagedFile(f"{place}: expected a count, found '{cell}'")
    return int(cell)


def _weight(cell: str, place: str) -> float:
    try:
        weight = float(cell)
    except ValueError:
        weight = math.nan
    if not math.isfinite(weight) or weight < 0:
        raise DamagedFile(f"{place}: expected a weight from 0 on, found '{cell}'")
    return weight
