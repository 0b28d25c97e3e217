"""Load a ruleset: its file, all it extends, and the scenario's overrides; each fault with its place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from fairground.core.errors import FileError, RulesetError
from fairground.core.finding import Finding, Place, Severity
from fairground.core.plugin_groups import describe_error
from fairground.core.rules.merging import MAX_PROBLEMS, FileLayer, KeyOrigin, Merged, Merging, lay_overrides
from fairground.core.rules.references import reference_faults
from fairground.core.rules.ruleset import FORMAT, Ruleset
from fairground.core.rules.ruleset_files import (
    DEFAULT_RULESET,
    MAX_BYTES,
    RULESET_PLUGINS,
    SUFFIXES,
    NotFoundError,
    check_path,
    drafted,
    image_paths,
    known_rulesets,
    locate,
    read,
    rulesets_in,
    with_images,
)
from fairground.core.text.guarded_yaml import Limits, parse
from fairground.core.text.model_problems import problems as model_problems
from fairground.core.text.model_problems import wrong_keys
from fairground.core.text.suggest import nearest
from fairground.core.text.wording import first_few, format_fault

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from os import PathLike

    from fairground.core.plugin_groups import Plugin
    from fairground.core.rules.merging import Path as RulePath
    from fairground.core.rules.ruleset_files import RulesetFile


def own_files(name: str, *, folder: Path | None) -> tuple[Path, ...]:
    """Return a ruleset's file and those of all it extends, with their images, without shipped ones, which do not change.

    ``name`` is as for ``load_ruleset``. A missing file is included, to be watched for.
    """
    files: list[Path] = []
    rulesets: list[Path] = []
    while folder is not None and name.endswith(SUFFIXES) and len(rulesets) <= MAX_EXTENDS:
        try:
            check_path(name)
        except NotFoundError:
            break
        path = folder / name
        if path in rulesets:
            break
        rulesets.append(path)
        files.append(path)
        try:
            source = parse(read(locate(name, folder)), limits=LIMITS)
        except (NotFoundError, FileError):
            break
        files += image_paths(source.data, path.parent)
        extended = source.data.get("extends") if isinstance(source.data, dict) else None
        if not isinstance(extended, str):
            break
        name, folder = extended, path.parent
    return tuple(files)


def extended_by(text: str) -> str | None:
    """Return the name of the ruleset that the text of a ruleset file extends; None for none.

    Raises
    ------
    RulesetError
        When the text is not valid YAML.
    """
    try:
        data = parse(text, limits=LIMITS).data
    except FileError as error:
        raise _error(list(error.problems)) from None
    name = data.get("extends") if isinstance(data, dict) else None
    return name if isinstance(name, str) else None


#: Most rulesets that may extend one another.
MAX_EXTENDS: Final = 8
#: Largest whole number in a ruleset.
MAX_NUMBER: Final = 1_000_000
#: Keys that identify a ruleset, which are not inherited.
IDENTITY: Final = ("id", "title", "version", "description")
#: Limits of a ruleset file, ten times the needs of the largest game.
LIMITS: Final = Limits(bytes=MAX_BYTES, values=20_000)
#: No overrides.
NONE: Final[Mapping[str, object]] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class LoadedRuleset:
    """A ruleset, and its data with the origin of each value."""

    merged: Merged
    ruleset: Ruleset


def load_ruleset(
    name: str,
    *,
    folder: str | PathLike[str] | None = None,
    overrides: Mapping[str, object] = NONE,
    text: str | None = None,
) -> Ruleset:
    """Return a ruleset with all it extends merged in and the overrides applied.

    ``name`` is the id of a shipped ruleset or of one of a plugin, or a path, relative and with forward slashes, to a .yaml file in or
    below ``folder``. ``overrides`` replaces single keys of the resolved ruleset by dotted paths (``cover.reach``).
    ``text`` is the content of the file, if it is not that on disk. Shipped rulesets are cached; do not change them.

    Raises
    ------
    RulesetError
        When there is no such ruleset, or it, its bases or an override have faults; ``problems`` has all of
        them, with file, line and column (overrides: the path of the key in the scenario).
    """
    loaded = loaded_ruleset(name, None if folder is None else Path(folder), text)
    if not overrides:
        return loaded.ruleset
    merged, problems = lay_overrides(loaded.merged, loaded.ruleset, overrides)
    checked = check(merged)
    problems += checked.problems
    if problems or checked.ruleset is None:
        raise _error(problems)
    return checked.ruleset


def loaded_ruleset(name: str, folder: Path | None, text: str | None = None) -> LoadedRuleset:
    """Return a ruleset without overrides, and where each of its values comes from; the arguments are as for ``load_ruleset``.

    Raises
    ------
    RulesetError
        As ``load_ruleset``.
    """
    try:
        file = locate(name, folder) if text is None else drafted(name, folder, text)
    except NotFoundError as error:
        place = Place(path=("ruleset",))
        raise _error(
            [_finding("ruleset.not-found", str(error), place, fix=_known_rulesets(folder))]
        ) from None
    return _shipped(name) if file.folder is None and text is None else _load(file)


def _known_rulesets(folder: Path | None) -> str:
    """Return the fix for an unknown ruleset: those that are known."""
    own = () if folder is None else rulesets_in(folder)
    known = ", ".join([*known_rulesets(), *([first_few(own)] if own else [])])
    return f"Known rulesets: {known}. For your own ruleset, give the name of its .yaml file."


def ruleset_plugins() -> tuple[Plugin, ...]:
    """Return the rulesets of other packages; ``error`` is why one was left out or cannot be loaded."""
    return tuple(map(_with_faults, RULESET_PLUGINS.plugins()))


def _with_faults(plugin: Plugin) -> Plugin:
    if plugin.error:
        return plugin
    try:
        load_ruleset(plugin.name)
    except RulesetError as error:
        return replace(plugin, error=describe_error(error))
    return plugin


@cache
def _shipped(name: str) -> LoadedRuleset:
    return _load(locate(name, None))


def _load(file: RulesetFile) -> LoadedRuleset:
    merged = _merge_file(file, ())
    checked = check(merged)
    if checked.problems or checked.ruleset is None:
        raise _error(checked.problems)
    return LoadedRuleset(merged, checked.ruleset)


def _merge_file(file: RulesetFile, extending: tuple[str, ...]) -> Merged:
    """Return a file merged with all it extends; ``extending`` holds the files that led here."""
    layer, data = _parse(file)
    data.pop("format")
    name = data.pop("extends", None)
    if name is None:
        return Merged({"format": FORMAT, **data}, KeyOrigin(layer), (layer,))
    place = layer.place(("extends",), key=False)
    if not isinstance(name, str):
        message = "'extends' must be the id or file name of a single ruleset"
        fix = f"Write, for example, 'extends: {DEFAULT_RULESET}'."
        raise _error([_finding("ruleset.extends", message, place, fix=fix)])
    base = _merge_base(name, file, (*extending, file.identity), place)
    merging = Merging(layer)
    merged = merging.merge(base, data)
    if merging.problems:
        raise _error(merging.problems)
    origin = merged.origin
    for key in IDENTITY:
        origin = origin.with_part((key,), KeyOrigin(layer))
    return replace(merged, origin=origin)


def _merge_base(name: str, file: RulesetFile, extending: tuple[str, ...], place: Place) -> Merged:
    """Return the ruleset that ``file`` extends, without its identity."""
    try:
        base_file = locate(name, file.folder)
    except NotFoundError as error:
        fix = _known_rulesets(file.folder)
        raise _error([_finding("ruleset.extends", str(error), place, fix=fix)]) from None
    if base_file.identity in extending:
        message, fix = f"{name!r} extends itself", "Name another ruleset, or remove the key 'extends'."
        if len(extending) > 1:
            message += f" through {file.shown!r}"
            fix = "Remove the key 'extends' from one of these rulesets."
        raise _error([_finding("ruleset.extends", message, place, fix=fix)])
    if len(extending) > MAX_EXTENDS:
        message = f"more than {MAX_EXTENDS} rulesets extend one another in a chain"
        fix = "Put the content of several of them into one file."
        raise _error([_finding("ruleset.extends", message, place, fix=fix)])
    is_own = file.folder is not None or file.content is not None
    is_shipped = is_own and base_file.folder is None
    base = _shipped(name).merged if is_shipped else _merge_file(base_file, extending)
    return replace(base, data={key: value for key, value in base.data.items() if key not in IDENTITY})


def _parse(file: RulesetFile) -> tuple[FileLayer, dict[str, Any]]:
    """Return a file as data, after checking its format."""
    try:
        source = parse(read(file), limits=LIMITS)
    except NotFoundError as error:
        raise _error([_finding("ruleset.not-found", str(error), Place(file=file.shown))]) from None
    except FileError as error:
        problems = [replace(it, place=replace(it.place, file=file.shown)) for it in error.problems]
        raise _error(problems) from None
    layer = FileLayer(file.shown, source)
    if not isinstance(source.data, dict):
        place = layer.place((), key=False)
        fix = f"Begin with 'format: {FORMAT}'."
        raise _error([_finding("ruleset.wrong-type", "a ruleset must be a mapping", place, fix=fix)])
    wrong = format_fault(source.data, FORMAT, "ruleset")
    if wrong is not None:
        fix = f"Begin with 'format: {FORMAT}'."
        raise _error([_finding("ruleset.format", wrong, layer.place(("format",), key=False), fix=fix)])
    for key in source.data:
        if key not in Ruleset.model_fields and key != "extends" and nearest(key, ["extends"]):
            message = f"unknown key {key!r}. Did you mean 'extends'?"
            place = layer.place((key,), key=True)
            raise _error([_finding("ruleset.unknown-key", message, place, fix="Write 'extends'.")])
    return layer, with_images(dict(source.data), file.folder)


def _finding(code: str, message: str, place: Place, *, fix: str | None = None) -> Finding:
    return Finding(Severity.ERROR, code, message, place, fix)


def _error(problems: list[Finding]) -> RulesetError:
    """Return the error for ``problems``; its text has the first one with its place."""
    first = problems[0]
    at = first.place
    where = ":".join(str(part) for part in (at.file, at.line, at.column) if part is not None)
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return RulesetError(f"{where}: {first.message}{more}" if where else f"{first.message}{more}", problems)


@dataclass(frozen=True)
class Checked:
    """A ruleset, or None and its problems."""

    ruleset: Ruleset | None
    problems: list[Finding]


def check(merged: Merged) -> Checked:
    """Return the ruleset of merged data, and all problems in file order.

    References are checked even if single values are wrong, so that all problems are reported at once.
    """
    ruleset, problems = _validated(merged)
    if ruleset is not None:
        wrong = [finding.place.path for finding in problems]
        for fault in islice(reference_faults(ruleset), MAX_PROBLEMS):
            if not any(fault.path[: len(path)] == path for path in wrong):
                place = merged.place(fault.path, also=fault.also)
                problems.append(Finding(Severity.ERROR, fault.code, fault.message, place, fault.fix))
    problems.sort(key=lambda it: (it.place.file or "", it.place.line or 0, it.place.column or 0))
    return Checked(None if problems else ruleset, problems)


def _validated(merged: Merged) -> tuple[Ruleset | None, list[Finding]]:
    """Return the ruleset without invalid values, if possible."""
    large = list(islice(_too_large(merged.data, ()), MAX_PROBLEMS))
    try:
        return Ruleset.model_validate(merged.data), [_placed(finding, merged, set()) for finding in large]
    except ValidationError as error:
        problems = model_problems(error, None, Ruleset, data=merged.data, family="ruleset")
        keys = wrong_keys(error, merged.data)
    known = {finding.place.path for finding in problems}
    problems += [finding for finding in large if finding.place.path not in known]
    try:
        rest = Ruleset.model_validate(_without(merged.data, [finding.place.path for finding in problems]))
    except ValidationError:
        rest = None
    return rest, [_placed(finding, merged, keys) for finding in problems]


def _too_large(data: object, path: RulePath) -> Iterator[Finding]:
    """Yield a finding for each whole number beyond ``MAX_NUMBER``, with which sums would overflow."""
    if isinstance(data, int) and abs(data) > MAX_NUMBER:
        message = f"{str(path[-1])!r} must be from -{MAX_NUMBER:,} to {MAX_NUMBER:,}, not {data:,}"
        yield _finding("ruleset.bad-value", message, Place(path=path))
    for key, value in data.items() if isinstance(data, dict) else ():
        yield from _too_large(value, (*path, key))
    for index, value in enumerate(data) if isinstance(data, list | tuple) else ():
        yield from _too_large(value, (*path, index))


def _placed(finding: Finding, merged: Merged, keys: Collection[RulePath]) -> Finding:
    path = finding.place.path
    key = finding.code.endswith("unknown-key") or path in keys
    return replace(finding, place=merged.place(path, also=merged.removed(path), key=key))


def _without(data: Any, paths: Iterable[RulePath]) -> Any:  # noqa: ANN401  # plain data of any shape
    """Return plain data without the values at some paths."""
    heads: dict[str | int, list[RulePath]] = {}
    for path in paths:
        if not path:
            return None
        heads.setdefault(path[0], []).append(path[1:])
    if isinstance(data, dict):
        return {
            key: _without(value, heads[key]) if key in heads else value
            for key, value in data.items()
            if () not in heads.get(key, [])
        }
    if isinstance(data, list):
        return [
            _without(value, heads[i]) if i in heads else value
            for i, value in enumerate(data)
            if () not in heads.get(i, [])
        ]
    return data
