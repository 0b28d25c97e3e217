"""Danger: the damage that terrain and effects do to those who move through them, as a cost beside the points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.rules.terrain import HazardWhen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario


class Danger:
    """What hexes do to a unit as the rules about hazards have it (rules P1-15, C-5).

    ``at_end``, of shape ``[rows, columns]``, is the damage to a unit that ends a turn in a hex, and ``entering`` that to
    one that enters it, each time that it does; one of the two is 0 everywhere. A unit that stays where it began pays
    nothing, which is the same by whichever way others go.
    """

    def __init__(self, scenario: Scenario) -> None:
        damage = damage_of(scenario)
        none = np.zeros_like(damage)
        ends = scenario.rules.hazard.when is HazardWhen.END
        self.at_end, self.entering = (damage, none) if ends else (none, damage)


def damage_of(scenario: Scenario) -> NDArray[np.int64]:
    """Return the damage that terrain and effects of each hex do together, of shape ``[rows, columns]``."""
    board, rules = scenario.board, scenario.rules
    grounds = [
        rules.ground([kind for kind in entry.kinds if kind in rules.terrain]).damage
        for entry in board.palette
    ]
    effects = [
        sum(rules.effects[kind].damage for kind in entry.kinds if kind in rules.effects)
        for entry in board.effects_palette
    ]
    found: NDArray[np.int64] = np.array(grounds, np.int64)[board.terrain]
    return found + np.array(effects, np.int64)[board.effects]
