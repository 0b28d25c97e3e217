"""Options and arguments that several commands share.

``--map old=new``: what kinds of one ruleset become in another, as a user says it.
Options that the commands about sight share.
Comments that have no place in a rewritten file: named, and not deleted unasked.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from fairground.core.errors import UsageError
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.ruleset_kinds import Topic
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import counted, first_few

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fairground.core.rules import Ruleset

drop_comments = click.option(
    "--drop-comments",
    "may_drop",
    is_flag=True,
    help="Delete comments that have no place in the new text. Default: refuse.",
)


def dropped_comments(lines: Sequence[int]) -> str:
    """Return how many comments are dropped, and their lines: ``2 comments (lines 4 and 17)``."""
    noun = "line" if len(lines) == 1 else "lines"
    return f"{counted(len(lines), 'comment')} ({noun} {first_few([*map(str, lines)])})"


def refuse_to_drop(dropped: Mapping[Path, Sequence[int]]) -> None:
    """Make sure that rewriting files deletes no comment.

    Raises
    ------
    UsageError
        When it would; the text names the files and lines.
    """
    faults = [f"{path}: {dropped_comments(lines)}" for path, lines in dropped.items() if lines]
    if faults:
        raise UsageError(
            f"rewriting would delete comments. {'; '.join(faults)}. Move them above a key or an item of sides, zones, "
            "objectives or units, or add --drop-comments. No file was changed"
        )


_HEIGHTS = re.compile(r"([0-9]{1,4}),([0-9]{1,4})")


class HeightsType(click.ParamType[tuple[int, int]]):
    """Two whole numbers, such as ``1,1``."""

    name = "LEVELS,LEVELS"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Return the height of the unit that looks, and of the one looked at."""
        if isinstance(value, tuple):
            return value
        match = _HEIGHTS.fullmatch(str(value))
        if not match:
            self.fail(f"{value!r} are no heights; write two whole numbers of levels, like 1,1", param, ctx)
        return int(match[1]), int(match[2])


heights = click.option(
    "--heights",
    type=HeightsType(),
    default=(0, 0),
    help="Heights of the observer and the target above their hexes, in levels, where the ruleset uses them.",
)
reach = click.option(
    "--range",
    "reach",
    type=click.IntRange(min=0),
    help="Range in hexes. Default: the whole board.",
)
picture = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Picture to write: .svg, .png or .pdf.",
)


def said_mapping(
    texts: Sequence[str], used: Mapping[Topic, Sequence[str]], rules: Ruleset
) -> dict[Topic, dict[str, str | None]]:
    """Return what ``old=new`` and ``topic:old=new`` say, by topic; nothing behind ``=`` takes ``old`` away.

    ``used`` has the kinds that there are to be mapped. Without a topic, each that uses ``old`` is meant and, where
    there are several, has ``new``.

    Raises
    ------
    UsageError
        When a text is not of that form, or names what is not used or not in ``rules``.
    """
    found: dict[Topic, dict[str, str | None]] = {}
    for text in texts:
        topic_name, old, new = _parts(text)
        topics = [it for it in Topic if old in used[it] and topic_name in ("", it.value)]
        if not topics:
            kinds = [kind for it in Topic if topic_name in ("", it.value) for kind in used[it]]
            raise UsageError(f"--map {text}: the scenario uses no {old!r}{did_you_mean(old, kinds)}")
        fitting = [it for it in topics if new is None or new in it.entries(rules)]
        if not fitting:
            known = [kind for it in topics for kind in it.entries(rules)]
            raise UsageError(f"--map {text}: {rules.title} has no {new!r}{did_you_mean(new or '', known)}")
        for topic in fitting:
            found.setdefault(topic, {})[old] = new
    return found


def _parts(text: str) -> tuple[str, str, str | None]:
    """Return topic (empty for none), old and new (None for nothing) of a text."""
    left, equals, new = text.partition("=")
    topic, colon, old = left.partition(":")
    if not colon:
        topic, old = "", left
    if not equals or not old:
        raise UsageError(f"--map {text}: write old=new, or old= to take it away")
    topics = [it.value for it in Topic]
    if colon and topic not in topics:
        raise UsageError(
            f"--map {text}: there is no topic {topic!r}{did_you_mean(topic, topics)} (there are {', '.join(topics)})"
        )
    return topic, old, new or None


Noted = TypeVar("Noted")

overwrite = click.option("--overwrite", is_flag=True, help="Overwrite an existing file.")
despite_errors = click.option(
    "--despite-errors", is_flag=True, help="Continue although the scenario has errors. Every output says so."
)
#: Where the context of a command has the path of its scenario, and whether it answers with JSON.
SCENARIO, AS_JSON = "fairground.scenario", "fairground.as-json"


def _note(key: str) -> Callable[[click.Context, click.Parameter, Noted], Noted]:
    """Return a callback that leaves the value of a parameter in the context."""

    def note(ctx: click.Context, _param: click.Parameter, value: Noted) -> Noted:
        ctx.meta[key] = value
        return value

    return note


as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object.", callback=_note(AS_JSON)
)
scenario_file = click.argument("file", type=click.Path(path_type=Path), callback=_note(SCENARIO))
scenario_files = click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))

_SIZE = re.compile(r"([0-9]{1,6})[xX\u00d7]([0-9]{1,6})")


class SizeType(click.ParamType[tuple[int, int]]):
    """Columns by rows, such as ``16x17``."""

    name = "COLUMNSxROWS"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Return ``(columns, rows)``; fail with the limits when a board cannot have that size."""
        match = _SIZE.fullmatch(str(value))
        if not match:
            self.fail(f"{value!r} is not a size; write columns and rows, like 16x17", param, ctx)
        columns, rows = int(match[1]), int(match[2])
        if not (1 <= columns <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
            self.fail(f"a board has 1 to {MAX_SIDE:,} columns and rows, not {columns:,}x{rows:,}", param, ctx)
        return columns, rows


def check_output(path: Path, *, overwrite: bool, source: Path | None = None) -> None:
    """Make sure that writing to ``path`` would lose nothing.

    ``source`` is what is written in another format, which is not to be replaced by that in any case.

    Raises
    ------
    UsageError
        When it exists and ``overwrite`` is not set, its folder does not exist, or it is the source.
    """
    from fairground.core.files.untrusted_files import is_folder, is_there

    if is_there(path) and not overwrite:
        raise UsageError(f"{path} exists; name another file or add --overwrite")
    if not is_folder(path.parent):
        raise UsageError(f"the folder {path.parent} does not exist")
    if source is not None and is_there(source) and is_there(path) and path.samefile(source):
        raise UsageError(f"{path} is what is read; name another file for what is made of it")
