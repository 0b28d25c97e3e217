"""Names in pictures: on shipped boards none covers another name, a level, points, a unit, or the label of a hex."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from fairground.core import load
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout
from fairground.core.pictures import draw_board, label_layers
from fairground.core.pictures.display_list import Circle, Group, Text, TextAnchor
from fairground.core.pictures.lettering import text_width
from fairground.core.pictures.options import PictureOptions
from fairground.core.scenario.transform.whole_board import Keep, relaid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.pictures.display_list import Item
    from fairground.core.scenario.document import Scenario

SHIPPED = sorted((Path(__file__).parents[3] / "scenarios").glob("*.yaml"))


def parts(items: Iterable[Item], *kinds: type[Item]) -> Iterator[Item]:
    for it in items:
        if isinstance(it, Group):
            yield from parts(it.items, *kinds)
        elif isinstance(it, kinds):
            yield it


class Box(NamedTuple):
    """The letters of a text with their paper, or the square around a disc, in mm."""

    what: str
    left: float
    top: float
    right: float
    bottom: float


def box_of(it: Item, *, paper: bool = False) -> Box:
    if isinstance(it, Circle):
        return Box("disc", it.x - it.radius, it.y - it.radius, it.x + it.radius, it.y + it.radius)
    assert isinstance(it, Text)
    width = text_width(it.text, it.size, bold=it.bold, spacing=it.spacing)
    left = it.x - width / 2 if it.anchor is TextAnchor.MIDDLE else it.x
    edge = it.halo_width / 2 if paper else 0.0
    return Box(it.text, left - edge, it.y - 0.75 * it.size - edge, left + width + edge, it.y + edge)


def overlapping(scenario: Scenario, **options: Any) -> list[tuple[str, str, str]]:
    """Return the names whose paper covers something: the name, the layer of the other thing, and its text."""
    picture = draw_board(scenario, PictureOptions(legend=False, **options))

    def drawn(layer: str, *kinds: type[Item]) -> list[Item]:
        found = picture.layer(layer)
        return list(parts(found.items, *kinds)) if found else []

    names = drawn("names", Text)
    others = [(layer, box_of(it)) for layer, kinds in COVERED.items() for it in drawn(layer, *kinds)]
    found = []
    for at, name in enumerate(names):
        box = box_of(name, paper=True)
        beside = [("names", box_of(it)) for it in (*names[:at], *names[at + 1 :])]
        found += [
            (box.what, layer, it.what)
            for layer, it in (*others, *beside)
            if min(box.right, it.right) - max(box.left, it.left) > 0.01
            and min(box.bottom, it.bottom) - max(box.top, it.top) > 0.01
        ]
    return found


#: What no name may cover: numbers of levels and points in their discs, counters with their signs, labels of hexes.
COVERED: dict[str, tuple[type[Item], ...]] = {
    "levels": (Circle,),
    "points": (Circle,),
    "units": (Circle, Text),
    "labels": (Text,),
}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda it: it.stem)
def test_no_name_covers_a_name_a_number_a_unit_or_a_label(path: Path) -> None:
    scenario = load(path)
    for style in (None, LabelStyle.NUMERIC, LabelStyle.AXIAL):
        assert overlapping(scenario, label_style=style) == [], style


@pytest.mark.parametrize("path", SHIPPED, ids=lambda it: it.stem)
def test_no_name_covers_a_name_a_number_or_a_unit_in_any_layout(path: Path) -> None:
    for layout in Layout:
        scenario = relaid(load(path), layout, Keep.OFFSETS).scenario
        assert [it for it in overlapping(scenario) if it[1] != "labels"] == [], layout


def test_names_that_are_not_placed_cover_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(label_layers, "_PLACES", [(0.0, 0.0, 8.8)])
    found = {(path.stem, layer) for path in SHIPPED for _, layer, _ in overlapping(load(path))}
    assert {layer for _, layer in found} == {"levels", "labels"}
    assert len({scenario for scenario, _ in found}) > 10


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
