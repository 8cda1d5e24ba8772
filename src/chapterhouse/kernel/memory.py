"""Where arrays lie: rows that threads write apart from one another, arrays that others use without a copy.

A batch on CUDA hands out `Shared` arrays. torch.as_tensor(x), torch.from_dlpack(x), jax.dlpack.from_dlpack(x) and
cupy.asarray(x) see the same memory; np.asarray(x) copies it to the host.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from chapterhouse.kernel.record import Row

LINE = 128  # two cache lines: processors fetch them in pairs


def rows_apart(rows: int, length: int, kind: Any) -> list[Row]:
    """Arrays of one length, none on a cache line of another: threads that write them do not slow one another down."""
    size = np.dtype(kind).itemsize * length
    step = -(-max(size, 1) // LINE) * LINE
    memory = np.zeros(rows * step + LINE, np.uint8)
    first = -memory.ctypes.data % LINE
    return [memory[first + i * step : first + i * step + size].view(kind) for i in range(rows)]


class _Tensor(ctypes.Structure):
    # DLTensor of DLPack 0.8, the ABI that every consumer takes
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_CODES = {"i": 0, "u": 1, "f": 2}
_CPU, _CUDA = 1, 2
_lent: dict[int, Any] = {}  # what consumers hold, by the address of its DLManagedTensor


def _give_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


def _drop_capsule(capsule: int) -> None:
    # a capsule that nobody took still has its first name
    if ctypes.pythonapi.PyCapsule_IsValid(ctypes.c_void_p(capsule), b"dltensor"):
        _lent.pop(ctypes.pythonapi.PyCapsule_GetPointer(ctypes.c_void_p(capsule), b"dltensor"), None)


_on_release, _on_drop = _Deleter(_give_back), _Destructor(_drop_capsule)
ctypes.pythonapi.PyCapsule_New.restype = ctypes.py_object
ctypes.pythonapi.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _Destructor]
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p


class Shared:
    """An array in a device's memory (or, under Numba's simulator, in ours) that others can use where it lies: with its
    axes in turn, so that what lies column by column reads row by row. (Numba's own `.T` would be a copy.)"""

    def __init__(self, array: Any) -> None:
        self.array = array  # Numba's device array, to pass to kernels

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(reversed(self.array.shape))

    @property
    def strides(self) -> tuple[int, ...]:
        return tuple(reversed(self.array.strides))

    @property
    def dtype(self) -> np.dtype[Any]:
        kind: np.dtype[Any] = np.dtype(self.array.dtype)
        return kind

    @property
    def is_on_device(self) -> bool:
        return hasattr(self.array, "__cuda_array_interface__")

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {**self.array.__cuda_array_interface__, "shape": self.shape, "strides": self.strides}

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Row:
        copied: Row = np.asarray(self.array.copy_to_host().T, dtype)
        return copied

    def __dlpack_device__(self) -> tuple[int, int]:
        return (_CUDA, 0) if self.is_on_device else (_CPU, 0)

    def __dlpack__(self, **_: Any) -> Any:
        if self.is_on_device:
            place = int(self.__cuda_array_interface__["data"][0])
        else:
            place = np.asarray(self.array).ctypes.data
        shape, strides, kind = self.shape, self.strides, self.dtype
        sizes = (ctypes.c_int64 * len(shape))(*shape)
        steps = (ctypes.c_int64 * len(shape))(*(step // kind.itemsize for step in strides))
        managed = _Managed()
        managed.tensor = _Tensor(
            place, *self.__dlpack_device__(), len(shape), _CODES[kind.kind], 8 * kind.itemsize, 1, sizes, steps, 0
        )
        managed.deleter = ctypes.cast(_on_release, ctypes.c_void_p)
        address = ctypes.addressof(managed)
        _lent[address] = (managed, sizes, steps, self.array)
        return ctypes.pythonapi.PyCapsule_New(address, b"dltensor", _on_drop)
