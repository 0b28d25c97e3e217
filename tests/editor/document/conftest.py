from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from fairground.core.grid.layout import Layout as GridLayout
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.document.document import Document
from tests.editor.document.player import Player

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


class DocumentMaker(Protocol):
    """Returns a document with a blank board."""

    def __call__(self, columns: int = 6, rows: int = 6, *, ruleset: str = "penance-1.0") -> Document: ...


class PlayerMaker(Protocol):
    """Returns a player of random commands on a document; without one, on a blank board."""

    def __call__(self, document: Document | None = None) -> Player: ...


@pytest.fixture(scope="session")
def make_document(qapp: QApplication) -> DocumentMaker:
    def make(columns: int = 6, rows: int = 6, *, ruleset: str = "penance-1.0") -> Document:
        assert qapp
        return Document(
            blank_scenario("Test", layout=GridLayout.ODD_Q, size=(columns, rows), ruleset=ruleset)
        )

    return make


@pytest.fixture
def document(make_document: DocumentMaker) -> Document:
    return make_document()


@pytest.fixture(scope="session")
def make_player(make_document: DocumentMaker) -> PlayerMaker:
    def make(document: Document | None = None) -> Player:
        return Player(document or make_document(ruleset="hexside-ww2"))

    return make
