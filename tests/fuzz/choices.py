"""Choices made by bytes: what a fuzzer changes, and what a table is drawn from."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Choices:
    """Bytes as a row of choices; when they are used up, the first option is taken.

    Whether something is to be spoiled depends on a checksum of all bytes: a fuzzer that looks for
    new ways through the code would otherwise drift to inputs that are refused.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self.spoil = zlib.crc32(data) % 4 == 0

    def integer(self, low: int, high: int) -> int:
        """A number from `low` to `high`, from as many bytes as that takes."""
        size = max(1, ((high - low).bit_length() + 7) // 8)
        taken = self._data[self._at : self._at + size]
        self._at += size
        return low + int.from_bytes(taken, "little") % (high - low + 1)

    def of(self, options: Sequence[Item]) -> Item:
        """One of the options."""
        return options[self.integer(0, len(options) - 1)]

    def rarely(self, one_in: int = 4) -> bool:
        """True for one byte in so many."""
        return self.integer(0, 255) % one_in == one_in - 1

    def distinct(self, options: Sequence[Item], count: int) -> list[Item]:
        """So many different ones of the options."""
        left = list(options)
        return [left.pop(self.integer(0, len(left) - 1)) for _ in range(count)]

    def double(self) -> float:
        """Any finite number."""
        (number,) = struct.unpack("<d", self._data[self._at : self._at + 8].ljust(8, b"\0"))
        self._at += 8
        return number if math.isfinite(number) else 0.0
