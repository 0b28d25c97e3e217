"""Former names of actions and panels, so that keys and layouts that an earlier version saved still work."""

from __future__ import annotations

import struct

from PySide6.QtCore import QByteArray

#: The id of every renamed action, by the id that files of keys may still have.
ACTIONS = {
    "fairness.mend": "fairness.repair",
    "gallery.apply": "variants.apply",
    "gallery.make": "variants.make",
    "gallery.stop": "variants.stop",
    "mend.apply": "repair.apply",
    "mend.start": "repair.start",
    "mend.stop": "repair.stop",
    "play.start": "simulation.start",
    "play.stop": "simulation.stop",
    "view.gallery": "view.variants",
    "view.mend": "view.repair",
    "view.play": "view.simulation",
}
#: The object name of every renamed panel, by the name that saved layouts may still have.
PANELS = {"gallery": "variants", "mend": "repair", "play": "simulation"}


def with_current_panels(layout: QByteArray) -> QByteArray:
    """Return a layout that ``QMainWindow.saveState`` gave, with the current names of panels."""
    state = bytes(layout.data())
    for old, new in PANELS.items():
        state = state.replace(_streamed(old), _streamed(new))
    return QByteArray(state)


def _streamed(name: str) -> bytes:
    """Return a text as ``QDataStream`` writes it: its length in bytes, then UTF-16."""
    data = name.encode("utf-16-be")
    return struct.pack(">I", len(data)) + data
