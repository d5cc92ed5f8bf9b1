"""Machine code of kernels: compiled by numba, kept on disk in files of ours, loaded again.

Imported only when a kernel is compiled or loaded, since numba takes half a second to import. What does not fit its file
is compiled again. The folder must be private (`cache.py`), for its content is loaded and run.
"""

from __future__ import annotations

import functools
import hashlib
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import caching, codegen, compiler, serialize, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys
from numba.extending import intrinsic

from gamelore.base.cache import cache_folder, make_private, require_private
from gamelore.base.files import write_bytes
from gamelore.base.kernel_files import CALLED, file_name, kernel_folder
from gamelore.base.streams import tell


class KernelCache(caching.NullCache):
    """The compiled forms of one function, a file for each signature on each kind of machine."""

    def __init__(self, plain: Callable[..., object], form: str = "") -> None:
        self._plain = plain
        self._form = form
        self._folder = kernel_folder(plain)

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
        return key, self._folder / file_name(self._plain, self._form, "\0".join(key))


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


def machine_code(plain: Callable[..., object], *, parallel: bool, inline: bool, bare: bool, vectors: bool) -> Any:
    """The two forms of a kernel (`compile.kernel` has the options): what Python calls knows what other kernels call."""
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
        called._cache = KernelCache(plain, CALLED)
        compiled.get_overload = called.get_overload
    compiled.get_call_template = _without_literals(called.get_call_template)
    return compiled


def type_of_instruction(generate: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    """What numba takes an instruction for, from a word to a word, whose code is generated in place; and its keeper."""

    def typed(typing_context: Any, word: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, words: generate(builder, words[0])

    make: Any = intrinsic
    made, context = make(typed), cpu_target.typing_context
    context.refresh()
    return context.resolve_value_type(made), made
