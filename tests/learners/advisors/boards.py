"""What the tests of Hoyle's Advisors share: states by text, situations, comments by the text of a move, contests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from gamelore.arena import Regime, make_regime, train
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.advisors.forr import SILENT, Tier1Advisor, Tier2Advisor
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.memory.knowledge import Knowledge, Tally, Watched
from gamelore.learners.advisors.memory.situation import Situation, look
from gamelore.learners.advisors.sequences.forms import Context


@cache
def board_game(name: str) -> BoardGame:
    """A registered board game."""
    game = load_game(name)
    assert isinstance(game, BoardGame)
    return game


TTT, LOSE, FIVE = (board_game(name) for name in ("tic_tac_toe", "lose_tic_tac_toe", "five_mens_morris"))


def new_knowledge(game: BoardGame, *, everything: bool = False, keep: int = 50_000) -> Knowledge:
    """Nothing known yet; the plane's symmetries, or all of them with colours merged."""
    symmetries = len(game.all_symmetries if everything else game.symmetries)
    return Knowledge(
        game,
        symmetries=symmetries,
        merge_colours=everything,
        keep_at_most=keep,
        resembling=True,
        vouched=False,
    )


def store(
    knowledge: Knowledge,
    *,
    won: Iterable[BoardState] = (),
    lost: Iterable[BoardState] = (),
    met: Iterable[BoardState] = (),
    made: Iterable[BoardState] = (),
) -> Knowledge:
    """Knowledge of some states, even impossible ones: surely won or lost, met by an expert, made by an expert."""
    knowledge.sure = {knowledge.key(s): -1 for s in lost} | {knowledge.key(s): 1 for s in won}
    after = {knowledge.key(s): Tally(1) for s in made}
    knowledge.expert = {knowledge.key(s): after for s in met}
    if knowledge.expert:
        knowledge._made.add(after)
    knowledge._lookups = None
    return knowledge


def at(game: BoardGame, text: str, knowledge: Knowledge | None = None, made: Sequence[BoardState] = ()) -> Situation:
    """The situation of a state's text."""
    knowledge = knowledge or new_knowledge(game)
    return look(game.parse_state(text), knowledge, frozenset(knowledge.key(state) for state in made))


def says(advisor: Tier2Advisor[Situation], situation: Situation) -> dict[str, int]:
    """What an Advisor says, by move; every comment must have its sentence."""
    spoken = advisor.comment(situation)
    if spoken is None:
        return {}
    found = {str(situation.move(k)): int(spoken[k]) for k in range(situation.count) if spoken[k] != SILENT}
    for k in range(situation.count):
        if spoken[k] != SILENT:
            assert advisor.because(situation, k)
    return found


def mandates(advisor: Tier1Advisor[Situation], situation: Situation) -> set[str]:
    """The moves that a tier-1 Advisor orders."""
    return {str(situation.move(k)) for k in advisor.consult(situation).mandate}


def strikes_out(advisor: Tier1Advisor[Situation], situation: Situation) -> set[str]:
    """The moves that a tier-1 Advisor forbids."""
    return {str(situation.move(k)) for k in advisor.consult(situation).strike}


def contest(
    game: BoardGame,
    moves: str,
    knowledge: Knowledge,
    *,
    experts: Sequence[int] = (),
    own: Sequence[int] = (),
    results: tuple[str, str] | None = None,
) -> Watched:
    """A contest from its moves; the result is that of the rules unless given (a draw while it is not over)."""
    states = [game.new_initial_state()]
    for text in moves.split():
        states.append(states[-1].child(game.parse_action(text)))
    outcome = states[-1].outcome()
    if results is None:
        results = ("draw", "draw") if outcome is None else (outcome.result(0), outcome.result(1))
    keys = tuple(knowledge.key(state) for state in states)
    return Watched(tuple(states), keys, results, frozenset(experts), frozenset(own))


@cache
def trained(name: str, preset: str, contests: int, regime: str = "double_cycle", seed: int = 7) -> Hoyle:
    """Hoyle after some contests; shared between tests, so ask it but do not teach it."""
    game = board_game(name)
    learner = Hoyle(game, Hoyle.preset(preset))
    for _ in train(game, learner, spread_thin(make_regime(regime, game, contests)), seed=seed):
        pass
    return learner


def spread_thin(regime: Regime) -> Regime:
    """The same blocks with two contests each, so that a short training meets all of them."""
    return replace(regime, blocks=tuple(replace(block, contests=2) for block in regime.blocks))


def allows(context: Context, state: BoardState) -> bool:
    """Whether a state fits a context: no marker or blank stands where it is not allowed."""
    here = (state.own, state.other, state.empty)
    return not any(mask & ~allowed for mask, allowed in zip(here, context, strict=True))
