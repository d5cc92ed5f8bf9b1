"""Prices of the stored hands as they were played out, so that nobody waits for them: `played.jsonl`.

    python -m gamelore.arena.forty_two.played_prices

plays the hands of the labelled store again and writes the file, a few minutes. Seed 0 is what a bidder learns from;
seed 1, for the set to report on, is the second opinion. What stands in the file is what `LinesPlay` says of the same
hand and seed while the shipped lines are the same; a test plays some of it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from gamelore.arena.forty_two.playing import DEALS, LinesPlay
from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import parse_json, read_text, to_json, write_text
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import TRUMP_NAMES, hand_text, parse_hand, parse_trump
from gamelore.games.forty_two.rules import SEATS, THESIS, RuleSet
from gamelore.oracles.forty_two.labelled_store import SHIPPED, LabelledHand, label_round, load_store, read_price
from gamelore.oracles.forty_two.labels import PLAYED_OUT
from gamelore.oracles.forty_two.pricing import OFFENCE_FROM, Price, prices_of

FILE = SHIPPED.with_name("played.jsonl")
VERSION = 1
LEARNED, SECOND_OPINION = 0, 1
"""The seeds of what is stored."""

PlayedPrices = Mapping[tuple[int, int], Mapping[int, Price]]
"""What a hand (as a set of dominoes) took as declarer, by the seed of its deals."""


@cache
def stored_prices() -> PlayedPrices:
    """The stored prices; none where the file is not there."""
    return read_played(read_text(FILE), str(FILE)) if FILE.exists() else {}


def read_played(text: str, where: str) -> PlayedPrices:
    """The prices of a text."""
    head, *lines = text.splitlines() or [""]
    facts = parse_json(head, f"{where}:1")
    if not isinstance(facts, dict) or (facts.get("version"), facts.get("deals")) != (VERSION, DEALS):
        raise DamagedFile(f"{where}:1: expected version {VERSION} and {DEALS} deals a hand")
    if facts.get("hands") != len(lines):
        raise DamagedFile(f"{where}: holds {len(lines)} hands, its first line says {facts.get('hands')!r}")
    found: dict[tuple[int, int], Mapping[int, Price]] = {}
    for number, line in enumerate(lines, start=2):
        row = parse_json(line, f"{where}:{number}")
        try:
            hand, seed = mask_of(parse_hand(row["hand"])), int(row["seed"])
            found[hand, seed] = {
                parse_trump(name): read_price(counts, OFFENCE_FROM, f"{where}:{number}")
                for name, counts in row["prices"].items()
            }
        except DamagedFile:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, GameloreError) as error:
            raise DamagedFile(f"{where}:{number}: not a hand that was played out: {error}") from None
    return found


def played_out(
    hands: Sequence[LabelledHand], seed: int = LEARNED, rules: RuleSet = THESIS, stored: PlayedPrices | None = None
) -> list[LabelledHand]:
    """The same hands priced by playing them out, labelled by `PLAYED_OUT`; whole rounds hear their calls anew.

    What is stored is not played again.
    """
    players, known = LinesPlay(), stored_prices() if stored is None else stored
    priced = []
    for hand in hands:
        prices = known.get((mask_of(hand.dominoes), seed))
        if prices is None or prices.keys() != hand.prices.keys():
            prices = prices_of(players.points(hand.dominoes, seed), hand.prices)
        priced.append(replace(hand, prices=prices))
    rounds = [priced[i : i + SEATS] for i in range(0, len(priced), SEATS)]
    return [hand for four in rounds for hand in label_round(four, PLAYED_OUT, rules)]


def play_all() -> Iterator[str]:
    """Play every stored hand out, a line each."""
    players, wanted = LinesPlay(), {LEARNED: ("choose", "report"), SECOND_OPINION: ("report",)}
    for seed, sets in wanted.items():
        for hand in load_store().hands:
            if hand.set in sets:
                prices = prices_of(players.points(hand.dominoes, seed), hand.prices)
                counts = {TRUMP_NAMES[trump]: list(price.counts) for trump, price in sorted(prices.items())}
                yield to_json({"hand": hand_text(hand.dominoes), "seed": seed, "prices": counts})


def main(out: Path = FILE) -> None:
    """Write the file."""
    lines = list(play_all())
    command = "python -m gamelore.arena.forty_two.played_prices"
    facts = to_json({"command": command, "deals": DEALS, "hands": len(lines), "version": VERSION})
    write_text(out, "".join(f"{line}\n" for line in (facts, *lines)))


if __name__ == "__main__":
    main()
