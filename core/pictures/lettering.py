"""Untrusted text made fit for a picture, and numbers on the board."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from types import ModuleType
from typing import TYPE_CHECKING, Final

from fairground.core.pictures.colours import INK, bold_ink
from fairground.core.pictures.display_list import Circle, Text, TextAnchor

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene

#: The fonts of a PDF, by whether they are bold.
PDF_FONTS: Final = {False: "FairgroundSans", True: "FairgroundSans-Bold"}
# In hex sizes.
_SIZE, _SMALL = 0.36, 0.7
_BESIDE, _DISC = (-0.56, -0.33), 0.25
#: The factor of a font's size, by number of characters.
_LONG, _SHRINK = 4, 0.78


@cache
def register_fonts() -> frozenset[int]:
    """Load reportlab, register the fonts with it, and return the characters that all of them have."""
    # It would run files in the user's home folder, which could change the bytes of a PDF, and fails if HOME is not a folder.
    for module in ("reportlab_mods", "reportlab_settings"):
        sys.modules.setdefault(module, ModuleType(module))
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    known = []
    for name in PDF_FONTS.values():
        data = (files("fairground.resources") / "fonts" / f"{name}.ttf").read_bytes()
        font = TTFont(name, BytesIO(data))
        registerFont(font)
        known.append(frozenset(font.face.charToGlyph))
    return frozenset.intersection(*known)


def taken_hexes(scene: Scene) -> frozenset[Hex]:
    """Return the hexes whose middle a unit or an objective takes."""
    board = scene.scenario.board
    taken = {unit.hex for unit in scene.scenario.units}
    for objective in scene.scenario.objectives:
        taken |= board.hexes_of(objective.shape.mask(board))
    return frozenset(taken)


def number_in_hex(scene: Scene, place: HexPosition, text: str, ground: str, *, beside: bool) -> list[Item]:
    """Return the number of a hex, in its middle or, with ``beside``, in a disc at a side without points and names.

    ``ground`` is the colour behind the number.
    """
    size = scene.plan.size
    font = size * _SIZE * (_SHRINK if len(text) >= _LONG else 1.0)
    if beside:
        x, y = place.x + _BESIDE[0] * size, place.y + _BESIDE[1] * size
        return number_disc(x, y, text, _DISC * size, font * _SMALL, fill=ground)
    return [number_text(place.x, place.y, text, font, ground, halo=0.16 * font)]


def number_disc(
    x: float, y: float, text: str, radius: float, font: float, *, fill: str, stroke: str = INK
) -> list[Item]:
    """Return a disc of a colour with a number in it."""
    return [
        Circle(x, y, radius, fill=fill, stroke=stroke, width=0.115 * radius),
        number_text(x, y, text, font, fill),
    ]


def number_text(x: float, y: float, text: str, font: float, ground: str, *, halo: float = 0.0) -> Text:
    """Return a number around a point, readable on a colour, with a margin of that colour of ``halo`` mm."""
    return Text(
        x,
        y + 0.36 * font,
        text,
        font,
        bold_ink(ground),
        anchor=TextAnchor.MIDDLE,
        bold=True,
        halo=ground if halo else None,
        halo_width=halo,
    )


FONT_FAMILY = "Fairground Sans"

# Advance widths of the characters from space to tilde, in hundredths of the font size.
_REGULAR = (
    "32 40 46 84 64 95 78 27 39 39 50 84 32 36 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 53 100 68 69 70 77 63 58 77 75 "
    "29 29 66 56 86 75 79 60 79 69 63 61 73 68 99 69 61 69 39 34 39 84 50 50 61 63 55 63 62 35 63 63 28 28 58 28 97 63 61 63 63 "
    "41 52 39 63 59 82 59 59 52 64 34 64 84"
)
_BOLD = (
    "35 46 52 84 70 100 87 31 46 46 52 84 38 42 38 37 70 70 70 70 70 70 70 70 70 70 40 40 84 84 84 58 100 77 76 73 83 68 68 82 84 "
    "37 37 77 64 100 84 85 73 85 77 72 68 81 77 110 77 72 73 46 37 46 84 50 50 67 72 59 72 68 44 72 71 34 34 67 34 104 71 69 72 72 "
    "49 60 48 71 65 92 65 65 58 71 37 71 84"
)
_WIDTHS = tuple(
    {chr(32 + i): int(width) / 100 for i, width in enumerate(table.split())} for table in (_REGULAR, _BOLD)
)
#: Joiners belong to the spelling of some scripts; all other format characters go.
_JOINERS = "\u200c\u200d"


def clean(text: str) -> str:
    """Return ``text`` as one line without control, format (direction marks too) and unassigned characters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = []
    for letter in text:
        category = unicodedata.category(letter)
        if letter.isspace() or category in ("Zl", "Zp"):
            kept.append(" ")
        elif category[0] != "C" or letter in _JOINERS:
            kept.append(letter)
    return " ".join("".join(kept).split())


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, bold: bool = False, spacing: float = 0.0) -> float:
    """Return the width of a line in the unit of ``size``; an upper estimate outside ASCII."""
    table = _WIDTHS[bold]
    return sum(table.get(letter) or _other_width(letter) for letter in text) * size + spacing * len(text)


def _other_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    return 1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.85


def fitted(text: str, size: float, width: float, *, bold: bool = False, spacing: float = 0.0) -> str:
    """Return ``text`` cleaned and, where it is wider than ``width``, shortened with an ellipsis."""
    # No place on a page holds more; a name of a megabyte is not measured letter by letter.
    text = clean(text[:2000])[:500]
    if text_width(text, size, bold=bold, spacing=spacing) <= width:
        return text
    while text and text_width(text + "…", size, bold=bold, spacing=spacing) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Return ``text``, cleaned, as lines no wider than ``width``, with overlong words shortened; none for an empty text."""
    lines: list[str] = []
    for word in clean(text[:10_000]).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(word, size, width))
    return lines
