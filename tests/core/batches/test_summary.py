"""Rows in every order, and what comes of them as a table and as a page."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core.batches.index_page import to_index
from fairground.core.batches.summary import Library, MapClaim, MapRow, known_order, sort_keys
from fairground.core.errors import UsageError
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict
from fairground.core.simulation.settings import Setting
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.effects import Tally
from tests.hostile import ATTACKS

if TYPE_CHECKING:
    from collections.abc import Mapping


def standing(imbalance: float | None, band: str | None = "green", *, gate: bool = True) -> MapClaim:
    return MapClaim("territory", gate, Verdict(band) if band else None, imbalance, "north 1, south 2.")


def played(wins: tuple[int, int], margin: Fraction = Fraction(1, 10)) -> Simulation:
    games = sum(wins) * 2
    setting = Setting(
        ("north", "south"), 1, games, (games,), margin, ("advance",) * 2, "line", "alternate", first=True
    )
    return Simulation(setting, Tally((wins, wins), (0, 0)))


def error(message: str = "it is wrong") -> Mapping[str, object]:
    place = {"line": 3, "column": 1, "hex": None, "file": None}
    return {
        "severity": "error",
        "code": "zone.empty",
        "place": place,
        "message": message,
        "fix": None,
        "rule": None,
    }


ROWS = (
    MapRow(
        "a.yaml",
        name="Zeta",
        columns=5,
        rows=5,
        verdict=Verdict.GREEN,
        measures={"territory": standing(0.01)},
    ),
    MapRow(
        "b.yaml",
        name="eta",
        columns=9,
        rows=9,
        verdict=Verdict.RED,
        because=("territory",),
        measures={"territory": standing(0.5, "red"), "cover": standing(0.9, "red", gate=False)},
        simulation=played((90, 10)),
    ),
    MapRow("c.yaml", problem="c.yaml cannot be opened: Permission denied"),
    MapRow("d.yaml", name="Alpha", columns=7, rows=7, findings=(error(),), reason="the file has errors"),
    MapRow(
        "e.yaml",
        name="Beta",
        columns=5,
        rows=5,
        verdict=Verdict.RED,
        measures={"territory": standing(None, "red")},
        simulation=played((26, 25), Fraction(1, 20)),
    ),
)
LIBRARY = Library("maps", ROWS, stored=3, computed=4)


@pytest.mark.parametrize(
    ("key", "order"),
    [
        ("file", "abcde"),
        ("name", "decba"),
        ("size", "bdaec"),
        ("findings", "cdabe"),
        ("verdict", "beacd"),
        ("win-rate", "beacd"),
        ("territory", "bacde"),
        ("cover", "bacde"),
    ],
)
def test_maps_are_sorted(key: str, order: str) -> None:
    assert "".join(it.file[0] for it in LIBRARY.by(key)) == order


def test_an_order_that_is_not_there_is_told_with_what_may_be_meant() -> None:
    with pytest.raises(UsageError, match=r"maps cannot be sorted by 'teritory'\. Did you mean 'territory'"):
        known_order("teritory")
    assert set(MEASURES) < set(sort_keys())
    for key in sort_keys():
        assert len(LIBRARY.by(key)) == 5


def test_maps_are_counted() -> None:
    assert LIBRARY.verdicts == {"green": 1, "amber": 0, "red": 2, "none": 2}
    assert (LIBRARY.broken, LIBRARY.failures) == (2, 0)


def test_the_worst_measure_decides() -> None:
    assert ROWS[1].worst is ROWS[1].measures["territory"]
    assert ROWS[2].worst is None
    assert ROWS[1].leading is not None
    assert ROWS[1].leading.id == "north"


def test_the_page_has_all_and_says_it_in_signs_and_words() -> None:
    page = to_index(LIBRARY, LIBRARY.by("verdict"))
    assert page == to_index(LIBRARY, LIBRARY.by("verdict"))
    assert page.index("b.yaml") < page.index("a.yaml")
    for text in (
        "! red",
        "✓ green",
        "– not judged",
        "× 1 error",
        "Permission denied",
        "it is wrong",
        "9 × 9",
    ):
        assert text in page, text
    assert '<span class="band red">! 50%</span>' in page
    # What is claimed stands there whole.
    for it in (ROWS[1], ROWS[4]):
        assert it.simulation is not None
        assert it.simulation.sentence in page
    assert "! unfair</span> north 90.0%, " in page
    assert "✓ fair" not in page
    assert "for these bots (Advance to contact) and this force (line)" in page


def test_names_with_markup_are_text() -> None:
    rows = tuple(
        MapRow(f"{number}{it[:40]}.yaml", name=it, ruleset=it, reason=it, findings=(error(it),))
        for number, it in enumerate(ATTACKS)
    )
    page = to_index(Library(ATTACKS[0], rows, 0, 0), rows)
    assert page.count("<script") == 1
    for tag in ("<img", "<svg", "<a ", "<foreignObject", "<!DOCTYPE x", "<body x"):
        assert tag not in page.replace("&lt;", ""), tag


def test_a_page_of_many_maps_stays_small() -> None:
    rows = tuple(
        MapRow(
            f"map-{number}.yaml",
            name=f"Map {number}",
            columns=16,
            rows=17,
            verdict=Verdict.GREEN,
            measures={
                name: MapClaim(it.title, it.gates, Verdict.GREEN, 0.0123, "x" * 200)
                for name, it in MEASURES.items()
            },
            picture=b"\0" * 4_500,
        )
        for number in range(500)
    )
    size = len(to_index(Library("maps", rows, 0, 0), rows))
    assert 3_000_000 < size < 8_000_000
