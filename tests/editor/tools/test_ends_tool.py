"""The tools that ask for two hexes: what they have in common, for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.editor.tools.ends_tool import PathTool
from fairground.editor.tools.sight import SightTool
from fairground.editor.tools.tool import Pointer

if TYPE_CHECKING:
    from fairground.editor.tools.ends_tool import EndsTool
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

LEFT, RIGHT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton


class Hand:
    """A tool in hand, moved by labels."""

    def __init__(self, workbench: ToolDriver, kind: type[EndsTool]) -> None:
        self.workbench, self.tool = workbench, workbench.take(kind)

    def press(self, label: str, button: Qt.MouseButton = LEFT) -> None:
        self.tool.press(self.workbench.pointer(label, button=button))

    def move(self, label: str) -> None:
        self.tool.move(self.workbench.pointer(label))

    def click(self, label: str, button: Qt.MouseButton = LEFT) -> None:
        self.press(label, button)
        self.tool.release(self.workbench.pointer(label, button=button))

    def hover(self, label: str) -> None:
        self.tool.hover(self.workbench.pointer(label, button=NO_BUTTON))

    @property
    def ends(self) -> tuple[str, ...]:
        return tuple(self.workbench.board.label(it) for it in self.tool.ends or ())


@pytest.fixture(params=[SightTool, PathTool])
def hand(request: pytest.FixtureRequest, make_workbench: WorkbenchMaker) -> Hand:
    return Hand(make_workbench(), request.param)


def test_a_drag_sets_both_ends_and_edits_nothing(hand: Hand) -> None:
    hand.press("B2")
    assert hand.ends == ("B2", "B2")
    hand.move("C3")
    assert hand.ends == ("B2", "C3")
    hand.move("D4")
    hand.tool.release(hand.workbench.pointer("D4"))
    hand.hover("A1")
    assert hand.ends == ("B2", "D4")
    assert hand.workbench.steps == 0


def test_a_click_sets_one_end_and_the_other_follows_the_pointer_until_the_next(hand: Hand) -> None:
    hand.click("B2")
    hand.hover("C4")
    assert hand.ends == ("B2", "C4")
    hand.click("D4")
    hand.hover("A1")
    assert hand.ends == ("B2", "D4")


def test_escape_puts_back_what_was_there_before(hand: Hand) -> None:
    hand.workbench.drag(hand.tool, "B2", "D4")
    hand.workbench.drag(hand.tool, "A1", "A3", finish=False)
    hand.tool.cancel()
    assert hand.ends == ("B2", "D4")


def test_ends_that_were_taken_away_do_not_follow_the_pointer(hand: Hand) -> None:
    hand.click("B2")
    hand.tool.ends = None
    hand.hover("C4")
    assert hand.ends == ()


def test_the_ends_stay_when_another_tool_is_taken(hand: Hand) -> None:
    hand.click("B2")
    hand.hover("C4")
    hand.tool.deactivate()
    hand.hover("D4")
    assert hand.ends == ("B2", "C4")


def test_the_right_button_pins_a_hex_and_lets_it_go(hand: Hand) -> None:
    state, board = hand.workbench.state, hand.workbench.board
    hand.click("C3", RIGHT)
    assert state.pin == board.parse("C3")
    hand.press("D4", RIGHT)
    assert state.pin == board.parse("D4")
    hand.press("D4", RIGHT)
    assert state.pin is None
    assert hand.ends == ()


def test_off_the_board_nothing_begins_or_ends(hand: Hand) -> None:
    outside = hand.workbench.board.layout.from_offset(-1, 0)
    hand.tool.press(Pointer(outside, (outside,), LEFT))
    assert hand.workbench.refusals == ["That is off the board."]
    hand.press("B2")
    hand.tool.move(Pointer(outside, (outside,), LEFT))
    assert hand.ends == ("B2", "B2")
