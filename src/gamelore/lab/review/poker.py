"""Draw poker judged: the strong player plays on for both sides, with the hidden cards dealt many times.

In each sampled world the other holds cards with which it would have replaced as many as it did; worlds in which the
strong player would rather have bet as it did are taken more often. A move is worth the chips that it wins on average
from here on. The opponent at the table may be another sort of player, so this compares moves and is not the truth.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamelore.arena.poker.strong import Strong
from gamelore.base.arrays import Floats
from gamelore.base.seeds import Rng
from gamelore.games.core import NOBODY, Action, AnyGame, AnyState, AnyView
from gamelore.games.poker.cards import DECK_SIZE, HAND_SIZE, Card, Deal
from gamelore.games.poker.draw_poker import DrawPokerState, DrawPokerView
from gamelore.games.poker.replacing import usual_discards
from gamelore.games.poker.table import REPLACING, Bet, PokerAction, Replace
from gamelore.lab.review.core import MoveValues

WORLDS = 60
CANDIDATES = 3
"""Worlds that are drawn for each that is taken."""
TRIES = 2000
"""Draws after which the other may hold anything: it did not replace the usual way."""
NOW_AND_THEN = 0.05
"""How often the strong player must make a bet for it to be looked at."""
ERRORS_APART = 2.0
UNLIKELY = 0.02
"""How often the strong player is supposed to do what it never does."""


class BetJudge:
    """Judges bets, calls, drops and replacements."""

    how = f"{WORLDS} sampled worlds for each decision, in which the strong player plays on for both sides"
    unit = "chips"

    def __init__(self, game: AnyGame) -> None:
        self.strong = Strong(game)

    def judge(self, state: AnyState, view: AnyView, action: Action, rng: Rng) -> MoveValues | None:
        """The values of the moves in chips, against dropping out at no further cost."""
        assert isinstance(view, DrawPokerView)
        assert isinstance(state, DrawPokerState)
        moves = self._looked_at(view, action)
        sampled = self._worlds(view, state.actions, rng)
        seeds = rng.integers(1 << 62, size=len(sampled)).tolist()
        gains = {str(move): self._gains(sampled, move, view.seat, seeds) for move in moves}
        means = {text: round(float(gain.mean()), 6) for text, gain in gains.items()}
        best = gains[max(means, key=lambda text: means[text])]
        noise = {text: ERRORS_APART * float((best - g).std() / np.sqrt(len(g))) for text, g in gains.items()}
        return MoveValues(means, {text: f"{mean:+.1f} chips" for text, mean in means.items()}, noise)

    def _looked_at(self, view: DrawPokerView, action: Action) -> list[PokerAction]:
        """What was done, calling, dropping, and what the strong player does now and then.

        Other bets are left out: against a policy that knows few sizes an odd one may win more than against anybody.
        """
        legal = view.legal_actions()
        if view.table.stage == REPLACING:
            usual = set(usual_discards(view.hand)[: view.table.rules.max_replaced])
            return [m for m in legal if isinstance(m, Replace) and (set(m.cards) == usual or _same(m, action))]
        likely = {text for text, share in self._shares(view).items() if share >= NOW_AND_THEN}
        return [m for m in legal if not isinstance(m, Bet) or m == action or str(m) in likely]

    def _gains(self, sampled: Sequence[DrawPokerState], move: PokerAction, seat: int, seeds: Sequence[int]) -> Floats:
        return np.array(
            [self._play_out(world.child(move), seat, int(s)) for world, s in zip(sampled, seeds, strict=True)]
        )

    def _play_out(self, state: DrawPokerState, seat: int, seed: int) -> float:
        rng = np.random.default_rng(seed)
        while state.current_player() != NOBODY:
            state = state.child(self.strong.decide(state.view(state.current_player()), rng).action)  # type: ignore[arg-type]
        return state.returns()[seat]

    def _worlds(self, view: DrawPokerView, actions: Sequence[PokerAction], rng: Rng) -> list[DrawPokerState]:
        drawn = [_world(view, actions, rng) for _ in range(WORLDS * CANDIDATES)]
        weights = np.array([self._likelihood(world, 1 - view.seat) for world in drawn])
        marks = (rng.random() + np.arange(WORLDS)) / WORLDS
        chosen = np.searchsorted(np.cumsum(weights / weights.sum()), marks).clip(max=len(drawn) - 1)
        return [drawn[int(place)] for place in chosen]

    def _likelihood(self, world: DrawPokerState, other: int) -> float:
        """How often the strong player would have bet with these cards as the other did."""
        likelihood, state = 1.0, world.game.deal_state(world.deal)
        for action in world.actions:
            if state.current_player() == other and not isinstance(action, Replace):
                likelihood *= max(UNLIKELY, self._share(state.view(other), action))
            state = state.child(action)
        return likelihood

    def _shares(self, view: DrawPokerView) -> dict[str, float]:
        """How often the strong player makes each move."""
        reasons = self.strong.decide(view, np.random.default_rng(0)).reasons
        return {reason.action: reason.strength or 0.0 for reason in reasons}

    def _share(self, view: DrawPokerView, action: PokerAction) -> float:
        said = {
            reason.action: reason.strength or 0.0
            for reason in self.strong.decide(view, np.random.default_rng(0)).reasons
        }
        if not isinstance(action, Bet):
            return said.get(str(action), 0.0)
        sizes = {text: int(text.split()[1]) for text in said if text.startswith("bet ")}
        nearest = min(sizes, key=lambda text: abs(sizes[text] - action.size), default=None)
        return 0.0 if nearest is None else said[nearest]


def _same(move: Replace, action: Action) -> bool:
    return isinstance(action, Replace) and set(move.cards) == set(action.cards)


def _world(view: DrawPokerView, actions: Sequence[PokerAction], rng: Rng) -> DrawPokerState:
    """A contest that the seat cannot tell from its own; of the other's cards nothing but their number is used."""
    table, other = view.table, 1 - view.seat
    replaced = table.replaced[other] if other < len(table.replaced) else None
    known = {*view.dealt, *view.hand}
    hidden = [card for card in range(DECK_SIZE) if card not in known]
    for _ in range(TRIES):
        cards = [hidden[place] for place in rng.permutation(len(hidden)).tolist()]
        dealt = tuple(cards[:HAND_SIZE])
        gone = usual_discards(dealt)[: table.rules.max_replaced]
        if replaced is None or len(gone) == replaced:
            break
    else:
        gone = tuple(sorted(dealt))[: replaced or 0]
    return _replayed(view, actions, dealt, gone if replaced is not None else (), cards[HAND_SIZE:])


def _replayed(
    view: DrawPokerView, actions: Sequence[PokerAction], dealt: tuple[Card, ...], gone: tuple[Card, ...],
    unseen: list[Card],
) -> DrawPokerState:  # fmt: skip
    game, table, other = view.game, view.table, 1 - view.seat
    rest: list[Card | None] = [None] * (2 * table.rules.max_replaced)
    start = game.first_replacement(view.seat, table.replaced[: view.seat])
    mine = [card for card in view.hand if card not in view.dealt]
    rest[start : start + len(mine)] = mine
    hands = (view.dealt, dealt) if view.seat == 0 else (dealt, view.dealt)
    state = game.deal_state(Deal(hands, tuple(unseen.pop() if card is None else card for card in rest)))
    for action in actions:
        hides = isinstance(action, Replace) and state.current_player() == other
        state = state.child(Replace(gone) if hides else action)
    return state
