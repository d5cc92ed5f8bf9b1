"""Which learners there are, and agents as folders.

A learned agent is a folder: `agent.toml` says who it is, for which game, with which settings, and carries a digest
of each knowledge file. A person may edit the knowledge: the digests then only say so. What the files hold is checked
by the learner itself when it takes them back. Other files of ours may stand beside (records, metrics); `agent.toml`
names them, so that nothing that a person put into the folder is ever replaced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, cast

from gamelore import __version__
from gamelore.base.errors import BadSetting, DamagedFile, GameloreError, NotAvailable, UnknownName
from gamelore.base.files import MOST_RECORDS, Json, digest, parse_toml, read_text, to_json, to_toml
from gamelore.base.folders import holding, recover, write_folder
from gamelore.base.registry import Registry, load
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games import AnyGame, load_game
from gamelore.games.board.toml_game import load_board_game
from gamelore.games.registry import GAME_FILE, GameLike, game_of, typed_game, typed_game_places
from gamelore.learners.core import Card, Learner

AGENT_FILE = "agent.toml"
AGENT_VERSION = 1
_FORM = {
    "learner": str, "game": str, "parameters": dict, "settings": dict, "facts": dict, "files": dict, "beside": list,
}  # fmt: skip
"""What stands in `agent.toml`."""

_LEARNERS: Registry[type[Learner]] = Registry(
    "learner",
    {
        "hoyle": "gamelore.learners.advisors.hoyle:Hoyle",
        "maxims": "gamelore.learners.maxims.learner:MaximLearner",
        "pairs": "gamelore.learners.advisors.sequences.pairs.learner:PairLearner",
        "rote": "gamelore.learners.rote:Rote",
        "seqlearner": "gamelore.learners.advisors.sequences.seqlearner:SeqLearner",
        "cogap": "gamelore.learners.signatures.cogap.learner:Cogap",
        "waterman": "gamelore.learners.rules.learner:Waterman",
    },
    "gamelore.learners",
)


_CARDS = {
    "hoyle": "gamelore.learners.advisors.settings.hoyle:CARD",
    "pairs": "gamelore.learners.advisors.settings.pairs:CARD",
    "seqlearner": "gamelore.learners.advisors.sequences.settings:CARD",
    "cogap": "gamelore.learners.signatures.cogap.settings:CARD",
    "waterman": "gamelore.learners.rules.settings:CARD",
}
"""Where what is told of a learner stands apart from the learner."""


def usual_learner(game: AnyGame) -> str:
    """The name of the learner that a person meets who asks for nobody."""
    open_for_two = game.seats == 2 and game.perfect_information
    return game.kit.learner or ("maxims" if open_for_two else "rote")


def register_learner(learner: type[Learner]) -> type[Learner]:
    """Make a learner known under its `kind`; usable as a class decorator."""
    _LEARNERS.register(learner.kind, learner)
    return learner


def learner_names() -> list[str]:
    """Every learner that can be made by name."""
    return _LEARNERS.names()


def learner_class(name: str) -> type[Learner]:
    """The class of a learner by name, imported when it is asked for."""
    made = _is_learner(name, _LEARNERS.find(name))
    if made.kind != name:
        raise NotAvailable(f"learner '{name}' calls itself '{made.kind}', so that no agent could name it")
    return made


def learner_card(name: str) -> Card:
    """What a list tells of a learner; a learner of ours is not imported for it."""
    if name in _CARDS:
        return cast(Card, load(_CARDS[name]))
    made = learner_class(name)
    return Card(made.kind, made.summary, made.presets, made.plays)


def _is_learner(name: str, found: object) -> type[Learner]:
    if not isinstance(found, type) or not issubclass(found, Learner) or not hasattr(found, "kind"):
        raise NotAvailable(f"learner '{name}' is no subclass of Learner with a kind")
    return found


def typed_learner(text: str) -> str:
    """The name of a learner that a person typed: what stands at `module:name` is known by its kind from then on.

    Its agents are saved under that kind. Another process loads them only if the package is installed with an entry
    point of that name.
    """
    if ":" not in text:
        return text
    made = _is_learner(text, _LEARNERS.open(text))
    if made.kind in learner_names() and learner_class(made.kind) is not made:
        raise BadSetting(f"{text}: a learner named '{made.kind}' is known already")
    register_learner(made)
    _LEARNERS.typed.append(text)
    return made.kind


def typed_places() -> tuple[list[str], list[str]]:
    """What a person typed as `module:name` in this process, games and learners."""
    return typed_game_places(), list(_LEARNERS.typed)


def open_places(games: Sequence[str], learners: Sequence[str]) -> None:
    """Make known in a worker process what a person typed in the one that started it."""
    for place in games:
        typed_game(place)
    for place in learners:
        typed_learner(place)


def new_learner(name: str, game: GameLike, preset: str | None = None, settings: Any = None) -> Learner:
    """A fresh learner that knows nothing yet, by its name or by the `module:name` that a person typed."""
    if not isinstance(name, str):
        raise BadSetting(f"a new learner is made by its name, not from {name!r:.60}")
    return known_learner(typed_learner(name), game_of(game), preset, settings)


def known_learner(name: str, game: AnyGame, preset: str | None = None, settings: Any = None) -> Learner:
    """The same for a name that may come from a file: it is only looked up."""
    made = learner_class(name)
    if not made.plays(game):
        raise BadSetting(made.refusal(game))
    return made(game, made.preset(preset) if settings is None else settings)


def knowledge_digest(learner: Learner) -> str:
    """A short digest of all that a learner knows."""
    return digest(to_json(learner.knowledge()))[:16]


@dataclass(frozen=True, slots=True)
class Agent:
    """A learner as it stands in a folder, with what the folder says about it."""

    learner: Learner
    facts: Mapping[str, Any]
    edited: tuple[str, ...]
    """Knowledge files that changed since they were saved."""


AGENT = "agent:"
"""What stands before the folder of an agent where it could be taken for another name."""
LearnerLike: TypeAlias = Learner | Agent | str | Path
"""A learner, an agent or its folder; where it is said for which game, also what a person would type for a learner."""


def learner_of(learner: LearnerLike, game: AnyGame | None = None) -> Learner:
    """A learner as it is given, that of an agent, or for a game a fresh one by its name or `module:name`."""
    who = "this learner was made for"
    if isinstance(learner, Agent):
        learner = learner.learner
    elif isinstance(learner, Path) or (isinstance(learner, str) and (game is None or learner.startswith(AGENT))):
        folder = Path(str(learner).removeprefix(AGENT))
        who, learner = f"{folder}: this agent learned", load_agent(folder).learner
    elif isinstance(learner, str) and game is not None:
        return new_learner(learner, game)
    if not isinstance(learner, Learner):
        raise BadSetting(f"a learner is given as itself, by its name or as an agent's folder, not as {learner!r:.60}")
    if game is not None and not learner.game.is_same(game):
        other = "by other rules" if repr(learner.game) == repr(game) else f"not {game!r}"
        raise BadSetting(f"{who} {learner.game!r}, {other}")
    return learner


def agent_files(
    learner: Learner, facts: Mapping[str, object] | None = None, beside: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The files of an agent's folder: `agent.toml`, the knowledge, and whatever else stands beside them."""
    texts, others = learner.knowledge(), dict(beside or {})
    if learner.game.source:
        others[GAME_FILE] = learner.game.source
    about: dict[str, object] = {
        "version": AGENT_VERSION,
        "gamelore": __version__,
        "learner": learner.kind,
        "game": learner.game.name,
        "parameters": dict(learner.game.parameters),
        "settings": settings_to_mapping(learner.settings),
        "facts": dict(facts or {}),
        "files": {name: digest(text) for name, text in sorted(texts.items())},
        "beside": sorted(others),
    }
    for name in (*texts, *others):
        if not _is_plain(name) or name == AGENT_FILE or (name in texts and name in others):
            raise ValueError(f"'{name}' cannot be the name of a file in an agent's folder")
    return {AGENT_FILE: to_toml(about), **texts, **others}


def save_agent(
    learner: Learner | Agent,
    folder: str | Path,
    facts: Mapping[str, object] | None = None,
    beside: Mapping[str, str] | None = None,
) -> None:
    """Save a learner as a folder, in one step; an earlier agent there is replaced, foreign files refused."""
    learner = learner_of(learner)
    with holding(Path(folder)):
        _refuse_foreign(Path(folder))
        write_folder(Path(folder), agent_files(learner, facts, beside))


def keep_beside(folder: Path, name: str, text: str) -> None:
    """Put one more file of ours beside the knowledge of an agent."""
    with holding(folder):
        about = _read_about(folder)
        if name in about["files"] or not _is_plain(name):
            raise ValueError(f"'{name}' cannot stand beside the knowledge in an agent's folder")
        _refuse_foreign(folder)
        others = {other: read_text(folder / other, MOST_RECORDS) for other in (*about["files"], *about["beside"])}
        beside = sorted({*about["beside"], name})
        write_folder(folder, {AGENT_FILE: to_toml({**about, "beside": beside}), **others, name: text})


def _refuse_foreign(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise GameloreError(f"{folder}: is a file, not a folder; nothing was written")
    present = {path.name for path in folder.iterdir()}
    if present and AGENT_FILE not in present:
        raise GameloreError(f"{folder}: is not empty and holds no {AGENT_FILE}; nothing was written")
    if present:
        about = _read_about(folder)
        foreign = sorted(present - {AGENT_FILE, *about["files"], *about.get("beside", [])})
        if foreign:
            raise GameloreError(f"{folder}: '{foreign[0]}' is not a file of the agent there; nothing was written")


def is_agent(folder: Path) -> bool:
    """Whether a folder holds an agent; one that a crash left between two names is put back first."""
    recover(folder)
    return (folder / AGENT_FILE).is_file()


def load_agent(folder: str | Path) -> Agent:
    """Load a learner from its folder; every complaint names the file."""
    if not isinstance(folder, str | Path) or "\0" in str(folder):
        raise GameloreError(f"the folder of an agent is a path, not {folder!r:.60}")
    folder = Path(folder)
    if not is_agent(folder):
        raise GameloreError(f"{folder}: holds no {AGENT_FILE}, so it is not a learned agent")
    where = str(folder / AGENT_FILE)
    about = _read_about(folder)
    try:
        if GAME_FILE in about.get("beside", []):
            game: AnyGame = load_board_game(folder / GAME_FILE, about["game"], **about["parameters"])
        else:
            game = load_game(about["game"], **about["parameters"])
        made = learner_class(about["learner"])
    except GameloreError as error:
        hint = ""
        if isinstance(error, UnknownName) and error.kind in ("game", "learner"):
            hint = f"; one of another package needs an entry point of this name in the group gamelore.{error.kind}s"
        raise DamagedFile(f"{where}: {error}{hint}") from None
    if not made.plays(game):
        raise DamagedFile(f"{where}: {made.refusal(game)}")
    learner = made(game, settings_from_mapping(made.preset(None), about["settings"], where))
    texts = {name: read_text(folder / name) for name in about["files"]}
    learner.restore(texts, str(folder))
    edited = tuple(name for name, text in texts.items() if digest(text) != about["files"][name])
    return Agent(learner, about.get("facts", {}), edited)


def _read_about(folder: Path) -> Json:
    """The content of `agent.toml`, every part in its right form."""
    where = str(folder / AGENT_FILE)
    about = parse_toml(read_text(folder / AGENT_FILE), where)
    if about.get("version") != AGENT_VERSION:
        raise DamagedFile(f"{where}: version {about.get('version')!r}, this program reads {AGENT_VERSION}")
    for key, kind in _FORM.items():
        if not isinstance(about.get(key, [] if key == "beside" else None), kind):
            raise DamagedFile(f"{where}: '{key}' is missing or has the wrong form")
    for name in (*about["files"], *about.get("beside", [])):
        if not isinstance(name, str) or not _is_plain(name):
            raise DamagedFile(f"{where}: {name!r} is not a plain file name")
    return about


def _is_plain(name: str) -> bool:
    return 0 < len(name) <= 100 and name.isprintable() and not name.startswith(".") and not set(name) & {"/", "\\"}
