"""What is told of Waterman's models of how people learn: all of them, one, a design, the strategy, clusters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from gamelore.base.errors import UnknownName
from gamelore.base.seeds import stream
from gamelore.base.stats import wilson
from gamelore.learners.rules.poker.lists import builtin
from gamelore.papers.answers import PaperAnswer, ToldTable
from gamelore.papers.waterman_1968.psychology.clusters import Clustering
from gamelore.papers.waterman_1968.psychology.experiments import (
    BLOCK,
    CHOOSING,
    DESIGNS,
    IN_A_ROW,
    INTERACTIVE,
    Simulation,
    replay,
    simulate,
    strategy_clusters,
    trainer_clusters,
)
from gamelore.papers.waterman_1968.psychology.likeness import LUCK, SURE, recognise
from gamelore.papers.waterman_1968.psychology.models import MODELS
from gamelore.papers.waterman_1968.psychology.printed import (
    COMPLEX_END,
    DISTANCES,
    EFFECTS,
    FIGURE_4_1,
    FIGURE_A_1,
    PREDICTIONS,
    UNREAD,
)
from gamelore.papers.waterman_1968.psychology.strategy import WATERMAN
from gamelore.papers.waterman_1968.psychology.trees import Pair, effects

STRATEGY, CLUSTERS, RECOGNITION = "strategy", "clusters", "recognition"


def tell_models(name: str | None, *, subjects: int, trials: int, lapse: float, seed: int) -> PaperAnswer:
    """What there is, or what is known by a name."""
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
        found, show = _clusters(trials, seed), _show_clusters
    elif wanted == RECOGNITION:
        found, show = _recognition(how), _show_recognition
    else:
        known = [m.replace(" ", "_") for m in FIGURE_4_1]
        raise UnknownName("model", name, [*known, *DESIGNS, STRATEGY, CLUSTERS, RECOGNITION])
    return PaperAnswer(found, show(found))


def _catalogue() -> dict[str, Any]:
    rows = [
        {
            "model": model.replace(" ", "_"), "represents": parts[0], "stores": parts[1], "finds": parts[2],
            "described": model in PREDICTIONS, "can choose": model in CHOOSING,
        }
        for model, parts in FIGURE_4_1.items()
    ]  # fmt: skip
    return {"models": rows, "designs": DESIGNS}


def _show_catalogue(found: dict[str, Any]) -> Iterator[str | ToldTable]:
    rows = [["yes" if cell is True else cell or "" for cell in model.values()] for model in found["models"]]
    yield ToldTable("Models of how people learn a strategy (Figure 4-1)", list(found["models"][0]), rows)
    for design, words in found["designs"].items():
        yield f"{design}: {words}."
    yield f"{STRATEGY}: what is to be learned. {CLUSTERS}: how equal decisions lie together."
    yield f"{RECOGNITION}: how often a simulated subject is taken for the model that it is (gamelore subject)."


def _model(name: str, how: dict[str, Any]) -> dict[str, Any]:
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


def _show_model(found: dict[str, Any]) -> Iterator[str | ToldTable]:
    rows = []
    for number, step in enumerate(found["sequence"], start=1):
        predicted = f"{step['predicted']} (a guess)" if step["guessed"] else step["predicted"]
        where = ",".join(map(str, step["situation"]))
        row = [number, where, step["knew"] or "nothing", predicted, step["printed"], step["correct"]]
        if step["distances"]:
            row[2] += f" (at {_distances(step['distances'])}; printed {_distances(step['printed distances'])})"
        rows.append(row)
    head = ("trial", "H,P,B", "knows before it", "predicts", "printed", "right")
    yield ToldTable(f"{found['model']} ({', '.join(found['parts'])}): the sequence of Figure 4-2", head, rows)
    yield f"After it: {found['end']}"
    if "printed end" in found:
        yield f"Printed:  {found['printed end']}"
    yield _simulated(found["simulated"], found)
    agreement = found["simulated"][0]["agreement"]
    said = ", ".join(f"{other} {100 * share:.0f} %" for other, share in agreement.items())
    yield f"On the same situations these subjects predict what the models predict: {said}."


def _distances(numbers: Sequence[float]) -> str:
    return " ".join(f"{number:.1f}" for number in numbers)


def _simulated(rows: Sequence[dict[str, Any]], how: dict[str, Any]) -> ToldTable:
    lapses = f", guessing in {how['lapse']:.0%} of their answers" if how["lapse"] else ""
    title = f"{how['subjects']} subjects, {how['trials']} trials each{lapses}, seed {how['seed']}"
    head = ("model", "design", f"errors in each {BLOCK} trials, %", f"{IN_A_ROW} in a row", "stores", "compares")
    cells = []
    for row in rows:
        errors = " ".join(f"{100 * share:.0f}" for share in row["errors"])
        learned = "not reached" if row["median"] is None else f"at {row['median']}"
        cells.append((row["model"], row["design"], errors, learned, f"{row['size']:.1f}", f"{row['cost']:.1f}"))
    return ToldTable(title, head, cells)


def _design(design: str, how: dict[str, Any]) -> dict[str, Any]:
    names = CHOOSING if design == INTERACTIVE else tuple(MODELS)
    return {"design": design, "simulated": [_figures(simulate(name, design, **how)) for name in names], **how}


def _show_design(found: dict[str, Any]) -> Iterator[str | ToldTable]:
    yield _simulated(found["simulated"], found)


def _strategy() -> dict[str, Any]:
    tree, counts = WATERMAN.tree(), dict.fromkeys(WATERMAN.actions, 0)
    for situation in WATERMAN.universe():
        counts[WATERMAN.trial(situation, tree).action] += 1
    nodes = {"the root": WATERMAN.pairs, "h1, yes": [pair for pair in WATERMAN.pairs if pair[0][0] == "h1"]}
    classes = [definition for attribute in WATERMAN.attributes for definition in attribute.classes.definitions()]
    return {
        "pairs": [",".join(str(entry or "*") for entry in left) + f"->{action}" for left, action in WATERMAN.pairs],
        "categories": {definition.symbol: str(definition.predicate) for definition in classes},
        "tree": str(tree),
        "printed tree": FIGURE_A_1,
        "effects": [_node(where, pairs) for where, pairs in nodes.items()],
        "situations": counts,
    }


def _node(where: str, pairs: Sequence[Pair]) -> dict[str, Any]:
    found = {str(value): str(effect) for (_, value), effect in effects(pairs).items()}
    return {"node": where, "effects": found, "printed": dict(EFFECTS[where])}


def _show_strategy(found: dict[str, Any]) -> Iterator[str | ToldTable]:
    yield f"Pairs:   {'; '.join(found['pairs'])}"
    yield f"Where    {'; '.join(f'{symbol} is {when}' for symbol, when in found['categories'].items())}"
    yield f"Tree:    {found['tree']}"
    yield f"Printed: {found['printed tree']} (Figure A-1)"
    for node in found["effects"]:
        rows = [(value, effect, node["printed"].get(value)) for value, effect in node["effects"].items()]
        yield ToldTable(f"Effects at {node['node']}", ("value", "ours", "printed (Appendix A, Part I)"), rows)
    yield UNREAD
    yield "Situations: " + ", ".join(f"{action} {count:,}" for action, count in found["situations"].items())


def _recognition(how: dict[str, Any]) -> dict[str, Any]:
    found = recognise(**how)
    return {**asdict(found), **how}


def _show_recognition(found: dict[str, Any]) -> Iterator[str | ToldTable]:
    names = [*MODELS, LUCK]
    rows = [[name, *(found["taken_for"][name].get(other) for other in names)] for name in MODELS]
    title = (
        f"{found['subjects']} subjects of each model, {found['trials']} trials each, lapse {found['lapse']:g}, seed "
        f"{found['seed']}: whom they were taken for"
    )
    yield ToldTable(title, ["model", *(str(n) for n in range(1, len(MODELS) + 1)), LUCK], rows)
    yield "Columns: " + ", ".join(f"{n} {name}" for n, name in enumerate(MODELS, start=1))
    whole = found["subjects"] * len(MODELS)
    yield (
        f"Recognised: {wilson(found['right'], whole):.0f} %. Called with {100 * SURE:.0f} % or more: {found['sure']} "
        f"of {whole}, of these right: {wilson(found['right_when_sure'], found['sure']):.0f} %."
    )


SPACES: Mapping[str, tuple[Callable[[int, int], Clustering], Callable[[], int], tuple[str, ...]]] = {
    "the strategy of chapter 4": (strategy_clusters, lambda: len(WATERMAN.pairs), ("H", "P", "B")),
    "the trainer of poker": (
        trainer_clusters, lambda: len(builtin().rules), ("POT", "LASTBET", "BLUFFO", "POTBET", "OSTYLE"),
    ),
}  # fmt: skip
"""Whose decisions are asked: how, how many rules it has, and the variables whose definitions K moves."""


def _clusters(points: int, seed: int) -> dict[str, Any]:
    spaces = []
    for name, (estimate, has, moved) in SPACES.items():
        space = estimate(points, seed)
        row = {
            "space": name, "clusters": space.clusters, "rules": space.rules, "has": has(),
            "K": space.largest_change(moved), "widths": dict(space.widths),
        }  # fmt: skip
        spaces.append(row)
    return {"points": points, "seed": seed, "spaces": spaces}


def _show_clusters(found: dict[str, Any]) -> Iterator[str | ToldTable]:
    rows = [
        (
            s["space"], s["clusters"], s["rules"], s["has"], f"{s['K']:.1f}",
            ", ".join(f"{n} {w:.1f}" for n, w in s["widths"].items()),
        )
        for s in found["spaces"]
    ]  # fmt: skip
    head = ("decisions of", "clusters", "rules", "rules it has", "K", "mean width along each variable")
    yield ToldTable(f"{found['points']} situations asked (--trials), seed {found['seed']}", head, rows)
    yield (
        "Clusters: groups of equal decisions that hang together (p74-76). The source takes their number for that of "
        "the rules (p168). But a rule is a box, and a cluster that is no box needs several: take it as the least."
    )
    yield (
        "Rules: boxes of one decision that hold all situations asked, in no order. More situations find rarer rules. "
        "It tells how hard a task is before anybody is trained; a list, which has an order, may need fewer."
    )
    yield "K: half of the least mean width of a variable whose definitions K moves. The source suggests the mean width."
