"""The importer: has maps of other programs read by the worker, for a dialog that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr
from fairground.editor.jobs.latest_answer import SingleRequest
from fairground.editor.jobs.map_import import MapImport

if TYPE_CHECKING:
    from fairground.editor.jobs.map_import import ImportRequest


class Importer(SingleRequest):
    """Answers the last request by an ``ImportOutcome``."""

    def ask(self, request: ImportRequest) -> None:
        """Have a map read; ``answered`` or ``failed`` comes when it is."""
        self.send(MapImport(self.next_tag(), request))

    def cancel(self) -> None:
        """Give up what was asked; neither ``answered`` nor ``failed`` will come."""
        if self.is_waiting:
            self.forget()
            self._worker.stop()

    def lost(self) -> str:
        """Return what to say when the process ended unasked."""
        return tr("the process that reads the map ended unexpectedly; the map may be too large")
