"""The brush, and with it what all tools that paint by strokes have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from fairground.core.files import to_text
from fairground.core.grid.hexes import Hex, disc
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry
from fairground.core.scenario.board import PaletteEntry
from fairground.editor.document.patches import FieldPatch
from fairground.editor.tools.state import Stacking

if TYPE_CHECKING:
    from collections.abc import Callable

RIGHT = Qt.MouseButton.RightButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def test_left_and_right_button_paint_the_two_terrains(bench: Any) -> None:
    brush = bench.take("brush")
    bench.drag(brush, "B2")
    bench.drag(brush, "C3", button=RIGHT)
    assert bench.labels_of("wall") == {"B2"}
    assert bench.labels_of("rubble") == {"C3"}
    assert [bench.document.undo_stack.text(step) for step in range(2)] == ["Paint wall", "Paint rubble"]


@pytest.mark.parametrize(("radius", "count"), [(0, 1), (1, 7), (2, 19), (3, 37)])
def test_a_radius_paints_a_disc(make_bench: Callable[..., Any], radius: int, count: int) -> None:
    bench = make_bench(16, 16)
    bench.state.radius = radius
    bench.drag(bench.take("brush"), "H8")
    assert bench.board.hexes_of(bench.board.where_terrain("wall")) == set(
        disc(bench.board.parse("H8"), radius)
    )
    assert len(bench.labels_of("wall")) == count


def test_a_fast_drag_leaves_no_gap_and_is_one_step(bench: Any) -> None:
    before = to_text(bench.scenario)
    bench.drag(bench.take("brush"), "A1", "A6", "E6")
    assert bench.labels_of("wall") >= {"A1", "A2", "A3", "A4", "A5", "A6", "E6"}
    assert len(bench.labels_of("wall")) == 10
    assert bench.steps == 1
    painted = to_text(bench.scenario)
    bench.document.undo()
    assert to_text(bench.scenario) == before
    bench.document.redo()
    assert to_text(bench.scenario) == painted


def test_painting_what_is_there_is_no_step(bench: Any) -> None:
    bench.state.terrain_first = "clear"
    bench.drag(bench.take("brush"), "A1", "H8")
    assert not bench.steps
    assert not bench.document.is_dirty


def test_the_part_of_a_disc_on_the_board_is_painted(bench: Any) -> None:
    bench.state.radius = 1
    off = bench.board.layout.from_offset(-1, 0)
    bench.drag(bench.take("brush"), off)
    assert bench.labels_of("wall") == {"A1", "A2"}
    bench.drag(bench.take("brush"), bench.board.layout.from_offset(-5, 40))
    assert bench.steps == 1


def test_void_hexes_can_be_painted(bench: Any) -> None:
    brush = bench.take("brush")
    bench.state.terrain_first = "void"
    bench.drag(brush, "A1", "A3")
    bench.state.terrain_first = "wall"
    bench.drag(brush, "A2")
    assert bench.labels_of("void") == {"A1", "A3"}
    assert bench.labels_of("wall") == {"A2"}


def test_a_symmetry_paints_the_partner_too(bench: Any) -> None:
    bench.state.symmetry = BoardSymmetry.TURN_180
    bench.drag(bench.take("brush"), "A1", "A2")
    assert bench.labels_of("wall") == {"A1", "A2", "H8", "H7"}
    assert bench.steps == 1


def test_a_board_without_the_symmetry_is_refused_with_a_sentence(make_bench: Callable[..., Any]) -> None:
    bench = make_bench(15, 17)
    bench.state.symmetry = BoardSymmetry.TURN_180
    brush = bench.take("brush")
    brush.hover(bench.pointer("C3", button=Qt.MouseButton.NoButton))
    bench.drag(brush, "A1", "B2")
    assert not bench.steps
    assert len(bench.refusals) == 1
    assert "15x17" in bench.refusals[0]
    assert "even" in bench.refusals[0]
    assert not bench.previews


def test_a_locked_layer_is_refused_with_a_sentence(bench: Any) -> None:
    bench.state.locked_layers = frozenset(("terrain",))
    bench.drag(bench.take("brush"), "A1", "B2")
    assert not bench.steps
    assert bench.refusals == ["The terrain layer is locked; unlock it in the layer list to edit it."]
    bench.state.locked_layers = frozenset(("elevation", "zones"))
    bench.drag(bench.take("brush"), "A1")
    assert bench.steps == 1


def test_ctrl_click_picks_instead_of_painting(bench: Any) -> None:
    brush = bench.take("brush")
    bench.drag(brush, "A1")
    bench.drag(brush, "B1", button=RIGHT)
    bench.drag(brush, "B1", modifiers=CONTROL)
    bench.drag(brush, "A1", button=RIGHT, modifiers=CONTROL)
    assert (bench.state.terrain_first, bench.state.terrain_second) == ("rubble", "wall")
    assert bench.steps == 2
    bench.drag(brush, bench.board.layout.from_offset(20, 20), modifiers=CONTROL)
    assert bench.state.terrain_first == "rubble"


def test_a_picked_stack_is_painted_whole(bench: Any) -> None:
    brush = bench.take("brush")
    palette = bench.board.palette
    index, patches = (
        1,
        [FieldPatch("board.palette", palette, [*palette, type(palette[0])("b", ("rubble", "wall"))])],
    )
    bench.document.edit("stack", patches)
    bench.board.terrain[0, 0] = index
    bench.drag(brush, "A1", modifiers=CONTROL)
    assert bench.state.terrain_first == "wall"
    bench.drag(brush, "D4")
    assert bench.board.terrain_at(bench.board.parse("D4")) == ("rubble", "wall")
    assert len(bench.board.palette) == 2


def test_cancel_takes_the_stroke_back_and_leaves_no_step(bench: Any) -> None:
    brush = bench.take("brush")
    bench.drag(brush, "H1")
    before = to_text(bench.scenario)
    bench.drag(brush, "A1", "D4", "A7", finish=False)
    assert bench.steps == 2
    brush.cancel()
    assert to_text(bench.scenario) == before
    assert bench.steps == 1
    brush.move(bench.pointer("E5", "A7"))
    brush.release(bench.pointer("E5"))
    assert to_text(bench.scenario) == before
    assert bench.document.undo_stack.undoText() == "Paint wall"


def test_cancel_without_a_stroke_does_nothing(bench: Any) -> None:
    brush = bench.take("brush")
    bench.drag(brush, "H1")
    brush.cancel()
    assert bench.labels_of("wall") == {"H1"}
    assert bench.steps == 1


def test_a_cancelled_stroke_on_a_saved_document_leaves_it_clean(bench: Any, tmp_path: Any) -> None:
    brush = bench.take("brush")
    bench.drag(brush, "H1")
    bench.document.save(tmp_path / "a.yaml")
    bench.drag(brush, "A1", "D4", finish=False)
    assert bench.document.is_dirty
    brush.cancel()
    assert not bench.document.is_dirty


def test_a_second_button_during_a_stroke_does_nothing(bench: Any) -> None:
    brush = bench.take("brush")
    bench.drag(brush, "A1", "A2", finish=False)
    brush.press(bench.pointer("A2", button=RIGHT))
    brush.move(bench.pointer("A3", "A2", button=RIGHT))
    brush.release(bench.pointer("A3", button=RIGHT))
    brush.move(bench.pointer("A4", "A3"))
    brush.release(bench.pointer("A4"))
    assert bench.labels_of("wall") == {"A1", "A2", "A3", "A4"}
    assert not bench.labels_of("rubble")
    assert bench.steps == 1


def test_another_tool_or_document_ends_the_stroke(make_bench: Callable[..., Any]) -> None:
    bench, other = make_bench(), make_bench()
    brush = bench.take("brush")
    bench.drag(brush, "A1", finish=False)
    brush.deactivate()
    brush.move(bench.pointer("A5", "A1"))
    assert bench.labels_of("wall") == {"A1"}
    brush.activate()
    bench.drag(brush, "B1", finish=False)
    bench.state.document = other.document
    brush.move(bench.pointer("B5", "B1"))
    brush.cancel()
    assert not other.labels_of("wall")


def test_two_strokes_are_two_steps(bench: Any) -> None:
    brush = bench.take("brush")
    bench.drag(brush, "A1", "A2")
    bench.drag(brush, "A3", "A4")
    assert bench.steps == 2
    bench.document.undo()
    assert bench.labels_of("wall") == {"A1", "A2"}


def test_the_preview_follows_pointer_and_options(bench: Any) -> None:
    brush = bench.take("brush")
    brush.hover(bench.pointer("C3", button=Qt.MouseButton.NoButton))
    assert bench.previews[-1] == bench.hexes("C3")
    bench.state.radius = 1
    assert bench.previews[-1] == set(disc(bench.board.parse("C3"), 1))
    bench.state.locked_layers = frozenset(("terrain",))
    assert not bench.previews[-1]
    bench.state.locked_layers = frozenset()
    brush.hover(None)
    assert not bench.previews[-1]


@given(
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    layout=st.sampled_from(Layout),
    kind=st.none() | st.sampled_from(BoardSymmetry),
    radius=st.integers(0, 4),
    at=st.builds(Hex, st.integers(-2, 10), st.integers(-6, 10)),
)
def test_the_preview_is_what_a_click_changes(
    make_bench: Callable[..., Any],
    columns: int,
    rows: int,
    layout: Layout,
    kind: BoardSymmetry | None,
    radius: int,
    at: Hex,
) -> None:
    bench = make_bench(columns, rows, layout=layout)
    bench.state.radius, bench.state.symmetry = radius, kind
    brush = bench.take("brush")
    brush.hover(bench.pointer(at, button=Qt.MouseButton.NoButton))
    preview = bench.previews[-1] if bench.previews else frozenset()
    bench.drag(brush, at)
    changed = bench.board.hexes_of(bench.board.where_terrain("wall"))
    assert changed == preview
    own = {it for it in disc(at, radius) if bench.board.contains(it)}
    symmetry = board_symmetry(kind, layout, columns, rows) if kind else None
    if kind and not symmetry:
        assert bench.refusals
        assert not changed
    elif symmetry:
        assert own <= changed
        assert {symmetry(it) for it in changed} == changed
    else:
        assert changed == own


# -- on top -------------------------------------------------------------------------------------------------


@pytest.fixture
def stacks(make_bench: Callable[..., Any]) -> Any:
    """A bench whose left button puts roads on top; B2 to B4 are woods."""
    bench = make_bench(ruleset="hexside-ww2")
    bench.state.terrain_first = "woods"
    bench.drag(bench.take("brush"), "B2", "B4")
    bench.state.terrain_first, bench.state.stacking = "road", Stacking.ON_TOP
    return bench


def stack(bench: Any, label: str) -> tuple[str, ...]:
    found: tuple[str, ...] = bench.board.terrain_at(bench.board.parse(label))
    return found


def names(bench: Any) -> list[str]:
    steps = bench.document.undo_stack
    return [steps.text(step) for step in range(steps.count())]


def test_on_top_of_terrain_the_rest_stays_and_clear_ground_gives_way(stacks: Any) -> None:
    brush = stacks.tools["brush"]
    stacks.drag(brush, "B1", "B3")
    assert [stack(stacks, it) for it in ("B1", "B2", "B3", "B4")] == [
        ("road",),
        ("woods", "road"),
        ("woods", "road"),
        ("woods",),
    ]
    assert names(stacks) == ["Paint woods", "Add road"]
    stacks.drag(brush, "B2")
    assert stacks.steps == 2, "once is enough"
    stacks.document.undo()
    assert stack(stacks, "B2") == ("woods",)


def test_on_top_the_right_button_takes_that_terrain_alone(stacks: Any) -> None:
    brush = stacks.tools["brush"]
    stacks.drag(brush, "B1", "B3")
    stacks.state.terrain_second = "jungle"
    stacks.drag(brush, "B1", "B4", button=RIGHT)
    assert [stack(stacks, it) for it in ("B1", "B2", "B3", "B4")] == [("clear",), *[("woods",)] * 3]
    assert names(stacks)[-1] == "Take off road"
    stacks.drag(brush, "B1", "B4", button=RIGHT)
    assert stacks.steps == 3


def test_a_stack_that_was_picked_is_put_on_top_kind_by_kind(stacks: Any) -> None:
    brush = stacks.tools["brush"]
    stacks.drag(brush, "B2")
    stacks.drag(brush, "B2", modifiers=CONTROL)
    assert stacks.state.stack_first == ("woods", "road")
    stacks.drag(brush, "B3", "B4")
    assert stack(stacks, "B4") == ("woods", "road")
    stacks.state.terrain_first = "building"
    stacks.drag(brush, "D4")
    stacks.state.stack_first = ("woods", "road")
    stacks.drag(brush, "D4")
    assert stack(stacks, "D4") == ("building", "woods", "road")


def test_clear_ground_and_void_replace_all_the_same(stacks: Any) -> None:
    brush = stacks.tools["brush"]
    stacks.state.terrain_first = "clear"
    stacks.drag(brush, "B2")
    stacks.state.terrain_first = "void"
    stacks.drag(brush, "B3")
    assert (stack(stacks, "B2"), stack(stacks, "B3")) == (("clear",), ("void",))
    stacks.state.terrain_first = "road"
    stacks.drag(brush, "B3")
    assert stack(stacks, "B3") == ("void",), "there is nothing that it could lie on"
    assert stacks.refusals == [
        "Void hexes have no ground to put anything on: paint that first, with Replace."
    ]


def test_what_an_import_left_on_a_hex_stays_with_it_on_top(stacks: Any) -> None:
    board = stacks.board
    board.palette = [*board.palette, PaletteEntry("i", ("woods",), "woods:1;fluff:3")]
    board.terrain[board.cell(board.parse("D4"))] = len(board.palette) - 1
    brush = stacks.tools["brush"]
    stacks.drag(brush, "D4")
    entry = stacks.board.palette[stacks.board.terrain[board.cell(board.parse("D4"))]]
    assert (entry.kinds, entry.source) == (("woods", "road"), "woods:1;fluff:3")
    assert stack(stacks, "B2") == ("woods",)
    stacks.drag(brush, "D4", button=RIGHT)
    assert stacks.board.palette[stacks.board.terrain[board.cell(board.parse("D4"))]].key == "i"


def test_a_symmetry_goes_on_top_of_whatever_lies_there(stacks: Any) -> None:
    stacks.state.symmetry = BoardSymmetry.TURN_180
    stacks.drag(stacks.tools["brush"], "B3")
    assert (stack(stacks, "B3"), stack(stacks, "G6")) == (("woods", "road"), ("road",))


def test_details_are_added_and_never_replace(make_bench: Callable[..., Any]) -> None:
    bench = make_bench(ruleset="megamek")
    rules = bench.scenario.rules
    detail = next(name for name, it in rules.terrain.items() if it.detail)
    plain = next(
        name for name, it in rules.terrain.items() if not it.detail and name not in ("clear", "void")
    )
    bench.state.terrain_first = plain
    brush = bench.take("brush")
    bench.drag(brush, "B2")
    bench.state.terrain_first = bench.state.terrain_second = detail
    bench.drag(brush, "B2")
    bench.drag(brush, "B3", button=RIGHT)
    assert bench.state.stacking is Stacking.REPLACE
    assert (stack(bench, "B2"), stack(bench, "B3")) == ((plain, detail), ("clear", detail))
    bench.state.stacking = Stacking.ON_TOP
    bench.drag(brush, "B2", button=RIGHT)
    assert stack(bench, "B2") == (plain,)
    bench.drag(brush, "B2")
    bench.state.terrain_first = plain
    bench.drag(brush, "B2", button=RIGHT)
    assert stack(bench, "B2") == ("clear", detail), "a detail never stands alone"
    bench.drag(brush, "B3")
    assert stack(bench, "B3")[-1] == plain
    bench.state.stacking = Stacking.REPLACE
    bench.state.stack_first = (plain, detail)
    bench.drag(brush, "C3")
    assert stack(bench, "C3") == (plain, detail)
    bench.state.terrain_first = detail
    bench.drag(bench.take("fill"), "F6")
    assert stack(bench, "F6") == ("clear", detail)
