"""All the tools, in the order of the tool strip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.tools.brush import Brush
from fairground.editor.tools.effects import Effects
from fairground.editor.tools.elevation import Elevation
from fairground.editor.tools.eraser import Eraser
from fairground.editor.tools.eyedropper import Eyedropper
from fairground.editor.tools.fill import Fill
from fairground.editor.tools.hexsides import Hexsides
from fairground.editor.tools.measure import MeasureTool
from fairground.editor.tools.names import NamesTool
from fairground.editor.tools.objectives import Objectives
from fairground.editor.tools.paste_tool import PasteTool
from fairground.editor.tools.path import PathTool
from fairground.editor.tools.select import Select
from fairground.editor.tools.sight import SightTool
from fairground.editor.tools.underlay import UnderlayTool
from fairground.editor.tools.units import Units
from fairground.editor.tools.what_if import WhatIfTool
from fairground.editor.tools.zones import Zones

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.editor.tools.state import ToolState
    from fairground.editor.tools.tool import Tool


def toolbox(state: ToolState, parent: QObject | None = None) -> dict[str, Tool]:
    """Return one of each tool, by its id."""
    kinds: tuple[type[Tool], ...] = (
        Select,
        Brush,
        Fill,
        Eraser,
        Eyedropper,
        Elevation,
        Hexsides,
        Effects,
        Zones,
        Objectives,
        Units,
        SightTool,
        PathTool,
        MeasureTool,
        NamesTool,
        UnderlayTool,
        PasteTool,
        WhatIfTool,
    )
    return {kind.id: kind(state, parent) for kind in kinds}
