"""Draw the pictures of the manual, docs/pictures/*.png: arenas, and the editor."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from fairground.core import draw_board, export, load, to_png
from fairground.core.pictures import PictureOptions

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.session.session import Session
    from fairground.editor.shell.main_window import MainWindow

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
EXAMPLES = ROOT / "docs" / "examples"
#: Pictures with something shown over the board: name, arena, and what.
SHOWN = {
    "ring-of-tors-sight": ("ring-of-tors", PictureOptions(fan="E7", line=("E7", "K11"))),
    "frozen-gate-moves": ("frozen-gate", PictureOptions(path=("A5", "L6"), reach="A5", turns=2)),
}


def arenas() -> None:
    for name, (arena, options) in SHOWN.items():
        path = FOLDER / f"{name}.png"
        path.write_bytes(to_png(draw_board(load(ROOT / "scenarios" / f"{arena}.yaml"), options), dpi=100))
        print(path.relative_to(ROOT))


def print_sheet() -> None:
    """The first sheet of the tutorial's print."""
    import pypdfium2

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "print.pdf"
        export(load(EXAMPLES / "old-bridge.yaml"), "pdf", file)
        with pypdfium2.PdfDocument(file) as pages:
            path = FOLDER / "tutorial-print.png"
            pages[0].render(scale=1).to_pil().save(path)
    print(path.relative_to(ROOT))


def _open_alone(session: Session, path: Path) -> Document:
    """Open a file as the only map."""
    session.close_all()
    return session.open(path)


def editor() -> None:
    """The window, without a screen: welcome page, dialog for a new map, a map, a line of sight, fairness, the first in the dark."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QDialog, QWidget

    from fairground.editor.shell.application import start

    application = QApplication([])
    window = start(application)
    window.resize(1280, 800)

    def keep(widget: QWidget, name: str, *, after: int = 1500) -> None:
        QTest.qWait(after)
        # However busy the machine is.
        while window.page is not None and not (
            window.session.validation_watch.is_current and window.page.canvas.is_settled
        ):
            QTest.qWait(100)
        path = FOLDER / f"{name}.png"
        widget.grab().save(str(path))
        print(path.relative_to(ROOT))

    keep(window, "editor-welcome", after=6000)  # the cards are drawn in processes of their own
    window.actions_by_id["file.new"].trigger()
    dialog = next(it for it in application.topLevelWidgets() if isinstance(it, QDialog) and it.isVisible())
    keep(dialog, "editor-new-map")
    dialog.reject()
    _open_alone(window.session, ROOT / "scenarios" / "ember-court.yaml")
    keep(window, "editor")
    board = _open_alone(window.session, ROOT / "scenarios" / "sight-lines.yaml").scenario.board
    window.workbench.take_tool("sight")
    window.workbench.state.sight_line = board.parse("M9"), board.parse("P6")
    keep(window, "editor-sight")
    what_if(window)
    keep(window, "editor-what-if")
    _open_alone(window.session, ROOT / "scenarios" / "millwater-valley.yaml")
    window.docks.docks["fairness"].raise_()
    fairness = window.features.fairness if window.features.analysis is not None else None
    assert fairness is not None  # noqa: S101  # it comes with the first map
    while not fairness.measuring.is_current:
        QTest.qWait(100)
    fairness.panel.list.choose("territory")
    keep(window, "editor-fairness")
    _open_alone(window.session, EXAMPLES / "unfair.yaml")
    while not fairness.measuring.is_current:
        QTest.qWait(100)
    fairness.panel.list.choose("objectives")
    keep(window, "tutorial-unfair")
    window.docks.docks["hex"].raise_()
    _open_alone(window.session, EXAMPLES / "old-bridge.yaml")
    keep(window, "tutorial-map")
    _open_alone(window.session, ROOT / "scenarios" / "ember-court.yaml")
    window.actions_by_id["view.dark"].trigger()
    keep(window, "editor-dark")
    window.session.end()


def what_if(window: MainWindow) -> None:
    """A wall that falls, and smoke, in the way of a line of sight."""
    from PySide6.QtTest import QTest

    board = _open_alone(window.session, ROOT / "scenarios" / "ember-court.yaml").scenario.board
    editor, state = window.features.whatif, window.workbench.state
    assert editor is not None  # noqa: S101  # it comes with the first map
    state.sight_line = board.parse("B6"), board.parse("E6")
    window.actions_by_id["overlay.exposure"].trigger()
    QTest.qWait(1500)
    editor.begin()
    QTest.qWait(500)
    editor.model.destroy([board.parse("C6")])
    editor.model.put_effect("smoke", [board.parse(at) for at in ("E8", "F8", "G8")])
    editor.model.pass_round(7)
    while editor.model.is_waiting:
        QTest.qWait(100)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    arenas()
    print_sheet()
    with tempfile.TemporaryDirectory() as home:
        os.environ["FAIRGROUND_HOME"] = home
        editor()
