"""Rules that a person wrote, in LASH or as a listing, and a learner that follows them."""

from __future__ import annotations

from pathlib import Path

from gamelore.base.errors import BadSetting, BadText, GameloreError
from gamelore.base.files import read_text
from gamelore.base.seeds import stream
from gamelore.games.registry import GameLike, game_of
from gamelore.learners.registry import known_learner
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.lash import compile_lash
from gamelore.learners.rules.language.listing import is_listing, parse_listing
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.library import read_poker_rules
from gamelore.learners.rules.settings import POKER, THESIS_LIKE


def read_rules(text: str, where: str = "rules") -> Heuristics:
    """The rules of a LASH program or of a listing; the error names the place."""
    if not isinstance(text, str):
        raise BadSetting(f"rules are written as a text, not as {text!r:.60}")
    return (parse_listing if is_listing(text) else compile_lash)(text, where)


def read_own_rules(text: str, where: str = "rules") -> tuple[Heuristics, str]:
    """The same, for rules of draw poker also with what they take from the built-in ones, which is told in one line."""
    try:
        return read_rules(text, where), ""
    except GameloreError as alone:
        try:
            return read_poker_rules(text, where)
        except GameloreError:
            raise alone from None


def compile_rules(text: str, game: GameLike = POKER, where: str = "rules") -> Waterman:
    """A learner that follows rules written by hand: to be tested, explained, played with and taught like any other.

    At draw poker, what a program needs and does not say itself is taken from the built-in rules. Rules that speak of
    what the game does not measure are refused.
    """
    return written_by_hand(text, game, where)[0]


def written_by_hand(text: str, game: GameLike = POKER, where: str = "rules") -> tuple[Waterman, str]:
    """The same, and what was taken from the built-in rules, in one line; empty for nothing."""
    loaded = game_of(game)
    learner = known_learner(Waterman.kind, loaded, settings=THESIS_LIKE)
    assert isinstance(learner, Waterman)
    if loaded.name == POKER:
        if not isinstance(text, str):
            raise BadSetting(f"rules are written as a text, not as {text!r:.60}")
        rules, taken = read_poker_rules(text, where)
    else:
        rules, taken = read_rules(text, where), ""
    learner.task.give(learner.school.trainee, rules, where)
    _try_moves(learner, where)
    return learner, taken


def rules_of_file(path: Path, game: GameLike = POKER) -> tuple[Waterman, str]:
    """A learner that follows the rules of a file, and what was taken from the built-in ones, in one line."""
    return written_by_hand(read_text(path), game, str(path))


def _try_moves(learner: Waterman, where: str) -> None:
    """Refuse a move that amounts to no action, in the first situation of some contest."""
    game, matcher, rng = learner.game, learner.school.trainee.matcher, stream(0)
    state = game.new_initial_state(rng)
    view = state.view(state.current_player())
    values = matcher.values(learner.task.situation(view, learner.memory(view.seat)), rng)
    for move in learner.school.trainee.heuristics.moves:
        try:
            learner.task.action(matcher, view, move, values, rng)
        except KeyError as error:
            raise BadText(f"{where}: move '{move}' does not say what becomes of {error.args[0]}") from None
        except GameloreError as error:
            raise BadText(f"{where}: move '{move}': {error}") from None
