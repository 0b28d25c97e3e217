"""All checks, in the order of their findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from fairground.core.finding import Finding
from fairground.core.validation import (
    board,
    decorations,
    mission_paths,
    missions,
    paths,
    ruleset,
    ruleset_slips,
    sides,
    units,
    victory,
    zones,
)
from fairground.core.validation.checked_scenario import CheckedScenario

Check = Callable[[CheckedScenario], Iterator[Finding]]

CHECKS: Final[tuple[Check, ...]] = (
    ruleset.check_unchanged,
    ruleset_slips.check_slips,
    ruleset.check_terrain,
    ruleset.check_effects,
    ruleset.check_unused,
    ruleset.check_classes,
    ruleset.check_weather,
    ruleset.check_profile,
    board.check_any_hex,
    board.check_levels,
    board.check_void_levels,
    board.check_void_stacks,
    board.check_repeated,
    board.check_details,
    board.check_features,
    board.check_several,
    board.check_borders,
    board.check_effect_places,
    board.check_weather_effects,
    sides.check_sides,
    sides.check_deployment,
    sides.check_ids,
    sides.check_references,
    sides.check_locked,
    sides.check_bands,
    sides.check_gates,
    zones.check_shapes,
    zones.check_zone_hexes,
    zones.check_overlap,
    zones.check_capacity,
    zones.check_hexside_lines,
    victory.check_objective_hexes,
    victory.check_hold,
    victory.check_points,
    victory.check_exits,
    units.check_unit_places,
    units.check_occupied,
    units.check_shield,
    units.check_inches,
    units.check_places,
    units.check_traits,
    units.check_parts,
    sides.check_forces,
    missions.check_targets,
    missions.check_counting_units,
    missions.check_own_losses,
    missions.check_counts,
    missions.check_arrivals,
    missions.check_task_points,
    missions.check_armed,
    missions.check_time_out,
    missions.check_each_may_win,
    missions.check_ends,
    victory.check_winnable,
    victory.check_counted_points,
    victory.check_usual_points,
    victory.check_reachable_points,
    paths.check_costs,
    paths.check_sealed_areas,
    paths.check_zones_apart,
    paths.check_exits_of_zones,
    paths.check_stuck_hexes,
    paths.check_objectives_apart,
    paths.check_objectives_in_time,
    mission_paths.check_tasks_in_time,
    paths.check_steep_steps,
    board.check_near_symmetry,
    ruleset.check_mix,
    decorations.check_images,
    decorations.check_places,
)

#: Checks that take long and never find errors; they are skipped where only errors matter.
NEVER_ERRORS: Final[frozenset[Check]] = frozenset(
    {
        zones.check_hexside_lines,
        paths.check_costs,
        paths.check_sealed_areas,
        paths.check_stuck_hexes,
        paths.check_objectives_in_time,
        paths.check_steep_steps,
        board.check_near_symmetry,
        ruleset.check_mix,
    }
)

_VICTORY: Final = (victory.check_winnable, victory.check_counted_points, victory.check_reachable_points)
_OBJECTIVES: Final = (paths.check_objectives_apart, paths.check_objectives_in_time)
_MISSIONS: Final = (
    missions.check_targets, missions.check_counting_units, missions.check_own_losses, missions.check_counts,
    missions.check_task_points, missions.check_armed, missions.check_each_may_win, missions.check_ends,
    mission_paths.check_tasks_in_time,
)  # fmt: skip
_PATHS: Final = (
    paths.check_sealed_areas,
    paths.check_zones_apart,
    paths.check_exits_of_zones,
    paths.check_stuck_hexes,
    *_OBJECTIVES,
)
#: Checks that would report consequences where a part of the file could not be read, by its key.
SKIPPED_WITHOUT: Final[dict[str, frozenset[Check]]] = {
    "board": frozenset(
        (ruleset.check_unused, board.check_any_hex, board.check_void_levels, zones.check_zone_hexes, zones.check_capacity,
         zones.check_hexside_lines, victory.check_objective_hexes, victory.check_reachable_points, *_PATHS,
         mission_paths.check_tasks_in_time, paths.check_steep_steps, board.check_near_symmetry, ruleset.check_mix)
    ),
    "sides": frozenset((sides.check_sides, sides.check_deployment, sides.check_references, *_VICTORY, *_PATHS, *_MISSIONS)),
    "zones": frozenset(
        (sides.check_deployment, sides.check_locked, zones.check_capacity, victory.check_exits, *_PATHS, *_MISSIONS)
    ),
    "objectives": frozenset((*_VICTORY, *_OBJECTIVES, paths.check_stuck_hexes, *_MISSIONS)),
    "units": frozenset((victory.check_reachable_points, *_MISSIONS)),
    "victory": frozenset((*_VICTORY, victory.check_points, *_MISSIONS)),
    "turns": frozenset((*_VICTORY, victory.check_points, *_OBJECTIVES, *_MISSIONS, missions.check_time_out)),
}  # fmt: skip
