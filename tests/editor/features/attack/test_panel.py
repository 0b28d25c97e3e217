"""The attack along the line of sight: by mouse and keys, in the card and in the options."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QSpinBox

from fairground.core import attack
from fairground.core.attacks.fighter import Stance, Weapon
from fairground.core.rules.attack import AttackKind
from fairground.editor.app.icons import source
from fairground.editor.document.mover_choice import AttackChoice
from fairground.editor.features.attack.table import Sign, attack_rows, describe_verdict, facts, verdict_sign
from fairground.editor.widgets.checklist_button import ChoiceBox
from tests.editor.board_view import LEFT, drag
from tests.editor.narrowing import of_type, present

if TYPE_CHECKING:
    from fairground.editor.features.attack.controller import AttackPanel
    from tests.editor.editor_driver import EditorDriver


def panel(editor: EditorDriver) -> AttackPanel:
    return editor.attack.panel


def number_box(card: AttackPanel, name: str, end: int) -> QSpinBox:
    return of_type(card.ends.boxes[name, end], QSpinBox)


def check_box(card: AttackPanel, name: str, end: int) -> QCheckBox:
    return of_type(card.ends.boxes[name, end], QCheckBox)


def choice_box(card: AttackPanel, name: str, end: int) -> ChoiceBox:
    return of_type(card.ends.boxes[name, end], ChoiceBox)


# -- the card -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_p2_21_the_card_tells_both_attacks_step_by_step_as_core_does(editor: EditorDriver) -> None:
    editor.open("twin-stones")
    units = editor.scenario.units
    first, last = units[0], units[-1]
    label = editor.scenario.board.label
    editor.key("L")
    drag(editor, label(first.hex), label(last.hex))
    card = panel(editor)
    assert card.isVisible()
    for side, ends in ((card.there, (first, last)), (card.back, (last, first))):
        found = attack(editor.scenario, *(it.hex for it in ends))
        assert side.fighters.text() == " → ".join(
            f"{editor.scenario.unit_title(it)} ({label(it.hex)})" for it in ends
        )
        assert side.verdict.text() == describe_verdict(found)
        assert side.sign.accessibleName() == verdict_sign(found).meaning
        rows = side.table.texts()
        signs = {"yes": "met", "no": "not met", "open": "not known yet"}
        assert [(sign, rule) for sign, _, rule in rows[: len(found.steps)]] == [
            (signs[step.state.value], step.rule) for step in found.steps
        ]
        told = [text for _, text, _ in rows]
        assert all(any(step.text in text for text in told) for step in found.steps)
        assert all(it.text in told for it in (*found.to_hit, *found.damage, *found.defence))
        assert f"To hit {found.to_hit_total:+d}".replace("-", "−") in told
        assert all(any(text.startswith(it.name) for text in told) for it in found.results)


@pytest.mark.long
def test_p2_12_and_p2_15_turning_a_unit_is_told_at_once_and_undone(editor: EditorDriver) -> None:
    editor.open("twin-stones")
    unit = editor.scenario.units[0]
    board = editor.scenario.board
    editor.state.sight_line = (unit.hex, board.parse("H6"))
    editor.key("U")
    editor.state.unit_id = unit.id
    card = panel(editor)
    seen = set()
    for _ in range(6):
        seen.add((card.there.verdict.text(), card.back.facts.text().partition(" · ")[0]))
        editor.key("R")
    assert any(verdict == "Outside the firing arc" for verdict, _ in seen)
    sides = {side.partition(" (")[0] for _, side in seen}
    assert sides <= {f"side {number}" for number in range(1, 7)}
    assert len(sides) >= 5
    before = card.there.table.texts()
    editor.key("R")
    assert card.there.table.texts() != before
    editor.key("Ctrl+Z")
    assert card.there.table.texts() == before


@pytest.mark.long
def test_the_card_folds_swaps_goes_and_comes_by_keys(editor: EditorDriver) -> None:
    editor.open("twin-stones")
    editor.key("L")
    drag(editor, "D4", "H6")
    card, actions = panel(editor), editor.actions
    assert card.there.table.isVisible()
    QTest.mouseClick(card.there.fold, LEFT)
    assert not card.there.table.isVisible()
    QTest.keyClick(card.there.fold, Qt.Key.Key_Space)
    assert card.there.table.isVisible()
    assert card.ends.isHidden()
    QTest.mouseClick(card.more, LEFT)
    assert card.ends.isVisible()

    number_box(card, "moved", 0).setValue(5)
    choice_box(card, "facing", 1).picked.emit(2)
    there = card.there.fighters.text()
    editor.key("Shift+L")
    assert card.back.fighters.text() == there
    assert [number_box(card, "moved", end).value() for end in (0, 1)] == [0, 5]
    assert choice_box(card, "facing", 0).value == 2

    editor.key("Shift+D")
    assert card.isHidden()
    assert not actions["attack.show"].isChecked()
    assert str(editor.session.settings.value("view/attack")).lower() == "false"
    editor.key("Shift+D")
    assert card.isVisible()
    editor.key("Alt+Shift+D")
    assert editor.state.attack == AttackChoice()
    assert not actions["attack.reset"].isEnabled()
    editor.key("Alt+L")
    assert card.isHidden()


@pytest.mark.long
def test_rows_with_a_place_go_there(editor: EditorDriver) -> None:
    editor.open("four-winds")
    editor.key("L")
    drag(editor, "C2", "G3")
    card = panel(editor)
    told: list[object] = []
    card.place_chosen.connect(told.append)
    table = card.there.table
    row = next(i for i, (_, text, _) in enumerate(table.texts()) if text.startswith("Light cover"))
    table.scrollTo(table.model().index(row, 1))
    QTest.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.model().index(row, 1)).center())
    assert told == [editor.hex("G3")]
    table.cellActivated.emit(0, 0)
    assert len(told) == 1


# -- the options --------------------------------------------------------------------------------------------


@pytest.mark.long
def test_p1_16_p1_17_and_p1_24_options_of_weapon_and_ends_reach_core(editor: EditorDriver) -> None:
    editor.open("ember-court")
    editor.key("L")
    drag(editor, "C2", "E5")
    options, card, state = editor.options.sight.attack, panel(editor), editor.state
    assert not options.traits.isVisible()
    options.damage.setValue(4)
    options.reach.setValue(6)
    options.cost.picked.emit("heavy")
    next(it for it in options.situations.choices.actions() if it.data() == "called-shot").trigger()
    number_box(card, "heat", 1).setValue(6)
    check_box(card, "arm", 0).setChecked(True)
    choice_box(card, "shield", 1).picked.emit("left")
    choice_box(card, "facing", 1).picked.emit(1)
    found = attack(
        editor.scenario,
        "C2",
        "E5",
        weapon=Weapon(reach=6, cost="heavy", damage=4),
        attacker_state=Stance(states={"arm": None}),
        target_state=Stance(states={"heat": 6}, shield="left", facing=1),
        situations=("called-shot",),
    )
    assert card.there.verdict.text() == describe_verdict(found)
    assert card.there.facts.text() == " · ".join(facts(found))
    assert card.there.table.texts() == [
        (it.sign.meaning if it.sign else it.lead, it.text, it.rule) for it in attack_rows(found)
    ]
    assert options.situations.text() == "Situations (1)"
    state.attack = replace(state.attack, reach=1)
    assert options.reach.value() == 1
    assert card.there.verdict.text() == "Out of range"
    assert card.there.sign.accessibleName() == Sign.FAILS.meaning
    options.kind.picked.emit(AttackKind.MAGIC.value)
    options.reach.setValue(-1)
    assert card.there.verdict.text() == "Hits without a roll"


@pytest.mark.long
def test_what_is_chosen_stays_for_the_next_line_and_the_next_map(editor: EditorDriver) -> None:
    editor.open("ember-court")
    editor.key("L")
    state = editor.state
    editor.options.sight.attack.damage.setValue(3)
    drag(editor, "C2", "E5")
    drag(editor, "D5", "D9")
    assert "3" in panel(editor).there.facts.text()
    editor.open("twin-stones")
    assert state.attack.damage == 3
    assert editor.options.sight.attack.damage.value() == 3


@pytest.mark.long
def test_hs_10_rules_without_a_roll_tell_their_modifiers_and_ask_for_nothing(editor: EditorDriver) -> None:
    editor.open("sight-lines")
    editor.key("L")
    drag(editor, "C9", "D10")
    card = panel(editor)
    assert editor.options.sight.attack.isHidden()
    assert card.more.isHidden()
    found = attack(editor.scenario, "C9", "D10")
    assert card.there.verdict.text() == describe_verdict(found)
    assert (
        "positive values make it harder to hit" in card.there.verdict.text()
        or "Nothing bears" in card.there.verdict.text()
    )
    assert "%" not in card.there.verdict.text()


@pytest.mark.long
def test_a_number_that_the_rules_have_nothing_for_is_told_in_place_of_a_preview(editor: EditorDriver) -> None:
    editor.open("ember-court")
    editor.key("L")
    drag(editor, "C2", "E5")
    card, state = panel(editor), editor.state
    state.attack = replace(state.attack, cost="no-such-weapon")
    assert card.isVisible()
    assert not card.there.isVisible()
    assert "no-such-weapon" in card.failure.text()
    state.attack = replace(state.attack, cost=None)
    assert not card.failure.isVisible()
    assert card.there.isVisible()


@pytest.mark.long
def test_signs_have_a_shape_and_a_word_each_in_both_themes(editor: EditorDriver) -> None:
    editor.open("twin-stones")
    editor.key("L")
    drag(editor, "D4", "H6")
    seen = []
    for _ in range(2):
        lead = present(panel(editor).there.table.item(0, 0))
        assert lead.toolTip() == "met"
        seen.append(lead.icon().pixmap(15).toImage())
        editor.key("Ctrl+Shift+D")
    assert seen[0] != seen[1]
    assert {it.value for it in Sign} == {"good", "fails", "unknown"}
    assert len({source(it.value) for it in Sign}) == len({it.meaning for it in Sign}) == 3


@pytest.mark.long
def test_bv_02_bv_03_and_bv_04_from_base_to_base_the_card_tells_how_well_the_target_is_seen(
    editor: EditorDriver,
) -> None:
    editor.open("broken-abbey")
    editor.key("L")
    first, last = editor.scenario.units[0], editor.scenario.units[-1]
    state, card = editor.state, panel(editor)
    state.sight_line = (first.hex, last.hex)
    state.sight_units = (first.id, last.id)
    found = attack(editor.scenario, first.id, last.id)
    assert found.base_sight is not None
    title, label = editor.scenario.unit_title, editor.scenario.board.label
    assert card.there.fighters.text() == " → ".join(f"{title(it)} ({label(it.hex)})" for it in (first, last))
    assert card.there.verdict.text() == describe_verdict(found)
    assert card.there.facts.text().startswith(f"{found.base_sight.state.value} target, ")
    assert not editor.options.sight.attack.kind.isVisible()
    assert editor.options.sight.attack.traits.isVisible()
    check_box(card, "grounded", 1).setChecked(True)
    grounded = attack(editor.scenario, first.id, last.id, target_state=Stance(grounded=True))
    assert card.there.verdict.text() == describe_verdict(grounded)
    assert card.there.facts.text() == " · ".join(facts(grounded))


def test_of_several_units_in_a_hex_the_chosen_one_attacks(editor: EditorDriver) -> None:
    editor.open("twin-stones", change=("hex: B6, facing: 2", "hex: B3, facing: 6"))
    editor.key("L")
    drag(editor, "B3", "H6")
    card, state = panel(editor), editor.state
    assert card.there.fighters.text().startswith("B3 → ")
    state.unit_id = "west-assault"
    assert card.there.fighters.text().startswith("Assault (B3) → ")
    assert card.there.verdict.text() == describe_verdict(attack(editor.scenario, "west-assault", "H6"))
