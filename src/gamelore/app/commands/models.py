"""The command that shows Waterman's models of how people learn a strategy: `models`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamelore.app.terminal.output import JsonFlag, Seed, console, print_json

if TYPE_CHECKING:
    from gamelore.learners.rules.psychology.experiments import Simulation

STRATEGY, CLUSTERS = "strategy", "clusters"


def models(
    name: Annotated[
        str | None, typer.Argument(help="A model, a design (random, interactive), strategy or clusters.")
    ] = None,
    subjects: Annotated[int, typer.Option(help="How many simulated subjects.", min=1, max=10_000)] = 10,
    trials: Annotated[int, typer.Option(help="How many situations each of them sees.", min=20, max=100_000)] = 100,
    lapse: Annotated[float, typer.Option(help="How often a subject answers by guessing.", min=0.0, max=1.0)] = 0.0,
    seed: Seed = 0,
    as_json: JsonFlag = False,
) -> None:
    """Simulate models of how people learn a strategy (Waterman 1968, chapter 4), beside what the source prints.

    Without a name: what there is. A model: its predictions on the printed sequence, and subjects that learn by it. A
    design: all models under it. strategy: what is to be learned, and its tree. clusters: how equal decisions lie
    together, for this strategy and for the trainer of poker.

    Example: gamelore models induction --seed 1 --subjects 20
    """
    from gamelore.base.errors import UnknownName
    from gamelore.learners.rules.psychology.experiments import DESIGNS
    from gamelore.learners.rules.psychology.printed import FIGURE_4_1

    wanted = (name or "").replace("_", " ")
    how: dict[str, Any] = {"seed": seed, "subjects": subjects, "trials": trials, "lapse": lapse}
    if name is None:
        found, show = _catalogue(), _show_catalogue
    elif wanted in FIGURE_4_1:
        found, show = _model(wanted, how), _show_model
    elif wanted in DESIGNS:
        found, show = _design(wanted, how), _show_design
    elif wanted == STRATEGY:
        found, show = _strategy(), _show_strategy
    elif wanted == CLUSTERS:
        found, show = _clusters(seed), _show_clusters
    else:
        known = [m.replace(" ", "_") for m in FIGURE_4_1]
        raise UnknownName("model", name, [*known, *DESIGNS, STRATEGY, CLUSTERS])
    if as_json:
        print_json(found)
    else:
        show(found)


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    from rich.table import Column, Table

    table = Table(*(Column(word, overflow="fold") for word in head), title=title, title_justify="left")
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    console().print(table, markup=False)


def _say(sentence: str) -> None:
    console().print(sentence, markup=False)


def _catalogue() -> dict[str, Any]:
    from gamelore.learners.rules.psychology.experiments import CHOOSING, DESIGNS
    from gamelore.learners.rules.psychology.printed import FIGURE_4_1, PREDICTIONS

    rows = [
        {
            "model": model.replace(" ", "_"), "represents": parts[0], "stores": parts[1], "finds": parts[2],
            "described": model in PREDICTIONS, "can choose": model in CHOOSING,
        }
        for model, parts in FIGURE_4_1.items()
    ]  # fmt: skip
    return {"models": rows, "designs": DESIGNS}


def _show_catalogue(found: dict[str, Any]) -> None:
    rows = [["yes" if cell is True else cell or "" for cell in model.values()] for model in found["models"]]
    _table("Models of how people learn a strategy (Figure 4-1)", list(found["models"][0]), rows)
    for design, words in found["designs"].items():
        _say(f"{design}: {words}.")
    _say(f"{STRATEGY}: what is to be learned. {CLUSTERS}: how equal decisions lie together.")


def _model(name: str, how: dict[str, Any]) -> dict[str, Any]:
    from dataclasses import asdict

    from gamelore.base.seeds import stream
    from gamelore.learners.rules.psychology.experiments import CHOOSING, DESIGNS, INTERACTIVE, replay, simulate
    from gamelore.learners.rules.psychology.printed import COMPLEX_END, DISTANCES, FIGURE_4_1

    steps, end = replay(name, stream(how["seed"]))
    sequence = [asdict(step) for step in steps]
    if steps[-1].distances:
        sequence = [{**row, "printed distances": list(far)} for row, far in zip(sequence, DISTANCES, strict=True)]
    designs = [design for design in DESIGNS if design != INTERACTIVE or name in CHOOSING]
    found = {"model": name, "parts": list(FIGURE_4_1[name]), "sequence": sequence, "end": end, **how}
    if name == "complex placement":
        found["printed end"] = COMPLEX_END
    return {**found, "simulated": [_figures(simulate(name, design, **how)) for design in designs]}


def _figures(found: Simulation) -> dict[str, Any]:
    return {
        "model": found.model, "design": found.design, "errors": list(found.errors), "reached": list(found.reached),
        "median": found.median, "size": found.size, "cost": found.cost, "agreement": dict(found.agreement),
    }  # fmt: skip


def _show_model(found: dict[str, Any]) -> None:
    rows = []
    for number, step in enumerate(found["sequence"], start=1):
        predicted = f"{step['predicted']} (a guess)" if step["guessed"] else step["predicted"]
        where = ",".join(map(str, step["situation"]))
        row = [number, where, step["knew"] or "nothing", predicted, step["printed"], step["correct"]]
        if step["distances"]:
            row[2] += f" (at {_distances(step['distances'])}; printed {_distances(step['printed distances'])})"
        rows.append(row)
    head = ("trial", "H,P,B", "knows before it", "predicts", "printed", "right")
    _table(f"{found['model']} ({', '.join(found['parts'])}): the sequence of Figure 4-2", head, rows)
    _say(f"After it: {found['end']}")
    if "printed end" in found:
        _say(f"Printed:  {found['printed end']}")
    _show_simulated(found["simulated"], found)
    agreement = found["simulated"][0]["agreement"]
    said = ", ".join(f"{other} {100 * share:.0f} %" for other, share in agreement.items())
    _say(f"On the same situations these subjects predict what the models predict: {said}.")


def _distances(numbers: Sequence[float]) -> str:
    return " ".join(f"{number:.1f}" for number in numbers)


def _show_simulated(rows: Sequence[dict[str, Any]], how: dict[str, Any]) -> None:
    from gamelore.learners.rules.psychology.experiments import BLOCK, IN_A_ROW

    lapses = f", guessing in {how['lapse']:.0%} of their answers" if how["lapse"] else ""
    title = f"{how['subjects']} subjects, {how['trials']} trials each{lapses}, seed {how['seed']}"
    head = ("model", "design", f"errors in each {BLOCK} trials, %", f"{IN_A_ROW} in a row", "stores", "compares")
    cells = []
    for row in rows:
        errors = " ".join(f"{100 * share:.0f}" for share in row["errors"])
        learned = "not reached" if row["median"] is None else f"at {row['median']}"
        cells.append((row["model"], row["design"], errors, learned, f"{row['size']:.1f}", f"{row['cost']:.1f}"))
    _table(title, head, cells)


def _design(design: str, how: dict[str, Any]) -> dict[str, Any]:
    from gamelore.learners.rules.psychology.experiments import CHOOSING, INTERACTIVE, simulate
    from gamelore.learners.rules.psychology.models import MODELS

    names = CHOOSING if design == INTERACTIVE else tuple(MODELS)
    return {"design": design, "simulated": [_figures(simulate(name, design, **how)) for name in names], **how}


def _show_design(found: dict[str, Any]) -> None:
    _show_simulated(found["simulated"], found)


def _strategy() -> dict[str, Any]:
    from gamelore.learners.rules.psychology.printed import EFFECTS, FIGURE_A_1
    from gamelore.learners.rules.psychology.strategy import WATERMAN
    from gamelore.learners.rules.psychology.trees import effects

    tree, counts = WATERMAN.tree(), dict.fromkeys(WATERMAN.actions, 0)
    for situation in WATERMAN.universe():
        counts[WATERMAN.trial(situation, tree).action] += 1
    classes = [definition for attribute in WATERMAN.attributes for definition in attribute.classes.definitions()]
    return {
        "pairs": [",".join(str(entry or "*") for entry in left) + f"->{action}" for left, action in WATERMAN.pairs],
        "categories": {definition.symbol: str(definition.predicate) for definition in classes},
        "tree": str(tree),
        "printed tree": FIGURE_A_1,
        "effects": {str(value): str(effect) for (_, value), effect in effects(WATERMAN.pairs).items()},
        "printed effects": EFFECTS,
        "situations": counts,
    }


def _show_strategy(found: dict[str, Any]) -> None:
    _say(f"Pairs:   {'; '.join(found['pairs'])}")
    _say(f"Where    {'; '.join(f'{symbol} is {when}' for symbol, when in found['categories'].items())}")
    _say(f"Tree:    {found['tree']}")
    _say(f"Printed: {found['printed tree']} (Figure A-1)")
    rows = [(value, effect, found["printed effects"][value]) for value, effect in found["effects"].items()]
    _table("Effects at the root", ("value", "ours", "printed"), rows)
    _say("Situations: " + ", ".join(f"{action} {count:,}" for action, count in found["situations"].items()))


POINTS = 60
"""Sampled situations from which clusters are estimated."""


def _clusters(seed: int) -> dict[str, Any]:
    from gamelore.learners.rules.psychology.experiments import strategy_clusters, trainer_clusters

    found = {"the strategy of chapter 4": strategy_clusters, "the trainer of poker": trainer_clusters}
    spaces = []
    for name, estimate in found.items():
        space = estimate(POINTS, seed)
        row = {"space": name, "clusters": space.clusters, "K": space.largest_change, "widths": dict(space.widths)}
        spaces.append(row)
    return {"points": POINTS, "seed": seed, "spaces": spaces}


def _show_clusters(found: dict[str, Any]) -> None:
    rows = [
        (s["space"], s["clusters"], f"{s['K']:.1f}", ", ".join(f"{n} {w:.1f}" for n, w in s["widths"].items()))
        for s in found["spaces"]
    ]
    head = ("decisions of", "clusters", "K", "mean width along each variable")
    _table(f"{found['points']} situations asked, seed {found['seed']}", head, rows)
    _say("About as many rules as clusters are needed (p166-168). K, as suggested here, is half of the least width.")
