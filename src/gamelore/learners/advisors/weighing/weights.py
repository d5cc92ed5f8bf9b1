"""How much each Advisor counts, learned from what an expert did.

The evidence is always the same: a state in which the expert was to move, the comments of all Advisors on it (made
with what was known *before* that contest), and the one move that the expert made. AWL is the multiplicative learner
of 1996 (section 3.5) and 1998 (section 2), PWL the counting one of Lock (2003, section 1.4), both as the
specification reads them. Beside them stand AWL driven by mistakes only (as Winnow is), PWL as log-odds against
chance, and a ridge-penalised logit of the expert's choices, with and without the restriction to weights that are not
negative. All learn separately for each stage of a game.
"""

from __future__ import annotations

import copy
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

import numpy as np

from gamelore.base.arrays import Floats, Int8s
from gamelore.base.errors import DamagedFile
from gamelore.learners.advisors.forr import NEUTRAL, SILENT
from gamelore.learners.advisors.settings.hoyle import Rule, VoteMode
from gamelore.learners.advisors.weighing.logit import fit_logit, is_bowl

T = TypeVar("T")

NEW_GROUND = "new ground"
"""Behind the name of a stage: where no move leads to a state that an expert was seen to make."""

ALPHA = 1.1
"""By how much AWL multiplies a weight at most; the sources name no number."""
BOUNDS, WIDE_BOUNDS = (0.01, 32.0), (1e-4, 1e4)
"""Between which AWL's weights stay; learned from mistakes only, they move less and need more room."""
ETA = 0.1
"""The step of incremental PWL."""
LEAST_TOLD = 5
"""In so many states an Advisor must have spoken before log-odds say anything."""
RIDGE = 30.0
"""How hard the logit's weights are pulled towards 0; from 3 to 100 it changed little."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One expert decision: comments as numbers from -1 (firm opposition) to 1, 0 for silence; moves by Advisors."""

    stage: str
    """Under which heading weights are learned from it."""
    names: tuple[str, ...]
    comments: Floats
    chosen: int


def evidence(stage: str, names: Sequence[str], comments: Mapping[str, Int8s], count: int, chosen: int) -> Evidence:
    """Evidence from comments on the moves that tier 1 left."""
    matrix = np.zeros((count, len(names)))
    columns = [column for column, name in enumerate(names) if name in comments]
    if columns:
        spoken = np.stack([comments[names[column]] for column in columns], axis=1)
        matrix[:, columns] = np.where(spoken == SILENT, 0.0, (spoken.astype(np.float64) - NEUTRAL) / NEUTRAL)
    return Evidence(stage, tuple(names), matrix, chosen)


def within(stage: str) -> str:
    """The broader heading of a heading: 'sliding' of 'sliding, new ground'."""
    return stage.partition(", ")[0]


class Weights(ABC):
    """Weights of all Advisors by stage, and how they are learned."""

    initial = 1.0

    @abstractmethod
    def learn(self, contest: Sequence[Evidence]) -> None:
        """Learn from all evidence of one contest; weights never change within one."""

    @abstractmethod
    def of(self, stage: str) -> Mapping[str, float]:
        """The weights in a stage; an Advisor that is not named has `initial`."""

    @abstractmethod
    def forget(self, name: str) -> None:
        """An Advisor is gone for good, and with it what it counted."""

    def peek(self) -> dict[str, dict[str, float]]:
        """The weights of all stages, without a trace in what is learned or fitted."""
        return {stage: dict(self.of(stage)) for stage in self.stages()}

    def stages(self) -> list[str]:
        """The stages in which anything was learned."""
        return list(self.to_mapping())

    @abstractmethod
    def to_mapping(self) -> dict[str, Any]:
        """Everything learned, as plain values for a file."""

    @abstractmethod
    def from_mapping(self, values: Mapping[str, Any], where: str) -> None:
        """Take it back; changes nothing on error."""


def _numbers(values: Mapping[str, Any], where: str, width: int) -> dict[str, dict[str, Any]]:
    """Check a table of stages, Advisors and numbers (or rows of `width` numbers)."""
    result: dict[str, dict[str, Any]] = {}
    for stage, table in values.items():
        if not isinstance(table, dict):
            raise DamagedFile(f"{where}: [{stage}] must be a table")
        for name, value in table.items():
            row = value if isinstance(value, list) and width > 1 else [value]
            if len(row) != width or not all(_is_number(v) for v in row):
                raise DamagedFile(f"{where}: [{stage}] '{name}' must be {width} numbers, found {value!r}")
        result[stage] = dict(table)
    return result


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


class _Tabled(Weights, Generic[T]):
    """One entry for each Advisor that has said anything, by stage."""

    def __init__(self) -> None:
        self._table: dict[str, dict[str, T]] = {}

    def forget(self, name: str) -> None:
        for table in self._table.values():
            table.pop(name, None)

    def to_mapping(self) -> dict[str, Any]:
        """The entries are all there is."""
        return {stage: dict(sorted(table.items())) for stage, table in sorted(self._table.items())}


class Equal(_Tabled[float]):
    """Everybody counts the same."""

    def learn(self, contest: Sequence[Evidence]) -> None:
        """Nothing to learn."""

    def of(self, stage: str) -> Mapping[str, float]:
        """The weights in a stage."""
        return self._table.get(stage, {})

    def from_mapping(self, values: Mapping[str, Any], where: str) -> None:
        """Take them back, whole numbers too."""
        tables = _numbers(values, where, 1)
        self._table = {stage: {name: float(v) for name, v in table.items()} for stage, table in tables.items()}


class Awl(Equal):
    """Multiply a weight by alpha to the power of how much better the Advisor spoke of the expert's move than of others.

    Given the vote, it learns only from mistakes: from states where the weighted vote would not have chosen the expert's
    move alone.
    """

    def __init__(self, mistakes_of: VoteMode | None = None) -> None:
        super().__init__()
        self.mistakes_of = mistakes_of
        self.smallest, self.largest = BOUNDS if mistakes_of is None else WIDE_BOUNDS

    def learn(self, contest: Sequence[Evidence]) -> None:
        """One batch a contest."""
        change: dict[tuple[str, str], float] = {}
        for item in contest:
            if self._right_already(item):
                continue
            others = (item.comments.sum(axis=0) - item.comments[item.chosen]) / max(1, len(item.comments) - 1)
            delta = (item.comments[item.chosen] - others) / 2
            spoke = np.flatnonzero(np.abs(item.comments).sum(axis=0))
            for column in spoke.tolist():
                place = item.stage, item.names[column]
                change[place] = change.get(place, 0.0) + float(delta[column])
        for (stage, name), delta in change.items():
            table = self._table.setdefault(stage, {})
            weight = table.get(name, self.initial) * ALPHA**delta
            table[name] = min(self.largest, max(self.smallest, weight))

    def _right_already(self, item: Evidence) -> bool:
        if self.mistakes_of is None:
            return False
        known = self.of(item.stage)
        weights = np.array([known.get(name, self.initial) for name in item.names])
        comments = item.comments if self.mistakes_of == "centred" else np.where(item.comments, item.comments + 1, 0.0)
        support = comments @ weights
        return bool((support >= support.max() - 1e-9).sum() == 1 and support.argmax() == item.chosen)


class Pwl(_Tabled[list[float]]):
    """Count how often an Advisor's favourite was what the expert did.

    As `ratio` the weight is that share, between 0 and 1; as `logodds` it is how far the share stands above what
    naming as many moves by chance would reach, and 0 below; `incremental` moves a weight towards 1 or 0 each time.
    An entry has the states it spoke in, hits, hits by chance, and the moving weight.
    """

    def __init__(self, form: Literal["ratio", "logodds", "incremental"]) -> None:
        super().__init__()
        self.form = form
        self.initial = 0.5 if form == "incremental" else 0.0

    def learn(self, contest: Sequence[Evidence]) -> None:
        """Count every state of the contest."""
        for item in contest:
            top = item.comments.max(axis=0)
            favourites = item.comments == top[None, :]
            named = favourites.sum(axis=0)
            hit = favourites[item.chosen]
            n = len(item.comments)
            for column, name in enumerate(item.names):
                if top[column] <= 0 or (self.form == "logodds" and named[column] == n):
                    continue
                counts = self._table.setdefault(item.stage, {}).setdefault(name, [0, 0, 0.0, 0.5])
                counts[0] += 1
                counts[1] += int(hit[column])
                counts[2] += float(named[column] / n)
                counts[3] += ETA * (float(hit[column]) - counts[3])

    def of(self, stage: str) -> Mapping[str, float]:
        """The weights in a stage."""
        return {name: self._weight(counts) for name, counts in self._table.get(stage, {}).items()}

    def _weight(self, counts: Sequence[float]) -> float:
        told, hits, chance, moved = counts
        if self.form == "ratio":
            return hits / told
        if self.form == "incremental":
            return moved
        if told < LEAST_TOLD:
            return 0.0
        p, q = (hits + 1) / (told + 2), (chance + 1) / (told + 2)
        return max(0.0, float(np.log(p / (1 - p)) - np.log(q / (1 - q)))) if q < 1 else 0.0

    def from_mapping(self, values: Mapping[str, Any], where: str) -> None:
        """Take the counts back."""
        counts = _numbers(values, where, 4)
        for stage, table in counts.items():
            for name, (told, hits, chance, _) in table.items():
                if not (told > 0 and 0 <= hits <= told and 0 <= chance <= told):
                    raise DamagedFile(f"{where}: [{stage}] '{name}' must have hits from 0 to the states it spoke in")
        self._table = counts


_Fitted = tuple[tuple[str, ...], Floats, Floats]
"""Names of Advisors, their weights, and how sure these are."""


class Logit(Weights):
    """The weights that make the expert's choices likeliest, with a ridge penalty, fitted by Newton's method.

    The penalty pulls every weight towards 0, or, where a stage has several headings, towards the weights of the whole
    stage, so that a heading with little evidence borrows from its neighbours.
    What earlier evidence said is kept after a reload as a quadratic bowl around the weights (their `certainty`), so
    that learning goes on where it stopped.
    """

    initial = 0.0

    def __init__(self, nonnegative: bool = False) -> None:
        self.nonnegative = nonnegative
        self._evidence: dict[str, list[Evidence]] = {}
        self._fitted: dict[str, _Fitted] = {}
        self._prior: dict[str, _Fitted] = {}
        self._stale: set[str] = set()
        self._gone: set[str] = set()
        """Advisors whose comments in the evidence no longer count."""
        self._whole: dict[str, tuple[int, dict[str, float]]] = {}
        """For each stage the weights of all its headings together, and how much evidence they were fitted to."""

    def learn(self, contest: Sequence[Evidence]) -> None:
        """Keep the evidence; the fit is made when somebody asks."""
        for item in contest:
            self._evidence.setdefault(item.stage, []).append(item)
            self._stale.update(self._neighbours(item.stage))
            self._gone.difference_update(item.names)

    def _neighbours(self, stage: str) -> set[str]:
        return {heading for heading in self._evidence if within(heading) == within(stage)}

    def forget(self, name: str) -> None:
        """Leave its comments out from now on."""
        self._gone.add(name)
        self._stale.update(self._evidence)
        self._whole = {}
        for kept in (self._prior, self._fitted):
            for stage, (names, weights, certainty) in kept.items():
                rest = [k for k, other in enumerate(names) if other != name]
                kept[stage] = (tuple(names[k] for k in rest), weights[rest], certainty[np.ix_(rest, rest)])

    def of(self, stage: str) -> Mapping[str, float]:
        """The weights in a stage."""
        self._refresh(stage)
        if stage not in self._fitted:
            return self._pool(stage)
        names, weights, _ = self._fitted[stage]
        return dict(zip(names, weights.tolist(), strict=True))

    def peek(self) -> dict[str, dict[str, float]]:
        """The weights of all stages; fits begin where the last one ended, so they are made by a twin."""
        twin = copy.copy(self)
        twin._fitted, twin._whole, twin._stale = dict(self._fitted), dict(self._whole), set(self._stale)
        return {stage: dict(twin.of(stage)) for stage in sorted({*self._evidence, *self._fitted})}

    def _refresh(self, stage: str) -> None:
        if stage in self._stale:
            self._fitted[stage] = self._fit(self._evidence[stage], self._pool(stage), self._prior.get(stage))
            self._stale.discard(stage)

    def _pool(self, stage: str) -> dict[str, float]:
        """The weights fitted to the evidence of all headings within the same stage; none if there is only one."""
        broad = within(stage)
        headings = sorted(self._neighbours(stage))
        if not headings or headings == [stage]:
            return {}
        count = sum(len(self._evidence[heading]) for heading in headings)
        if self._whole.get(broad, (0, {}))[0] != count:
            items = [item for heading in headings for item in self._evidence[heading]]
            names, weights, _ = self._fit(items, {}, None)
            self._whole[broad] = count, dict(zip(names, weights.tolist(), strict=True))
        return self._whole[broad][1]

    def _fit(self, items: Sequence[Evidence], towards: Mapping[str, float], prior: _Fitted | None) -> _Fitted:
        rosters: dict[tuple[str, ...], list[int]] = {}
        for number, item in enumerate(items):
            rosters.setdefault(item.names, []).append(number)
        names = tuple(dict.fromkeys(n for roster in rosters for n in roster if n not in self._gone))
        if prior is not None:
            names = tuple(dict.fromkeys((*prior[0], *names)))
        place = {name: k for k, name in enumerate(names)}
        lengths = np.array([len(item.comments) for item in items])
        starts = np.cumsum(lengths) - lengths
        chosen = starts + np.array([item.chosen for item in items])
        rows = np.zeros((int(lengths.sum()), len(names)))
        for roster, numbers in rosters.items():
            heard = [k for k, name in enumerate(roster) if name in place]
            columns = np.array([place[roster[k]] for k in heard], dtype=np.intp)
            spoken = np.concatenate([np.arange(starts[k], starts[k] + lengths[k]) for k in numbers])
            rows[np.ix_(spoken, columns)] = np.concatenate([items[k].comments for k in numbers])[:, heard]
        bowl = np.eye(len(names)) * RIDGE
        centre = np.array([towards.get(name, 0.0) for name in names])
        if prior is not None:
            old = [place[name] for name in prior[0]]
            bowl[np.ix_(old, old)] = prior[2]
            centre[old] = prior[1]
        weights, certainty = fit_logit(rows, starts, chosen, bowl, centre, centre.copy(), self.nonnegative)
        return names, weights, certainty

    def to_mapping(self) -> dict[str, Any]:
        """For each stage the Advisors, their weights and how sure these are."""
        for stage in sorted(self._evidence):
            self._refresh(stage)
        fitted = {**self._prior, **self._fitted}
        return {
            stage: {"weights": dict(zip(names, weights.tolist(), strict=True)), "certainty": certainty.tolist()}
            for stage, (names, weights, certainty) in sorted(fitted.items())
        }

    def from_mapping(self, values: Mapping[str, Any], where: str) -> None:
        """Take weights and certainty back; a weight edited by hand is believed as it stands."""
        prior = {}
        for stage, table in values.items():
            if not isinstance(table, dict) or set(table) != {"weights", "certainty"}:
                raise DamagedFile(f"{where}: [{stage}] must hold 'weights' and 'certainty'")
            weights = _numbers({stage: table["weights"]}, where, 1)[stage]
            try:
                certainty = np.array(table["certainty"], dtype=np.float64)
            except (TypeError, ValueError):
                raise DamagedFile(f"{where}: [{stage}] certainty must be rows of numbers") from None
            if certainty.shape != (len(weights), len(weights)):
                raise DamagedFile(f"{where}: [{stage}] certainty must be {len(weights)} rows of {len(weights)} numbers")
            if not is_bowl(certainty):
                raise DamagedFile(f"{where}: [{stage}] certainty must be a symmetric table with positive curvature")
            prior[stage] = (tuple(weights), np.array([float(v) for v in weights.values()]), certainty)
        self._prior = prior
        self._fitted = dict(prior)
        self._evidence, self._stale, self._gone, self._whole = {}, set(), set(), {}


def make_weights(rule: Rule, vote: VoteMode) -> Weights:
    """The learner of a rule's name; one that learns from mistakes must know how votes are counted."""
    kinds: dict[Rule, Callable[[], Weights]] = {
        "equal": Equal,
        "awl": Awl,
        "awl_mistakes": lambda: Awl(mistakes_of=vote),
        "pwl": lambda: Pwl("ratio"),
        "pwl_incremental": lambda: Pwl("incremental"),
        "pwl_logodds": lambda: Pwl("logodds"),
        "logit": Logit,
        "logit_nonnegative": lambda: Logit(nonnegative=True),
    }
    return kinds[rule]()
