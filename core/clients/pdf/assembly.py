"""The first sheets: the board as a whole with the seams, how it is put together, the legend, and the mission."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from fairground.core.clients.pdf.paper_sheets import BLEED, LENGTH, ruler
from fairground.core.grid.layout import SQRT3
from fairground.core.pictures.board_picture import board_layers, facts_line
from fairground.core.pictures.colours import INK, PAPER, RELIEF_INK, SOFT_INK
from fairground.core.pictures.display_list import Layer, PathShape, Picture, Polygon, Text, TextAnchor
from fairground.core.pictures.legend import HEADING_SIZE, HEADING_SPACING
from fairground.core.pictures.legend_entries import legend
from fairground.core.pictures.lettering import fitted, wrapped
from fairground.core.pictures.plan import BoardPlan, line
from fairground.core.pictures.scene import Scene
from fairground.core.scenario.mission import mission_texts
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy import bool_
    from numpy.typing import NDArray

    from fairground.core.clients.pdf.paper_sheets import Sheets
    from fairground.core.pictures.display_list import Command, Item
    from fairground.core.pictures.legend import PictureLegend
    from fairground.core.scenario.document import Scenario

# In mm.
_TITLE, _FACTS, _TEXT, _LINE_HEIGHT = 7.0, 3.0, 2.9, 4.4
_TOP: Final = 17.0
_GAP: Final = 6.0
_WORDS_WIDTH: Final = 68.0
#: Room for numbers above and left of the drawing.
_ABOVE, _BESIDE = 5.5, 11.0
#: The largest share of a sheet's height for the drawing.
_SHARE: Final = 0.5
_LEAST: Final = 15.0
#: Size, height and greatest width of a line of the mission, and the indent of its list items.
_SPOKEN, _SPOKEN_HEIGHT, _READABLE, _INDENT = 4.2, 6.4, 150.0, 4.0
#: The smallest hex, centre to corner in mm, with names, levels, slopes and grid.
_NAMED, _NUMBERED, _SLOPED, _GRIDDED = 6.0, 4.5, 2.2, 1.2
_SCALES: Final = (1.0, 0.8)
_INCH: Final = 25.4


def assembly_sheets(
    scene: Scene, shown: NDArray[bool_] | None, extent: tuple[float, float], sheets: Sheets
) -> list[Picture]:
    """Return the assembly sheet, sheets for a legend that does not fit on it, and those with the mission, if any."""
    margin, paper = sheets.paper.margin, sheets.paper
    left, right, bottom = margin, paper.width - margin, paper.height - margin
    words, words_height = _words(scene, extent, sheets, left)
    small, drawn = _overview(scene, shown, extent, sheets, room=bottom - margin - words_height - _GAP)
    words_top = drawn + _GAP
    items = [
        *_head(scene, left, margin, right - left - LENGTH - _GAP),
        *ruler(right - LENGTH, margin + 5.8),
        *(replace(it, y=it.y + words_top) for it in words),
    ]
    key, placed = _beside(scene, left + _WORDS_WIDTH + _GAP, words_top, right, bottom)
    layers = [*small, Layer("assembly", "Assembly", (*items, *placed))]
    first = _page(scene, sheets, layers, "Assembly")
    return [first, *(_legend_sheets(scene, key, sheets) if key else ()), *_mission_sheets(scene, sheets)]


def _page(scene: Scene, sheets: Sheets, layers: list[Layer], name: str) -> Picture:
    return Picture(
        width_mm=sheets.paper.width,
        height_mm=sheets.paper.height,
        layers=tuple(it for it in layers if it.items),
        title=scene.scenario.name,
        description=name,
        symbols=scene.symbols,
        hatches=scene.hatches,
        images=scene.images,
    )


def _head(scene: Scene, left: float, top: float, width: float) -> list[Item]:
    name = fitted(scene.scenario.name, _TITLE, width, bold=True)
    facts = facts_line(scene.scenario, scene.looks, scene.options)
    return [
        Text(left, top + 5.8, name, _TITLE, INK, bold=True),
        Text(left, top + 11.2, fitted(facts, _FACTS, width), _FACTS, SOFT_INK),
    ]


# -- the drawing --------------------------------------------------------------------------------------------


def _overview(
    scene: Scene, shown: NDArray[bool_] | None, extent: tuple[float, float], sheets: Sheets, *, room: float
) -> tuple[list[Layer], float]:
    """Return the layers of the small board with the seams, and where it ends; ``room`` is the height for all above it."""
    paper = sheets.paper
    left, top = paper.margin + _BESIDE, paper.margin + _TOP + _ABOVE
    width = paper.width - paper.margin - left
    height = max(min((paper.height - 2 * paper.margin) * _SHARE, room) - _TOP - _ABOVE, _LEAST)
    share = min(width / extent[0], height / extent[1], 1.0)
    left += (width - share * extent[0]) / 2
    size = scene.plan.size * share
    options = replace(
        scene.options,
        hex_size=max(size, 1.0),
        labels=False,
        names=scene.options.names and size >= _NAMED,
        elevation_numbers=size >= _NUMBERED,
        relief=size >= _SLOPED,
        grid=scene.options.grid and size >= _GRIDDED,
    )
    edge = BLEED * share
    plan = BoardPlan(scene.scenario.board, size=size, left=left + edge, top=top + edge, shown=shown)
    small = Scene(scene.scenario, plan, scene.looks, options, scene.symbols, {}, scene.images)
    layers = board_layers(small)
    # The marks of hatches are as small as the hexes.
    renamed = {name: f"small-{name}" for name in small.hatches}
    scene.hatches.update({renamed[name]: hatch for name, hatch in small.hatches.items()})
    layers = [replace(it, items=tuple(_rehatched(item, renamed) for item in it.items)) for it in layers]
    seams = Layer("seams", "Seams", tuple(_seams(sheets, left, top, share)))
    return [*layers, seams], top + share * extent[1]


def _rehatched(item: Item, renamed: dict[str, str]) -> Item:
    if isinstance(item, PathShape | Polygon) and item.hatch:
        return replace(item, hatch=renamed[item.hatch])
    return item


def _seams(sheets: Sheets, left: float, top: float, share: float) -> Iterator[Item]:
    """Yield the outlines of the sheets between their seams, their names, and how far the seams are apart."""
    xs = [left + share * at for at in sheets.columns]
    ys = [top + share * at for at in sheets.rows]
    steps: list[Command] = []
    for it in sheets.there:
        corners = [(xs[it.column + dx], ys[it.row + dy]) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]
        steps += line(corners, closed=True)
    if len(sheets.there) > 1:
        yield PathShape(tuple(steps), stroke=PAPER, width=0.9, opacity=0.8)
        yield PathShape(tuple(steps), stroke=INK, width=0.3)
        for it in sheets.there:
            wide, high = xs[it.column + 1] - xs[it.column], ys[it.row + 1] - ys[it.row]
            x, y = xs[it.column] + wide / 2, ys[it.row] + high / 2
            size = min(6.5, high * 0.4, wide * 0.4 / max(len(it.label) * 0.75, 1))
            yield Text(
                x,
                y + 0.36 * size,
                it.label,
                size,
                INK,
                anchor=TextAnchor.MIDDLE,
                bold=True,
                halo=PAPER,
                halo_width=0.11 * size,
            )
    for (start, end), (a, b) in zip(pairwise(xs), pairwise(sheets.columns), strict=True):
        yield from _measure(start, end, top - 1.8, f"{b - a:.1f}", upright=False)
    for (start, end), (a, b) in zip(pairwise(ys), pairwise(sheets.rows), strict=True):
        yield from _measure(start, end, left - 1.8, f"{b - a:.1f}", upright=True)


def _measure(start: float, end: float, at: float, figure: str, *, upright: bool) -> Iterator[Item]:
    """Yield a dimension line with its length in mm, above or left of the drawing."""
    tick = 0.8

    def point(along: float, beside: float) -> tuple[float, float]:
        return (beside, along) if upright else (along, beside)

    steps: list[Command] = [("M", point(start + 0.3, at)), ("L", point(end - 0.3, at))]
    for along in (start + 0.3, end - 0.3):
        steps += [("M", point(along, at - tick)), ("L", point(along, at + tick))]
    yield PathShape(tuple(steps), stroke=RELIEF_INK, width=0.15)
    size = min(2.4, (end - start) * (0.8 if upright else 0.3))
    middle = (start + end) / 2
    x, y = (at - 1.3, middle + 0.36 * size) if upright else (middle, at - 1.1)
    yield Text(x, y, figure, size, SOFT_INK, anchor=TextAnchor.END if upright else TextAnchor.MIDDLE)


# -- the words ----------------------------------------------------------------------------------------------


def _words(
    scene: Scene, extent: tuple[float, float], sheets: Sheets, left: float
) -> tuple[list[Text], float]:
    """Return the lines to read, the first at y = 0, and how high they are."""
    lines: list[Text] = []
    y = 0.0
    for heading, said in (
        ("Size", list(_figures(scene, extent, sheets))),
        ("How to print and assemble", list(_steps(sheets))),
    ):
        y += 3.4
        lines.append(
            Text(left, y, heading.upper(), HEADING_SIZE, SOFT_INK, bold=True, spacing=HEADING_SPACING)
        )
        y += 5.4
        for paragraph in said:
            for part in wrapped(paragraph, _TEXT, _WORDS_WIDTH):
                lines.append(Text(left, y, part, _TEXT, INK))
                y += _LINE_HEIGHT
            y += 0.9
        y += 1.6
    return lines, y


def _figures(scene: Scene, extent: tuple[float, float], sheets: Sheets) -> Iterator[str]:
    across = scene.plan.size * SQRT3
    yield f"Hexes are {across:.5g} mm across flats ({across / _INCH:.3g} in)."
    width, height = (side - 2 * BLEED for side in extent)
    yield (
        f"The board is {width / 10:.1f} \N{MULTIPLICATION SIGN} {height / 10:.1f} cm "
        f"({width / _INCH:.1f} \N{MULTIPLICATION SIGN} {height / _INCH:.1f} in)."
    )
    paper = sheets.paper
    turned = "portrait" if paper.height >= paper.width else "landscape"
    yield f"It takes {counted(len(sheets.there), 'sheet')} of {paper.name.capitalize()}, {turned}."
    if len(sheets.there) > 1:
        yield (
            f"Sheets overlap by {sheets.overlap:g} mm, half on each side of a seam. The drawing shows the "
            "distances between seams in mm."
        )


def _steps(sheets: Sheets) -> Iterator[str]:
    yield "1. Print at 100% (“actual size”), not fitted to the page. The ruler above must measure 25 mm."
    if len(sheets.there) > 1:
        yield "2. Cut every sheet along its right and lower seams, from mark to mark through the crosses."
        yield (
            "3. Place each cut edge on the seam of the sheet that its arrow names, line up the crosses, and "
            "tape it from behind."
        )


# -- the legend ---------------------------------------------------------------------------------------------


def _beside(
    scene: Scene, left: float, top: float, right: float, bottom: float
) -> tuple[PictureLegend | None, list[Item]]:
    """Return the legend that is still to be set, and the items of the one that fits beside the words."""
    for scale in _SCALES:
        key = legend(scene.scenario, scene.looks, scene.options, scale=scale)
        if not key.sections:
            return None, []
        columns = key.flow(bottom - top)
        if key.width(len(columns)) <= right - left:
            return None, key.draw(scene, left, top, bottom - top)
    key = legend(scene.scenario, scene.looks, scene.options, scale=1.0)
    fitting = max(0, int((right - left + key.column_gap) // (key.column_width + key.column_gap)))
    items = key.draw(scene, left, top, bottom - top, columns=slice(fitting)) if fitting else []
    return key.after(bottom - top, fitting), items


def _legend_sheets(scene: Scene, key: PictureLegend, sheets: Sheets) -> Iterator[Picture]:
    paper = sheets.paper
    left, top = paper.margin, paper.margin + 12.0
    width, height = paper.width - 2 * paper.margin, paper.height - paper.margin - top
    fitting = max(1, int((width + key.column_gap) // (key.column_width + key.column_gap)))
    count = len(key.flow(height))
    for start in range(0, count, fitting):
        name = fitted(scene.scenario.name, 4.6, width, bold=True)
        items = [
            Text(left, paper.margin + 4.6, name, 4.6, INK, bold=True),
            *key.draw(scene, left, top, height, columns=slice(start, start + fitting)),
        ]
        yield _page(scene, sheets, [Layer("legend", "Legend", tuple(items))], "Legend")


# -- the mission --------------------------------------------------------------------------------------------


def _mission_sheets(scene: Scene, sheets: Sheets) -> Iterator[Picture]:
    """Yield sheets with the ways to win, arrivals and house rules, for players to read; none without a mission."""
    paper = sheets.paper
    left, top = paper.margin, paper.margin + 14.0
    width, bottom = paper.width - 2 * paper.margin, paper.height - paper.margin
    name = Text(
        left,
        paper.margin + 5.8,
        fitted(scene.scenario.name, _TITLE, width, bold=True),
        _TITLE,
        INK,
        bold=True,
    )
    items: list[Item] = [name]
    y = top
    for heading, paragraphs in _mission_lists(scene.scenario):
        head = Text(left, 0, fitted(heading, _SPOKEN, width, bold=True), _SPOKEN, INK, bold=True)
        lines = [row for it in paragraphs for row in _item(it, left, min(width, _READABLE))]
        for at, row in enumerate([[head], *lines]):
            # A heading stays with the line below it.
            if y + _SPOKEN_HEIGHT * (1 if at else 2) > bottom:
                yield _page(scene, sheets, [Layer("mission", "Mission", tuple(items))], "Mission")
                items, y = [name], top
            y += _SPOKEN_HEIGHT
            items += [replace(it, y=y) for it in row]
        y += _SPOKEN_HEIGHT / 2
    if len(items) > 1:
        yield _page(scene, sheets, [Layer("mission", "Mission", tuple(items))], "Mission")


def _mission_lists(scenario: Scenario) -> Iterator[tuple[str, Sequence[str]]]:
    texts = mission_texts(scenario)
    for _, title, wins in texts.sides:
        yield f"{title} can win by {'any of these' if len(wins) > 1 else 'this'}", wins
    if texts.common:
        yield (
            f"Every side can also win by {'any of these' if len(texts.common) > 1 else 'this'}",
            texts.common,
        )
    for heading, phrases in (("Arrivals", texts.arrivals), ("House rules", texts.house_rules)):
        if phrases:
            yield heading, phrases


def _item(paragraph: str, left: float, width: float) -> Iterator[list[Text]]:
    """Yield the lines of a list item, at y = 0, the first with its point."""
    for at, part in enumerate(wrapped(paragraph, _SPOKEN, width - _INDENT)):
        point = [] if at else [Text(left + _INDENT / 2, 0, "·", _SPOKEN, INK, bold=True)]
        yield [*point, Text(left + _INDENT, 0, part, _SPOKEN, INK)]
