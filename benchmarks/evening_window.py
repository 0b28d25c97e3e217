"""The desk at which an evening is spent: the real window, three maps beside it, and the hand that works there.

What is done at it are generators that yield how long to rest, as those of the hand are.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from benchmarks.boards import random_board
from benchmarks.canvas_session import big_board
from benchmarks.evening_hand import Hand
from benchmarks.evening_held import held, history
from benchmarks.evening_tour import tour
from fairground.core.files import save
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout
from fairground.editor.app.theme import WindowTheme
from fairground.editor.document.rule_answers import fans_of
from fairground.editor.overlays.fan import MOST_HEXES
from fairground.editor.shell.navigator import SIZES

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from fairground.editor.shell.main_window import MainWindow

    Doing = Iterator[int]

#: The maps: two of the evening's size, of different layouts and rulesets, and one that is small, and far from fair, so
#: that the editor soon has something to suggest.
FIRST, SECOND, SMALL = range(3)
_SMALL_SIDE: Final = 9
#: How long the window is left alone before something is counted, in milliseconds, and how many times it is looked
#: whether it rests.
_REST, _RESTS = 500, 40
#: By how many hexes a look from a corner goes further at a time.
_FURTHER: Final = 5


class EditorDriver:
    """Maps of ``side`` by ``side`` hexes in a folder, and a hand that does the same again for a ``seed``."""

    def __init__(self, window: MainWindow, folder: Path, *, side: int, seed: int) -> None:
        self.window = window
        self.hand = Hand(window, random.Random(seed))
        #: What went wrong, as text: what broke a course off, and at the end what the editor told of.
        self.errors = ""
        boards = (
            big_board(side),
            random_board("megamek", Layout.ODD_Q, (side, side), seed=seed),
            random_board("penance-1.0", Layout.ODD_R, (_SMALL_SIDE, _SMALL_SIDE), seed=1),
        )
        self._files = [folder / f"{name}.yaml" for name in ("one", "other", "small")]
        for board, file in zip(boards, self._files, strict=True):
            save(board, file)
        self._texts = [it.read_bytes() for it in self._files]
        self._picture = folder / "picture.png"
        image = QImage(800, 600, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.lightGray)
        image.save(str(self._picture))

    def open(self, which: int) -> Doing:
        """Save what is open, and open one of the maps as it was at first."""
        yield from self._close_dialogs()
        if self.window.session.document is not None:
            self.hand.what = "save"
            self.window.flow.save()
            yield 300
        self._files[which].write_bytes(self._texts[which])
        self.hand.what = "open"
        self.window.flow.open(self._files[which])
        self.hand.done["open"] += 1
        yield 500

    def _close_dialogs(self) -> Doing:
        for widget in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if widget is not None:
                widget.close()
                yield 100

    def rest(self) -> Doing:
        """Wait until the findings are there and the map is drawn."""
        self.hand.what = "rest"
        for _ in range(_RESTS):
            yield _REST
            page = self.window.page
            if self.window.session.validation_watch.is_current and (page is None or page.canvas.is_settled):
                break
        yield 2 * _REST

    def first_uses(self) -> Doing:
        """Do everything once: all that is loaded, made or kept from its first use on is there then."""
        yield from self.suggestions()
        for which in (FIRST, SECOND):
            yield from self.open(which)
            yield from self._look_from_a_corner()
            yield from tour(self.hand, self._picture)
            yield from self.hand.one_of_each()

    def _look_from_a_corner(self) -> Doing:
        """Ask what a corner sees, ever further: the tables of lines are whole then, which else fill for hours.

        Only on boards that are small enough for the window to look at itself; of others the worker has the tables.
        """
        document = self.window.session.document
        if document is not None and document.scenario.board.terrain.size <= MOST_HEXES:
            fans = fans_of(document.scenario)
            for reach in range(0, document.scenario.board.columns + document.scenario.board.rows, _FURTHER):
                _ = fans.fan(Hex(0, 0), reach).visible
                yield 1

    def suggestions(self) -> Doing:
        """Open the small map, and take what the editor suggests there."""
        yield from self.open(SMALL)
        yield from self.hand.suggestions()

    def count(self) -> Generator[int, None, dict[str, float]]:
        """Put the window back to how it was at first, open the first map again, and return what is held once all rests.

        What is on the way in the second process goes, and that process with it: it comes again with the next question.
        """
        yield from self._put_back()
        yield from self.open(FIRST)
        self.window.session.player.stop()
        yield from self.rest()
        self.hand.what = "writing down"
        yield 50
        return held(self.window)

    def _put_back(self) -> Doing:
        """Put the window back to how it was at first: other text, colours, panels and overlays need other memory."""
        yield from self._close_dialogs()
        actions = self.window.actions_by_id
        names = ["overlay.none", "compare.drop", "view.reset"]
        names += ["view.dark"] if self.window.theme is WindowTheme.DARK else []
        names += ["view.text-size"] * (-SIZES.index(self.window.navigator.comfort.size) % len(SIZES))
        for name in names:
            self.hand.what = f"action {name}"
            actions[name].trigger()
            yield _REST

    def history(self) -> dict[str, float]:
        """Return what the history of the open map holds."""
        document = self.window.session.document
        return history(document) if document is not None else {}
