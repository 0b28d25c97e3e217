"""A picture as SVG: millimetres, a group a layer, symbols and hatches defined once, the same bytes every time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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
from fairground.core.pictures.lettering import FONT_FAMILY, clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fairground.core.files.images import ScenarioImage
    from fairground.core.pictures.display_list import Command, Data, Hatch, Item, Layer, Picture, Point

_FONTS = f"{FONT_FAMILY}, DejaVu Sans, Verdana, Arial, sans-serif"
#: Attributes that a group can carry for its children.
_INHERITED = frozenset(
    (
        "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray",
        "font-size", "font-weight", "text-anchor", "letter-spacing",
    )
)  # fmt: skip

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})

#: The width of an image before it is placed, mm.
_IMAGE = 100.0

Attributes = dict[str, str]


class _Element(NamedTuple):
    tag: str
    attributes: Attributes
    #: The content, already escaped.
    content: str = ""


def to_svg(picture: Picture) -> str:
    """Return a picture as a complete SVG file; every text in it is cleaned and escaped."""
    width, height = number(picture.width_mm), number(picture.height_mm)
    root = {
        "xmlns": "http://www.w3.org/2000/svg",
        "xmlns:xlink": "http://www.w3.org/1999/xlink",
        "version": "1.1",
        "width": f"{width}mm",
        "height": f"{height}mm",
        "viewBox": f"0 0 {width} {height}",
        "role": "img",
        "font-family": _FONTS,
    }
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<svg" + "".join(f' {name}="{value}"' for name, value in root.items()) + ">",
        f"<title>{escaped(picture.title)}</title>",
        f"<desc>{escaped(picture.description)}</desc>",
        f"<defs>\n{definitions(picture.symbols, picture.hatches, picture.images)}\n</defs>",
        *map(layer_group, picture.layers),
        "</svg>\n",
    ]
    return "\n".join(lines)


def definitions(
    symbols: Mapping[str, tuple[Item, ...]],
    hatches: Mapping[str, Hatch],
    images: Mapping[str, ScenarioImage],
) -> str:
    """Return the hatches, symbols and images that layers use, one a line."""
    return "\n".join(
        [
            *(_pattern(name, hatch) for name, hatch in hatches.items()),
            *(_group(items, {"id": f"tile-{name}"}) for name, items in symbols.items()),
            *(_image(name, image) for name, image in images.items()),
        ]
    )


def layer_group(layer: Layer) -> str:
    """Return a layer as a group with its id and title."""
    return _group(layer.items, {"id": f"layer-{layer.id}", "data-title": escaped(layer.title)})


def number(value: float) -> str:
    """Return a number with at most two decimals and none to spare.

    >>> number(-0.001), number(1.5), number(2)
    ('0', '1.5', '2')
    """
    text = f"{value:.2f}"
    if text[-1] == "0":
        text = text[:-1] if text[-2] != "0" else text[:-3]
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Return a text for use between tags and in attributes; control characters are gone."""
    return clean(text).translate(_ESCAPES)


def _written(element: _Element) -> str:
    attributes = "".join([f' {name}="{value}"' for name, value in element.attributes.items()])
    if element.content:
        return f"<{element.tag}{attributes}>{element.content}</{element.tag}>"
    return f"<{element.tag}{attributes}/>"


def _group(items: Iterable[Item], attributes: Attributes) -> str:
    return _written(_grouped(items, attributes))


def _grouped(items: Iterable[Item], attributes: Attributes) -> _Element:
    """Return a group, which carries the attributes that its children share."""
    elements = [_element(item) for item in items]
    first = elements[0].attributes if elements else {}
    common = {
        name: value
        for name, value in first.items()
        if name in _INHERITED and all(other.attributes.get(name) == value for other in elements)
    }
    for name in common:
        for element in elements:
            del element.attributes[name]
    children = "\n".join([_written(element) for element in elements])
    return _Element("g", {**attributes, **common}, f"\n{children}\n")


def _element(item: Item) -> _Element:
    match item:
        case Polygon():
            return _Element("polygon", {"points": _points(item.points), **_style(item)})
        case PathShape():
            return _Element("path", {"d": path_text(item.commands), **_style(item)})
        case Circle():
            place = {"cx": number(item.x), "cy": number(item.y), "r": number(item.radius)}
            return _Element("circle", {**place, **_style(item)})
        case TileSymbol() | PlacedImage():
            return _placed(item) if isinstance(item, PlacedImage) else _use(item)
        case Text():
            return _text(item)
        case Group() | Window():
            return _nested(item)


def _nested(item: Group | Window) -> _Element:
    if isinstance(item, Window):
        return _window(item)
    attributes = _names(item.id, item.data)
    if item.opacity != 1:
        attributes["opacity"] = number(item.opacity)
    return _grouped(item.items, attributes)


def _window(item: Window) -> _Element:
    size = {"width": number(item.width), "height": number(item.height)}
    box = f"{number(item.left)} {number(item.top)} {size['width']} {size['height']}"
    place = {"x": number(item.x), "y": number(item.y), **size, "viewBox": box, "overflow": "hidden"}
    group = _grouped(item.items, {})
    return _Element("svg", place, _written(group))


def _names(item_id: str, data: Data) -> Attributes:
    attributes = {"id": item_id} if item_id else {}
    for name, value in data:
        attributes[f"data-{name}"] = escaped(value)
    return attributes


def _style(item: DrawnItem) -> Attributes:
    attributes = _names(item.id, item.data)
    attributes["fill"] = f"url(#{item.hatch})" if item.hatch else item.fill or "none"
    if item.stroke:
        attributes["stroke"] = item.stroke
        attributes["stroke-width"] = number(item.width)
        if item.dash:
            attributes["stroke-dasharray"] = " ".join(number(length) for length in item.dash)
        if item.cap is not Cap.BUTT:
            attributes["stroke-linecap"] = item.cap.value
        if item.join is not Join.MITER:
            attributes["stroke-linejoin"] = item.join.value
    if item.opacity != 1:
        attributes["opacity"] = number(item.opacity)
    return attributes


def _points(points: tuple[Point, ...]) -> str:
    return " ".join([f"{number(x)},{number(y)}" for x, y in points])


def path_text(commands: Iterable[Command]) -> str:
    """Return the steps of a path as SVG writes them."""
    return "".join([letter + " ".join([number(value) for value in values]) for letter, values in commands])


def _use(item: TileSymbol) -> _Element:
    attributes = {"xlink:href": f"#tile-{item.name}"}
    if item.scale == 1 and not item.rotation:
        attributes |= {"x": number(item.x), "y": number(item.y)}
    else:
        turn = f" rotate({number(item.rotation)})" if item.rotation else ""
        size = f" scale({item.scale:.4g})" if item.scale != 1 else ""
        attributes["transform"] = f"translate({number(item.x)} {number(item.y)}){turn}{size}"
    if item.opacity != 1:
        attributes["opacity"] = number(item.opacity)
    return _Element("use", attributes)


def _image(name: str, image: ScenarioImage) -> str:
    """Return an image around (0, 0), ``_IMAGE`` mm wide."""
    width, height = _IMAGE, _IMAGE * image.height / image.width
    box = {
        "x": number(-width / 2),
        "y": number(-height / 2),
        "width": number(width),
        "height": number(height),
    }
    # Embedded as an image, an SVG is drawn on its own: nothing in it can reach the rest of the page.
    return _written(_Element("image", {"id": f"image-{name}", **box, "xlink:href": image.data_url}))


def _placed(item: PlacedImage) -> _Element:
    turn = f" rotate({number(item.rotation)})" if item.rotation else ""
    transform = f"translate({number(item.x)} {number(item.y)}){turn} scale({item.width / _IMAGE:.6g})"
    return _Element("use", {"xlink:href": f"#image-{item.image}", "transform": transform})


def _text(item: Text) -> _Element:
    attributes = {"x": number(item.x), "y": number(item.y), "font-size": number(item.size), "fill": item.fill}
    if item.bold:
        attributes["font-weight"] = "bold"
    if item.anchor is not TextAnchor.START:
        attributes["text-anchor"] = item.anchor.value
    if item.spacing:
        attributes["letter-spacing"] = number(item.spacing)
    if item.halo:
        attributes |= {
            "stroke": item.halo,
            "stroke-width": number(2 * item.halo_width),
            "stroke-linejoin": "round",
            "paint-order": "stroke",
        }
    return _Element("text", attributes, escaped(item.text))


def _pattern(name: str, hatch: Hatch) -> str:
    """Return a hatch as a pattern: one cell, repeated and rotated."""
    s = hatch.spacing
    middle = number(s / 2)
    paint = f'stroke="{hatch.colour}" stroke-width="{number(hatch.width)}"'
    if hatch.opacity != 1:
        paint += f' opacity="{number(hatch.opacity)}"'
    match hatch.mark:
        case HatchMark.LINES:
            drawn = f'<path d="M0 {middle}H{number(s)}" {paint}/>'
        case HatchMark.DASHES:
            drawn = f'<path d="M0 {middle}H{number(s * 0.62)}" {paint}/>'
        case HatchMark.GRID:
            drawn = f'<path d="M0 {middle}H{number(s)}M{middle} 0V{number(s)}" fill="none" {paint}/>'
        case HatchMark.DOTS:
            drawn = f'<path d="M{middle} {middle}h0.01" stroke-linecap="round" {paint}/>'
    return (
        f'<pattern id="{name}" width="{number(s)}" height="{number(s)}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({number(hatch.angle)})">{drawn}</pattern>'
    )
