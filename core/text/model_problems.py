"""Problems of pydantic models as findings in plain words, each with line and column."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Annotated, Final, Union, get_args, get_origin

from pydantic import BaseModel

from fairground.core.finding import Finding, Place, Severity
from fairground.core.text.suggest import did_you_mean, nearest
from fairground.core.text.wording import describe, shorten, title, value_message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import ValidationError
    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

    from fairground.core.text.source import PathInFile, Source


def fields_at(model: type[BaseModel], path: PathInFile) -> dict[str, FieldInfo]:
    """Return the fields, by the names files use, of the model that stands at ``path``; empty when none does."""
    found: dict[str, FieldInfo] = {}
    for at in _models_at(model, path):
        for name, info in at.model_fields.items():
            found[info.alias or name] = info
    return found


def _models_at(annotation: object, path: PathInFile) -> Iterator[type[BaseModel]]:
    """Yield every model that the type ``annotation`` may have at ``path``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if not path:
            yield annotation
            return
        for name, info in annotation.model_fields.items():
            if (info.alias or name) == path[0]:
                yield from _models_at(info.annotation, path[1:])
        return
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        yield from _models_at(arguments[0], path)
    elif origin in (Union, types.UnionType):
        for branch in arguments:
            yield from _models_at(branch, path)
    elif arguments and path:
        # A mapping's values are its last argument, a list's or tuple's items its first.
        is_mapping = isinstance(path[0], str)
        yield from _models_at(arguments[-1] if is_mapping else arguments[0], path[1:])


#: How many problems are listed one by one.
_MOST: Final = 100
#: What pydantic's wrong types are called; they are joined with "or" where a union has several.
_WANTED: Final = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dataclass_type": "a mapping",
    "none_required": "nothing",
}


def problems(
    error: ValidationError,
    source: Source | None,
    model: type[BaseModel],
    *,
    data: object = None,
    family: str = "file",
    within: PathInFile = (),
    file: str | None = None,
) -> list[Finding]:
    """Return one finding for each place that ``error`` complains about, in file order.

    ``model`` is what the data was read into; its field names serve for suggestions. ``data`` is what was validated
    (None: what ``source`` holds at ``within``), and ``within`` is where in the source it stands. Codes are
    ``<family>.missing-key``, ``.unknown-key``, ``.wrong-type``, ``.bad-value`` and, past a hundred, one
    ``.many-problems``. ``file`` is set on the places.
    """
    validated = data if data is not None or source is None else _at(source.data, within)
    by_place = errors_by_place(error, validated)
    return explain(by_place, source, model, family=family, within=within, file=file)


def errors_by_place(error: ValidationError, data: object) -> dict[PathInFile, list[ErrorDetails]]:
    """Return what ``error`` complains about by its place in ``data``; of a missing key, the place it should have."""
    by_place: dict[PathInFile, list[ErrorDetails]] = {}
    for detail in error.errors(include_url=False):
        by_place.setdefault(_path(detail, data), []).append(detail)
    return by_place


def explain(
    by_place: Mapping[PathInFile, list[ErrorDetails]],
    source: Source | None,
    model: type[BaseModel],
    *,
    family: str = "file",
    within: PathInFile = (),
    file: str | None = None,
) -> list[Finding]:
    """Return the findings of ``problems`` for errors that have been sorted by place."""
    prefixes = {path[:depth] for path in by_place for depth in range(len(path))}
    misspelt = _Misspelt(by_place, model)
    places = [
        (*_mark(source, (*within, *path), details[0]["type"]), path)
        for path, details in by_place.items()
        if not (path in prefixes and _is_other_branch(details))
    ]
    places.sort(key=lambda place: (place[0] or 0, place[1] or 0))
    found: list[Finding] = []
    for at, (line, column, path) in enumerate(places):
        place = Place(path=(*within, *path), line=line, column=column, file=file)
        if len(found) == _MOST:
            message = f"there are {len(places) - at} more problems from here on"
            found.append(Finding(Severity.ERROR, f"{family}.many-problems", message, place))
            break
        if not misspelt.explains(path):
            code, message, fix = _explain(path, by_place[path], model)
            found.append(Finding(Severity.ERROR, f"{family}.{code}", message, place, fix))
    return found


class _Misspelt:
    """The unknown keys of each mapping, to see which missing key one of them was meant to be."""

    def __init__(self, by_place: Mapping[PathInFile, list[ErrorDetails]], model: type[BaseModel]) -> None:
        self._by_place = by_place
        self._model = model
        self._unknown: dict[PathInFile, list[str]] = {}
        for path, details in by_place.items():
            if details[0]["type"] == "extra_forbidden":
                self._unknown.setdefault(path[:-1], []).append(str(path[-1]))

    def explains(self, path: PathInFile) -> bool:
        """Whether a key is missing only because it is misspelt, so that a slip gives one finding."""
        if self._by_place[path][0]["type"] != "missing":
            return False
        unknown = self._unknown.get(path[:-1], [])[:_MOST]
        known = fields_at(self._model, path[:-1]) if unknown else {}
        return any(nearest(name, known) == path[-1] for name in unknown)


def _at(data: object, path: PathInFile) -> object:
    for part in path:
        if not _has(data, part):
            return None
        data = data[part]  # type: ignore[index]  # _has has looked
    return data


def _has(data: object, part: str | int) -> bool:
    if isinstance(data, dict):
        return part in data
    return isinstance(data, (list, tuple)) and isinstance(part, int) and part < len(data)


def _path(detail: ErrorDetails, data: object) -> PathInFile:
    """Return where an error is, without the parts that name types, branches of unions and the like."""
    path: list[str | int] = []
    for part in detail["loc"]:
        if _has(data, part):
            path.append(part)
            data = data[part]  # type: ignore[index]  # _has has looked
    if detail["type"] == "missing":
        path.append(detail["loc"][-1])
    return tuple(path)


def _is_other_branch(details: list[ErrorDetails]) -> bool:
    """Whether, at a place with errors deeper down, a union's other branch fitted better than these complain."""
    return all(detail["type"] in _WANTED for detail in details)


def _mark(source: Source | None, path: PathInFile, kind: str) -> tuple[int | None, int | None]:
    if source is None:
        return None, None
    if kind == "missing":
        return source.mark(path[:-1])
    return source.key_mark(path) if kind == "extra_forbidden" else source.mark(path)


def _explain(
    path: PathInFile, details: list[ErrorDetails], model: type[BaseModel]
) -> tuple[str, str, str | None]:
    """Return code, message and fix for the errors of one place."""
    first = details[0]
    if first["type"] == "missing":
        return _missing(path, model)
    if first["type"] == "extra_forbidden":
        return _unknown(path, model)
    others = [detail for detail in details if detail["type"] not in _WANTED]
    if not others:
        wanted = " or ".join(dict.fromkeys(_WANTED[detail["type"]] for detail in details))
        return "wrong-type", f"{title(path)} is {wanted}, not {describe(first['input'])}", None
    fix = _example_fix(path, model) or _pattern_fix(others[0])
    return "bad-value", value_message(title(path), others[0]), fix


def _missing(path: PathInFile, model: type[BaseModel]) -> tuple[str, str, str | None]:
    name = str(path[-1])
    field = fields_at(model, path[:-1]).get(name)
    where = f" of {title(path[:-1])}" if len(path) > 1 else ""
    example = field.examples[0] if field is not None and field.examples else None
    fix = (
        f"Add the key {name!r}."
        if example is None
        else f"Add the key {name!r}, for example '{name}: {example}'."
    )
    return "missing-key", f"the key {name!r}{where} is missing", fix


def _unknown(path: PathInFile, model: type[BaseModel]) -> tuple[str, str, str | None]:
    name = str(path[-1])
    known = list(fields_at(model, path[:-1]))
    meant = nearest(name, known)
    fix = f"Write {meant!r}." if meant else f"Keys here are {', '.join(known)}." if known else None
    return "unknown-key", f"unknown key {shorten(name)!r}{did_you_mean(name, known)}", fix


def _example_fix(path: PathInFile, model: type[BaseModel]) -> str | None:
    field = fields_at(model, path[:-1]).get(str(path[-1])) if path else None
    return f"Write it like {field.examples[0]!r}." if field is not None and field.examples else None


def _pattern_fix(detail: ErrorDetails) -> str | None:
    return (
        f"It must match {detail['ctx']['pattern']}." if detail["type"] == "string_pattern_mismatch" else None
    )
