from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    One = Callable[..., Finding]


def centre(mark: str, beside: str = ".") -> str:
    return f"..... ..... .{beside}{mark}.. ..... ....."


def test_p1_10_rain_puts_fires_out_at_the_start(arena: Arena, finding: One, codes: Codes) -> None:
    found = finding("weather.puts-out", arena(effects=centre("f"), weather="rain"))
    assert found.message == "fire is on 1 hex, but rain ends it before the game begins: C3"
    assert found.fix == "Remove the fire, or change the weather."
    assert (found.rule, found.severity) == ("P1-10", "warning")
    assert found.place.path == ("board", "effects", 2, 2)
    assert codes(arena(effects=centre("f"))) == []
    assert codes(arena(effects=centre("s"), weather="rain")) == []


def test_p1_10_nothing_cools_in_extreme_heat(arena: Arena, finding: One, codes: Codes) -> None:
    board = centre("w", beside="i")
    found = finding("weather.no-cooling", arena(board, weather="extreme-heat"))
    assert found.message == (
        "extreme-heat prevents cooling, so cooling terrain has no effect on 2 hexes: B3 and C3"
    )
    assert (found.rule, found.place.path) == ("P1-10", ("weather",))
    assert "weather.no-cooling" not in codes(arena(board))
    assert codes(arena(weather="extreme-heat")) == []


def test_p1_08_fire_on_water_makes_steam(arena: Arena, finding: One, codes: Codes) -> None:
    found = finding("effect.becomes", arena(centre("w"), effects=centre("f")))
    assert found.message == "fire is on 1 hex of water, where it turns into steam: C3"
    assert (found.rule, found.fix) == ("P1-08", "Place steam there, or no effect.")
    assert "effect.becomes" not in codes(arena(centre("i"), effects=centre("f")))
    assert "effect.becomes" not in codes(arena(centre("w"), effects=centre("s")))


@pytest.mark.parametrize("near", ["B3", "D3", "B2", "C2", "B4", "C4"])
def test_p1_06_fire_beside_water_goes_out(near: str, arena: Arena, finding: One) -> None:
    column, row = "ABCDE".index(near[0]), int(near[1]) - 1
    lake = "\n".join("." * column + "w" + "." * (4 - column) if at == row else "....." for at in range(5))
    found = finding("effect.quenched", arena(lake, effects=centre("f")))
    assert found.message == "fire is on 1 hex next to water, which ends it in the first round: C3"
    assert (found.rule, found.severity) == ("P1-06", "advice")


def test_p1_06_fire_two_hexes_from_water_stays(arena: Arena, codes: Codes) -> None:
    for lake in ("..... .w.w. ..... .w.w. .....", "..... w...w w...w w...w ....."):
        scenario = arena(lake.replace(".w.w.", "...w."), effects=centre("f"))
        assert "effect.quenched" not in codes(scenario)


def test_p1_06_walls_and_void_do_not_burn(arena: Arena, finding: One, codes: Codes) -> None:
    found = finding("effect.misplaced", arena(centre("#", beside="-"), effects=centre("f", beside="f")))
    assert (
        found.message
        == "fire is on 2 hexes that cannot hold it (void, impassable, or terrain that it does not affect): B3 and C3"
    )
    assert "effect.misplaced" not in codes(arena(centre("~"), effects=centre("f")))


def test_smoke_in_a_wall_is_misplaced(arena: Arena, finding: One) -> None:
    assert finding("effect.misplaced", arena(centre("#"), effects=centre("s"))).place.hex == "C3"
