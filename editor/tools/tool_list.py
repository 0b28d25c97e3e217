"""All the tools, in the order of the tool strip."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from fairground.editor.tools.decorations import DecorationTool
from fairground.editor.tools.effects import Effects
from fairground.editor.tools.elevation import Elevation
from fairground.editor.tools.ends_tool import PathTool
from fairground.editor.tools.hexsides import Hexsides
from fairground.editor.tools.measure import MeasureTool
from fairground.editor.tools.names import NamesTool
from fairground.editor.tools.objectives import Objectives
from fairground.editor.tools.paste_tool import PasteTool
from fairground.editor.tools.select import Select
from fairground.editor.tools.sight import SightTool
from fairground.editor.tools.terrain_tools import Brush, Eraser, Eyedropper, Fill
from fairground.editor.tools.tracing_image import UnderlayTool
from fairground.editor.tools.units import Units
from fairground.editor.tools.what_if import WhatIfTool
from fairground.editor.tools.zones import Zones

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.editor.tools.tool import Tool
    from fairground.editor.tools.tool_state import ToolState


#: In the order of the tool strip and of the Tools menu. A new tool is a class and a line here; its
#: texts, icon and keys are the action ``tool.<id>`` in the keymap.
TOOLS: tuple[type[Tool], ...] = (
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
    NamesTool,
    DecorationTool,
    SightTool,
    PathTool,
    MeasureTool,
    UnderlayTool,
    PasteTool,
    WhatIfTool,
)


def toolbox(state: ToolState, parent: QObject | None = None) -> dict[str, Tool]:
    """Return one of each tool, by its id."""
    return {kind.id: kind(state, parent) for kind in TOOLS}


def tool_groups() -> tuple[tuple[str, ...], ...]:
    """Return the ids of the tools in the tool strip, group by group, in order."""
    in_strip = (kind for kind in TOOLS if kind.group)
    return tuple(tuple(kind.id for kind in kinds) for _, kinds in groupby(in_strip, lambda kind: kind.group))
