"""Which games of OpenSpiel are games of ours, and by which names.

A name is `openspiel:` and what `pyspiel.load_game` takes: `openspiel:hex(board_size=5)`. Since names stand in files
too, nothing is loaded before it is known what it is: games for two, deterministic, with nothing hidden, turn by turn,
one side's win the other's loss. No game that reads a file is among them, and no parameter makes one of any size.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from gamelore.base.errors import BadSetting, BadText, NotAvailable, UnknownName
from gamelore.base.streams import tell
from gamelore.bridges import need
from gamelore.games.registry import game_names

SCHEME = "openspiel"
OURS = "gamelore_"
"""How the names of our games begin over there."""
PYTHON = "python_"
"""How those of their own games begin that are written in Python; they are there once somebody has imported them, and
end the interpreter where a bot in C++ is asked about them."""
MISERE = "misere"
"""The one transformation that is let through: who would win loses."""
LARGEST, LONGEST = 24, 100_000
"""The largest number in a parameter, and in one that limits the moves."""
LEAST = {"rows": 2, "columns": 2, "board_size": 2}
MOST = {"dims": 2}
"""What else is known of parameters with which OpenSpiel does not come back."""

TWINS = {
    "tic_tac_toe": "tic_tac_toe",
    "mnk(k=3,m=3,n=3)": "tic_tac_toe",
    "misere(game=tic_tac_toe())": "lose_tic_tac_toe",
    "misere(game=mnk(k=3,m=3,n=3))": "lose_tic_tac_toe",
    "connect_four": "connect_four",
    "mnk(k=5,m=7,n=7)": "five_in_a_row",
    "breakthrough(columns=6,rows=6)": "breakthrough",
}
"""Games of theirs with the same rules as one of ours, which has compiled kernels; nine men's morris is not among them:
theirs is drawn after 200 of its actions, ours by the horizon of a contest (`docs/bridges.md`)."""

_NAME = re.compile(r"([a-z][a-z0-9_]{0,40})(?:\((.{0,200})\))?")
_PARAMETER = re.compile(r"([a-z0-9_]+)=([^,=()]*)")
_NUMBER = re.compile(r"-?[0-9]+")


@cache
def eligible_names() -> tuple[str, ...]:
    """The short names of the games of OpenSpiel that can be ours."""
    pyspiel = need("pyspiel", SCHEME)
    return tuple(sorted(kind.short_name for kind in pyspiel.registered_games() if not why_not(kind, pyspiel)))


def why_not(kind: Any, pyspiel: Any) -> str:
    """Why a game of a type cannot be ours; empty if it can."""
    of = pyspiel.GameType
    wanted = {
        "is for two": kind.min_num_players <= 2 <= kind.max_num_players,
        "leaves nothing to chance": kind.chance_mode == of.ChanceMode.DETERMINISTIC,
        "hides nothing": kind.information == of.Information.PERFECT_INFORMATION,
        "is played turn by turn": kind.dynamics == of.Dynamics.SEQUENTIAL,
        "has as much lost as won": kind.utility == of.Utility.ZERO_SUM,
        "is paid at the end": kind.reward_model == of.RewardModel.TERMINAL,
        "needs nothing but its name": kind.default_loadable,
        "is written in C++": not kind.short_name.startswith((OURS, PYTHON)),
    }
    missing = [promise for promise, kept in wanted.items() if not kept]
    return f"ours is a game that {missing[0]}" if missing else ""


def theirs_of(text: str) -> Any:
    """The game of OpenSpiel of a text that `pyspiel.load_game` would take, if it is one that can be ours."""
    pyspiel = need("pyspiel", SCHEME)
    match = _NAME.fullmatch(text.strip())
    if match is None:
        raise BadText(f"'{SCHEME}:{text}': expected a name as in {SCHEME}:hex or {SCHEME}:hex(board_size=5)")
    name, inside = match[1], match[2] or ""
    if name == MISERE:
        if not inside.startswith("game="):
            raise BadText(f"'{SCHEME}:{text}': expected {SCHEME}:{MISERE}(game=tic_tac_toe())")
        if inside.startswith(f"game={MISERE}"):
            raise NotAvailable(f"'{SCHEME}:{text}': what is turned round twice is the game itself")
        theirs_of(inside.removeprefix("game="))
    else:
        _check_parameters(text, inside)
        _check_kind(name, pyspiel)
    try:
        game = pyspiel.load_game(text.strip())
        game.new_initial_state()  # some games look at their parameters only now
    except Exception as error:  # theirs, of several kinds
        raise BadSetting(f"OpenSpiel cannot make '{text}': {error}") from None
    reason = why_not(game.get_type(), pyspiel) if name != MISERE else ""
    if not reason and type(game).__module__.partition(".")[0] != "pyspiel":
        reason = "ours is a game that is written in C++"
    if reason or game.num_players() != 2:
        raise NotAvailable(f"'{text}' of OpenSpiel cannot be a game here: {reason or 'ours is a game that is for two'}")
    return game


def _check_parameters(text: str, inside: str) -> None:
    for name, value in _PARAMETER.findall(inside):
        least = LEAST.get(name, 1)
        most = LONGEST if "max" in name or "length" in name else MOST.get(name, LARGEST)
        for number in _NUMBER.findall(value):
            if not least <= int(number[:9]) <= most:
                raise BadSetting(f"'{SCHEME}:{text}': {name} lies between {least} and {most} here, found {number[:20]}")


def _check_kind(name: str, pyspiel: Any) -> None:
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if name not in kinds:
        raise UnknownName("game of OpenSpiel", name, eligible_names())
    if reason := why_not(kinds[name], pyspiel):
        raise NotAvailable(f"{name} of OpenSpiel cannot be a game here: {reason}")


def canonical(game: Any) -> str:
    """The name of a game of theirs, without brackets that hold nothing."""
    return str(game).removesuffix("()") if not str(game).startswith(MISERE) else str(game)


def twin_of(text: str) -> str:
    """The name of a game of ours with the same rules and compiled kernels; empty if there is none."""
    ours = TWINS.get(text, "")
    return ours if ours in game_names() else ""


def typed(text: str) -> str:
    """The name of the game that a person means: where one of ours is the same, that is said, and it is that."""
    theirs = canonical(theirs_of(text.partition(":")[2]))
    ours = twin_of(theirs)
    if ours:
        tell(f"{SCHEME}:{theirs} is {ours} here, with compiled rules; that is what is used")
    return ours or f"{SCHEME}:{theirs}"
