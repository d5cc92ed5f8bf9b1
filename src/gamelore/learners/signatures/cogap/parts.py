"""The parts of COGAP-42 that can be silenced to see what they add: goals, mending and rote tables.

A goal that is silenced says of every hand what is usual; what was learned of its sub-goals is then heard by nobody.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace

from gamelore.learners.core import Part
from gamelore.learners.signatures.cogap.bidder import Bidder
from gamelore.learners.signatures.cogap.rote_tables import SavePartnerTable

DEFENCE, MENDING, MARKS, SAVES = "defensive tree", "mending", "marks table", "save-partner table"


def bidder_parts(bidder: Bidder) -> Iterator[Part]:
    """Whatever of a bidder has learned something."""
    tree = bidder.offence.tree
    for name in tree.goal(tree.root).inputs:
        if name in bidder.offence.tables and bidder.offence.tables[name].known.any():
            yield Part(name, f"Rates a hand by its {tree.goal(name).sentence}.")
    if bidder.defence.tables[bidder.defence.tree.root].known.any():
        yield Part(DEFENCE, "Asks what the hand is worth against a bid.")
    if bidder.mending is not None and bidder.mending.tables:
        yield Part(MENDING, f"Corrects what its tables miss, by {len(bidder.mending.tables)} pairs of parameters.")
    if bidder.settings.choice == "marks" and bidder.marks.hands.any():
        yield Part(MARKS, "Calls what brought most marks with hands of the same class.")
    if bidder.saves.counts.any():
        yield Part(SAVES, "Overbids a partner who only gave information.")


def bidder_without(bidder: Bidder, part: str) -> Bidder:
    """A twin without a part; it is not to learn, for it shares what was learned."""
    twin = copy.copy(bidder)
    if part == DEFENCE:
        twin.defence = bidder.defence.without(bidder.defence.tree.root)
    elif part == MENDING:
        assert bidder.mending is not None
        twin.mending = replace(bidder.mending, tables=())  # the cuts stay: other classes were never taught
    elif part == MARKS:
        twin.settings = replace(bidder.settings, choice="penalty")
    elif part == SAVES:
        twin.saves = SavePartnerTable(bidder.saves.goal)
        twin.forget_view()
    else:
        twin.offence = bidder.offence.without(part)
    return twin
