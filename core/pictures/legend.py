"""The legend: what is on the board and how it is shown, in columns beside or below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.pictures.colours import INK, RELIEF_INK, SOFT_INK
from fairground.core.pictures.display_list import Polygon, Text
from fairground.core.pictures.lettering import clean, fitted, text_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.scene import Scene

    #: Draws a sample around a point; the last number is the size of a sample hex.
    Paint = Callable[[Scene, float, float, float], list[Item]]

GROUND = "#efe7d2"


# In mm, before the scale of the page.
_ROW, _HEADING, _SECTION_GAP = 9.2, 6.4, 3.0
_SAMPLE, _TEXT_AT, _COLUMN_GAP = 3.9, 10.2, 6.0
_TITLE_SIZE, _NOTE_SIZE = 3.1, 2.45
HEADING_SIZE, HEADING_SPACING = 2.6, 0.22
_WIDEST, _NARROWEST = 72.0, 36.0
_UNBROKEN = 6


@dataclass(frozen=True, slots=True)
class LegendItem:
    """A sample and its meaning, with a note in smaller letters; ``about`` is its subject, such as a zone."""

    paint: Paint
    title: str = ""
    note: str = ""
    about: object = None


def note_of(facts: Iterable[str]) -> str:
    """Return as many facts as fit the widest column, with an ellipsis for the rest."""
    room = _WIDEST - _TEXT_AT - 1
    note = ""
    for fact in facts:
        longer = f"{note}, {fact}" if note else fact
        if note and text_width(f"{longer} …", _NOTE_SIZE) > room:
            return f"{note} …"
        note = longer
    return note


@dataclass(frozen=True, slots=True)
class LegendSection:
    """Entries under a heading."""

    heading: str
    entries: tuple[LegendItem, ...]


@dataclass(frozen=True, slots=True)
class PictureLegend:
    """Sections and the scale they are set in; sizes are in mm."""

    sections: tuple[LegendSection, ...]
    scale: float

    @property
    def column_width(self) -> float:
        """The width of a column, without the gap to the next."""
        widest = max(
            (
                max(
                    text_width(clean(entry.title[:200]), _TITLE_SIZE),
                    text_width(clean(entry.note[:200]), _NOTE_SIZE),
                )
                for section in self.sections
                for entry in section.entries
            ),
            default=0.0,
        )
        return min(max(widest + _TEXT_AT + 1, _NARROWEST), _WIDEST) * self.scale

    @property
    def column_gap(self) -> float:
        """The space between two columns."""
        return _COLUMN_GAP * self.scale

    def width(self, columns: int) -> float:
        """Return the width of a number of columns."""
        return columns * (self.column_width + self.column_gap) - self.column_gap

    def flow(self, height: float) -> list[list[tuple[float, LegendSection | LegendItem]]]:
        """Return columns no higher than ``height`` mm, each a list of distances from the top and contents.

        A heading stays with its first entry, and a short section together; each column has at least one entry.
        """
        columns: list[list[tuple[float, LegendSection | LegendItem]]] = [[]]
        at = 0.0
        for section in self.sections:
            head = (_HEADING + (_SECTION_GAP if columns[-1] else 0)) * self.scale
            # A short section is not broken where a new column holds it whole.
            rows = len(section.entries)
            whole = rows <= _UNBROKEN and (_HEADING + rows * _ROW) * self.scale <= height
            if columns[-1] and at + head + (rows if whole else 1) * _ROW * self.scale > height:
                columns.append([])
                at, head = 0.0, _HEADING * self.scale
            columns[-1].append((at + head - _HEADING * self.scale, section))
            at += head
            for entry in section.entries:
                if (
                    at + _ROW * self.scale > height
                    and len(columns[-1]) > 1
                    and columns[-1][-1][1] is not section
                ):
                    columns.append([])
                    at = 0.0
                columns[-1].append((at, entry))
                at += _ROW * self.scale
        return columns

    def height_in(self, columns: int) -> float:
        """Return the least height, to within a row, for at most this many columns."""
        rows = 1
        while len(self.flow(rows * _ROW * self.scale)) > columns:
            rows += 1
        return max(
            at + (_ROW if isinstance(part, LegendItem) else _HEADING) * self.scale
            for column in self.flow(rows * _ROW * self.scale)
            for at, part in column
        )

    def after(self, height: float, columns: int) -> PictureLegend:
        """Return the rest of the legend after some columns of that height; headings are repeated."""
        sections: list[LegendSection] = []
        heading = ""
        for i, column in enumerate(self.flow(height)):
            for _, part in column:
                if isinstance(part, LegendSection):
                    heading = part.heading
                    continue
                if i < columns:
                    continue
                if not sections or sections[-1].heading != heading:
                    sections.append(LegendSection(heading, ()))
                sections[-1] = LegendSection(heading, (*sections[-1].entries, part))
        return PictureLegend(tuple(sections), self.scale)

    def draw(
        self, scene: Scene, left: float, top: float, height: float, *, columns: slice = slice(None)
    ) -> list[Item]:
        """Return the items of the legend, or of some columns of that ``height``, from a top left corner."""
        items: list[Item] = []
        k = self.scale
        for i, column in enumerate(self.flow(height)[columns]):
            x = left + i * (self.column_width + self.column_gap)
            for at, part in column:
                y = top + at
                if isinstance(part, LegendSection):
                    items += self._heading(part.heading, x, y)
                    continue
                middle = y + _ROW * k / 2
                items += part.paint(scene, x + _SAMPLE * k, middle, _SAMPLE * k)
                room = self.column_width - _TEXT_AT * k
                rise = 0.36 * _TITLE_SIZE if not part.note else -0.25
                if part.title:
                    title = fitted(part.title, _TITLE_SIZE * k, room)
                    items.append(Text(x + _TEXT_AT * k, middle + rise * k, title, _TITLE_SIZE * k, INK))
                if part.note:
                    note = fitted(part.note, _NOTE_SIZE * k, room)
                    items.append(Text(x + _TEXT_AT * k, middle + 3.0 * k, note, _NOTE_SIZE * k, SOFT_INK))
        return items

    def _heading(self, text: str, x: float, y: float) -> list[Item]:
        k = self.scale
        rule = ((x, y + 4.6 * k), (x + self.column_width, y + 4.6 * k))
        return [
            Text(
                x,
                y + 3.4 * k,
                text.upper(),
                HEADING_SIZE * k,
                SOFT_INK,
                bold=True,
                spacing=HEADING_SPACING * k,
            ),
            Polygon(rule, stroke=RELIEF_INK, width=0.22 * k, opacity=0.55),
        ]
