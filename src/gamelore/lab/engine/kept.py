"""The files of an experiment's runs, none of which is believed.

A file must be the very bytes that we write for what it holds, so that no bit of it can turn unseen. A run must name its
experiment and its number, its result must have the checksum and the shape. Times are signed one by one, with the
experiment and the run that they belong to. What anybody can compute anybody can forge: a checksum finds accidents and
careless edits, a shape finds what is impossible, and only computing a run again finds the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import Json, digest, parse_json, read_text, to_json, write_text
from gamelore.lab.engine.shapes import Shape, count, keys, real, text, truth

EXPERIMENT_FILE, TIMINGS_FILE = "experiment.json", "timings.json"
TIMES = "times"
"""The part of a run's result that belongs to the machine."""
CHECKSUM = "checksum"


class KeptRuns:
    """The runs of one experiment in its folder."""

    def __init__(self, place: Path, signed: str, shape: Shape, tell: Callable[[str], None]) -> None:
        self.place, self.signed, self.shape = place, signed, shape
        self.timings: Json = {}
        if (place / TIMINGS_FILE).exists():
            try:
                self.timings = dict(self._timings())
            except GameloreError as error:
                tell(f"{error}; its times are forgotten")

    def path(self, run: int) -> Path:
        """The file of a run."""
        return run_file(self.place, run)

    def holds(self, run: int) -> bool:
        """Whether there is a file of a run, sound or not."""
        return self.path(run).exists()

    def numbers(self) -> list[int]:
        """The numbers of all runs that are kept."""
        found = []
        for path in sorted(self.place.glob("run-*")):
            told = path.stem[4:]
            if not told.isdecimal() or path != self.path(int(told)):
                raise DamagedFile(f"{path}: not the name of a run")
            found.append(int(told))
        return sorted(found)

    def read(self, run: int) -> Json:
        """The result of a run, times included; refused if it is not what was written, or cannot be."""
        path = self.path(run)
        content = read_content(path)
        _RUN(content, str(path))
        if (content["experiment"], content["run"]) != (self.signed, run):
            raise DamagedFile(f"{path}: not run {run} of this experiment")
        result: Json = content["result"]
        if content[CHECKSUM] != sign(result):
            raise DamagedFile(f"{path}: changed since it was written")
        if content["timed"]:
            if path.name not in self.timings:
                raise DamagedFile(f"{path}: its times are not in {TIMINGS_FILE}")
            result = {**result, TIMES: self.timings[path.name][TIMES]}
        self.shape(result, str(path))
        return result

    def write(self, run: int, result: Json, seconds: float) -> None:
        """Keep a run that was computed: its times first, so that no run is ever without them."""
        path, plain = self.path(run), without_times(result)
        entry = {"seconds": round(seconds, 3), TIMES: result.get(TIMES)}
        self.timings[path.name] = {**entry, CHECKSUM: self._sign_times(path.name, entry)}
        write_content(self.place / TIMINGS_FILE, self.timings)
        content = {"experiment": self.signed, "run": run, "timed": TIMES in result, "result": plain}
        write_content(path, {**content, CHECKSUM: sign(plain)})

    def _timings(self) -> Iterator[tuple[str, Json]]:
        path = self.place / TIMINGS_FILE
        for name, entry in read_content(path).items():
            _TIMED(entry, f"{path}: {name}")
            if entry[CHECKSUM] != self._sign_times(name, {key: entry[key] for key in ("seconds", TIMES)}):
                raise DamagedFile(f"{path}: {name}: changed since it was written")
            yield name, entry

    def _sign_times(self, name: str, entry: Json) -> str:
        return sign({"experiment": self.signed, "run": name, **entry})


def run_file(place: Path, run: int) -> Path:
    """The file of a run in the folder of its experiment."""
    return place / f"run-{run:04}.json"


def without_times(result: Json) -> Json:
    """What of a result is a function of the experiment and the number of the run."""
    return {key: value for key, value in result.items() if key != TIMES}


def write_content(path: Path, content: Json) -> None:
    """Write a file of ours in its one form."""
    write_text(path, _told(content))


def was_edited(path: Path, content: Json) -> bool:
    """Whether something else stands where we wrote this."""
    try:
        return path.exists() and read_text(path) != _told(content)
    except GameloreError:
        return True


def read_content(path: Path) -> Json:
    """The content of a file of ours, if it is the very bytes that we write for it."""
    told = read_text(path)
    content = parse_json(told, str(path))
    if not isinstance(content, dict) or told != _told(content):
        raise DamagedFile(f"{path}: changed since it was written")
    return content


def _told(content: Json) -> str:
    return to_json(content, indent=1) + "\n"


def sign(value: Json) -> str:
    """A short digest of plain values."""
    try:
        return digest(to_json(value))[:16]
    except ValueError:
        raise DamagedFile("a figure of a result is not a number") from None


def _anything(value: object, where: str) -> None:
    """The shape of a result is that of its experiment."""


def _table(value: object, where: str) -> None:
    if not isinstance(value, dict) or TIMES in value:
        raise DamagedFile(f"{where}: not a result without its times")


_SIGNED = text("[0-9a-f]{16}")
_RUN = keys({"experiment": _SIGNED, "run": count(), "timed": truth, "result": _table, CHECKSUM: _SIGNED})
_TIMED = keys({"seconds": real(0), TIMES: _anything, CHECKSUM: _SIGNED})
