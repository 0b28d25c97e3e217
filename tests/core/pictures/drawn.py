"""What is drawn in a picture: its items by layers, the words of its legend, and where a hex lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.pictures.display_list import Group, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.pictures.display_list import Item, Picture
    from fairground.core.scenario.document import Scenario


def items(picture: Picture, layer_id: str) -> list[Item]:
    layer = picture.layer(layer_id)
    return list(layer.items) if layer else []


def flat(found: list[Item]) -> Iterator[Item]:
    for item in found:
        yield from flat(list(item.items)) if isinstance(item, Group) else (item,)


def middle(picture: Picture, scenario: Scenario, label: str) -> tuple[float, float]:
    board = scenario.board
    x, y = board.layout.centre(board.parse(label), size=picture.hex_size)
    return x + picture.origin[0], y + picture.origin[1]


def words(picture: Picture) -> list[str]:
    return [it.text for it in items(picture, "legend") if isinstance(it, Text)]
