"""Where commands write to: whatever is in that place, it is told in a sentence, and what was there stays."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.files import atomic

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WRITERS = {
    "adapt": ("adapt", "small.yaml", "--layout", "even-r"),
    "batch": ("batch", "maps", "--jobs", "1"),
    "export": ("export", "small.yaml", "--to", "json"),
    "import": ("import", "court.txt", "--layout", "odd-r"),
    "new": ("new", "--size", "4x4", "--layout", "odd-q", "--ruleset", "penance-1.0"),
    "repair": ("repair", "small.yaml", "--measure", "territory"),
    "report": ("report", "small.yaml"),
    "show": ("show", "small.yaml"),
    "variants": ("variants", "small.yaml", "--count", "0"),
    "what-if": ("what-if", "small.yaml", "destroy B3"),
}
ENDINGS = {"batch": ".html", "report": ".html", "show": ".svg", "variants": ""}
pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")


@pytest.fixture
def folder(small: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with what commands read, and things that nothing can be written to."""
    found = small.parent
    monkeypatch.chdir(found)
    (found / "maps").mkdir()
    (found / "maps" / "a.yaml").write_bytes(small.read_bytes())
    (found / "court.txt").write_text("[F][  ][R]\n[  ][F][  ]\n")
    (found / "file").write_text("mine")
    return found


def content(folder: Path) -> dict[str, object]:
    """Return what is in a folder and below; what batches keep for themselves is left out."""
    return {
        str(path.relative_to(folder)): path.is_file() and path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if ".fairground" not in path.parts
    }


def places(folder: Path, ending: str) -> dict[str, Path]:
    """Return places that cannot be written to, by what is told of them."""
    (folder / f"circle{ending}").symlink_to(folder / f"circle{ending}")
    os.mkfifo(folder / f"pipe{ending}")
    return {
        "the folder": folder / "none" / f"x{ending}",
        "is a file, not a folder": folder / "file" / f"x{ending}",
        "symbolic links form a loop": folder / f"circle{ending}",
        "File name too long": folder / f"{'n' * 300}{ending}",
        "it is a device": folder / f"pipe{ending}",
    }


@pytest.mark.parametrize("name", sorted({*WRITERS} - {"variants"}))
def test_what_cannot_be_written_is_told_and_all_stays(
    name: str, folder: Path, run: Callable[..., Any]
) -> None:
    found = places(folder, ENDINGS.get(name, ".out"))
    before = content(folder)
    for words, place in found.items():
        ran = run(*WRITERS[name], "-o", place, "--overwrite")
        assert ran.status == 2, words
        assert words in ran.err.replace("\n", " ")
        assert ran.err.splitlines()[-1].startswith("fairground: ")
    assert content(folder) == before


@pytest.mark.parametrize("place", ["none/x", "file/x", "file", "n" * 300])
def test_a_folder_of_variants_that_cannot_be_made_is_told(
    place: str, folder: Path, run: Callable[..., Any]
) -> None:
    before = content(folder)
    ran = run(*WRITERS["variants"], "-o", place, "--overwrite")
    assert ran.status == 2
    assert ran.err
    assert content(folder) == before


@pytest.mark.long
def test_a_full_disk_is_told_and_leaves_all_as_it_was(
    folder: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    before = content(folder)
    for name, words in WRITERS.items():
        with monkeypatch.context() as patch:
            patch.setattr(atomic, "_write_all", full)
            ran = run(*words, "-o", f"new{ENDINGS.get(name, '.out')}")
        assert ran.status == 2, name
        assert "cannot be written: No space left on device" in ran.err.replace("\n", " "), name
        assert content(folder) == before, name


@pytest.mark.parametrize("name", sorted({*WRITERS} - {"batch"}))
def test_no_file_is_named_after_standard_output(name: str, folder: Path, run: Callable[..., Any]) -> None:
    before = content(folder)
    ran = run(*WRITERS[name], "-o", "-", "--overwrite")
    assert ran.status == 2
    assert "(-)" in ran.err or ".html" in ran.err or ".svg" in ran.err
    assert content(folder) == before


def test_what_is_read_is_not_replaced_by_what_is_made_of_it(folder: Path, run: Callable[..., Any]) -> None:
    (folder / "link.yaml").symlink_to(folder / "small.yaml")
    before = content(folder)
    for name, place in (("export", "small.yaml"), ("export", "link.yaml"), ("import", "court.txt")):
        ran = run(*WRITERS[name], "-o", place, "--overwrite")
        assert ran.status == 2
        assert f"{place} is the input file; choose another file to write" in ran.err
    assert content(folder) == before


def test_a_current_folder_that_is_gone_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any]
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    ran = run("new", "--size", "3x3", "-o", "arena.yaml")
    assert ran.status == 2
    assert ran.err == "fairground: the current folder no longer exists; change to another one\n"


def test_a_companion_whose_name_is_too_long_is_told(folder: Path, run: Callable[..., Any]) -> None:
    before = content(folder)
    ran = run("export", "small.yaml", "--to", "foundry", "-o", f"{'n' * 250}.json")
    assert ran.status == 2
    assert "cannot be written: File name too long" in ran.err.replace("\n", " ")
    assert content(folder) == before


@pytest.mark.parametrize("name", ["foundry", "foundry-module", "tts", "tiled", "vmod", "pdf"])
def test_an_export_may_have_a_name_that_is_not_utf_8(
    name: str, folder: Path, run: Callable[..., Any]
) -> None:
    endings = {"foundry": "json", "foundry-module": "zip", "tts": "json", "tiled": "tmx"}
    output = os.fsdecode(b"caf\xe9.") + endings.get(name, name)
    ran = run("export", "small.yaml", "--to", name, "-o", output, "--json")
    assert ran.status == 0, ran.err
    assert (folder / output).is_file()
    assert "caf\ufffd" in ran.answer["outputs"][0]


@pytest.mark.parametrize(
    ("options", "shown"), [(("--json",), "caf\ufffd.yaml"), (("--format", "sarif"), "caf%E9.yaml")]
)
def test_a_scenario_may_have_a_name_that_is_not_utf_8(
    options: tuple[str, ...], shown: str, folder: Path, run: Callable[..., Any]
) -> None:
    name = os.fsdecode(b"caf\xe9.yaml")
    (folder / name).write_text("format: fairground/1\n")
    ran = run("validate", name, *options)
    assert ran.status == 1
    assert shown in ran.out


@pytest.mark.parametrize("data", [b"title: caf\xe9\n", "title: x\n".encode("utf-16")])
def test_a_ruleset_to_extend_must_be_utf_8(folder: Path, run: Callable[..., Any], data: bytes) -> None:
    (folder / "mine.yaml").write_bytes(data)
    ran = run("rulesets", "extend", "mine.yaml", "--title", "Mud", "--like", "rubble", "--cost", "3")
    assert ran.status == 2
    assert "mine.yaml is not UTF-8" in ran.err
    assert (folder / "mine.yaml").read_bytes() == data


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_games_that_cannot_be_recorded_are_not_lost(
    folder: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    def full(_descriptor: int, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    text = (folder / "small.yaml").read_text().replace("rows 1}", "rows 1-2}").replace("rows 6}", "rows 5-6}")
    (folder / "small.yaml").write_text(text)
    monkeypatch.setattr(atomic, "_write_all", full)
    words = ("simulate", "small.yaml", "--games", "2", "--jobs", "1", "--record", "games.jsonl")
    ran = run(*words, *options)
    assert ran.status == 2
    assert "games.jsonl cannot be written: No space left on device" in ran.err
    assert ran.answer["schema"] == "fairground/simulate/1" if options else "2 games" in ran.out
    assert not (folder / "games.jsonl").exists()
