"""The options of the tool in hand, across the top of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolBar, QWidget

from fairground.editor.app.actions import ON_SELECTION
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.features.attack.weapon_options import SightOptions
from fairground.editor.features.clipboard.paste_options import PasteOptions
from fairground.editor.features.drawing.symmetry_options import SymmetryOptions
from fairground.editor.features.palette.terrain_options import (
    TOOLS,
    KindOptions,
    StackingOptions,
    TerrainOptions,
)
from fairground.editor.features.path.options import PathOptions
from fairground.editor.features.scenario.tool_options import (
    ObjectiveOptions,
    UnitOptions,
    ZoneChoice,
    ZoneOptions,
)
from fairground.editor.features.tracing_image.options import UnderlayOptions
from fairground.editor.shell.tool_options.mode_options import ElevationOptions, SelectOptions
from fairground.editor.shell.tool_options.shape_options import ShapeOptions, SizeOptions
from fairground.editor.tools import toolbox
from fairground.editor.tools.sight import no_sight_lines
from fairground.editor.widgets.basics import ElidedLabel
from fairground.editor.widgets.option_rows import OptionRow, action_button
from fairground.editor.widgets.terrain_text import PaletteSection

if TYPE_CHECKING:
    from PySide6.QtWidgets import QToolButton

    from fairground.editor.app.actions import Actions
    from fairground.editor.document.document import Document
    from fairground.editor.tools.state import ToolState

#: The tools that only ask, and what says why a ruleset has no answers for them.
_ASKED = {"sight": no_sight_lines, "path": nothing_moves}
#: The tools whose chosen part the Del key removes.
_REMOVING = ("objectives", "units")
#: What can be done with selected hexes.
_OF_SELECTION = (
    *(
        "edit.fill",
        "edit.clear",
        "edit.raise",
        "edit.lower",
        "edit.level",
        "edit.zone-add",
        "edit.zone-remove",
    ),
    *("select.zone", "select.area", "stamp.choose"),
)
#: The fields of the scenario that no option here depends on.
_APART = (
    *("board.palette", "name", "author", "notes", "turns", "weather"),
    *("objectives", "units", "victory", "locked", "comments"),
)
#: How long a refusal is shown, in milliseconds, and how long what comes with it may take.
_SAID, _AT_ONCE = 5000, 250


class ToolOptions(QToolBar):
    """A bar that shows the groups of options that the tool has, and beside them why something cannot be."""

    #: A sentence that the bar has too little room for; empty when it is said no longer.
    overlong = Signal(str)

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(tr("Tool options"), parent)
        self.setObjectName("options")
        self.setAccessibleName(tr("Tool options"))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._state = state
        self._actions = actions
        self._document: Document | None = None
        self._tool = ""
        self.terrain = TerrainOptions(state, actions, self)
        self.stacking = StackingOptions(state, actions, self)
        self.kinds = {section: KindOptions(section, state, actions, self) for section in TOOLS}
        self.elevation = ElevationOptions(state, actions, self)
        self.zone = ZoneChoice(state, actions, self)
        self.zone_shape = ZoneOptions(state, actions, self)
        self.objective = ObjectiveOptions(state, self._buttons("objective.new", "edit.clear"), self)
        self.unit = UnitOptions(state, self._buttons("turn.left", "turn.right", "edit.clear"), self)
        self.selecting = SelectOptions(state, actions, self)
        self.pasting = PasteOptions(state, self._buttons("turn.left", "turn.right", "paste.mirror"), self)
        self.shape = ShapeOptions(state, actions, self)
        self.brush_size = SizeOptions(state, actions, self)
        self.symmetry = SymmetryOptions(state, actions, self)
        self.symmetry.refused.connect(self.say)
        self.symmetry.chosen.connect(self._be_quiet)
        self.sight = SightOptions(state, self._buttons("sight.swap", "sight.clear", "hex.pin"), self)
        self.path = PathOptions(state, self._buttons("path.swap", "path.clear", "hex.pin"), self)
        self.underlay = UnderlayOptions(
            self._buttons(
                *(f"underlay.{what}" for what in ("choose", "calibrate", "show", "remove", "back"))
            ),
            self,
        )
        self._groups: dict[str, QWidget] = {
            "select": self.selecting,
            "paste": self.pasting,
            "terrain": self.terrain,
            "stacking": self.stacking,
            "feature": self.kinds[PaletteSection.HEXSIDE],
            "effect": self.kinds[PaletteSection.EFFECT],
            "elevation": self.elevation,
            "zones": self.zone,
            "zone-shape": self.zone_shape,
            "objective": self.objective,
            "unit": self.unit,
            "selection": OptionRow(*self._buttons(*_OF_SELECTION), spacing=1),
            "shape": self.shape,
            "size": self.brush_size,
            "symmetry": self.symmetry,
            "sight": self.sight,
            "path": self.path,
            "measure": OptionRow(*self._buttons("measure.clear")),
            "note": OptionRow(*self._buttons("note.edit")),
            "underlay": self.underlay,
        }
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(4, 0, 8, 0)
        layout.setSpacing(14)
        self.title = _title(row)
        layout.addWidget(self.title)
        for group in self._groups.values():
            layout.addWidget(group)
            # All of them beside one another would be wider than the window, and make it grow.
            group.hide()
        self.message = ElidedLabel("", row)
        self.message.setAccessibleName(tr("Why not"))
        layout.addWidget(self.message, 1)
        self.addWidget(row)
        self.setFixedHeight(44)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_SAID)
        # A coarse one is early by as much as what comes with a refusal may take.
        self._quiet.setTimerType(Qt.TimerType.PreciseTimer)
        self._quiet.timeout.connect(self._be_quiet)
        self._shows = {
            "document": self.refresh,
            "terrain_first": self.terrain.refresh,
            "terrain_second": self.terrain.refresh,
            "stacking": self._show_stacking,
            "feature": self.kinds[PaletteSection.HEXSIDE].show_chosen,
            "effect": self.kinds[PaletteSection.EFFECT].show_chosen,
            "radius": self.brush_size.refresh,
            "symmetry": self.symmetry.refresh,
            "symmetry_centre": self.symmetry.refresh,
            "bar": self.brush_size.refresh,
            "level_flood": self.elevation.refresh,
            "elevation_mode": self.elevation.refresh,
            "level": self.elevation.refresh,
            "zone_id": self.zone.refresh,
            "selection": self._show_selection,
        }
        state.changed.connect(self._state_changed)

    # -- what is shown --------------------------------------------------------------------------------------

    def show_tool(self, tool: str, title: str) -> None:
        """Show the options of a tool; of one that the ruleset has nothing for, say that instead."""
        self._tool = tool
        self.title.setText(title)
        shown = next((kind.options for kind in toolbox.TOOLS if kind.id == tool), ())
        # Those that go first: all of them beside one another would be wider than the window, and make it grow.
        for name, group in sorted(self._groups.items(), key=lambda it: it[0] in shown):
            group.setVisible(name in shown)
        self.terrain.show_tool(tool)
        self._show_selection()
        self._be_quiet()

    def set_document(self, document: Document | None) -> None:
        """Show terrain, zones and levels of another document."""
        before, self._document = self._document, document
        if before is not None:
            before.changed.disconnect(self._changed)
        if document is not None:
            document.changed.connect(self._changed)
        # When the state gets the document afterwards, it tells of that.
        if self._state.document is document:
            self.refresh()

    def say(self, sentence: str) -> None:
        """Show why something cannot be done, for a while or until something else is done."""
        self.message.setText(sentence)
        self._quiet.start()
        is_overlong = self.message.fontMetrics().horizontalAdvance(sentence) > self.message.width() > 0
        self.overlong.emit(sentence if is_overlong else "")

    def refresh(self) -> None:
        """Show everything again: after a change of theme or keys, or of the document."""
        self._show_stacking()
        for kind in self.kinds.values():
            kind.refresh()
        self.brush_size.refresh()
        self.elevation.refresh()
        self.zone.refresh()
        self.zone_shape.refresh()
        self.selecting.refresh()
        self._show_selection()
        if self._document is not None:
            self.sight.show_scenario(self._document.scenario)
            self.path.show_scenario(self._document.scenario)
            if self._tool in _ASKED or self._nothing:
                self._be_quiet()
        self.shape.refresh()
        self.symmetry.give_up()
        self.symmetry.refresh()

    def _be_quiet(self) -> None:
        """Say no more than why the tool has nothing to paint, to see by or to move, if so."""
        self._quiet.stop()
        self.overlong.emit("")
        if self._tool in _ASKED and self._document is not None:
            self.message.setText(_ASKED[self._tool](self._document.scenario))
        else:
            self.message.setText(self._nothing)

    @property
    def lacking(self) -> str:
        """Why the ruleset has nothing for the tool; empty when it has."""
        if self._document is None:
            return ""
        if self._tool in _ASKED:
            return _ASKED[self._tool](self._document.scenario)
        return self._nothing_to_paint

    @property
    def _nothing(self) -> str:
        """Why the tool has nothing to paint or to place; empty when it has."""
        if self._tool == "units" and self._document is not None and not self._document.scenario.sides:
            return tr("There are no sides to place units for. A quick fix in the findings adds two.")
        return self._nothing_to_paint

    @property
    def _nothing_to_paint(self) -> str:
        return next(
            (self.kinds[section].nothing for section, tool in TOOLS.items() if tool == self._tool), ""
        )

    def _buttons(self, *actions: str) -> list[QToolButton]:
        return [action_button(self._actions, name, self) for name in actions]

    # -- news -----------------------------------------------------------------------------------------------

    def _changed(self, event: object) -> None:
        self._go_on()
        if not isinstance(event, FieldChanged):
            return
        # In turns of their own they are shown once, however much has changed.
        if event.field == "zones":
            next_turn(self, self.zone.refresh)
        elif event.field not in _APART:
            next_turn(self, self.refresh)
            if event.field == "sides":
                self._be_quiet()

    def _state_changed(self, what: str) -> None:
        self._go_on()
        if what in self._shows:
            self._shows[what]()

    def _go_on(self) -> None:
        """Something is done: what was refused before is no longer of interest."""
        if self._quiet.isActive() and _SAID - self._quiet.remainingTime() > _AT_ONCE:
            self._be_quiet()

    def _show_stacking(self) -> None:
        self.stacking.refresh()
        self.terrain.refresh()

    def _show_selection(self) -> None:
        self._actions.enable(ON_SELECTION, bool(self._state.selection))
        if self._document is not None and self._tool in _REMOVING:
            self._actions.enable(("edit.clear",), True)


def _title(parent: QWidget) -> QLabel:
    """Return the label of a tool's name, as wide as the longest, so that the options begin at one place."""
    found = QLabel(parent)
    font = found.font()
    font.setBold(True)
    found.setFont(font)
    found.setMinimumWidth(found.fontMetrics().horizontalAdvance("Eyedropper"))
    return found
