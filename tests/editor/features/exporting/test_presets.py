from __future__ import annotations

from pathlib import Path

import pytest

from fairground.core.clients import export_formats, load_format
from fairground.core.clients.format import export_settings
from fairground.core.errors import FileError
from fairground.editor.features.exporting.presets import MOST, Preset, Presets, shipped_presets

HEAD = "format: fairground-exports/1\npresets:\n"
PRINT = Preset(
    'Für den Tisch: "A4"', "pdf", (("margin", "12"), ("paper", "a4")), "out/print", "{name}-{date}"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "exports.yaml"


def names(presets: Presets) -> list[str]:
    return [it.name for it in presets.all() if not it.shipped]


def test_without_a_file_there_are_those_that_ship(file: Path) -> None:
    presets = Presets(file)
    assert presets.all() == shipped_presets()
    assert all(it.shipped for it in presets.all())
    assert not presets.faults


def test_the_shipped_ones_are_sound() -> None:
    found = shipped_presets()
    assert len(found) >= 4
    for preset in found:
        assert preset.format_name in export_formats()
        assert export_settings(load_format(preset.format_name).options, dict(preset.options), "stem")
        assert not preset.folder


def test_presets_are_kept_renamed_and_deleted(file: Path) -> None:
    presets = Presets(file)
    presets.keep(PRINT)
    presets.keep(Preset("b", "png"))
    assert Presets(file).all()[:2] == [Preset("b", "png"), PRINT]
    presets.keep(Preset("B", "svg"))
    assert Presets(file).own == [PRINT, Preset("B", "svg")]
    presets.rename(PRINT, "a")
    assert names(Presets(file)) == ["a", "B"]
    presets.rename(presets.all()[0], "b")
    assert [(it.name, it.format_name) for it in Presets(file).own] == [("b", "pdf")]
    presets.delete(presets.own[0])
    assert Presets(file).all() == shipped_presets()


def test_presets_of_two_editors_are_all_kept(file: Path) -> None:
    one, other = Presets(file), Presets(file)
    assert one.own == other.own == []
    one.keep(PRINT)
    other.keep(Preset("b", "png"))
    assert Presets(file).own == [PRINT, Preset("b", "png")]
    one.rename(PRINT, "a")
    other.delete(Preset("b", "png"))
    assert names(Presets(file)) == ["a"]


def test_those_that_ship_stay(file: Path) -> None:
    presets, shipped = Presets(file), shipped_presets()[0]
    with pytest.raises(FileError, match="is built in"):
        presets.delete(shipped)
    with pytest.raises(FileError, match="is built in"):
        presets.keep(Preset(shipped.name.upper(), "png"))
    presets.keep(PRINT)
    with pytest.raises(FileError, match="is built in"):
        presets.rename(PRINT, shipped.name)
    assert presets.own == [PRINT]


@pytest.mark.parametrize("name", ["", "x" * 61, " a", "a\nb", "a\u202eb"])
def test_names_are_what_a_list_can_show(file: Path, name: str) -> None:
    with pytest.raises(FileError, match="name"):
        Presets(file).keep(Preset(name, "png"))
    assert not file.exists()


def test_no_more_are_kept_than_a_list_can_hold(file: Path) -> None:
    presets = Presets(file)
    file.write_text(HEAD + "".join(f"  - {{name: p{at}, to: png}}\n" for at in range(MOST)))
    with pytest.raises(FileError, match=f"already have {MOST} presets"):
        presets.keep(PRINT)
    presets.keep(Preset("p7", "svg"))
    assert len(Presets(file).own) == MOST


def test_a_preset_says_where_a_file_goes(tmp_path: Path) -> None:
    path = PRINT.path(tmp_path, "ember-court", ".pdf")
    assert path.parent == tmp_path / "out" / "print"
    assert path.name.startswith("ember-court-20")
    assert path.suffix == ".pdf"
    assert Preset("x", "png", folder=str(tmp_path)).path(Path("other"), "a", ".png") == tmp_path / "a.png"
    # The scenario's name is not looked through for braces again.
    assert Preset("x", "png").path(tmp_path, "{date}{0.__class__}", ".png").name == "{date}{0.__class__}.png"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("- a\n- b\n", "not a presets file"),
        ("format: fairground-keys/1\npresets: []\n", "not a presets file"),
        ("format: fairground-exports/1\npresets: 3\n", "not a presets file"),
        (HEAD + "  - {name: a, to: png, shell: rm}\n", "exports.yaml line 3, ignored: a preset needs"),
        (HEAD + "  - {name: a}\n", "exports.yaml line 3, ignored: a preset needs"),
        (HEAD + "  - {name: a, to: png, options: {dpi: 300}}\n", "put numbers in quotes"),
        (HEAD + "  - {name: a, to: png, options: [dpi]}\n", "its options must be a mapping"),
        (HEAD + "  - {name: a, to: png, file: ../../x}\n", "file name cannot"),
        (HEAD + "  - {name: a, to: png, file: .hidden}\n", "file name cannot"),
        (HEAD + '  - {name: a, to: png, file: "{name.__class__}"}\n', "Unknown placeholder"),
        (HEAD + '  - {name: a, to: png, folder: "a\\0b"}\n', "unprintable characters"),
        (HEAD + f"  - {{name: a, to: png, folder: {'x' * 501}}}\n", "text of at most"),
        (
            HEAD + "  - {name: a, to: png}\n  - {name: A, to: svg}\n",
            "exports.yaml line 4, ignored: two presets are called A",
        ),
        (HEAD + "  - &a {name: a, to: png}\n", "Cannot use"),
        (HEAD + "  - {name: !!python/object:os.system a, to: png}\n", "Cannot use"),
        (HEAD + "#" * 600_000, "Cannot use"),
    ],
)
def test_a_file_with_faults_is_told_and_left_as_it_is(file: Path, text: str, fault: str) -> None:
    file.write_text(text)
    presets = Presets(file)
    assert presets.own == presets.own[:1]
    assert any(fault in it for it in presets.faults)
    with pytest.raises(FileError, match="has errors and was not changed"):
        presets.keep(PRINT)
    assert file.read_text() == text


def test_what_is_sound_beside_a_fault_can_be_used(file: Path) -> None:
    file.write_text(HEAD + "  - {name: a, to: png}\n  - 7\n  - {name: c, to: svg}\n")
    presets = Presets(file)
    assert names(presets) == ["a", "c"]
    assert len(presets.faults) == 1


def test_a_folder_in_the_place_of_the_file_is_told(file: Path) -> None:
    file.mkdir()
    presets = Presets(file)
    assert presets.own == []
    assert "Cannot use" in presets.faults[0]
