"""What a panel says while its work has not begun: that it gets ready, or whose work it waits for."""

from __future__ import annotations

from fairground.editor.app.texts import tr

#: The panels whose work is done in one process, one after the other, by the topics of their jobs.
_PANELS = {"play": tr("Play"), "gallery": tr("Variants"), "mend": tr("Mend")}


def waiting_words(topic: str) -> str:
    """Return what is said while a job of ``topic`` is done first; an empty one is none."""
    panel = _PANELS.get(topic)
    return (
        tr("Waiting for the panel {panel} to finish…").format(panel=panel) if panel else tr("Getting ready…")
    )
