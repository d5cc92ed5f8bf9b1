"""Every alias of an array type, once: the name says what an element is.

They are names for type checkers: a module that only passes arrays on does not import numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Bools: TypeAlias = "NDArray[np.bool_]"
Int8s: TypeAlias = "NDArray[np.int8]"
Int16s: TypeAlias = "NDArray[np.int16]"
Int32s: TypeAlias = "NDArray[np.int32]"
UInt8s: TypeAlias = "NDArray[np.uint8]"
Ints: TypeAlias = "NDArray[np.int64]"
Floats: TypeAlias = "NDArray[np.float64]"
Indices: TypeAlias = "NDArray[np.intp]"
