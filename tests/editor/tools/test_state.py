from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.errors import ScenarioError
from fairground.editor.document.mover_choice import MoverChoice
from fairground.editor.tools.state import ElevationMode, ToolState
from fairground.editor.tools.toolbox import toolbox

if TYPE_CHECKING:
    from collections.abc import Callable


def test_changed_names_the_option_and_only_news(bench: Any) -> None:
    heard: list[str] = []
    bench.state.changed.connect(heard.append)
    bench.state.terrain_first = "rubble"
    bench.state.terrain_first = "rubble"
    bench.state.radius = 2
    bench.state.elevation_mode = ElevationMode.LOWER
    bench.state.selection = bench.hexes("A1")
    bench.state.locked_layers = frozenset(("zones",))
    assert heard == ["terrain_first", "radius", "elevation_mode", "selection", "locked_layers"]


@pytest.mark.parametrize(("wanted", "given"), [(-1, 0), (0, 0), (4, 4), (5, 4)])
def test_a_radius_stays_within_its_bounds(bench: Any, wanted: int, given: int) -> None:
    bench.state.radius = wanted
    assert bench.state.radius == given


def test_a_new_document_brings_its_terrain_and_zones(make_bench: Callable[..., Any]) -> None:
    bench, other = make_bench(), make_bench(ruleset="penance-2.0")
    bench.state.selection = bench.hexes("A1")
    bench.state.zone_id = "p2-start"
    bench.state.terrain_first = "barricade"
    bench.state.document = other.document
    assert not bench.state.selection
    assert bench.state.zone_id == "p1-start"
    assert bench.state.terrain_first in other.scenario.rules.terrain
    assert bench.state.terrain_second in other.scenario.rules.terrain


def test_a_new_document_brings_its_features_and_effects(make_bench: Callable[..., Any]) -> None:
    bench, other = make_bench(), make_bench(ruleset="hexside-ww2")
    assert bench.state.feature == ""
    bench.state.effect = "fire"
    bench.state.document = other.document
    rules = other.scenario.rules
    assert bench.state.feature == next(iter(rules.hexsides))
    assert bench.state.effect == next(iter(rules.effects))
    bench.state.feature = list(rules.hexsides)[-1]
    bench.state.document = make_bench(ruleset="hexside-ww2").document
    assert bench.state.feature == list(rules.hexsides)[-1], "what the ruleset has stays chosen"


@pytest.mark.parametrize(("wanted", "given"), [(0, 1), (1, 1), (9, 9), (10, 9)])
def test_the_turns_of_the_reach_stay_within_their_bounds(bench: Any, wanted: int, given: int) -> None:
    bench.state.reach_turns = wanted
    assert bench.state.reach_turns == given


def test_who_moves_stays_chosen_where_the_ruleset_has_it(make_bench: Callable[..., Any]) -> None:
    one, other = make_bench(), make_bench(ruleset="hexside-ww2")
    one.state.mover = MoverChoice("heavy", "walk", in_danger=True)
    one.state.document = other.document
    assert one.state.mover == MoverChoice("", "walk", in_danger=True)


def test_there_may_be_no_document(bench: Any) -> None:
    bench.state.document = None
    assert not bench.state.zone_id
    with pytest.raises(ScenarioError, match="no scenario is open"):
        _ = bench.tools["brush"].document


def test_every_tool_says_what_it_is(qapp: Any) -> None:
    assert qapp
    tools = toolbox(ToolState())
    assert list(tools) == [
        *("select", "brush", "fill", "eraser", "eyedropper", "elevation", "hexsides", "effects", "zones"),
        *("objectives", "units"),
        "sight",
        "path",
        "measure",
        "names",
        "underlay",
        "paste",
        "what-if",
    ]
    for name, tool in tools.items():
        assert tool.id == name
        assert tool.title
        assert tool.hint.endswith(".")
        assert len(tool.hint) <= 120
