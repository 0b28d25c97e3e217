"""``fairground completion``: the script that lets a shell complete commands and arguments."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from fairground.core.errors import UsageError


@click.command("completion")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def COMMAND(context: click.Context, shell: str) -> int:  # noqa: N802
    """Print the completion script for a shell.

    It completes commands, options, formats, rulesets, and the hexes, units and zones of a scenario.

    \b
    Examples:
      eval "$(fairground completion bash)"        in ~/.bashrc
      eval "$(fairground completion zsh)"         in ~/.zshrc
      fairground completion fish > ~/.config/fish/completions/fairground.fish
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise UsageError(f"shell completion is not available for {shell}")
    root = context.find_root().command
    complete = kind(root, {}, "fairground", "_FAIRGROUND_COMPLETE")
    # Not source(): it starts bash to look at its version.
    click.echo(complete.source_template % complete.source_vars())
    return 0
