"""Facing: the six sides of a unit, and the effect of an attack from each, by shield."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from fairground.core.rules.base_model import LAX, Entry, Listed, NamedEntry, Prose, RuleModel, mapping

#: The six sides of a unit as keys of a mapping: 1 is the front, the others follow clockwise.
SideKey = Literal["1", "2", "3", "4", "5", "6"]
SIDE_KEYS: tuple[SideKey, ...] = ("1", "2", "3", "4", "5", "6")
#: A list of sides.
SideNumbers = Listed[Annotated[int, Field(ge=1, le=6)]]


class TieBetweenSides(StrEnum):
    """The side attacked when the line runs exactly along the border of two."""

    #: The side better for the defender.
    DEFENDER = "defender"
    #: The side better for the attacker.
    ATTACKER = "attacker"


class ShieldSides(StrEnum):
    """The source's statement about the sides that a shield protects that applies."""

    #: The ``blocks`` column of the side table.
    TABLE = "table"
    #: The list ``protects`` of the shield.
    LISTED = "listed"


class Facing(Entry):
    """The sides of a unit."""

    names: Annotated[dict[SideKey, str], Prose()] = mapping("Display names of the sides.")
    front: SideNumbers = Field((6, 1, 2), description="Sides that make up the front 180°.")
    front_border: bool = Field(
        default=True, description="Whether a line exactly along the edge of the front arc counts as front."
    )
    rear: SideNumbers = Field((4,), description="Sides that count as the rear.")
    tie: Annotated[TieBetweenSides, LAX] = Field(
        TieBetweenSides.DEFENDER,
        description="Side that is attacked when the line runs exactly along the border between two sides.",
    )
    shield_sides: Annotated[ShieldSides, LAX] = Field(
        ShieldSides.TABLE,
        description=(
            "Where the sides that a shield protects are listed: in the side table, or in the shield's "
            "own list."
        ),
    )


class SideRow(RuleModel):
    """The effect of an attack from one side."""

    to_hit: int = Field(0, description="To-hit modifier.")
    damage: int = Field(0, description="Change in damage.")
    defence: int = Field(0, description="Change in the defender's defence.")
    blocks: bool = Field(default=False, description="Whether the shield blocks attacks from this side.")
    reactive: bool = Field(default=True, description="Whether the defender may answer with a reactive card.")


def _all_six(rows: dict[SideKey, SideRow]) -> dict[SideKey, SideRow]:
    missing = [key for key in SIDE_KEYS if key not in rows]
    if missing:
        raise PydanticCustomError(
            "sides_missing",
            "a side table must have all sides 1 to 6; missing: {missing}",
            {"missing": ", ".join(missing)},
        )
    return {key: rows[key] for key in SIDE_KEYS}


class ShieldTable(NamedEntry):
    """The side table of units with the shield on one side, or without a shield."""

    sides: Annotated[dict[SideKey, SideRow], AfterValidator(_all_six)] = Field(
        description="One row for each of the sides 1 to 6.", json_schema_extra={"required": list(SIDE_KEYS)}
    )
    protects: SideNumbers = Field(
        (), description="Sides that the shield protects; used if facing.shield_sides is 'listed'."
    )

    def side(self, number: int) -> SideRow:
        """Return the row of a side, 1-6.

        Raises
        ------
        KeyError
            For any other number.
        """
        if not 1 <= number <= 6:
            raise KeyError(f"a side must be 1 to 6, not {number}")
        return self.sides[SIDE_KEYS[number - 1]]


class ShieldKind(NamedEntry):
    """A type of shield."""

    defence: int = Field(description="Defence added on the sides that the shield blocks.")
