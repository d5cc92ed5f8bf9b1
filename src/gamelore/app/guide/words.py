"""What a guide says in words, the same in the text and on the page, and the same for all games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from gamelore.lab.guide.core import ByUnit, Guide, GuideEntry, GuidePart, ListChoice, ListPrice, ListStep, StrangerPanel

Said = Callable[[str], str]
"""How an option is said."""

AHEAD = {
    0: "Look at the board after your move.",
    1: "Try one move further.",
    2: "Try two moves further.",
    None: "",
}
"""How far a reader looks for a line."""
NO_LIST = (
    "There are no maxims of this agent: what it learned is no list that a person could follow. Here is what carries it."
)
MOST_SENTENCES = 10
"""What is told of an agent without a list before the fold; people are harmed by many."""
_NUMBER = re.compile(r"^\d+\. ")
"""Rules come with their numbers."""
MOST_NAMED = 6
"""Options that a sentence names."""


def headline(guide: Guide) -> str:
    """What is told of, in one line."""
    if not guide.entries:
        return f"{guide.game.title}: what {guide.learner} learned"
    first, *others = ((sum(e.part == part.name for e in guide.entries), part.purpose) for part in guide.parts)
    told = [f"{count(first[0], guide.noun)} {first[1]}", *(f"{number} {purpose}" for number, purpose in others)]
    return f"{guide.game.title}: {' and '.join(told)}"


def left_out_sentence(guide: Guide) -> str:
    """How many entries are not told."""
    if not guide.left_out:
        return ""
    told = len(guide.entries)
    whole = count(told + guide.left_out + len(guide.idle), guide.noun)
    return (
        f"The list has {whole}; told are the {told} that carry most, with their "
        f"numbers in the list, and {guide.left_out} are left out. What a {guide.noun} adds was measured in the whole "
        "list."
    )


def idle_sentence(guide: Guide) -> str:
    """Which entries are not told because they did nothing."""
    if not guide.idle:
        return ""
    are, did = ("are", "none of them") if len(guide.idle) > 1 else ("is", "it")
    nothing = "narrowed anything" if guide.verb == "narrows" else "decided anything"
    return (
        f"{sentence_case(' and '.join(guide.idle))} of the list {are} not told: in all decisions that were looked at "
        f"{did} {nothing if len(guide.idle) > 1 else 'never ' + nothing}, and nobody does worse without."
    )


def about_sentences(guide: Guide) -> list[str]:
    """What this is and how it is used."""
    return [*guide.how, *filter(None, (left_out_sentence(guide), idle_sentence(guide)))]


def truth_sentences(guide: Guide) -> list[str]:
    """Whether the list can lose, and what can be had at most."""
    return [*filter(None, (proof_sentence(guide),)), *guide.most]


def proof_sentence(guide: Guide) -> str:
    """Whether the list can lose; whoever is dealt hands always can."""
    proof = guide.proof
    if proof is None:
        return "Whether the list can lose has not been looked at." if guide.game.perfect_information else ""
    if proof.never_loses:
        return f"Proved: the list never loses. Every line of play was looked at, {proof.states:,} positions."
    if proof.never_loses is None and guide.has_lost():
        return "The list can lose: it lost some of the contests below."
    if proof.never_loses is None:
        return f"It is not proved that the list never loses; {proof.states:,} positions were looked at."
    seat = ("first", "second")[proof.seat]
    return f"The list can lose. A shortest loss, as {seat} player: {' '.join(proof.line)}."


def price_sentences(price: ListPrice | None) -> Iterator[str]:
    """What the list has cost."""
    if price is None:
        return
    yield price.told
    yield f"The words were given: {', '.join(f'{number} {kind}' for kind, number in price.given.items())}."
    if price.command:
        yield f"Found by: {price.command}"


def entry_facts(guide: Guide, entry: GuideEntry) -> str:
    """Look-ahead, how often it narrows or decides, and what it adds."""
    often = f"It {guide.verb} {share(entry.decides)} of the {entry.scope}."
    if not entry.decides:
        did = guide.verb.removesuffix("s")
        often = f"In none of the {entry.seen:,} {entry.scope} that were looked at did it {did} anything."
    return " ".join(filter(None, (AHEAD[entry.ahead], often, adds_sentence(guide, entry))))


def share(part: float) -> str:
    """A share in per cent; a small one is not rounded away."""
    return f"{100 * part:.0f} %" if part >= 0.01 or not part else f"{max(100 * part, 0.1):.1f} %"


def adds_sentence(guide: Guide, entry: GuideEntry) -> str:
    """What an entry adds, as far as that is known."""
    unit, loss = guide.worth_unit, entry.loss
    if entry.carries:
        return f"It adds {loss:{unit.form}} {unit.name}."
    if loss.high < 0:
        return f"Without it the list scores more, by {-loss.mean:{unit.form}} {unit.name}."
    if loss.low == loss.high:
        return "Without it all contests end the same."
    return f"That it adds anything does not show ({loss:{unit.form}} {unit.name})."


def scores_title(guide: Guide) -> str:
    """What stands in the table of scores with and without each entry."""
    return f"With and without each {guide.noun}: {' / '.join(unit.meaning for unit in guide.units)}, {guide.over}"


def scores_table(guide: Guide, part: GuidePart) -> list[tuple[str, ...]]:
    """The scores of the whole list and of the list without each entry, with headings, and what the entry adds."""
    whole, unit = guide.whole[part.name], guide.worth_unit
    rows: list[tuple[str, ...]] = [("", *whole[guide.units[0].name], f"adds ({unit.name})")]
    rows.append((f"all {guide.noun}s", *_scored(guide, whole), ""))
    for _, entry in guide.entries_of(part.name):
        rows.append((f"without {entry.place}", *_scored(guide, entry.without), f"{entry.loss:{unit.form}}"))
    return rows


def _scored(guide: Guide, units: ByUnit) -> Iterator[str]:
    """The figures of all units against each opponent."""
    for name in units[guide.units[0].name]:
        yield " / ".join(f"{units[unit.name][name].mean:{unit.form}}" for unit in guide.units)


def panel_table(guide: Guide, panel: StrangerPanel) -> list[tuple[str, ...]]:
    """What a careful reader scores against strangers, with headings; a row each."""
    units = [unit for unit in guide.units if unit.name in panel.scores]
    rows = [
        (f"{guide.over} {name}", *(format(panel.scores[unit.name][name], unit.form) for unit in units))
        for name in panel.scores[units[0].name]
    ]
    return [("", *(unit.name for unit in units)), *rows]


def weakest_sentence(guide: Guide, part: str) -> str:
    """Against whom a careful reader does worst."""
    found = guide.weakest(part)
    if found is None:
        return ""
    name, figure = found
    unit = guide.units[0]
    return f"Weakest {guide.over} {name}: {figure:{unit.form}} {unit.meaning}."


def example_sentence(guide: Guide, step: ListStep, said: Said) -> str:
    """What an entry does in its example."""
    kept = listed(step.kept, said)
    if guide.verb == "decides":
        return f"Here it says {kept}."
    return f"Here it keeps {kept} and drops {listed(step.dropped, said)}."


def step_sentence(guide: Guide, step: ListStep, said: Said) -> str:
    """What an entry does with what was left."""
    if not step.applies:
        return "Changes nothing here."
    if guide.verb == "decides":
        return f"Decides: {listed(step.kept, said)}."
    return f"Keeps {len(step.kept)} of {len(step.kept) + len(step.dropped)}: {listed(step.kept, said)}."


def left_sentence(choice: ListChoice, said: Said) -> str:
    """What the entries come to, and what decides among equals."""
    last = choice.steps[-1].kept if choice.steps else choice.options
    tie = f" ({choice.tie})" if choice.tie and len(last) > len(choice.left) else ""
    return f"Left: {listed(choice.left, said)}{tie}."


def else_sentences(guide: Guide) -> list[str]:
    """What an agent without a list learned."""
    worth = guide.worth.sentences() if guide.worth is not None else []
    said = [*worth, *(_NUMBER.sub("", sentence) for sentence in guide.said)]
    return said or ["Nothing has been learned that can be said in sentences."]


def listed(options: Sequence[str], said: Said) -> str:
    """Options in a row; of many only some."""
    named = [said(option) for option in options[:MOST_NAMED]]
    more = len(options) - len(named)
    if more:
        return f"{', '.join(named)} and {more} more"
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def count(number: int, noun: str) -> str:
    """A number of something."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def sentence_case(text: str) -> str:
    """A text as it begins a sentence."""
    return text[:1].upper() + text[1:]
