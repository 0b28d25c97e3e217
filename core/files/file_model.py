"""Base of the models of a scenario file, and limits of numbers and texts."""

from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from fairground.core.scenario.parts import ID_PATTERN, ID_WORDS, INCH_DECIMALS, MAX_TITLE

#: Most sides of a scenario.
MAX_SIDES: Final = 64
#: Most zones, and most objectives.
MAX_ZONES: Final = 1_000
#: Most units.
MAX_UNITS: Final = 10_000
#: Most hexes listed in a zone or in ``locked``; larger zones are painted.
MAX_LISTED: Final = 20_000
#: Most bands, and most gates, of the fairness settings.
MAX_BANDS: Final = 100
#: Largest number of points.
MAX_POINTS: Final = 1_000_000
#: Largest number of turns.
MAX_TURNS: Final = 10_000

#: Most parts, and most traits, of a unit.
MAX_UNIT_PARTS: Final = 32
#: The greatest length in inches.
MAX_INCHES: Final = 1_000
#: Most movement points of a unit.
MAX_ALLOWANCE: Final = 1_000

#: Id of a part; it is never used in a path.
Id = Annotated[str, Field(pattern=ID_PATTERN, description=ID_WORDS)]
#: A display name.
Title = Annotated[str, Field(max_length=MAX_TITLE)]
#: A name defined by the ruleset.
Kind = Annotated[str, Field(min_length=1, max_length=64)]


def empty_list() -> list[Any]:
    """Return a new list. As a default factory it saves pydantic from asking for the signature of ``list``, which takes long."""
    return []


def _few_decimals(value: float) -> float:
    if round(value, INCH_DECIMALS) != value:
        raise ValueError(f"a length in inches must have at most {INCH_DECIMALS} decimal places")
    return value


def _one_fewer(value: float) -> float:
    # Centres of hexes are half a hex apart in one direction, which takes one decimal more.
    if round(value, INCH_DECIMALS - 1) != value:
        raise ValueError(f"the size of a hex in inches must have at most {INCH_DECIMALS - 1} decimal places")
    return value


#: A length to the right or down, in inches; to the left or up below 0.
Offset = Annotated[float, Field(ge=-MAX_INCHES, le=MAX_INCHES), AfterValidator(_few_decimals)]
#: Inches right and down.
Place = Annotated[list[Offset], Field(min_length=2, max_length=2)]
#: Largest distance of a place from the centre of A1, beyond the largest board.
_FAR: Final = 2_000_000
_Distance = Annotated[float, Field(ge=-_FAR, le=_FAR), AfterValidator(_few_decimals)]
#: Inches right and down from the centre of A1.
TablePlace = Annotated[list[_Distance], Field(min_length=2, max_length=2)]
#: A diameter in inches; 0 for a point.
Diameter = Annotated[float, Field(ge=0, le=MAX_INCHES), AfterValidator(_few_decimals)]
#: The size of a hex in inches.
HexInches = Annotated[float, Field(gt=0, le=MAX_INCHES), AfterValidator(_one_fewer)]
Points = Annotated[int, Field(ge=0, le=MAX_POINTS)]


class AtMost:
    """Rejects a large mapping before its entries are validated, which would be slow."""

    def __init__(self, entries: int) -> None:
        self._entries = entries

    def __call__(self, value: object) -> object:
        """Return the value unchanged."""
        if isinstance(value, dict) and len(value) > self._entries:
            raise ValueError(f"must have at most {self._entries:,} entries, not {len(value):,}")
        return value


class FileModel(BaseModel):
    """Base of the models: no conversion, and unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)
