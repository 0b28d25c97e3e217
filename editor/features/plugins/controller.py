"""The plugins of installed packages: a notice about those that were left out, and the list in the Help menu."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QObject, Qt

from fairground.core.plugin_groups import PluginWarning, has_plugins, plugins
from fairground.editor.app.texts import trn
from fairground.editor.features.plugins.dialog import PluginsDialog
from fairground.editor.jobs.latest_answer import LatestAnswer
from fairground.editor.tools.tool_list import TOOL_PLUGINS

if TYPE_CHECKING:
    from fairground.core.plugin_groups import Plugin
    from fairground.editor.session.feature_context import FeatureContext


@dataclass(frozen=True, slots=True)
class ListPlugins:
    """Loads the plugins of every kind; answers with a tuple of them."""

    topic: ClassVar[str] = "plugins"
    tag: tuple[int, ...]

    def run(self) -> tuple[Plugin, ...]:
        """Load the plugins."""
        with warnings.catch_warnings():
            # The list has the errors.
            warnings.simplefilter("ignore", PluginWarning)
            return plugins()


def install(context: FeatureContext) -> PluginsController:
    """Install the list of plugins."""
    return PluginsController(context)


class PluginsController(QObject):
    """Loads the plugins in the worker process, since their modules may be slow."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context.window)
        self._context = context
        self._is_wanted = False
        self.dialog: PluginsDialog | None = None
        self._request = LatestAnswer(context.session.worker, self)
        self._request.answered.connect(self._take)
        context.actions.on("help.plugins", self.show)
        if has_plugins():
            self._request.ask(ListPlugins)

    def show(self) -> None:
        """Open the list once the plugins are loaded."""
        self._is_wanted = True
        self._request.ask(ListPlugins)

    def _take(self, found: tuple[Plugin, ...]) -> None:
        # The worker process has no window, so only this one knows which tools can be used.
        own = {it.name: it for it in TOOL_PLUGINS.plugins()}
        found = tuple(own.get(it.name, it) if it.kind == TOOL_PLUGINS.kind else it for it in found)
        if self._is_wanted:
            self._is_wanted = False
            self.dialog = PluginsDialog(found, self._context.window)
            self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.dialog.open()
        elif failed := [it for it in found if it.error]:
            text = trn(
                "{n} plugin could not be used: {names}.",
                "{n} plugins could not be used: {names}.",
                len(failed),
            )
            names = ", ".join(f"{it.name} ({it.package})" for it in failed)
            action = self._context.actions["help.plugins"]
            self._context.notify(
                text.format(n=len(failed), names=names), {action.iconText(): self.show}, sign="warning"
            )
