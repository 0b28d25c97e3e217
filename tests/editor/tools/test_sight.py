from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from fairground.editor.tools.pointer import Pointer
from fairground.editor.tools.sight import SightTool, no_sight_lines

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def at(bench: Any, label: str, button: Qt.MouseButton = Qt.MouseButton.NoButton) -> Pointer:
    here = bench.board.parse(label)
    return Pointer(here, (here,), button)


def ends(bench: Any) -> tuple[str, ...]:
    line: tuple[Hex, ...] = bench.state.sight_line or ()
    return tuple(bench.board.label(it) for it in line)


def test_a_drag_draws_the_line(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("sight")
    tool.press(at(bench, "B2", LEFT))
    assert ends(bench) == ("B2", "B2")
    tool.move(at(bench, "C3", LEFT))
    assert ends(bench) == ("B2", "C3")
    tool.move(at(bench, "D4", LEFT))
    tool.release(at(bench, "D4", LEFT))
    tool.hover(at(bench, "A1"))
    assert ends(bench) == ("B2", "D4")
    assert bench.steps == 0


def test_a_click_begins_a_line_that_follows_the_pointer_until_the_next(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("sight")
    tool.press(at(bench, "B2", LEFT))
    tool.release(at(bench, "B2", LEFT))
    tool.hover(at(bench, "C4"))
    assert ends(bench) == ("B2", "C4")
    tool.press(at(bench, "D4", LEFT))
    tool.release(at(bench, "D4", LEFT))
    tool.hover(at(bench, "A1"))
    assert ends(bench) == ("B2", "D4")


def test_escape_puts_the_last_line_back(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("sight")
    for start, end in (("B2", "D4"), ("A1", "A3")):
        tool.press(at(bench, start, LEFT))
        tool.move(at(bench, end, LEFT))
        if start == "B2":
            tool.release(at(bench, end, LEFT))
    tool.cancel()
    assert ends(bench) == ("B2", "D4")


def test_a_line_that_was_taken_away_does_not_follow_the_pointer(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("sight")
    tool.press(at(bench, "B2", LEFT))
    tool.release(at(bench, "B2", LEFT))
    bench.state.sight_line = None
    tool.hover(at(bench, "C4"))
    assert ends(bench) == ()


def test_the_line_stays_when_another_tool_is_taken(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("sight")
    tool.press(at(bench, "B2", LEFT))
    tool.release(at(bench, "B2", LEFT))
    tool.hover(at(bench, "C4"))
    tool.deactivate()
    tool.hover(at(bench, "D4"))
    assert ends(bench) == ("B2", "C4")


def test_the_right_button_pins_the_fan_and_lets_it_go(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("sight")
    tool.press(at(bench, "C3", RIGHT))
    tool.release(at(bench, "C3", RIGHT))
    assert bench.state.pin == bench.board.parse("C3")
    tool.press(at(bench, "D4", RIGHT))
    assert bench.state.pin == bench.board.parse("D4")
    tool.press(at(bench, "D4", RIGHT))
    assert bench.state.pin is None
    assert ends(bench) == ()


def test_off_the_board_there_is_nothing_to_look_from(make_bench: Any) -> None:
    bench = make_bench()
    tool = bench.take("sight")
    outside = bench.board.layout.from_offset(-1, 0)
    tool.press(Pointer(outside, (outside,), LEFT))
    assert bench.refusals == ["That is beside the board."]
    tool.press(at(bench, "B2", LEFT))
    tool.move(Pointer(outside, (outside,), LEFT))
    assert ends(bench) == ("B2", "B2")


def test_another_document_has_no_line(make_bench: Any) -> None:
    bench = make_bench()
    bench.state.sight_line = (bench.board.parse("A1"), bench.board.parse("B2"))
    bench.state.pin = bench.board.parse("A1")
    bench.state.sight_range, bench.state.sight_heights = 4, (1, 0)
    bench.state.document = None
    assert (bench.state.sight_line, bench.state.pin) == (None, None)
    assert (bench.state.sight_range, bench.state.sight_heights) == (None, (0, 0))


def test_rulesets_of_bases_have_no_lines_between_hexes(make_bench: Any) -> None:
    bench = make_bench(ruleset="base-visibility")
    sentence = no_sight_lines(bench.scenario)
    assert "from base to base" in sentence
    assert sentence.endswith(".")
    tool = bench.take("sight")
    assert isinstance(tool, SightTool)
    tool.press(at(bench, "B2", LEFT))
    assert bench.refusals == [sentence]
    assert bench.state.sight_line is None
