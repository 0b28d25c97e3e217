"""Convert pydantic's validation errors to findings, one for each place, with line, column and fix."""

from __future__ import annotations

import re
import types
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Union, get_args, get_origin

from pydantic import BaseModel

from fairground.core.finding import Finding, Place, Severity
from fairground.core.text.scalars import FloatText
from fairground.core.text.suggest import did_you_mean, nearest
from fairground.core.text.wording import PATTERN_WORDS, choices, describe, shorten, title, value_message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import ValidationError
    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

    from fairground.core.text.source import PathInFile, Source


def fields_at(model: type[BaseModel], path: PathInFile) -> Mapping[str, FieldInfo]:
    """Return the fields of the model at ``path``, by their names in files."""
    # All items of a list have the same fields.
    return _fields_at(model, tuple(0 if isinstance(it, int) else it for it in path))


@lru_cache(maxsize=256)
def _fields_at(model: type[BaseModel], path: PathInFile) -> Mapping[str, FieldInfo]:
    return {
        info.alias or name: info for at in _models_at(model, path) for name, info in at.model_fields.items()
    }


def _models_at(annotation: object, path: PathInFile) -> Iterator[type[BaseModel]]:
    """Yield the models that a type allows at ``path``."""
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


#: Most problems listed one by one.
_MOST: Final = 100
#: Names of pydantic's types; those of a union are joined with "or".
_WANTED: Final = {
    "string_type": "text",
    **dict.fromkeys(("int_type", "int_from_float", "int_parsing"), "a whole number"),
    "float_type": "a number",
    "bool_type": "true or false",
    **dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type"), "a list"),
    **dict.fromkeys(("dict_type", "mapping_type", "model_type"), "a mapping"),
    **dict.fromkeys(("model_attributes_type", "dataclass_type"), "a mapping"),
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
    """Return one finding for each place with errors, in file order.

    ``model`` is for suggestions. ``data`` is the validated data, at ``within`` in the source (None: read from there). Codes
    are ``<family>.missing-key``, ``.unknown-key``, ``.wrong-type``, ``.bad-value`` and, after a hundred, one
    ``.many-problems``. ``file`` is that of the places.
    """
    validated = data if data is not None or source is None else _at(source.data, within)
    by_place = errors_by_place(error, validated)
    return explain(by_place, source, model, family=family, within=within, file=file)


def errors_by_place(error: ValidationError, data: object) -> dict[PathInFile, list[ErrorDetails]]:
    """Return errors by their place in ``data``; missing keys at their intended place."""
    by_place: dict[PathInFile, list[ErrorDetails]] = {}
    for detail in error.errors(include_url=False):
        by_place.setdefault(_path(detail, data), []).append(detail)
    return by_place


def wrong_keys(error: ValidationError, data: object) -> set[PathInFile]:
    """Return the places in ``data`` whose keys are wrong, rather than their values."""
    return {path for path, details in errors_by_place(error, data).items() if _is_of_key(path, details[0])}


def explain(
    by_place: Mapping[PathInFile, list[ErrorDetails]],
    source: Source | None,
    model: type[BaseModel],
    *,
    family: str = "file",
    within: PathInFile = (),
    file: str | None = None,
) -> list[Finding]:
    """Return the findings for errors by place, like ``problems``."""
    prefixes = {path[:depth] for path in by_place for depth in range(len(path))}
    misspelt = _Misspelt(by_place, model)
    places = [
        (*_mark(source, (*within, *path), details[0]), path)
        for path, details in by_place.items()
        if not (path in prefixes and _is_other_branch(details))
    ]
    places.sort(key=lambda place: (place[0] or 0, place[1] or 0))
    findings: list[Finding] = []
    for at, (line, column, path) in enumerate(places):
        place = Place(path=(*within, *path), line=line, column=column, file=file)
        if len(findings) == _MOST:
            message = f"{len(places) - at} more problems follow"
            findings.append(Finding(Severity.ERROR, f"{family}.many-problems", message, place))
            break
        if not misspelt.explains(path):
            code, message, fix = _explain(path, by_place[path], model, misspelt)
            findings.append(Finding(Severity.ERROR, f"{family}.{code}", message, place, fix))
    return findings


class _Misspelt:
    """Matches unknown with missing keys of each mapping."""

    def __init__(self, by_place: Mapping[PathInFile, list[ErrorDetails]], model: type[BaseModel]) -> None:
        self._model = model
        self._unknown: dict[PathInFile, list[str]] = {}
        self._missing: dict[PathInFile, list[str]] = {}
        kinds = {"extra_forbidden": self._unknown, "missing": self._missing}
        for path, details in by_place.items():
            if details[0]["type"] in kinds:
                kinds[details[0]["type"]].setdefault(path[:-1], []).append(str(path[-1]))

    def explains(self, path: PathInFile) -> bool:
        """Whether a missing key is only misspelt, which has its own finding."""
        at, name = path[:-1], path[-1] if path else ""
        if name not in self._missing.get(at, ()):
            return False
        unknown = self._unknown.get(at, [])[:_MOST]
        known = fields_at(self._model, at) if unknown else {}
        return any(nearest(it, known) == name or self.stands_for((*at, it)) == name for it in unknown)

    def stands_for(self, path: PathInFile) -> str | None:
        """Return the missing key for an unknown one, if each is the only one of its mapping."""
        unknown, missing = self._unknown.get(path[:-1], []), self._missing.get(path[:-1], [])
        return missing[0] if len(missing) == 1 and unknown == [path[-1]] else None


def meant_key(name: str, mapping: Mapping[str, object], fields: Mapping[str, FieldInfo]) -> str | None:
    """Return the key probably meant by an unknown one of ``mapping``, or None."""
    absent = [it for it in fields if it not in mapping]
    required = [it for it in absent if fields[it].is_required()]
    is_only = len(required) == 1 and [it for it in mapping if it not in fields] == [name]
    return nearest(name, absent) or (required[0] if is_only else None)


_BOOLEANS: Final = {
    **dict.fromkeys(("yes", "on", "y", "true"), True),
    **dict.fromkeys(("no", "off", "n", "false"), False),
}
#: A number and perhaps its unit, but nothing with further digits, such as a date.
_NUMBER: Final = re.compile(r" *([-+]?[0-9]{1,9})(?:[.,]([0-9]{1,9}))?(?: *[^\W0-9_][^0-9]*)?")
_OTHER_BASES: Final = ("0x", "0o", "0b")


def as_meant(details: list[ErrorDetails], path: PathInFile, model: type[BaseModel]) -> object:
    """Return the value probably meant by an invalid one, or None; ``details`` are the errors at ``path`` of a model.

    Examples are ``yes`` for true, ``'12'`` and ``12 turns`` for 12, ``1,5`` for 1.5, an item for a list, misspelt choices.
    """
    # A mapping is no item of a list of numbers or texts.
    holds_mappings = bool(fields_at(model, (*path, 0)))
    return next((it for detail in details if (it := _meant(detail, holds_mappings)) is not None), None)


def _meant(detail: ErrorDetails, holds_mappings: bool) -> object:  # noqa: FBT001  # internal
    value, kind = detail["input"], detail["type"]
    if isinstance(value, dict) and not holds_mappings:
        return None
    if kind == "bool_type" and isinstance(value, str):
        return _BOOLEANS.get(value.casefold())
    if kind in ("literal_error", "enum") and isinstance(value, str):
        return nearest(value, choices(detail))
    if kind == "list_type" and isinstance(value, (dict, str)):
        return [it.strip() for it in value.split(",")] if isinstance(value, str) else [value]
    return _meant_number(value, kind)


def _meant_number(value: object, kind: str) -> object:
    if kind == "int_type" and isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, str) or value.lstrip()[:2].casefold() in _OTHER_BASES:
        return None
    match = _NUMBER.fullmatch(value.replace("_", ""))
    if match and kind == "int_type" and not match[2]:
        return int(match[1])
    return FloatText(f"{match[1]}.{match[2] or 0}") if match and kind == "float_type" else None


def _meant_fix(path: PathInFile, meant: object) -> str:
    if isinstance(meant, list) and isinstance(meant[0], dict):
        return "Start each item of the list with '- '."
    if isinstance(meant, bool):
        text = str(meant).lower()
    elif isinstance(meant, float):
        text = f"{meant:g}"
    elif isinstance(meant, list):
        text = f"[{', '.join(map(shorten, meant))}]"
    else:
        text = shorten(str(meant))
    return f"Write '{path[-1]}: {text}'." if path and isinstance(path[-1], str) else f"Write {text}."


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
    """Return the place of an error, without names of types and union branches."""
    path: list[str | int] = []
    for part in detail["loc"]:
        if _has(data, part):
            path.append(part)
            data = data[part]  # type: ignore[index]  # _has has looked
    if detail["type"] == "missing":
        path.append(detail["loc"][-1])
    return tuple(path)


def _is_other_branch(details: list[ErrorDetails]) -> bool:
    """Whether errors belong to another union branch than the deeper errors."""
    return all(detail["type"] in _WANTED for detail in details)


def _mark(source: Source | None, path: PathInFile, detail: ErrorDetails) -> tuple[int | None, int | None]:
    if source is None:
        return None, None
    if detail["type"] == "missing":
        return source.mark(path[:-1])
    is_key = detail["type"] == "extra_forbidden" or _is_of_key(path, detail)
    return source.key_mark(path) if is_key else source.mark(path)


def _is_of_key(path: PathInFile, detail: ErrorDetails) -> bool:
    """Whether an error is about a key of a mapping, not its value."""
    return detail["loc"][-1:] == ("[key]",) and path[-1:] == (detail["input"],)


def _explain(
    path: PathInFile, details: list[ErrorDetails], model: type[BaseModel], misspelt: _Misspelt
) -> tuple[str, str, str | None]:
    """Return code, message and fix for the errors at one place."""
    first = details[0]
    if first["type"] == "missing":
        return _missing(path, model)
    if first["type"] == "extra_forbidden":
        return _unknown(path, model, misspelt.stands_for(path))
    others = [detail for detail in details if detail["type"] not in _WANTED]
    if not others:
        wanted = " or ".join(dict.fromkeys(_WANTED[detail["type"]] for detail in details))
        meant = as_meant(details, path, model)
        fix = _example_fix(path, model) if meant is None else _meant_fix(path, meant)
        field = fields_at(model, path[:-1]).get(str(path[-1])) if path and fix is None else None
        if field is not None and first["input"] is None and not field.is_required():
            fix = "Write a value, or remove the key."
        if first["type"] == "string_type" and type(first["input"]) in (int, FloatText):
            fix = f"Put it in quotes: '{getattr(first['input'], 'text', first['input'])}'"
        elif isinstance(meant, int) and isinstance(first["input"], str) and first["input"] == str(meant):
            fix = f"Remove the quotes: {path[-1]}: {meant}"
        return "wrong-type", f"{title(path)} must be {wanted}, not {describe(first['input'])}", fix
    if _is_of_key(path, others[0]) and others[0]["type"] == "string_pattern_mismatch":
        return "bad-value", f"the key {title(path)} has the wrong format", _pattern_fix(others[0])
    meant = as_meant(others, path, model)
    fix = _example_fix(path, model) or _pattern_fix(others[0]) if meant is None else _meant_fix(path, meant)
    return "bad-value", value_message(title(path), others[0]), fix


def _missing(path: PathInFile, model: type[BaseModel]) -> tuple[str, str, str | None]:
    name = str(path[-1])
    field = fields_at(model, path[:-1]).get(name)
    where = f" of {title(path[:-1])}" if len(path) > 1 else ""
    example = field.examples[0] if field is not None and field.examples else None
    shown = "" if example is None else f", for example '{name}: {example}'"
    return "missing-key", f"the key {name!r}{where} is missing", f"Add the key {name!r}{shown}."


def _unknown(path: PathInFile, model: type[BaseModel], stands_for: str | None) -> tuple[str, str, str | None]:
    name = str(path[-1])
    known = list(fields_at(model, path[:-1]))
    meant = nearest(name, known)
    if meant is None and stands_for is not None:
        message = f"unknown key {shorten(name)!r}, and the key {stands_for!r} is missing"
        return "unknown-key", message, f"Rename it to {stands_for!r}. Known keys: {', '.join(known)}."
    fix = f"Write {meant!r}." if meant else f"Known keys: {', '.join(known)}." if known else None
    return "unknown-key", f"unknown key {shorten(name)!r}{did_you_mean(name, known)}", fix


def _example_fix(path: PathInFile, model: type[BaseModel]) -> str | None:
    field = fields_at(model, path[:-1]).get(str(path[-1])) if path else None
    return f"Write, for example, {field.examples[0]!r}." if field is not None and field.examples else None


def _pattern_fix(detail: ErrorDetails) -> str | None:
    words = (
        PATTERN_WORDS.get(detail["ctx"]["pattern"]) if detail["type"] == "string_pattern_mismatch" else None
    )
    return None if words is None else f"Write {words}."
