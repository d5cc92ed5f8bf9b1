"""A person takes a design of section 4.3 at the terminal, and is told which model answers most like that."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from gamelore.base.errors import BadSetting, BadText
from gamelore.base.files import read_text, write_text
from gamelore.base.stats import Interval
from gamelore.base.words import counted
from gamelore.papers.answers import Dialogue, PaperAnswer, ToldTable
from gamelore.papers.waterman_1968.psychology.experiments import CHOOSING, RANDOM
from gamelore.papers.waterman_1968.psychology.likeness import LUCK, MUCH_LUCK, SURE, ModelLikeness, likeness
from gamelore.papers.waterman_1968.psychology.models import MODELS, ComplexPlacement, TreeModel
from gamelore.papers.waterman_1968.psychology.sittings import (
    ACTIONS,
    SubjectSitting,
    because,
    parse_sitting,
    read_action,
    read_situation,
    record_lines,
    record_picture,
    record_svg,
)
from gamelore.papers.waterman_1968.psychology.strategy import WATERMAN, Situation

INTRODUCTION = (
    "A simple game of betting. You see three numbers: the value of your hand (1 to 50), the pot (1 to 60) and the",
    "last bet of the opponent (1 to 10). Say which action is right: bet high, bet low, call or drop (h, l, c, d). You",
    "are told the right one, and why: a hand is good, fair or poor, a pot or a bet is large or small. Where one begins",
    "and the other ends you have to find out. At first you can only guess.",
)
HELP = "Type h, l, c or d. record: all trials so far; help; quit: go on another time."
CHOOSE = "Choose a situation that tests what you believe: three numbers, hand, pot and last bet, such as 20 30 5."


def be_subject(talk: Dialogue, path: Path, design: str, trials: int | None, svg: Path | None, seed: int) -> PaperAnswer:
    """Take up the sitting of a file, or begin one; then say whom the answers are like."""
    sitting = _opened(path, design, trials, seed)
    talk.tell(*INTRODUCTION)
    if sitting.answered:
        talk.tell(f"{path}: {len(sitting.answered)} of {sitting.trials} trials were answered; it goes on there.")
    try:
        while not sitting.over:
            _trial(talk, sitting)
            sitting.keep(path)
    except EOFError:
        talk.tell(f"Kept in {path}; the same command goes on.")
    found = likeness([(situation, action) for situation, action in sitting.answered])
    values = _values(sitting, found)
    told = [*record_lines(sitting), *_told(found, values)] if sitting.answered else ["Nothing was answered yet."]
    if svg is not None:
        write_text(
            svg, record_svg(sitting, [escape(line) for line in _sentences(values, found)] if sitting.answered else [])
        )
    return PaperAnswer(values, told)


def _opened(path: Path, design: str, trials: int | None, seed: int) -> SubjectSitting:
    if not path.exists():
        return SubjectSitting(design or RANDOM, seed, trials or 60)
    sitting = parse_sitting(read_text(path), str(path))
    if design not in ("", sitting.design) or trials not in (None, sitting.trials):
        raise BadSetting(f"{path}: holds a sitting of {sitting.trials} trials, {sitting.design}; begin another file")
    return sitting


def _trial(talk: Dialogue, sitting: SubjectSitting) -> None:
    number = len(sitting.answered) + 1
    situation = sitting.next_situation()
    if sitting.answered:
        talk.tell("", *record_picture(sitting))
    while situation is None:
        situation = _chosen(talk, sitting, number)
    hand, pot, bet = situation
    talk.tell("", f"Trial {number} of {sitting.trials}: hand {hand}, pot {pot}, last bet {bet}")
    action = None
    while action is None:
        text = talk.ask("your action> ", [*ACTIONS.values(), "record", "help", "quit"])
        try:
            action = None if _asked(talk, sitting, text) else read_action(text)
        except BadText as error:
            talk.tell(str(error))
    taught = sitting.answer(situation, action)
    verdict = "Right" if taught.action == action else f"No: {ACTIONS[taught.action]} is right"
    wrong = sum(sitting.errors())
    talk.tell(f"{verdict}, because {because(taught)}. ({wrong} wrong of {number})")


def _chosen(talk: Dialogue, sitting: SubjectSitting, number: int) -> Situation | None:
    if number == 1:
        talk.tell(CHOOSE)
    text = talk.ask("situation> ", ["record", "help", "quit"])
    try:
        return None if _asked(talk, sitting, text) else read_situation(text)
    except BadText as error:
        talk.tell(str(error))
        return None


def _asked(talk: Dialogue, sitting: SubjectSitting, text: str) -> bool:
    """Whether it was a question about the sitting."""
    match text.strip().lower():
        case "quit" | "q" | "exit":
            raise EOFError
        case "record" | "r":
            talk.tell(*record_lines(sitting))
        case "help" | "?" | "":
            talk.tell(HELP, CHOOSE) if sitting.design != RANDOM else talk.tell(HELP)
        case _:
            return False
    return True


def _values(sitting: SubjectSitting, found: ModelLikeness) -> dict[str, Any]:
    values: dict[str, Any] = {
        "design": sitting.design, "seed": sitting.seed, "trials": sitting.trials, "answered": len(sitting.answered),
        "errors": sum(sitting.errors()), "probability": dict(found.probability),
        "luck": dict(found.luck),
        "errors of models": dict(found.errors) if sitting.answered else {},
        "agreement": {n: [i.mean, i.low, i.high] for n, i in found.agreement.items()} if sitting.answered else {},
    }  # fmt: skip
    if sitting.design != RANDOM:
        values["chosen alike"] = {name: choices_alike(name, sitting) for name in CHOOSING}
    return values


def _share(found: Interval | None) -> str:
    return "" if found is None else f"{found:.0f}"


def choices_alike(name: str, sitting: SubjectSitting) -> tuple[int, int]:
    """How many situations were chosen where a model that errs with the person would choose, and of how many."""
    model, last, alike, asked = MODELS[name](WATERMAN), None, 0, 0
    assert isinstance(model, TreeModel | ComplexPlacement)
    for situation, action in sitting.answered:
        if last is not None:
            asked += 1
            alike += (
                model.same_place(situation, last) if isinstance(model, TreeModel) else model.at_or_below_last(situation)
            )
        size = model.size
        model.learn(sitting.taught(situation), action)
        last = situation if model.size != size else last
    return alike, asked


def _sentences(values: dict[str, Any], found: ModelLikeness) -> Iterator[str]:
    """Whom the answers are like, and how sure that is."""
    first, second = found.ranked[:2]
    sure, wrong = found.probability[first], values["errors"]
    yield f"{wrong} of {values['answered']} answers were wrong."
    models = sorted(round(errors) for errors in found.errors.values())
    if values["answered"] and wrong < models[0] and found.luck[first] > MUCH_LUCK:
        yield (
            f"None of the ten models answers like you: they store something only where the subject errs, and with what "
            f"your {counted(wrong, 'error')} taught them they would have erred {models[0]} to {models[-1]} times. You "
            f"learned from more than that; the nearest is '{next(name for name in found.ranked if name != LUCK)}'."
        )
        return
    whom = "answers by luck alone" if first == LUCK else f"the model '{first}'"
    then = f"next is '{second}' ({100 * found.probability[second]:.0f} %)"
    yield f"They are most like {whom} ({100 * sure:.0f} %); {then}."
    needs = f"if you were it, {100 * found.luck[first]:.0f} % of your answers would have been luck"
    if first == LUCK:
        yield f"They could as well be guesses.{' More trials may settle it.' if sure < SURE else ''}"
    elif sure < SURE:
        yield f"That is not settled; {needs}. More trials may settle it."
    elif found.luck[first] > MUCH_LUCK:
        yield f"It is the nearest by far, but {needs}: you learn in a way that none of the ten has."
    else:
        yield f"That is sure; {needs}. docs/models.md tells how often simulated subjects are recognised."


def _told(found: ModelLikeness, values: dict[str, Any]) -> Iterator[str | ToldTable]:
    yield from _sentences(values, found)
    rows = [
        (
            name,
            f"{100 * found.probability[name]:.1f}",
            f"{100 * found.luck[name]:.0f}",
            _share(found.agreement.get(name)),
        )
        for name in found.ranked
    ]
    yield ToldTable(
        "Who answers like you",
        ("model", "probability, %", "luck that it needs, %", "would have answered the same, %"),
        rows,
    )
    for name, (alike, asked) in values.get("chosen alike", {}).items():
        yield f"You chose {alike} of {asked} situations where '{name}' would have chosen them."
