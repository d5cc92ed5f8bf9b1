"""The files of direct pairs: the turns that were watched, and the pairs that were grown from them.

A board is printed as rows of X, O and '.'; in a pair '#' is anything, 'x' is X or blank, 'o' is O or blank and '?' a
marker of either side. With merged colours the side to move is X.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from gamelore.base.arrays import Ints
from gamelore.base.errors import DamagedFile
from gamelore.base.tsv import read_count, read_number, read_table, reading, write_table
from gamelore.games.board.arrays import code_of, move_of
from gamelore.games.board.codes import NONE, capture_of, goal_of, start_of
from gamelore.games.board.game import SYMBOLS, BoardGame
from gamelore.learners.advisors.sequences.forms import Context, context_texts, parse_context
from gamelore.learners.advisors.sequences.pairs.evidence import Section, Turn, WatchedTurns
from gamelore.learners.advisors.sequences.pairs.growing import FAMILIES, Rules

COURSE_FILE = "pairs_course.toml"
WATCHED_FILE = "watched_turns.tsv"
PAIRS_FILE = "direct_pairs.tsv"
FILES = (COURSE_FILE, WATCHED_FILE, PAIRS_FILE)

_WATCHED = ("to move", "stage", "board", "move", "times", "new")
_PAIRS = ("to move", "stage", "family", "situation", "move", "weight", "spoke", "right")

_ROLES = (*SYMBOLS, "either")


def watched_text(evidence: WatchedTurns) -> str:
    """Every watched turn with how many times it was seen, those since the last sweep counted apart."""
    game, rows = evidence.game, []
    for section in evidence.sections():
        swept, fresh = evidence.swept.get(section, {}), evidence.fresh.get(section, {})
        turns = sorted({**swept, **fresh}, key=lambda turn: (turn[2], *turn))
        masks = [(own, other, game.board.all_positions & ~(own | other)) for own, other, _ in turns]
        for turn, text in zip(turns, _situations(game, section, masks), strict=True):
            counts = swept.get(turn, 0), fresh.get(turn, 0)
            rows.append((*_where(section), text, str(move_of(turn[2])), *counts))
    return write_table(_WATCHED, rows)


def pairs_text(game: BoardGame, sections: Mapping[Section, Rules]) -> str:
    """Every pair with its weight, the watched turns it speaks in, and those in which it is right."""
    rows = []
    for section, rules in sections.items():
        texts = _situations(game, section, rules.allow.T)
        for number, (code, text) in enumerate(zip(rules.codes.tolist(), texts, strict=True)):
            figures = float(rules.weights[number]), int(rules.spoke[number]), int(rules.hits[number])
            family = FAMILIES[rules.families[number]]
            rows.append((*_where(section), family, text, str(move_of(code)), *figures))
    return write_table(_PAIRS, rows)


def _where(section: Section) -> tuple[str, str]:
    return _ROLES[section.role], section.stage


def _situations(game: BoardGame, section: Section, masks: ArrayLike) -> list[str]:
    """Many contexts as texts; one at a time would cost hundred times as much."""
    rows: Ints = np.asarray(masks, dtype=np.int64).reshape(-1, 3)
    return context_texts(game, rows, np.full(len(rows), section.role == 1))


def read_watched(files: Mapping[str, str], where: str, evidence: WatchedTurns) -> None:
    """Fill the evidence from its file."""
    parts: tuple[dict[Section, dict[Turn, int]], ...] = ({}, {})
    for place, cells in read_table(files, WATCHED_FILE, _WATCHED, where):
        section = _section(evidence, cells, place)
        context, code = _read(evidence.game, section, cells[2], cells[3], place)
        if context.own & context.other or (context.own | context.other) & context.blank:
            raise DamagedFile(f"{place}: a watched board has X, O or '.' at each location, found '{cells[2]}'")
        turn = context.own, context.other, code
        counts = [read_count(cell, place) for cell in cells[4:]]
        if not sum(counts) or not evidence.possible(section, turn):
            raise DamagedFile(f"{place}: {cells[3]} is no choice on '{cells[2]}', or it was never seen")
        for part, count in zip(parts, counts, strict=True):
            if count:
                part.setdefault(section, {})[turn] = count
    for part, into in zip(parts, (evidence.swept, evidence.fresh), strict=True):
        for section, turns in part.items():
            evidence.put(into, section, turns)


def read_pairs(files: Mapping[str, str], where: str, evidence: WatchedTurns) -> dict[Section, Rules]:
    """The pairs of all sections, as the file has them."""
    found: dict[Section, list[tuple[float, ...]]] = {section: [] for section in evidence.sections()}
    for place, cells in read_table(files, PAIRS_FILE, _PAIRS, where):
        section = _section(evidence, cells, place)
        if cells[2] not in FAMILIES:
            raise DamagedFile(f"{place}: a family is {', '.join(FAMILIES)}, not '{cells[2]}'")
        context, code = _read(evidence.game, section, cells[3], cells[4], place)
        weight, spoke, right = read_number(cells[5], place), *(read_count(cell, place) for cell in cells[6:])
        if right > spoke or weight < 0:
            raise DamagedFile(f"{place}: a pair has a weight from 0 on and is right at most as often as it speaks")
        found[section].append((*context, code, FAMILIES.index(cells[2]), spoke, right, weight))
    result = {}
    for section, rows in found.items():
        words = np.array([row[:7] for row in rows], dtype=np.int64).reshape(-1, 7).T.copy()
        weights = np.array([row[7] for row in rows], dtype=np.float64)
        result[section] = Rules(words[:3], words[3], words[4], weights, words[5], words[6])
    return result


def _section(evidence: WatchedTurns, cells: Sequence[str], place: str) -> Section:
    known = {_where(section): section for section in evidence.sections()}
    section = known.get((cells[0], cells[1]))
    if section is None:
        raise DamagedFile(f"{place}: expected {' or '.join(' '.join(w) for w in known)}, found '{' '.join(cells[:2])}'")
    return section


def _read(game: BoardGame, section: Section, board: str, move: str, place: str) -> tuple[Context, int]:
    with reading(place):
        context = parse_context(game, board, section.role == 1)
        code = code_of(game.parse_action(move))
    start, capture = start_of(code), capture_of(code)
    if not (
        context.blank >> goal_of(code) & 1
        and (start == NONE or context.own >> start & 1)
        and (capture == NONE or context.other >> capture & 1)
    ):
        raise DamagedFile(f"{place}: {move} cannot be played in '{board}'")
    return context, code
