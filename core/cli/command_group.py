"""The group of commands, found through entry points, and the handling of errors.

A package adds a command by an entry point in the group ``fairground.commands`` that names a click command.
Exit status: 0 success, 1 findings of severity error, 2 unusable input or arguments.
"""

from __future__ import annotations

import json
import os
import re
import sys
import warnings
from contextlib import contextmanager, redirect_stdout, suppress
from importlib.metadata import version
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from fairground.core.cli.options import AS_JSON, SCENARIO
from fairground.core.cli.terminal import plain_output
from fairground.core.errors import (
    FairgroundError,
    FileError,
    GridError,
    InvalidScenarioError,
    LimitError,
    RulesetError,
    ScenarioError,
)
from fairground.core.plugin_groups import PluginGroup, PluginWarning, points_of, require
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from importlib.metadata import EntryPoint

_KIND = "commands"
GROUP = f"fairground.{_KIND}"


def own_commands() -> dict[str, EntryPoint]:
    """Return the entry points of the commands that ship with Fairground, by name."""
    return {it.name: it for it in points_of(_KIND, own=True)}


#: The commands of other packages.
COMMAND_PLUGINS: PluginGroup[click.Command] = PluginGroup(
    _KIND,
    lambda _name, declared: require(declared, click.Command),
    title=lambda it: it.get_short_help_str(200),
    taken=own_commands,
)
#: The sections of the help; other packages' commands follow under More.
_SECTIONS = {
    "Design": ("new", "edit", "import", "adapt", "tracing-image", "show"),
    "Check": ("validate", "diff", "fmt", "upgrade"),
    "Analyse": ("sight", "fan", "exposure", "path", "reach", "territory", "chokepoints", "attack", "what-if"),
    "Balance": ("fairness", "repair", "variants", "simulate", "watch", "batch"),
    "Share": ("report", "publish", "export"),
    "Reference": ("rulesets", "formats", "plugins", "schema", "completion"),
}


#: More characters than any summary has.
_WHOLE = 200


def own_summaries() -> dict[str, str]:
    """Return the summary of each command that ships with Fairground, from its docstring; this loads all of them."""
    commands = {name: it.load() for name, it in sorted(own_commands().items())}
    return {name: it.get_short_help_str(_WHOLE) for name, it in commands.items()}


def _own_summaries() -> dict[str, str]:
    """Return the same from the file that ``make generate`` writes, since loading the commands takes half a second."""
    text = files("fairground.resources").joinpath("commands.json").read_text("utf-8")
    summaries: dict[str, str] = json.loads(text)
    return summaries


def _shortened(summary: str, width: int) -> str:
    return click.Command(None, help=summary).get_short_help_str(width)


class CommandGroup(click.Group):
    """A group that loads a command's module when the command is wanted, not before."""

    #: What the running command noted in its context, such as the scenario that it was called with.
    _notes: Mapping[str, Any]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Return the names of all registered commands, in alphabetical order."""
        return sorted([*own_commands(), *COMMAND_PLUGINS.members()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command; None when no package registers one of that name."""
        own = own_commands().get(cmd_name)
        return COMMAND_PLUGINS.members().get(cmd_name) if own is None else own.load()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands to the help, section by section."""
        names = self.list_commands(ctx)
        width = formatter.width - max(map(len, names)) - 6
        known = {name for section in _SECTIONS.values() for name in section}
        summaries = {**_own_summaries(), **self._other_summaries()}
        for title, section in {**_SECTIONS, "More": [name for name in names if name not in known]}.items():
            if rows := [(name, _shortened(summaries[name], width)) for name in section]:
                with formatter.section(title):
                    formatter.write_dl(rows, col_max=14, col_spacing=2)

    def _other_summaries(self) -> dict[str, str]:
        """Return the summary of each command of another package."""
        return {name: it.get_short_help_str(_WHOLE) for name, it in COMMAND_PLUGINS.members().items()}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called and its arguments; an unknown name fails with the nearest one."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            ctx.fail(f"No such command {name!r}{did_you_mean(name, self.list_commands(ctx)) or '.'}")
        if name in own_commands() and not ctx.resilient_parsing and (fault := _empty_argument(args)):
            ctx.fail(fault)
        return super().resolve_command(ctx, args)

    def make_context(self, *place: Any, **more: Any) -> click.Context:  # noqa: ANN401  # click's signature
        """Return the context, and keep what the command notes in it for an error."""
        context = super().make_context(*place, **more)
        self._notes = context.meta
        return context

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  # click's signature
        """Run the command; a scenario with errors is answered by those instead, with exit status 1."""
        try:
            return super().invoke(ctx)
        except InvalidScenarioError as error:
            from fairground.core.cli.shared_answers import answer_invalid

            answer_invalid(error, ctx.meta.get(SCENARIO), as_json=bool(ctx.meta.get(AS_JSON)))
            return 1

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> NoReturn:  # noqa: ANN401
        """Run, and turn errors into one message (or one JSON object) and exit status 2."""
        arguments = list(sys.argv[1:] if args is None else args)
        with plain_output(is_json="--json" in arguments), _plugin_warnings():
            self._run(arguments, *rest, **more)

    def _run(self, arguments: list[str], *rest: Any, **more: Any) -> NoReturn:  # noqa: ANN401
        self._notes = {}
        try:
            # https://no-color.org: any value but an empty one.
            colour = {"color": False} if os.environ.get("NO_COLOR") else {}
            status = super().main(arguments, *rest, **{**more, **colour, "standalone_mode": False})
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(2)
        except click.ClickException as error:
            self._fail(error, arguments, "usage", _usage_text(error))
        except click.Abort:
            click.echo("stopped", err=True)
            sys.exit(130)
        except FairgroundError as error:
            self._fail(error, arguments, error.code, self._with_file(error))
        except FileNotFoundError as error:
            if _has_current_folder():
                raise
            message = "the current folder no longer exists; change to another one"
            self._fail(error, arguments, FileError.code, message)
        sys.exit(status if isinstance(status, int) else 0)

    def _with_file(self, error: FairgroundError) -> str:
        """Return the text of an error; what is wrong with a scenario begins with its file."""
        path = self._notes.get(SCENARIO)
        if path is None or not isinstance(error, GridError | LimitError | ScenarioError):
            return str(error)
        return f"{path}: {error}"

    def _fail(self, error: Exception, arguments: list[str], code: str, message: str) -> NoReturn:
        # Slow to import, which a command that succeeds need not wait for.
        from fairground.core.cli.shared_answers import code_and_fix, emit_error, problem_text

        problems = error.problems if isinstance(error, FileError | RulesetError) else ()
        if len(problems) == 1 and problems[0].message in message:
            # The message already names a single fault.
            click.echo(f"fairground: {message} {code_and_fix(problems[0])}", err=True)
        else:
            click.echo(f"fairground: {message}", err=True)
            for problem in problems:
                click.echo(problem_text(problem), err=True)
        if "--json" in arguments:
            # If stdout cannot be written, stderr has the error.
            with suppress(FileError):
                emit_error(code, message, problems, self._notes.get(SCENARIO))
        sys.exit(2)


@contextmanager
def _plugin_warnings() -> Iterator[None]:
    """Print on stderr which plugins were left out."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", PluginWarning)
        show = warnings.showwarning

        def _show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:  # noqa: ANN401
            if issubclass(category, PluginWarning):
                click.echo(f"fairground: warning: the {message}", err=True)
            else:
                show(message, category, *place, **more)

        warnings.showwarning = _show
        yield


#: An option with an empty value; in ``--map=old=`` the value only ends with the sign.
_EMPTY_OPTION: Final = re.compile(r"(--[^=]+)=")


def _empty_argument(args: Sequence[str]) -> str | None:
    """Return what is wrong with an empty argument, as of an unset variable; None without one.

    An empty path would be the current folder, and an empty ``--side`` would publish what only one side may see.
    """
    for before, text in pairwise(args):
        option = _EMPTY_OPTION.fullmatch(text)
        if option:
            return f"the value of {option[1]} is empty; give a value, or leave the option out"
        if not text and before.startswith("-") and before not in ("-", "--"):
            return f"what follows {before} is empty; give a value, or leave it out"
        if not text:
            return "an argument is empty; give the name of a file, or . for the current folder"
    return None


def _has_current_folder() -> bool:
    with suppress(OSError):
        return bool(Path.cwd())
    return False


def _usage_text(error: click.ClickException) -> str:
    hint = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else ""
    if isinstance(error, click.NoSuchOption) and error.ctx:
        # ``--format`` means the option whose value is a FORMAT, not the one that is spelt most like it.
        wanted = error.option_name.lstrip("-").upper()
        named = [
            it.opts[-1]
            for it in error.ctx.command.params
            if isinstance(it, click.Option) and it.metavar and it.metavar == wanted
        ]
        if len(named) == 1:
            return f"{error.message} Did you mean '{named[0]}'?\nTry '{hint} --help'."
    return error.format_message() + (f"\nTry '{hint} --help'." if hint else "")


def _say_version(ctx: click.Context, _parameter: click.Parameter, asked: bool) -> None:  # noqa: FBT001  # click's signature
    """Print the version, and whether the compiled part works."""
    if asked and not ctx.resilient_parsing:
        from fairground.core.native import engine

        click.echo(f"fairground, version {version('fairground')}\ncompiled part: {engine()}")
        ctx.exit()


@click.command(
    cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Show the version and exit.",
)
@click.option(
    "-q",
    "--quiet",
    is_flag=True,
    help="Print errors only, as in: fairground -q validate arena.yaml. See the exit status for the outcome.",
)
@click.pass_context
def fairground(ctx: click.Context, *, quiet: bool) -> None:
    """Design scenarios of hex arena games and check their balance.

    \b
    Examples:
      fairground new --size 16x17 --layout odd-q --ruleset penance-2.0 -o arena.yaml
      fairground validate arena.yaml
      fairground show arena.yaml -o arena.svg

    Shell completion: eval "$(fairground completion bash)", likewise for zsh; see fairground completion --help for fish.
    """
    if quiet:
        nowhere = ctx.with_resource(Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  # closed by the context
        ctx.with_resource(redirect_stdout(nowhere))
