"""A person as the subject of the designs of section 4.3: what was shown and answered, kept in a file a person can read.

In the random design the situations are drawn with the seed, the same for everybody who takes it; in the interactive one
the person chooses each. Words are those of Appendix A, Part II: a hand, a pot, the opponent's last bet. After each
answer the right action is told, and why; all earlier trials stay in view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gamelore.base.errors import BadSetting, BadText, DamagedFile
from gamelore.base.files import parse_toml, read_text, to_toml, write_text
from gamelore.base.seeds import Phase, stream
from gamelore.papers.waterman_1968.psychology.designs import random_selection
from gamelore.papers.waterman_1968.psychology.experiments import DESIGNS, RANDOM
from gamelore.papers.waterman_1968.psychology.strategy import WATERMAN, Situation, TaughtTrial

KIND, VERSION = "subject", 1
"""The key that says what a file is, and its version."""
ACTIONS = {"A1": "bet high", "A2": "bet low", "A3": "call", "A4": "drop"}
NOUNS = {"H": "hand", "P": "pot", "B": "last bet"}
CATEGORIES = {
    "h1": "good", "h2": "fair", "h3": "poor", "p1": "large", "p2": "small", "b1": "large", "b2": "small",
}  # fmt: skip
"""The words of Appendix A, Part II."""
SHORT = {"h": "A1", "l": "A2", "c": "A3", "d": "A4"}
"""An answer may be one letter."""
MOST_TRIALS = 1000


@dataclass
class SubjectSitting:
    """The trials of one person, as far as they went."""

    design: str
    seed: int
    trials: int
    answered: list[tuple[Situation, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.design not in DESIGNS:
            raise BadSetting(f"the design is {' or '.join(DESIGNS)}, not '{self.design}'")
        if not 1 <= self.trials <= MOST_TRIALS:
            raise BadSetting(f"a sitting has 1 to {MOST_TRIALS} trials, not {self.trials}")
        self._drawn = random_selection(WATERMAN, self.trials, stream(self.seed, phase=Phase.SETUP))
        self._tree = WATERMAN.tree()

    @property
    def over(self) -> bool:
        return len(self.answered) >= self.trials

    def next_situation(self) -> Situation | None:
        """What is shown next; None if the person chooses, or all has been shown."""
        return None if self.over or self.design != RANDOM else self._drawn[len(self.answered)]

    def answer(self, situation: Situation, action: str) -> TaughtTrial:
        """Keep an answer; what was right, and why."""
        self.answered.append((situation, action))
        return self.taught(situation)

    def taught(self, situation: Situation) -> TaughtTrial:
        """What is right in a situation, and why."""
        return WATERMAN.trial(situation, self._tree)

    def errors(self) -> list[bool]:
        """Which answers were wrong."""
        return [self.taught(situation).action != action for situation, action in self.answered]

    # --- keeping ------------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """All of it as a file."""
        return to_toml(
            {
                KIND: VERSION, "design": self.design, "seed": self.seed, "trials": self.trials,
                "answers": [f"{' '.join(map(str, s))}: {ACTIONS[action]}" for s, action in self.answered],
            }
        )  # fmt: skip

    def keep(self, path: Path) -> None:
        write_text(path, self.text())


def check_sitting(path: Path) -> str:
    """What a file of a subject holds, as a sentence."""
    sitting = parse_sitting(read_text(path), str(path))
    return f"{path}: a subject of the {sitting.design} design, {len(sitting.answered)} of {sitting.trials} trials"


def parse_sitting(text: str, where: str) -> SubjectSitting:
    """The sitting of a text; in the random design the situations must be those of its seed."""
    content = parse_toml(text, where)
    if content.get(KIND) != VERSION:
        raise DamagedFile(f"{where}: version {content.get(KIND)!r}, this program reads {VERSION}")
    forms = {"design": str, "seed": int, "trials": int, "answers": list}
    for name, form in forms.items():
        if type(content.get(name)) is not form:
            raise DamagedFile(f"{where}: '{name}' is missing or has the wrong form")
    if content["seed"] < 0:
        raise DamagedFile(f"{where}: 'seed' must not be negative")
    try:
        sitting = SubjectSitting(content["design"], content["seed"], content["trials"])
    except BadSetting as error:
        raise DamagedFile(f"{where}: {error}") from None
    if len(content["answers"]) > sitting.trials:
        raise DamagedFile(f"{where}: {len(content['answers'])} answers in {sitting.trials} trials")
    for number, line in enumerate(content["answers"], start=1):
        place = f"{where}: answer {number}"
        told, found, word = str(line).partition(": ")
        try:
            situation, action = read_situation(told), read_action(word)
        except BadText as error:
            raise DamagedFile(f"{place}: {error}") from None
        shown = sitting.next_situation()
        if not found or (shown is not None and shown != situation):
            raise DamagedFile(f"{place}: '{line}' is not what seed {sitting.seed} shows there")
        sitting.answer(situation, action)
    return sitting


def read_situation(text: str) -> Situation:
    """Three numbers that a person typed."""
    words = text.replace(",", " ").split()
    numbers = tuple(int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 6)
    right = len(words) == len(numbers) == len(WATERMAN.attributes)
    if not right or not all(a.low <= n <= a.high for a, n in zip(WATERMAN.attributes, numbers, strict=True)):
        ranges = ", ".join(f"{NOUNS[a.name]} {a.low} to {a.high}" for a in WATERMAN.attributes)
        raise BadText(f"expected three numbers ({ranges}), found '{text}'")
    return numbers


def read_action(text: str) -> str:
    """What a person answered: the words, their beginning, or one letter."""
    typed = " ".join(text.lower().split())
    if typed in SHORT:
        return SHORT[typed]
    found = [action for action, words in ACTIONS.items() if typed and words.startswith(typed)]
    if len(found) != 1:
        letters = ", ".join(f"{letter} for {ACTIONS[action]}" for letter, action in SHORT.items())
        raise BadText(f"expected an action ({letters}), found '{text}'")
    return found[0]


def because(trial: TaughtTrial) -> str:
    """Why an action is right, as subjects are told it: `hand fair, pot large`."""
    return ", ".join(f"{NOUNS[name]} {CATEGORIES[category]}" for name, category in trial.reasons.items())


# --- the cumulative record --------------------------------------------------------------------------------------------

LETTERS = {action: letter.upper() for letter, action in SHORT.items()}
_ACROSS, _UP = 50, 10
_HALVES = ((1, 5), (6, 10))


def record_lines(sitting: SubjectSitting) -> list[str]:
    """Every trial so far as one line."""
    told = [f"{'trial':>5} {'hand':>5} {'pot':>4} {'bet':>4}  {'you said':<10}{'right':<10}because"]
    for number, (situation, action) in enumerate(sitting.answered, start=1):
        trial = sitting.taught(situation)
        mark = " " if action == trial.action else "x"
        hand, pot, bet = situation
        words = f"{ACTIONS[action]:<10}{ACTIONS[trial.action]:<10}{because(trial)}"
        told.append(f"{number:>5}{mark}{hand:>5} {pot:>4} {bet:>4}  {words}")
    return told


def record_picture(sitting: SubjectSitting) -> list[str]:
    """What was right where, all trials in two fields of hand and pot: one for low bets, one for high ones."""
    told = []
    for low, high in _HALVES:
        field = [[" "] * _ACROSS for _ in range(6)]
        for situation, _ in sitting.answered:
            hand, pot, bet = situation
            if low <= bet <= high:
                field[5 - (pot - 1) // _UP][hand - 1] = LETTERS[sitting.taught(situation).action]
        told.append(f"last bet {low} to {high}")
        for number, cells in enumerate(field):
            top = 60 - _UP * number
            told.append(f"  pot {top - 9:>2}-{top:<2} |{''.join(cells)}|")
    told.append(f"{'':>13}1{'hand':^48}50    H bet high, L bet low, C call, D drop")
    return told


def record_svg(sitting: SubjectSitting, like: Sequence[str]) -> str:
    """The same as a picture; wrong answers have a ring. Below it stands what was found."""
    colours = {"A1": "#c0392b", "A2": "#d2891e", "A3": "#3b6fb6", "A4": "#6b7075"}
    wide, tall, gap = 380.0, 300.0, 60.0
    whole = 2 * wide + 3 * gap
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:.0f} {tall + 150 + 18 * len(like):.0f}" '
        'role="img">'
        "<title>The cumulative record of a subject</title>"
        "<style>svg{color:#2b2a27;background:#fbfaf7}@media(prefers-color-scheme:dark){svg{color:#e6e4de;"
        "background:#1d1f22}}text{font:13px system-ui,sans-serif;fill:currentColor}"
        ".frame{fill:none;stroke:currentColor;opacity:.3}.wrong{fill:none;stroke:currentColor;stroke-width:1.5}</style>",
        f'<text x="{gap:.0f}" y="24" font-weight="600">{len(sitting.answered)} trials, {sitting.design} design, seed '
        f"{sitting.seed}: what was right; a ring where the answer was wrong</text>",
    ]
    for panel, (low, high) in enumerate(_HALVES):
        left, top = gap + panel * (wide + gap), 60.0
        parts.append(f'<rect class="frame" x="{left}" y="{top}" width="{wide}" height="{tall}"/>')
        parts.append(f'<text x="{left}" y="{top - 8}">last bet {low} to {high}: pot over hand</text>')
        for hand in (1, 10, 20, 30, 40, 50):
            x = left + wide * (hand - 0.5) / 50
            parts.append(f'<text x="{x:.1f}" y="{top + tall + 16}" text-anchor="middle">{hand}</text>')
        for pot in (1, 15, 30, 45, 60):
            y = top + tall * (1 - (pot - 0.5) / 60)
            parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{pot}</text>')
        parts.append(f'<text x="{left + wide / 2}" y="{top + tall + 34}" text-anchor="middle">hand</text>')
        for (situation, _), wrong in zip(sitting.answered, sitting.errors(), strict=True):
            hand, pot, bet = situation
            if low <= bet <= high:
                x, y = left + wide * (hand - 0.5) / 50, top + tall * (1 - (pot - 0.5) / 60)
                colour = colours[sitting.taught(situation).action]
                parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>')
                if wrong:
                    parts.append(f'<circle class="wrong" cx="{x:.1f}" cy="{y:.1f}" r="8"/>')
    y = 60 + tall + 58
    for number, (action, words) in enumerate(ACTIONS.items()):
        x = gap + 110 * number
        parts.append(f'<circle cx="{x:.0f}" cy="{y - 4:.0f}" r="5" fill="{colours[action]}"/>')
        parts.append(f'<text x="{x + 12:.0f}" y="{y:.0f}">{words}</text>')
    for number, line in enumerate(like):
        parts.append(f'<text x="{gap:.0f}" y="{y + 28 + 18 * number:.0f}">{line}</text>')
    return "".join([*parts, "</svg>\n"])
