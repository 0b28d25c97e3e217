"""What is attacked with."""

from __future__ import annotations

from dataclasses import dataclass

from fairground.core.errors import UsageError
from fairground.core.rules.attack import AttackKind
from fairground.core.text.name_arguments import one_or_several
from fairground.core.text.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon, spell or blow, as its card has it.

    ``reach`` is the farthest it goes, in hexes (in inches where sight is from base to base): 0 is for what a unit does
    to itself; None is 1 for melee, and no limit for the rest (rule P2-02). An ``aura`` takes everything within its
    reach, whatever lies between (rule P2-03). ``cost`` is an id of ``attack.weapon_costs``, ``traits`` are ids of
    ``visibility.weapon_traits``, ``damage`` is what it does before modifiers, where that is known.

    Raises
    ------
    UsageError
        When there is no such kind, or the reach makes no sense.
    """

    kind: AttackKind = AttackKind.RANGED
    reach: int | None = None
    aura: bool = False
    cost: str | None = None
    traits: tuple[str, ...] = ()
    damage: int | None = None

    def __post_init__(self) -> None:
        kinds = [it.value for it in AttackKind]
        if self.kind not in kinds:
            raise UsageError(
                f"an attack is {', '.join(kinds[:-1])} or {kinds[-1]}, not {self.kind!r}{did_you_mean(self.kind, kinds)}"
            )
        object.__setattr__(self, "kind", AttackKind(self.kind))
        object.__setattr__(self, "traits", one_or_several(self.traits))
        if self.reach is not None and self.reach < 0:
            raise UsageError(f"a weapon reaches 0 hexes or more, not {self.reach}")
        if self.aura and self.reach is None:
            raise UsageError("an aura needs a reach, the hexes that it goes around its middle")

    @property
    def farthest(self) -> int | None:
        """The farthest it goes; None where nothing limits it."""
        return 1 if self.reach is None and self.kind is AttackKind.MELEE else self.reach

    @property
    def is_aimed(self) -> bool:
        """Whether it is aimed at a target, which has to be in sight and in the arc."""
        return not self.aura and self.reach != 0
