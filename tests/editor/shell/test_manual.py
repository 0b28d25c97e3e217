"""The manual opens at the page of what has the focus."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QDockWidget

from fairground.editor.features.exporting.dialog import ExportDialog
from fairground.editor.shell import manual
from fairground.editor.shell.manual import PAGES, SITE, TOOL_PAGES, manual_page

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl

    from tests.editor.editor_driver import EditorDriver

ROOT = Path(__file__).parents[3]
#: Pages that the build of the manual writes, by the folder of docs.
GENERATED = {"reference/keys"}


class Browser:
    """Stands in for the browser of the system."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.works = True

    def openUrl(self, url: QUrl) -> bool:  # noqa: N802  # Qt's name
        self.opened.append(url.toString())
        return self.works


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """Return the browser, with a manual that has every page."""
    for page in (*PAGES.values(), *TOOL_PAGES.values(), "index"):
        file = tmp_path / "site" / f"{page.partition('#')[0]}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    browser = Browser()
    monkeypatch.setattr(manual, "SITE", tmp_path / "site")
    monkeypatch.setattr(manual, "QDesktopServices", browser)
    return browser


@pytest.mark.parametrize("page", sorted({*PAGES.values(), *TOOL_PAGES.values(), "index"}))
def test_every_page_is_in_the_manual(page: str) -> None:
    path, _, anchor = page.partition("#")
    assert f"- {path}.md" in (ROOT / "tools" / "manual" / "mkdocs.yml").read_text("utf-8") or path == "index"
    if path in GENERATED:
        return
    text = (ROOT / "docs" / f"{path}.md").read_text("utf-8")
    titles = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w\s-]", "", title).lower().replace(" ", "-") for title in titles}
    assert not anchor or anchor in anchors


def test_the_site_is_the_one_that_make_docs_builds() -> None:
    assert SITE == ROOT / "site"


def test_every_part_is_a_dock_or_a_class_of_the_editor(editor: EditorDriver) -> None:
    docks = {it.objectName() for it in editor.window.findChildren(QDockWidget)}
    sources = "\n".join(path.read_text("utf-8") for path in (ROOT / "editor").rglob("*.py"))
    assert docks <= PAGES.keys()
    assert {*PAGES} - docks <= {*re.findall(r"^class (\w+)\(", sources, re.MULTILINE)}


def test_the_welcome_page_opens_the_tutorial(editor: EditorDriver, browser: Browser) -> None:
    editor.key("F1")
    assert browser.opened[-1].endswith("/tutorial/first-arena.html")


def test_the_panel_with_the_focus_opens_its_page(editor: EditorDriver, browser: Browser) -> None:
    editor.open()
    editor.docks.open("palette")
    editor.palette.focus_search()
    editor.key("F1")
    assert browser.opened[-1].endswith("/reference/editor.html#painting")


@pytest.mark.parametrize(
    ("key", "page"),
    [("L", "explanation/sight"), ("Z", "reference/editor#zones-objectives-units"), ("D", "reference/editor")],
)
def test_the_map_opens_the_page_about_the_tool_in_hand(
    editor: EditorDriver, browser: Browser, key: str, page: str
) -> None:
    editor.open()
    editor.canvas.setFocus()
    editor.key(key)
    editor.key("F1")
    path, _, anchor = page.partition("#")
    assert browser.opened[-1].endswith(f"/{path}.html{'#' if anchor else ''}{anchor}")


def test_a_card_of_the_analysis_has_its_own_page(editor: EditorDriver) -> None:
    editor.open()
    editor.qtbot.waitUntil(lambda: editor.has_all_features)
    assert manual_page(editor.docks.analysis) == PAGES["dock-analysis"]
    assert manual_page(editor.sight.panel) == "explanation/sight"
    assert manual_page(editor.path.panel) == "reference/movement"


def test_a_modal_dialog_opens_its_page(editor: EditorDriver, browser: Browser) -> None:
    editor.open()
    editor.key("Ctrl+E")
    dialog = editor.dialog(ExportDialog)
    editor.qtbot.waitUntil(lambda: dialog.isActiveWindow() and dialog.focusWidget() is not None)
    editor.key("F1", dialog)
    assert browser.opened[-1].endswith("/reference/formats.html")
    dialog.reject()


def test_a_manual_that_is_not_built_is_explained(
    editor: EditorDriver, browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(manual, "SITE", tmp_path / "nowhere")
    editor.key("F1")
    assert editor.welcome.notice.text == (
        "The manual is not built yet. Run `make docs` in the Fairground folder."
    )
    editor.open()
    editor.key("F1")
    assert "make docs" in editor.notice.text
    assert browser.opened == []


def test_a_system_without_a_browser_is_reported(editor: EditorDriver, browser: Browser) -> None:
    browser.works = False
    editor.key("F1")
    assert "first-arena.html" in editor.welcome.notice.text
