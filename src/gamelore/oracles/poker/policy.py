"""A strategy for simplified draw poker as a value, its exploitability, and its text.

The text has a line for each place in the tree of bets and one for each group of hands that can come there: the action,
or how many times in a thousand each action is chosen. A person can read it, and `from_text` reads it back.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import resources

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.errors import BadSetting, DamagedFile
from gamelore.games.poker.table import DrawPokerRules
from gamelore.oracles.poker.bet_tree import CALL, DECIDE, DRAW, DROP, BetSettings, BetTree, build_tree
from gamelore.oracles.poker.groups import AFTER, BEFORE, DRAWS, group_model, group_names

SHIPPED = "strong.policy"
VERSION = 1
WHOLE = 1000
NEVER = 1
"""The action where a policy's own choices never lead: the one after dropping, a call or the smallest bet."""


@dataclass(frozen=True, slots=True)
class Exploitability:
    """What the best answer to a strategy wins, in chips a contest, at each seat; 0 in sum would be perfect."""

    first: float
    second: float

    @property
    def chips(self) -> float:
        """Per contest when the seats are taken in turn."""
        return (self.first + self.second) / 2


@dataclass(frozen=True, slots=True)
class Policy:
    """A strategy for both seats: how often each action is chosen at each node with each group of hands."""

    rules: DrawPokerRules
    settings: BetSettings
    tree: BetTree
    numbers: Floats
    """[action, group] of every deciding node, in the order of the tree."""
    iterations: int = 0

    def at(self, node: int) -> Floats:
        """The part of one node: a row for each action, a column for each group."""
        width, actions = int(self.tree.width[node]), int(self.tree.actions[node])
        start = int(self.tree.offset[node])
        return self.numbers[start : start + width * actions].reshape(actions, width)

    def exploitability(self) -> Exploitability:
        """How much a seat that knows this policy and plays the simplified game perfectly can win."""
        from gamelore.oracles.poker import _kernels

        work, form = Workspace(self.tree), self.tree.kernel_form()
        best = (
            _kernels.best_response(form, self.numbers, work.chance, work.moves, work.wins, s, work.reach, work.value)
            for s in (0, 1)
        )
        return Exploitability(*best)


class Workspace:
    """Chance as the kernels want it, and the room they need."""

    def __init__(self, tree: BetTree) -> None:
        model = group_model()
        width = int(tree.width.max())
        self.chance = np.zeros((2, width))
        self.chance[:, : len(model.chance)] = model.chance
        self.moves, self.wins = model.moves, model.wins
        self.reach = np.zeros((len(tree.kind), 2, width))
        self.value = np.zeros((len(tree.kind), width))


def policy_tree(rules: DrawPokerRules, settings: BetSettings) -> BetTree:
    """The tree of bets for our groups of hands."""
    if rules.max_replaced != DrawPokerRules().max_replaced:
        raise BadSetting("the groups of hands are counted for up to three replaced cards")
    return build_tree(rules, settings, (len(BEFORE) + len(DRAWS), len(AFTER)))


# The file: thousandths, and only what the strategy can come to use by its own choices.


def rounded(policy: Policy) -> Policy:
    """The policy in thousandths, as the file has it; where its own choices never lead, `NEVER`."""
    result = replace(policy, numbers=np.zeros(policy.tree.size))
    for node, own in _own_reach(result):
        shares, part = policy.at(node), result.at(node)
        part[:] = np.floor(WHOLE * shares)
        rest = WHOLE - part.sum(axis=0)
        order = np.argsort(part - WHOLE * shares, axis=0, kind="stable")
        for place in range(len(part)):
            part[order[place], np.arange(part.shape[1])] += place < rest
        part /= WHOLE
        part[:, own <= 0] = 0
        part[NEVER, own <= 0] = 1
    return result


def _own_reach(policy: Policy) -> Iterator[tuple[int, Floats]]:
    """Every deciding node, parents first, with how often its owner's own cards and choices lead there.

    The numbers of a node may be filled in when it comes up.
    """
    tree, model = policy.tree, group_model()
    reach: dict[int, tuple[Floats, Floats]] = {0: (model.chance, model.chance)}
    for node in range(len(tree.kind)):
        mine = reach.pop(node, None)
        if mine is None:
            continue
        if tree.kind[node] == DECIDE:
            actor = int(tree.actor[node])
            yield node, mine[actor]
            for row, (_, child) in enumerate(tree.options(node)):
                moved = mine[actor] * policy.at(node)[row]
                reach[child] = (moved, mine[1]) if actor == 0 else (mine[0], moved)
        elif tree.kind[node] == DRAW:
            for _, child in tree.options(node):
                first, second = (mine[seat] @ model.moves[tree.counts[child, seat]] for seat in (0, 1))
                reach[child] = (first, second)


def to_text(policy: Policy, about: str = "") -> str:
    """The policy as text: a line for each node, then one for each group of hands that can come there."""
    names = (*group_names(BEFORE), *DRAWS), tuple(group_names(AFTER))
    settings = policy.settings
    lines = [
        "# A strategy for draw poker: what it does with each group of hands, or how many times in 1000.",
        *(f"# {line}" for line in about.splitlines()),
        f"version {VERSION}",
        f"first_shares {' '.join(f'{share:g}' for share in settings.first_shares)}",
        f"second_shares {' '.join(f'{share:g}' for share in settings.second_shares)}",
        f"first_bets {settings.first_bets}",
        f"second_bets {settings.second_bets}",
        f"iterations {policy.iterations}",
    ]
    paths = _paths(policy.tree)
    for node, own in _own_reach(policy):
        if not (own > 0).any():
            continue
        actions = [say(label) for label, _ in policy.tree.options(node)]
        lines.append(f"[{paths[node]}] {', '.join(actions)}")
        times = np.rint(WHOLE * policy.at(node)).astype(int)
        groups = names[0] if policy.tree.counts[node, 0] < 0 else names[1]
        for group in np.flatnonzero(own > 0):
            always = np.flatnonzero(times[:, group] == WHOLE)
            what = actions[always[0]] if len(always) else " ".join(map(str, times[:, group]))
            lines.append(f"{groups[group]}: {what}")
    return "\n".join(lines) + "\n"


def say(label: int) -> str:
    """An action of the tree in words."""
    return "drop" if label == DROP else "call" if label == CALL else f"bet {label}"


def _paths(tree: BetTree) -> dict[int, str]:
    """What led to each deciding node, in words; 'drew 3 1' is how many cards the first and second seat replaced."""
    paths = {0: ""}
    for node in range(len(tree.kind)):
        for label, child in tree.options(node) if node in paths else ():
            drew = f"drew {tree.counts[child, 0]} {tree.counts[child, 1]}"
            paths[child] = ", ".join(p for p in (paths[node], drew if tree.kind[node] == DRAW else say(label)) if p)
    return paths


def from_text(text: str, where: str, rules: DrawPokerRules = DrawPokerRules()) -> Policy:  # noqa: B008
    """Read a policy back; the complaint names the line."""
    reader = _Reader(text, where)
    settings, iterations = reader.head()
    tree = policy_tree(rules, settings)
    policy = Policy(rules, settings, tree, np.zeros(tree.size), iterations)
    nodes = {path: node for node, path in _paths(tree).items() if tree.kind[node] == DECIDE}
    groups = [{name: g for g, name in enumerate(names)} for names in
              ((*group_names(BEFORE), *DRAWS), group_names(AFTER))]  # fmt: skip
    for node in nodes.values():
        policy.at(node)[NEVER] = 1
    node, actions = -1, list[str]()
    for number, line in reader.body():
        if line.startswith("["):
            path, closed, _ = line[1:].partition("]")
            if not closed or path not in nodes:
                raise DamagedFile(f"{where}:{number}: no such place in the tree: '{line}'")
            node = nodes[path]
            actions = [say(label) for label, _ in tree.options(node)]
            continue
        name, _, words = line.partition(": ")
        known = groups[0 if node < 0 or tree.counts[node, 0] < 0 else 1]
        times = _times(actions, words)
        if times is None or name not in known:
            raise DamagedFile(f"{where}:{number}: expected 'GROUP: ACTION' or 'GROUP: NUMBERS', found '{line}'")
        policy.at(node)[:, known[name]] = np.array(times) / WHOLE
    return policy


def _times(actions: list[str], words: str) -> list[int] | None:
    """How many times in a thousand each action is chosen; None if the words do not say."""
    if words in actions:
        return [WHOLE * (words == action) for action in actions]
    if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words.split()):
        return None
    times = [int(word) for word in words.split()]
    return times if len(times) == len(actions) and sum(times) == WHOLE else None


class _Reader:
    def __init__(self, text: str, where: str) -> None:
        self.where = where
        numbered = ((number, line.strip()) for number, line in enumerate(text.splitlines(), start=1))
        self.lines = [(number, line) for number, line in numbered if line and not line.startswith("#")]

    def head(self) -> tuple[BetSettings, int]:
        found: dict[str, str] = {}
        for name in ("version", "first_shares", "second_shares", "first_bets", "second_bets", "iterations"):
            number, line = self.lines[len(found)] if len(self.lines) > len(found) else (0, "")
            if not line.startswith(f"{name} "):
                raise DamagedFile(f"{self.where}:{number}: expected '{name} ...', found '{line}'")
            found[name] = line.removeprefix(f"{name} ")
        try:
            if int(found["version"]) != VERSION:
                raise DamagedFile(f"{self.where}: version {found['version']}, this program reads {VERSION}")
            first, second = (tuple(map(float, found[f"{name}_shares"].split())) for name in ("first", "second"))
            settings = BetSettings(first, second, int(found["first_bets"]), int(found["second_bets"]))
            return settings, int(found["iterations"])
        except ValueError as error:
            raise DamagedFile(f"{self.where}: {error}") from None

    def body(self) -> list[tuple[int, str]]:
        return self.lines[6:]


@functools.cache
def strong_policy() -> Policy:
    """The policy that comes with the program; its head says how it was made and how exploitable it is."""
    file = resources.files("gamelore.oracles.poker").joinpath(f"data/{SHIPPED}")
    return from_text(file.read_text(encoding="utf-8"), SHIPPED)
