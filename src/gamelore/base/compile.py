"""The typed compile wrapper: `@kernel` turns a plain function over arrays and integers into machine code.

Numba is imported when the first kernel is compiled or loaded (`machine.py`), not before: little work (`little.py`) is
done in plain Python, since it takes half a second to import numba, and seconds to compile.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from functools import cached_property
from types import FunctionType
from typing import Any, TypeVar, cast, overload

import numpy as np

from gamelore.base.kernel_files import is_kept
from gamelore.base.little import LITTLE

F = TypeVar("F", bound=Callable[..., object])

MACHINE = "gamelore.base.machine"
WORTH_COMPILING = 4
"""How many times as long it takes to compile a kernel as to import numba and load a kept one: half a second."""

_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


class Instruction:
    """A machine instruction that takes and gives a word: in plain Python, and for numba as code that is generated."""

    def __init__(self, twin: Callable[[int], int], generate: Callable[[Any, Any], Any]) -> None:
        self.twin = twin
        self._generate = generate

    def __call__(self, word: int) -> int:
        return self.twin(word)

    @property
    def _numba_type_(self) -> object:
        return self._known[0]

    @cached_property
    def _known(self) -> tuple[object, object]:
        from gamelore.base.machine import type_of_instruction

        return type_of_instruction(self._generate)


class Kernel:
    """A function that is compiled, or loaded from where it is kept, when it is first called."""

    def __init__(self, plain: Callable[..., object], *, quick: int, **options: bool) -> None:
        functools.update_wrapper(self, plain)
        self._plain, self._quick, self._options = plain, quick, options
        self._call, self._calls = self._choose, 0
        self._compiled: Any = None

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self._call(*args, **named)

    def _choose(self, *args: Any, **named: Any) -> Any:
        if _OFF or (self._quick and LITTLE.get() and self._is_quicker_in_python()):
            return self.in_python(*args, **named)
        found = self.compiled(*args, **named)
        self._call = self.compiled  # from now on; whoever asked for little meanwhile did not wait for the compiler
        return found

    def _is_quicker_in_python(self) -> bool:
        self._calls += 1
        loads = 0 if MACHINE in sys.modules else 1
        return self._calls <= self._quick * (loads if self._is_kept else WORTH_COMPILING)

    @property
    def compiled(self) -> Any:
        """What numba makes of it. Without a lock, which numba's own could wait for: two makings are as good as one."""
        from gamelore.base.machine import machine_code

        if self._compiled is None:
            self._compiled = machine_code(self._plain, **self._options)
        return self._compiled

    @property
    def _numba_type_(self) -> object:
        """What it is to kernels that call it."""
        return self.compiled._numba_type_

    @cached_property
    def in_python(self) -> Callable[..., Any]:
        """The same in plain Python; words wrap around, as in machine code, and numbers come out as Python's own."""
        return np.errstate(over="ignore")(lambda *args, **named: _unpacked(self.twin(*args, **named)))

    @cached_property
    def twin(self) -> Callable[..., Any]:
        """The plain function, among others that are plain, too."""
        plain = cast(FunctionType, self._plain)
        space = dict(plain.__globals__)
        found = FunctionType(plain.__code__, space, plain.__name__, plain.__defaults__, plain.__closure__)
        called = ((name, space.get(name)) for name in plain.__code__.co_names)
        space |= {name: other.twin for name, other in called if isinstance(other, (Instruction, Kernel))}
        return found

    @cached_property
    def _is_kept(self) -> bool:
        return is_kept(self._plain)


def _unpacked(result: Any) -> Any:
    if isinstance(result, np.generic):
        return result.item()
    return tuple(map(_unpacked, result)) if type(result) is tuple else result


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(
    *, parallel: bool = ..., inline: bool = ..., bare: bool = ..., vectors: bool = ..., quick: int = ...
) -> Callable[[F], F]: ...


def kernel(
    function: F | None = None,
    *,
    parallel: bool = False,
    inline: bool = False,
    bare: bool = False,
    vectors: bool = False,
    quick: int = 0,
) -> F | Callable[[F], F]:
    """Compile on first call and keep the result on disk; the type of the function stays what it was.

    A kernel has two forms: the one that Python calls, and the one that other kernels call, which is optimized in them
    and nowhere else. So what is called often is not optimized twice, and a first run compiles in a third less time.

    `inline` puts the code into its callers: worth it for small kernels that take tables, because passing a tuple of
    arrays costs dozens of words a call. `bare` leaves out reference counting, which a kernel that allocates nothing
    and calls only bare kernels does not need: random play over board tables runs 3.5 times faster without it.
    `vectors` lets the optimizer search for vectors (`machine.LIGHT`) where a benchmark shows that it finds some.
    `quick` is the number of calls, at a small board, that take half a second in plain Python. In `little_work` a kernel
    runs so until compiling it, or importing numba to load it, would have been quicker.
    With NUMBA_DISABLE_JIT=1 nothing is compiled: for a debugger.
    """

    def compile_it(plain: F) -> F:
        return cast(F, Kernel(plain, parallel=parallel, inline=inline, bare=bare, vectors=vectors, quick=quick))

    return compile_it if function is None else compile_it(function)
