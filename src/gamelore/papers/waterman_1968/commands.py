"""The commands that the paper brings: `models`, and `subject` for a person who takes part."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamelore.papers.answers import Dialogue, PaperAnswer


def models(
    name: Annotated[
        str | None, typer.Argument(help="A model, a design (random, interactive), strategy, clusters or recognition.")
    ] = None,
    subjects: Annotated[int, typer.Option(help="How many simulated subjects.", min=1, max=10_000)] = 10,
    trials: Annotated[int, typer.Option(help="How many situations each of them sees.", min=20, max=100_000)] = 100,
    lapse: Annotated[float, typer.Option(help="How often a subject answers by guessing.", min=0.0, max=1.0)] = 0.0,
    seed: int = 0,
) -> PaperAnswer:
    """Simulate models of how people learn a strategy (Waterman 1968, chapter 4), beside what the source prints.

    Without a name: what there is. A model: its predictions on the printed sequence, and subjects that learn by it. A
    design: all models under it. strategy: what is to be learned, and its tree. clusters: how equal decisions lie
    together, for this strategy and for the trainer of poker. recognition: how often a simulated subject is taken for
    the model that it is, as gamelore subject does it.

    Example: gamelore models induction --seed 1 --subjects 20
    """
    from gamelore.papers.waterman_1968.psychology.telling import tell_models

    return tell_models(name, subjects=subjects, trials=trials, lapse=lapse, seed=seed)


def subject(
    talk: Dialogue,
    file: Annotated[Path, typer.Argument(help="Where the answers are kept; a sitting that is there goes on.")],
    design: Annotated[
        str, typer.Option(help="random (by default): situations are drawn; interactive: you choose.")
    ] = "",
    trials: Annotated[int | None, typer.Option(help="How many situations; 60 by default.", min=1, max=1000)] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the cumulative record as a picture to this file.")] = None,
    seed: int = 0,
) -> PaperAnswer:
    """Be the subject: learn a strategy from examples, and see which model of learning answers most like you.

    The designs are those of Waterman (1968, section 4.3). You may quit and go on another time.

    Example: gamelore subject runs/me.toml --svg runs/me.svg
    """
    from gamelore.papers.waterman_1968.psychology.being_subject import be_subject

    return be_subject(talk, file, design, trials, svg, seed)
