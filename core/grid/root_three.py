"""Exact numbers of the form a + b√3, such as coordinates of hex centres."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class RootThree:
    """The number ``whole + root * √3`` with exact arithmetic."""

    whole: Fraction
    root: Fraction = Fraction(0)

    def __add__(self, other: RootThree) -> RootThree:
        return RootThree(self.whole + other.whole, self.root + other.root)

    def __sub__(self, other: RootThree) -> RootThree:
        return RootThree(self.whole - other.whole, self.root - other.root)

    def __mul__(self, other: RootThree) -> RootThree:
        return RootThree(
            self.whole * other.whole + 3 * self.root * other.root,
            self.whole * other.root + self.root * other.whole,
        )

    def __le__(self, other: RootThree) -> bool:
        return (self - other).sign <= 0

    def __float__(self) -> float:
        return float(self.whole) + float(self.root) * math.sqrt(3)

    @property
    def sign(self) -> int:
        """-1 below 0, 0 at 0, 1 above."""
        whole, root = _sign(self.whole), _sign(self.root)
        if whole * root >= 0:
            return whole or root
        # The signs differ: the larger square decides.
        return whole * _sign(self.whole * self.whole - 3 * self.root * self.root)


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)
