"""The page of what counts as fair, by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fairground.core.files import load
from fairground.core.scenario.fairness_standards import standards_of
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, By
from fairground.core.scenario.parts import FairnessBands
from fairground.core.validation import validate
from fairground.editor.document.document import Document
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.scenario.fairness_page import FairPage

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

SCENARIO = Path(__file__).parents[4] / "scenarios" / "ember-court.yaml"


@pytest.fixture
def document() -> Document:
    return Document(load(SCENARIO))


@pytest.fixture
def page(qtbot: QtBot, document: Document) -> FairPage:
    made = FairPage()
    qtbot.addWidget(made)
    made.resize(288, 600)
    made.set_document(document)
    made.show()
    return made


def fair(document: Document) -> FairnessBands:
    return document.scenario.fairness


def write(page: FairPage, key: str, text: str) -> None:
    """Write into a field and leave it by Enter."""
    page.bands[key].clear()
    QTest.keyClicks(page.bands[key], text)
    QTest.keyClick(page.bands[key], Qt.Key.Key_Return)


def test_there_is_a_field_for_everything_that_is_judged_with_what_is_usual(page: FairPage) -> None:
    assert len(page.bands) == sum(len(it.bands) for it in MEASURES.values())
    assert page.bands["territory"].placeholderText() == "3/40:1/8"
    assert page.bands["contact.lowest"].placeholderText() == "2:1"
    assert "symmetry" not in page.bands
    assert all(it.text() == "" and it.accessibleName() for it in page.bands.values())
    assert {name for name, it in page.gates.items() if it.isChecked()} == {
        name for name, it in MEASURES.items() if it.gates
    }


def test_bounds_are_taken_over_as_one_step_and_undone(page: FairPage, document: Document) -> None:
    write(page, "territory", "1/10:1/5")
    assert fair(document).bands == {"territory": "1/10:1/5"}
    assert standards_of(document.scenario)["territory"].bands[By.IMBALANCE].green * 10 == 1
    write(page, "contact.lowest", "3:2")
    assert document.undo_stack.index() == 2
    document.undo_stack.undo()
    assert page.bands["contact.lowest"].text() == ""
    document.undo_stack.redo()
    assert page.bands["contact.lowest"].text() == "3:2"
    write(page, "territory", "")
    assert fair(document).bands == {"contact.lowest": "3:2"}
    page.commit()
    assert document.undo_stack.index() == 3


@pytest.mark.parametrize(
    ("text", "words"), [("a lot", "has no valid limits"), ("1/5:1/10", "the amber limit must be larger")]
)
def test_what_are_no_bounds_is_told_and_not_taken(
    page: FairPage, document: Document, text: str, words: str
) -> None:
    write(page, "territory", text)
    assert words in page.form.note("territory")
    assert document.undo_stack.count() == 0
    write(page, "territory", "0:1/10")
    assert page.form.note("territory") == ""
    assert fair(document).bands == {"territory": "0:1/10"}


def test_what_decides_is_ticked(page: FairPage, document: Document) -> None:
    QTest.mouseClick(page.gates["routes"], Qt.MouseButton.LeftButton)
    usual = [name for name, it in MEASURES.items() if it.gates]
    assert set(fair(document).gates) == {*usual, "routes"}
    QTest.mouseClick(page.gates["routes"], Qt.MouseButton.LeftButton)
    assert fair(document).gates == (), "the usual ones need not be named"
    for name in usual:
        QTest.mouseClick(page.gates[name], Qt.MouseButton.LeftButton)
    assert fair(document).gates == (usual[-1],)
    assert page.gates[usual[-1]].isChecked()
    assert "At least one" in page.form.note(usual[-1])
    document.go_to(0)
    assert [name for name, it in page.gates.items() if it.isChecked()] == usual


def test_what_is_no_measure_is_told_kept_and_dropped_by_the_button(
    page: FairPage, document: Document
) -> None:
    assert not page.drop.isVisible()
    after = FairnessBands(
        {"contact.difference": "1:2", "teritory": "1/4:1/2", "cover": "x"}, ("contact", "luck")
    )
    document.edit("by hand", [FieldPatch("fairness", fair(document), after)])
    assert page.bands["contact"].text() == "1:2"
    page.show_findings(validate(document.scenario))
    assert "territory" in page.form.note("fairness")
    assert "luck" in page.form.note("fairness")
    assert "has no valid limits" in page.form.note("cover")
    write(page, "contact", "0:3")
    assert fair(document).bands == {"teritory": "1/4:1/2", "cover": "x", "contact": "0:3"}
    assert fair(document).gates == ("contact", "luck")
    QTest.mouseClick(page.drop, Qt.MouseButton.LeftButton)
    assert fair(document) == FairnessBands({"cover": "x", "contact": "0:3"}, ("contact",))
    assert not page.drop.isVisible()


def test_the_page_is_no_wider_than_its_dock_and_every_field_is_reached(page: FairPage) -> None:
    assert page.minimumSizeHint().width() <= 272
    page.bands["contact"].setFocus()
    reached = set()
    for _ in range(3 * len(page.bands)):
        here = QApplication.focusWidget()
        assert here is not None
        reached.add(here)
        QTest.keyClick(here, Qt.Key.Key_Tab)
    assert reached >= {*page.bands.values(), *page.gates.values()}
