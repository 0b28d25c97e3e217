"""The style of hex labels of a scenario: its file, its texts, and what users may write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import GridError, ScenarioError
from fairground.core.files import read_bytes, to_text
from fairground.core.grid import HexNames, LabelStyle, Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.shapes import Listed, Within
from fairground.core.scenario.zone_text import explain_subtraction, parse_shape
from fairground.core.sight.line.verdict import sight
from fairground.core.validation import validate
from fairground.core.whatif.changes import parse_change

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def styled(style: LabelStyle, size: tuple[int, int] = (12, 9)) -> Scenario:
    scenario = blank_scenario("Styled", layout=Layout.ODD_Q, size=size, ruleset="penance-2.0")
    scenario.board.label_style = style
    return scenario


@pytest.mark.parametrize("style", LabelStyle)
def test_a_file_keeps_the_style(style: LabelStyle) -> None:
    text = to_text(styled(style))
    read = read_bytes(text.encode()).scenario
    assert read is not None
    assert read.board.label_style is style
    assert to_text(read) == text
    is_new = style is not LabelStyle.COLUMN_LETTER
    assert (f"labels: {style.value}" in text, text.startswith("format: fairground/2")) == (is_new, is_new)


def test_the_style_of_a_user_is_not_saved() -> None:
    scenario = styled(LabelStyle.NUMERIC)
    before = to_text(scenario)
    scenario.board.shown_style = LabelStyle.AXIAL
    assert scenario.board.hex_name(scenario.board.parse("C4")) == "(2,2)"
    assert to_text(scenario) == before


def test_findings_name_hexes_in_the_style_and_keep_the_label_of_files() -> None:
    scenario = styled(LabelStyle.NUMERIC)
    scenario.locked = ["Z1"]
    scenario.board.elevation[3, 2] = 9
    found = [it for it in validate(scenario) if it.place.hex]
    assert found
    assert all(it.place.hex_name == scenario.board.hex_names.of_label(it.place.hex or "") for it in found)
    unreached = next(it for it in found if it.code == "area.sealed")
    assert "0304" in unreached.message
    assert unreached.place.hex == "C4"
    assert unreached.to_json()["place"]["hex"] == "C4"


def test_reasons_of_a_line_of_sight_name_hexes_in_the_style() -> None:
    scenario = styled(LabelStyle.AXIAL)
    scenario.board.elevation[1, 0] = 5
    verdict = sight(scenario, "A1", "A4")
    assert any("(0,1)" in it.text for it in verdict.reasons)
    assert {verdict.to_json()[end] for end in ("from", "to")} == {"A1", "A4"}


SHAPES = ("within 2 of C4", "A1, B2 | rows 1-2", "columns 10-12 & (C4, D5 - C4)", "rows 1-9 - I9")


@given(st.sampled_from(SHAPES), st.sampled_from(LabelStyle), st.sampled_from([9, 99, 100, 1000]))
def test_a_zone_can_be_written_in_each_style(text: str, style: LabelStyle, side: int) -> None:
    names = HexNames(Layout.ODD_Q, side, side, style)
    shape = parse_shape(text)
    assert parse_shape(names.restyle(str(shape)), names) == shape


def test_labels_of_files_and_names_can_be_mixed() -> None:
    names = styled(LabelStyle.NUMERIC).board.hex_names
    assert parse_shape("0304, A1", names) == Listed(("C4", "A1"))
    assert parse_shape("within 10 of 0304", names) == Within(10, "C4")


def test_a_subtraction_is_explained_in_the_style() -> None:
    board = styled(LabelStyle.NUMERIC).board
    shape = parse_shape("0606-0909", board.hex_names)
    assert explain_subtraction(shape, board) == (
        "0606 without 0909: 1 hex. For the block from 0606 to 0909, write columns 6-9 & rows 6-9."
    )


def test_changes_of_a_what_if_can_be_written_in_the_style() -> None:
    names = styled(LabelStyle.NUMERIC).board.hex_names
    change = parse_change("hit 0304 for 5", names)
    assert str(change) == "hit C4 for 5"
    assert names.restyle(str(parse_change("smoke at within 2 of 0304", names))) == "smoke at within 2 of 0304"


def test_a_hex_that_a_user_names_is_looked_up_in_the_style() -> None:
    board = styled(LabelStyle.ROW_LETTER).board
    assert board.find("D3") == board.parse("C4")
    with pytest.raises(ScenarioError, match="The board has rows A to I and columns 1 to 12"):
        board.find("J1")
    with pytest.raises(GridError, match="like 0304"):
        styled(LabelStyle.NUMERIC).board.find("304")


def test_transforms_keep_the_style() -> None:
    from fairground.core.scenario.transform.whole_board import resized

    scenario = styled(LabelStyle.NUMERIC)
    assert resized(scenario, 120, 9).scenario.board.label_style is LabelStyle.NUMERIC
