"""The state of a fighter, as far as the scenario does not tell it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairground.core.errors import UsageError
from fairground.core.scenario.parts import Shield

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Stance:
    """How an attacker or a target stands.

    What is None is that of the unit, or of its class; without a unit it is not known.

    ``moved`` is in hexes this turn. ``facing`` counts 1-6 as in files. ``shield`` is where it carries one, and
    ``shield_kind`` the make, an id of ``shield_kinds``. ``states`` holds the numbers of tracks, such as ``{"heat": 6}``, and
    parts that are degraded, such as ``{"arm": None}``. ``defence`` is its own defence, where that is known. ``grounded`` is
    whether it went to ground (rule BV-04). ``height`` is in levels above its hex.

    Raises
    ------
    UsageError
        When a number is out of bounds, or the shield is nowhere.
    """

    moved: int = 0
    facing: int | None = None
    shield: Shield | str | None = None
    shield_kind: str | None = None
    states: Mapping[str, int | None] = field(default_factory=dict)
    unit_class: str | None = None
    defence: int | None = None
    grounded: bool = False
    height: int | None = None

    def __post_init__(self) -> None:
        if self.moved < 0:
            raise UsageError(f"a unit moves 0 hexes or more, not {self.moved}")
        if self.facing is not None and not 1 <= self.facing <= 6:
            raise UsageError(f"a facing is 1 to 6, not {self.facing}")
        if self.shield is not None and self.shield not in list(Shield):
            raise UsageError(f"a shield is {', '.join(Shield)}, not {self.shield!r}")
        if self.height is not None and self.height < 0:
            raise UsageError(f"a height is 0 levels or more, not {self.height}")
