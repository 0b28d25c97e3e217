"""All the tools, in the order of the tool strip."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from fairground.core.plugin_groups import PluginError, PluginGroup, require_name
from fairground.editor.app.icons import icon_names
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
from fairground.editor.tools.tool import Tool
from fairground.editor.tools.tracing_image import UnderlayTool
from fairground.editor.tools.units import Units
from fairground.editor.tools.what_if import WhatIfTool
from fairground.editor.tools.zones import Zones

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

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


def _register(name: str, declared: object) -> type[Tool]:
    if not (isinstance(declared, type) and issubclass(declared, Tool)):
        raise PluginError("the entry point must name a subclass of Tool")
    missing = [it for it in ("id", "title", "hint", "group") if not getattr(declared, it, "")]
    if missing:
        raise PluginError(f"the tool has no {' and no '.join(missing)}")
    require_name(name, declared.id)
    if declared.icon not in icon_names():
        raise PluginError(f"there is no icon {declared.icon!r}")
    return declared


#: The tools of other packages.
TOOL_PLUGINS: Final = PluginGroup(
    "tools", _register, title=lambda it: it.title, taken=lambda: {it.id for it in TOOLS}
)


def toolbox(state: ToolState, parent: QObject | None = None) -> dict[str, Tool]:
    """Return one of each tool, by its id; a plugin that raises an error is left out."""
    tools = {kind.id: kind(state, parent) for kind in TOOLS}
    for name, kind in list(TOOL_PLUGINS.members().items()):
        try:
            tools[name] = kind(state, parent)
        except Exception as error:  # noqa: BLE001  # the code of another package may raise anything
            TOOL_PLUGINS.leave_out(name, error)
    return tools


def tool_kinds() -> tuple[type[Tool], ...]:
    """Return all tools, those of plugins at the end of their group."""
    found = list(TOOLS)
    for kind in TOOL_PLUGINS.members().values():
        after = [at for at, it in enumerate(found, 1) if it.group == kind.group]
        found.insert(after[-1] if after else len(found), kind)
    return tuple(found)


def tool_groups() -> tuple[tuple[str, ...], ...]:
    """Return the ids of the tools in the tool strip, group by group, in order."""
    in_strip = (kind for kind in tool_kinds() if kind.group)
    return tuple(tuple(kind.id for kind in kinds) for _, kinds in groupby(in_strip, lambda kind: kind.group))
