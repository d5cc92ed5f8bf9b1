"""What the rule learner knows, as texts: the listing of its rules, what was counted, and the cases it remembers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import parse_toml, to_toml
from gamelore.learners.rules.language.expressions import number_text
from gamelore.learners.rules.language.listing import parse_listing, to_listing
from gamelore.learners.rules.training.axioms import MENDED, parse_logic
from gamelore.learners.rules.training.beliefs import Beliefs
from gamelore.learners.rules.training.matrix import GOOD, POOR, DecisionMatrix, parse_matrix
from gamelore.learners.rules.training.refit import WeighedCase
from gamelore.learners.rules.training.school import School, Sitting

RULES_FILE, TRAINING_FILE, CASES_FILE = "rules.txt", "training.toml", "cases.tsv"
AXIOMS_FILE, MATRIX_FILE = "axioms.txt", "matrix.toml"
"""What a person brought along; a learner that uses what comes with the package has neither."""
RULES_HEADER = "# gamelore rules 1"
TRAINING_VERSION = 2
GONE_FILE = "practice.toml"
"""The search of version 0.1; what it tried is not in there, so that it cannot be taken up again."""
BY_SEAT = 1
"""The version in which memories of the opponent stood under the learner's own seat; they are forgotten."""


def texts(school: School) -> dict[str, str]:
    """Everything learned."""
    trainee = school.trainee
    training: dict[str, object] = {
        "version": TRAINING_VERSION,
        "trials": trainee.trials,
        "created": trainee.created,
        "numbers": dict(sorted(trainee.numbers.items())),
        "sitting": _sitting_mapping(school.sitting),
        "shown": school.beliefs.shown.tolist(),
        "turned": sorted(".".join(entry) for entry in trainee.turned),
        "matrix": {f"{m}.{k}.{v}": size for (m, k, v), size in sorted(trainee.matrix.entries.items())},
    }
    lines = ["\t".join(("# cases", *trainee.memory.names, "moves"))]
    lines += [_line(values, " ".join(moves)) for values, moves in trainee.memory.cases.items()]
    lines += ["\t".join(("# judged", *trainee.heuristics.vector, "moves"))]
    lines += [_line(case.values, " ".join(f"{m}={w!r}" for m, w in case.worth.items())) for case in school.cases]
    return {
        RULES_FILE: f"{RULES_HEADER}\n{to_listing(trainee.heuristics)}",
        TRAINING_FILE: to_toml(training),
        CASES_FILE: "\n".join(lines) + "\n",
        **brought(school),
    }


def brought(school: School) -> dict[str, str]:
    """What somebody brought along to the course, as files."""
    found = {AXIOMS_FILE: "" if school.logic.shipped == MENDED else school.logic.text, MATRIX_FILE: school.given_matrix}
    return {name: text for name, text in found.items() if text}


def _sitting_mapping(sitting: Sitting) -> dict[str, object]:
    met: dict[str, object] = {name: dict(memory) for name, memory in sorted(sitting.met.items())}
    return {} if sitting.number is None else {"contest": sitting.number, "met": met}


def _read_sitting(content: dict[str, object], where: str) -> Sitting:
    number, met = content.get("contest"), content.get("met", {})
    if not isinstance(met, dict):
        raise DamagedFile(f"{where}: 'sitting.met' must hold what is remembered of opponents")
    for name, values in met.items():
        if not isinstance(values, dict) or not all(isinstance(v, int | float) for v in values.values()):
            raise DamagedFile(f"{where}: 'sitting.met.{name}' must hold what is remembered, in numbers")
    if number is not None and type(number) is not int:
        raise DamagedFile(f"{where}: 'sitting.contest' must be a whole number")
    return Sitting(number, met)


def _line(values: tuple[float, ...], moves: str) -> str:
    return "\t".join((*map(number_text, values), moves))


def restored(school: School, files: Mapping[str, str], where: str) -> School:
    """A fresh school filled from such texts."""
    if GONE_FILE in files:
        raise DamagedFile(f"{where}/{GONE_FILE}: a search of version 0.1 cannot be taken up again; begin it anew")
    if set(files) - {AXIOMS_FILE, MATRIX_FILE} != {RULES_FILE, TRAINING_FILE, CASES_FILE}:
        expected = ", ".join((RULES_FILE, TRAINING_FILE, CASES_FILE))
        raise DamagedFile(f"{where}: expected the files {expected}, found {', '.join(sorted(files)) or 'none'}")
    if AXIOMS_FILE in files:
        school.logic = parse_logic(files[AXIOMS_FILE], f"{where}/{AXIOMS_FILE}")
    if MATRIX_FILE in files:
        parse_matrix(files[MATRIX_FILE], f"{where}/{MATRIX_FILE}")
        school.given_matrix = files[MATRIX_FILE]
    _read_rules(school, files[RULES_FILE], f"{where}/{RULES_FILE}")
    _read_training(school, files[TRAINING_FILE], f"{where}/{TRAINING_FILE}")
    _read_cases(school, files[CASES_FILE], f"{where}/{CASES_FILE}")
    return school


def _read_rules(school: School, text: str, where: str) -> None:
    if not text.startswith(f"{RULES_HEADER}\n"):
        raise DamagedFile(f"{where}:1: expected '{RULES_HEADER}'")
    try:
        school.task.give(school.trainee, parse_listing(text, where), where)
    except GameloreError as error:
        raise DamagedFile(str(error)) from None


def _read_training(school: School, text: str, where: str) -> None:
    content = parse_toml(text, where)
    if content.get("version") not in (BY_SEAT, TRAINING_VERSION):
        raise DamagedFile(f"{where}: version {content.get('version')!r}, this program reads {TRAINING_VERSION}")
    wanted = {int: ("trials", "created"), dict: ("numbers", "sitting", "matrix"), list: ("shown", "turned")}
    for kind, names in wanted.items():
        for name in names:
            if type(content.get(name)) is not kind:
                raise DamagedFile(f"{where}: '{name}' is missing or has the wrong form")
    trainee = school.trainee
    trainee.trials, trainee.created = content["trials"], content["created"]
    if not all(isinstance(v, int) for v in content["numbers"].values()):
        raise DamagedFile(f"{where}: 'numbers' must hold whole numbers")
    trainee.numbers = dict(content["numbers"])
    shown = np.array(content["shown"], dtype=float) if _rectangle(content["shown"]) else np.zeros(())
    if shown.shape != school.beliefs.shown.shape:
        raise DamagedFile(f"{where}: 'shown' must be a table of {school.beliefs.shown.shape} numbers")
    school.beliefs = Beliefs(shown)
    if content["version"] != BY_SEAT:
        school.sitting = _read_sitting(content["sitting"], where)
    trainee.turned = {_entry(text, where) for text in content["turned"]}
    trainee.matrix = DecisionMatrix({_entry(name, where): size for name, size in content["matrix"].items()})


def _rectangle(rows: list[object]) -> bool:
    return all(
        isinstance(row, list) and len(row) == len(rows[0]) and all(isinstance(x, int | float) for x in row)  # type: ignore[arg-type]
        for row in rows
    )


def _entry(text: object, where: str) -> tuple[str, str, str]:
    parts = str(text).split(".")
    if len(parts) != 3 or parts[1] not in (GOOD, POOR, ""):
        raise DamagedFile(f"{where}: expected MOVE.KIND.VARIABLE, found '{text}'")
    return parts[0], parts[1], parts[2]


def _read_cases(school: School, text: str, where: str) -> None:
    lines = text.split("\n")
    trainee = school.trainee
    heads = [
        "\t".join(("# cases", *trainee.memory.names, "moves")),
        "\t".join(("# judged", *trainee.heuristics.vector, "moves")),
    ]
    if lines[0] != heads[0]:
        raise DamagedFile(f"{where}:1: expected '{heads[0]}'")
    if lines[-1] != "" or heads[1] not in lines:
        raise DamagedFile(f"{where}:{len(lines)}: the file is cut off")
    middle = lines.index(heads[1])
    for number, line in enumerate(lines[1:middle], start=2):
        values, moves = _read_line(line, len(trainee.memory.names), f"{where}:{number}")
        trainee.memory.cases[values] = tuple(moves.split())
    for number, line in enumerate(lines[middle + 1 : -1], start=middle + 2):
        values, moves = _read_line(line, len(trainee.heuristics.vector), f"{where}:{number}")
        try:
            worth = {move: float(w) for move, _, w in (word.partition("=") for word in moves.split())}
        except ValueError:
            raise DamagedFile(f"{where}:{number}: expected MOVE=NUMBER, found '{moves}'") from None
        school.cases.append(WeighedCase(values, worth))


def _read_line(line: str, count: int, where: str) -> tuple[tuple[float, ...], str]:
    *numbers, moves = line.split("\t")
    try:
        values = tuple(float(number) for number in numbers)
    except ValueError:
        values = ()
    if len(values) != count or not numbers:
        raise DamagedFile(f"{where}: expected {count} numbers and moves, found '{line}'")
    return values, moves
