"""42 judged: the playing machine's way of thinking, with the unseen dominoes dealt many times.

A play is worth the marks that it wins on average when everybody plays best with open hands from there on. A bid is
worth what its contract wins on average with the best trump; a pass counts as nothing. Both are optimistic, because
nobody sees through hands; they compare moves and do not promise points.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.base.seeds import Rng
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.games.forty_two.bulk import dominoes_of
from gamelore.games.forty_two.dominoes import ALL_POINTS, SUITS, Domino
from gamelore.games.forty_two.rules import Bid, NameTrump, Pass, Play, marks_of
from gamelore.games.forty_two.table import BIDDING, NAMING, PLAYING
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.lab.review.core import MoveValues
from gamelore.oracles.forty_two.hearing import heard
from gamelore.oracles.forty_two.pricing import candidate_trumps, common_deals
from gamelore.oracles.forty_two.solver import solve, solve_moves
from gamelore.oracles.forty_two.worlds import worlds

WORLDS = 60
"""Deals of the unseen dominoes for each decision; a multiple of three."""
ERRORS_APART = 2.0
"""How many standard errors two moves must lie apart to be told apart."""


class DominoJudge:
    """Judges calls, trumps and plays."""

    how = f"{WORLDS} sampled deals of the unseen dominoes for each decision, played with open hands"
    unit = "marks"

    def judge(self, state: AnyState, view: AnyView, action: Action, rng: Rng) -> MoveValues | None:
        """The values of the moves in marks."""
        assert isinstance(view, FortyTwoView)
        if view.table.stage == BIDDING:
            return self._calls(view, action, rng)
        if view.table.stage == NAMING:
            return self._trumps(view, action, rng)
        return self._plays(view, action, rng)

    def played_out(self, state: AnyState, action: Action) -> tuple[str, ...]:
        """Nobody can tell what hidden hands would answer."""
        return ()

    def _calls(self, view: FortyTwoView, action: Action, rng: Rng) -> MoveValues:
        """Passing, the least bid that is legal, and what was called."""
        deals, trumps = common_deals(view.dealt, rng, WORLDS), candidate_trumps(view.dealt)
        bids = [a for a in view.legal_actions() if isinstance(a, Bid)]
        looked_at = {bids[0], *(bid for bid in bids if bid == action)}
        gains = {
            str(bid): max((_gains(deals, trump, bid.amount) for trump in trumps), key=lambda gain: float(gain.mean()))
            for bid in sorted(looked_at, key=lambda bid: bid.amount)
        }
        if any(isinstance(a, Pass) for a in view.legal_actions()):
            gains["pass"] = np.zeros(len(deals))
        return _values(gains, str(action), marks=True)

    def _trumps(self, view: FortyTwoView, action: Action, rng: Rng) -> MoveValues:
        """The suits that the hand is long in, and what was named if that is a suit."""
        deals, contract = common_deals(view.dealt, rng, WORLDS), view.table.contract
        named = {action.trump} if isinstance(action, NameTrump) and action.trump in SUITS else set()
        trumps = sorted({*candidate_trumps(view.dealt), *named})
        gains = {str(NameTrump(trump)): _gains(deals, trump, contract) for trump in trumps}
        return _values(gains, str(action), marks=True)

    def _plays(self, view: FortyTwoView, action: Action, rng: Rng) -> MoveValues:
        table = view.table
        moves = table.playable(view.hand)
        sampled = worlds(view, rng, WORLDS, heard(view))
        made = solve_moves(sampled, table, moves, low=table.needed - 1, high=table.needed) - (table.needed - 1)
        declaring = view.seat % 2 == table.declarer % 2
        reached = (made if declaring else 1 - made).astype(np.float64)
        worth: Floats = marks_of(table.contract) * (2.0 * reached - 1.0)
        found = _values({str(Play(move)): worth[:, n] for n, move in enumerate(moves)}, str(action), marks=False)
        if not isinstance(action, Play) or not found.given(str(action)):
            return found
        texts = [str(Play(move)) for move in moves]
        of_made, of_best = (worth[:, texts.index(text)] for text in (str(action), found.better(str(action))[0]))
        lost = sampled[(of_made < 0) & (of_best > 0)]
        return replace(found, because=f"{found.because}{_answer(view, action, lost)}")


def domino_judge(game: AnyGame) -> DominoJudge:
    """The judge of a game of 42, whatever its rules."""
    return DominoJudge()


def _gains(deals: Ints, trump: int, contract: int) -> Floats:
    """The marks that a contract wins or loses in each deal when the hand at 0 declares."""
    needed = min(contract, ALL_POINTS)
    made = solve(deals, trump, low=needed - 1, high=needed) == needed
    gains: Floats = marks_of(contract) * np.where(made, 1.0, -1.0)
    return gains


def _answer(view: FortyTwoView, action: Play, lost: Ints) -> str:
    """What the other side answers most often in the deals that a play loses; empty where it is not its turn."""
    table = view.table.after(action)
    other = table.current_player()
    if table.stage != PLAYING or other % 2 == view.seat % 2:
        return ""
    declaring, replies = view.seat % 2 == table.declarer % 2, Counter[Domino]()
    for world in lost:
        held = world.copy()
        held[view.seat] &= ~(1 << action.domino.number)
        moves = table.playable(dominoes_of(int(held[other])))
        made = solve_moves(held[None], table, moves, low=table.needed - 1, high=table.needed)[0] == table.needed
        replies.update(move for move, reached in zip(moves, made.tolist(), strict=True) if reached != declaring)
    if not replies:
        return ""
    reply, times = replies.most_common(1)[0]
    return f" {view.game.seat_names[other]} can punish it with {reply} in {times} of them."


def _values(gains: dict[str, Floats], action: str, *, marks: bool) -> MoveValues:
    means = {action: round(float(gain.mean()), 6) for action, gain in gains.items()}
    best = gains[max(means, key=lambda action: means[action])]
    noise = {a: ERRORS_APART * float((best - gain).std() / np.sqrt(len(gain))) for a, gain in gains.items()}
    words = {
        action: f"{means[action]:+.2f} marks" if marks else f"reaches the aim in {_share(gain)}"
        for action, gain in gains.items()
    }
    found = MoveValues(means, words, noise)
    if action not in gains or not found.given(action):
        return found
    better = found.better(action)[0]
    if marks:
        won = {move: int((gains[move] > 0).sum()) for move in (better, action)}
        told = ", ".join(f"{move} makes it in {count}" for move, count in won.items() if move != str(Pass()))
        return replace(found, because=f"Of {WORLDS} sampled deals, {told}.")
    times = int(((gains[better] > 0) & (gains[action] <= 0)).sum())
    because = f"In {times} of {WORLDS} sampled deals {better} reaches the aim and {action} does not."
    lost = f"reaches the aim in {_share(gains[action])} instead of {_share(gains[better])}"
    return replace(found, lost=lost, because=because)


def _share(gain: Floats) -> str:
    return f"{100 * float((gain > 0).mean()):.0f} %"
