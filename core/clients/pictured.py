"""What a picture of a scenario shows of it."""

from __future__ import annotations

from typing import Final

from fairground.core.clients.part import Part

#: The parts that are drawn or written on the picture.
PICTURED: Final = frozenset(
    {
        Part.TERRAIN,
        Part.ELEVATION,
        Part.EFFECTS,
        Part.HEXSIDES,
        Part.NAMES,
        Part.TITLE,
        Part.AUTHOR,
        Part.RULESET,
        Part.WEATHER,
        Part.TURNS,
        Part.SIDES,
        Part.ZONES,
        Part.OBJECTIVES,
        Part.UNITS,
    }
)
