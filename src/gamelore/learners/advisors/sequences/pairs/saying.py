"""One pair as a value, as a sentence and as a picture."""

from __future__ import annotations

from dataclasses import dataclass

from gamelore.games.board.arrays import move_of
from gamelore.games.board.board import bits
from gamelore.games.board.game import SYMBOLS, BoardGame
from gamelore.games.drawing import draw_board
from gamelore.learners.advisors.sequences.forms import Context, context_text
from gamelore.learners.advisors.sequences.pairs.evidence import Section
from gamelore.learners.advisors.sequences.pairs.growing import FAMILIES, Rules
from gamelore.learners.advisors.sequences.pairs.matching import Likeness


@dataclass(frozen=True, slots=True)
class Pair:
    """In this situation, this action."""

    game: BoardGame
    section: Section
    family: str
    context: Context
    code: int
    weight: float
    spoke: int
    hits: int

    @staticmethod
    def of(game: BoardGame, section: Section, rules: Rules, number: int) -> Pair:
        """One of the rules of a section."""
        return Pair(
            game,
            section,
            FAMILIES[rules.families[number]],
            Context(*rules.allow[:, number].tolist()),
            int(rules.codes[number]),
            float(rules.weights[number]),
            int(rules.spoke[number]),
            int(rules.hits[number]),
        )

    @property
    def exchanged(self) -> bool:
        """Whether own markers are O."""
        return self.section.role == 1

    @property
    def me(self) -> str:
        """Whose turn it is; with merged colours the side to move is called X."""
        return self.game.seat_names[int(self.exchanged)]

    @property
    def name(self) -> str:
        """Whose move it is about."""
        return f"{self.me} {move_of(self.code)} while {self.section.stage}"

    def text(self) -> str:
        """The situation and the action as one short text."""
        return f"{context_text(self.game, self.context, self.exchanged)} {SYMBOLS[self.exchanged]} {move_of(self.code)}"

    def sentence(self) -> str:
        """What it says, as a person would read it."""
        own, other, blank = self.context
        them = self.game.seat_names[1 - int(self.exchanged)]
        parts = [
            f"{what} on {_places(where)}"
            for what, where in (
                (self.me, own & ~other & ~blank),
                (them, other & ~own & ~blank),
                ("nothing", blank & ~own & ~other),
                (f"no {them}", own & blank & ~other),
                (f"no {self.me}", other & blank & ~own),
                ("some marker", own & other & ~blank),
            )
            if where
        ]
        seen = "once" if self.spoke == 1 else f"in {self.hits} of {self.spoke} turns"
        return (
            f"While {self.section.stage}, {self.me} to move, with {'; '.join(parts)}: play {move_of(self.code)} "
            f"(experts did so {seen})."
        )

    def picture(self, caption: tuple[str, ...] = ()) -> str:
        """The situation and the action as an SVG: markers where they must stand, small dots where anything may."""
        own, other, blank = self.context
        me, them = ("O", "X") if self.exchanged else ("X", "O")
        marks = {}
        for place in range(self.game.board.size):
            allowed = own >> place & 1, other >> place & 1, blank >> place & 1
            marks[place] = {
                (1, 0, 0): me,
                (0, 1, 0): them,
                (0, 0, 1): "empty",
                (1, 1, 1): "any",
                (1, 0, 1): f"no {them}",
                (0, 1, 1): f"no {me}",
                (1, 1, 0): "marker",
            }[allowed]
        move = move_of(self.code)
        arrows = [] if move.start is None else [(move.start, move.to, "good")]
        return draw_board(
            self.game.board,
            marks=marks,
            highlights={move.to: "good"},
            arrows=arrows,
            crosses=0 if move.capture is None else 1 << move.capture,
            title=self.sentence(),
            caption=caption,
            names=self.game.seat_names,
        )


def _places(where: int) -> str:
    names = [str(place + 1) for place in bits(where)]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def say_likeness(likeness: Likeness, number: int) -> str:
    """What the watched boards say about a move."""
    told, hits = likeness.told[number], likeness.hits[number]
    if told < 1e-9:
        return "on no board like this could it be played"
    return f"on boards like this experts played it in {hits / told:.0%} of the cases (likeness {told:.3g})"
