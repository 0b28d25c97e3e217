"""Read scenario files: all problems at once, each with line, column and fix.

Older formats are migrated in memory, one version at a time. Comments are kept at the head and above keys and items.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pydantic import ValidationError

from fairground.core.errors import FileError
from fairground.core.files.corrections import correct
from fairground.core.files.pruning import LISTS, prune
from fairground.core.files.read_board import read_board
from fairground.core.files.read_decorations import image_text, read_decoration, read_underlay
from fairground.core.files.read_parts import (
    ShapeReader,
    read_fairness,
    read_objective,
    read_sides,
    read_unit,
    read_victory,
    read_zone,
)
from fairground.core.files.read_result import Problems, ReadResult
from fairground.core.files.scenario_file import (
    FORMAT,
    FORMAT_NAME,
    FORMAT_VERSION,
    OLDEST_FORMAT,
    ScenarioFile,
)
from fairground.core.files.untrusted_files import fault, read_regular_file
from fairground.core.finding import Finding, Place, Severity
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference
from fairground.core.text.foreign import matched_whole, to_utf8
from fairground.core.text.guarded_yaml import Limits, parse
from fairground.core.text.model_problems import errors_by_place, explain, fields_at
from fairground.core.text.wording import describe

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from os import PathLike

    from fairground.core.text.source import Comment, PathInFile, Source

    Step = Callable[[dict[str, object]], dict[str, object]]

#: Mappings whose keys are chosen by the designer.
_OPEN = (
    ("rules",),
    ("images",),
    ("board", "palette"),
    ("board", "elevation_palette"),
    ("board", "effects_palette"),
    ("board", "names"),
    ("board", "notes"),
)


def assign_comments(
    comments: Mapping[PathInFile, tuple[Comment, ...]], data: Mapping[str, object]
) -> tuple[dict[tuple[str, ...], tuple[str, ...]], tuple[int, ...]]:
    """Return the comments by key or by id of their item (``("zones", "p1-start")``), and the lines of all others."""
    by_key: dict[tuple[str, ...], tuple[str, ...]] = {}
    lost: list[int] = []
    for path, at_path in comments.items():
        place = _place(path, data)
        if place is None:
            lost += [it.line for it in at_path]
        else:
            by_key[place] = (*by_key.get(place, ()), *(it.text for it in at_path))
    return by_key, tuple(lost)


def _place(path: PathInFile, data: Mapping[str, object]) -> tuple[str, ...] | None:
    # The format comes first in a written file, so comments above it are the head.
    if path in ((), ("format",)):
        return ()
    if path[0] in LISTS and len(path) > 1:
        return _place_in_item(path, data)
    if path[:-1] in _OPEN or (len(path) < 3 and path[-1] in fields_at(ScenarioFile, path[:-1])):
        return tuple(map(str, path))
    return None


def _place_in_item(path: PathInFile, data: Mapping[str, object]) -> tuple[str, ...] | None:
    items, place = data[str(path[0])], path[1]
    item = items[place] if isinstance(items, list) and isinstance(place, int) else None
    name = item.get("id") if isinstance(item, dict) else None
    if not isinstance(name, str):
        return None
    # The id comes first in a written item.
    if len(path) == 2 or path[2:] == ("id",):
        return (str(path[0]), name)
    is_key = len(path) == 3 and path[2] in fields_at(ScenarioFile, path[:2])
    return (str(path[0]), name, str(path[2])) if is_key else None


#: Migration from each version to the next: returns other data, and leaves what it is given as it is.
STEPS: dict[int, Step] = {
    # Version 2 only adds keys.
    1: dict,
}


def oldest_version() -> int:
    """Return the oldest version that can be migrated."""
    version = FORMAT_VERSION
    while version - 1 in STEPS:
        version -= 1
    return version


def migrate(data: dict[str, object], *, version: int) -> dict[str, object]:
    """Migrate the data of a file of ``version`` to the current version."""
    for step in range(version, FORMAT_VERSION):
        data = STEPS[step](data)
    return data


_MARKER: Final = re.compile(rb"^(?:<{7}|\|{7}|={7}|>{7})(?=[ \r\n]|\Z)", re.MULTILINE)


def find_conflict_marker(data: bytes) -> Finding | None:
    """Return a finding about the first conflict marker at the start of a line; None if there is none."""
    # Rows of a board may have these characters, but indented; a marker is at the start of a line.
    if not any(sign * 7 in data for sign in (b"<", b"|", b"=", b">")):
        return None
    match = _MARKER.search(data)
    if match is None:
        return None
    line = data.count(b"\n", 0, match.start()) + 1
    return Finding(
        Severity.ERROR,
        "file.conflict-marker",
        f"unfinished merge: this line starts with {match[0].decode()}",
        Place(line=line, column=1),
        "Keep the version above or below '=======', and remove the marker lines.",
    )


#: Files with more errors are not read further.
_MOST_FAULTS: Final = 1_000
#: How often the data is pruned.
_MOST_ROUNDS: Final = 3
_OTHER: Final = re.compile(rf"{FORMAT_NAME}-([a-z]+)/")
_FORMAT: Final = re.compile(rf"{FORMAT_NAME}/([0-9]{{1,6}})")


def read(path: str | PathLike[str]) -> ReadResult:
    """Read a scenario file: the scenario and all problems.

    Raises
    ------
    FileError
        When the file cannot be opened; problems in its content are findings.
    """
    return read_bytes(read_regular_file(path, most_bytes=Limits().bytes), folder=Path(path).parent)


def read_bytes(data: bytes, *, folder: Path | None = None) -> ReadResult:
    """Read the bytes of a scenario file, like ``read``; ``folder`` is the base of a ruleset's path."""
    marker = find_conflict_marker(data)
    if marker is not None:
        return ReadResult(None, [marker])
    try:
        source = parse(data)
    except FileError as error:
        return ReadResult(None, list(error.problems))
    content, fault = _present_version(source)
    if fault is not None:
        return ReadResult(None, [fault], _source=source)
    return read_content(content, source, folder)


def load(path: str | PathLike[str]) -> Scenario:
    """Load the scenario of a file.

    Raises
    ------
    FileError
        When the file cannot be opened or read; ``problems`` has all problems.
    """
    return load_reading(path)[0]


def load_text(text: str, *, folder: str | PathLike[str] | None = None) -> Scenario:
    """Return the scenario of a text; errors as for ``load``. ``folder`` is the base of a ruleset's path."""
    return _loaded(read_bytes(to_utf8(text), folder=None if folder is None else Path(folder)), "the text")[0]


def load_reading(path: str | PathLike[str]) -> tuple[Scenario, tuple[int, ...]]:
    """Load the scenario of a file, and the lines, from 1, of the comments that a save would lose.

    Raises
    ------
    FileError
        When the file cannot be opened or read; ``problems`` has all problems.
    """
    return _loaded(read(path), str(path))


def _loaded(reading: ReadResult, name: str) -> tuple[Scenario, tuple[int, ...]]:
    errors = [finding for finding in reading.findings if finding.severity is Severity.ERROR]
    if errors or reading.scenario is None:
        first = errors[0]
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        raise FileError(f"{name}, line {first.place.line}: {first.message}{more}", errors)
    return reading.scenario, reading.dropped_comments


# -- format -------------------------------------------------------------------------------------------------


def _present_version(source: Source) -> tuple[dict[str, Any], Finding | None]:
    """Return the data of a file in the current version of the format, or the finding that prevents it."""
    data = source.data
    if not isinstance(data, dict):
        message = f"a scenario must be a mapping of keys, not {describe(data)}"
        return {}, fault("file.format", message, source, (), fix=f"Begin with 'format: {OLDEST_FORMAT}'.")
    if "format" not in data:
        # The model reports it with everything else that is missing.
        return data, None
    name = data["format"]
    match = _FORMAT.fullmatch(name) if isinstance(name, str) else None
    if not match:
        message, fix = _other_format(name)
        return {}, fault("file.format", message, source, ("format",), fix=fix)
    version = matched_whole(match[1])
    if version > FORMAT_VERSION:
        message = f"the file has the format {name}; this version of Fairground reads formats up to {FORMAT}"
        fix = "Update Fairground to open it."
        return {}, fault("file.newer-format", message, source, ("format",), fix=fix)
    if version < oldest_version():
        message = f"the file has the format {name}; this version of Fairground reads {FORMAT_NAME}/{oldest_version()} and newer"
        return {}, fault("file.format", message, source, ("format",))
    return migrate(data, version=version), None


def _other_format(name: object) -> tuple[str, str]:
    """Return message and fix for a format that is not a scenario's."""
    kind = _OTHER.match(name) if isinstance(name, str) else None
    if kind is None:
        message = f"this is not a scenario: its format is {describe(name)}, not {OLDEST_FORMAT}"
        return message, f"Write 'format: {OLDEST_FORMAT}'."
    fix = "Check a scenario that uses it instead."
    if kind[1] == "ruleset":
        fix = "Check a scenario that names this file, as in 'ruleset: rules.yaml'."
    return f"this file is a {kind[1]}, not a scenario", fix


# -- content ------------------------------------------------------------------------------------------------


class _Fitted(NamedTuple):
    """The model of a file, without invalid parts."""

    file: ScenarioFile | None
    findings: list[Finding]
    #: The original places of the remaining items of lists.
    items: Mapping[str, Sequence[int]]
    #: Removed parts.
    lost: frozenset[PathInFile]


def _fit(data: dict[str, Any], source: Source) -> _Fitted:
    findings: list[Finding] = []
    lost: set[PathInFile] = set()
    items: Mapping[str, Sequence[int]] = {}
    # Errors under a misspelt key show up after it has been corrected.
    for _ in range(_MOST_ROUNDS):
        try:
            return _Fitted(ScenarioFile.model_validate(data), findings, items, frozenset(lost))
        except ValidationError as error:
            by_place = errors_by_place(error, data)
        if not findings:
            findings = explain(by_place, source, ScenarioFile)
        elif not lost:  # after a removal, items have other places than in the file
            # A missing key may remain after another one got a default.
            findings = list(dict.fromkeys([*findings, *explain(by_place, source, ScenarioFile)]))
        if len(by_place) > _MOST_FAULTS:
            break
        pruned = prune(data, by_place, source)
        if pruned.data == data:
            break
        data = pruned.data
        items = {
            name: [items[name][at] if name in items else at for at in places]
            for name, places in pruned.items.items()
        }
        lost |= pruned.lost
    return _Fitted(None, findings, {}, frozenset())


def read_content(data: dict[str, Any], source: Source, folder: Path | None) -> ReadResult:
    """Read the data of a scenario file in the current version of the format, like ``read_bytes``."""
    comments, lost = assign_comments(source.comments, data)
    corrected, slips = correct(data, source)
    fitted = _fit(corrected, source)
    dropped = tuple(sorted((*lost, *source.loose_comments)))
    if fitted.file is None:
        return ReadResult(None, [*slips, *fitted.findings], dropped, source)
    file, problems = fitted.file, Problems(source)
    shapes = ShapeReader(problems)
    board, hexside_rows = read_board(file.board, problems)
    items = {name: list(fitted.items.get(name, range(len(getattr(file, name))))) for name in LISTS}
    placed_units = {
        at: unit
        for at, unit_file in zip(items["units"], file.units, strict=True)
        if (unit := read_unit(unit_file, ("units", at), board, problems)) is not None
    }
    items["units"] = list(placed_units)
    placed_decorations = {
        at: decoration
        for at, it in zip(items["decorations"], file.decorations, strict=True)
        if (decoration := read_decoration(it, ("decorations", at), board.layout, problems)) is not None
    }
    items["decorations"] = list(placed_decorations)
    scenario = Scenario(
        name=file.name,
        ruleset=RulesetReference(file.ruleset, file.rules, file.ruleset_hash),
        board=board,
        author=file.author,
        notes=file.notes,
        weather=file.weather,
        turns=file.turns,
        sides=read_sides(file, items["sides"], problems),
        zones=[
            read_zone(zone, ("zones", at), shapes)
            for at, zone in zip(items["zones"], file.zones, strict=True)
        ],
        objectives=[
            read_objective(objective, ("objectives", at), shapes)
            for at, objective in zip(items["objectives"], file.objectives, strict=True)
        ],
        units=list(placed_units.values()),
        victory=read_victory(file.victory),
        house_rules=file.house_rules,
        images={name: image_text(text) for name, text in file.images.items()},
        decorations=list(placed_decorations.values()),
        underlay=None if file.underlay is None else read_underlay(file.underlay),
        locked=file.locked,
        fairness=read_fairness(file.fairness),
        comments=comments,
        folder=folder,
        newline=source.newline,
        byte_order_mark=source.byte_order_mark,
    )
    findings = [*slips, *fitted.findings, *problems.findings()]
    findings.sort(key=lambda finding: (finding.place.line or 0, finding.place.column or 0))
    unread = fitted.lost | {finding.place.path for finding in problems.findings()}
    return ReadResult(scenario, findings, dropped, source, items, hexside_rows, frozenset(unread))
