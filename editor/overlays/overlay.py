"""The base of all overlays."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.grid.layout import Layout
from fairground.core.pictures.colours import GRID
from fairground.core.pictures.display_list import Polygon
from fairground.core.pictures.legend import GROUND
from fairground.core.pictures.overlay import Sample, Words
from fairground.editor.app import texts
from fairground.editor.app.texts import hex_count, tr, turn_count
from fairground.editor.canvas.stage import sample_hexagon

if TYPE_CHECKING:
    from typing import SupportsInt

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Hatch, Item, Point
    from fairground.core.pictures.overlay import BoardOverlay
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference
    from fairground.editor.tools.state import ToolState


#: What is said of options that were others at the moment that is kept.
_OTHER = {
    "pin": tr("another hex"),
    "mover": tr("another mover"),
    "reach_turns": tr("another number of turns"),
    "sight_range": tr("another range"),
    "sight_heights": tr("other heights"),
}


class Freshness(Enum):
    """Whether an overlay shows what is true now; its words are what its legend says."""

    #: It has nothing to show, and says what it needs, or what went wrong.
    WAITING = auto()
    COMPUTING = auto()
    OLD = auto()
    PARTIAL = auto()
    CURRENT = auto()
    #: The designer has it show the state that was kept.
    EARLIER = auto()

    @property
    def words(self) -> str:
        """What it is, in a few words."""
        return _STANDING_WORDS[self]


_STANDING_WORDS = {
    Freshness.WAITING: tr("nothing to show"),
    Freshness.COMPUTING: tr("calculating"),
    Freshness.OLD: tr("outdated, recalculating"),
    Freshness.PARTIAL: tr("up to date, incomplete"),
    Freshness.CURRENT: tr("up to date"),
    Freshness.EARLIER: tr("the earlier state"),
}


class LegendEntry(NamedTuple):
    """A sign in a legend, in mm on a hex of 11 around (0, 0), and its meaning.

    ``hatch`` fills the hex, over the items; None for none. ``above`` are items over that.
    """

    items: tuple[Item, ...]
    words: str
    hatch: Hatch | None = None
    above: tuple[Item, ...] = ()


class TranslatedWords(Words):
    """The texts of legends in the user's language."""

    def __call__(self, text: str, **values: object) -> str:
        """Return a translated text with its values filled in."""
        return texts.tr(text).format(**values)  # marked in core

    def hexes(self, count: SupportsInt) -> str:
        """Return a number of hexes in words."""
        return hex_count(count)

    def turns(self, count: int) -> str:
        """Return a number of turns in words."""
        return turn_count(count)


def plain_ground(hexagon: tuple[Point, ...]) -> tuple[Item, ...]:
    """Return a hex of plain ground, for legends."""
    return (Polygon(hexagon, fill=GROUND, stroke=GRID, width=0.5),)


def legend_entry(sample: Sample, hexagon: tuple[Point, ...], words: str, *, over: bool) -> LegendEntry:
    """Return the entry of a sample, as it looks with or without another overlay's fill below."""
    look = sample.look.without_fill if over else sample.look
    signs = sample.aside if over and sample.aside is not None else sample.signs
    fill = (Polygon(hexagon, fill=look.fill, opacity=look.opacity),) if look.fill else ()
    hatch = look.hatching.hatch if look.hatching is not None else None
    return LegendEntry((*plain_ground(hexagon), *fill), words, hatch, tuple(signs(hexagon)))


class Overlay(QObject):
    """Something that can be laid over the map, and is kept right while the map is edited.

    Subclasses work out what they show in ``refresh`` and draw it in ``paint``. The action ``overlay.<id>`` of the keymap
    switches it. While it is off it does no work.

    An overlay is either a fill, which says something of every hex, or made of signs, which stand on few. Signs go with
    anything. Of two fills the upper one is drawn over the lower, as outlines, hatches and small numbers (``is_over``).
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

    #: It has to be drawn again.
    redrawn = Signal()
    #: It was switched, or title, legend or status are others.
    changed = Signal()

    def __init__(self, state: ToolState, _worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.document: Document | None = None
        self.is_on = False
        #: Whether a fill lies below, so that colours alone would run together.
        self.is_over = False
        #: What it told at the moment that is kept for comparison; None when nothing.
        self.kept: Any = None
        #: Whether that is shown instead of what is now.
        self.shows_kept = False
        self._kept_options: dict[str, object] = {}
        self._compared: tuple[Any, Any, AnswerDifference] | None = None
        #: The description of the answer that is shown.
        self.drawing: BoardOverlay | None = None
        self._again = QTimer(self, singleShot=True, interval=self.rest)
        self._again.timeout.connect(self._refresh_if_on)
        state.changed.connect(self._option_changed)

    #: How long the document must rest before it is looked at again, in milliseconds.
    rest: ClassVar[int] = 0
    #: The options of the tools that it depends on.
    options: ClassVar[frozenset[str]] = frozenset()

    # -- what it says of itself -----------------------------------------------------------------------------

    @property
    def refusal(self) -> str:
        """Why it cannot be shown for the document, as a sentence; empty when it can."""
        return ""

    @property
    def heading(self) -> str:
        """Its title above the legend, with what it is about at the moment."""
        return self.title

    @property
    def status(self) -> str:
        """What stands under the title: how far it goes, whether it is up to date."""
        return ""

    @property
    def standing(self) -> Freshness:
        """Whether it shows what is true now."""
        return Freshness.WAITING

    @property
    def is_of(self) -> str:
        """The sentence that says which state it shows when it is up to date: the map's, or that of a what-if."""
        is_what_if = self.document is not None and self.document.is_what_if
        return tr("Of the what-if.") if is_what_if else tr("Up to date.")

    @property
    def left_out(self) -> str:
        """What it leaves out because the board is too large for the whole, as sentences; empty when it is whole."""
        return ""

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
            words = f"{it.title} ({it.note})" if it.note else it.title
            if isinstance(it.paint, Sample):
                words += self.change_note(it.about)
                entries.append(legend_entry(it.paint, self.hexagon, words, over=self.is_over))
        return tuple(entries)

    def change_note(self, about: object) -> str:  # noqa: ARG002  # for subclasses
        """Return how a part of it, such as a zone, has changed since the earlier state; empty when it has not."""
        return ""

    # -- then and now ---------------------------------------------------------------------------------------

    @property
    def latest(self) -> Any:  # noqa: ANN401  # each overlay has answers of its own
        """What was worked out last; None when nothing."""
        return None

    @property
    def is_current(self) -> bool:
        """Whether what was worked out last belongs to the document and the options as they are now."""
        return True

    @property
    def shown(self) -> Any:  # noqa: ANN401  # each overlay has answers of its own
        """The answer that is drawn and explained; None when there is none."""
        if not self.shows_kept:
            return self.latest
        return self.kept if self._fits(self.kept) else None

    @property
    def difference(self) -> AnswerDifference | None:
        """What has changed since the moment that is kept; None without one, and on a board of another size."""
        before, after = self.kept, self.latest
        if before is None or after is None or not (self._fits(before) and self._fits(after)):
            return None
        if self._compared is None or self._compared[0] is not before or self._compared[1] is not after:
            self._compared = before, after, self.differ(before, after)
        return self._compared[2]

    @property
    def comparison(self) -> str:
        """What the comparison comes to, in a few words; empty where nothing is compared."""
        if self.kept is None or self.shows_kept:
            return ""
        found = self.difference
        if found is None:
            return "" if self._fits(self.kept) else tr("Cannot compare: the board had a different size.")
        other = [
            _OTHER.get(name, name)
            for name, value in self._kept_options.items()
            if getattr(self.state, name) != value
        ]
        note = (
            tr(" The earlier state uses {options}.").format(options=tr(" and ").join(other)) if other else ""
        )
        return tr("Since the earlier state: {words}.{note}").format(words=found.words, note=note)

    def differ(self, before: Any, after: Any) -> AnswerDifference:  # noqa: ANN401  # each overlay has answers of its own
        """Return what two answers differ in; both are of boards of the same size."""
        raise NotImplementedError

    def shape_of(self, found: Any) -> tuple[int, ...]:  # noqa: ANN401  # each overlay has answers of its own
        """Return the rows and columns of the board that an answer is about."""
        raise NotImplementedError

    def describe(self, found: Any) -> BoardOverlay | None:  # noqa: ANN401, ARG002  # each overlay has answers of its own
        """Return the description of an answer, which pictures share; the answer fits the document's board."""
        return None

    def keep(self, found: Any) -> None:  # noqa: ANN401  # each overlay has answers of its own
        """Get ready to draw an answer."""
        self.drawing = self.describe(found) if self._fits(found) else None

    def compare(self, kept: Any, *, shown: bool) -> None:  # noqa: ANN401  # each overlay has answers of its own
        """Compare with an answer from now on, None for with nothing; ``shown`` shows that instead of what is now."""
        if kept is self.kept and shown == self.shows_kept:
            return
        if kept is not self.kept:
            self._kept_options = {name: getattr(self.state, name) for name in sorted(self.options)}
        self.kept, self.shows_kept, self._compared = kept, shown, None
        if self.shown is not None:
            self.keep(self.shown)
        self.changed.emit()
        self.redrawn.emit()

    def place(self, *, over: bool) -> None:
        """Lie over a fill from now on, or not."""
        if over != self.is_over:
            self.is_over = over
            self.changed.emit()
            self.redrawn.emit()

    def _fits(self, found: Any) -> bool:  # noqa: ANN401  # each overlay has answers of its own
        """Whether an answer is about a board of the present size."""
        return (
            found is not None
            and self.document is not None
            and self.shape_of(found) == self.document.scenario.board.terrain.shape
        )

    # -- life -----------------------------------------------------------------------------------------------

    def set_on(self, on: bool) -> None:  # noqa: FBT001  # a slot of checked actions
        """Switch it; it stays off where it refuses."""
        on = on and self.document is not None and not self.refusal
        if on == self.is_on:
            return
        self.is_on = on
        if on:
            self.refresh()
        else:
            self._again.stop()
            self.clear()
        self.changed.emit()
        self.redrawn.emit()

    def set_document(self, document: Document | None) -> None:
        """Be about another document, and off; what is on stays on for a what-if of the same, and is worked out anew."""
        stays = (
            self.is_on
            and self.document is not None
            and document is not None
            and self.document.origin is document.origin
        )
        if not stays:
            self.set_on(False)
        if self.document is not None:
            self.document.changed.disconnect(self._changed)
        self.document = document
        if document is not None:
            document.changed.connect(self._changed)
        if stays:
            # Nothing of the one is shown on the other, not even faintly.
            self._again.stop()
            self.clear()
            self._changed(None)
            self.changed.emit()
            self.redrawn.emit()

    def point_at(self, at: Hex | None) -> None:
        """Hear of the hex under the pointer; None off the board."""

    def refresh(self) -> None:
        """Work out what to show, or have it worked out."""

    def clear(self) -> None:
        """Forget what is shown."""

    def paint(self, frame: Frame) -> None:
        """Draw it."""

    def paint_numbers(self, frame: Frame) -> None:
        """Draw its numbers once more, where hatches were drawn over them."""

    def refresh_soon(self) -> None:
        """Look again when the document rests."""
        if self.is_on:
            self._again.start()

    def outdate(self) -> None:
        """Hear that the document has changed."""

    def _changed(self, _event: object) -> None:
        if not self.is_on:
            return
        if self.refusal:
            self.set_on(False)
            return
        self.outdate()
        self.refresh_soon()

    def _option_changed(self, what: str) -> None:
        if what in self.options and self.is_on:
            self.outdate()
            self.refresh_soon()

    def _refresh_if_on(self) -> None:
        if self.is_on:
            self.refresh()
