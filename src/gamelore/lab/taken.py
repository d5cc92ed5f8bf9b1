"""All that is a visitor's, as one file to take along: a zip archive of readable files that `gamelore check` accepts.

`contests.jsonl` holds records of contests that are over and hid nothing. `seen.jsonl` holds the others as their
visitor saw them: contests with hidden hands, and those that go on, without the deal and without the seed that it was
drawn with. `lessons.jsonl` and `courses.jsonl` tell what was taught and learned, `practice.jsonl` which puzzles were
answered; the games in TOML and the folders of the agents stand beside them and can be used as any others.
"""

from __future__ import annotations

import io
import re
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import MOST_BYTES, Json, parse_json, to_json
from gamelore.base.words import counted
from gamelore.games import AnyGame, Record
from gamelore.games.registry import load_game_beside
from gamelore.lab.records import RECORDS_FILE

FORMAT = 1
ABOUT, SEEN, LESSONS, COURSES = "about.json", "seen.jsonl", "lessons.jsonl", "courses.jsonl"
PRACTICE = "practice.jsonl"
MOST_FILES, MOST_IN_ALL = 20_000, 2**28
"""How many files an archive may have, and how many bytes they may unfold to."""
_NAME = re.compile(r"(?:agents/[A-Za-z0-9_-]{1,40}/)?[A-Za-z0-9_-][A-Za-z0-9_.-]{0,80}")
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError, ValueError)
"""What Python's reader of archives may say of one that is damaged, encrypted or packed in another way."""


@dataclass(frozen=True, slots=True)
class SeenContest:
    """A contest as somebody saw it who sat at one seat."""

    game: str
    seat: int
    players: tuple[str, ...]
    moves: tuple[tuple[int, str], ...]
    """The seat and the text of each action, as everybody saw it or as the own seat made it."""
    view: str
    """The text of what the seat saw last."""
    result: str = ""
    """`win`, `draw` or `loss` for the seat; empty while the contest goes on."""
    why: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict)

    def to_json(self) -> str:
        return to_json({"version": FORMAT, **asdict(self)})

    @staticmethod
    def from_json(line: str, where: str) -> SeenContest:
        """Read a line back."""
        content = _versioned(line, where)
        try:
            moves = tuple((_whole(seat), _text(action)) for seat, action in content["moves"])
            players = tuple(_text(name) for name in content["players"])
            game, view, result, why = (_text(content[name]) for name in ("game", "view", "result", "why"))
            parameters = dict(content["parameters"])
            return SeenContest(game, _whole(content["seat"]), players, moves, view, result, why, parameters)
        except (KeyError, TypeError, ValueError) as error:
            raise DamagedFile(f"{where}: {type(error).__name__}: {error}") from None

    def check(self, game: AnyGame) -> None:
        """Refuse what nobody can have seen."""
        view = game.parse_view(self.view)
        if len(self.players) != game.seats or not all(0 <= seat < game.seats for seat, _ in self.moves):
            raise DamagedFile(f"{game.name} has {game.seats} seats")
        if view.seat != self.seat or str(view) != self.view:
            raise DamagedFile(f"this is not what seat {self.seat} of {game.name} can have seen last")


def pack(
    records: Iterable[Record],
    seen: Iterable[SeenContest],
    lessons: Iterable[Json],
    courses: Iterable[Json],
    files: Mapping[str, bytes],
    left_out: Iterable[str] = (),
    practice: Iterable[Json] = (),
) -> bytes:
    """The archive; equal things give equal bytes. `left_out` names what could not be read any more."""
    lines = {
        RECORDS_FILE: [record.to_json() for record in records],
        SEEN: [contest.to_json() for contest in seen],
        LESSONS: [to_json({"version": FORMAT, **lesson}) for lesson in lessons],
        COURSES: [to_json({"version": FORMAT, **course}) for course in courses],
        PRACTICE: [to_json({"version": FORMAT, **puzzle}) for puzzle in practice],
    }
    about: Json = {"format": FORMAT, "what": "All that was a visitor's on a page of Gamelore.", "left_out": [*left_out]}
    whole = {ABOUT: f"{to_json(about, indent=1)}\n".encode(), **files}
    whole |= {name: "".join(f"{line}\n" for line in found).encode() for name, found in lines.items() if found}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(whole):
            archive.writestr(zipfile.ZipInfo(name), whole[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()


def unpack(data: bytes, where: str) -> dict[str, bytes]:
    """The files of an archive, by name; nothing else than what we pack, and no more than it may unfold to."""
    found: dict[str, bytes] = {}
    left = MOST_IN_ALL
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_FILES:
                raise DamagedFile(f"{where}: {len(entries):,} files are more than any visitor has")
            for entry in entries:
                if not _NAME.fullmatch(entry.filename) or entry.filename in found:
                    raise DamagedFile(f"{where}: holds a file that is none of ours: {entry.filename!r}")
                if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise DamagedFile(f"{where}: {entry.filename} is packed in another way than ours are")
                with archive.open(entry) as file:
                    content = file.read(min(MOST_BYTES, left) + 1)
                left -= len(content)
                if left < 0 or len(content) > MOST_BYTES:
                    raise DamagedFile(f"{where}: {entry.filename} unfolds to more than any file of ours")
                found[entry.filename] = content
    except _BROKEN as error:
        raise DamagedFile(f"{where}: no archive of ours: {error}") from None
    return found


def records_of_archive(path: Path) -> Iterator[Record]:
    """The contests of an archive that are over and hid nothing."""
    content = unpack(_read(path), str(path)).get(RECORDS_FILE, b"")
    for number, line in enumerate(_decoded(content, f"{path}: {RECORDS_FILE}").splitlines(), start=1):
        yield Record.from_json(line, f"{path}: {RECORDS_FILE}:{number}")


def check_taken(path: Path, folder_seen: Callable[[Path], Iterator[str]]) -> Iterator[str]:
    """Look all of an archive over; `folder_seen` looks at what can stand in a folder by itself."""
    files = unpack(_read(path), str(path))
    about = _versioned(_decoded(files.pop(ABOUT, b""), f"{path}: {ABOUT}"), f"{path}: {ABOUT}", "format")
    yield f"{path}: {str(about.get('what'))[:80]}"
    apart = {name: files.pop(name, b"") for name in (SEEN, LESSONS, COURSES, PRACTICE)}
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for name, content in files.items():
            place = here / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        try:
            yield from (sentence.replace(str(here), str(path)) for sentence in folder_seen(here))
            yield from _check_lines(path, here, apart)
        except GameloreError as error:
            raise DamagedFile(str(error).replace(str(here), str(path))) from None


def _check_lines(path: Path, folder: Path, apart: Mapping[str, bytes]) -> Iterator[str]:
    """What only such an archive holds."""
    games: dict[str, AnyGame] = {}
    for name, content in apart.items():
        lines = _decoded(content, f"{path}: {name}").splitlines()
        for number, line in enumerate(lines, start=1):
            where = f"{path}: {name}:{number}"
            if name != SEEN:
                _versioned(line, where)
                continue
            contest = SeenContest.from_json(line, where)
            key = f"{contest.game} {contest.parameters}"
            try:
                if key not in games:
                    games[key] = load_game_beside(folder, contest.game, **contest.parameters)
                contest.check(games[key])
            except GameloreError as error:
                raise DamagedFile(f"{where}: {error}") from None
        if lines:
            yield f"{path}/{name}: {counted(len(lines), 'line')}, every one reads back"


def _read(path: Path) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_IN_ALL + 1)
    except OSError as error:
        raise GameloreError(f"{path}: {error.strerror}") from None
    if len(data) > MOST_IN_ALL:
        raise GameloreError(f"{path}: larger than any archive of ours")
    return data


def _decoded(content: bytes, where: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise DamagedFile(f"{where}: not UTF-8 text (byte {error.start})") from None


def _versioned(line: str, where: str, name: str = "version") -> Json:
    content = parse_json(line, where)
    if not isinstance(content, dict) or content.get(name) != FORMAT:
        raise DamagedFile(f"{where}: expected an object of {name} {FORMAT}")
    return content


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a text, found {value!r:.40}")
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"expected a whole number, found {value!r:.40}")
    return value
