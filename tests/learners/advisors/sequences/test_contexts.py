"""The context hash table, contexts under symmetries, and pairs against a plain reading of the same rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.learners.advisors.boards import allows

from gamelore.base.errors import BadText, DamagedFile
from gamelore.games import Record, load_game
from gamelore.games.board.arrays import code_of, expand, move_of
from gamelore.games.board.board import Permutation, apply
from gamelore.games.board.game import BoardGame, BoardState, Move, transform_move
from gamelore.learners.advisors.sequences.context_pairs import Pairs
from gamelore.learners.advisors.sequences.contexts import LENGTHS, THR, SequenceTable, contest_of
from gamelore.learners.advisors.sequences.forms import (
    ABSENT,
    ANY,
    Context,
    canonical,
    context_text,
    orientations,
    parse_context,
    parse_sequence,
    sequence_text,
    specificity,
)
from gamelore.learners.advisors.sequences.settings import L03, L03_SITACT, SeqSettings

Moves = tuple[int, ...]


def board(name: str) -> BoardGame:
    game = load_game(name)
    assert isinstance(game, BoardGame)
    return game


LTTT, THREE = board("lose_tic_tac_toe"), board("five_mens_morris")


def random_record(game: BoardGame, seed: int) -> Record:
    rng = np.random.default_rng(seed)
    actions: list[str] = []
    state = game.new_initial_state()
    while not state.is_terminal() and len(actions) < 60:
        legal = state.legal_actions()
        action = legal[int(rng.integers(len(legal)))]
        actions.append(str(action))
        state = state.child(action)
    return Record(game.name, ("a", "b"), tuple(actions), state.returns(), "rules", experts=(seed % 2,))


# A plain reading: states, moves and symmetries one at a time, no arrays.


def turned(code: int, symmetry: Permutation) -> int:
    return code if code in (ANY, ABSENT) else code_of(transform_move(move_of(code), symmetry))


def plain_table(game: BoardGame, records: list[Record]) -> dict[tuple[int, Moves], list[Context]]:
    """Each normalised sequence with the states in which it began."""
    found: dict[tuple[int, Moves], list[Context]] = {}
    for record in records:
        steps = [(s, code_of(a)) for s, a in record.replay(game) if isinstance(s, BoardState) and isinstance(a, Move)]
        for start, (state, _) in enumerate(steps):
            for length, kind in product(LENGTHS[game.rules.slides], ("duo", "solo")):
                window = steps[start : start + length]
                if state.mover not in record.experts or len(window) < length:
                    continue
                if window[-1][0].stage() != state.stage():
                    continue
                codes = [c if kind == "duo" or k % 2 == 0 else ANY for k, (_, c) in enumerate(window)]
                codes += [ABSENT] * (5 - length)
                images = []
                for symmetry in game.symmetries:
                    image = tuple(turned(c, symmetry) for c in codes)
                    images.append((image, apply(symmetry, state.own), apply(symmetry, state.other)))
                moves, own, other = min(images)
                group = 2 * state.mover + (state.stage() == "sliding")
                blank = game.board.all_positions & ~(own | other)
                found.setdefault((group, moves), []).append(Context(own, other, blank))
    return found


def plain_common(states: list[Context], size: int) -> Context:
    """For each position its value if all states agree, else don't care."""
    own = other = blank = 0
    for p in range(size):
        values = {tuple(s >> p & 1 for s in state) for state in states}
        value = values.pop() if len(values) == 1 else (1, 1, 1)
        own, other, blank = own | value[0] << p, other | value[1] << p, blank | value[2] << p
    return Context(own, other, blank)


@pytest.mark.parametrize(("game", "contests"), [(LTTT, 30), (THREE, 8)])
def test_the_table_holds_each_sequence_with_the_pattern_common_to_its_states(game: BoardGame, contests: int) -> None:
    records = [random_record(game, seed) for seed in range(contests)]
    table = SequenceTable(game, L03)
    for record in records:
        table.add(contest_of(record.replay(game)), record.experts)
    plain = plain_table(game, records)
    assert table.seen == {key: len(states) for key, states in plain.items()}
    assert table.patterns == {key: plain_common(states, game.board.size) for key, states in plain.items()}
    often = {key for key, states in plain.items() if len(states) >= THR[game.rules.slides]}
    assert {key for key, _ in table.frequent()} == often
    copy = SequenceTable(game, L03)
    copy.restore({"sequences.tsv": table.text()}, "here")
    assert (copy.seen, copy.patterns) == (table.seen, table.patterns)


def test_kinds_and_lengths_of_sequences_are_parts_of_all() -> None:
    records = [random_record(LTTT, seed) for seed in range(30)]

    def seen(settings: SeqSettings) -> dict[tuple[int, Moves], int]:
        table = SequenceTable(LTTT, settings)
        for record in records:
            table.add(contest_of(record.replay(LTTT)), record.experts)
        return table.seen

    whole, duo, solo = seen(L03), seen(replace(L03, kinds=("duo",))), seen(replace(L03, kinds=("solo",)))
    assert {**duo, **solo} == whole
    assert not duo.keys() & solo.keys()
    longer = seen(replace(L03, lengths=(3, 5)))
    assert longer.items() > whole.items()
    assert {sum(code != ABSENT for code in moves) for _, moves in longer} == {3, 5}
    for wrong in ({"lengths": (4,)}, {"kinds": ()}, {"kinds": ("duo", "duo")}):
        with pytest.raises(ValueError, match="lengths are 3, 5 or both, kinds duo, solo or both"):
            replace(L03, **wrong)


def test_the_common_pattern_of_figure_12() -> None:
    states = ("...|.X.|..O", ".X.|OX.|..O", ".O.|XX.|..O", "...|.XX|.OO", "...|XXO|..O", ".X.|.XO|..O")
    contexts = [parse_context(LTTT, text.replace("|", "/"), False) for text in states]
    found = context_text(LTTT, plain_common(contexts, 9), False)
    assert found == ".#./#X#/.#O"
    table = SequenceTable(LTTT, L03)
    union = Context(*(int(np.bitwise_or.reduce([c[k] for c in contexts])) for k in range(3)))
    assert table._common(*union) == parse_context(LTTT, found, False)
    assert specificity(np.array([parse_context(LTTT, found, False)]), 9)[0] == 5


def plain_weights(game: BoardGame, pairs: Pairs, records: list[Record]) -> tuple[list[int], list[int]]:
    """Right and total for every pair, judged turn by turn over all symmetries."""
    right, total = [0] * len(pairs), [0] * len(pairs)
    trees: list[list[Moves]] = [[] for _ in range(len(pairs))]
    for pair, moves in zip(pairs.tree_pairs.tolist(), pairs.tree_moves.tolist(), strict=True):
        trees[pair].append(tuple(moves))
    for record in records:
        steps = [(s, code_of(a)) for s, a in record.replay(game) if isinstance(s, BoardState) and isinstance(a, Move)]
        for turn, (state, _) in enumerate(steps):
            if state.mover not in record.experts or len(state.legal_actions()) < 2:
                continue
            group = 2 * state.mover + (state.stage() == "sliding")
            for pair in range(len(pairs)):
                if pairs.groups[pair] == group:
                    context = Context(*pairs.masks[pair].tolist())
                    for spoke, was_right in plain_advice(game, context, trees[pair], steps, turn):
                        total[pair] += spoke
                        right[pair] += was_right
    return right, total


def plain_advice(
    game: BoardGame, context: Context, tree: list[Moves], steps: list[tuple[BoardState, int]], turn: int
) -> list[tuple[bool, bool]]:
    state = steps[turn][0]
    live = {
        tuple(turned(c, s) for c in moves)
        for s in game.symmetries
        for moves in tree
        if allows(Context(*(apply(s, m) for m in context)), state)
    }
    verdicts = []
    for at in (0, 2, 4):
        here = turn + at
        if here >= len(steps) or not live:
            break
        state, played = steps[here]
        legal = {code_of(m) for m in state.legal_actions()}
        if len(legal) < 2:
            break
        if at:
            live = {m for m in live if m[at - 1] in (ANY, steps[here - 1][1])}
        live = {m for m in live if m[at] in legal}
        advice = {m[at] for m in live}
        verdicts.append((bool(advice), played in advice))
        live = {m for m in live if m[at] == played}
    return verdicts


@pytest.mark.parametrize(("game", "contests"), [(LTTT, 40), (THREE, 6)])
def test_pairs_are_judged_as_a_plain_reading_judges_them(
    game: BoardGame, contests: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(THR, False, 2)
    records = [random_record(game, seed) for seed in range(contests)]
    table = SequenceTable(game, L03)
    for record in records:
        table.add(contest_of(record.replay(game)), record.experts)
    pairs = Pairs(game, L03)
    found = list(table.frequent())[:150]
    groups, moves = np.array([k[0] for k, _ in found]), np.array([k[1] for k, _ in found])
    pairs.add(groups, np.array([c for _, c in found]), moves)
    judges = [random_record(game, seed) for seed in range(100, 104)] + records[:2]
    for record in judges:
        pairs.weigh(contest_of(record.replay(game)), record.experts)
    right, total = plain_weights(game, pairs, judges)
    assert pairs.totals.tolist() == total
    assert pairs.rights.tolist() == right
    assert sum(total) > 50
    again = Pairs(game, L03)
    again.restore({"pairs.tsv": pairs.text()}, "here")
    assert again.text() == pairs.text()


def test_sequences_with_the_same_context_are_one_pair_of_their_kind() -> None:
    context = parse_context(LTTT, ".../.X./...", False)
    turned_round = [("1 2 9", 1), ("3 2 7", 1), ("1 * 9", 2), ("2 * 8", 2)]
    moves = np.array([parse_sequence(LTTT, text) for text, _ in turned_round])
    masks, groups = np.array([context] * 4), np.zeros(4, dtype=np.int64)
    pairs = Pairs(LTTT, L03)
    pairs.add(groups, masks, moves)
    assert len(pairs) == 2
    assert len(pairs.tree_pairs) == 3, "1 2 9 and 3 2 7 are one sequence seen from two sides"


masks_of_nine = st.tuples(*[st.integers(1, 7)] * 9)


@given(masks_of_nine, st.integers(0, 7), st.sampled_from(["1", "2 3 4", "5 * 9", "1 2 3 4 5"]))
def test_turning_a_pair_changes_neither_its_normal_form_nor_its_rows(values: Moves, turn: int, sequence: str) -> None:
    context = Context(*(sum((v >> k & 1) << p for p, v in enumerate(values)) for k in range(3)))
    moves = parse_sequence(LTTT, sequence)
    symmetry = LTTT.symmetries[turn]
    other = Context(*(apply(symmetry, m) for m in context)), tuple(turned(c, symmetry) for c in moves)
    forms, rows = [], []
    for c, m in ((context, moves), other):
        masks, codes = np.array([c]), np.array([m])
        forms.append([part.tolist() for part in canonical(LTTT, 8, masks, codes)])
        source, images, paths = orientations(LTTT, 8, masks, codes)
        listed = list(zip(map(tuple, images.tolist()), map(tuple, paths.tolist()), strict=True))
        assert len(set(listed)) == len(listed)
        assert set(source.tolist()) == {0}
        rows.append(set(listed))
    assert forms[0] == forms[1]
    assert rows[0] == rows[1]
    text = context_text(LTTT, context, bool(turn % 2))
    assert parse_context(LTTT, text, bool(turn % 2)) == context
    assert parse_sequence(LTTT, sequence_text(moves)) == moves


def test_a_row_fits_where_the_plain_context_allows() -> None:
    pairs = Pairs(LTTT, L03_SITACT)
    context = parse_context(LTTT, ".o#/#X#/###", False)
    pairs.add(np.array([0]), np.array([context]), np.array([parse_sequence(LTTT, "1")]))
    rows = pairs.rows[0]
    rng = np.random.default_rng(1)
    seen = 0
    for _ in range(60):
        state = LTTT.new_initial_state()
        while not state.is_terminal():
            fits = {
                int(turned(parse_sequence(LTTT, "1")[0], s))
                for s in LTTT.symmetries
                if allows(Context(*(apply(s, m) for m in context)), state)
            }
            assert set(rows.moves[rows.fitting(state.own, state.other, state.empty), 0].tolist()) == fits
            seen += bool(fits)
            codes = expand(state).codes
            state = state.child(move_of(int(codes[int(rng.integers(len(codes)))])))
    assert seen > 10


def test_what_is_no_context_or_sequence_is_refused_with_its_place() -> None:
    for text in (".../...", ".../.../..!", "..../.../.."):
        with pytest.raises(BadText, match="a context has rows of 3/3/3 signs"):
            parse_context(LTTT, text, False)
    for text in ("1 2", "* 2 3", "1 2 3 4 5 6 7", "1 x 3"):
        with pytest.raises(BadText):
            parse_sequence(LTTT, text)
    table, head = SequenceTable(LTTT, L03), "side\tsequence\tseen\tcommon pattern\n"
    for line, complaint in (
        ("X\t1 2\t5\t.../.../...", "sequences.tsv:2: lose_tic_tac_toe: a sequence has"),
        ("Z\t1 2 3\t5\t.../.../...", "sequences.tsv:2: expected X or O, found 'Z'"),
        ("X\t1 2 3\t0\t.../.../...", "sequences.tsv:2: expected a count from 1 on, found '0'"),
        ("X\t1 2 3\t5", "sequences.tsv:2: expected 4 columns, found 3"),
    ):
        with pytest.raises(DamagedFile, match=complaint.replace("(", r"\(")):
            table.restore({"sequences.tsv": f"{head}{line}\n"}, "here")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("X\tplacing\tduo\t.../.../...\t1 2 3\t3\t2\t0.5", "expected right, of and a weight"),
        ("X\tplacing\tduo\t.../.../...\t1 2 3\t1\t2\t0.6", "the weight of 1 right of 2 is not 0.6"),
        ("X\tsliding\tduo\t.../.../...\t1 2 3\t1\t2\t0.5", "is not duo, or not for sliding"),
        ("X\tplacing\tsolo\t.../.../...\t1 2 3\t1\t2\t0.5", "is not solo"),
        ("X\tplacing\tduo\t.../.../...\t1 2 3; 1 2 4\t1\t2\tnan", "expected a number"),
    ],
)
def test_damaged_pairs_are_refused_with_their_place(line: str, complaint: str) -> None:
    pairs = Pairs(LTTT, L03)
    head = "side\tstage\tkind\tcontext\tsequences\tright\tof\tweight\n"
    with pytest.raises(DamagedFile, match=r"here/pairs.tsv:2: .*" + complaint):
        pairs.restore({"pairs.tsv": f"{head}{line}\n"}, "here")
    good = "X\tplacing\tduo\t.../.../...\t1 2 3\t1\t2\t0.5\n"
    turned_round = good.replace("1 2 3", "3 2 1")
    with pytest.raises(DamagedFile, match=r"pairs.tsv:3: this pair stands there twice"):
        pairs.restore({"pairs.tsv": head + good + turned_round}, "here")
    assert len(pairs) == 0
