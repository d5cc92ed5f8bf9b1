"""Build the labelled store again, or its second opinion: `python -m gamelore.oracles.forty_two --relabel [--second]`.

Prices are appended to a file beside the store while they are made, so that an interrupted build goes on where it
stopped; the store itself is written whole at the end.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from gamelore.base.errors import DamagedFile
from gamelore.base.files import Json, parse_json, read_text, to_json, write_text
from gamelore.games.forty_two.dominoes import TRUMP_NAMES, hand_text, parse_hand, parse_trump
from gamelore.oracles.forty_two.agreement import agreement, second_opinion
from gamelore.oracles.forty_two.labelled_store import (
    SECOND,
    SHIPPED,
    STORE_VERSION,
    LabelledHand,
    Store,
    label_round,
    load_store,
    read_price,
)
from gamelore.oracles.forty_two.labels import RULES, THIRTY_ONLY, Label
from gamelore.oracles.forty_two.pricing import DEFENCE_FROM, OFFENCE_FROM
from gamelore.oracles.forty_two.trainer import SETS, PricedHand, Sampling, price_round

ROUNDS = {"choose": 400, "report": 200}
COMMAND = "python -m gamelore.oracles.forty_two --relabel"
Task = tuple[str, int]


def main(arguments: list[str] | None = None) -> int:
    """Build or resume; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m gamelore.oracles.forty_two", description=__doc__)
    parser.add_argument("--relabel", action="store_true", help="price every hand again, even if the store is there")
    parser.add_argument(
        "--second", action="store_true", help="build the second opinion: the set to report on, other deals"
    )
    parser.add_argument("--out", type=Path, help="where the store goes; where it ships by default")
    parser.add_argument("--choose", type=int, default=ROUNDS["choose"], help="rounds of the set to choose on")
    parser.add_argument("--report", type=int, default=ROUNDS["report"], help="rounds of the set to report on")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--agree", action="store_true", help="compare the two shipped opinions")
    options = parser.parse_args(arguments)
    if options.agree:
        report_agreement(load_store(), load_store(SECOND))
        return 0
    out = options.out or (SECOND if options.second else SHIPPED)
    if out.exists() and not options.relabel:
        print(f"{out}: is there already; --relabel builds it again", file=sys.stderr)
        return 1
    rounds = {"report": options.report} if options.second else {"choose": options.choose, "report": options.report}
    build(out, rounds, Sampling(), options.processes, sample=int(options.second))
    return 0


def report_agreement(store: Store, second: Store) -> None:
    """Print how well the trainer agrees with itself on the set to report on."""
    rule = RULES[store.facts["rule"]]
    first, again = ([hand for four in opinion.rounds("report") for hand in four] for opinion in (store, second))
    found = agreement(first, [second_opinion(a, b, rule) for a, b in zip(first, again, strict=True)])
    print(f"{len(first)} hands labelled twice agree, in percent: calls in rounds {found.calls}, ", end="")
    print(f"first calls {found.first}, trump of hands to bid {found.trump}")


def build(out: Path, rounds: dict[str, int], sampling: Sampling, processes: int = 1, sample: int = 0) -> Store:
    """Price all rounds, label them and write the store; another `sample` draws other deals."""
    part = out.with_suffix(".part")
    done = _read_part(part)
    tasks = [task for task in _order(rounds) if task not in done]
    part.parent.mkdir(parents=True, exist_ok=True)
    with part.open("a", encoding="utf-8") as file:
        for (name, number), hands in _priced(tasks, sampling, processes, sample):
            done[name, number] = hands
            file.write(_part_line(name, number, hands) + "\n")
            file.flush()
            print(f"\r{len(done)} of {sum(rounds.values())} rounds", end="", file=sys.stderr)
    store = assemble({task: done[task] for task in sorted(_order(rounds))}, sampling, rounds, sample)
    write_text(out, store.to_text())
    part.unlink()
    return store


def assemble(
    priced: dict[Task, tuple[PricedHand, ...]], sampling: Sampling, rounds: dict[str, int], sample: int = 0
) -> Store:
    """Label priced rounds by the shipped rule."""
    nothing = Label(0, 0.0, 0, 0.0, 0, 0)
    hands: list[LabelledHand] = []
    for (name, number), four in priced.items():
        raw = [
            LabelledHand(name, number, place, hand.dominoes, (), hand.prices, hand.defence, nothing)
            for place, hand in enumerate(four)
        ]
        hands += label_round(raw, THIRTY_ONLY)
    facts = {
        "version": STORE_VERSION,
        "command": COMMAND + " --second" * sample + "".join(f" --{name} {count}" for name, count in rounds.items()),
        "seeds": SETS,
        "sampling": asdict(sampling),
        "rule": THIRTY_ONLY.name,
        "hands": len(hands),
    }
    return Store(facts, tuple(hands))


def _order(rounds: dict[str, int]) -> list[Task]:
    """All rounds, the sets in step, so that an unfinished build holds a share of each."""
    tasks = [(name, number) for name, count in rounds.items() for number in range(count)]
    return sorted(tasks, key=lambda task: (task[1] + 1) / rounds[task[0]])


def _priced(
    tasks: list[Task], sampling: Sampling, processes: int, sample: int
) -> Iterator[tuple[Task, tuple[PricedHand, ...]]]:
    price = partial(_price, sampling=sampling, sample=sample)
    if processes == 1:
        yield from ((task, price(task)) for task in tasks)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from zip(tasks, pool.map(price, tasks), strict=True)


def _price(task: Task, sampling: Sampling, sample: int) -> tuple[PricedHand, ...]:
    return price_round(SETS[task[0]], task[1], sampling, sample)


def _part_line(name: str, number: int, hands: tuple[PricedHand, ...]) -> str:
    rows = [
        {
            "hand": hand_text(hand.dominoes),
            "prices": {TRUMP_NAMES[trump]: list(price.counts) for trump, price in hand.prices.items()},
            "defence": list(hand.defence.counts),
        }
        for hand in hands
    ]
    return to_json({"set": name, "round": number, "hands": rows})


def _read_part(part: Path) -> dict[Task, tuple[PricedHand, ...]]:
    """What an interrupted build has priced already; a last line that was cut off is dropped."""
    done: dict[Task, tuple[PricedHand, ...]] = {}
    if not part.exists():
        return done
    text = read_text(part)
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        write_text(part, whole)
    for number, line in enumerate(whole.splitlines(), start=1):
        where = f"{part}:{number}"
        content = parse_json(line, where)
        try:
            hands = tuple(_read_priced(row, where) for row in content["hands"])
            done[str(content["set"]), int(content["round"])] = hands
        except (KeyError, TypeError, AttributeError, ValueError):
            raise DamagedFile(f"{where}: not a round that was priced; remove the file, or this line") from None
    return done


def _read_priced(row: Json, where: str) -> PricedHand:
    prices = {parse_trump(trump): read_price(counts, OFFENCE_FROM, where) for trump, counts in row["prices"].items()}
    return PricedHand(parse_hand(row["hand"], where), prices, read_price(row["defence"], DEFENCE_FROM, where))
