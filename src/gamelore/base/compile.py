"""The typed compile wrapper: `@kernel` turns a plain function over arrays and integers into machine code.

Numba is imported only when a module of kernels (`_kernels.py`) is, and those are imported late. Compiled code is kept
on disk in files of ours. Numba's own cache does not notice when a kernel of *another* file changes that this one calls,
when a bit of a file turns, or when two processes number their files alike. So each source has a folder that is named
by a digest of it and of every source of ours that it imports, and each file has the name and the content that its
signature asks for, under a checksum. What does not fit is compiled again. The folder must be private (`cache.py`).
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import pickle
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast, overload

import numba
import numpy as np
from numba.core import caching, codegen, compiler, serialize
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime.nrt import rtsys

from gamelore.base.cache import cache_folder, make_private, require_private
from gamelore.base.files import write_bytes
from gamelore.base.streams import tell

F = TypeVar("F", bound=Callable[..., object])


_ROOT = Path(__file__).resolve().parent.parent
_IMPORTED = re.compile(r"^\s*from gamelore\.([\w.]+) import", re.MULTILINE)


@functools.cache
def _sources(source: Path) -> frozenset[Path]:
    """A source and all of ours that it imports, directly or not; how this file compiles counts, what it imports not."""
    if source == Path(__file__).resolve():
        return frozenset({source})
    imported = (_ROOT / f"{name.replace('.', '/')}.py" for name in _IMPORTED.findall(source.read_text()))
    return frozenset({source}).union(*(_sources(path) for path in imported if path.exists()))


@functools.cache
def _cache_folder(source: Path) -> Path:
    digest = hashlib.sha256()
    for path in sorted(_sources(source)):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return cache_folder() / "kernels" / digest.hexdigest()[:16]


class KernelCache(caching.NullCache):
    """The compiled forms of one function, a file for each signature on each kind of machine."""

    def __init__(self, plain: Callable[..., object], form: str = "") -> None:
        self._plain = plain
        self._form = form
        self._folder = _cache_folder(Path(inspect.getfile(plain)).resolve())

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled for a signature, if every byte of it is what was written; else None.

        Machine code needs the functions of numba's runtime, not all that numba can compile, which a refresh imports,
        scipy with it: a third of what a small command costs. Whoever compiles after all has it imported then.
        """
        rtsys.initialize(target_context)
        key, path = self._place(sig, target_context.codegen())
        require_private(cache_folder(), self._folder)
        try:
            checksum, _, data = path.read_bytes().partition(b"\n")
            if checksum != _checksum(data):
                return None
            found, content = pickle.loads(data)
            return compiler.CompileResult._rebuild(target_context, *content) if found == key else None  # type: ignore[no-untyped-call]
        except FileNotFoundError:
            return None
        except Exception:  # whatever a file of another version of numba may do
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled; where that is not possible, it serves this process alone."""
        if any(not lifted.can_cache for lifted in data.lifted) or data.library.has_dynamic_globals:
            return
        key, path = self._place(sig, data.codegen)
        content: bytes = serialize.dumps((key, data._reduce()))  # type: ignore[no-untyped-call]
        try:
            make_private(self._folder)
            write_bytes(path, _checksum(content) + b"\n" + content)
        except OSError as error:
            _warn_once(str(cache_folder()), error.strerror or str(error))

    def _place(self, sig: Any, codegen: Any) -> tuple[tuple[str, ...], Path]:
        """All that decides the machine code, apart from the sources; and the file that it stands in."""
        within = [cell.cell_contents for cell in self._plain.__closure__ or ()]
        made_by = (sys.version, numba.__version__, str(numba.config.OPT))  # type: ignore[attr-defined]
        key = (*made_by, str(sig), str(codegen.magic_tuple()), self._plain.__qualname__, str(within), self._form)
        short = hashlib.sha256("\0".join(key).encode()).hexdigest()[:16]
        return key, self._folder / f"{self._plain.__name__}-{short}.nbc"


def _checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest().encode()


@functools.cache
def _warn_once(folder: str, why: str) -> None:
    tell(f"{folder}: compiled kernels cannot be kept ({why}); they are compiled again the next time")


def _without_literals(call_template: Callable[..., object]) -> Callable[..., object]:
    """Kernels that call a kernel with a constant share what was compiled for any integer, instead of one for each."""
    plain: Any = numba.types.unliteral

    def template(args: tuple[object, ...], named: dict[str, object]) -> object:
        return call_template(tuple(map(plain, args)), {name: plain(arg) for name, arg in named.items()})

    return template


LIGHT = {"LOOP_VECTORIZE": 0, "SLP_VECTORIZE": 0}
"""What the optimizer leaves out: our loops look things up and branch, and searching them for vectors takes a quarter of
the time to compile."""


def _lightly(compile_signature: Callable[[Any], object]) -> Callable[[Any], object]:
    """Compile with less optimizing, and leave the settings of numba as they were to whoever else uses it."""
    config: Any = numba.config

    def compile_lightly(signature: Any) -> object:
        with global_compiler_lock:
            before = {name: getattr(config, name) for name in LIGHT}
            try:
                vars(config).update(LIGHT)
                return compile_signature(signature)
            finally:
                vars(config).update(before)

    return compile_lightly


class _Ingredients(codegen.JITCodeLibrary):
    """Code that is only ever linked into what calls it: optimized there, and never made into machine code by itself."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def serialize_using_object_code(self) -> object:
        return self.serialize_using_bitcode()  # type: ignore[no-untyped-call]


def _as_ingredients(compile_signature: Callable[[Any], object], target: Any) -> Callable[[Any], object]:
    """Compile, or load, what is to be linked into its callers alone."""

    def compile_ingredients(signature: Any) -> object:
        with global_compiler_lock:
            machine = target.codegen()
            before = machine._library_class, machine.set_env
            machine._library_class, machine.set_env = _Ingredients, lambda *_: None
            try:
                return compile_signature(signature)
            finally:
                machine._library_class, machine.set_env = before

    return compile_ingredients


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(*, parallel: bool = ..., inline: bool = ..., bare: bool = ..., vectors: bool = ...) -> Callable[[F], F]: ...


def kernel(
    function: F | None = None,
    *,
    parallel: bool = False,
    inline: bool = False,
    bare: bool = False,
    vectors: bool = False,
) -> F | Callable[[F], F]:
    """Compile on first call and keep the result on disk; the type of the function stays what it was.

    A kernel has two forms: the one that Python calls, and the one that other kernels call, which is optimized in them
    and nowhere else. So what is called often is not optimized twice, and a first run compiles in a third less time.

    `inline` puts the code into its callers: worth it for small kernels that take tables, because passing a tuple of
    arrays costs dozens of words a call. `bare` leaves out reference counting, which a kernel that allocates nothing
    and calls only bare kernels does not need: random play over board tables runs 3.5 times faster without it.
    `vectors` lets the optimizer search for vectors (`LIGHT`) where a benchmark shows that it finds some.
    With NUMBA_DISABLE_JIT=1 nothing is compiled: for a debugger, or for little work where nothing is kept yet.
    """

    def compile_it(plain: F) -> F:
        if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            return np.errstate(over="ignore")(plain)  # words wrap around, as in machine code
        njit: Any = numba.njit
        # Nobody hands kernels around as C functions, and that door takes a fifth of the time to compile.
        options: dict[str, object] = {"nogil": True, "no_cfunc_wrapper": True, "forceinline": inline}
        options |= {"_nrt": False} if bare else {}
        compiled: Any = njit(parallel=parallel, **options)(plain)
        if not vectors:
            compiled.compile = _lightly(compiled.compile)
        compiled._cache = KernelCache(plain)
        called = compiled
        if not parallel:  # what runs in threads of its own is called by Python
            called = njit(no_cpython_wrapper=True, **options)(plain)
            called.compile = _as_ingredients(called.compile, called.targetctx)
            called._cache = KernelCache(plain, "called")
            compiled.get_overload = called.get_overload
        compiled.get_call_template = _without_literals(called.get_call_template)
        return cast(F, compiled)

    return compile_it if function is None else compile_it(function)
