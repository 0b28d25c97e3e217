"""Pictures as the pages of a PDF: the display list as vectors, with the font that ships with the program embedded."""

from __future__ import annotations

import math
from io import BytesIO
from typing import TYPE_CHECKING, Final

from fairground.core.pictures.clipping import extent_of
from fairground.core.pictures.colours import channels
from fairground.core.pictures.display_list import (
    Cap,
    Circle,
    DrawnItem,
    Group,
    HatchMark,
    Join,
    PathShape,
    PlacedImage,
    Polygon,
    Text,
    TextAnchor,
    TileSymbol,
    Window,
)
from fairground.core.pictures.lettering import PDF_FONTS, clean, register_fonts
from fairground.core.pictures.png import MM_PER_INCH, image_to_png
from fairground.core.pictures.tiles import TILE_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from reportlab.pdfgen.canvas import Canvas

    from fairground.core.files.images import ScenarioImage
    from fairground.core.pictures.display_list import Command, Hatch, Item, Picture, Point

_POINTS: Final = 72 / 25.4
_CAPS: Final = {Cap.BUTT: 0, Cap.ROUND: 1, Cap.SQUARE: 2}
_JOINS: Final = {Join.MITER: 0, Join.ROUND: 1}
#: Pixels an inch of images.
_IMAGE_DPI: Final = 300
#: The handles of a quarter circle, in radii.
_PULL: Final = 4 / 3 * math.tan(math.pi / 8)


def to_pdf(pictures: Sequence[Picture], *, bookmarks: Sequence[str] = (), author: str = "") -> bytes:
    """Return pictures as a PDF file, each a page of its own size, true to scale; only images are rasters.

    Title and subject are those of the first picture; ``bookmarks`` name the pages. The same pictures give the same bytes.
    Letters that the font lacks become boxes (see ``letters_lacking``).
    """
    register_fonts()
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    # By default streams are written as text, which takes longer and makes files a quarter larger.
    rl_config.useA85 = 0
    content = BytesIO()
    # reportlab puts its first font into the file, and Helvetica would not be embedded.
    canvas = Canvas(content, invariant=1, pageCompression=1, initialFontName=PDF_FONTS[False])  # type: ignore[arg-type]  # the stubs have a number
    canvas.setCreator("Fairground")
    canvas.setTitle(clean(pictures[0].title))
    canvas.setSubject(clean(pictures[0].description))
    canvas.setAuthor(clean(author))
    symbols = _Symbols(canvas)
    for i, picture in enumerate(pictures):
        canvas.setPageSize((picture.width_mm * _POINTS, picture.height_mm * _POINTS))
        if i < len(bookmarks):
            canvas.bookmarkPage(f"page-{i + 1}")
            canvas.addOutlineEntry(clean(bookmarks[i]), f"page-{i + 1}")
        # As in the display list: mm from the top left corner, y downwards.
        canvas.addLiteral(f"{_POINTS:.6f} 0 0 {-_POINTS:.6f} 0 {picture.height_mm * _POINTS:.4f} cm")
        seen = (0.0, 0.0, picture.width_mm, picture.height_mm)
        pen = _Pen(canvas, picture.hatches, symbols.of(picture.symbols), seen)
        pen.images = picture.images
        for layer in picture.layers:
            pen.draw(layer.items)
        canvas.showPage()
    canvas.save()
    return content.getvalue()


def letters_lacking(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the characters that the font of a PDF does not have, in their order in Unicode, each once."""
    known = register_fonts()
    return tuple(sorted({letter for text in texts for letter in clean(text) if ord(letter) not in known}))


class _Symbols:
    """The symbols of tiles, each stored once in the file; translucent ones are groups of their own."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._forms: dict[tuple[tuple[Item, ...], bool], str] = {}
        self.known: Mapping[str, tuple[Item, ...]] = {}

    def of(self, symbols: Mapping[str, tuple[Item, ...]]) -> _Symbols:
        """Return the resources for a picture with those symbols."""
        self.known = symbols
        return self

    def form(self, name: str, *, whole: bool) -> str:
        """Return the name of a symbol's form, drawn now unless it has been."""
        items = self.known[name]
        if (items, whole) not in self._forms:
            self._forms[items, whole] = f"symbol{len(self._forms)}"
            self._make(self._forms[items, whole], items, whole=whole)
        return self._forms[items, whole]

    def _make(self, form: str, items: tuple[Item, ...], *, whole: bool) -> None:
        from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFResourceDictionary, PDFStream

        reach = math.ceil(TILE_SIZE * 1.2)
        self._canvas.beginForm(form, -reach, -reach, reach, reach)
        opacities = {it.opacity for it in items if isinstance(it, DrawnItem)}
        states = {_state(it): PDFDictionary({"ca": it, "CA": it}) for it in sorted(opacities)}
        pen = _Pen(self._canvas, {}, self, (-reach, -reach, reach, reach), states=True)
        pen.draw(items)
        stream = PDFStream(content=self._canvas.getCurrentPageContent())
        if whole:
            group = {"S": PDFName("Transparency"), "I": "true", "K": "false"}
            stream.dictionary["Group"] = PDFDictionary(group)
        self._canvas.endForm(Contents=stream, Resources=PDFResourceDictionary(ExtGState=states))


def _state(opacity: float) -> str:
    return f"Opacity{round(opacity * 1000)}"


class _Pen:
    """Draws items on the page of a canvas, or in a form where ``states`` are set: a form has its own opacities."""

    def __init__(
        self,
        canvas: Canvas,
        hatches: Mapping[str, Hatch],
        symbols: _Symbols,
        seen: tuple[float, float, float, float],
        *,
        states: bool = False,
    ) -> None:
        self._canvas = canvas
        self._hatches = hatches
        self._symbols = symbols
        self._seen = seen
        self._states = states
        self.images: Mapping[str, ScenarioImage] = {}
        #: The current graphics state, to avoid setting it again.
        self._set: dict[str, object] = {}

    def draw(self, items: Iterable[Item], opacity: float = 1.0) -> None:
        """Draw items, the first one lowest, all as faint as ``opacity`` says."""
        for item in items:
            match item:
                case Group():
                    self.draw(item.items, opacity * item.opacity)
                case Window():
                    self._window(item, opacity)
                case TileSymbol():
                    self._symbol(item, opacity)
                case PlacedImage():
                    self._image(item, opacity)
                case Text():
                    self._text(item, opacity)
                case _:
                    self._shape(item, opacity)

    def _save(self) -> dict[str, object]:
        self._canvas.saveState()
        return dict(self._set)

    def _restore(self, before: dict[str, object]) -> None:
        self._canvas.restoreState()
        self._set = before

    def _put(self, key: str, operation: str) -> None:
        if self._set.get(key) != operation:
            self._set[key] = operation
            self._canvas.addLiteral(operation)

    def _opacity(self, opacity: float) -> None:
        if self._states:
            self._put("opacity", f"/{_state(opacity)} gs")
        elif self._set.get("opacity", 1.0) != opacity:
            self._set["opacity"] = opacity
            self._canvas.setFillAlpha(opacity)
            self._canvas.setStrokeAlpha(opacity)

    def _fill(self, colour: str) -> None:
        self._put("fill", f"{_rgb(colour)} rg")

    def _stroke(
        self,
        colour: str,
        width: float,
        *,
        dash: tuple[float, ...] = (),
        cap: Cap = Cap.BUTT,
        join: Join = Join.MITER,
    ) -> None:
        self._put("stroke", f"{_rgb(colour)} RG")
        self._put("width", f"{_number(width)} w")
        self._put("dash", f"[{' '.join(map(_number, dash))}] 0 d")
        self._put("cap", f"{_CAPS[cap]} J")
        self._put("join", f"{_JOINS[join]} j")
        # As in SVG, where it is 4 unless said otherwise.
        self._put("miter", "4 M")

    def _shape(self, item: Polygon | PathShape | Circle, opacity: float) -> None:
        path = _path_of(item)
        if not path or not (item.fill or item.hatch or item.stroke):
            return
        if item.hatch:
            self._hatch(item, path, opacity)
            if not item.stroke:
                return
        self._opacity(round(opacity * item.opacity, 3))
        fill, stroke = item.fill and not item.hatch, item.stroke and item.width
        if item.fill and fill:
            self._fill(item.fill)
        if item.stroke:
            self._stroke(item.stroke, item.width, dash=item.dash, cap=item.cap, join=item.join)
        self._canvas.addLiteral(
            path + (" B" if fill and stroke else " f" if fill else " S" if stroke else " n")
        )

    def _hatch(self, item: Polygon | PathShape | Circle, path: str, opacity: float) -> None:
        """Draw the marks of a hatch inside a shape; they lie as in a pattern that begins at (0, 0)."""
        hatch = self._hatches[str(item.hatch)]
        left, top, right, bottom = extent_of(item)
        left, top = max(left, self._seen[0]), max(top, self._seen[1])
        right, bottom = min(right, self._seen[2]), min(bottom, self._seen[3])
        if left >= right or top >= bottom:
            return
        before = self._save()
        self._canvas.addLiteral(f"{path} W n")
        angle = math.radians(hatch.angle)
        cos, sin = math.cos(angle), math.sin(angle)
        self._canvas.addLiteral(f"{cos:.6f} {sin:.6f} {-sin:.6f} {cos:.6f} 0 0 cm")
        # The rectangle in the turned coordinates of the marks.
        turned = [(x * cos + y * sin, y * cos - x * sin) for x in (left, right) for y in (top, bottom)]
        self._opacity(round(opacity * item.opacity * hatch.opacity, 3))
        s = hatch.spacing
        dash: tuple[float, ...] = ()
        cap = Cap.BUTT
        if hatch.mark is HatchMark.DASHES:
            dash = (s * 0.62, s * 0.38)
        elif hatch.mark is HatchMark.DOTS:
            dash, cap = (0.0, s), Cap.ROUND
        self._stroke(hatch.colour, hatch.width, dash=dash, cap=cap)
        self._canvas.addLiteral(" ".join(_marks(hatch, turned)) + " S")
        self._restore(before)

    def _symbol(self, item: TileSymbol, opacity: float) -> None:
        opacity = round(opacity * item.opacity, 3)
        items = self._symbols.known[item.name]
        form = "" if PlacedImage in map(type, items) else self._symbols.form(item.name, whole=opacity != 1)
        self._opacity(opacity)
        turn = math.radians(item.rotation)
        a, b = math.cos(turn) * item.scale, math.sin(turn) * item.scale
        before = self._save()
        self._canvas.addLiteral(f"{a:.5f} {b:.5f} {-b:.5f} {a:.5f} {_number(item.x)} {_number(item.y)} cm")
        self._canvas.doForm(form) if form else self.draw(items, opacity)
        self._restore(before)

    def _image(self, item: PlacedImage, opacity: float) -> None:
        from reportlab.lib.utils import ImageReader

        pixels = round(max(item.width, item.height) / MM_PER_INCH * _IMAGE_DPI)
        png = ImageReader(BytesIO(image_to_png(self.images[item.image], pixels)))
        turn, size = math.radians(item.rotation), (item.width, item.height)
        a, b = math.cos(turn), math.sin(turn)
        before = self._save()
        self._opacity(opacity)
        # Images stand upright where y goes up.
        self._canvas.addLiteral(f"{a:.5f} {b:.5f} {b:.5f} {-a:.5f} {_number(item.x)} {_number(item.y)} cm")
        self._canvas.drawImage(png, -size[0] / 2, -size[1] / 2, *size, mask="auto")
        self._restore(before)

    def _text(self, item: Text, opacity: float) -> None:
        from reportlab.pdfbase.pdfmetrics import stringWidth

        text = clean(item.text)
        if not text:
            return
        font = PDF_FONTS[item.bold]
        width = stringWidth(text, font, item.size) + item.spacing * len(text)
        x = item.x - width * {TextAnchor.START: 0.0, TextAnchor.MIDDLE: 0.5, TextAnchor.END: 1.0}[item.anchor]
        self._opacity(opacity)
        # The margin lies under all letters, as a line of twice its width around each.
        modes = (1, 0) if item.halo else (0,)
        for mode in modes:
            if mode and item.halo:
                self._stroke(item.halo, 2 * item.halo_width, join=Join.ROUND)
            else:
                self._fill(item.fill)
            self._put("mode", f"{mode} Tr")
            self._put("spacing", f"{_number(item.spacing)} Tc")
            words = self._canvas.beginText()
            words.setTextTransform(1, 0, 0, -1, x, item.y)
            words.setFont(font, item.size)
            words.textOut(text)
            self._canvas.drawText(words)

    def _window(self, item: Window, opacity: float) -> None:
        before, seen = self._save(), self._seen
        self._canvas.addLiteral(
            f"{_number(item.x)} {_number(item.y)} {_number(item.width)} {_number(item.height)} re W n "
            f"1 0 0 1 {_number(item.x - item.left)} {_number(item.y - item.top)} cm"
        )
        self._seen = (item.left, item.top, item.left + item.width, item.top + item.height)
        self.draw(item.items, opacity)
        self._seen = seen
        self._restore(before)


def _marks(hatch: Hatch, corners: list[Point]) -> Iterable[str]:
    """Yield the lines of a hatch that cover a rectangle, in the hatch's coordinates, aligned to its cells."""
    s = hatch.spacing
    (first, last), (top, bottom) = (
        (math.floor(min(values) / s), math.ceil(max(values) / s)) for values in zip(*corners, strict=True)
    )
    along = 0.5 if hatch.mark is HatchMark.DOTS else 0.0
    for i in range(top, bottom):
        y = _number((i + 0.5) * s)
        yield f"{_number((first + along) * s)} {y} m {_number((last + along) * s)} {y} l"
    if hatch.mark is HatchMark.GRID:
        for i in range(first, last):
            x = _number((i + 0.5) * s)
            yield f"{x} {_number(top * s)} m {x} {_number(bottom * s)} l"


def _path_of(item: Polygon | PathShape | Circle) -> str:
    match item:
        case Polygon():
            points = [f"{_number(x)} {_number(y)}" for x, y in item.points]
            return f"{points[0]} m {' l '.join(points[1:])} l h" if len(points) > 1 else ""
        case PathShape():
            return " ".join(_steps(item.commands))
        case Circle():
            return _circle(item.x, item.y, item.radius)


def _steps(commands: tuple[Command, ...]) -> Iterable[str]:
    x = y = 0.0
    for letter, at in commands:
        match letter:
            case "M":
                yield f"{_number(at[0])} {_number(at[1])} m"
            case "L":
                yield f"{_number(at[0])} {_number(at[1])} l"
            case "C":
                yield f"{' '.join(map(_number, at))} c"
            case "Q":
                # A cubic one with both handles two thirds of the way.
                mx, my, ex, ey = at
                handles = [at + (mid - at) * 2 / 3 for at, mid in ((x, mx), (y, my), (ex, mx), (ey, my))]
                yield f"{' '.join(map(_number, (*handles, ex, ey)))} c"
            case _:
                yield "h"
        if at:
            x, y = at[-2:]


def _circle(x: float, y: float, radius: float) -> str:
    pull = _PULL * radius
    quarters = [
        (x + radius, y + pull, x + pull, y + radius, x, y + radius),
        (x - pull, y + radius, x - radius, y + pull, x - radius, y),
        (x - radius, y - pull, x - pull, y - radius, x, y - radius),
        (x + pull, y - radius, x + radius, y - pull, x + radius, y),
    ]
    curves = " ".join(f"{' '.join(map(_number, quarter))} c" for quarter in quarters)
    return f"{_number(x + radius)} {_number(y)} m {curves} h"


def _rgb(colour: str) -> str:
    return " ".join(f"{value / 255:.4g}" for value in channels(colour))


def _number(value: float) -> str:
    """Return a number with at most three decimals: a thousandth of a mm, or of a hex's eleventh."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
