"""Decorations: the options of their tool, the outline of the chosen one, and images of one's own."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QLabel, QWidget

from fairground.core.errors import FairgroundError
from fairground.core.files.image_copies import copy_beside, image_name
from fairground.core.files.images import (
    MAX_BYTES,
    ImageFault,
    ScenarioImage,
    find_image,
    inspected,
    shipped_images,
)
from fairground.core.files.untrusted_files import read_regular_file
from fairground.core.scenario.decorations import MAX_SCALE, MIN_SCALE, DecorationLayer
from fairground.editor.app.texts import tr
from fairground.editor.canvas.decoration_painter import ChosenDecorationMark
from fairground.editor.document.events import FieldChanged, watch
from fairground.editor.document.patches import FieldPatch
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.tools.decorations import DecorationTool
from fairground.editor.tools.option_defaults import DecorationPlace
from fairground.editor.widgets.keep_image_dialog import KeepImageDialog, kilobytes
from fairground.editor.widgets.number_fields import DecimalField, NumberField

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QToolButton

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.session.feature_context import FeatureContext
    from fairground.editor.tools.tool_state import ToolState

_FILES = tr("Images (*.svg *.png *.jpg *.jpeg)")
#: The side of an image in the list, in pixels.
_ICON = 24
_PLACES = {
    DecorationPlace.HEX: tr("On hexes"),
    DecorationPlace.HEXSIDE: tr("On hexsides"),
    DecorationPlace.FREE: tr("Anywhere"),
}

#: The titles of images that ship; images of the scenario go by their own names.
_TITLES = {
    "arrow": tr("Arrow"),
    "banner": tr("Banner"),
    "barrel": tr("Barrel"),
    "bridge": tr("Bridge"),
    "campfire": tr("Campfire"),
    "chest": tr("Chest"),
    "compass": tr("Compass"),
    "crater": tr("Crater"),
    "house": tr("House"),
    "rock": tr("Rock"),
    "skull": tr("Skull"),
    "tree": tr("Tree"),
}
#: The actions that change the chosen decoration.
_ON_CHOSEN = ("decoration.below", "decoration.larger", "decoration.smaller")


class DecorationOptions(QWidget):
    """The image, place, size and rotation of the chosen decoration, or of new ones."""

    #: The name of an image.
    image_chosen = Signal(str)
    #: In hexes from side to side.
    scale_chosen = Signal(float)
    #: In degrees.
    rotation_chosen = Signal(int)

    def __init__(
        self, state: ToolState, buttons: Sequence[QToolButton], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._state = state
        #: The images in the list, in its order.
        self._listed: tuple[ScenarioImage | ImageFault, ...] = ()
        self._have_icons = False
        self.images = QComboBox(self)
        self.images.setAccessibleName(tr("Image"))
        self.images.setToolTip(tr("Image to place next"))
        self.images.setIconSize(QSize(_ICON, _ICON))
        self.images.setMinimumWidth(120)
        self.images.setMaxVisibleItems(16)
        self.images.activated.connect(lambda at: self.image_chosen.emit(self.images.itemData(at)))
        self.places = QComboBox(self)
        self.places.setAccessibleName(tr("Place"))
        self.places.setToolTip(
            tr("Where to place decorations: in the middle of a hex or hexside, or anywhere")
        )
        for place, title in _PLACES.items():
            self.places.addItem(title, place)
        self.places.activated.connect(lambda at: setattr(state, "decoration_place", self.places.itemData(at)))
        self.scale = DecimalField(self)
        self.scale.setRange(MIN_SCALE, MAX_SCALE)
        self.scale.setDecimals(2)
        self.scale.setSingleStep(0.25)
        self.scale.setAccessibleName(tr("Size in hexes"))
        self.scale.setToolTip(tr("Length of the image's longer side, in hex widths from flat to flat"))
        self.scale.valueChanged.connect(self.scale_chosen)
        self.rotation = NumberField(self)
        self.rotation.setRange(0, 359)
        self.rotation.setWrapping(True)
        self.rotation.setSingleStep(15)
        self.rotation.setSuffix("°")
        self.rotation.setAccessibleName(tr("Rotation"))
        self.rotation.setToolTip(tr("Rotation in degrees, clockwise"))
        self.rotation.valueChanged.connect(self.rotation_chosen)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (
            self.images,
            *buttons,
            self.places,
            QLabel(tr("Size"), self),
            self.scale,
            self.rotation,
        ):
            layout.addWidget(widget)

    def show_scenario(self, scenario: Scenario) -> None:
        """List the scenario's own images and those that ship."""
        names = (*scenario.images, *(it for it in shipped_images() if it not in scenario.images))
        self._listed = tuple(find_image(scenario, name) for name in names)
        self._have_icons = False
        with QSignalBlocker(self.images):
            self.images.clear()
            for name, image in zip(names, self._listed, strict=True):
                self.images.addItem(name if name in scenario.images else _TITLES.get(name, name), name)
                if isinstance(image, ImageFault):
                    self.images.setItemData(
                        self.images.count() - 1, image.message, Qt.ItemDataRole.ToolTipRole
                    )
        if self.isVisible():
            self._draw_icons()
        self.show_look()

    def showEvent(self, event: QShowEvent) -> None:  # Qt's name
        """Draw the icons, which would delay a map whose decorations nobody looks at."""
        self._draw_icons()
        super().showEvent(event)

    def _draw_icons(self) -> None:
        if not self._have_icons:
            self._have_icons = True
            for at, image in enumerate(self._listed):
                self.images.setItemIcon(at, _icon(image))

    def show_look(self) -> None:
        """Show the look of the chosen decoration, or of new ones."""
        look = self._state.new_decoration
        with QSignalBlocker(self.images), QSignalBlocker(self.scale), QSignalBlocker(self.rotation):
            self.images.setCurrentIndex(self.images.findData(look.image))
            self.scale.setValue(look.scale)
            self.rotation.setValue(look.rotation)
        self.places.setCurrentIndex(self.places.findData(self._state.decoration_place))


def _icon(image: ScenarioImage | ImageFault) -> QIcon:
    if isinstance(image, ImageFault):
        return QIcon()
    return QIcon(QPixmap.fromImage(QImage.fromData(_small_png(image))))


@lru_cache(maxsize=64)
def _small_png(image: ScenarioImage) -> bytes:
    """Return an image as small as its icon; drawing those that ship for each map that is opened would block the window."""
    from fairground.core.pictures.png import image_to_png

    return image_to_png(image, 2 * _ICON)


class DecorationController(FeatureController):
    """Connects the tool with its options, the map and the files of images."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        self._workbench, self._actions, self._window = context.workbench, context.actions, context.window
        self._state = context.workbench.state
        self._options = options = context.find(DecorationOptions)
        self._document: Document | None = None
        self.mark = ChosenDecorationMark()
        tool = context.workbench.tools["decorations"]
        assert isinstance(tool, DecorationTool)  # noqa: S101  # the toolbox says so
        self.tool = tool
        options.image_chosen.connect(self._take_image)
        options.scale_chosen.connect(lambda scale: self._change("scale", scale=round(scale, 3)))
        options.rotation_chosen.connect(lambda turn: self._change("turn", rotation=turn))
        self._state.changed.connect(self._option_changed)
        context.workbench.tool_taken.connect(lambda _tool: self._show_chosen())
        actions = context.actions
        actions["decoration.below"].setCheckable(True)
        actions.on("decoration.add", self.ask)
        actions.on("decoration.below", self._toggle_layer)
        actions.on("decoration.larger", lambda: self._grow(1))
        actions.on("decoration.smaller", lambda: self._grow(-1))
        self.set_document(self._state.document)

    def set_document(self, document: Document | None) -> None:
        """Show the images of another document."""
        self._document = watch(self._document, document, self._changed)
        if document is not None:
            self._options.show_scenario(document.scenario)
            self._show_chosen()

    def take_file(self, path: Path) -> bool:
        """Add a drawing that was dropped on the map."""
        is_drawing = self._document is not None and path.suffix.lower() == ".svg"
        if is_drawing:
            self.add(path)
        return is_drawing

    # -- images of one's own ----------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for a file, and add it as an image."""
        if self._document is None:
            return
        folder = self._document.path.parent if self._document.path else Path(QDir.homePath())
        dialog = QFileDialog(self._window, tr("Add image"), str(folder), _FILES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.add(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def add(self, path: Path) -> None:
        """Add an image from a file: embedded, or as a file beside the scenario; ask which."""
        document = self._document
        if document is None:
            return
        try:
            image = inspected(read_regular_file(path, most_bytes=MAX_BYTES))
        except FairgroundError as error:
            self._workbench.say(str(error))
            return
        if isinstance(image, ImageFault):
            self._workbench.say(
                tr("Cannot use {name}: {reason}.").format(name=path.name, reason=image.message)
            )
            return
        dialog = KeepImageDialog(
            tr("Add image"),
            path.name,
            image,
            can_copy=document.path is not None,
            remark="",
            parent=self._window,
        )
        dialog.decided.connect(lambda is_embedded: self._keep(path, image, is_embedded=is_embedded))
        dialog.open()

    def _keep(self, path: Path, image: ScenarioImage, *, is_embedded: bool) -> None:
        document = self._document
        if document is None:
            return
        text = image.data_url
        try:
            name = image_name(document.scenario, path, tuple(shipped_images()))
            if not is_embedded and document.path is not None:
                text = copy_beside(path, document.path.parent, image)
        except FairgroundError as error:
            self._workbench.say(str(error))
            return
        images = document.scenario.images
        document.edit(
            tr("Add image {name}").format(name=name), [FieldPatch("images", images, {**images, name: text})]
        )
        self._workbench.take_tool("decorations")
        self._take_image(name)
        size = kilobytes(len(text if is_embedded else image.content))
        where = tr("embedded") if is_embedded else text
        self._workbench.say(
            tr("Image {name} added ({where}, {size}). Click the map to place it.").format(
                name=name, where=where, size=size
            )
        )

    def _take_image(self, name: str) -> None:
        """Place this image next; the decoration that was chosen keeps its own."""
        self._state.decoration_index = None
        self._state.new_decoration = replace(self._state.new_decoration, image=name)

    # -- the chosen decoration --------------------------------------------------------------------------------

    def _change(self, kind: str = "", **look: object) -> None:
        before = self.tool.chosen or self._state.new_decoration
        self.tool.change(replace(before, **look), kind)  # type: ignore[arg-type]  # fields of a decoration

    def _toggle_layer(self) -> None:
        is_below = self._state.new_decoration.layer is DecorationLayer.BELOW
        self._workbench.take_tool("decorations")
        self._change(layer=DecorationLayer.ABOVE if is_below else DecorationLayer.BELOW)
        self._show_chosen()

    def _grow(self, steps: int) -> None:
        self._workbench.take_tool("decorations")
        self.tool.grow(steps, merge=False)

    def _show_chosen(self) -> None:
        is_in_hand = self._workbench.tool is self.tool
        self.mark.chosen = self.tool.chosen if is_in_hand and self._state.document is not None else None
        below = self._state.new_decoration.layer is DecorationLayer.BELOW
        self._actions["decoration.below"].setChecked(below)
        document = self._state.document
        if document is not None:
            # With the tool, they are about the next decoration if none is chosen.
            can_change = is_in_hand or bool(document.scenario.decorations)
            why_not = "" if can_change else tr("Choose the decoration tool, or place a decoration first.")
            for name in _ON_CHOSEN:
                self._actions.allow(name, why_not)
        self._options.show_look()
        if self._workbench.canvas is not None:
            self._workbench.canvas.update()

    def _option_changed(self, what: str) -> None:
        if what in ("decoration_index", "new_decoration", "decoration_place", "document"):
            self._show_chosen()

    def _changed(self, event: object) -> None:
        if not isinstance(event, FieldChanged) or self._document is None:
            return
        if event.field == "images":
            self._options.show_scenario(self._document.scenario)
        if event.field in ("decorations", "board", "images"):
            self._show_chosen()
