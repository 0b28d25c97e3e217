"""Names in pictures: on shipped boards none is written over a level, points or another name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import load
from fairground.core.pictures import draw_board
from fairground.core.pictures.display_list import Circle, Group, Text
from fairground.core.pictures.label_layers import NAME_SIZE, NAME_SPACING
from fairground.core.pictures.lettering import text_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.pictures.display_list import Item
    from fairground.core.scenario.document import Scenario

SCENARIOS = Path(__file__).parents[3] / "scenarios"


def parts(items: Iterable[Item], kind: type[Item]) -> Iterator[Item]:
    for it in items:
        if isinstance(it, Group):
            yield from parts(it.items, kind)
        elif isinstance(it, kind):
            yield it


def boxes_of_names(scenario: Scenario) -> list[tuple[float, float, float, float]]:
    layer = draw_board(scenario).layer("names")
    found = []
    for it in parts(layer.items, Text) if layer is not None else ():
        assert isinstance(it, Text)
        half = text_width(it.text, NAME_SIZE, bold=True, spacing=NAME_SPACING) / 2
        found.append((it.x - half, it.y - 0.75 * NAME_SIZE, it.x + half, it.y))
    return found


def apart(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.yaml")), ids=lambda it: it.stem)
def test_no_name_is_written_over_another_or_over_a_number(path: Path) -> None:
    scenario = load(path)
    names = boxes_of_names(scenario)
    discs = []
    for layer in map(draw_board(scenario).layer, ("levels", "points")):
        for it in parts(layer.items, Circle) if layer is not None else ():
            assert isinstance(it, Circle)
            reach = 0.8 * it.radius
            discs.append((it.x - reach, it.y - reach, it.x + reach, it.y + reach))
    for i, name in enumerate(names):
        assert all(apart(name, other) for other in (*names[:i], *discs))


def test_a_name_with_room_is_under_the_middle_of_its_hex(arena: Scenario) -> None:
    arena.board.names.clear()
    arena.objectives, arena.units = [], []
    arena.board.elevation[:] = 0
    at = arena.board.parse("C3")
    arena.board.names[at] = "Old Mill"
    labels, names = (draw_board(arena).layer(it) for it in ("labels", "names"))
    assert labels is not None
    assert names is not None
    (text,) = parts(names.items, Text)
    (label,) = (it for it in parts(labels.items, Text) if isinstance(it, Text) and it.text == "C3")
    assert isinstance(text, Text)
    assert text.x == pytest.approx(label.x)
    assert text.y > label.y
