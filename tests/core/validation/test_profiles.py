from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.validation import validate

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    One = Callable[..., Finding]

SIMPLE = ".#... ....o ..... o.... ...#."
HILL = "..... ..... ..1.. ..... ....."


def test_p1_13_the_simple_mix(arena: Arena, finding: One, codes: Codes) -> None:
    assert "profile.mix" not in codes(arena(SIMPLE, levels=HILL), profile="simple")
    found = finding("profile.mix", arena(SIMPLE), profile="simple")
    assert found.message == "Simple recommends Elevated hexes on 1 hex, but the board has none"
    assert (found.severity, found.rule) == ("advice", "P1-13")
    found = finding("profile.mix", arena(SIMPLE.replace("..... o", "#.... o"), levels=HILL), profile="simple")
    assert found.message == "Simple recommends Walls on 2 hexes, but the board has 3"


def test_p1_13_the_rest_of_the_simple_mix_is_clear(arena: Arena, finding: One) -> None:
    found = finding("profile.mix", arena(SIMPLE.replace("..... o", "~.... o"), levels=HILL), profile="simple")
    assert found.message == "Simple recommends clear on all other hexes, but 1 hex differ: A3"
    assert found.place.path == ("board", "terrain", 2, 0)


COMPLEX = ".#..# ....o ~.i.~ o.... #..#o"


def test_p1_13_the_complex_mix(arena: Arena, finding: One, codes: Codes) -> None:
    hills = "..... ..1.. ..... ..2.. ....."
    assert "profile.mix" not in codes(arena(COMPLEX, levels=hills), profile="complex")
    few = validate(arena(levels=hills), profile="complex")
    assert [it.message for it in few if it.code == "profile.mix"] == [
        "Complex recommends Walls on 4 to 6 hexes, but the board has none",
        "Complex recommends Partial cover on 3 to 4 hexes, but the board has none",
        "Complex recommends Difficult terrain on 2 to 3 hexes, but the board has none",
        "Complex recommends Hazards (fire or ice) on 1 to 2 hexes, but the board has none",
    ]
    burning = arena(COMPLEX, levels=hills, effects=".f... ....f .f... ..... .....")
    assert finding("profile.mix", burning, profile="complex").message == (
        "Complex recommends Hazards (fire or ice) on 1 to 2 hexes, but the board has 4"
    )


@pytest.mark.parametrize(
    ("theme", "board", "levels", "effects"),
    [
        ("ruined-city", "..... .~.o. ..#.. ..... .....", "", ""),
        ("volcano", "..... .L... ..... ..... .....", HILL, "..... ..... ...s. ..... ....."),
        ("frozen-wastes", "..... .i.o. ..#.. ..... .....", "", ""),
        ("overgrown-temple", "..... .~.o. ..#.. ..... .....", "", ""),
    ],
)
def test_p1_25_themes_have_their_terrain(
    theme: str, board: str, levels: str, effects: str, arena: Arena, codes: Codes
) -> None:
    themed = arena(board, levels=levels, effects=effects)
    assert "profile.theme" not in codes(themed, profile=theme)
    assert codes(arena(), profile=theme) == ["profile.theme"] * 3


def test_p1_25_a_theme_says_what_it_lacks(arena: Arena, finding: One) -> None:
    scenario = arena("..... .i... ..#.. ..... .....")
    found = finding("profile.theme", scenario, profile="frozen-wastes")
    assert found.message == "Frozen wastes recommends Snow drifts on at least 1 hex, but the board has none"
    assert found.fix == "Place Snow drifts on at least 1 hex."
    assert found.rule == "P1-25"


def test_p1_13_no_advice_is_given_unasked(arena: Arena, codes: Codes) -> None:
    assert codes(arena()) == []
