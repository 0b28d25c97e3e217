"""What all models of a scenario file share, and the bounds of its numbers and texts."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from fairground.core.scenario.parts import ID_PATTERN, ID_WORDS, MAX_TITLE

#: Most sides of a scenario.
MAX_SIDES: Final = 64
#: Most zones, and most objectives.
MAX_ZONES: Final = 1_000
#: Most units.
MAX_UNITS: Final = 10_000
#: Most hexes that a zone or ``locked`` names one by one; larger zones are painted.
MAX_LISTED: Final = 20_000
#: Most bands, and most gates, of what counts as fair.
MAX_BANDS: Final = 100
#: Largest number of points.
MAX_POINTS: Final = 1_000_000
#: Largest number of turns.
MAX_TURNS: Final = 10_000

#: Most movement points of a unit.
MAX_ALLOWANCE: Final = 1_000

#: Name of a part, by which others refer to it. It is never made into a path.
Id = Annotated[
    str,
    Field(
        pattern=ID_PATTERN,
        description=ID_WORDS,
    ),
]
#: A name to show.
Title = Annotated[str, Field(max_length=MAX_TITLE)]
#: A name that the ruleset gives meaning to.
Kind = Annotated[str, Field(min_length=1, max_length=64)]
Points = Annotated[int, Field(ge=0, le=MAX_POINTS)]


class AtMost:
    """Refuses a mapping that is too large before its entries are looked at, which would take long."""

    def __init__(self, entries: int) -> None:
        self._entries = entries

    def __call__(self, value: object) -> object:
        """Return the value as it is."""
        if isinstance(value, dict) and len(value) > self._entries:
            raise ValueError(f"at most {self._entries:,} entries, not {len(value):,}")
        return value


class FileModel(BaseModel):
    """Base of the models: nothing is converted, and unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)
