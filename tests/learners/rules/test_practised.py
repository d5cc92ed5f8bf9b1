"""Rules by practice: boxes and their sentences, imitation, candidates, and a course that is interrupted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from gamelore.base.arrays import Floats
from gamelore.base.errors import DamagedFile, NotAvailable
from gamelore.base.seeds import stream
from gamelore.games import load_game
from gamelore.games.core import AnyGame
from gamelore.learners.registry import new_learner
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.lash import compile_lash, to_lash
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.language.sentences import list_sentences
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.practised import GRID, practice_start, reckless
from gamelore.learners.rules.poker.task import PHRASES
from gamelore.learners.rules.practice.boxes import Box, BoxList, holds, to_heuristics
from gamelore.learners.rules.practice.candidates import Cells, edits
from gamelore.learners.rules.practice.imitation import imitated
from gamelore.learners.rules.practice.judge import TakeBacks

POKER: AnyGame = load_game("draw_poker")
COLUMNS = tuple(GRID.edges)
DROP, CALL, BET_20 = 0, 1, 7
HAND, BET = COLUMNS.index("VDHAND"), COLUMNS.index("LASTBET")
GOOD = (GRID.edges["VDHAND"].index(17), len(GRID.edges["VDHAND"]) - 1)
RAISES = Box(GRID.whole, BET_20).with_bounds(HAND, GOOD)
LIST: BoxList = (RAISES, Box(GRID.whole, DROP).with_bounds(BET, (3, 6)), Box(GRID.whole, CALL))


def situations(count: int, seed: int) -> np.ndarray:
    rng = stream(seed)
    return np.stack([rng.choice([*edges, edges[-1] + 1], size=count) for edges in GRID.edges.values()], axis=1)


def first_moves(boxes: BoxList, seen: np.ndarray) -> list[str]:
    bins = GRID.binned(COLUMNS, seen)
    held = np.stack([holds(box, bins) for box in boxes]).argmax(axis=0)
    return [list(GRID.moves)[boxes[n].move] for n in held]


def test_a_list_of_boxes_decides_as_the_rules_that_it_becomes_which_are_lash() -> None:
    rules = to_heuristics(LIST, GRID, practice_start())
    assert compile_lash(to_lash(rules)) == rules
    matcher, seen = Matcher(rules), situations(300, 1)
    memory = {"OBLUFFS": 0, "OCORREL": 0, "OD": 0, "OAVGBET": 0, "OTBET": 0}
    for row, move in zip(seen.tolist(), first_moves(LIST, seen), strict=True):
        values = matcher.values({**dict(zip(COLUMNS, row, strict=True)), **memory})
        assert rules.rules[matcher.match(values)].move == move


def test_a_list_reads_as_a_player_would_say_it() -> None:
    assert list_sentences(to_heuristics(LIST, GRID, practice_start()), PHRASES) == [
        "1. When your hand is at least a pair of jacks, bet 20.",
        "2. When the last bet is 3 to 9, drop.",
        "3. Otherwise call.",
    ]


def test_a_list_survives_as_a_line_of_text_and_damage_is_named() -> None:
    assert GRID.list_text(LIST) == "VDHAND 17..: BET20; LASTBET 3..9: DROP; CALL"
    both = Box(GRID.whole, DROP).with_bounds(HAND, (0, 4)).with_bounds(COLUMNS.index("ORP"), (1, 1))
    for boxes in (LIST, (both, *LIST), LIST[2:]):
        assert GRID.parse_list(GRID.list_text(boxes)) == boxes
    for damage in ("", "BET99", "VDHAND 17..", "HAND 17..: CALL", "VDHAND 16.5..: CALL", "LASTBET 9..3: CALL",
                   "x: CALL", "LASTBET 5..: CALL", "LASTBET -..: CALL", "CALL;", "CALL; VDHAND: DROP"):  # fmt: skip
        with pytest.raises(ValueError, match="expected a rule such as"):
            GRID.parse_list(damage)


def test_imitation_finds_the_rules_that_a_model_followed() -> None:
    seen = situations(4000, 2)
    codes = list(GRID.moves)
    moves = np.array([codes.index(move) for move in first_moves(LIST, seen)])
    found = imitated(GRID.binned(COLUMNS, seen), moves, GRID, 10)
    assert first_moves(found, situations(500, 3)) == first_moves(LIST, situations(500, 3))
    assert len(found) == 4
    assert len(imitated(GRID.binned(COLUMNS, seen), moves, GRID, 2)) == 2


def test_take_backs_suggest_the_box_that_wins() -> None:
    seen = situations(3000, 4)
    right = np.array([list(GRID.moves).index(move) for move in first_moves(LIST[1:], seen)])
    gains = np.where(np.arange(len(GRID.moves)) == right[:, None], 1.0, 0.0) - (right == CALL)[:, None]
    found = TakeBacks(COLUMNS, seen, np.zeros(len(seen), dtype=np.int64), gains, np.zeros(len(seen), dtype=np.int64))
    calls: BoxList = LIST[2:]
    suggested = edits(calls, GRID, Cells(found, np.ones(1), GRID), 10, 20, lambda box: False)
    assert suggested[0] == LIST[1:]
    full = edits(LIST[1:], GRID, Cells(found, np.ones(1), GRID), 2, 50, lambda box: False)
    assert {len(boxes) for boxes in full} <= {1, 2}
    barred = edits(calls, GRID, Cells(found, np.ones(1), GRID), 10, 20, lambda box: box == LIST[1])
    assert LIST[1:] not in barred
    kept = edits(LIST[1:], GRID, Cells(found, np.ones(1), GRID), 10, 50, lambda box: box == LIST[1])
    assert any(LIST[1] in boxes for boxes in kept), "what is in the list already may stay"


@pytest.mark.parametrize(
    ("move", "hand", "bet", "is_reckless"),
    [("BET15", 0, 20, True), ("BET3", 13, 1, True), ("BET3", 14, 1, False), ("BET20", 0, 0, False),
     ("BET1", 0, 20, False), ("CALL", 0, 20, False)],
)  # fmt: skip
def test_raising_with_next_to_nothing_is_reckless(move: str, hand: int, bet: int, is_reckless: bool) -> None:
    hands, bets = GRID.edges["VDHAND"], GRID.edges["LASTBET"]
    low = max(n for n, edge in enumerate(hands) if edge <= max(hand, hands[0]))
    box = Box(GRID.whole, list(GRID.moves).index(move)).with_bounds(HAND, (low, len(hands) - 1))
    assert reckless(box.with_bounds(BET, (0, bets.index(bet)))) == is_reckless


class Scale:
    """A judge who pays one chip for each rule that says bet 20 to good hands, whatever is played."""

    opponents = ("scale",)
    each = 10

    def contests(self, lists: Sequence[Heuristics], rounds: range, seed: int) -> Floats:
        raises = [any(rule.move == "BET20" for rule in rules.rules) for rules in lists]
        return np.array(raises, dtype=float)[:, None, None] * np.ones((1, 1, len(rounds)))

    def take_backs(self, rules: Heuristics, actions: Sequence[int], rounds: range, seed: int) -> TakeBacks:
        seen = situations(500, seed % 1000 + rounds.start)
        gains = np.where(np.array(actions) == 20, 1.0, -1.0) * (seen[:, [HAND]] >= 17)
        none = np.zeros(len(seen), dtype=np.int64)
        return TakeBacks(COLUMNS, seen, none, gains, none)

    def shown(self, rounds: range, seed: int) -> TakeBacks:
        seen = situations(500, seed % 1000)
        none = np.zeros(len(seen), dtype=np.int64)
        return TakeBacks(COLUMNS, seen, none, np.zeros((len(seen), 0)), none)


def practising(judge: object = None) -> Waterman:
    learner = new_learner("waterman", POKER, "practised")
    assert isinstance(learner, Waterman)
    learner.judge = judge  # type: ignore[assignment]
    return learner


def test_a_course_of_practice_that_is_taken_up_again_goes_on_as_if_it_had_not_stopped() -> None:
    whole, parts = practising(Scale()), practising(Scale())
    for step in range(3):
        whole.practise(5_000_000, stream(7, contest=step))
        again = practising(Scale())
        again.restore(parts.knowledge(), "agent")
        parts = again
        parts.practise(5_000_000, stream(7, contest=step))
        assert parts.knowledge() == whole.knowledge()
    assert any("bet 20" in sentence for sentence in whole.lore())
    assert "tried.tsv" in whole.knowledge()
    whole.finish()
    assert "tried.tsv" not in whole.knowledge()


def test_too_few_contests_for_a_step_are_used_up_and_change_nothing() -> None:
    learner = practising(Scale())
    learner.practise(14_000, stream(1))
    before = learner.lore()
    assert learner.practise(4_000_000, stream(1)).contests == 4_000_000
    assert learner.lore() == before


def test_whoever_practises_needs_a_judge_and_a_sound_file() -> None:
    with pytest.raises(NotAvailable, match="a judge of lists"):
        practising().practise(1, stream(1))
    with pytest.raises(NotAvailable, match="does not practise"):
        new_learner("waterman", POKER, "calibrated").practise(1, stream(1))
    learner = practising(Scale())
    learner.practise(5_000_000, stream(1))
    texts = learner.knowledge()
    for old, new in (("\tseed", "\tsaat"), ("\t0.0", "\tnan"), ("\n0\t", "\n-1\t"), ("\tCALL", "\tCOLL")):
        assert old in texts["tried.tsv"]
        with pytest.raises(DamagedFile, match=r"tried\.tsv"):
            learner.restore({**texts, "tried.tsv": texts["tried.tsv"].replace(old, new)}, "agent")
    with pytest.raises(DamagedFile, match=r"practice\.toml: a search of version 0\.1 cannot be taken up again"):
        learner.restore({**texts, "practice.toml": ""}, "agent")
