"""Every reader and every text form of the package, as a target: valid inputs, and what reads them.

A target's `read` gets files by name (a single text has the name `text`) and may refuse them with one of our errors;
anything else that it raises is a defect. What is accepted must also be able to be written, shown and used, so `read`
goes on to that. `test_fuzz.py` finds the readers of the package and fails where no target reaches one.
"""

from __future__ import annotations

import atexit
import codecs
import contextlib
import functools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fuzz.mutations import Files
from tests.fuzz.seeds import FOLDER as SEEDS

import gamelore
import gamelore.papers  # puts its tables on the shelf
from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import parse_json, to_json
from gamelore.base.seeds import stream
from gamelore.games import AnyGame, Record, load_game
from gamelore.lab.engine.shelf import table_files
from gamelore.learners.core import ContestInfo
from gamelore.learners.registry import learner_class, load_agent, new_learner

PACKAGE = Path(gamelore.__file__).parent
TEXT = "text"


@dataclass(frozen=True)
class Target:
    """Something that reads what others wrote."""

    name: str
    valid: Callable[[], list[Files]]
    """Inputs that it takes."""
    read: Callable[[Files], object]
    weight: float = 10
    """Its share of the inputs; lower where reading is slow."""


TARGETS: dict[str, Target] = {}


def target(name: str, valid: Callable[[], list[Files]], read: Callable[[Files], object], weight: float = 10) -> None:
    """Register a target."""
    TARGETS[name] = Target(name, functools.cache(valid), read, weight)


def texts_of(files: Files) -> dict[str, str]:
    """Files as texts, as they would be read from a disk."""
    try:
        return {name: data.decode() for name, data in files.items()}
    except UnicodeDecodeError as error:
        raise DamagedFile(f"not UTF-8 text (byte {error.start})") from None


def in_file(read: Callable[[str], object]) -> Callable[[Files], object]:
    """What reads the text of one file."""
    return lambda files: read(next(iter(texts_of(files).values())))


def typed(read: Callable[[str], object]) -> Callable[[Files], object]:
    """What reads a text that a person types; a terminal hands on bytes that are no text."""
    return lambda files: read(next(iter(files.values())).decode("utf-8", "surrogateescape"))


def of_texts(*texts: str) -> Callable[[], list[Files]]:
    return lambda: [{TEXT: text.encode()} for text in texts]


def of_paths(*paths: Path) -> Callable[[], list[Files]]:
    return lambda: [{TEXT: path.read_bytes()} for path in paths]


def of_folder(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


@functools.cache
def scratch() -> Path:
    """A folder in memory where there is one, until this process ends."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="gamelore-fuzz-", dir=memory if os.access(memory, os.W_OK) else None))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextlib.contextmanager
def on_disk(files: Files, name: str = "folder") -> Iterator[Path]:
    """The files in a folder of their own, for a reader that wants one."""
    folder = scratch() / name
    folder.mkdir()
    try:
        for file, data in files.items():
            (folder / file).write_bytes(data)
        yield folder
    finally:
        shutil.rmtree(folder)


# --- games ------------------------------------------------------------------------------------------------------------

PLAYED = ("lose_tic_tac_toe", "five_mens_morris", "draw_poker", "forty_two")


@functools.cache
def game(name: str) -> AnyGame:
    return load_game(name)


def _played(name: str) -> list[Any]:
    """States of a random contest."""
    rng = stream(1)
    states = [game(name).new_initial_state(rng)]
    while not states[-1].is_terminal() and len(states) < 40:
        actions = states[-1].legal_actions()
        states.append(states[-1].child(actions[int(rng.integers(len(actions)))]))
    return states


def _states(name: str) -> list[Files]:
    return [{TEXT: str(state).encode()} for state in _played(name)]


def _views(name: str) -> list[Files]:
    going = [state for state in _played(name) if not state.is_terminal()]
    return [{TEXT: str(state.view(state.current_player())).encode()} for state in going]


def _actions(name: str) -> list[Files]:
    return [{TEXT: str(a).encode()} for s in _played(name) if not s.is_terminal() for a in s.legal_actions()[:3]]


def _use_state(name: str, text: str) -> None:
    state = game(name).parse_state(text)
    str(state), state.outcome()
    if not state.is_terminal():
        actions = state.legal_actions()
        state.child(actions[0])
        str(state.view(state.current_player()))


def _use_view(name: str, text: str) -> None:
    view = game(name).parse_view(text)
    str(view), view.legal_actions()


def _use_deal(name: str, text: str) -> None:
    str(game(name).initial_state(text))


for _name in PLAYED:
    target(f"state of {_name}", functools.partial(_states, _name), typed(functools.partial(_use_state, _name)))
    target(f"action of {_name}", functools.partial(_actions, _name), typed(game(_name).parse_action), 8)
for _name in ("lose_tic_tac_toe", "draw_poker", "forty_two"):
    target(f"view of {_name}", functools.partial(_views, _name), typed(functools.partial(_use_view, _name)))
for _name in ("draw_poker", "forty_two"):
    _deals = of_texts(*(game(_name).sample_deal(stream(seed)) for seed in range(5)))
    target(f"deal of {_name}", _deals, typed(functools.partial(_use_deal, _name)))


def _use_board_game(text: str) -> None:
    from gamelore.games.board.toml_game import parse_board_game

    made = parse_board_game(text, "mine.toml", {})
    state = made.new_initial_state()
    str(state), state.legal_actions()


_BOARDS = sorted((PACKAGE / "games" / "board" / "builtin").glob("*.toml"))
target("board game in TOML", of_paths(*_BOARDS), in_file(_use_board_game), 8)


def _use_parameters(text: str) -> None:
    """A game by name with parameters, as a file names it: `{"game": ..., "parameters": {...}}`."""
    content = parse_json(text, "here")
    if isinstance(content, dict) and isinstance(content.get("parameters"), dict):
        load_game(content.get("game", ""), **content["parameters"])


_PARAMETERS = (
    {"game": "draw_poker", "parameters": {"ante": 2, "max_bet": 30, "max_bets": 4, "max_replaced": 2}},
    {"game": "forty_two", "parameters": {"rules": "modern", "opening_limit": 84, "raise_limit": 42, "no_trump": True}},
    {"game": "five_mens_morris", "parameters": {"flying_at": 3, "max_plies": 200, "repetition": 3}},
)
target("game with parameters", of_texts(*(to_json(p) for p in _PARAMETERS)), in_file(_use_parameters), 6)


# --- records ----------------------------------------------------------------------------------------------------------


def _use_record(text: str) -> None:
    from gamelore.lab.records import check_record

    for line in text.splitlines()[:8]:
        record = Record.from_json(line)
        check_record(record, load_game(record.game, **record.parameters))
        record.to_json()


_COURSES = sorted((SEEDS / "courses").glob("*"))
target("record", of_paths(*(folder / "contests.jsonl" for folder in _COURSES)), in_file(_use_record), 6)


# --- agents -----------------------------------------------------------------------------------------------------------


@functools.cache
def _knowledge(folder: Path) -> tuple[Any, Files]:
    """The settings of a kept agent, and its knowledge files."""
    agent = load_agent(folder)
    return agent.learner, {name: (folder / name).read_bytes() for name in agent.learner.knowledge()}


def _use_knowledge(folder: Path, files: Files) -> None:
    kept, _ = _knowledge(folder)
    learner = new_learner(kept.kind, kept.game, settings=kept.settings)
    learner.restore(texts_of(files), "here")
    learner.knowledge(), learner.lore()
    _decide(learner)


def _decide(learner: Any) -> None:
    state = learner.game.new_initial_state(stream(1))
    seat = state.current_player()
    learner.begin(seat, ContestInfo(learner.game, ("a",) * learner.game.seats, seats=(seat,)))
    learner.decide(state.view(seat), stream(2))


def _use_watched(files: Files) -> None:
    from gamelore.arena.watching import taken_from, watch
    from gamelore.lab.watching import shown_by

    with on_disk(files) as folder:
        shown = shown_by([folder / name for name in files], game("tic_tac_toe"), "X")
    learner = new_learner("hoyle", game("tic_tac_toe"), "l03")
    watch(learner, shown.records[:4])
    for taken in taken_from(learner, shown.records[:4]):
        str(taken)
    learner.knowledge(), learner.lore()


def _watched() -> list[Files]:
    from tests.people import contests_of_ann

    return [{"mine.jsonl": b"".join(f"{r.to_json()}\n".encode() for r in contests_of_ann(3, "tic_tac_toe"))}]


target("contests of a person", _watched, _use_watched, 0.6)


for _folder in sorted((SEEDS / "agents").glob("*")):
    target(
        f"knowledge of {_folder.name}",
        functools.partial(lambda folder: [_knowledge(folder)[1]], _folder),
        functools.partial(_use_knowledge, _folder),
        0.6,
    )


def _use_values(files: Files) -> None:
    from gamelore.lab.learning.q_learning import QLearning

    learner = QLearning(game("tic_tac_toe"))
    learner.restore(texts_of(files), "here")
    learner.knowledge(), learner.lore()
    _decide(learner)


def _values() -> list[Files]:
    from gamelore.arena.training import train
    from gamelore.lab.learning.entrants import Entrant

    entrant, played = Entrant.parse("q_learning:3"), game("tic_tac_toe")
    learner = entrant.make(played)
    for _ in train(played, learner, entrant.course(played), seed=0):
        pass
    return [{name: text.encode() for name, text in learner.knowledge().items()}]


target("values of Q-learning", _values, _use_values, 2)


def _use_entrant(text: str) -> None:
    from gamelore.lab.learning.experiment import LearningExperiment

    LearningExperiment("tic_tac_toe", text).read_entrant()


_ENTRANTS = ("uct:100", "hoyle:160", "q_learning:self_play:320", "maxims:20000", "search:4")
target("entrant of the bench", of_texts(*_ENTRANTS), typed(_use_entrant), 4)


def _use_maxims(name: str, files: Files) -> None:
    learner = new_learner("maxims", game(name))
    learner.restore(texts_of(files), "here")
    learner.knowledge(), learner.lore()
    _decide(learner)


def _maxims(name: str) -> list[Files]:
    from gamelore.learners.maxims.reader import reader_for
    from gamelore.learners.maxims.shipped import FOLDER, shipped_maxims
    from gamelore.learners.practice.log import PracticeLog

    log = PracticeLog(reader_for(game(name)).wording, 7)
    log.add([shipped_maxims(game(name)).lines], range(4), [(12.5,)])
    return [{"maxims.toml": (FOLDER / f"{name}.toml").read_bytes(), "tried.tsv": log.text().encode()}]


for _name in ("lose_tic_tac_toe", "five_mens_morris", "forty_two"):
    target(f"maxims of {_name}", functools.partial(_maxims, _name), functools.partial(_use_maxims, _name), 4)


def _use_folder(files: Files) -> None:
    from gamelore.lab.validate import validate

    with on_disk(files, "agent") as folder:
        validate(str(folder))


target("folder of an agent", lambda: [of_folder(folder) for folder in _COURSES], _use_folder, 2)
_SMALL = sorted((SEEDS / "agents").glob("[hrw]*"))
target("agent.toml", lambda: [of_folder(folder) for folder in _SMALL[:2]], _use_folder, 1)


def _use_worths(text: str) -> None:
    from gamelore.lab.worth import read_worths

    read_worths(text, "worth.json")


_WORTH = {
    "format": 1, "knowledge": "0" * 16, "challengers": ["perfect"], "contests": 4, "seed": 0, "unit": "result",
    "score": 50.0, "parts": [
        {"name": "Greedy", "sentence": "takes", "decided": 0.5, "without": 40.0, "loss": 1.0, "low": 0.0, "high": 2.0}
    ],
}  # fmt: skip
_HISTORY = (
    "contest\tstage\tAdvisor\tkind\tweight\n1\tplacing\tFreedom\tstanding\t1\n2\tplacing\tCorner\tlearned\t1.5\n"
    "3\tplacing\tCorner\tlearned\tgone\n4\tplacing\tFreedom\tstanding\t-0.25\n"
)


def _use_history(text: str) -> None:
    from gamelore.lab.weights_over_time import told, weights_svg
    from gamelore.learners.advisors.weighing.history import by_advisor, read_history

    courses = by_advisor(read_history(text, "weights_over_time.tsv"))
    weights_svg(courses, "weights"), told(courses, {})


target("weights over time", of_texts(_HISTORY), in_file(_use_history))
target("worth.json", of_texts(to_json(_WORTH, indent=1)), in_file(_use_worths))


# --- results and tables -----------------------------------------------------------------------------------------------


def _use_results(files: Files) -> None:
    from gamelore.lab.engine.runs import check_runs

    with on_disk(files, "results") as folder:
        check_runs(folder)


target("results", lambda: [of_folder(folder) for folder in sorted((SEEDS / "results").glob("*"))], _use_results, 3)


def _use_described(text: str) -> None:
    from gamelore.lab.engine.runs import read_described

    read_described(parse_json(text, "experiment.json"), "experiment.json").shape()


def _described() -> list[Files]:
    """One experiment of every kind."""
    from tests.lab.engine.test_kinds import experiments

    found = {experiment.kind: experiment for experiment in experiments().values()}
    return [{TEXT: to_json(experiment.described()).encode()} for experiment in found.values()]


target("description of an experiment", _described, in_file(_use_described), 3)


def _use_table(text: str) -> None:
    from gamelore.lab.engine.published import CONTESTS, parse_table
    from gamelore.lab.engine.reproduce import row_experiment

    table = parse_table(text, "table.toml")
    for row in table.rows[:2]:
        if table.runner == CONTESTS and row.experiment is not None:
            row_experiment(table, row, 0)


_TABLES = sorted(table_files().values(), key=lambda path: path.stat().st_size)
target("published table", of_paths(*_TABLES[:10], table_files()["l03-6"]), in_file(_use_table), 2)


# --- rules ------------------------------------------------------------------------------------------------------------

_RULES = PACKAGE / "learners" / "rules" / "data"


def _use_rules(text: str) -> None:
    from gamelore.learners.rules.language.lash import compile_lash, to_lash
    from gamelore.learners.rules.language.listing import is_listing, parse_listing, to_listing
    from gamelore.learners.rules.language.matching import Matcher
    from gamelore.learners.rules.language.sentences import list_sentences
    from gamelore.learners.rules.poker.task import PHRASES

    rules = parse_listing(text, "x.txt") if is_listing(text) else compile_lash(text, "x.lash")
    to_lash(rules), to_listing(rules), list_sentences(rules, PHRASES)
    Matcher(rules)


def _listings() -> list[Files]:
    from gamelore.learners.rules.language.lash import compile_lash
    from gamelore.learners.rules.language.listing import to_listing

    return [{TEXT: to_listing(compile_lash(path.read_text())).encode()} for path in _ALONE]


def _use_own_rules(text: str) -> None:
    from gamelore.learners.rules.by_hand import read_own_rules, written_by_hand

    read_own_rules(text, "x.lash")
    written_by_hand(text, where="x.lash")


def _use_lessons(text: str) -> None:
    from gamelore.games import load_game
    from gamelore.learners.rules.learner import Waterman
    from gamelore.learners.rules.lessons import read_lessons, teach_lesson
    from gamelore.learners.rules.settings import THESIS_LIKE

    learner = Waterman(load_game("draw_poker"), THESIS_LIKE)
    for lesson in read_lessons(text, learner, "x.lessons"):
        teach_lesson(learner, lesson)


def _use_stop(text: str) -> None:
    from gamelore.arena.regimes import parse_stop

    parse_stop(text)


_LESSONS = (
    "HAND C3 H3 H13 H7 H2, POT 4, LASTBET 5 # a remark\n(CALL BECAUSE YOUR HAND IS FAIR, AND\nORP IS (EQUAL TO -1))\n",
    "seat 1: H14 S13 C5 D3 H2; bet 12\n(DROP BECAUSE YOUR HAND IS POOR)\n\nHAND 9\n(OK)\n",
)
target("rules of one's own", of_paths(_RULES / "ten_rules.lash"), in_file(_use_own_rules), 0.5)
target("lessons", of_texts(*_LESSONS), typed(_use_lessons), 2)
target("what ends a course", of_texts("clean", "95%", "57", "3,clean"), typed(_use_stop), 6)
_ALONE = [path for path in sorted(_RULES.glob("*.lash")) if path.name != "ten_rules.lash"]
"""The programs that need nothing from a library."""
target("LASH", of_paths(*_ALONE), in_file(_use_rules), 0.5)
target("listing of rules", _listings, in_file(_use_rules), 0.5)


def _use_reply(text: str) -> None:
    from gamelore.learners.rules.poker.moves import VOCABULARY
    from gamelore.learners.rules.training.trainer import parse_reply

    str(parse_reply(text, VOCABULARY))


_REPLIES = (
    "(OK)", "(BET SB BECAUSE YOUR HAND IS FAIR, AND THE POT IS SMALL)", "(DROP BECAUSE YOUR HAND IS POOR)",
    "(CALL BECAUSE BLUFFO IS (EQUAL TO 3), AND THE LASTBET IS LARGE)", "(BET BBS BECAUSE THE POT IS (GREATER THAN 10))",
)  # fmt: skip
target("reply of a trainer", of_texts(*_REPLIES), typed(_use_reply), 6)


def _use_axioms(text: str) -> None:
    from gamelore.learners.rules.training.axioms import ANY_CASE, DECISIONS, deduce, parse_logic, primed

    deduce(primed(ANY_CASE), DECISIONS, parse_logic(text, "own.axioms"))


def _use_matrix(text: str) -> None:
    from gamelore.learners.rules.poker.moves import parse_poker_matrix

    parse_poker_matrix(text, "matrix.toml")


target("axioms", of_paths(_RULES / "mended.axioms", _RULES / "printed.axioms"), in_file(_use_axioms), 1)
target("decision matrix", of_paths(_RULES / "poker_matrix.toml"), in_file(_use_matrix), 4)


def _use_subject(text: str) -> None:
    from gamelore.papers.waterman_1968.psychology.sittings import parse_sitting, record_picture

    record_picture(parse_sitting(text, "me.toml"))


_SUBJECT = (
    'subject = 1\ndesign = "interactive"\nseed = 0\ntrials = 5\nanswers = ["41 57 1: bet high", "16 46 8: drop"]\n'
)
target("sitting of a subject", of_texts(_SUBJECT), in_file(_use_subject), 2)


def _use_proficiency(text: str) -> None:
    from gamelore.app.table.poker.proficiency import ProficiencyTest
    from gamelore.base.files import parse_toml
    from gamelore.games import load_game

    ProficiencyTest.restore(parse_toml(text, "me.toml"), load_game("draw_poker"), "me.toml")


_TEST = (
    'proficiency = 1\ngame = "draw_poker"\nagainst = "poker:call"\nagent = ""\nseed = 2\ngames = 1\nchips = []\n'
    'rounds = ["bet 1"]\n'
)
target("proficiency test", of_texts(_TEST), in_file(_use_proficiency), 2)


# --- oracles ----------------------------------------------------------------------------------------------------------


def _use_goals(text: str) -> None:
    from gamelore.learners.features.forty_two import SIZES
    from gamelore.learners.signatures.tree import parse_tree

    parse_tree(text, SIZES, "tree.toml")


_COGAP = PACKAGE / "learners" / "signatures" / "cogap"
target("tree of goals", of_paths(*sorted(_COGAP.glob("*.toml"))), in_file(_use_goals), 6)


def _use_store(text: str) -> None:
    from gamelore.oracles.forty_two.labelled_store import parse_store

    parse_store(text, "hands.jsonl").to_text()


def _hands() -> list[Files]:
    lines = (PACKAGE / "oracles" / "forty_two" / "data" / "hands.jsonl").read_text().splitlines()
    few = {**parse_json(lines[0], "here"), "hands": 8}
    return [{TEXT: "".join(line + "\n" for line in (to_json(few), *lines[1:9])).encode()}]


target("labelled hands", _hands, in_file(_use_store), 3)


def _use_own_hands(text: str) -> None:
    from gamelore.lab.forty_two.labelled_hands import lessons_of_hands
    from gamelore.oracles.forty_two.labels import THIRTY_ONLY
    from gamelore.oracles.forty_two.own_hands import parse_own_hands

    lessons_of_hands(parse_own_hands(text, "mine.jsonl").hands, THIRTY_ONLY)


def _own_hands() -> list[Files]:
    ours = (PACKAGE / "oracles" / "forty_two" / "data" / "hands.jsonl").read_text().splitlines()[1:5]
    mine = (
        {"hand": "0-0 6-0 2-2 4-2 2-0 5-5 5-3", "call": "30", "trump": "blanks", "why": "bid: 30 is safer"},
        {"hand": "4-3 4-2 3-0 4-4 2-2 5-4 1-1", "calls": "bid 30", "call": 36, "trump": 4, "contract": 36,
         "set_bid": 40.5, "first": "pass"},
    )  # fmt: skip
    return [{TEXT: "".join(line + "\n" for line in (*map(to_json, mine), *ours)).encode()}]


target("hands that a person labelled", _own_hands, in_file(_use_own_hands), 3)


def _use_protocols(text: str) -> None:
    from gamelore.learners.signatures.cogap.protocol import by_goal, protocols_text, read_protocols

    said = read_protocols(text, "protocols.txt")
    protocols_text(said), [by_goal(one.why) for one in said]


def _protocols() -> list[Files]:
    from gamelore.learners.signatures.cogap.protocol import Protocol, protocols_text

    said = [Protocol("0-0 6-0 2-2 4-2 2-0 5-5 5-3", "pass", "30, trump blanks", "offs: 4-2. I win 5-5; bid 30.")]
    return [{TEXT: protocols_text(said).encode()}]


target("what people said", _protocols, in_file(_use_protocols), 1)


def _use_played(text: str) -> None:
    from gamelore.arena.forty_two.played_prices import read_played

    read_played(text, "played.jsonl")


def _played_hands() -> list[Files]:
    lines = (PACKAGE / "oracles" / "forty_two" / "data" / "played.jsonl").read_text().splitlines()
    few = {**parse_json(lines[0], "here"), "hands": 4}
    return [{TEXT: "".join(line + "\n" for line in (to_json(few), *lines[1:5])).encode()}]


target("hands that were played out", _played_hands, in_file(_use_played), 2)


def _use_part(files: Files) -> None:
    from gamelore.oracles.forty_two.build import _read_part

    with on_disk({"hands.part": next(iter(files.values()))}, "part") as folder:
        _read_part(folder / "hands.part")


def _parts() -> list[Files]:
    from gamelore.oracles.forty_two.build import _part_line
    from gamelore.oracles.forty_two.labelled_store import load_store
    from gamelore.oracles.forty_two.trainer import PricedHand

    four = load_store().rounds("choose")[0]
    priced = tuple(PricedHand(hand.dominoes, dict(hand.prices), hand.defence) for hand in four)
    return [{TEXT: (_part_line("choose", 0, priced) + "\n").encode()}]


target("hands half built", _parts, _use_part, 4)


def _use_policy(text: str) -> None:
    from gamelore.oracles.poker.policy import from_text

    from_text(text, "x.policy")


def _policies() -> list[Files]:
    text = (PACKAGE / "oracles" / "poker" / "data" / "strong.policy").read_text()
    return [{TEXT: text[: text.index("\n", 4000) + 1].encode()}]


target("policy of poker", _policies, in_file(_use_policy), 0.05)


def _use_solved(files: Files) -> None:
    from gamelore.oracles.board.solved_tables import _open, check_table

    with on_disk(files, "solved") as folder:
        table = next((path for path in sorted(folder.iterdir()) if path.suffix == ".npy"), folder / "none.npy")
        found: Any = game("pong_hau_ki")
        _open(table, table.with_suffix(".json"), "0", found, None)
        check_table(table)


def _solved() -> list[Files]:
    from gamelore.base.files import digest

    head = b"\x93NUMPY\x01\x00v\x00{'descr': '<i2', 'fortran_order': False, 'shape': (4,), }"
    table = head.ljust(127) + b"\n" + bytes(8)
    note = {"rules": "0", "sha256": digest(table), "game": "Pong Hau K'i", "solver": 1}
    return [{"small.npy": table, "small.json": (to_json(note, indent=1) + "\n").encode()}]


target("solved table", _solved, _use_solved, 3)


# --- settings, files of any kind, the command line --------------------------------------------------------------------


def _all_settings() -> Mapping[str, Any]:
    from gamelore.arena.roster import PlayerSettings
    from gamelore.learners.registry import learner_names

    kinds = [name for name in learner_names() if learner_class(name).__module__.startswith("gamelore.")]
    presets = {f"{kind} {name}": preset for kind in kinds for name, preset in learner_class(kind).presets.items()}
    return {**presets, "players": PlayerSettings()}


def _as_typed(content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in content.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{inner}", typed) for inner, typed in _as_typed(value))
        else:
            yield name, ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _use_settings(text: str) -> None:
    """Settings as an agent's file holds them, and as somebody types them: the first line names whose they are."""
    from gamelore.base.settings import settings_from_mapping, settings_from_texts, settings_to_mapping

    whose, _, rest = text.partition("\n")
    base, content = _all_settings().get(whose), parse_json(rest, "here")
    if base is None or not isinstance(content, dict):
        return
    with contextlib.suppress(GameloreError):
        settings_to_mapping(settings_from_mapping(base, content, "here"))
    settings_from_texts(base, dict(_as_typed(content)), "here")


def _settings() -> list[Files]:
    from gamelore.base.settings import settings_to_mapping

    return [{TEXT: f"{name}\n{to_json(settings_to_mapping(v))}".encode()} for name, v in _all_settings().items()]


target("settings", _settings, in_file(_use_settings), 8)


def _use_any_file(files: Files) -> None:
    from gamelore.lab.validate import validate

    with on_disk(files, "any") as folder:
        for path in sorted(folder.iterdir()):
            validate(str(path))


def _pictures() -> list[Files]:
    from gamelore.lab.curve import draw_curve_svg

    drawn = draw_curve_svg([(5, 20.0), (10, 100.0)], "a curve")
    return [{"curve.svg": drawn.encode()}, {"page.html": b"<!doctype html><html lang='en'><title>a</title></html>"}]


target("pictures and pages", _pictures, _use_any_file, 3)


def _unfolding() -> list[Files]:
    """Pictures that would have to be unfolded; all are refused, and a mutation of them is a picture at best."""
    declared = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    texts = (
        f'<?xml version="1.0"?>{declared}<svg xmlns="http://www.w3.org/2000/svg"><text>&b;&b;</text></svg>',
        "<svg><g><g><g><text x='1' y='2'>a</text></g></g></g></svg>",
    )
    return [{"x.svg": text.encode()} for text in texts]


def _use_picture(files: Files) -> None:
    from gamelore.lab.validate import _picture

    with on_disk(files, "pictures") as folder:
        for path in sorted(folder.iterdir()):
            if b"<!ENTITY" not in path.read_bytes():
                _picture(path, 0)
                continue
            try:
                _picture(path, 0)
            except DamagedFile:
                continue
            assert b"<!DOCTYPE" not in path.read_bytes().partition(b"<svg")[0], "an entity was declared, and taken"


target("picture to unfold", _unfolding, _use_picture, 3)


def _marked() -> list[Files]:
    """Files of every kind that begin with a mark of the byte order, as some editors write them."""
    found = {
        "game.toml": _BOARDS[0].read_bytes(),
        "table.toml": _TABLES[0].read_bytes(),
        "contests.jsonl": (_COURSES[0] / "contests.jsonl").read_bytes(),
        "rules.lash": (_RULES / "builtin.lash").read_bytes(),
        "rules.txt": next(iter(_listings()[0].values())),
        **_pictures()[0],
        **_pictures()[1],
    }
    return [{name: codecs.BOM_UTF8 + data} for name, data in found.items()]


target("text with a mark of the byte order", _marked, _use_any_file, 1)


def _use_lock(files: Files) -> None:
    from gamelore.base.folders import _who_holds

    handle = os.memfd_create("lock")
    try:
        os.write(handle, next(iter(files.values())))
        _who_holds(handle)
    finally:
        os.close(handle)


target("lock", of_texts('{"machine":"here","process":1,"since":"2026-01-01T00:00:00+00:00","user":"me"}'), _use_lock, 3)
