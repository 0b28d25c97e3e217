from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    One = Callable[..., Finding]


def test_p1_03_levels_are_the_ruleset_s(arena: Arena, finding: One, codes: Codes) -> None:
    high = ".4.5. ..4.. 44444 ..4.. .5.4."
    found = finding("elevation.range", arena(levels=high))
    assert found.message == (
        "11 hexes at level 4 to 5, but Penance 1.0 has levels 0 to 3: B1, D1, C2, A3, B3, C3 and 5 more"
    )
    assert found.place.path == ("board", "elevation", 0, 1)
    assert found.place.hex == "B1"
    assert codes(arena(levels=high.replace("4", "3").replace("5", "3"))) == []


def test_p2_10_there_is_no_third_level(arena: Arena, finding: One, codes: Codes) -> None:
    scenario = arena(levels="..... ..1.. .123. ..2.. .....")
    scenario.ruleset = RulesetReference("penance-2.0")
    assert (
        finding("elevation.range", scenario).message
        == "1 hex at level 3, but Penance 2.0 has levels 0 to 2: D3"
    )
    scenario.board.elevation[2, 3] = 2
    assert "elevation.range" not in codes(scenario)


def test_levels_below_the_ruleset_s_are_found_too(arena: Arena, finding: One) -> None:
    scenario = arena()
    scenario.board.elevation[2, 2] = -1
    assert finding("elevation.range", scenario).message.startswith("1 hex at level -1, but ")


def test_void_has_no_level(arena: Arena, finding: One, codes: Codes) -> None:
    board = "..... ..... ..-.. ..... ....."
    scenario = arena(board, levels="..... ..... ..9.. ..... .....")
    assert finding("elevation.void", scenario).message == "1 void hex has a level: C3"
    assert "elevation.range" not in codes(scenario)
    assert "elevation.void" not in codes(arena(board))


@pytest.fixture
def hedged(arena: Arena, bare_rules: Path) -> Arena:
    def build(hexsides: str, terrain: str = "..... ..... ..... ..... .....", **parts: object) -> Scenario:
        return arena(terrain, hexsides=hexsides, ruleset=bare_rules.name, folder=bare_rules.parent, **parts)

    return build


def test_hexside_features_are_of_the_ruleset(hedged: Arena, finding: One, codes: Codes) -> None:
    found = finding("hexside.unknown", hedged("C3 E gate\nC3 NE hegde+gate\nB2 SW hegde"))
    assert found.message == (
        "2 hexsides (C3 NE and B3 NE): Bare has no feature 'hegde'. Did you mean 'hedge'?"
    )
    assert found.place.path == ("board", "hexsides", 1)
    assert found.place.hex == "C3"
    assert found.fix == "Known features: gate, hedge and wall."
    assert "hexside.unknown" not in codes(hedged("C3 NE hedge+gate"))


def test_two_obstacles_on_one_hexside(hedged: Arena, finding: One, codes: Codes) -> None:
    found = finding("hexside.several", hedged("C3 E hedge\nC3 NE hedge+wall"))
    assert found.message == "1 hexside (C3 NE): hedge and wall on the same hexside"
    assert "hexside.several" not in codes(hedged("C3 NE gate+wall"))


def test_hexsides_at_the_edge(hedged: Arena, finding: One, codes: Codes) -> None:
    found = finding("hexside.edge", hedged("C1 NE wall\nE2 E wall"))
    assert found.message == ("2 hexsides (C1 NE and E2 E): a feature at the edge of the board")
    assert found.severity == "advice"
    inside = hedged("C2 NE wall")
    assert "hexside.edge" not in codes(inside)
    assert "hexside.void" not in codes(inside)
    towards_void = hedged("C3 E wall", terrain="..... ..... ...-. ..... .....")
    assert finding("hexside.edge", towards_void).place.hex == "C3"


def test_hexsides_in_the_void(hedged: Arena, finding: One) -> None:
    scenario = hedged("C3 E wall", terrain="..... ..... ..--. ..... .....")
    found = finding("hexside.void", scenario)
    assert found.message == "1 hexside (C3 E): a feature with no hex on either side"
    far = hedged("")
    far.board.hexsides[hexside(Hex(-3, -2), 0)] = ("wall",)
    found = finding("hexside.void", far, in_file=False)
    assert "column -3, row -1" in found.message
    assert found.place.hex is None
