"""What a board in play carries that its scenario does not say: rounds gone by, ages of effects, damage to terrain."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex


@dataclass(frozen=True, slots=True, eq=False)
class PlayState:
    """What is carried beside a scenario from one change to the next; that of a game that begins is empty.

    ``rounds`` is how many have gone by. ``ages`` has, by effect, for how many whole rounds it has lain in each hex, as
    ``[rows, columns]``, of effects that last more than one; where it has none, all are new. ``damage`` is what terrain has
    taken that still stands, by hex. Mappings and arrays are shared and must not be changed.
    """

    rounds: int = 0
    ages: Mapping[str, NDArray[np.int32]] = field(default_factory=dict)
    damage: Mapping[Hex, int] = field(default_factory=dict)

    def age(self, effect: str, shape: tuple[int, ...]) -> NDArray[np.int32]:
        """Return for how many whole rounds an effect has lain in each hex, ``[rows, columns]``; 0 where it does not lie."""
        return self.ages[effect] if effect in self.ages else np.zeros(shape, np.int32)

    def renewed(self, effect: str, where: NDArray[np.bool_]) -> PlayState:
        """Return the state with an effect new in some hexes, ``[rows, columns]``."""
        if effect not in self.ages:
            return self
        return replace(self, ages={**self.ages, effect: np.where(where, 0, self.ages[effect])})

    def damaged(self, at: Hex, damage: int) -> PlayState:
        """Return the state with so much damage in all to the terrain of a hex."""
        return replace(self, damage={**self.damage, at: damage})
