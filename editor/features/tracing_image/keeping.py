"""Keeping the tracing image with the scenario: the question how, and the edits that store and remove it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from fairground.core.errors import FairgroundError
from fairground.core.files.image_copies import copy_beside, image_name
from fairground.core.files.images import shipped_images
from fairground.core.scenario.tracing_image import without_tracing_image
from fairground.editor.app.texts import tr
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.tracing_image.image_job import FitImageJob
from fairground.editor.jobs.latest_answer import READING_LIMIT, LatestAnswer
from fairground.editor.widgets.keep_image_dialog import KeepImageDialog, kilobytes

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from fairground.core.files.image_copies import FittedImage
    from fairground.core.files.images import ScenarioImage
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker


class _Wanted(NamedTuple):
    """The file to keep with a document."""

    document: Document
    path: Path


class TracingImageKeeper(QObject):
    """Makes an image small enough, asks whether to embed it or copy it beside the scenario, and reports the choice."""

    #: The document, the name and the text of the image in the scenario, and a sentence about it.
    chosen = Signal(object, str, str, str)
    #: Why the image cannot be kept.
    failed = Signal(str)

    def __init__(self, worker: Worker, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._wanted: _Wanted | None = None
        self._request = LatestAnswer(worker, self, limit=READING_LIMIT)
        self._request.answered.connect(self._ask)
        self._request.failed.connect(self.failed)

    def start(self, document: Document, path: Path) -> None:
        """Read the file, then ask how to keep it."""
        self._wanted = _Wanted(document, path)
        self._request.ask(lambda tag: FitImageJob(tag, path))

    def forget(self) -> None:
        """Drop a request that is under way."""
        self._request.forget()
        self._wanted = None

    def _ask(self, fitted: FittedImage | str) -> None:
        if isinstance(fitted, str):
            self.failed.emit(fitted)
        elif self._wanted is not None:
            document, path = self._wanted
            dialog = KeepImageDialog(
                tr("Keep tracing image with scenario"),
                path.name,
                fitted.image,
                can_copy=document.path is not None,
                remark=_remark(fitted, path),
                parent=self._window,
            )
            dialog.decided.connect(
                lambda is_embedded: self._store(document, path, fitted.image, is_embedded=is_embedded)
            )
            dialog.open()

    def _store(self, document: Document, path: Path, image: ScenarioImage, *, is_embedded: bool) -> None:
        text = image.data_url
        try:
            name = image_name(document.scenario, path, tuple(shipped_images()))
            if not is_embedded and document.path is not None:
                text = copy_beside(path, document.path.parent, image)
        except FairgroundError as error:
            self.failed.emit(str(error))
            return
        size = kilobytes(len(text if is_embedded else image.content))
        if is_embedded:
            news = tr("The tracing image is now embedded in the scenario ({size}).").format(size=size)
        else:
            news = tr("The tracing image is now kept beside the scenario as {file} ({size}).").format(
                file=text, size=size
            )
        self.chosen.emit(document, name, text, news)


def _remark(fitted: FittedImage, path: Path) -> str:
    if not fitted.is_converted:
        return ""
    return tr(
        "{name} is too large or in a format that some programs cannot show, so a JPEG of {width:,} by {height:,} "
        "pixels is stored instead."
    ).format(name=path.name, width=round(fitted.image.width), height=round(fitted.image.height))


def removal_patches(scenario: Scenario) -> list[FieldPatch]:
    """Return the patches that remove the tracing image of a scenario, and its image if nothing else uses it."""
    after = without_tracing_image(scenario)
    patches = [FieldPatch("underlay", scenario.underlay, None)]
    if after.images != scenario.images:
        patches.append(FieldPatch("images", scenario.images, after.images))
    return patches
