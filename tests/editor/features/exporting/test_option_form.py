from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit

from fairground.core.clients.format import Option
from fairground.editor.features.exporting.option_form import OptionForm

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

OPTIONS = (
    Option("paper", "paper size", "a4", choices=("a4", "letter")),
    Option("legend", "draw the legend", "yes", "flag"),
    Option("hex-width", "mm across", "19.05", "number", lowest=Fraction(2), highest=Fraction(150)),
    Option("side", "whose it is", "", "text"),
)


@pytest.fixture
def form(qtbot: QtBot) -> OptionForm:
    made = OptionForm()
    qtbot.addWidget(made)
    made.show_options(OPTIONS, {"paper": "letter"})
    made.show()
    return made


def test_there_is_a_field_for_each_kind(form: OptionForm) -> None:
    kinds = [QComboBox, QCheckBox, QLineEdit, QLineEdit]
    assert [type(it) for it in form.fields.values()] == kinds
    assert [it.accessibleName() for it in form.fields.values()] == ["Paper", "Legend", "Hex width", "Side"]
    form.show_options((Option("dpi", "pixels per inch", "150", "number"), *OPTIONS), {})
    assert form.fields["dpi"].accessibleName() == "DPI"
    assert form.fields["side"].accessibleDescription() == "whose it is"
    assert form.fields["hex-width"].toolTip() == "Mm across"


def test_what_differs_from_the_defaults_is_said(form: OptionForm, qtbot: QtBot) -> None:
    assert form.values == {"paper": "letter"}
    paper, width = form.fields["paper"], form.fields["hex-width"]
    assert isinstance(paper, QComboBox)
    assert isinstance(width, QLineEdit)
    with qtbot.waitSignals([form.changed] * 4):
        paper.setCurrentIndex(0)
        QTest.keyClick(form.fields["legend"], Qt.Key.Key_Space)
        width.clear()
        QTest.keyClicks(width, "7/2")
    assert form.values == {"legend": "no", "hex-width": "7/2"}
    assert form.is_valid


@pytest.mark.parametrize("said", ["x", "151", "1", "", "1/0", "1e999999999", "9" * 400])
def test_a_number_that_cannot_be_is_told_under_its_field(form: OptionForm, said: str) -> None:
    field = form.fields["hex-width"]
    assert isinstance(field, QLineEdit)
    field.setText(said)
    assert not form.is_valid
    assert form.faults["hex-width"].isVisible()
    assert form.faults["hex-width"].text().startswith("Hex-width must be a number from 2 to 150, not ")
    field.setText("16")
    assert form.is_valid
    assert not form.faults["hex-width"].isVisible()


def test_a_value_that_there_is_no_more_is_shown_and_told(form: OptionForm) -> None:
    form.show_options(OPTIONS, {"paper": "a5", "legend": "no"})
    assert form.values == {"paper": "a5", "legend": "no"}
    assert not form.is_valid
    assert form.faults["paper"].text().startswith("Paper must be a4, letter, not 'a5'")


def test_without_options_there_is_no_form(form: OptionForm) -> None:
    form.show_options((), {})
    assert not form.isVisible()
    assert form.values == {}
    assert form.is_valid


def test_sides_are_chosen_by_their_titles(form: OptionForm) -> None:
    form.sides = lambda: {"p1": "Raiders", "p2": "Guard"}
    form.show_options((Option("side", "whose it is", "", "side"),), {})
    box = form.fields["side"]
    assert isinstance(box, QComboBox)
    assert [box.itemText(at) for at in range(box.count())] == ["No side", "Raiders", "Guard"]
    assert form.values == {}
    box.setCurrentIndex(2)
    assert form.values == {"side": "p2"}
    # A preset for another map may have a side that this one does not have.
    form.show_options((Option("side", "whose it is", "", "side"),), {"side": "p9"})
    assert form.values == {"side": "p9"}
