"""What all parts of a page are made with: what they say it of, their headings, and the signs of bands and sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.report.markup import element
from fairground.core.report.wording import SIGNS

if TYPE_CHECKING:
    from fairground.core.report.contents import Report
    from fairground.core.report.map import MapDrawing
    from fairground.core.report.marked_hexes import Marks
    from fairground.core.report.markup import Content, Markup
    from fairground.core.scenario.fairness_bands import Verdict


@dataclass(frozen=True, eq=False)
class ReportPage:
    """What the parts are made from; ``figures`` is whether they have maps of their own."""

    report: Report
    drawing: MapDrawing
    marks: Marks
    figures: bool


def part(name: str, title: str, *content: Content) -> Markup:
    """Return a part of the page under its heading."""
    return element("section", element("h2", title), *content, class_="part", id=name)


def band_sign(band: Verdict | None) -> Markup:
    """Return a band by colour, sign and word."""
    return element(
        "span", f"{SIGNS[band]} {band.value if band else 'not judged'}", class_=f"band {band or 'none'}"
    )


def chip(side: int) -> Markup:
    """Return a small field in the colour and the hatch of a side."""
    return element("span", "", class_=f"chip {side_class(side)}", aria_hidden="true")


def side_class(side: int) -> str:
    """Return the class that gives an element the colour and the hatch of a side; -1 is nobody."""
    return f"side-{side % 6 + 1 if side >= 0 else 0}"
