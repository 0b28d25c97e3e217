"""The check of how reading grows: it measures each case, and calls what is too slow or ends badly a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools import check_growth

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.long
def test_every_case_of_every_reader_is_a_file_that_is_read_or_refused(tmp_path: Path) -> None:
    measured = {}
    for number, (name, ending, case) in enumerate(check_growth.cases(tmp_path)):
        path = tmp_path / f"{number}{ending}"
        path.write_text(case(8), encoding="utf-8")
        measured[name] = check_growth.measured(path)[1]
    assert {name.partition(" ")[0] for name in measured} == {
        "tiled",
        "geojson",
        "hexjson",
        "megamek",
        "scenario",
    }
    assert [name for name, outcome in measured.items() if outcome.startswith("!")] == []


def test_what_a_reader_lets_through_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_: object) -> None:
        raise OverflowError

    monkeypatch.setattr(check_growth, "load", failing)
    assert check_growth.measured(tmp_path / "x.yaml")[1] == "! OverflowError"
