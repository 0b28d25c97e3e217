"""The unit tool: places, moves, turns and removes units."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.core.scenario.inches import diameter, inches_a_size, put_at, put_in, unit_point
from fairground.core.scenario.parts import Unit, free_id
from fairground.editor.app.texts import tr
from fairground.editor.document.mover_choice import UnitChoice, no_units, turned
from fairground.editor.document.part_patches import part_index
from fairground.editor.document.patches import list_patch
from fairground.editor.document.readable_ruleset import known_rules, on_bases, terrain_title
from fairground.editor.document.rule_answers import facing_of_new_unit
from fairground.editor.tools.mirroring import (
    image_refusal,
    mirroring,
    unit_images,
    unit_partners,
    with_partners,
)
from fairground.editor.tools.obstacles import locked
from fairground.editor.tools.stroke_tool import StrokeTool, new_stroke

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.inches import Point
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.mirroring import Mirroring
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState

#: The grid of places that the pointer chooses, in inches.
GRAIN = 0.05
#: Touching bases may overlap this much, in inches, since places are rounded.
_TOUCHING = 1e-3


class Units(StrokeTool):
    """Places a unit like ``state.new_unit`` in a free hex, or drags a unit; the right button removes one.

    What is pressed is chosen, and turned, removed and changed from then on. Units stand wherever there is a hex: of
    walls, and of hexes that are taken, it says what is wrong, as the findings do. With a symmetry, what is done to a
    unit is done to its images, which are of the other sides.

    Where sight is from base to base, units stand anywhere: where the pointer is, and with Shift in the middle of hexes.
    """

    id = "units"
    title = tr("Units")
    group = "parts"
    options = ("unit",)
    hint = tr(
        "Click to place a unit, drag to move it. Shift+wheel turns it, right button removes it, Ctrl+click "
        "copies it."
    )
    edits = ("units",)

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(state, parent)
        #: The unit under the button; None for the right one.
        self._held: str | None = None
        self._erased: set[Hex] = set()
        #: From the pointer to the middle of the base under the button, in inches.
        self._grip = (0.0, 0.0)
        #: Turns of the wheel in a row are one step: the unit and the number of its stroke.
        self._turning: tuple[str, int] | None = None

    # -- strokes --------------------------------------------------------------------------------------------

    def obstacle(self, p: Pointer) -> str:
        """Refuse also hexes off the board, and units that the ruleset does not have."""
        sentence = locked(self.state, self.edits)
        if sentence or p.is_right or self._under(p):
            return sentence
        scenario = self.document.scenario
        return no_units(scenario) or self._no_ground(p.hex) or image_refusal(scenario, self._mirroring)

    def begin(self, p: Pointer) -> None:
        """Start with the unit under the pointer: of several, the chosen one or the topmost."""
        self._held, self._erased, self._turning, self._grip = None, set(), None, (0.0, 0.0)
        there = self._under(p)
        if there and not p.is_right:
            self._held = self.state.unit_id if self.state.unit_id in there else there[-1]
            self.state.unit_id = self._held
            unit, point = self.unit, pointed_at(self.document.scenario, p)
            if unit is not None and point is not None:
                middle = unit_point(self.board, unit)
                self._grip = middle[0] - point[0], middle[1] - point[1]

    def edit(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        """Return the name of the step and the patch of placing, moving or removing."""
        if p.is_right:
            return self._erase(p)
        if self._held is None:
            return self._place(p) if self.board.contains(p.hex) else ("", ())
        return self._move(p)

    def release(self, p: Pointer) -> None:
        """End the stroke, and report a problem with the place of the unit."""
        stroke, held = self._stroke, self._held
        super().release(p)
        if stroke is not None and held is not None and self._stroke is None:
            sentence = self._trouble(held)
            if sentence:
                self.remarked.emit(sentence)

    def pick(self, p: Pointer) -> None:
        """Choose the next unit under the pointer, starting over after the last; new units copy it."""
        there = self._under(p)
        if there:
            at = there.index(self.state.unit_id) + 1 if self.state.unit_id in there else 0
            self.state.unit_id = there[at % len(there)]
            unit = self.unit
            if unit is not None:
                self.state.new_unit = UnitChoice.of(unit)

    def reach(self, p: Pointer) -> frozenset[Hex]:
        """Return the hex under the pointer, and those of the images."""
        return self._mirroring.orbit_of_hex(self.board, p.hex)

    def words(self, p: Pointer) -> str:  # noqa: ARG002  # what is dragged says where it is
        """Return where a base that is dragged stands, in inches."""
        unit = self.unit if self._stroke is not None and self._held is not None else None
        if unit is None or not on_bases(self.document.scenario):
            return ""
        across, down = unit_point(self.board, unit)
        return tr("{across}″ right of and {down}″ below the centre of A1").format(
            across=f"{across:.2f}", down=f"{down:.2f}"
        )

    # -- the chosen unit --------------------------------------------------------------------------------------

    @property
    def unit(self) -> Unit | None:
        """The chosen unit; None when it no longer exists."""
        scenario = self.document.scenario
        index = part_index(scenario, "units", self.state.unit_id)
        return scenario.units[index] if index is not None else None

    def turn(self, steps: int, *, merge: bool = True) -> bool:
        """Turn the chosen unit by steps of 60 degrees clockwise; without one, new units.

        Turns in a row are one step of the history when they ``merge``.
        """
        scenario, unit = self.document.scenario, self.unit
        index = part_index(scenario, "units", self.state.unit_id)
        if unit is None or index is None:
            choice = self.state.new_unit
            self.state.new_unit = replace(choice, facing=turned(choice.facing, steps))
            return True
        sentence = locked(self.state, self.edits)
        if sentence:
            self.refused.emit(sentence)
            return True
        if self._turning is None or self._turning[0] != unit.id:
            self._turning = unit.id, new_stroke()
        stroke = self._turning[1] if merge else None
        after = replace(unit, facing=turned(unit.facing, steps))
        units = with_partners(scenario, unit, after, self._chosen_symmetry())
        self.document.edit(
            tr("Turn {title}").format(title=scenario.unit_title(unit)),
            [list_patch("units", scenario.units, units)],
            stroke=stroke,
        )
        self.state.new_unit = replace(self.state.new_unit, facing=after.facing)
        return True

    def remove(self) -> bool:
        """Remove the chosen unit, or report that there is none."""
        scenario = self.document.scenario
        index = part_index(scenario, "units", self.state.unit_id)
        sentence = locked(self.state, self.edits) or (tr("Choose a unit to remove.") if index is None else "")
        if sentence:
            self.refused.emit(sentence)
        elif index is not None:
            removed = scenario.units[index]
            patches = self._without([removed], self._chosen_symmetry())
            self.document.edit(tr("Remove {title}").format(title=scenario.unit_title(removed)), patches)
        return True

    # -- helpers ----------------------------------------------------------------------------------------------

    @property
    def follows_points(self) -> bool:
        """Whether units stand anywhere in a hex."""
        return self.state.document is not None and on_bases(self.document.scenario)

    def _place(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        scenario = self.document.scenario
        choice = self.state.new_unit.within(scenario)
        name = free_id(choice.class_id, {unit.id for unit in scenario.units})
        facing = choice.facing or facing_of_new_unit(scenario, choice.side, p.hex) or 1
        unit = self._put(Unit(name, choice.side, choice.class_id, p.hex, facing, choice.shield), p)
        self._held = self.state.unit_id = name
        units = [*scenario.units, unit]
        for image in unit_images(scenario, unit, self._mirroring):
            if not self.board.contains(image.hex) or self._no_ground(image.hex):
                self.report_images()
            elif not self._at_hex(image.hex):
                units.append(replace(image, id=free_id(choice.class_id, {it.id for it in units})))
        return tr("Place {title}").format(title=scenario.unit_title(unit)), [
            list_patch("units", scenario.units, units)
        ]

    def _move(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        scenario = self.document.scenario
        index = part_index(scenario, "units", self._held or "")
        if index is None:
            return "", ()
        unit = scenario.units[index]
        after = self._put(unit, p)
        if not self.board.contains(after.hex):
            return "", ()
        sentence = self._no_ground(after.hex)
        if sentence:
            self.refused.emit(sentence)
            return "", ()
        if after == unit:
            return "", ()
        units = with_partners(scenario, unit, after, self._mirroring)
        return tr("Move {title}").format(title=scenario.unit_title(unit)), [
            list_patch("units", scenario.units, units)
        ]

    def _put(self, unit: Unit, p: Pointer) -> Unit:
        """Return a unit at the pointer: in its hex, or at the place of its base."""
        point = pointed_at(self.document.scenario, p)
        if point is None:
            return put_in(self.board, unit, p.hex)
        if p.holds(Qt.KeyboardModifier.ShiftModifier):
            return replace(unit, hex=p.hex, at=None)
        if self._pressed is not None and p.point == self._pressed.point and self._held is not None:
            # A click alone moves nothing, not even to a rounded place.
            return unit
        middle = rounded((point[0] + self._grip[0], point[1] + self._grip[1]))
        return put_at(self.board, unit, *middle)

    def _erase(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        scenario = self.document.scenario
        point = pointed_at(scenario, p)
        under = bases_at(scenario, point)[-1:] if point is not None and not self._erased else []
        fresh = {*p.hexes, *(unit.hex for unit in under)} - self._erased
        self._erased.update(fresh)
        topmost = {unit.hex: unit for unit in scenario.units if unit.hex in fresh and not under}
        topmost |= {unit.hex: unit for unit in under}
        if not topmost:
            return "", ()
        text = (
            tr("Remove {title}").format(title=scenario.unit_title(next(iter(topmost.values()))))
            if len(topmost) == 1
            else tr("Remove units")
        )
        return text, self._without(topmost.values(), self._mirroring)

    def _without(self, units: Iterable[Unit], chosen: Mirroring) -> list[Patch | None]:
        """Return the patch that removes units and their images."""
        scenario = self.document.scenario
        gone = {id(it) for unit in units for it in (unit, *unit_partners(scenario, unit, chosen))}
        return [list_patch("units", scenario.units, [it for it in scenario.units if id(it) not in gone])]

    def _chosen_symmetry(self) -> Mirroring:
        """Return the symmetry for an action outside a stroke."""
        return mirroring(self.state.symmetry, self.board, self.state.symmetry_centre)

    def _under(self, p: Pointer) -> list[str]:
        """Return the ids of the units under the pointer or in its hex, the lowest first."""
        point = pointed_at(self.document.scenario, p)
        if point is None:
            return self._at_hex(p.hex)
        return [unit.id for unit in bases_at(self.document.scenario, point)]

    def _at_hex(self, at: Hex) -> list[str]:
        """Return the ids of the units in a hex, the lowest first."""
        return [unit.id for unit in self.document.scenario.units if unit.hex == at]

    def _no_ground(self, at: Hex) -> str:
        board = self.board
        is_void = board.contains(at) and board.void[board.cell(at)]
        return (
            tr("{label} is void; no unit can stand there.").format(label=board.hex_name(at))
            if is_void
            else ""
        )

    def _trouble(self, unit_id: str) -> str:
        """Return the problem with the place of a unit; empty for none."""
        scenario, board = self.document.scenario, self.board
        index = part_index(scenario, "units", unit_id)
        if index is None:
            return ""
        unit, rules = scenario.units[index], known_rules(scenario)
        title = scenario.unit_title(unit)
        if on_bases(scenario):
            under = overlapping(scenario, unit)
            if under:
                others = (f"{scenario.unit_title(it)} ({board.hex_name(it.hex)})" for it in under)
                return tr("The base of {unit} overlaps the base of {others}.").format(
                    unit=title, others=", ".join(others)
                )
        there = [it for it in scenario.units if it.hex == unit.hex and it is not unit]
        if there and not on_bases(scenario):
            return tr("{unit} shares {label} with {others}, but only one unit may stand in a hex.").format(
                unit=title,
                label=board.hex_name(unit.hex),
                others=", ".join(map(scenario.unit_title, there)),
            )
        kinds = board.terrain_at(unit.hex)
        if rules is None or not set(kinds) <= set(rules.terrain) or rules.ground(kinds).passable:
            return ""
        what = terrain_title(scenario, kinds).lower()
        return tr("{unit} stands on {what} at {label}, which no unit can enter. See the findings.").format(
            unit=title, what=what, label=board.hex_name(unit.hex)
        )


def pointed_at(scenario: Scenario, p: Pointer) -> Point | None:
    """Return the point of the table under a pointer, in inches; None where it points only at hexes."""
    if p.point is None or not on_bases(scenario):
        return None
    size = inches_a_size(scenario.board)
    return p.point[0] * size, p.point[1] * size


def rounded(point: Point) -> Point:
    """Round a point to the grid of places."""
    return round(round(point[0] / GRAIN) * GRAIN, 2), round(round(point[1] / GRAIN) * GRAIN, 2)


def bases_at(scenario: Scenario, point: Point) -> list[Unit]:
    """Return the units whose base covers a point, the lowest first."""
    rules, board = known_rules(scenario), scenario.board
    return [
        unit
        for unit in scenario.units
        if math.dist(unit_point(board, unit), point) <= diameter(rules, unit) / 2
    ]


def overlapping(scenario: Scenario, unit: Unit) -> list[Unit]:
    """Return the units whose bases overlap that of a unit."""
    rules, board = known_rules(scenario), scenario.board
    at, radius = unit_point(board, unit), diameter(rules, unit) / 2
    return [
        other
        for other in scenario.units
        if other is not unit
        and math.dist(unit_point(board, other), at) < radius + diameter(rules, other) / 2 - _TOUCHING
    ]
