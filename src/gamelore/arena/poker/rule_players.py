"""Players who follow a fixed list of production rules: the lists that Waterman printed, or anybody's own.

The rule machine decides; this player only remembers its opponents from round to round, as the program did, and forgets
when a new game of five rounds begins.
"""

from __future__ import annotations

from gamelore.arena.poker.scripted import poker_view, require_poker, usual_draw
from gamelore.base.seeds import Rng
from gamelore.games.core import AnyGame, AnyView
from gamelore.games.poker.draw_poker import REPLACING
from gamelore.games.record import Record
from gamelore.learners.core import ContestInfo, Decision
from gamelore.learners.features.poker.variables import NOTHING_KNOWN, remember, situation
from gamelore.learners.rules.language.explaining import explain, rule_name
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.opponents import OpponentMemory
from gamelore.learners.rules.poker.moves import action_of, allowed
from gamelore.learners.rules.poker.task import PHRASES


class RuleList:
    """Decides by the first rule that catches."""

    def __init__(self, game: AnyGame, heuristics: Heuristics, name: str) -> None:
        self.name = name
        self.game = require_poker(game, name)
        self.matcher = Matcher(heuristics)
        self._seats: tuple[int, ...] = ()
        self.memory = OpponentMemory(NOTHING_KNOWN)

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down; a new game begins with every fifth round."""
        self._seats = contest.seats
        self.memory.begin(contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Replace the usual way, bet by the rules."""
        seen = poker_view(view)
        if seen.table.stage == REPLACING:
            return usual_draw(seen)
        known = situation(seen, self.memory.of(seen.seat))
        values = self.matcher.values(known, rng)
        caught = self.matcher.match(values)
        move = self.matcher.move(caught, values, rng, lambda name: allowed(seen, name))
        action, evaluators = action_of(self.matcher, seen, move, values), self.matcher.evaluators
        said = str(action)
        return Decision(
            action, rule_name(caught), lambda: tuple(explain(evaluators, known, caught, move, said, PHRASES))
        )

    def end(self, record: Record) -> None:
        """Remember how the opponent bet and what it showed."""
        for seat in self._seats:
            self.memory.remember(seat, remember(self.memory.of(seat), poker_view(record.last_view(self.game, seat))))
