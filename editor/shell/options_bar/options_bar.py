"""The options of the tool in hand, across the top of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolBar, QWidget

from fairground.editor.app.actions import ON_SELECTION
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.features.attack.weapon_options import SightOptions
from fairground.editor.features.drawing.decorations import DecorationOptions
from fairground.editor.features.drawing.symmetry_options import SymmetryOptions
from fairground.editor.features.palette.terrain_options import (
    TOOLS,
    KindOptions,
    StackingOptions,
    TerrainOptions,
)
from fairground.editor.features.scenario.zone_and_unit_options import (
    ObjectiveOptions,
    UnitOptions,
    ZoneChoice,
    ZoneOptions,
)
from fairground.editor.features.tracing_image.options import UnderlayOptions
from fairground.editor.shell.options_bar.brush_buttons import ShapeOptions, SizeOptions
from fairground.editor.shell.options_bar.mode_buttons import (
    ElevationOptions,
    PasteOptions,
    PathOptions,
    SelectOptions,
)
from fairground.editor.tools import tool_list
from fairground.editor.tools.sight import no_sight_lines
from fairground.editor.widgets.labels_and_buttons import ElidedLabel, fill
from fairground.editor.widgets.option_rows import OptionRow, OverflowRow, action_button
from fairground.editor.widgets.terrain_pictures import PaletteSection

if TYPE_CHECKING:
    from PySide6.QtWidgets import QToolButton

    from fairground.editor.app.actions import Actions
    from fairground.editor.document.document import Document
    from fairground.editor.tools.tool_state import ToolState

#: The analysis tools, and the function that returns why a scenario does not support them.
_ASKED = {"sight": no_sight_lines, "path": nothing_moves}
#: The tools whose chosen part the Del key removes.
_REMOVING = ("objectives", "units", "decorations")
#: The actions on selected hexes.
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
#: The fields of the scenario that no option depends on.
_IRRELEVANT_FIELDS = (
    *("board.palette", "name", "author", "notes", "turns", "weather"),
    *("objectives", "units", "victory", "images", "decorations", "locked", "comments"),
)
#: The options that several tools share. They are at the right end, where their place is the same for all tools.
_SHARED = ("shape", "size", "symmetry")
_SPACING = 14
#: How long a refusal is shown, and how long the changes that come with it may take, in milliseconds.
_REFUSAL_TIME, _AT_ONCE = 5000, 250


class ToolOptions(QToolBar):
    """Shows the groups of options of the tool, and beside them why something is refused.

    Its minimum width is the same for all tools: options that do not fit are behind a button.
    """

    #: A sentence that does not fit in the bar; empty when it is no longer shown.
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
        self.decoration = DecorationOptions(
            state, self._buttons("decoration.add", "decoration.below", "edit.clear"), self
        )
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
                *(f"underlay.{what}" for what in ("choose", "calibrate", "show", "keep", "remove", "back"))
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
            "decoration": self.decoration,
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
        self.title = _title(row)
        self.message = ElidedLabel("", row)
        self.message.setAccessibleName(tr("Why this is not possible"))
        own = [group for name, group in self._groups.items() if name not in _SHARED]
        self.own = OverflowRow(own, _SPACING, row)
        shared = [self._groups[name] for name in _SHARED]
        layout, margins = QHBoxLayout(row), (4, 0, 8, 0)
        fill(layout, self.title, self.own, (self.message, 1), *shared, spacing=_SPACING, margins=margins)
        for group in shared:
            group.hide()
        self.addWidget(row)
        self.setFixedHeight(44)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_REFUSAL_TIME)
        # A coarse timer may be early by more than ``_AT_ONCE``.
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

    # -- display --------------------------------------------------------------------------------------------

    def show_tool(self, tool: str, title: str) -> None:
        """Show the options of a tool, or why the ruleset does not support it."""
        self._tool = tool
        self.title.setText(title)
        shown = next((kind.options for kind in tool_list.tool_kinds() if kind.id == tool), ())
        self.terrain.show_tool(tool)
        for name in _SHARED:
            self._groups[name].setVisible(name in shown)
        self.own.show_parts(group for name, group in self._groups.items() if name in shown)
        self._show_selection()
        self._be_quiet()

    def set_document(self, document: Document | None) -> None:
        """Show terrain, zones and levels of another document."""
        before, self._document = self._document, document
        if before is not None:
            before.changed.disconnect(self._changed)
        if document is not None:
            document.changed.connect(self._changed)
        # Otherwise the state announces the document later.
        if self._state.document is document:
            self.refresh()

    def say(self, sentence: str) -> None:
        """Show a refusal, for a while or until the next action."""
        self.message.setText(sentence)
        self._quiet.start()
        is_overlong = self.message.fontMetrics().horizontalAdvance(sentence) > self.message.width() > 0
        self.overlong.emit(sentence if is_overlong else "")

    def refresh(self) -> None:
        """Update everything after a change of theme, keys or document."""
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
        """Show only why the tool cannot be used, if so."""
        self._quiet.stop()
        self.overlong.emit("")
        if self._tool in _ASKED and self._document is not None:
            self.message.setText(_ASKED[self._tool](self._document.scenario))
        else:
            self.message.setText(self._nothing)

    @property
    def lacking(self) -> str:
        """Why the ruleset does not support the tool; empty when it does."""
        if self._document is None:
            return ""
        if self._tool in _ASKED:
            return _ASKED[self._tool](self._document.scenario)
        return self._nothing_to_paint

    @property
    def _nothing(self) -> str:
        """Why the tool has nothing to paint or to place; empty when it can be used."""
        if self._tool == "units" and self._document is not None and not self._document.scenario.sides:
            return tr("Units need sides. A quick fix in the Findings panel adds two.")
        return self._nothing_to_paint

    @property
    def _nothing_to_paint(self) -> str:
        return next(
            (self.kinds[section].nothing for section, tool in TOOLS.items() if tool == self._tool), ""
        )

    def _buttons(self, *actions: str) -> list[QToolButton]:
        return [action_button(self._actions, name, self) for name in actions]

    # -- changes --------------------------------------------------------------------------------------------

    def _changed(self, event: object) -> None:
        self._go_on()
        if not isinstance(event, FieldChanged):
            return
        # Deferred, so that many changes update them once.
        if event.field == "zones":
            next_turn(self, self.zone.refresh)
        elif event.field not in _IRRELEVANT_FIELDS:
            next_turn(self, self.refresh)
            if event.field == "sides":
                self._be_quiet()

    def _state_changed(self, what: str) -> None:
        self._go_on()
        if what in self._shows:
            self._shows[what]()

    def _go_on(self) -> None:
        """Hide an earlier refusal: the user has gone on."""
        if self._quiet.isActive() and _REFUSAL_TIME - self._quiet.remainingTime() > _AT_ONCE:
            self._be_quiet()

    def _show_stacking(self) -> None:
        self.stacking.refresh()
        self.terrain.refresh()

    def _show_selection(self) -> None:
        self._actions.enable(ON_SELECTION, bool(self._state.selection))
        if self._document is not None and self._tool in _REMOVING:
            self._actions.enable(("edit.clear",), True)


def _title(parent: QWidget) -> QLabel:
    """Return the label of a tool's name, as wide as the longest, so that the options stay in place."""
    label = QLabel(parent)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
    label.setMinimumWidth(label.fontMetrics().horizontalAdvance("Eyedropper"))
    return label
