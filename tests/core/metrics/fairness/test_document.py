"""The worked example of the document: its numbers are those that are computed, its bands those of the program."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import fairness, load, territory
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict

if TYPE_CHECKING:
    from fairground.core.metrics.fairness.report import Fairness

PAGE = (Path(__file__).parents[4] / "docs" / "reference" / "measures.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """Return the rows of the table that begins with a line, without that and the one below."""
    table = PAGE[PAGE.index(heading) :].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in table]


@pytest.fixture(scope="module")
def strip_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("strip") / "strip.yaml"
    match = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert match
    file.write_text(match[1], encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def strip(strip_file: Path) -> Fairness:
    return fairness(load(strip_file))


def test_the_numbers_of_the_example_are_those_computed(strip: Fairness) -> None:
    told = rows("| measure | range |")
    measured = [it for it in strip.measures if it.id != "symmetry"]
    assert [(row[0], row[1] or None) for row in told] == [(it.id, it.range_band) for it in measured]
    for row, it in zip(told, measured, strict=True):
        assert [Fraction(row[2]), Fraction(row[3])] == [it.values["left"], it.values["right"]], it.id
        assert Fraction(row[4]) == it.imbalance, it.id
        assert (row[5] or None) == (it.band and it.band.value), it.id


def test_the_verdict_of_the_example_is_that_computed(strip: Fairness) -> None:
    match = re.search(r"^The verdict is (\w+) because of (.*)\.$", PAGE, re.MULTILINE)
    assert match
    assert strip.verdict is Verdict(match[1])
    assert re.findall(r"`([a-z-]+)`", match[2]) == list(dict.fromkeys(it.id for it in strip.because))


def test_the_points_of_the_example_are_those_computed(strip_file: Path) -> None:
    match = re.search(r"\*left\* ([0-9 ]+), \*right\* ([0-9 ]+) \(A1 to H1\)", PAGE)
    assert match
    found = territory(load(strip_file), unit_class="heavy")
    assert found.scale == 1
    told = [[int(it) for it in match[i].split()] for i in (1, 2)]
    assert found.distance[:, 0].tolist() == told


def test_the_table_of_bands_is_that_of_the_program() -> None:
    told: list[tuple[str, str, bool, str, str, str]] = []
    for name, unit, gates, by, green, amber in rows("| measure | unit |"):
        lead = (name, unit, gates == "yes") if name else told[-1][:3]
        told.append((*lead, by, green, amber))
    known = [
        (
            name,
            it.unit.value,
            it.gates,
            by.value if by else "",
            str(band.green) if band else "",
            str(band.amber) if band else "",
        )
        for name, it in MEASURES.items()
        for by, band in (it.bands.items() or [(None, None)])
    ]
    assert told == known


def test_every_measure_is_explained() -> None:
    explained = PAGE[PAGE.index("## The measures") :]
    assert all(f"`{name}`" in explained for name in MEASURES)
