from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import ScenarioError
from fairground.editor.document.mover_choice import MoverChoice
from fairground.editor.tools.option_defaults import ElevationMode
from fairground.editor.tools.terrain_tools import Brush
from fairground.editor.tools.tool_list import toolbox
from fairground.editor.tools.tool_state import ToolState

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker


def test_changed_names_the_option_and_only_news(workbench: ToolDriver) -> None:
    heard: list[str] = []
    workbench.state.changed.connect(heard.append)
    workbench.state.terrain_first = "rubble"
    workbench.state.terrain_first = "rubble"
    workbench.state.radius = 2
    workbench.state.elevation_mode = ElevationMode.LOWER
    workbench.state.selection = workbench.hexes("A1")
    workbench.state.locked_layers = frozenset(("zones",))
    assert heard == ["terrain_first", "radius", "elevation_mode", "selection", "locked_layers"]


@pytest.mark.parametrize(("wanted", "given"), [(-1, 0), (0, 0), (4, 4), (5, 4)])
def test_a_radius_stays_within_its_bounds(workbench: ToolDriver, wanted: int, given: int) -> None:
    workbench.state.radius = wanted
    assert workbench.state.radius == given


def test_a_new_document_brings_its_terrain_and_zones(make_workbench: WorkbenchMaker) -> None:
    workbench, other = make_workbench(), make_workbench(ruleset="penance-2.0")
    workbench.state.selection = workbench.hexes("A1")
    workbench.state.zone_id = "p2-start"
    workbench.state.terrain_first = "barricade"
    workbench.state.document = other.document
    assert not workbench.state.selection
    assert workbench.state.zone_id == "p1-start"
    assert workbench.state.terrain_first in other.scenario.rules.terrain
    assert workbench.state.terrain_second in other.scenario.rules.terrain


def test_a_new_document_brings_its_features_and_effects(make_workbench: WorkbenchMaker) -> None:
    workbench, other = make_workbench(), make_workbench(ruleset="hexside-ww2")
    assert workbench.state.feature == ""
    workbench.state.effect = "fire"
    workbench.state.document = other.document
    rules = other.scenario.rules
    assert workbench.state.feature == next(iter(rules.hexsides))
    assert workbench.state.effect == next(iter(rules.effects))
    workbench.state.feature = list(rules.hexsides)[-1]
    workbench.state.document = make_workbench(ruleset="hexside-ww2").document
    assert workbench.state.feature == list(rules.hexsides)[-1], "what the ruleset has stays chosen"


@pytest.mark.parametrize(("wanted", "given"), [(0, 1), (1, 1), (9, 9), (10, 9)])
def test_the_turns_of_the_reach_stay_within_their_bounds(
    workbench: ToolDriver, wanted: int, given: int
) -> None:
    workbench.state.reach_turns = wanted
    assert workbench.state.reach_turns == given


def test_who_moves_stays_chosen_where_the_ruleset_has_it(make_workbench: WorkbenchMaker) -> None:
    one, other = make_workbench(), make_workbench(ruleset="hexside-ww2")
    one.state.mover = MoverChoice("heavy", "walk", in_danger=True)
    one.state.document = other.document
    assert one.state.mover == MoverChoice("", "walk", in_danger=True)


def test_there_may_be_no_document(workbench: ToolDriver) -> None:
    workbench.state.document = None
    assert not workbench.state.zone_id
    with pytest.raises(ScenarioError, match="no scenario is open"):
        _ = workbench.tool(Brush).document


def test_every_tool_says_what_it_is(qapp: QApplication) -> None:
    assert qapp
    tools = toolbox(ToolState())
    assert list(tools) == [
        *("select", "brush", "fill", "eraser", "eyedropper", "elevation", "hexsides", "effects", "zones"),
        *("objectives", "units"),
        *("names", "decorations", "sight", "path", "measure", "underlay", "paste", "what-if"),
    ]
    for name, tool in tools.items():
        assert tool.id == name
        assert tool.title
        assert tool.hint.endswith(".")
        assert len(tool.hint) <= 120
