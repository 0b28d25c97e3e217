from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.files import to_bytes
from fairground.core.finding import Finding, Place, Severity
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import (
    Objective,
    RulesetReference,
    Shield,
    Unit,
    Victory,
    Zone,
    ZoneKind,
)
from fairground.core.scenario.shapes import Columns, Listed, Painted, Rows, Union, Within
from fairground.core.validation import validate
from fairground.editor.document.document import Document
from fairground.editor.features.findings.quick_fixes import FIXES, QuickFix, quick_fix
from fairground.editor.tools.tool_state import ToolState

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.shapes import Shape


pytestmark = pytest.mark.usefixtures("qapp")


def paint(scenario: Scenario, kind: str, *labels: str, effect: bool = False) -> None:
    board = scenario.board
    palette = board.effects_palette if effect else board.palette
    palette.append(PaletteEntry(kind[0].upper(), (kind,)))
    for label in labels:
        (board.effects if effect else board.terrain)[board.cell(board.parse(label))] = len(palette) - 1


def unit(scenario: Scenario, at: str, **changes: object) -> Unit:
    made = Unit(f"u{len(scenario.units) + 1}", "p1", "scout", scenario.board.parse(at))
    return replace(made, **changes)  # type: ignore[arg-type]  # the names are those of fields


def zones(scenario: Scenario, first: Shape) -> None:
    scenario.zones = [replace(scenario.zones[0], shape=first), scenario.zones[1]]


# Each makes one thing wrong with an 8x8 board of odd-q with zones of two columns at both ends.
FAULTS: dict[str, Callable[[Scenario], object]] = {}


def fault(code: str) -> Callable[[Callable[[Scenario], object]], Callable[[Scenario], object]]:
    def keep(make: Callable[[Scenario], object]) -> Callable[[Scenario], object]:
        FAULTS[f"{code} {make.__name__}"] = make
        return make

    return keep


@fault("ruleset.changed")
def other_hash(it: Scenario) -> None:
    it.ruleset = replace(it.ruleset, content_hash="0" * 16)


@fault("ruleset.unknown")
def misspelt(it: Scenario) -> None:
    it.ruleset = RulesetReference("penanse-1.0")


@fault("weather.unknown")
def weather(it: Scenario) -> None:
    it.weather = "rane"


@fault("terrain.unknown")
def terrain(it: Scenario) -> None:
    paint(it, "ruble", "D4")


@fault("effect.unknown")
def effect(it: Scenario) -> None:
    paint(it, "smok", "D4", effect=True)


@fault("palette.unused")
def unused_terrain(it: Scenario) -> None:
    it.board.palette.append(PaletteEntry("~", ("rubble",)))
    paint(it, "wall", "D4")


@fault("palette.unused")
def unused_effect(it: Scenario) -> None:
    it.board.effects_palette.append(PaletteEntry("s", ("smoke",)))
    paint(it, "fire", "D4", effect=True)


@fault("side.none")
def nobody(it: Scenario) -> None:
    it.sides, it.zones = [], []


@fault("side.one-team")
def allies(it: Scenario) -> None:
    it.sides = [replace(side, team="us") for side in it.sides]


@fault("id.duplicate")
def same_zone(it: Scenario) -> None:
    it.zones = [*it.zones, Zone("p1-start", "p1", Listed(("D4",)))]


@fault("id.duplicate")
def same_unit(it: Scenario) -> None:
    it.units = [unit(it, "A1", id="u"), unit(it, "A2", id="u")]


@fault("locked.unknown")
def locked(it: Scenario) -> None:
    it.locked = ["Z99", "A1"]


@fault("shape.off-board")
def off_board(it: Scenario) -> None:
    zones(it, Union(Listed(("A1", "Z9")), Within(1, "A4")))


@fault("shape.beyond")
def beyond(it: Scenario) -> None:
    it.zones = [*it.zones, Zone("far", "", Rows(7, 12), ZoneKind.AREA)]


@fault("shape.painted")
def wrong_block(it: Scenario) -> None:
    zones(it, Painted(("##......", "##")))


@fault("zone.empty")
def empty_zone(it: Scenario) -> None:
    it.zones = [*it.zones, Zone("nothing", "p1", Painted(("........",) * 8), ZoneKind.EXIT)]


@fault("zone.no-side")
def whose(it: Scenario) -> None:
    it.zones = [replace(it.zones[0], side=""), it.zones[1]]


@fault("zone.no-side")
def nobodys(it: Scenario) -> None:
    it.zones = [*it.zones, Zone("middle", "", Listed(("D4",)))]


@fault("zone.unknown-side")
def zone_of_p3(it: Scenario) -> None:
    it.zones = [replace(it.zones[0], side="p11"), it.zones[1]]


@fault("objective.unknown-side")
def objective_of_p3(it: Scenario) -> None:
    it.objectives = [Objective("hill", Listed(("D4",)), points=3, side="p22")]


@fault("unit.unknown-side")
def unit_of_p3(it: Scenario) -> None:
    it.units = [unit(it, "A1", side="P1")]


@fault("unit.unknown-class")
def unit_class(it: Scenario) -> None:
    it.units = [unit(it, "A1", unit_class="scot"), unit(it, "A2", unit_class="scot")]


@fault("zone.overlap")
def overlap_of_columns(it: Scenario) -> None:
    it.zones = [it.zones[0], replace(it.zones[1], shape=Columns(2, 8))]


@fault("zone.overlap")
def overlap_of_painted(it: Scenario) -> None:
    it.zones = [it.zones[0], replace(it.zones[1], shape=Painted((".#.....#",) * 8))]


@fault("zone.void")
def void_in_zone(it: Scenario) -> None:
    paint(it, "void", "A1", "B3")


@fault("objective.empty")
def empty_objective(it: Scenario) -> None:
    it.objectives = [Objective("hill", Painted(("........",) * 8), points=3)]


@fault("objective.hold")
def long_hold(it: Scenario) -> None:
    it.objectives = [Objective("hill", Listed(("D4",)), points=3, hold=99)]


@fault("victory.none")
def no_victory(it: Scenario) -> None:
    it.victory, it.turns = Victory(), None


@fault("unit.off-board")
def unit_away(it: Scenario) -> None:
    it.units = [replace(unit(it, "A1"), hex=Hex(40, 40))]


@fault("unit.void")
def unit_in_void(it: Scenario) -> None:
    paint(it, "void", "A1")
    it.units = [unit(it, "A1")]


@fault("unit.impassable")
def unit_in_wall(it: Scenario) -> None:
    paint(it, "wall", "A1")
    it.units = [unit(it, "A1")]


@fault("unit.occupied")
def two_in_one(it: Scenario) -> None:
    it.units = [unit(it, "A1", id="u1"), unit(it, "A1", id="u2")]


@fault("unit.outside-zone")
def unit_outside(it: Scenario) -> None:
    it.units = [unit(it, "D4")]


@fault("elevation.range")
def too_high(it: Scenario) -> None:
    it.board.elevation[3, 3] = 9


@fault("elevation.void")
def high_void(it: Scenario) -> None:
    paint(it, "void", "D4")
    it.board.elevation[3, 3] = 2


@fault("hexside.void")
def hedge_in_void(it: Scenario) -> None:
    paint(it, "void", "D4", "D5")
    it.board.hexsides[hexside(it.board.parse("D4"), 3)] = ("hedge",)


@fault("effect.misplaced")
def fire_on_wall(it: Scenario) -> None:
    paint(it, "wall", "D4")
    paint(it, "fire", "D4", "D6", effect=True)


@fault("effect.becomes")
def fire_on_water(it: Scenario) -> None:
    paint(it, "water", "D4")
    paint(it, "fire", "D4", effect=True)


@fault("weather.puts-out")
def fire_in_rain(it: Scenario) -> None:
    it.weather = "rain"
    paint(it, "fire", "D4", effect=True)


@fault("symmetry.near")
def one_wall_short(it: Scenario) -> None:
    paint(it, "wall", "C3", "F6", "C5", "F4", "D4")


def wins(it: Scenario, *tasks: Task, side: int = 0) -> None:
    after = replace(it.sides[side], wins=tuple(Win((task,)) for task in tasks))
    it.sides = [*it.sides[:side], after, *it.sides[side + 1 :]]


@fault("win.unknown")
def misspelt_objective(it: Scenario) -> None:
    it.objectives = [Objective("hill", Listed(("D4",)), points=3)]
    wins(it, Task(TaskKind.HOLD, ("hil",)))


@fault("win.count")
def two_of_one(it: Scenario) -> None:
    it.objectives = [Objective("hill", Listed(("D4",)), points=3)]
    wins(it, Task(TaskKind.HOLD, ("hill",), 2))


@fault("win.too-late")
def slow_wagon(it: Scenario) -> None:
    it.turns = 2
    it.zones = [*it.zones, Zone("gate", "p1", Columns(8, 8), ZoneKind.EXIT)]
    it.units = [unit(it, "A1", allowance=1)]
    wins(it, Task(TaskKind.EXIT, ("gate",)))


@fault("win.no-limit")
def no_limit_to_wait_for(it: Scenario) -> None:
    it.turns = None
    wins(it, Task(TaskKind.TIME_OUT))


@fault("win.own-side")
def destroys_itself(it: Scenario) -> None:
    wins(it, Task(TaskKind.DESTROY, ("p1",)))


@fault("win.wrong-kind")
def leaves_through_an_area(it: Scenario) -> None:
    it.zones = [*it.zones, Zone("gate", "p1", Columns(8, 8), ZoneKind.AREA)]
    wins(it, Task(TaskKind.EXIT, ("gate",)))


@fault("win.wrong-kind")
def leaves_through_what_is_held(it: Scenario) -> None:
    it.objectives = [Objective("gate", Listed(("D4",)), points=3)]
    wins(it, Task(TaskKind.EXIT, ("gate",)))


@fault("win.unreachable")
def scores_too_much(it: Scenario) -> None:
    it.turns = 12
    it.objectives = [Objective("hill", Listed(("D4",)), points=3)]
    wins(it, Task(TaskKind.POINTS, points=4))


@fault("side.no-win")
def one_that_cannot_win(it: Scenario) -> None:
    it.turns, it.victory = 12, Victory()
    wins(it, Task(TaskKind.LAST_STANDING))


@fault("victory.two-winners")
def both_wait(it: Scenario) -> None:
    it.turns = 12
    for side in (0, 1):
        wins(it, Task(TaskKind.LAST_STANDING), Task(TaskKind.TIME_OUT), side=side)


@fault("side.force")
def misspelt_force(it: Scenario) -> None:
    it.sides = [replace(it.sides[0], force="penance-lin"), *it.sides[1:]]


@fault("unit.arrives")
def late_unit(it: Scenario) -> None:
    it.turns = 12
    it.units = [unit(it, "A1", arrives=13)]


def fix_of(made: Scenario, code: str) -> QuickFix:
    """Return the fix of the first finding of a kind."""
    found = quick_fix(made, next(it for it in validate(made) if it.code == code))
    assert found is not None
    return found


def apply(fix: QuickFix, document: Document, *locked: str) -> str:
    """Apply a fix while some layers are locked; return why it was not made."""
    state = ToolState(document)
    state.locked_layers = frozenset(locked)
    return fix.apply(document, state)


def scenario() -> Scenario:
    return blank_scenario("Fix me", layout=Layout.ODD_Q, size=(8, 8), ruleset="penance-1.0")


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fix_mends_its_finding_and_can_be_undone(name: str) -> None:
    made, code = scenario(), name.split(maxsplit=1)[0]
    FAULTS[name](made)
    document = Document(made)
    before = to_bytes(made)
    fix = fix_of(made, code)
    assert fix.title
    assert apply(fix, document) == ""
    left = [it for it in validate(document.scenario) if it.code == code]
    assert [it.message for it in left] == []
    assert document.undo_stack.count() == 1
    document.undo()
    assert to_bytes(document.scenario) == before
    document.redo()
    assert apply(fix, document) == "Nothing left to fix.", "a fix that is no longer needed does nothing"


def test_every_remedy_is_tried_above() -> None:
    # Shields and hexside features need a ruleset that lacks the one, or has the other.
    assert {name.split(maxsplit=1)[0] for name in FAULTS} == {*FIXES} - {"unit.shield", "hexside.unknown"}


def test_a_shield_is_taken_away_where_the_game_has_none() -> None:
    made = scenario()
    made.units = [unit(made, "A1", shield=Shield.LEFT)]
    finding = Finding(Severity.ERROR, "unit.shield", "", Place(("units", 0, "shield")))
    fix = quick_fix(made, finding)
    assert fix is not None
    assert not apply(fix, Document(made))
    assert made.units[0].shield is Shield.NONE


def test_a_hexside_without_a_near_name_has_no_fix() -> None:
    made = scenario()
    made.board.hexsides[hexside(made.board.parse("D4"), 0)] = ("hedge",)
    finding = next(it for it in validate(made) if it.code == "hexside.unknown")
    assert quick_fix(made, finding) is None


def test_what_cannot_be_known_has_no_fix() -> None:
    made = scenario()
    made.weather = "xyz"
    finding = next(it for it in validate(made) if it.code == "weather.unknown")
    assert quick_fix(made, finding) is None


def test_stale_findings_do_no_harm() -> None:
    made = scenario()
    for code in FIXES:
        for path in ((), ("units", 7, "hex"), ("zones", 7, "hexes"), ("board", "palette", "?")):
            quick_fix(made, Finding(Severity.ERROR, code, "gone", Place(path)))
            quick_fix(made, Finding(Severity.ERROR, code, "gone", Place(path, hex="ZZ99")))


def test_overlap_is_taken_from_the_later_zone_and_stays_readable() -> None:
    made = scenario()
    made.zones = [made.zones[0], replace(made.zones[1], shape=Union(Listed(("B2",)), Columns(7, 8)))]
    fix = fix_of(made, "zone.overlap")
    apply(fix, Document(made))
    assert str(made.zones[0].shape) == "columns 1-2"
    assert str(made.zones[1].shape) == "B2 | columns 7-8 - B2"


def test_a_missing_wall_is_copied_not_the_clear_ground() -> None:
    made = scenario()
    one_wall_short(made)
    fix = fix_of(made, "symmetry.near")
    apply(fix, Document(made))
    assert made.board.terrain_at(made.board.parse("E5")) == ("wall",)
    assert made.board.terrain_at(made.board.parse("D4")) == ("wall",)


def test_of_two_that_stand_out_the_earlier_is_copied() -> None:
    made = scenario()
    paint(made, "wall", "C3", "F6", "C5", "F4", "D4")
    paint(made, "lava", "E5")
    fix = fix_of(made, "symmetry.near")
    apply(fix, Document(made))
    assert made.board.terrain_at(made.board.parse("E5")) == ("wall",)


def test_a_unit_moves_to_the_nearest_free_hex_of_its_zone() -> None:
    made = scenario()
    made.units = [unit(made, "B4", id="a"), unit(made, "C4", id="b")]
    fix = fix_of(made, "unit.outside-zone")
    assert fix.title == "Move to B3"
    apply(fix, Document(made))
    assert made.units[1].hex == made.board.parse("B3")


def test_a_locked_layer_is_changed_by_no_fix() -> None:
    made = scenario()
    made.units = [unit(made, "B4", id="a"), unit(made, "C4", id="b")]
    fix = fix_of(made, "unit.outside-zone")
    document = Document(made)
    refusal = apply(fix, document, "terrain", "units")
    assert refusal == "The units layer is locked. Unlock it in the Layers panel to edit it."
    assert not document.undo_stack.count()
    assert apply(fix, document, "terrain", "zones") == ""
    # A lock is against changes, not against taking them back.
    document.undo()
    assert made.units[1].hex == made.board.parse("C4")
