from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, TypeVar

import pytest
from PySide6.QtCore import Qt

from fairground.core.grid.hexsides import Hexside, hexside
from fairground.core.grid.layout import Layout
from fairground.core.grid.lines import hex_line
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.document.document import Document
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.undo_steps import DocumentEdit
from fairground.editor.tools.tool import Pointer, Tool
from fairground.editor.tools.tool_list import toolbox
from fairground.editor.tools.tool_state import ToolState
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE = Qt.KeyboardModifier.NoModifier
T = TypeVar("T", bound=Tool)


@dataclass
class ToolDriver:
    """A document with all tools, moved by labels as the canvas moves them by the mouse."""

    document: Document
    state: ToolState
    tools: dict[str, Tool]
    refusals: list[str] = field(default_factory=list)
    previews: list[frozenset[Hex]] = field(default_factory=list)
    side_previews: list[frozenset[Hexside]] = field(default_factory=list)

    @property
    def scenario(self) -> Scenario:
        return self.document.scenario

    @property
    def board(self) -> Board:
        return self.document.scenario.board

    @property
    def steps(self) -> int:
        return self.document.undo_stack.count()

    @property
    def step_names(self) -> list[str]:
        return [it.text() for it in self.edits]

    @property
    def edits(self) -> list[DocumentEdit]:
        """The steps of the history, undone ones too."""
        stack = self.document.undo_stack
        return [of_type(stack.command(index), DocumentEdit) for index in range(stack.count())]

    def tool(self, kind: type[T]) -> T:
        return of_type(self.tools[kind.id], kind)

    def take(self, kind: type[T]) -> T:
        tool = self.tool(kind)
        self.take_named(kind.id)
        return tool

    def take_named(self, name: str) -> Tool:
        tool = self.tools[name]
        tool.refused.connect(self.refusals.append)
        tool.preview_changed.connect(self.previews.append)
        tool.side_preview_changed.connect(self.side_previews.append)
        tool.activate()
        return tool

    def edit(self, field: str, value: object) -> None:
        """Replace a field of the scenario as a step."""
        self.document.edit(field, [FieldPatch(field, getattr(self.scenario, field), value)])

    def hexes(self, *labels: str) -> frozenset[Hex]:
        return frozenset(map(self.board.parse, labels))

    def pointer(
        self,
        at: str | Hex,
        since: str | Hex | None = None,
        *,
        button: Qt.MouseButton = LEFT,
        modifiers: Qt.KeyboardModifier = NONE,
    ) -> Pointer:
        here = self.board.parse(at) if isinstance(at, str) else at
        there = self.board.parse(since) if isinstance(since, str) else since or here
        return Pointer(here, hex_line(there, here), button, modifiers)

    def drag(
        self,
        tool: Tool,
        *way: str | Hex,
        button: Qt.MouseButton = LEFT,
        modifiers: Qt.KeyboardModifier = NONE,
        finish: bool = True,
    ) -> None:
        tool.press(self.pointer(way[0], button=button, modifiers=modifiers))
        for since, at in pairwise(way):
            tool.move(self.pointer(at, since, button=button, modifiers=modifiers))
        if finish:
            tool.release(self.pointer(way[-1], button=button, modifiers=modifiers))

    def side(self, name: str) -> Hexside:
        """The hexside that is written so in files: ``C4 NE``."""
        at, direction = name.split()
        return hexside(self.board.parse(at), self.board.layout.direction(direction))

    def side_pointer(
        self, name: str, *, button: Qt.MouseButton = LEFT, modifiers: Qt.KeyboardModifier = NONE
    ) -> Pointer:
        at, direction = name.split()
        here = self.board.parse(at)
        return Pointer(here, (here,), button, modifiers, self.board.layout.direction(direction))

    def drag_sides(
        self,
        tool: Tool,
        *way: str,
        button: Qt.MouseButton = LEFT,
        modifiers: Qt.KeyboardModifier = NONE,
        finish: bool = True,
    ) -> None:
        points = [self.side_pointer(name, button=button, modifiers=modifiers) for name in way]
        tool.press(points[0])
        for point in points[1:]:
            tool.move(point)
        if finish:
            tool.release(points[-1])

    def features(self) -> dict[Hexside, tuple[str, ...]]:
        return self.board.hexsides

    def labels_of(self, terrain: str) -> set[str]:
        return {self.board.label(at) for at in self.board.hexes_of(self.board.where_terrain(terrain))}

    def raised(self) -> dict[str, int]:
        return {
            self.board.label(at): self.board.level_at(at)
            for at in self.board.hexes()
            if self.board.level_at(at)
        }

    def zone(self, zone_id: str) -> set[str]:
        zone = next(zone for zone in self.scenario.zones if zone.id == zone_id)
        return {self.board.label(at) for at in self.board.hexes_of(zone.shape.mask(self.board))}


class WorkbenchMaker(Protocol):
    """Returns all tools over a blank board."""

    def __call__(
        self, columns: int = 8, rows: int = 8, *, layout: Layout = Layout.ODD_Q, ruleset: str = "penance-1.0"
    ) -> ToolDriver: ...


@pytest.fixture(scope="session")
def make_workbench(qapp: QApplication) -> WorkbenchMaker:
    def make(
        columns: int = 8, rows: int = 8, *, layout: Layout = Layout.ODD_Q, ruleset: str = "penance-1.0"
    ) -> ToolDriver:
        assert qapp
        document = Document(blank_scenario("Test", layout=layout, size=(columns, rows), ruleset=ruleset))
        state = ToolState(document)
        state.terrain_first, state.terrain_second = "wall", "rubble"
        return ToolDriver(document, state, toolbox(state))

    return make


@pytest.fixture
def workbench(make_workbench: WorkbenchMaker) -> ToolDriver:
    return make_workbench()
