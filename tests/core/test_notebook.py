from __future__ import annotations

import io
import pickle
import sys
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest

from fairground.core import (
    Scenario,
    chokepoints,
    fairness,
    fan,
    load,
    movement_graph,
    mover,
    path,
    reach,
    record_games,
    sight,
    simulate,
    territory,
    to_dataframe,
    to_geodataframe,
    validate,
    validate_file,
    visibility,
)

FILE = "scenarios/ember-court.yaml"


if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(scope="module")
def arena() -> Scenario:
    return load(FILE)


PICTURES: dict[str, Callable[[Scenario], Any]] = {
    "fan": lambda it: fan(it, "C4"),
    "sight": lambda it: sight(it, "C4", "E5"),
    "path": lambda it: path(it, "C4", "E5"),
    "reach": lambda it: reach(it, "C4"),
    "territory": territory,
    "traffic": chokepoints,
}


@pytest.mark.parametrize("layer", PICTURES)
def test_a_result_is_drawn_on_its_map(arena: Scenario, layer: str) -> None:
    found = PICTURES[layer](arena)
    svg = found._repr_svg_()
    assert svg.startswith("<svg")
    assert f'id="layer-{layer}' in svg
    assert f'id="layer-{layer}' not in str(arena._repr_svg_())


@pytest.mark.parametrize("layer", PICTURES)
def test_the_text_of_a_result_is_short(arena: Scenario, layer: str) -> None:
    text = repr(PICTURES[layer](arena))
    assert len(text) < 120
    assert text.startswith("<")


def test_a_result_from_another_process_has_no_picture_and_carries_no_map(arena: Scenario) -> None:
    found = path(arena, "C4", "E5")
    copied = pickle.loads(pickle.dumps(found))  # noqa: S301  # pickled a moment ago
    assert (copied._repr_svg_(), copied.cost) == (None, found.cost)


def test_a_scenario_without_a_known_ruleset_is_drawn_too() -> None:
    text = "format: fairground/1\nname: A\nruleset: none-such\nboard: {layout: odd-q, size: [2, 1], palette: {.: clear}, terrain: '..'}\n"
    scenario = Scenario.from_text(text)
    assert str(scenario._repr_svg_()).startswith("<svg")


def test_a_large_board_is_not_drawn() -> None:
    assert Scenario.blank("Large", (200, 60))._repr_svg_() is None


TABLES: dict[str, tuple[Any, tuple[str, ...]]] = {
    "findings": (lambda _: validate_file("scenarios/standard-arena.yaml"), ("severity", "code", "hex")),
    "fairness": (lambda it: fairness(it, unit_class="heavy"), ("measure", "title", "class")),
    "visibility": (visibility, ("hex", "column", "row", "seen_by")),
    "simulation": (lambda it: simulate(it, 4), ("side", "games", "decided", "wins")),
    "games": (lambda it: record_games(it, 2), ("game", "seed", "first", "winner")),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_result_is_a_data_frame_and_a_table(arena: Scenario, name: str) -> None:
    pytest.importorskip("pandas")
    make, columns = TABLES[name]
    result = make(arena)
    frame = result.to_dataframe()
    assert tuple(frame.columns[: len(columns)]) == columns
    assert len(frame)
    html = result._repr_html_()
    assert all(f"<th>{it}</th>" in html for it in columns)
    assert len(repr(result)) < 120


def test_the_values_of_measures_are_those_of_the_report(arena: Scenario) -> None:
    pytest.importorskip("pandas")
    report = fairness(arena, unit_class="heavy", measures="territory")
    frame = to_dataframe(report)
    (measure,) = report.measures
    assert sorted(frame["value"]) == sorted(float(it) for it in measure.values.values() if it is not None)


def test_a_list_of_findings_is_a_data_frame_even_if_it_is_empty() -> None:
    pytest.importorskip("pandas")
    found = validate(load("scenarios/standard-arena.yaml"))
    assert list(to_dataframe(found)["code"]) == [it.code for it in found]
    assert list(to_dataframe([]).columns)[:2] == ["severity", "code"]


def test_a_long_table_says_that_rows_are_missing(arena: Scenario) -> None:
    html = visibility(arena)._repr_html_()
    assert html is not None
    assert "Only the first 60 rows are shown." in html


def test_markup_in_texts_is_escaped(arena: Scenario) -> None:
    from dataclasses import replace

    sides = [replace(it, name=f"<b>{it.id}</b>") for it in arena.sides]
    html = simulate(replace(arena, sides=sides), 2)._repr_html_()
    assert html is not None
    assert "<b>" not in html


@pytest.mark.parametrize(("package", "extra"), [("pandas", "data"), ("geopandas", "geo")])
def test_a_missing_package_is_named_with_the_command(
    arena: Scenario, monkeypatch: pytest.MonkeyPatch, package: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"pip install 'fairground\[{extra}\]'"):
        to_dataframe([]) if package == "pandas" else to_geodataframe(arena)


def test_other_objects_have_no_table() -> None:
    with pytest.raises(TypeError, match="a dict cannot be shown as a table"):
        to_dataframe({})


def test_a_geodataframe_has_a_polygon_for_each_hex(arena: Scenario) -> None:
    pytest.importorskip("geopandas")
    frame = to_geodataframe(arena, size=2.0)
    assert len(frame) == int((~arena.board.void).sum())
    area = 3 * 3**0.5 / 2 * 4
    assert all(abs(it - area) < 1e-9 for it in frame.geometry.area)
    first = frame.iloc[0]
    assert (first["hex"], first["terrain"], first["level"]) == ("A1", "clear", 0)
    assert frame.geometry.iloc[-1].centroid.y < 0


def test_nodes_of_the_graph_have_place_terrain_and_level(arena: Scenario) -> None:
    graph = movement_graph(arena, mover(arena))
    about = next(data for node, data in graph.nodes(data=True) if node == ("A2", 1))
    assert (about["terrain"], about["level"]) == ("clear", 0)
    assert about["pos"][1] < 0


def test_a_graph_with_floats_is_written_as_graphml_and_read_by_scipy(arena: Scenario) -> None:
    exact, floats = (movement_graph(arena, mover(arena), exact=it) for it in (True, False))
    file = io.BytesIO()
    nx.write_graphml(floats, file)
    file.seek(0)
    again = nx.read_graphml(file)
    assert set(again.nodes) == set(floats.nodes)
    assert again.nodes["A2/1"]["terrain"] == "clear"
    matrix = nx.to_scipy_sparse_array(floats)
    assert matrix.shape == (len(exact), len(exact))
    costs = [float(data["cost"]) for _, _, data in exact.edges(data=True)]
    assert float(matrix.sum()) == pytest.approx(sum(costs))
