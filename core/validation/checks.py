"""All checks, in the order of their findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from fairground.core.finding import Finding
from fairground.core.validation import (
    effects,
    elevation,
    fairness,
    hexsides,
    names,
    near_symmetry,
    objectives,
    profiles,
    ruleset,
    shapes,
    sides,
    sight_lines,
    stacks,
    table,
    units,
    victory,
    zones,
)
from fairground.core.validation import empty_board as void
from fairground.core.validation import paths as ways
from fairground.core.validation.checked_scenario import CheckedScenario

Check = Callable[[CheckedScenario], Iterator[Finding]]

CHECKS: Final[tuple[Check, ...]] = (
    ruleset.check_unchanged,
    names.check_terrain,
    names.check_effects,
    names.check_unused,
    names.check_classes,
    names.check_weather,
    names.check_profile,
    void.check_any_hex,
    elevation.check_levels,
    elevation.check_void_levels,
    stacks.check_void_stacks,
    stacks.check_repeated,
    stacks.check_details,
    hexsides.check_features,
    hexsides.check_several,
    hexsides.check_borders,
    effects.check_effect_places,
    effects.check_weather_effects,
    sides.check_sides,
    sides.check_deployment,
    sides.check_ids,
    sides.check_references,
    sides.check_locked,
    fairness.check_bands,
    fairness.check_gates,
    shapes.check_shapes,
    zones.check_zone_hexes,
    zones.check_overlap,
    zones.check_capacity,
    sight_lines.check_hexside_lines,
    objectives.check_objective_hexes,
    objectives.check_hold,
    objectives.check_points,
    objectives.check_exits,
    units.check_unit_places,
    units.check_occupied,
    units.check_shield,
    table.check_inches,
    table.check_places,
    table.check_traits,
    table.check_parts,
    victory.check_winnable,
    victory.check_counted_points,
    victory.check_usual_points,
    victory.check_reachable_points,
    ways.check_costs,
    ways.check_sealed_areas,
    ways.check_zones_apart,
    ways.check_exits_of_zones,
    ways.check_objectives_apart,
    ways.check_objectives_in_time,
    ways.check_steep_steps,
    near_symmetry.check_near_symmetry,
    profiles.check_mix,
)

_VICTORY: Final = (victory.check_winnable, victory.check_counted_points, victory.check_reachable_points)
_OBJECTIVES: Final = (ways.check_objectives_apart, ways.check_objectives_in_time)
_PATHS: Final = (ways.check_sealed_areas, ways.check_zones_apart, ways.check_exits_of_zones, *_OBJECTIVES)
#: Checks that would report consequences where a part of the file could not be read, by its key.
SKIPPED_WITHOUT: Final[dict[str, frozenset[Check]]] = {
    "board": frozenset(
        (names.check_unused, void.check_any_hex, elevation.check_void_levels, zones.check_zone_hexes, zones.check_capacity,
         sight_lines.check_hexside_lines, objectives.check_objective_hexes, victory.check_reachable_points, *_PATHS,
         ways.check_steep_steps, near_symmetry.check_near_symmetry, profiles.check_mix)
    ),
    "sides": frozenset((sides.check_sides, sides.check_deployment, sides.check_references, *_VICTORY, *_PATHS)),
    "zones": frozenset(
        (sides.check_deployment, sides.check_locked, zones.check_capacity, objectives.check_exits, *_PATHS)
    ),
    "objectives": frozenset((*_VICTORY, *_OBJECTIVES)),
    "units": frozenset((victory.check_reachable_points,)),
    "victory": frozenset((*_VICTORY, objectives.check_points)),
    "turns": frozenset((*_VICTORY, objectives.check_points, *_OBJECTIVES)),
}  # fmt: skip
