"""``fairground plugins``: what other packages add, and what of it was left out."""

from __future__ import annotations

import warnings

import click

from fairground.core.cli.options import as_json
from fairground.core.cli.shared_answers import emit
from fairground.core.plugin_groups import PluginWarning, plugins


@click.command("plugins")
@as_json
def COMMAND(*, as_json: bool) -> int:  # noqa: N802
    """List the plugins of installed packages.

    A plugin adds a format, check, measure, overlay, tool, bot, ruleset or command. A plugin that
    cannot be loaded is left out, and the list shows its error. The exit status is 1 if any plugin was left out.

    \b
    Examples:
      fairground plugins
      fairground plugins --json
    """
    with warnings.catch_warnings():
        # The list has the errors.
        warnings.simplefilter("ignore", PluginWarning)
        found = plugins()
    if as_json:
        from fairground.core.plugin_answer import PluginAnswer, PluginsAnswer

        emit(PluginsAnswer(plugins=tuple(map(PluginAnswer.from_result, found))))
    elif not found:
        click.echo("No plugins installed.")
    for it in () if as_json else found:
        click.echo(f"{it.kind:9} {it.name:20} {it.package} {it.version:8} {it.state}: {it.error or it.title}")
    return int(any(it.error for it in found))
