"""``fairground tracing-image``: adds, shows and removes the tracing image of a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image

from fairground.core.files import load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.core.cli.conftest import Ran


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    Image.new("RGB", (80, 60), "white").save(tmp_path / "scan.jpg")
    return tmp_path / "scan.jpg"


def test_an_image_is_added_shown_and_removed(
    run: Callable[..., Ran], small: Path, scan: Path, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    traced, bare = tmp_path / "out" / "traced.yaml", tmp_path / "out" / "bare.yaml"
    added = run("tracing-image", small, "--add", scan, "-o", traced)
    assert added.status == 0
    assert "scan.jpg" in added.out
    shown = run("tracing-image", traced, "--json").answer
    assert shown["path"] == "scan.jpg"
    assert shown["pixels"] == [80, 60]
    assert shown["bytes"] == scan.stat().st_size
    assert run("tracing-image", traced, "--remove", "-o", bare).status == 0
    assert run("tracing-image", bare, "--json").answer["image"] is None
    assert not load(bare).images
    (tmp_path / "out" / "scan.jpg").unlink()
    missing = run("tracing-image", traced)
    assert missing.status == 1
    assert "cannot be drawn" in missing.out


def test_an_embedded_image_needs_no_file(
    run: Callable[..., Ran], small: Path, scan: Path, tmp_path: Path
) -> None:
    answer = run("tracing-image", small, "--add", scan, "--embed", "-o", tmp_path / "b.yaml", "--json").answer
    scan.unlink()
    assert answer["path"] is None
    assert run("tracing-image", tmp_path / "b.yaml", "--json").answer["problem"] is None


def test_two_points_place_the_image(run: Callable[..., Ran], small: Path, scan: Path, tmp_path: Path) -> None:
    points = ("--point", "10,10=A1", "--point", "40,10=D1")
    answer = run("tracing-image", small, "--add", scan, *points, "-o", tmp_path / "b.yaml", "--json").answer
    # 30 pixels are three hexes wide, and A1 is 30 pixels left of and 20 above the middle.
    assert answer["scale"] == pytest.approx(8)
    assert answer["at"] == pytest.approx([3, 2])
    assert answer["rotation"] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--embed"], "need --add"),
        (["--remove"], "-o"),
        (["--add", "scan.jpg"], "-o"),
        (["--add", "scan.jpg", "--remove", "-o", "b.yaml"], "not both"),
        (["--add", "scan.jpg", "--point", "1,1=A1", "-o", "b.yaml"], "twice"),
        (["-o", "b.yaml"], "needs --add or --remove"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    run: Callable[..., Ran], small: Path, options: list[str], message: str
) -> None:
    result = run("tracing-image", small, *options)
    assert result.status == 2
    assert message in result.err
