from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from fairground.core.scenario.parts import RulesetReference
from fairground.editor.tools.pointer import Pointer

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def at(bench: Any, label: str, button: Qt.MouseButton = Qt.MouseButton.NoButton) -> Pointer:
    here = bench.board.parse(label)
    return Pointer(here, (here,), button)


def ends(bench: Any) -> tuple[str, ...]:
    found: tuple[Hex, ...] = bench.state.path_ends or ()
    return tuple(bench.board.label(it) for it in found)


def test_a_drag_asks_for_a_path_and_edits_nothing(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("path")
    bench.drag(tool, "B2", "C3", "D4")
    assert ends(bench) == ("B2", "D4")
    assert bench.state.sight_line is None
    assert bench.steps == 0


def test_two_clicks_do_too_and_the_end_follows_the_pointer_between(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("path")
    tool.press(at(bench, "B2", LEFT))
    tool.release(at(bench, "B2", LEFT))
    tool.hover(at(bench, "C4"))
    assert ends(bench) == ("B2", "C4")
    tool.press(at(bench, "E5", LEFT))
    tool.release(at(bench, "E5", LEFT))
    tool.hover(at(bench, "A1"))
    assert ends(bench) == ("B2", "E5")


def test_escape_puts_the_path_back_that_was_there_before(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("path")
    bench.drag(tool, "B2", "D4")
    bench.drag(tool, "E5", "F6", finish=False)
    tool.cancel()
    assert ends(bench) == ("B2", "D4")


def test_the_right_button_pins_a_hex(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("path")
    tool.press(at(bench, "C3", RIGHT))
    assert bench.state.pin == bench.board.parse("C3")
    tool.press(at(bench, "C3", RIGHT))
    assert bench.state.pin is None


def test_off_the_board_nothing_sets_out(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("path")
    outside = bench.board.layout.from_offset(-1, 0)
    tool.press(Pointer(outside, (outside,), LEFT))
    assert bench.refusals == ["That is beside the board."]


def test_without_rules_nobody_knows_who_moves(make_bench: Any) -> None:
    bench = make_bench()
    bench.scenario.ruleset = RulesetReference("missing")
    tool = bench.take("path")
    tool.press(at(bench, "B2", LEFT))
    assert bench.refusals[0].startswith("The ruleset missing cannot be read")
    assert ends(bench) == ()


def test_another_document_has_no_path(make_bench: Any) -> None:
    bench = make_bench()
    bench.drag(bench.take("path"), "B2", "D4")
    bench.state.document = None
    assert bench.state.path_ends is None
