"""Overlays that core describes by itself: they need no code here."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fairground.core.pictures.overlay_list import measured_overlays
from fairground.editor.jobs.measured_overlay import MeasureOverlayJob
from fairground.editor.overlays.earlier_state import of_kinds
from fairground.editor.overlays.worker_overlay import AskedOverlay

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.pictures.overlay import MeasuredOverlay
    from fairground.editor.document.document import Document
    from fairground.editor.overlays.earlier_state import AnswerDifference


class CoreOverlay(AskedOverlay["NDArray[np.integer]"]):
    """Draws a ``MeasuredOverlay`` as it is described; there is a subclass for each."""

    kind: ClassVar[type[MeasuredOverlay]]

    def ask(self, document: Document) -> bool:
        """Have the scenario measured."""
        scenario = document.scenario
        self._inquiry.ask(lambda tag: MeasureOverlayJob(self.id, tag, scenario))
        return True

    def describe(self, found: NDArray[np.integer]) -> MeasuredOverlay | None:
        """Describe the kinds."""
        return self.kind(self.document.scenario, found) if self.document is not None else None

    def shape_of(self, found: NDArray[np.integer]) -> tuple[int, ...]:
        """Return the shape of the kinds."""
        return found.shape

    def differ(self, before: NDArray[np.integer], after: NDArray[np.integer]) -> AnswerDifference:
        """Return where another kind is."""
        return of_kinds(before, after)


def core_overlays() -> Iterator[type[CoreOverlay]]:
    """Yield an overlay for each that core describes by itself."""
    for kind in measured_overlays():
        yield type(kind.__name__, (CoreOverlay,), {"kind": kind, "id": kind.id, "title": kind.title})
