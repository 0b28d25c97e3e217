from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.scenario.board import PaletteEntry

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    One = Callable[..., Finding]


def test_terrain_is_of_the_ruleset(arena: Arena, finding: One) -> None:
    scenario = arena("..... ..... .?.?. ..... .....")
    scenario.board.palette[1] = PaletteEntry("?", ("clear", "rubbel"))
    found = finding("terrain.unknown", scenario)
    assert (
        found.message == "Penance 1.0 has no terrain 'rubbel', used by '?' (2 hexes). Did you mean 'rubble'?"
    )
    assert found.place.path == ("board", "palette", "?")
    assert found.place.hex == "B3"
    assert found.fix is not None
    assert found.fix.startswith("Known terrain: barricade, clear, ")


def test_void_is_terrain_of_every_ruleset(arena: Arena, codes: Codes) -> None:
    assert "terrain.unknown" not in codes(arena("..... ..... ..-.. ..... ....."))


def test_effects_are_of_the_ruleset(arena: Arena, finding: One, codes: Codes) -> None:
    effects = "..... ..... ..!.. ..... ....."
    found = finding("effect.unknown", arena(effects=effects))
    assert found.message == "Penance 1.0 has no effect 'fyre', used by '!' (1 hex). Did you mean 'fire'?"
    assert found.place.path == ("board", "effects_palette", "!")
    assert "effect.unknown" not in codes(arena(effects=effects.replace("!", "f")))


def test_palette_entries_are_used(arena: Arena, finding: One, codes: Codes) -> None:
    scenario = arena("..#.. ..... ..... ..... ..#..")
    assert "palette.unused" not in codes(scenario)
    scenario.board.palette += [PaletteEntry("i", ("ice",)), PaletteEntry("w", ("water",))]
    found = finding("palette.unused", scenario)
    assert found.message == "no hex uses 'i' and 'w' from 'palette'"
    assert found.place.path == ("board", "palette", "i")
    assert found.severity == "advice"


def test_effects_palette_entries_are_used(arena: Arena, finding: One) -> None:
    scenario = arena()
    scenario.board.effects_palette.append(PaletteEntry("s", ("smoke",)))
    assert finding("palette.unused", scenario).place.path == ("board", "effects_palette", "s")


def test_an_unused_entry_may_still_be_misspelt(arena: Arena, finding: One) -> None:
    scenario = arena()
    scenario.board.palette.append(PaletteEntry("w", ("watter",)))
    found = finding("terrain.unknown", scenario)
    assert found.message == "Penance 1.0 has no terrain 'watter', used by 'w'. Did you mean 'water'?"
    assert found.place.hex is None


def test_classes_are_of_the_ruleset(
    arena: Arena, unit: Callable[..., Unit], finding: One, codes: Codes
) -> None:
    found = finding("unit.unknown-class", arena(units=[unit("A1", unit_class="scuot")]))
    assert found.message == "Penance 1.0 has no class 'scuot', used by 'scuot (A1)'. Did you mean 'scout'?"
    assert found.place.path == ("units", 0, "class")
    assert codes(arena(units=[unit("A1", unit_class="heavy")])) == []


@pytest.mark.parametrize("weather", ["none", "rain", "sandstorm", "extreme-heat"])
def test_p1_10_weather_is_of_the_ruleset(weather: str, arena: Arena, finding: One, codes: Codes) -> None:
    assert codes(arena(weather=weather)) == []
    found = finding("weather.unknown", arena(weather=weather + "n"))
    assert found.message == f"Penance 1.0 has no weather {weather + 'n'!r}. Did you mean {weather!r}?"
    assert found.place.path == ("weather",)


def test_a_profile_is_one_of_the_ruleset(arena: Arena, finding: One, codes: Codes) -> None:
    found = finding("profile.unknown", arena(), profile="volcanoo")
    assert found.message.startswith("Penance 1.0 has no profile or theme 'volcanoo'. Did you mean 'volcano'?")
    assert "profile.unknown" not in codes(arena(), profile="volcano")
    assert "profile.unknown" not in codes(arena(), profile="simple")
