from __future__ import annotations

from pathlib import Path

import pytest

from fairground.core.clients import export_formats, load_format, prepare_export
from fairground.core.clients import exporting as module
from fairground.core.errors import FileError
from fairground.core.files import load
from fairground.core.finding import Finding, Severity

SCENARIOS = Path(__file__).parents[3] / "scenarios"


def test_findings_that_are_known_are_not_looked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "validate", lambda _scenario: pytest.fail("it was validated"))
    scenario, path = load(SCENARIOS / "twin-stones.yaml"), tmp_path / "a.hexjson"
    advice = Finding(Severity.ADVICE, "x", "well")
    assert prepare_export(scenario, "hexjson", path, findings=[advice]).findings == (advice,)
    error = Finding(Severity.ERROR, "y", "wrong")
    with pytest.raises(FileError) as caught:
        prepare_export(scenario, "hexjson", path, findings=[advice, error])
    assert [*caught.value.problems] == [error]
    assert prepare_export(scenario, "hexjson", path, findings=[error], force=True).findings == (error,)


def test_every_format_says_what_an_export_to_it_is_for() -> None:
    assert [name for name in export_formats() if not load_format(name).purpose] == []
