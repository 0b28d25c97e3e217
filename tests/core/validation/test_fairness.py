"""What a scenario calls fair: bands and gates that are there, and those that are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.files import read_bytes
from fairground.core.scenario.parts import FairnessBands
from fairground.core.validation import validate

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]


def test_bands_and_gates_that_there_are_are_fine(arena: Arena, codes: Codes) -> None:
    fair = FairnessBands({"territory": "1/10:1/5", "contact.lowest": "3:2"}, ("territory", "contact"))
    assert codes(arena(fairness=fair)) == []


@pytest.mark.parametrize(
    ("measure", "bounds", "words"),
    [
        ("teritory", "1:2", "there is no measure 'teritory'. Did you mean 'territory'?"),
        ("territory", "1", "'territory=1' has no valid limits"),
        ("contact.lowst", "1:2", "Did you mean 'lowest'?"),
        ("territory", "1/5:1/10", "the amber limit must be larger"),
    ],
)
def test_a_band_that_makes_no_sense_is_found(
    measure: str, bounds: str, words: str, arena: Arena, finding: Callable[..., Finding]
) -> None:
    found = finding("fairness.band", arena(fairness=FairnessBands({measure: bounds})))
    assert words in found.message
    assert (found.severity, found.place.path) == ("error", ("fairness", "bands", measure))


@pytest.mark.parametrize(("gate", "words"), [("covr", "Did you mean 'cover'?"), ("traffic", "has no rating")])
def test_a_gate_that_makes_no_sense_is_found(
    gate: str, words: str, arena: Arena, finding: Callable[..., Finding]
) -> None:
    found = finding("fairness.gate", arena(fairness=FairnessBands({}, ("territory", gate))))
    assert words in found.message
    assert (found.severity, found.place.path) == ("error", ("fairness", "gates", 1))


def test_all_faults_are_found_at_once_each_in_its_line() -> None:
    text = (
        "format: fairground/1\nname: x\nruleset: penance-1.0\n"
        "board: {layout: odd-q, size: [1, 1], palette: {'.': clear}, terrain: '.'}\n"
        "fairness:\n  bands:\n    territory: 1/10:1/5\n    covr: 1:2\n  gates:\n  - territory\n  - traffic\n"
    )
    reading = read_bytes(text.encode())
    assert reading.scenario is not None
    told = {
        it.code: (place.line, place.column, it.message)
        for it in validate(reading.scenario)
        for place in (reading.locate(it.place),)
        if it.code.startswith("fairness.")
    }
    assert told == {
        "fairness.band": (8, 11, "there is no measure 'covr'. Did you mean 'cover'?"),
        "fairness.gate": (11, 5, "traffic has no rating, so it cannot decide the verdict"),
    }
