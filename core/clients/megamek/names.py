"""What MegaMek calls the terrain of its boards."""

from __future__ import annotations

from typing import Final

#: Names in published boards that no rule of movement or sight speaks of: strength and make of buildings and bridges,
#: decoration, what can be picked up, and a name that stands for nothing.
WITHOUT_MEANING: Final = frozenset(
    (
        "arms",
        "bldg_armor",
        "bldg_basement_type",
        "bldg_cf",
        "bldg_class",
        "bridge_cf",
        "fluff",
        "fuel_tank_cf",
        "fuel_tank_magn",
        "legs",
        "metal_deposit",
        "none",
        "road_fluff",
    )
)
#: Names in published boards that are terrain.
TERRAIN: Final = frozenset(
    (
        "bldg_elev",
        "fortified",
        "elevator",
        "rapids",
        "bridge",
        "bridge_elev",
        "building",
        "cliff_top",
        "fire",
        "foliage_elev",
        "fuel_tank",
        "fuel_tank_elev",
        "geyser",
        "heavy_industrial",
        "ice",
        "impassable",
        "jungle",
        "magma",
        "mud",
        "pavement",
        "planted_fields",
        "road",
        "rough",
        "rubble",
        "sand",
        "screen",
        "smoke",
        "snow",
        "swamp",
        "tundra",
        "water",
        "woods",
    )
)
#: All that MegaMek is known to take.
KNOWN: Final = TERRAIN | WITHOUT_MEANING

#: Strength of a building in points by its level: light, medium, heavy, hardened, wall.
_BUILDING_STRENGTH: Final = {1: 15, 2: 40, 3: 90, 4: 120, 5: 120}


def needed_with(name: str, level: int) -> dict[str, int]:
    """Return the terrain that MegaMek refuses a terrain without, with the plainest level of each."""
    match name:
        case "building":
            return {"bldg_elev": 1, "bldg_cf": _BUILDING_STRENGTH.get(level, 15)}
        case "bridge":
            return {"bridge_elev": 1, "bridge_cf": _BUILDING_STRENGTH.get(level, 15)}
        case "fuel_tank":
            return {"fuel_tank_elev": 1, "fuel_tank_cf": 15, "fuel_tank_magn": 20}
        case _:
            return {}
