"""A picture in greys: every colour becomes the grey of its luminance."""

from __future__ import annotations

from dataclasses import replace

from fairground.core.pictures.colours import grey
from fairground.core.pictures.display_list import Group, Item, Picture, Text, TileSymbol, Window


def in_grey(picture: Picture) -> Picture:
    """Return ``picture`` as it would look printed without colour."""
    return replace(
        picture,
        layers=tuple(replace(layer, items=_items(layer.items)) for layer in picture.layers),
        symbols={name: _items(items) for name, items in picture.symbols.items()},
        hatches={name: replace(hatch, colour=grey(hatch.colour)) for name, hatch in picture.hatches.items()},
    )


def _items(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(_item(item) for item in items)


def _item(item: Item) -> Item:
    match item:
        case Group() | Window():
            return replace(item, items=_items(item.items))
        case TileSymbol():
            return item
        case Text():
            return replace(item, fill=grey(item.fill), halo=item.halo and grey(item.halo))
        case _:
            return replace(item, fill=item.fill and grey(item.fill), stroke=item.stroke and grey(item.stroke))
