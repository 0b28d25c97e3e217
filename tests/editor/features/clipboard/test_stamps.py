from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import FileError
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import Board
from fairground.core.scenario.transform.clip import clip_of
from fairground.editor.app.paths import stamp_folder
from fairground.editor.document.clip_patches import fitted
from fairground.editor.features.clipboard.stamps import Stamps, why_no_name

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.transform.clip import Clip


@pytest.fixture
def stamps() -> Stamps:
    return Stamps(stamp_folder())


def clip(count: int = 2) -> Clip:
    board = Board.blank(Layout.ODD_Q, count, 1)
    return clip_of(board, tuple(board.hexes()))


def own(stamps: Stamps) -> list[str]:
    return [it.name for it in stamps.all() if not it.shipped]


def test_a_stamp_is_kept_and_read_back(stamps: Stamps) -> None:
    assert own(stamps) == []
    kept = stamps.save("Old Mill", clip())
    assert own(stamps) == ["Old Mill"]
    assert kept.path.parent == stamp_folder()
    assert Stamps(stamp_folder()).load(kept) == clip()


def test_a_name_that_is_there_is_replaced_however_it_is_written(stamps: Stamps) -> None:
    stamps.save("Mill", clip(2))
    stamps.save("MILL", clip(3))
    assert own(stamps) == ["Mill"]
    found = stamps.find("mill")
    assert found is not None
    assert stamps.load(found) == clip(3)


def test_a_deleted_stamp_can_be_put_back(stamps: Stamps) -> None:
    kept = stamps.save("Mill", clip())
    data = stamps.delete(kept)
    assert own(stamps) == []
    stamps.put_back(kept, data)
    assert stamps.load(kept) == clip()
    stamps.delete(kept)
    with pytest.raises(FileError, match="annot delete"):
        stamps.delete(kept)


def test_names_in_order_the_users_first(stamps: Stamps) -> None:
    for name in ("mill", "Abbey", "Zoo"):
        stamps.save(name, clip())
    assert own(stamps) == ["Abbey", "mill", "Zoo"]
    assert [it.shipped for it in stamps.all()] == sorted(it.shipped for it in stamps.all())


@pytest.mark.parametrize(
    "name",
    [
        "",
        "../evil",
        "a/b",
        "a\\b",
        "a:b",
        "CON",
        "com1.x",
        ".hidden",
        "dot.",
        " space",
        "new\nline",
        "nul\0",
        "x" * 61,
        "\u202ea",
    ],
)
def test_names_that_no_file_can_have_are_refused(stamps: Stamps, name: str) -> None:
    assert why_no_name(name).endswith(".")
    with pytest.raises(FileError):
        stamps.save(name, clip())
    assert list(stamp_folder().iterdir()) == []


@given(st.text(max_size=30))
def test_no_name_leads_out_of_the_folder(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    if why_no_name(name):
        return
    folder: Path = tmp_path_factory.mktemp("stamps")
    path = Stamps(folder).save(name, clip()).path
    assert path.resolve().parent == folder.resolve()


def test_a_file_that_is_no_clip_is_an_error_with_its_line(stamps: Stamps) -> None:
    kept = stamps.save("Mill", clip())
    kept.path.write_text("format: fairground-clip/1\npalette: 3\n", encoding="utf-8")
    with pytest.raises(FileError, match="line"):
        stamps.load(kept)
    kept.path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileError):
        stamps.load(kept)
    kept.path.unlink()
    with pytest.raises(FileError, match="cannot read"):
        stamps.load(kept)


def test_a_stamp_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(FileError, match="no folder"):
        Stamps(blocked).save("Mill", clip())


def test_the_shipped_stamps_can_be_read_and_used_by_a_ruleset_as_they_are(stamps: Stamps) -> None:
    shipped = [it for it in stamps.all() if it.shipped]
    assert len(shipped) >= 4
    for stamp in shipped:
        kinds = {kind for entry in stamps.load(stamp).palette for kind in entry.kinds}
        assert any(kinds <= set(load_ruleset(name).terrain) for name in shipped_rulesets()), stamp
        with pytest.raises(FileError, match="is built in"):
            stamps.delete(stamp)


def test_shipped_stamps_are_refused_where_the_terrain_is_missing(stamps: Stamps) -> None:
    court = next(it for it in stamps.all() if it.name == "Walled court")
    there = blank_scenario("T", layout=Layout.ODD_R, size=(4, 4), ruleset="hexside-ww2")
    assert fitted(stamps.load(court), there).unknown == ("wall",)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_among_the_stamps_is_not_waited_for(stamps: Stamps) -> None:
    stamps.save("Yard", clip())
    path = stamp_folder() / "Pipe.stamp.yaml"
    os.mkfifo(path)
    (found,) = (it for it in stamps.all() if it.name == "Pipe")
    with pytest.raises(FileError, match="it is not a file"):
        stamps.load(found)
    path.unlink()
