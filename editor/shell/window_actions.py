"""The actions of the window, its files and its map; each feature connects its own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint

from fairground.editor.widgets.terrain_text import PaletteSection

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.shell.main_window import MainWindow


def connect_actions(window: MainWindow) -> None:
    """Connect the actions of a window; call this once."""
    for group in (_of_files, _of_edits, _of_kinds, _of_views):
        for name, slot in group(window).items():
            window.actions_by_id.on(name, slot)


def _of_files(window: MainWindow) -> dict[str, Callable[[], object]]:
    flow = window.flow
    return {
        "file.new": flow.new,
        "file.open": flow.ask_open,
        "file.recent": lambda: window.recent.popup(window.pages.mapToGlobal(QPoint(0, 0))),
        "file.save": flow.save,
        "file.save-as": flow.save_as,
        "file.import": flow.ask_import,
        "file.close": flow.close,
        "map.next": window.session.activate_next,
        "map.previous": lambda: window.session.activate_next(-1),
        "file.quit": window.close,
    }


def _of_edits(window: MainWindow) -> dict[str, Callable[[], object]]:
    workbench, selection, state = window.workbench, window.workbench.selection, window.workbench.state
    return {
        "edit.undo": lambda: workbench.step(-1),
        "edit.redo": lambda: workbench.step(1),
        "edit.undo-all": workbench.undo_all,
        "edit.redo-all": workbench.redo_all,
        "edit.fill": selection.fill,
        "edit.raise": selection.raise_level,
        "edit.lower": selection.lower_level,
        "edit.level": selection.set_level,
        "edit.zone-add": selection.add_to_zone,
        "edit.zone-remove": selection.remove_from_zone,
        "edit.deselect": lambda: setattr(state, "selection", frozenset()),
    }


def _of_kinds(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Return the actions that choose what is drawn, and how."""
    workbench, options, palette = window.workbench, window.options, window.docks.palette
    state = workbench.state

    def next_kind(section: PaletteSection, tool: str) -> None:
        options.kinds[section].next()
        workbench.take_tool(tool)

    def choose_next(step: Callable[[], None]) -> None:
        # With another tool, only switch to the select tool.
        if workbench.tool.id != "select":
            workbench.take_tool("select")
        else:
            step()

    def search() -> None:
        window.docks.open("palette")
        palette.focus_search()

    def pop_up_zones() -> None:
        workbench.take_tool("zones")
        options.zone.pop_up()

    slots: dict[str, Callable[[], object]] = {
        "brush.smaller": lambda: setattr(state, "radius", state.radius - 1),
        "brush.larger": lambda: setattr(state, "radius", state.radius + 1),
        "brush.on-top": workbench.toggle_on_top,
        "symmetry.next": options.symmetry.next,
        "terrain.swap": workbench.swap_terrain,
        "elevation.next-mode": options.elevation.next_mode,
        "hexside.next": partial(next_kind, PaletteSection.HEXSIDE, "hexsides"),
        "effect.next": partial(next_kind, PaletteSection.EFFECT, "effects"),
        "select.next-shape": partial(choose_next, options.selecting.next_shape),
        "select.next-mode": partial(choose_next, options.selecting.next_mode),
        "zone.new": pop_up_zones,
        "palette.search": search,
    }
    return slots | {f"palette.pick-{number}": partial(palette.pick, number) for number in range(1, 10)}


def _of_views(window: MainWindow) -> dict[str, Callable[[], object]]:
    workbench = window.workbench

    def toggle_legend() -> None:
        if window.page is not None:
            window.page.legend.setVisible(window.page.legend.isHidden())

    return {
        "view.fit": workbench.fit,
        "view.zoom-in": workbench.zoom_in,
        "view.zoom-out": workbench.zoom_out,
        "view.labels": workbench.toggle_labels,
        "view.label-style": window.navigator.next_label_style,
        "view.legend": toggle_legend,
        "view.dark": window.switch_theme,
        "view.tool-names": window.toggle_tool_names,
        "view.reset": window.reset_layout,
        "help.keys": window.show_keys,
        "help.about": window.show_about,
    }
