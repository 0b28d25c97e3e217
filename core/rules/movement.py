"""Moving: modes, climbing, turning, steps to the side, occupied hexes."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from fairground.core.rules.base_model import LAX, Entry, Id, LevelKey, NamedEntry
from fairground.core.rules.costs import Cost
from fairground.core.rules.facing import SideNumbers


class TerrainCost(StrEnum):
    """What a mode of movement pays for the terrain it enters."""

    #: The terrain's own cost.
    PAID = "paid"
    #: As for clear ground where the terrain is difficult, its own cost elsewhere.
    DIFFICULT_IGNORED = "difficult_ignored"
    #: As for clear ground everywhere.
    IGNORED = "ignored"


class MovementMode(NamedEntry):
    """A way to move."""

    terrain: Annotated[TerrainCost, LAX] = Field(TerrainCost.PAID, description="What it pays for terrain.")
    climbs: bool = Field(default=True, description="Whether a change of level costs it anything.")
    passes_impassable: bool = Field(
        default=False, description="Whether it may pass over impassable terrain; never end there."
    )
    passes_enemies: bool = Field(
        default=False, description="Whether it may pass through hexes that enemies occupy."
    )
    faces: bool = Field(default=True, description="Whether turning and steps to the side cost it anything.")


class StackCost(StrEnum):
    """What several terrains of one hex cost together, where none of them carries."""

    #: As much as the most expensive one.
    GREATEST = "greatest"
    #: The base cost, and what each costs beyond it.
    SUM = "sum"


class RotationEach(StrEnum):
    """How often the free hexsides of turning come."""

    TURN = "turn"
    HEX = "hex"


class Climb(Entry):
    """What a change of level costs, on top of the terrain."""

    up: Cost = Field(Fraction(0), description="Movement points for each level up.")
    down: Cost = Field(Fraction(0), description="Movement points for each level down.")
    most: int | None = Field(None, ge=0, description="Most levels in one step; without limit when absent.")
    table: dict[LevelKey, dict[LevelKey, Cost]] = Field(
        default_factory=dict,
        description="Movement points by level entered, then by level left; other steps cost by the level.",
    )
    whole_turn: int | None = Field(
        None,
        ge=1,
        description="Levels in one step, up or down, that take a turn's whole allowance; none when absent.",
    )


class Rotation(Entry):
    """What turning costs."""

    free: int = Field(0, ge=0, description="Hexsides that cost nothing.")
    each: Annotated[RotationEach, LAX] = Field(
        RotationEach.TURN, description="How often the free hexsides come: once a turn, or in each hex."
    )
    cost: Cost = Field(Fraction(0), description="Movement points for each hexside after those.")

    def cost_of(self, hexsides: int) -> Fraction:
        """Return the cost of turning by that many hexsides in a turn, or in a hex (rules P1-18, P2-16, HS-18)."""
        return self.cost * max(0, hexsides - self.free)


class Occupied(Entry):
    """Hexes with units in them."""

    through_allies: bool = Field(
        default=True, description="Whether a unit may pass through hexes of its own side."
    )
    through_enemies: bool = Field(
        default=False, description="Whether a unit may pass through hexes of an enemy."
    )
    ends: bool = Field(default=False, description="Whether a unit may end its move in an occupied hex.")


class Movement(Entry):
    """How units move."""

    base_cost: Cost = Field(
        Fraction(1), description="Movement points for a hex whose terrain costs are ignored."
    )
    stack_cost: Annotated[StackCost, LAX] = Field(
        StackCost.GREATEST, description="What several terrains of one hex cost together."
    )
    modes: dict[Id, MovementMode] = Field(default_factory=dict, description="The ways to move.")
    climb: Climb = Field(default_factory=Climb, description="What a change of level costs.")
    rotation: Rotation = Field(default_factory=Rotation, description="What turning costs.")
    step_sides: SideNumbers = Field(
        (1, 2, 3, 4, 5, 6), description="Sides toward which a unit that faces can step; others step anywhere."
    )
    sidesteps: SideNumbers = Field((), description="Sides of the unit toward which a step is a sidestep.")
    sidestep_cost: Cost = Field(
        Fraction(0), description="Movement points for a sidestep, on top of the terrain."
    )
    reverse_factor: Cost = Field(
        Fraction(1), description="What going backwards multiplies the cost of a step by."
    )
    no_blind_movement: bool = Field(
        default=False,
        description="Whether each hex entered must be in sight from the hex where the turn began.",
    )
    minimum_move: bool = Field(
        default=False, description="Whether one hex can always be entered, whatever it costs."
    )
    occupied: Occupied = Field(default_factory=Occupied, description="Hexes with units in them.")
