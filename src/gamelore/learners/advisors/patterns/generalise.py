"""Generalisation: how cached patterns become concepts (1996, section 3.3 and Figure 6; 1998, Figure 4).

Patterns agree when they come from the same template and stage. Three rules join agreeing patterns of the same outcome
for their mover: three that differ in one position alone, which holds either marker or none, drop that position; two
that turn into one another when markers and mover are exchanged make mover and markers variable; two with different
movers that differ in one marker make mover and that marker variable. Results are generalised again until nothing new
appears.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from gamelore.games.board.game import SYMBOLS
from gamelore.learners.advisors.patterns.associations import CACHED, StageStore
from gamelore.learners.advisors.patterns.concepts import ANYTHING, BLANK, MINE, THEIRS, Concept, For, Result
from gamelore.learners.advisors.patterns.sight import Sight
from gamelore.learners.advisors.settings.patterns import GeneralisationRule, PatternSettings

Cells = tuple[str, ...]
Sketch = tuple[For, Result, Cells]
"""A pattern or concept on one template: for whom, how contests end for the mover, and what its positions hold."""

_DIGITS = ((BLANK, MINE, THEIRS), (BLANK, THEIRS, MINE))
"""Blank, the first and the second player's marker, for each mover."""
_RESULTS: tuple[tuple[Result, Result, Result], ...] = (("win", "loss", "draw"), ("loss", "win", "draw"))
_OTHER = {MINE: THEIRS, THEIRS: MINE}
_NAMED = {MINE: "X", THEIRS: "O"}
"""Whose marker it is when the first player moves."""
_ALTERNATIVES = ((MINE, THEIRS, BLANK), (*SYMBOLS, BLANK))


def generalise(
    section: StageStore, stage: str, sight: Sight, settings: PatternSettings
) -> dict[Concept, GeneralisationRule]:
    """Every concept that the cached patterns of a stage allow, each with the rule that made it last."""
    found: dict[Concept, GeneralisationRule] = {}
    for template in range(len(sight.templates)):
        if template in section.discarded:
            continue
        asked = sight.templates[template].asked
        for (mover, outcome, cells), rule in closure(_sketches(section, sight, template), settings).items():
            wanted = {p: what for p, what in zip(asked, cells, strict=True) if what != ANYTHING}
            found.setdefault(normal_concept(sight, stage, mover, outcome, wanted), rule)
    return found


def _sketches(section: StageStore, sight: Sight, template: int) -> Iterator[Sketch]:
    """The cached patterns of a template that have a single response, in every way its symmetries write them."""
    low, high = sight.starts[template : template + 2]
    usable = (section.kept == CACHED) & section.consistent
    for mover, place in np.argwhere(usable[:, low:high]).tolist():
        number = int(low) + place
        kind = int(section.responses[mover, number].argmax())
        cells = tuple(_DIGITS[mover][digit] for digit in sight.contents(number)[1])
        for turn in sight.turns[template]:
            whose: For = "O" if mover else "X"
            yield whose, _RESULTS[mover][kind], tuple(cells[k] for k in turn)


def closure(patterns: Iterable[Sketch], settings: PatternSettings) -> dict[Sketch, GeneralisationRule]:
    """All that the rules make of some patterns of one template, the patterns themselves left out."""
    known = set(patterns)
    made: dict[Sketch, GeneralisationRule] = {}
    new = sorted(known)
    while new:
        results: dict[Sketch, GeneralisationRule] = {}
        for sketch in new:
            for result, rule in _joined(sketch, known):
                asks = sum(what != ANYTHING for what in result[2])
                if rule in settings.rules and asks >= settings.fewest_positions and result not in known:
                    results.setdefault(result, rule)
        known |= results.keys()
        made.update(results)
        new = sorted(results)
    return made


def _joined(sketch: Sketch, known: set[Sketch]) -> Iterator[tuple[Sketch, GeneralisationRule]]:
    """What one sketch makes together with others that are known."""
    mover, outcome, cells = sketch
    for place, what in enumerate(cells):
        for kinds in _ALTERNATIVES:
            if what in kinds and all((mover, outcome, _put(cells, place, kind)) in known for kind in kinds):
                yield (mover, outcome, _put(cells, place, ANYTHING)), "drop"
    if mover == "either":
        return
    other: For = "O" if mover == "X" else "X"
    if (other, outcome, cells) in known:
        yield ("either", outcome, cells), "variabilise"
    # Exchanging nothing but the mover exchanges what its and the other's markers are called.
    swapped = tuple(_OTHER.get(what, what) for what in cells)
    first = cells if mover == "X" else swapped
    for place, what in enumerate(cells):
        if what in _OTHER and (other, outcome, _put(swapped, place, what)) in known:
            named = tuple(_NAMED.get(kind, kind) for kind in first)
            yield ("either", outcome, _put(named, place, what)), "variabilise one"


def _put(cells: Cells, place: int, what: str) -> Cells:
    return (*cells[:place], what, *cells[place + 1 :])


def normal_concept(sight: Sight, stage: str, mover: For, outcome: Result, wanted: dict[int, str]) -> Concept:
    """The one concept for all symmetric places, on the smallest template that covers what it asks about.

    Which template it was learned from does not show: the same concept is the same on every run.
    """
    images = [{s[p]: what for p, what in wanted.items()} for s in sight.symmetries]
    for template in sorted(sight.templates, key=lambda t: len(t.asked)):
        covered = [image for image in images if image.keys() <= set(template.asked)]
        if covered:
            cells = min(tuple((p, image.get(p, ANYTHING)) for p in template.asked) for image in covered)
            return Concept(stage, mover, outcome, template.shape, cells)
    raise AssertionError("what a template asks about is covered by that template")
