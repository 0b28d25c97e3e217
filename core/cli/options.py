"""Options and arguments that several commands share."""

from __future__ import annotations

import functools
import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.core import ParameterSource

from fairground.core.errors import FileError, UsageError
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import counted, first_few

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fairground.core.grid.labels import LabelStyle
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.ruleset_kinds import Topic

    Command = TypeVar("Command", bound=Callable[..., Any])

Value = TypeVar("Value")
_HEIGHTS = re.compile(r"([0-9]{1,4}),([0-9]{1,4})")
_SIZE = re.compile(r"([0-9]{1,6})[xX\u00d7]([0-9]{1,6})")


class ParsedType(click.ParamType[Value]):
    """A type of parameter whose texts ``parse`` reads; it raises ValueError with the reason and the expected form."""

    def __init__(self, name: str, parse: Callable[[str], Value]) -> None:
        self.name = name
        self._parse = parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Value:  # noqa: ANN401  # a text, or a default of the type itself
        """Return the parsed value."""
        if not isinstance(value, str):
            parsed: Value = value
            return parsed
        try:
            return self._parse(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def option_group(
    model: type[Any], name: str, options: Sequence[Callable[[Any], Any]]
) -> Callable[[Command], Command]:
    """Return a decorator that adds options, which the command takes as one dataclass ``model`` named ``name``."""

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_group(**values: Any) -> object:  # noqa: ANN401  # any options
            group = model(**{it.name: values.pop(it.name) for it in fields(model)})
            return command(**values, **{name: group})

        for option in reversed(options):
            with_group = option(with_group)
        return with_group  # type: ignore[return-value]  # as click's own options

    return decorate


#: Stands for standard output where a command can write to it.
_STANDARD_OUTPUT: Final = Path("-")


def output_file(text: str, *, required: bool = False) -> Callable[[Command], Command]:
    """Return the option ``-o`` for the file to write."""
    return click.option(
        "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=required, help=text
    )


def _parse_heights(text: str) -> tuple[int, int]:
    match = _HEIGHTS.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is not a pair of heights; write two whole numbers of levels, such as 1,1")
    return int(match[1]), int(match[2])


def _parse_size(text: str) -> tuple[int, int]:
    match = _SIZE.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is not a size; write columns and rows, such as 16x17")
    from fairground.core.scenario.board import MAX_SIDE

    columns, rows = int(match[1]), int(match[2])
    if not (1 <= columns <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
        raise ValueError(f"a board must have 1 to {MAX_SIDE:,} columns and rows, not {columns:,}x{rows:,}")
    return columns, rows


SIZE = ParsedType("COLUMNSxROWS", _parse_size)
heights = click.option(
    "--heights",
    type=ParsedType("LEVELS,LEVELS", _parse_heights),
    default=(0, 0),
    help="Heights of the observer and the target above their hexes, in levels, where the ruleset uses them.",
)
reach = click.option(
    "--range",
    "reach",
    type=click.IntRange(min=0),
    help="Range of sight in hexes. Default: the whole board.",
)
picture = output_file("Picture to write: .svg, .png or .pdf.")
dpi = click.option(
    "--dpi", type=click.IntRange(20, 1200), default=150, show_default=True, help="Dots per inch of a PNG."
)
grey = click.option("--grey", is_flag=True, help="Draw in shades of grey, for printing without colour.")
layout_type = click.Choice(["odd-q", "even-q", "odd-r", "even-r"])
drop_comments = click.option(
    "--drop-comments",
    "may_drop",
    is_flag=True,
    help="Delete comments that cannot be kept in the new text. Default: stop with an error.",
)


def dropped_comments(lines: Sequence[int]) -> str:
    """Return the number of dropped comments with their lines: ``2 comments (lines 4 and 17)``."""
    noun = "line" if len(lines) == 1 else "lines"
    return f"{counted(len(lines), 'comment')} ({noun} {first_few([*map(str, lines)])})"


def refuse_to_drop(dropped: Mapping[Path, Sequence[int]]) -> None:
    """Raise UsageError, with files and lines, when rewriting files would delete comments."""
    faults = [f"{path}: {dropped_comments(lines)}" for path, lines in dropped.items() if lines]
    if faults:
        raise UsageError(
            f"rewriting would delete comments. {'; '.join(faults)}. Move them above a key or an item of sides, zones, "
            "objectives or units, or add --drop-comments. No file was changed"
        )


def parse_mapping(
    texts: Sequence[str], used: Mapping[Topic, Sequence[str]], rules: Ruleset
) -> dict[Topic, dict[str, str | None]]:
    """Return the mapping of ``old=new`` and ``topic:old=new``, by topic; ``old=`` removes a kind.

    ``used`` holds the kinds of the scenario. Without a topic, every topic that uses ``old`` and has ``new`` is mapped.

    Raises
    ------
    UsageError
        When a text is malformed, or names a kind that is not used or not in ``rules``.
    """
    # Slow to import, and of use to few commands.
    from fairground.core.scenario.ruleset_kinds import Topic

    mapping: dict[Topic, dict[str, str | None]] = {}
    for text in texts:
        topic_name, old, new = _parts(text, [it.value for it in Topic])
        topics = [it for it in Topic if old in used[it] and topic_name in ("", it.value)]
        if not topics:
            kinds = [kind for it in Topic if topic_name in ("", it.value) for kind in used[it]]
            raise UsageError(f"--map {text}: the scenario does not use {old!r}{did_you_mean(old, kinds)}")
        fitting = [it for it in topics if new is None or new in it.entries(rules)]
        if not fitting:
            known = [kind for it in topics for kind in it.entries(rules)]
            raise UsageError(f"--map {text}: {rules.title} has no {new!r}{did_you_mean(new or '', known)}")
        for topic in fitting:
            mapping.setdefault(topic, {})[old] = new
    return mapping


def _parts(text: str, topics: Sequence[str]) -> tuple[str, str, str | None]:
    """Return topic (empty for none), old and new (None for nothing) of a text."""
    left, equals, new = text.partition("=")
    topic, colon, old = left.partition(":")
    if not colon:
        topic, old = "", left
    if not equals or not old:
        raise UsageError(f"--map {text}: write old=new, or old= to remove it")
    if colon and topic not in topics:
        raise UsageError(
            f"--map {text}: unknown kind {topic!r}{did_you_mean(topic, topics)} (known: {', '.join(topics)})"
        )
    return topic, old, new or None


overwrite = click.option("--overwrite", is_flag=True, help="Overwrite an existing file.")
despite_errors = click.option(
    "--despite-errors",
    is_flag=True,
    help=("Continue even if the scenario has errors. All output mentions the errors."),
)
#: Keys of a command's context: the path of its scenario, whether it prints JSON, and the style of hex labels.
SCENARIO, AS_JSON, LABELS = "fairground.scenario", "fairground.as-json", "fairground.labels"


def note(key: str) -> Callable[[click.Context, click.Parameter, Value], Value]:
    """Return a callback that stores the value of a parameter in the context."""

    def note(ctx: click.Context, _param: click.Parameter, value: Value) -> Value:
        ctx.meta[key] = value
        return value

    return note


as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object.", callback=note(AS_JSON)
)


def _read_standard_input() -> bytes:
    """Return the bytes of standard input, at most one more than a file may have."""
    from fairground.core.text.guarded_yaml import Limits

    # The shell closes it with `<&-`.
    if sys.stdin is None:
        raise FileError("standard input cannot be read: it is closed")
    try:
        return sys.stdin.buffer.read(Limits().bytes + 1)
    except OSError as error:
        raise FileError(f"standard input cannot be read: {error.strerror}") from error


class InputPath(click.Path):
    """The path of a file to read; ``-`` is standard input."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401  # click's signature
        """Return the path; for ``-``, let it stand for standard input as long as the command runs."""
        if str(value) == "-":
            from fairground.core.files.untrusted_files import STANDARD_INPUT

            # Some commands read a file twice.
            STANDARD_INPUT.set(functools.cache(_read_standard_input))
            if ctx is not None:
                ctx.call_on_close(functools.partial(STANDARD_INPUT.set, None))
        return super().convert(value, param, ctx)


scenario_argument = click.argument("file", type=InputPath(), callback=note(SCENARIO))
#: The values of ``LabelStyle``, which would load the grid at start-up.
LABEL_STYLES = ("column-letter", "numeric", "row-letter", "axial")
label_style = click.option(
    "--labels",
    type=click.Choice(LABEL_STYLES),
    callback=note(LABELS),
    expose_value=False,
    help="Style of hex labels in texts: C4, 0304, D3 or (2,2). Default: the scenario's style.",
)


def scenario_file(command: Command) -> Command:
    """Add the argument for the scenario, and the option for the style of its hex labels."""
    return scenario_argument(label_style(command))


def load_scenario(file: Path) -> Scenario:
    """Return the scenario of a file, with hexes named in the style of ``--labels``; errors as ``load``."""
    from fairground.core.files import load

    return with_chosen_labels(load(file))


def with_chosen_labels(scenario: Scenario) -> Scenario:
    """Return the scenario, which now names hexes in the style of ``--labels``."""
    if (style := chosen_labels()) is not None:
        scenario.board.shown_style = style
    return scenario


def chosen_labels() -> LabelStyle | None:
    """Return the style of ``--labels``; None without one."""
    from fairground.core.grid.labels import LabelStyle

    style = click.get_current_context().meta.get(LABELS)
    return LabelStyle(style) if style in LABEL_STYLES else None


def file_label(scenario: Scenario, text: str) -> str:
    """Return the label as in files of a hex that a user has named; ids of units and zones stay.

    Raises
    ------
    GridError
        When ``text`` is neither.
    """
    from fairground.core.grid.labels import LabelStyle, label

    ids = {it.id for parts in (scenario.units, scenario.zones) for it in parts}
    names = scenario.board.hex_names
    if text in ids or names.style is LabelStyle.COLUMN_LETTER:
        return text
    return label(*names.parse(text))


def hex_label(scenario: Scenario, text: str, *, bases: bool = False) -> str:
    """Return the label of the hex that a user has named: by a label, or by the id of a unit that stands in it.

    With ``bases``, ids of units stay where the ruleset measures from base to base. Errors as for ``file_label``.
    """
    from fairground.core.rules.sight import SightModel

    unit = next((it for it in scenario.units if it.id == text), None)
    if unit is None or (bases and scenario.rules.sight.model is SightModel.BASES):
        return file_label(scenario, text)
    return scenario.board.label(unit.hex)


scenario_files = click.argument("files", nargs=-1, required=True, type=InputPath())


def was_given(name: str) -> bool:
    """Return whether the user gave a parameter of the command, even with the value of its default."""
    source = click.get_current_context().get_parameter_source(name)
    return source not in (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)


def check_needs(*pairs: tuple[object, str, object, str]) -> None:
    """Raise a ``UsageError`` for an option without the one that it needs; ``pairs`` are the value and name of each, in turn."""
    for given, name, other, needed in pairs:
        if given and not other:
            raise UsageError(f"{name} needs {needed}")


def check_output(path: Path, *, overwrite: bool, source: Path | None = None) -> None:
    """Check that writing to ``path`` loses nothing; ``source`` is the file that is read, which is never overwritten.

    Raises
    ------
    UsageError
        When it exists and ``overwrite`` is not set, its folder does not exist, it is the source, or stands for standard output.
    FileError
        When it is anything else that cannot be written, as far as that can be known before.
    """
    if path == _STANDARD_OUTPUT:
        raise UsageError("this command cannot write to standard output (-); name a file")
    from fairground.core.files.atomic import check_writable
    from fairground.core.files.untrusted_files import is_folder, is_there

    if is_there(path) and not overwrite:
        raise UsageError(f"{path} exists; name another file or add --overwrite")
    if not is_folder(path.parent):
        above = next((it for it in path.parents if is_there(it)), path.parent)
        if is_there(above) and not is_folder(above):
            raise UsageError(f"{above} is a file, not a folder; nothing can be written to {path}")
        raise UsageError(f"the folder {path.parent} does not exist")
    if source is not None and is_there(source) and is_there(path) and path.samefile(source):
        raise UsageError(f"{path} is the input file; choose another file to write")
    check_writable(path)
