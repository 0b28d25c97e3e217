"""The question whether an image becomes part of the scenario's file or a file beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMessageBox

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from fairground.core.files.images import ScenarioImage


class KeepImageDialog(QMessageBox):
    """Asks whether an image is embedded or copied beside the scenario, with the sizes.

    ``remark`` is a further sentence about the image; empty for none.
    """

    #: Whether it is embedded.
    decided = Signal(bool)

    def __init__(
        self, title: str, name: str, image: ScenarioImage, *, can_copy: bool, remark: str, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(tr("Embed {name} in the scenario?").format(name=name))
        size, grown = (kilobytes(len(it)) for it in (image.content, image.data_url))
        text = tr(
            "The image is {size}. If you embed it, it travels with the scenario, and the scenario file grows by {grown}."
        )
        beside = tr(
            "A copy beside the scenario keeps the scenario file small, but you must share both files."
        )
        unsaved = tr("To copy it beside the scenario instead, save the scenario first.")
        sentences = (remark, text.format(size=size, grown=grown), beside if can_copy else unsaved)
        self.setInformativeText(" ".join(filter(None, sentences)))
        self.embed = self.addButton(tr("Embed"), QMessageBox.ButtonRole.AcceptRole)
        self.beside = self.addButton(tr("Copy beside scenario"), QMessageBox.ButtonRole.ActionRole)
        self.beside.setEnabled(can_copy)
        self.setEscapeButton(self.addButton(QMessageBox.StandardButton.Cancel))
        self.setDefaultButton(self.embed)
        self.finished.connect(self._answer)

    def _answer(self, _result: int) -> None:
        clicked = self.clickedButton()
        if clicked in (self.embed, self.beside):
            self.decided.emit(clicked is self.embed)


def kilobytes(count: int) -> str:
    """Return a number of bytes in KB, rounded up."""
    return tr("{size:,} KB").format(size=-(-count // 1024))
