"""The tracing image kept with the scenario: embedded or beside its file, changed by edits, and there again when reopened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from fairground.core.files import load
from fairground.core.scenario.transform.whole_board import Anchor, resized
from fairground.editor.document.scenario_patches import scenario_patches
from fairground.editor.widgets.keep_image_dialog import KeepImageDialog
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.tracing_image import TracingImage
    from fairground.editor.canvas.tracing_image import Placement
    from tests.editor.editor_driver import EditorDriver


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    path = tmp_path / "scan.png"
    assert image.save(str(path))
    return path


@pytest.fixture
def laid(prompt_editor: EditorDriver, scan: Path) -> EditorDriver:
    """An arena with a tracing image of this computer."""
    prompt_editor.open("ember-court")
    prompt_editor.tracing_image.read(scan)
    prompt_editor.settle()
    return prompt_editor


def trigger(editor: EditorDriver, name: str) -> None:
    editor.actions[name].trigger()
    editor.settle()


def keep(editor: EditorDriver, button: str = "embed") -> None:
    trigger(editor, "underlay.keep")
    dialog = editor.dialog(KeepImageDialog)
    assert "KB" in dialog.informativeText()
    getattr(dialog, button).click()
    editor.settle()


def placement(editor: EditorDriver) -> Placement:
    return present(editor.tracing_image.underlay).placement


def kept(editor: EditorDriver) -> TracingImage:
    return present(editor.scenario.underlay)


def right(editor: EditorDriver) -> None:
    QTest.keyClick(editor.canvas, Qt.Key.Key_Right)
    editor.settle()


@pytest.mark.parametrize("button", ["embed", "beside"])
def test_it_goes_along_with_the_file(laid: EditorDriver, scan: Path, tmp_path: Path, button: str) -> None:
    before = placement(laid)
    keep(laid, button)
    assert placement(laid).across == pytest.approx(before.across, abs=0.001)
    assert placement(laid).scale == pytest.approx(before.scale, rel=0.001)
    assert laid.steps == 1
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    laid.session.save(elsewhere / "shared.yaml")
    assert (elsewhere / "scan.png").exists() is (button == "beside")
    wanted = kept(laid)
    scan.unlink()
    laid.session.close()
    assert laid.tracing_image.underlay is None
    laid.session.open(elsewhere / "shared.yaml")
    laid.settle()
    assert kept(laid) == wanted
    assert laid.actions["underlay.keep"].isChecked()
    assert placement(laid).scale == pytest.approx(before.scale, rel=0.001)


def test_each_change_is_an_edit_that_undo_takes_back(laid: EditorDriver) -> None:
    keep(laid)
    first, before = kept(laid), placement(laid)
    right(laid)
    assert kept(laid).at > first.at
    assert placement(laid).across == pytest.approx(before.across + 0.25, abs=0.001)
    trigger(laid, "edit.undo")
    assert kept(laid) == first
    # A slider's changes are one step.
    for value in (60, 50, 40):
        laid.options.underlay.opacity.setValue(value)
    assert kept(laid).opacity == 40
    assert laid.steps == 2
    trigger(laid, "edit.undo")
    trigger(laid, "edit.undo")
    # The image of this computer is there again.
    assert laid.scenario.underlay is None
    assert laid.tracing_image.underlay is not None
    trigger(laid, "edit.redo")
    assert kept(laid) == first


def test_it_is_removed_and_comes_back(laid: EditorDriver) -> None:
    keep(laid)
    trigger(laid, "underlay.remove")
    assert laid.scenario.underlay is None
    assert not laid.scenario.images
    assert laid.tracing_image.underlay is None
    trigger(laid, "edit.undo")
    assert laid.tracing_image.underlay is not None
    assert kept(laid).image in laid.scenario.images


def test_it_can_stay_on_this_computer_alone_again(laid: EditorDriver) -> None:
    before = placement(laid)
    keep(laid)
    right(laid)
    trigger(laid, "underlay.keep")
    assert laid.scenario.underlay is None
    assert not laid.scenario.images
    assert placement(laid).across > before.across
    assert not laid.actions["underlay.keep"].isChecked()


def test_it_moves_with_the_board(laid: EditorDriver) -> None:
    keep(laid)
    first = kept(laid)
    board = laid.scenario.board
    change = resized(laid.scenario, board.columns + 2, board.rows + 2, Anchor.BOTTOM_RIGHT)
    assert laid.document.edit("Resize", scenario_patches(laid.scenario, change.scenario, change.way))
    laid.settle()
    assert kept(laid).at[0] > first.at[0] + 1
    there = placement(laid)
    trigger(laid, "edit.undo")
    assert kept(laid) == first
    assert placement(laid) != there


def test_a_missing_image_is_a_finding_and_said(laid: EditorDriver, tmp_path: Path) -> None:
    keep(laid, "beside")
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    laid.session.save(folder / "shared.yaml")
    laid.session.close()
    (folder / "scan.png").write_bytes(b"no image")
    laid.session.open(folder / "shared.yaml")
    laid.settle()
    assert laid.tracing_image.underlay is None
    assert "Cannot show the scenario's tracing image" in laid.message
    laid.qtbot.waitUntil(lambda: "image.type" in [it.code for it in laid.findings])
    # It can still be removed.
    trigger(laid, "underlay.remove")
    assert laid.scenario.underlay is None
    assert load(folder / "shared.yaml").underlay is not None


def test_another_image_replaces_it(laid: EditorDriver, tmp_path: Path) -> None:
    keep(laid)
    other = tmp_path / "other.png"
    image = QImage(90, 90, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    assert image.save(str(other))
    laid.tracing_image.read(other)
    laid.settle()
    assert laid.scenario.underlay is None
    assert present(laid.tracing_image.underlay).size == (90, 90)
    laid.document.undo()
    laid.settle()
    assert present(laid.tracing_image.underlay).size == (400, 300)
    assert laid.scenario.underlay is not None
