"""Dice, and the exact chances of their totals."""

from fractions import Fraction
from functools import cache

from pydantic import Field

from fairground.core.rules.base_model import RuleModel


class Dice(RuleModel):
    """Dice of one kind, added up."""

    count: int = Field(1, ge=1, le=10, description="Number of dice.")
    sides: int = Field(6, ge=2, le=100, description="Number of faces on each die, numbered starting at 1.")

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"

    @property
    def lowest(self) -> int:
        """The lowest total."""
        return self.count

    @property
    def highest(self) -> int:
        """The highest total."""
        return self.count * self.sides

    def chance_of_total(self, low: int, high: int | None = None) -> Fraction:
        """Return the exact chance of a total from ``low`` to ``high``, both included; None: no upper limit.

        Examples
        --------
        >>> Dice(count=2, sides=6).chance_of_total(5)
        Fraction(5, 6)
        """
        top = self.highest if high is None else high
        combinations = _combinations(self.count, self.sides).items()
        return Fraction(sum(n for total, n in combinations if low <= total <= top), self.sides**self.count)


class Check(RuleModel):
    """A roll that must reach a number."""

    dice: Dice = Field(default_factory=Dice, description="Dice to roll.")
    target: int = Field(description="Lowest total that passes.")


@cache
def _combinations(count: int, sides: int) -> dict[int, int]:
    """Return the number of combinations for each total."""
    combinations = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, n in combinations.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + n
        combinations = more
    return combinations
