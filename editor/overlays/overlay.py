"""The base of all overlays, and their legends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.grid.layout import Layout
from fairground.core.pictures.board_overlay import Sample
from fairground.editor.app.texts import tr
from fairground.editor.canvas.stage import sample_hexagon
from fairground.editor.document.document import follow
from fairground.editor.widgets.legend_rows import Freshness, LegendEntry, TranslatedWords, legend_entry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.board_overlay import BoardOverlay
    from fairground.core.pictures.display_list import Point
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference
    from fairground.editor.tools.tool_state import ToolState


#: How options are named that had other values at the earlier state.
_OTHER = {
    "pin": tr("another hex"),
    "mover": tr("another mover"),
    "reach_turns": tr("another number of turns"),
    "sight_range": tr("another range"),
    "sight_heights": tr("other heights"),
}


class Overlay(QObject):
    """Something drawn over the map and kept up to date while the map is edited.

    Subclasses compute their answer in ``refresh`` and draw it in ``paint``. The action ``overlay.<id>`` of the keymap
    switches an overlay on and off; while off, it does no work.

    An overlay is either a fill, which covers every hex, or made of signs, which stand on few and go with anything. Of two
    fills the upper one is drawn over the lower, as outlines, hatches and small numbers (``is_over``).
    """

    id: ClassVar[str]
    title: ClassVar[str]
    is_fill: ClassVar[bool] = True
    #: What it means for a hex to be gained, lost and changed, when two of its answers are compared.
    changes: ClassVar[tuple[str, str, str]] = (
        tr("more than before"),
        tr("less than before"),
        tr("different"),
    )
    #: How long the document must rest before it is looked at again, in milliseconds.
    rest: ClassVar[int] = 0
    #: The options of the tools that it depends on.
    options: ClassVar[frozenset[str]] = frozenset()

    #: It must be drawn again.
    redrawn = Signal()
    #: It was switched on or off, or its title, legend or status has changed.
    changed = Signal()

    def __init__(self, state: ToolState, _worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.document: Document | None = None
        self.is_on = False
        #: Whether a fill is below, so that colours alone would run together.
        self.is_over = False
        #: The latest answer; None before there is one.
        self.latest: Any = None
        #: The answer at the earlier state, for comparison; None without one.
        self.earlier: Any = None
        #: Whether ``earlier`` is shown instead of ``latest``.
        self.shows_earlier = False
        self._earlier_options: dict[str, object] = {}
        self._compared: tuple[Any, Any, AnswerDifference] | None = None
        #: The description of the answer that is shown.
        self.drawing: BoardOverlay | None = None
        #: The scale of another map beside this one, which the shades include; None without one.
        self.shared_scale: tuple[int, int] | None = None
        self._again = QTimer(self, singleShot=True, interval=self.rest)
        self._again.timeout.connect(self._refresh_if_on)
        state.changed.connect(self._option_changed)

    # -- for subclasses -------------------------------------------------------------------------------------

    def _refusal(self, scenario: Scenario) -> str:  # noqa: ARG002
        """Return why it cannot be shown for a scenario, as a sentence; empty if it can."""
        return ""

    def _left_out(self, scenario: Scenario) -> str:  # noqa: ARG002
        """Return what is left out because the board is too large, as sentences; empty if nothing is."""
        return ""

    def _change_note(self, about: object) -> str:  # noqa: ARG002
        """Return how a part, such as a zone, has changed since the earlier state; empty if it has not."""
        return ""

    def _differ(self, before: Any, after: Any) -> AnswerDifference:  # noqa: ANN401
        """Return the difference of two answers about boards of the same size."""
        raise NotImplementedError

    def _shape_of(self, answer: Any) -> tuple[int, ...]:  # noqa: ANN401
        """Return the rows and columns of the board that an answer is about."""
        return answer.shape  # type: ignore[no-any-return]

    def _describe(self, scenario: Scenario, answer: Any) -> BoardOverlay | None:  # noqa: ANN401, ARG002
        """Return the description of an answer that fits the board; pictures use the same descriptions."""
        return None

    def _prepare(self, answer: Any) -> None:  # noqa: ANN401
        """Get ready to draw an answer."""
        fits = self.document is not None and self._fits(answer)
        self.drawing = self._describe(self.document.scenario, answer) if self.document and fits else None

    def refresh(self) -> None:
        """Compute what to show, or ask the worker for it."""

    def clear(self) -> None:
        """Forget what is shown."""

    def paint(self, frame: Frame) -> None:
        """Draw it."""

    def paint_numbers(self, frame: Frame) -> None:
        """Draw its numbers once more, above hatches."""

    def outdate(self) -> None:
        """Take note that the document or an option has changed."""

    def point_at(self, at: Hex | None) -> None:
        """Take note of the hex under the pointer; None off the board."""

    # -- what the panel shows -------------------------------------------------------------------------------

    @property
    def refusal(self) -> str:
        """Why it cannot be shown for the document, as a sentence; empty if it can."""
        return self._refusal(self.document.scenario) if self.document is not None else ""

    @property
    def heading(self) -> str:
        """The title above its legend."""
        return self.title

    @property
    def unit(self) -> str:
        """The unit of its values; empty for none."""
        return self.drawing.unit(TranslatedWords()) if self.drawing is not None else ""

    def describe_hex(self, at: Hex) -> str:
        """Return the value of a hex in words; empty while it is unknown, and off the board."""
        drawing, document = self.drawing, self.document
        if drawing is None or document is None or not self._fits(self.shown):
            return ""
        if not self.is_current and not self.shows_earlier:
            return ""
        board = document.scenario.board
        if not board.contains(at) or board.void[board.cell(at)]:
            return ""
        return drawing.describe_hex(*board.cell(at), TranslatedWords())

    def hexes_about(self, about: object) -> NDArray[np.bool_] | None:
        """Return the hexes that an entry of the legend is about, ``[rows, columns]``; None for none."""
        is_known = self.drawing is not None and self._fits(self.shown)
        return self.drawing.hexes_about(about) if is_known and self.drawing is not None else None

    @property
    def status(self) -> str:
        """The text under the heading: its scope, and whether it is up to date."""
        return ""

    @property
    def freshness(self) -> Freshness:
        """Whether it shows what is true now."""
        return Freshness.WAITING

    @property
    def left_out(self) -> str:
        """What is left out because the board is too large, as sentences; empty if nothing is."""
        return self._left_out(self.document.scenario) if self.document is not None else ""

    @property
    def hexagon(self) -> tuple[Point, ...]:
        """The outline of a hex of the board, for samples: 11 mm from centre to corner."""
        return sample_hexagon(self.document.scenario.board.layout if self.document else Layout.ODD_Q)

    def legend(self) -> tuple[LegendEntry, ...]:
        """Return the meaning of its signs."""
        if self.drawing is None or not self._fits(self.shown):
            return ()
        entries = []
        for it in self.drawing.entries(TranslatedWords()):
            text = f"{it.title} ({it.note})" if it.note else it.title
            if isinstance(it.paint, Sample):
                text += self._change_note(it.about)
                entry = legend_entry(it.paint, self.hexagon, text, over=self.is_over)
                entries.append(entry._replace(about=it.about))
        return tuple(entries)

    @property
    def _state_text(self) -> str:
        """Which state it shows when it is up to date: the map's, or that of a what-if."""
        is_what_if = self.document is not None and self.document.is_what_if
        return tr("For the what-if.") if is_what_if else tr("Up to date.")

    # -- comparison with the earlier state ------------------------------------------------------------------

    @property
    def is_current(self) -> bool:
        """Whether the latest answer belongs to the document and the options as they are now."""
        return True

    @property
    def shown(self) -> Any:  # noqa: ANN401  # each overlay has answers of its own
        """The answer that is drawn and explained; None without one."""
        if not self.shows_earlier:
            return self.latest
        return self.earlier if self._fits(self.earlier) else None

    @property
    def difference(self) -> AnswerDifference | None:
        """What has changed since the earlier state; None without one, and on a board of another size."""
        before, after = self.earlier, self.latest
        if not (self._fits(before) and self._fits(after)):
            return None
        if self._compared is None or self._compared[0] is not before or self._compared[1] is not after:
            self._compared = before, after, self._differ(before, after)
        return self._compared[2]

    @property
    def comparison(self) -> str:
        """The result of the comparison, in a sentence; empty if nothing is compared."""
        if self.earlier is None or self.shows_earlier:
            return ""
        if self.difference is None:
            return "" if self._fits(self.earlier) else tr("Cannot compare: the board had a different size.")
        other = [
            _OTHER.get(name, name)
            for name, value in self._earlier_options.items()
            if getattr(self.state, name) != value
        ]
        note = (
            tr(" The earlier state uses {options}.").format(options=tr(" and ").join(other)) if other else ""
        )
        return tr("Since the earlier state: {words}.{note}").format(words=self.difference.words, note=note)

    def compare(self, earlier: Any, *, shown: bool) -> None:  # noqa: ANN401  # each overlay has answers of its own
        """Compare with an answer from now on, None for no comparison; ``shown`` shows it instead of the latest."""
        if earlier is self.earlier and shown == self.shows_earlier:
            return
        if earlier is not self.earlier:
            self._earlier_options = {name: getattr(self.state, name) for name in sorted(self.options)}
        self.earlier, self.shows_earlier, self._compared = earlier, shown, None
        if self.shown is not None:
            self._prepare(self.shown)
        self._update()

    def _fits(self, answer: Any) -> bool:  # noqa: ANN401  # each overlay has answers of its own
        """Whether an answer is about a board of the present size."""
        return (
            answer is not None
            and self.document is not None
            and self._shape_of(answer) == self.document.scenario.board.terrain.shape
        )

    # -- life cycle -----------------------------------------------------------------------------------------

    def set_on(self, on: bool) -> None:  # noqa: FBT001  # a slot of checked actions
        """Switch it on or off; it stays off where it refuses."""
        on = on and self.document is not None and not self.refusal
        if on == self.is_on:
            return
        self.is_on = on
        if on:
            self.refresh()
        else:
            self._again.stop()
            self.clear()
            # It would keep the map in memory after it is closed.
            self.drawing = None
        self._update()

    @property
    def scale(self) -> tuple[int, int] | None:
        """The lowest and the highest value that its shades stand for, None if they stand for kinds."""
        return None

    def share_scale(self, other: tuple[int, int] | None) -> None:
        """Include the scale of another map that is shown beside this one; None for none."""
        if other != self.shared_scale:
            self.shared_scale = other
            if self.shown is not None:
                self._prepare(self.shown)
            self._update()

    def resume(self, answer: Any) -> None:  # noqa: ANN401  # each overlay has answers of its own
        """Show an earlier answer, or nothing for None, until there is a newer one."""

    def place(self, *, over: bool) -> None:
        """Take note whether a fill is below."""
        if over != self.is_over:
            self.is_over = over
            self._update()

    def set_document(self, document: Document | None) -> None:
        """Follow another document, and switch off; for a what-if of the same document, stay on and refresh."""
        stays = (
            self.is_on
            and self.document is not None
            and document is not None
            and self.document.origin is document.origin
        )
        if not stays:
            self.set_on(False)
        follow(self.document, document, self._changed)
        self.document = document
        if stays:
            # Nothing of one state is shown on the other, not even faintly.
            self._again.stop()
            self.clear()
            self._changed(None)
            self._update()

    def refresh_soon(self) -> None:
        """Refresh when the document rests."""
        if self.is_on:
            self._again.start()

    def _update(self) -> None:
        self.changed.emit()
        self.redrawn.emit()

    def _changed(self, _event: object) -> None:
        if not self.is_on:
            return
        if self.refusal:
            self.set_on(False)
            return
        self.outdate()
        self.refresh_soon()

    def _option_changed(self, option: str) -> None:
        if option in self.options and self.is_on:
            self.outdate()
            self.refresh_soon()

    def _refresh_if_on(self) -> None:
        if self.is_on:
            self.refresh()
