"""Scripted opponents of draw poker: fixed ways to play that a learner can be measured against.

The `human` is shaped on the person in Waterman's traces (1968, Appendices C, E and F); the others each have one fault
that a good player should find. All of them replace cards the usual way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamelore.arena.players import NoLearning
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Rng
from gamelore.games.core import AnyGame, AnyView
from gamelore.games.poker.draw_poker import CALL, DROP, REPLACING, SECOND_BETS, Bet, DrawPoker, DrawPokerView, Replace
from gamelore.games.poker.hands import hand_value
from gamelore.games.poker.replacing import usual_discards
from gamelore.games.poker.table import ROUNDS_PER_GAME, PokerAction
from gamelore.games.record import Record
from gamelore.learners.core import ContestInfo, Decision, Player, Reason


@dataclass(frozen=True, slots=True)
class Script:
    """A script by its number in `scripted` of the kernels."""

    kind: int
    summary: str


SCRIPTS = {
    "random": Script(0, "one of Waterman's eight decisions, each as likely"),
    "call": Script(1, "opens with 1 and calls everything"),
    "tight": Script(2, "waits for good cards and pays little without them"),
    "loose": Script(3, "likes to see every hand and to bet on any pair"),
    "bluff": Script(4, "bets large with good hands and, a third of the time, with nothing"),
    "human": Script(5, "shaped on the person who played against Waterman's program"),
    "maniac": Script(6, "bets 20 whenever it may, whatever it holds"),
}


def require_poker(game: AnyGame, who: str) -> DrawPoker:
    """The game as draw poker, or one clear error."""
    if not isinstance(game, DrawPoker):
        raise BadSetting(f"player {who} plays draw_poker, not {game.name}")
    return game


def poker_view(view: AnyView) -> DrawPokerView:
    """A view as one of draw poker."""
    if not isinstance(view, DrawPokerView):
        raise BadSetting(f"a poker player cannot look at {view.game.name}")
    return view


def usual_replacement(view: DrawPokerView) -> Replace:
    """The usual cards, as many as the rules allow."""
    return Replace(usual_discards(view.hand)[: view.game.rules.max_replaced])


def usual_draw(view: DrawPokerView) -> Decision:
    """The usual replacement as a decision; how it is done is no secret."""
    how = "keeps what goes together, or the two highest cards, and replaces the rest"
    return Decision(usual_replacement(view), "usual draw", lambda: [Reason("usual draw", how, public=True)])


def action_of_code(view: DrawPokerView, code: int) -> PokerAction:
    """The action of a code; a bet too large is made the largest one, a bet where none is left becomes a call."""
    if code < 0:
        return DROP
    if code == 0 or not view.table.may_bet():
        return CALL
    return Bet(min(code, view.game.rules.max_bet))


class Scripted(NoLearning):
    """A player who follows a script."""

    def __init__(self, game: AnyGame, name: str) -> None:
        super().__init__(name)
        require_poker(game, name)
        self.script = SCRIPTS[name]

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Replace the usual way, bet by the script."""
        from gamelore.arena.poker import _kernels

        seen = poker_view(view)
        table = seen.table
        if table.stage == REPLACING:
            return usual_draw(seen)
        code = _kernels.scripted(
            self.script.kind, table.stage == SECOND_BETS, hand_value(seen.hand), table.pot, table.last_bet,
            rng.random(), rng.random(),
        )  # fmt: skip
        return Decision(action_of_code(seen, code), self.name)


class Mix:
    """Somebody else in each game of five rounds, in turn."""

    def __init__(self, players: Sequence[Player], name: str = "mix") -> None:
        self.players = tuple(players)
        self.name = name
        self._now = self.players[0]

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Send the next one to the table when a game begins."""
        self._now = self.players[contest.number // ROUNDS_PER_GAME % len(self.players)]
        self._now.begin(seat, contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """As the one at the table does."""
        return self._now.decide(view, rng)

    def end(self, record: Record) -> None:
        """Tell the one at the table."""
        self._now.end(record)


class Noisy:
    """A player some of whose decisions are random ones."""

    def __init__(self, player: Player, noise: Player, share: float, name: str = "noisy") -> None:
        if not 0.0 <= share <= 1.0:
            raise BadSetting(f"the share of random decisions lies between 0 and 1, not {share}")
        self.player, self.noise, self.share, self.name = player, noise, share, name

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        self.player.begin(seat, contest)
        self.noise.begin(seat, contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """One or the other; cards are always replaced the player's way."""
        random = rng.random() < self.share and poker_view(view).table.stage != REPLACING
        return (self.noise if random else self.player).decide(view, rng)

    def end(self, record: Record) -> None:
        self.player.end(record)
        self.noise.end(record)
