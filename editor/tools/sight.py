"""The sight tool: a line of sight between two hexes or bases, and a pinned hex to look from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import known_rules, on_bases
from fairground.editor.document.rule_answers import why_no_lines
from fairground.editor.tools.ends_tool import EndsTool
from fairground.editor.tools.units import bases_at, pointed_at

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.scenario.document import Scenario
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState


class SightTool(EndsTool):
    """Draws the line of sight; the right button pins the fan.

    Where sight is from base to base, the ends are units: ``state.sight_units``.
    """

    id = "sight"
    title = tr("Sight")
    group = "questions"
    options = ("sight",)
    hint = tr(
        "Drag from hex to hex, or click both. Right button: pin the sight overlay. Escape: clear the line."
    )
    option = "sight_line"

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(state, parent)
        self._from = ""
        self._units_before = ("", "")

    def why_not(self, scenario: Scenario) -> str:
        """Return why there are no lines of sight; empty when there are."""
        return no_sight_lines(scenario)

    @property
    def follows_points(self) -> bool:
        """Whether several bases may stand in a hex."""
        return self.state.document is not None and on_bases(self.document.scenario)

    @property
    def is_point(self) -> bool:
        """Whether both ends are one."""
        start, end = self.state.sight_units
        return super().is_point and start == end

    def press(self, p: Pointer) -> None:
        """Begin or end at the unit whose base is under the pointer."""
        p, unit = self._onto(p)
        if not (p.is_right or self.why_not(self.document.scenario) or self._off_board(p.hex)):
            if not self._follows:
                self._from, self._units_before = unit, self.state.sight_units
            self.state.sight_units = self._from, unit
        super().press(p)

    def cancel(self) -> None:
        """Restore the previous pair."""
        if self._start is not None:
            self.state.sight_units = self._units_before
        super().cancel()

    def _lead(self, p: Pointer) -> None:
        p, unit = self._onto(p)
        if self._start is not None and not p.is_right and not self._off_board(p.hex):
            self.state.sight_units = self._from, unit
        super()._lead(p)

    def _onto(self, p: Pointer) -> tuple[Pointer, str]:
        """Return the pointer in the hex of the unit whose base it is on, and the unit's id; unchanged and "" without one.

        Of several units, it is the chosen one or the topmost. Keys point at hexes, and so at a unit in the hex.
        """
        scenario = self.document.scenario
        if not on_bases(scenario):
            return p, ""
        point = pointed_at(scenario, p)
        if point is None:
            units = [unit for unit in scenario.units if unit.hex == p.hex]
        else:
            units = bases_at(scenario, point)
        if not units:
            return p, ""
        unit = next((it for it in units if it.id == self.state.unit_id), units[-1])
        return replace(p, hex=unit.hex), unit.id


def no_sight_lines(scenario: Scenario) -> str:
    """Return why there are no lines of sight; empty when there are."""
    rules = known_rules(scenario)
    if rules is None:
        return tr("The ruleset {name} cannot be read, so sight is unknown. See the findings.").format(
            name=scenario.ruleset.name
        )
    return ""


def no_lines_between_hexes(scenario: Scenario) -> str:
    """Return why there are no lines of sight between hexes; empty when there are."""
    rules = known_rules(scenario)
    return why_no_lines(rules) if rules is not None else no_sight_lines(scenario)
