"""The sheet with the mission: ways to win, arrivals and house rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.clients import load_format
from fairground.core.clients.pdf import print_pages
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import Victory
from tests.core.clients.pdf.test_print import texts

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from tests.core.clients.pdf.conftest import Ask


def with_mission(field: Scenario, rules: int = 1) -> Scenario:
    wins = (Win((Task(TaskKind.HOLD, ("mill",), turns=2),)), Win((Task(TaskKind.DESTROY, ("two",)),)))
    ants, bees = field.sides
    return replace(
        field,
        sides=[
            replace(ants, role="attacker", wins=wins),
            replace(bees, wins=(Win((Task(TaskKind.TIME_OUT),)),)),
        ],
        units=[replace(field.units[0], arrives=3, name="Queen"), field.units[1]],
        victory=Victory(points=9),
        house_rules=[f"rule {number} is long enough to fill a line of its own" for number in range(rules)],
    )


def test_a_mission_has_a_sheet_with_titles(field: Scenario, ask: Ask) -> None:
    pages = print_pages(with_mission(field), ask())
    assert [it.name for it in pages][:2] == ["Assembly", "Mission"]
    said = texts(pages[1].picture)
    for text in (
        "Ants (attacker) can win by any of these",
        "Hold Mill for 2 turns in a row",
        f"Destroy {field.part_title(field.units[1])}",
        "Bees can win by this",
        "Hold out until the turn limit",
        "Every side can also win by this",
        "Score 9 points",
        "Queen (Ants) arrives in turn 3 at B1",
        "rule 0 is long enough to fill a line of its own",
    ):
        assert text in said, text


def test_a_long_mission_takes_several_sheets_and_stays_on_the_paper(field: Scenario, ask: Ask) -> None:
    pages = [it.picture for it in print_pages(with_mission(field, 60), ask()) if it.name == "Mission"]
    assert len(pages) > 1
    rules = [text for page in pages for text in texts(page) if text.startswith("rule ")]
    assert len(rules) == len(set(rules)) == 60
    for page in pages:
        lowest = max(it.y for layer in page.layers for it in layer.items)  # type: ignore[union-attr]
        assert lowest <= page.height_mm - 10


def test_a_scenario_without_a_mission_has_no_sheet_for_it(field: Scenario, ask: Ask) -> None:
    assert "Mission" not in [it.name for it in print_pages(field, ask())]


def test_without_the_first_sheets_the_mission_is_named_among_what_is_lost(field: Scenario, ask: Ask) -> None:
    write = load_format("pdf").write
    assert write is not None
    scenario = with_mission(field)
    assert write(scenario, ask()).losses == ()
    assert write(scenario, ask(assembly="no")).losses == (
        "1 victory condition is dropped",
        "3 ways to win for individual sides are dropped",
        "1 house rule is dropped",
    )
