"""Patches of the lists of sides, zones, objectives and units, of locks, and of ways to win that name removed parts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from fairground.core.scenario.mission_references import fitted_missions, with_renamed
from fairground.editor.document.patches import FieldPatch, ListPatch, list_patch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Side, Unit, Zone
    from fairground.editor.document.patches import Patch


def lock_patches(scenario: Scenario, names: Iterable[str], *, locked: bool) -> list[Patch]:
    """Return the patch that locks or unlocks labels of hexes and ids of zones; none if nothing would change."""
    before = scenario.locked
    known, wanted = set(before), dict.fromkeys(names)
    after = (
        [*before, *(name for name in wanted if name not in known)]
        if locked
        else [name for name in before if name not in wanted]
    )
    return [] if after == before else [FieldPatch("locked", before, after)]


#: The lists, as the scenario names them.
PartList = Literal["sides", "zones", "objectives", "units"]


def part_list(scenario: Scenario, field: PartList) -> list[Any]:
    """Return one of the lists; don't change its parts."""
    parts: list[Any] = getattr(scenario, field)
    return parts


def part_index(scenario: Scenario, field: PartList, part_id: str) -> int | None:
    """Return the index of the first part with that id; None without one."""
    return next((at for at, part in enumerate(part_list(scenario, field)) if part.id == part_id), None)


def added(scenario: Scenario, field: PartList, part: Side | Zone | Objective | Unit) -> list[Patch]:
    """Return the patch that appends a part to its list."""
    return _changed(scenario, field, [*part_list(scenario, field), part])


def replaced(scenario: Scenario, field: PartList, index: int, part: object) -> list[Patch]:
    """Return the patch that replaces a part; none if it is the same."""
    before = part_list(scenario, field)
    if before[index] == part:
        return []
    return _changed(scenario, field, [*before[:index], part, *before[index + 1 :]])


def removed(scenario: Scenario, field: PartList, index: int) -> list[Patch]:
    """Return the patches that remove a part, and the lock of a zone.

    With a side its zones and units are removed; objectives that only it could win are open to all.
    """
    before = part_list(scenario, field)
    part_id = before[index].id
    patches = _changed(scenario, field, [*before[:index], *before[index + 1 :]])
    gone = {part_id} if field == "zones" else set()
    if field == "sides" and sum(side.id == part_id for side in scenario.sides) == 1:
        gone = {zone.id for zone in scenario.zones if zone.side == part_id}
        patches += _changed(scenario, "zones", [it for it in scenario.zones if it.side != part_id])
        patches += _changed(scenario, "units", [it for it in scenario.units if it.side != part_id])
        free = [replace(it, side="") if it.side == part_id else it for it in scenario.objectives]
        patches += _changed(scenario, "objectives", free)
    locked = [name for name in scenario.locked if name not in gone]
    if len(locked) < len(scenario.locked):
        patches.append(FieldPatch("locked", scenario.locked, locked))
    return patches


def dependents(scenario: Scenario, side_id: str) -> tuple[int, int]:
    """Return how many zones and units are removed with a side."""
    return (
        sum(zone.side == side_id for zone in scenario.zones),
        sum(unit.side == side_id for unit in scenario.units),
    )


def moved(scenario: Scenario, field: PartList, index: int, by: int) -> list[Patch]:
    """Return the patch that moves a part ``by`` places down its list; none if it would leave the list."""
    before = part_list(scenario, field)
    if not 0 <= index + by < len(before):
        return []
    after = [*before[:index], *before[index + 1 :]]
    after.insert(index + by, before[index])
    return _changed(scenario, field, after)


def renamed(scenario: Scenario, field: PartList, index: int, new_id: str) -> list[Patch]:
    """Return the patches that change the id of a part, and all references to it.

    Zones, objectives and units refer to sides, locks to zones, and ways to win and comments to all parts.
    """
    before = part_list(scenario, field)
    old_id = before[index].id
    if new_id == old_id:
        return []
    is_shared = any(it.id == old_id for at, it in enumerate(before) if at != index)
    sides = scenario.sides if is_shared else with_renamed(scenario, field, old_id, new_id)
    after = list(sides if field == "sides" else before)
    after[index] = replace(after[index], id=new_id)
    patches = _changed(scenario, field, after)
    if is_shared:
        return patches  # references may mean the other part
    if field != "sides":
        patches += _changed(scenario, "sides", sides)
    if field == "sides":
        for name in ("zones", "objectives", "units"):
            parts = getattr(scenario, name)
            patches += _changed(
                scenario, name, [replace(it, side=new_id) if it.side == old_id else it for it in parts]
            )
    elif field == "zones" and old_id in scenario.locked:
        locked = [new_id if name == old_id else name for name in scenario.locked]
        patches.append(FieldPatch("locked", scenario.locked, locked))
    if any(key[:2] == (field, old_id) for key in scenario.comments):
        comments = {
            (field, new_id, *key[2:]) if key[:2] == (field, old_id) else key: text
            for key, text in scenario.comments.items()
        }
        patches.append(FieldPatch("comments", scenario.comments, comments))
    return patches


def _changed(scenario: Scenario, field: str, after: list[Any]) -> list[Patch]:
    patch = list_patch(field, getattr(scenario, field), after)
    return [patch] if patch else []


_NAMED = frozenset(("sides", "zones", "objectives", "units"))


def fit_missions(scenario: Scenario, patches: Sequence[Patch]) -> tuple[ListPatch | None, tuple[str, ...]]:
    """Return the patch to follow others so that ways to win name only what is left, None if they do.

    Also return the ways to win that it drops, such as ``Raiders: destroy Wagon``.
    """
    lists = [it for it in patches if isinstance(it, FieldPatch | ListPatch) and it.field in _NAMED]
    if not lists or not any(side.wins for side in scenario.sides):
        return None, ()
    after = replace(scenario)
    for patch in lists:
        patch.apply(after, forward=True)
    missions = fitted_missions(scenario, after)
    return list_patch("sides", after.sides, missions.sides), missions.gone
