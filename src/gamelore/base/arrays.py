"""Every alias of an array type, once: the name says what an element is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Int8s = NDArray[np.int8]
Int16s = NDArray[np.int16]
Int32s = NDArray[np.int32]
UInt8s = NDArray[np.uint8]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
