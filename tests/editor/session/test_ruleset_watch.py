"""A ruleset of one's own beside an open map: what the editor does when its file changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.editor.document.patches import FieldPatch

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from fairground.core.errors import RulesetError
    from fairground.editor.document.document import Document
    from fairground.editor.session.session import Session

RULES = """\
format: fairground-ruleset/1
extends: house.yaml
id: mine
title: Mine
version: "1"
terrain:
  bog: {name: Bog, symbol: q, cost: 3, tile: swamp}
"""
HOUSE = 'format: fairground-ruleset/1\nextends: penance-1.0\nid: house\ntitle: House\nversion: "1"\n'
MAP = """\
format: fairground/1
name: Moor
ruleset: rules/mine.yaml
board:
  layout: odd-q
  size: [3, 3]
  palette: {'.': clear, 'q': bog}
  terrain: |
    ...
    .q.
    ...
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "house.yaml").write_text(HOUSE)
    path = folder / "mine.yaml"
    path.write_text(RULES)
    return path


@pytest.fixture
def document(session: Session, rules: Path) -> Document:
    path = rules.parents[1] / "moor.yaml"
    path.write_text(MAP)
    return session.open(path)


def rewritten(session: Session, path: Path, text: str | None, qtbot: QtBot) -> RulesetError | None:
    """Write a file, remove it for None, and return what the session makes of it."""
    with qtbot.waitSignal(session.rules_changed) as caught:
        if text is None:
            path.unlink()
        else:
            path.write_text(text)
    assert caught.args is not None
    fault: RulesetError | None = caught.args[0]
    return fault


def codes(session: Session, qtbot: QtBot) -> set[str]:
    """Return the codes of the findings, once they belong to the map and the ruleset as they are."""
    with qtbot.waitSignal(session.validation_watch.findings_ready) as caught:
        pass
    assert caught.args is not None
    return {it.code for it in caught.args[1]}


@pytest.mark.long
def test_a_change_is_taken_over_and_is_no_step(
    session: Session, document: Document, rules: Path, qtbot: QtBot
) -> None:
    assert document.scenario.rules.terrain["bog"].name == "Bog"
    with qtbot.waitSignal(document.changed):
        assert rewritten(session, rules, RULES.replace("Bog", "Mire"), qtbot) is None
    assert document.scenario.rules.terrain["bog"].name == "Mire"
    assert document.undo_stack.count() == 0
    assert not document.is_dirty


@pytest.mark.long
def test_a_ruleset_that_it_extends_counts_too(
    session: Session, document: Document, rules: Path, qtbot: QtBot
) -> None:
    house = rules.with_name("house.yaml")
    fen = HOUSE + "terrain:\n  fen: {name: Fen, symbol: Q, cost: 2, tile: swamp}\n"
    assert rewritten(session, house, fen, qtbot) is None
    assert "fen" in document.scenario.rules.terrain


@pytest.mark.long
def test_a_file_that_is_replaced_again_and_again_is_followed(
    session: Session, document: Document, rules: Path, qtbot: QtBot
) -> None:
    for name in ("One", "Two", "Three"):
        other = rules.with_name("new")
        other.write_text(RULES.replace("Bog", name))
        with qtbot.waitSignal(session.rules_changed):
            other.replace(rules)
        assert document.scenario.rules.terrain["bog"].name == name


@pytest.mark.long
def test_faults_are_findings_with_file_and_line_and_the_last_good_rules_stay(
    session: Session, document: Document, rules: Path, qtbot: QtBot
) -> None:
    assert "bog" in document.scenario.rules.terrain
    with qtbot.waitSignal(session.validation_watch.findings_ready):
        pass
    fault = rewritten(session, rules, RULES.replace("cost: 3", "cots: 3"), qtbot)
    assert fault is not None
    assert not session.validation_watch.is_current
    with qtbot.waitSignal(session.validation_watch.findings_ready) as caught:
        pass
    assert caught.args is not None
    places = {it.code: (it.place.file, it.place.line) for it in caught.args[1]}
    assert places["ruleset.unknown-key"] == (str(rules), 7)
    assert session.validation_watch.is_current
    assert document.scenario.rules.terrain["bog"].name == "Bog"
    assert rewritten(session, rules, RULES, qtbot) is None
    assert "ruleset.faulty" not in codes(session, qtbot)


@pytest.mark.long
def test_a_map_with_a_faulty_ruleset_opens_and_mends_with_it(
    session: Session, rules: Path, qtbot: QtBot
) -> None:
    rules.write_text("format: [")
    path = rules.parents[1] / "moor.yaml"
    path.write_text(MAP)
    document = session.open(path)
    assert "ruleset.faulty" in codes(session, qtbot)
    assert document.edit("Rename", [FieldPatch("name", "Moor", "Fen")])
    assert rewritten(session, rules, RULES, qtbot) is None
    assert "bog" in document.scenario.rules.terrain
    assert "ruleset.faulty" not in codes(session, qtbot)


@pytest.mark.long
def test_a_ruleset_that_is_not_there_is_waited_for(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "moor.yaml"
    path.write_text(MAP)
    document = session.open(path)
    assert "ruleset.unknown" in codes(session, qtbot)
    with qtbot.waitSignal(session.rules_changed):
        (tmp_path / "rules").mkdir()
        # The folder is watched from its parent until it is there.
        qtbot.wait(250)
        (tmp_path / "rules" / "mine.yaml").write_text(RULES.replace("house.yaml", "penance-1.0"))
    assert "bog" in document.scenario.rules.terrain


@pytest.mark.long
def test_a_ruleset_that_goes_is_missed(
    session: Session, document: Document, rules: Path, qtbot: QtBot
) -> None:
    assert document.scenario.rules
    fault = rewritten(session, rules, None, qtbot)
    assert fault is not None
    assert "not found" in str(fault)
    assert rewritten(session, rules, RULES, qtbot) is None


@pytest.mark.long
def test_another_place_has_another_ruleset(
    session: Session, document: Document, qtbot: QtBot, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert document.scenario.rules
    with qtbot.waitSignal(session.validation_watch.findings_ready):
        pass
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    session.save(elsewhere / "moor.yaml")
    assert "ruleset.unknown" in codes(session, qtbot)
    (elsewhere / "rules").mkdir()
    qtbot.wait(250)
    mine = RULES.replace("house.yaml", "penance-1.0").replace("Bog", "Quag")
    assert rewritten(session, elsewhere / "rules" / "mine.yaml", mine, qtbot) is None
    assert document.scenario.rules.terrain["bog"].name == "Quag"


def test_a_closed_document_is_followed_no_more(
    session: Session, document: Document, rules: Path, qtbot: QtBot
) -> None:
    assert document.path
    session.close()
    with qtbot.assertNotEmitted(session.rules_changed, wait=400):
        rules.write_text(RULES.replace("Bog", "Mire"))


def test_touching_the_file_is_no_news(
    session: Session, document: Document, rules: Path, qtbot: QtBot
) -> None:
    assert document.path
    with qtbot.assertNotEmitted(session.rules_changed, wait=400):
        rules.write_text(RULES)
        rules.with_name("other.yaml").write_text(RULES)
