"""The command `quiz`: what does the list come to here? Asked at the terminal, or as a sheet that is filled in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamelore.app.commands.guide import open_subject
from gamelore.app.terminal.output import JsonFlag, Seed, print_json, progress


def quiz(
    subject: Annotated[str, typer.Argument(metavar="GAME-or-DIR", help="A game with a list, or an agent's folder.")],
    questions: Annotated[int, typer.Option(help="At most so many questions.", min=1, max=500)] = 10,
    part: Annotated[str, typer.Option(help="Only of this part of the list: bid or play at 42.")] = "",
    sheet: Annotated[bool, typer.Option("--sheet", help="Print the questions to be answered on paper.")] = False,
    bare: Annotated[bool, typer.Option("--bare", help="On a sheet leave out the lines themselves.")] = False,
    answers: Annotated[
        Path | None, typer.Option(help="A file of answers, one a line: '3: 5-8'; the same seed asks the same.")
    ] = None,
    as_json: JsonFlag = False,
    seed: Seed = 0,
) -> None:
    """Try the lines of a list: say what they come to in a position.

    Positions are taken from contests of a reader who follows the list. After each answer it is told what
    the lines keep, one by one.

    Example: gamelore quiz lose_tic_tac_toe --questions 5
    """
    from dataclasses import replace

    from gamelore.app.guide.quizzing import ask, read_sheet, result_lines, sheet_lines, verdict_lines
    from gamelore.app.terminal.talk import talk
    from gamelore.app.terminal.width import text_width
    from gamelore.base.errors import NotAvailable, UnknownName
    from gamelore.base.files import read_text
    from gamelore.lab.guide.evidence import GuideAsked
    from gamelore.lab.guide.making import evidence_of
    from gamelore.lab.guide.quiz import wrong

    learner, facts, folder = open_subject(subject)
    game, evidence = learner.game, evidence_of(learner.game)
    with progress("contests", None) as advance:
        asked = GuideAsked(subject, seed, None, facts, folder, lambda _: advance())
        made = evidence.quiz(learner, asked, questions)
    parts = {question.part for question in made.questions}
    if part and part not in parts:
        raise UnknownName("part", part, sorted(parts))
    chosen = [question for question in made.questions if part in ("", question.part)]
    if not chosen:
        raise NotAvailable("there is no situation in which the list leaves little enough to be asked for")
    # Of several parts each has its share.
    several = [[q for q in chosen if q.part == name] for name in dict.fromkeys(q.part for q in chosen)]
    share = -(-questions // len(several))
    made = replace(made, questions=tuple(q for some in several for q in some[:share])[:questions])
    width = text_width()
    with talk() as person:
        if sheet:
            person.tell(*sheet_lines(game, made, person.ink, width, lines=not bare))
            return
        if answers is None:
            verdicts = ask(game, made, person, width)
        else:
            verdicts = read_sheet(game, made, read_text(answers), str(answers))
        if as_json:
            print_json(
                [
                    {"question": n, "situation": str(v.question.situation), "chosen": list(v.chosen), "right": v.right}
                    for n, v in enumerate(verdicts, start=1)
                ]
            )
            return
        if answers is not None:
            for number, verdict in wrong(verdicts):
                said = ", ".join(verdict.chosen) or "nothing"
                person.tell(f"Question {number}, {said}:", *verdict_lines(game, made, verdict, person.ink, width), "")
        person.tell(*result_lines(made, verdicts, width))
