from __future__ import annotations

from pathlib import Path

import pytest

from fairground.core.clients import (
    export_formats,
    export_presets,
    find_preset,
    load_format,
    prepare_export,
)
from fairground.core.clients import exporting as module
from fairground.core.clients.format import export_settings
from fairground.core.errors import FileError, UsageError
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


@pytest.mark.parametrize(
    ("name", "file", "told"),
    [
        (
            "tiled",
            "x.tmj",
            "x.tmj has the extension of the format 'tiled-json', but 'tiled' files end in .tmx",
        ),
        (
            "svg",
            "x.PNG",
            "x.PNG has the extension of the format 'png', but 'svg' files end in .svg",
        ),
        (
            "pdf",
            "x.json",
            "x.json has the extension of JSON, but 'pdf' files end in .pdf; name the file x.pdf",
        ),
        (
            "json",
            "x.yaml",
            "x.yaml has the extension of a scenario, but 'json' files end in .json; name the file x.json",
        ),
        (
            "tiled",
            "x.YML",
            "x.YML has the extension of a scenario, but 'tiled' files end in .tmx; name the file x.tmx",
        ),
    ],
)
def test_no_file_is_named_as_if_it_were_of_another_format(
    tmp_path: Path, name: str, file: str, told: str
) -> None:
    with pytest.raises(UsageError) as found:
        prepare_export(load(SCENARIOS / "twin-stones.yaml"), name, tmp_path / file)
    assert told in str(found.value)


@pytest.mark.parametrize("file", ["x.json", "x.geojson", "x.txt", "x"])
def test_an_ending_that_is_of_no_single_format_is_taken(tmp_path: Path, file: str) -> None:
    assert prepare_export(load(SCENARIOS / "twin-stones.yaml"), "geojson", tmp_path / file).path.name == file


@pytest.mark.long
def test_every_format_whose_files_are_json_may_end_in_json(tmp_path: Path) -> None:
    for name in export_formats():
        target = load_format(name)
        scenario = load(SCENARIOS / "standard-arena-odd-q.yaml")
        exported = prepare_export(scenario, name, tmp_path / f"x{target.ending}").exported
        if exported.content.startswith(b"{"):
            assert prepare_export(scenario, name, tmp_path / "x.json").path.name == "x.json"


def test_every_format_says_what_an_export_to_it_is_for() -> None:
    assert [name for name in export_formats() if not load_format(name).purpose] == []


def test_presets_have_ids_and_sound_options() -> None:
    found = export_presets()
    assert len({it.id for it in found}) == len(found)
    assert {"roll20", "owlbear-rodeo", "tabletop-simulator", "tabletop-playground"} <= {it.id for it in found}
    for it in found:
        assert find_preset(it.id) == it
        assert export_settings(load_format(it.format_name).options, dict(it.options), "stem")
    with pytest.raises(UsageError, match=r"there is no preset 'rol20'. Did you mean 'roll20'\?"):
        find_preset("rol20")
