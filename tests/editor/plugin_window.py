"""The sample plugin in a window; ``tests/examples/test_plugin.py`` runs this where it is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.editor.board_view import drag
from tests.editor.narrowing import present
from tests.examples.test_plugin import MARSH

if TYPE_CHECKING:
    from pathlib import Path

    from tests.editor.editor_driver import EditorDriver


def test_all_five_plugins_work_in_the_window(editor: EditorDriver, tmp_path: Path) -> None:
    file = tmp_path / "marsh.yaml"
    file.write_text(MARSH, encoding="utf-8")
    editor.session.open(file)
    editor.settle()
    wait = editor.qtbot.waitUntil
    wait(lambda: editor.has_all_features)
    # The tool is in its group of the strip, and paints the terrain of the ruleset.
    editor.actions["tool.scatter"].trigger()
    assert editor.tool.title == "Scatter"
    editor.state.stack_first = ("reeds",)
    before = editor.scenario.board.where_terrain("reeds").sum()
    drag(editor, "C1", "C2", "C3", "C4")
    after = editor.scenario.board.where_terrain("reeds").sum()
    assert 0 < after - before < 4
    # The check and the measure run in the worker process.
    wait(lambda: any(it.code == "reeds.in-zone" for it in editor.findings))
    panel = editor.fairness.panel
    editor.dock("fairness").raise_()
    wait(lambda: panel.list.item_of("early-room") is not None)
    assert present(panel.list.item_of("early-room")).toolTip(0).startswith("How many hexes a side can reach")
    # The format is offered for export, and all plugins are in the list.
    formats = editor.window.session.formats
    formats.wish()
    wait(lambda: "Table of hexes" in [it.title for it in formats.written])
    editor.actions["help.plugins"].trigger()
    plugins = present(editor.window.features.plugins)
    wait(lambda: plugins.dialog is not None)
    table = present(plugins.dialog).table
    states = {present(table.item(row, 0)).text(): present(table.item(row, 3)).text() for row in range(5)}
    assert states == dict.fromkeys(
        ("reeds in zones", "Table of hexes", "room after two turns", "Penance in the marshes", "Scatter"),
        "Ready",
    )
