"""Movement: modes, climbing, turning, sidesteps, occupied hexes."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from fairground.core.rules.base_model import LAX, Entry, Id, LevelKey, NamedEntry, mapping
from fairground.core.rules.cost_format import Cost
from fairground.core.rules.facing import SideNumbers


class TerrainCost(StrEnum):
    """The cost of terrain for a mode of movement."""

    #: The terrain's own cost.
    PAID = "paid"
    #: As for clear ground where the terrain is difficult, its own cost elsewhere.
    DIFFICULT_IGNORED = "difficult_ignored"
    #: As for clear ground everywhere.
    IGNORED = "ignored"


class MovementMode(NamedEntry):
    """A mode of movement."""

    terrain: Annotated[TerrainCost, LAX] = Field(
        TerrainCost.PAID, description="Whether the cost of terrain is paid in full, in part or not at all."
    )
    climbs: bool = Field(default=True, description="Whether changes of level cost points.")
    passes_impassable: bool = Field(
        default=False, description="Whether units may pass over impassable terrain in this mode."
    )
    passes_enemies: bool = Field(
        default=False, description="Whether units may pass through enemies in this mode."
    )
    faces: bool = Field(default=True, description="Whether turning and sidesteps cost points.")


class StackCost(StrEnum):
    """The cost of several terrains in one hex, if none of them carries."""

    #: That of the most expensive one.
    GREATEST = "greatest"
    #: The base cost, and the excess of each over it.
    SUM = "sum"


class RotationEach(StrEnum):
    """How often turning has free hexsides."""

    TURN = "turn"
    HEX = "hex"


class Climb(Entry):
    """The cost of a change of level, on top of the terrain."""

    up: Cost = Field(Fraction(0), description="Movement points per level up.")
    down: Cost = Field(Fraction(0), description="Movement points per level down.")
    most: int | None = Field(
        None, ge=0, description="Maximum number of levels in one step. Default: no limit."
    )
    table: dict[LevelKey, dict[LevelKey, Cost]] = mapping(
        "Movement points by level entered, then by level left; takes precedence over up and down."
    )
    whole_turn: int | None = Field(
        None,
        ge=1,
        description=(
            "Change of level, in levels, for which a single step uses up the whole movement allowance. "
            "If absent, no step does."
        ),
    )


class Rotation(Entry):
    """The cost of turning."""

    free: int = Field(0, ge=0, description="Number of hexsides that a unit may turn for free.")
    each: Annotated[RotationEach, LAX] = Field(
        RotationEach.TURN, description="When the free hexsides are renewed: every turn or every hex."
    )
    cost: Cost = Field(Fraction(0), description="Movement points for each further hexside.")

    def cost_of(self, hexsides: int) -> Fraction:
        """Return the cost of turning by that many hexsides in a turn, or in a hex (rules P1-18, P2-16, HS-18)."""
        return self.cost * max(0, hexsides - self.free)


class Occupied(Entry):
    """Hexes with units in them."""

    through_allies: bool = Field(default=True, description="Whether units may pass through allies.")
    through_enemies: bool = Field(default=False, description="Whether units may pass through enemies.")
    ends: bool = Field(default=False, description="Whether units may end a turn in a hex with an ally.")


class Movement(Entry):
    """How units move."""

    base_cost: Cost = Field(Fraction(1), description="Movement points per hex if terrain is ignored.")
    stack_cost: Annotated[StackCost, LAX] = Field(
        StackCost.GREATEST, description="How the costs of several terrains in one hex are combined."
    )
    modes: dict[Id, MovementMode] = mapping("Modes of movement.")
    climb: Climb = Field(default_factory=Climb, description="Cost of a change of level.")
    rotation: Rotation = Field(default_factory=Rotation, description="Cost of turning.")
    step_sides: SideNumbers = Field(
        (1, 2, 3, 4, 5, 6), description="Sides of a unit toward which it can step."
    )
    sidesteps: SideNumbers = Field(
        (), description="Sides of the unit toward which a step counts as a sidestep."
    )
    sidestep_cost: Cost = Field(Fraction(0), description="Extra movement points for a sidestep.")
    reverse_factor: Cost = Field(Fraction(1), description="Multiplier for the cost of a step backwards.")
    no_blind_movement: bool = Field(
        default=False, description="Whether units may enter only hexes they can see at the start of the turn."
    )
    minimum_move: bool = Field(
        default=False,
        description="Whether a unit can always move one hex, even without enough movement points.",
    )
    occupied: Occupied = Field(
        default_factory=Occupied, description="Movement through and into occupied hexes."
    )

    def sidestep_toward(self, side: int) -> Fraction:
        """Return the extra cost of a step toward a side of the unit, 1-6 (rule P1-18)."""
        return self.sidestep_cost if side in self.sidesteps else Fraction(0)
