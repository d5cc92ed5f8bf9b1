"""Draw poker judged: by what a decision wins against several sorts of players, with the hidden cards dealt many times.

No single opponent is a fair judge of a person. The strong player takes two replaced cards for three of a kind and
drops, so that it would pay a person to break a pair against it, and against nobody else. So a decision is held
against a person only if one and the same other is better by every yardstick: against the panel of practice on average,
against a strong player who does not read how many cards were replaced, and, of a replacement, at a bare showdown for
the pot; of a bet, against the strong player itself (`arena/poker/play_outs.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import numpy as np

from gamelore.arena.poker.play_outs import PlayOuts, Yardstick, all_discards
from gamelore.arena.poker.rule_players import RuleList
from gamelore.arena.poker.scripted import usual_replacement
from gamelore.base.seeds import Rng
from gamelore.games.core import Action, AnyGame, AnyState, AnyView
from gamelore.games.poker.draw_poker import DrawPoker, DrawPokerView
from gamelore.games.poker.table import REPLACING, Bet, PokerAction, Replace
from gamelore.lab.review.core import MoveValues
from gamelore.learners.rules.language.sentences import rule_sentence
from gamelore.learners.rules.poker.lists import printed
from gamelore.learners.rules.poker.task import PHRASES

NOW_AND_THEN = 0.05
"""How often the strong player must make a bet for it to be looked at."""
ERRORS_APART = 2.5
"""How many standard errors two moves must lie apart by each yardstick to be told apart."""
OFTEN = 0.25
"""What the strong player does as often in a situation that its policy knows is held against nobody: it mixes moves
that are worth the same against who plays as well."""
SMALL, LEAST = 0.02, 0.5
"""What part of the pot, and how many chips, a difference must come to: less is not worth a word."""

USUAL = "Keep what goes together, or the two highest cards, and replace the rest."


class BetJudge:
    """Judges bets, calls, drops and replacements."""

    how = (
        "what a move wins on average against eight sorts of players and against a strong one who does not read it; "
        "it counts only if another move is better against all of them"
    )
    unit = "chips"

    def __init__(self, game: AnyGame) -> None:
        assert isinstance(game, DrawPoker)
        self.play_outs = PlayOuts(game)
        self._rules = RuleList(game, printed("builtin"), "builtin")

    def judge(self, state: AnyState, view: AnyView, action: Action, rng: Rng) -> MoveValues | None:
        """The values of the moves in chips, against dropping out at no further cost."""
        assert isinstance(view, DrawPokerView)
        seed = int(rng.integers(1 << 62))
        if view.table.stage == REPLACING:
            discards = all_discards(view)
            said = [str(action if _same(gone, action) else Replace(gone)) for gone in discards]
            yardsticks = self.play_outs.replacements(view, discards, seed)
            return self._told(view, action, verdicts(said, yardsticks, view.table.pot), yardsticks, said)
        strong = self.play_outs.strong
        shares = strong.options(view)
        moves = looked_at(view, action, shares)
        matched = view.table.pot + 2 * view.table.last_bet
        sound = {str(move) for move, share in shares.items() if share >= OFTEN} if strong.knows(view) else set()
        said, yardsticks = [str(move) for move in moves], self.play_outs.bets(view, moves, seed)
        return self._told(view, action, verdicts(said, yardsticks, matched, sound), yardsticks, said)

    def played_out(self, state: AnyState, action: Action) -> tuple[str, ...]:
        """Nobody can tell what hidden hands would answer."""
        return ()

    def _told(
        self,
        view: DrawPokerView,
        action: Action,
        values: MoveValues,
        yardsticks: Sequence[Yardstick],
        moves: Sequence[str],
    ) -> MoveValues:
        """The same with what is said of the move that was made, if a better one was there."""
        made = str(action)
        given = values.given(made)
        if not given:
            return values
        better = values.better(made)[0]
        one, other = moves.index(made), moves.index(better)
        if view.table.stage == REPLACING:
            shares = [f"{100 * float(yardsticks[-1].wins[n]):.0f} %" for n in (one, other)]
            because = f"At a showdown it wins {shares[0]} of the pot, {better} {shares[1]}."
        else:
            panel, strong = ([f"{stick.means[n]:+.1f}" for n in (one, other)] for stick in yardsticks[:2])
            because = (
                f"Against the panel it comes to {panel[0]} chips, {better} to {panel[1]}; "
                f"against the strong player to {strong[0]} and {strong[1]}."
            )
        line = self._line(view, values.more[made] if values.more else {})
        return replace(values, lost=f"gave away at least {given:.1f} chips", because=because, line=line)

    def _line(self, view: DrawPokerView, better: Mapping[str, float]) -> tuple[str, str] | None:
        """The usual draw, or the rule of the built-in list, if it leads to a better move."""
        if view.table.stage == REPLACING:
            usual = usual_replacement(view)
            same = any(_same(usual.cards, view.game.parse_action(move)) for move in better)
            return ("the usual draw", USUAL) if same else None
        decision = self._rules.decide(view, np.random.default_rng(0))
        rule = self._rules.matcher.heuristics.rules[int(decision.by.split()[-1]) - 1]
        if not any(_alike(decision.action, view.game.parse_action(move)) for move in better):
            return None
        return decision.by, rule_sentence(self._rules.matcher.heuristics, rule, PHRASES)


def looked_at(view: DrawPokerView, action: Action, shares: Mapping[PokerAction, float]) -> list[PokerAction]:
    """What was done, calling, dropping, and what the strong player does now and then.

    Other bets are left out: against a policy that knows few sizes an odd one may win more than against anybody.
    """
    return [
        move for move in view.legal_actions()
        if not isinstance(move, Bet) or move == action or shares.get(move, 0.0) >= NOW_AND_THEN
    ]  # fmt: skip


def verdicts(
    moves: Sequence[str], yardsticks: Sequence[Yardstick], pot: int, sound: AbstractSet[str] = frozenset()
) -> MoveValues:
    """What the first yardstick says of each move, and what each better one wins more by all of them.

    Of moves that are known to be `sound` none is better.
    """
    more = np.full((len(moves), len(moves)), np.inf)
    for stick in yardsticks:
        apart = stick.means[None, :] - stick.means[:, None]
        enough = np.maximum(ERRORS_APART * stick.errors, max(SMALL * pot, LEAST))
        more = np.minimum(more, np.where(apart > enough, apart, 0.0))
    more[[move in sound for move in moves]] = 0.0
    means = [round(float(mean), 6) for mean in yardsticks[0].means]
    return MoveValues(
        dict(zip(moves, means, strict=True)),
        {move: f"{mean:+.1f} chips" for move, mean in zip(moves, means, strict=True)},
        more={
            move: {other: round(float(more[n, m]), 6) for m, other in enumerate(moves) if more[n, m] > 0}
            for n, move in enumerate(moves)
        },
    )


def _alike(one: Action, other: Action) -> bool:
    """Whether two bets are about the same: neither is more than twice the other."""
    if isinstance(one, Bet) and isinstance(other, Bet):
        return max(one.size, other.size) <= 2 * min(one.size, other.size)
    return one == other


def _same(gone: Sequence[int], action: Action) -> bool:
    return isinstance(action, Replace) and set(gone) == set(action.cards)
