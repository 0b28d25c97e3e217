"""Draw figures against figures on two logarithmic scales, as an SVG for the manual."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH, HEIGHT = 760, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 250, 44, 52
#: Colours that are told apart without red and green, and the dashes that tell them apart without colour.
_COLOURS: Final = ("#0b5c94", "#b3541e", "#5b3a8e", "#00796b", "#8a1c5b", "#6b6b00", "#3f4a5a", "#a05000")
_DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "4 2", "12 4", "1 2", "6 2 2 2")
_LINE: Final = 15


@dataclass(frozen=True)
class Line:
    """Points from left to right, with a title beside the last one; without a title it is drawn faintly."""

    points: Sequence[tuple[float, float]]
    title: str = ""


@dataclass(frozen=True)
class Axis:
    """What an axis shows; its ends are powers of ten."""

    title: str
    least: float
    most: float

    @classmethod
    def around(cls, title: str, values: Sequence[float]) -> Axis:
        """Return an axis from the power of ten below all values to the one above."""
        return cls(title, 10.0 ** floor(log10(min(values))), 10.0 ** ceil(log10(max(values))))

    def share(self, value: float) -> float:
        """Return how far along the axis a value is, from 0 to 1."""
        return (log10(value) - log10(self.least)) / (log10(self.most) - log10(self.least))

    def marks(self) -> list[float]:
        """Return the powers of ten from end to end."""
        return [10.0**power for power in range(round(log10(self.least)), round(log10(self.most)) + 1)]


def plot(title: str, lines: Sequence[Line], across: str, up: str, *, slope: bool = True) -> str:
    """Return an SVG of lines; ``across`` and ``up`` are the titles of the axes.

    With ``slope``, a dotted line shows what grows in proportion.
    """
    every = [point for it in lines for point in it.points]
    x, y = Axis.around(across, [at for at, _ in every]), Axis.around(up, [it for _, it in every])
    body = [*_frame(title, x, y), *(_proportion(x, y) if slope else ())]
    titled = [it for it in lines if it.title]
    body += [
        _path(it, x, y, 'stroke="#8a8f98" stroke-width="0.8" opacity="0.6"') for it in lines if not it.title
    ]
    for number, it in enumerate(titled):
        colour, dash = _COLOURS[number % len(_COLOURS)], _DASHES[number % len(_DASHES)]
        body.append(_path(it, x, y, f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'))
        body += [_dot(point, x, y, colour) for point in it.points]
    body += _titles(titled, x, y)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">\n'
        f'<title>{escape(title)}</title>\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _place(point: tuple[float, float], x: Axis, y: Axis) -> tuple[float, float]:
    return (
        _LEFT + x.share(point[0]) * (WIDTH - _LEFT - _RIGHT),
        HEIGHT - _BOTTOM - y.share(point[1]) * (HEIGHT - _TOP - _BOTTOM),
    )


def _path(line: Line, x: Axis, y: Axis, look: str) -> str:
    places = (_place(it, x, y) for it in line.points)
    return f'<polyline fill="none" {look} points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in places)}"/>'


def _dot(point: tuple[float, float], x: Axis, y: Axis, colour: str) -> str:
    across, down = _place(point, x, y)
    return f'<circle cx="{across:.1f}" cy="{down:.1f}" r="3" fill="{colour}"/>'


def _text(across: float, down: float, text: str, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{across:.1f}" y="{down:.1f}" text-anchor="{anchor}" {more}>{escape(text)}</text>'


def _frame(title: str, x: Axis, y: Axis) -> Iterator[str]:
    left, right = _LEFT, WIDTH - _RIGHT
    top, bottom = _TOP, HEIGHT - _BOTTOM
    yield _text(left, 24, title, more='font-size="15" font-weight="bold"')
    for value in x.marks():
        across, _ = _place((value, y.least), x, y)
        yield f'<path d="M{across:.1f} {top}V{bottom}" stroke="#d9dce1"/>'
        yield _text(across, bottom + 18, _number(value), "middle")
    for value in y.marks():
        _, down = _place((x.least, value), x, y)
        yield f'<path d="M{left} {down:.1f}H{right}" stroke="#d9dce1"/>'
        yield _text(left - 8, down + 4, _number(value), "end")
    yield _text((left + right) / 2, HEIGHT - 12, x.title, "middle")
    yield f'<g transform="translate(18 {(top + bottom) / 2:.0f}) rotate(-90)">{_text(0, 0, y.title, "middle")}</g>'


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def _proportion(x: Axis, y: Axis) -> Iterator[str]:
    """Yield a line along which y doubles with x, from the lower left corner to the first edge."""
    factor = min(x.most / x.least, y.most / y.least)
    line = Line([(x.least, y.least), (x.least * factor, y.least * factor)])
    yield _path(line, x, y, 'stroke="#8a8f98" stroke-width="1.2" stroke-dasharray="1 4"')
    across, down = _place(line.points[-1], x, y)
    yield _text(across - 6, down - 6, "in proportion", "end", 'fill="#6b7078" font-style="italic"')


def _titles(lines: Sequence[Line], x: Axis, y: Axis) -> Iterator[str]:
    """Yield the titles beside the ends of lines, moved apart where they would meet."""
    ends = sorted((_place(it.points[-1], x, y)[1], number) for number, it in enumerate(lines))
    lowest = HEIGHT - _BOTTOM
    down, places = float(_TOP), {}
    for at, number in ends:
        down = places[number] = max(at, down)
        down += _LINE
    # What ran over the lower edge goes back up.
    limit = float(lowest)
    for _, number in reversed(ends):
        places[number] = min(places[number], limit)
        limit = places[number] - _LINE
    for number, it in enumerate(lines):
        colour, dash = _COLOURS[number % len(_COLOURS)], _DASHES[number % len(_DASHES)]
        across, end = _place(it.points[-1], x, y)
        edge = WIDTH - _RIGHT + 6
        yield f'<path d="M{across:.1f} {end:.1f}L{edge} {places[number]:.1f}h16" fill="none" stroke="{colour}" stroke-dasharray="{dash}"/>'
        yield _text(edge + 20, places[number] + 4, it.title, more=f'fill="{colour}"')
