"""The JSON Schema of ruleset files, made from the models."""

from __future__ import annotations

from typing import Any, Final

from fairground.core.rules.ruleset import Ruleset

#: Name of the schema, not an address.
SCHEMA_ID: Final = "fairground/ruleset/1"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
#: Keys that every file has, even if it extends another.
_OWN: Final = ("format", "id", "title")
_REFERENCE: Final = "#/$defs/"

Schema = dict[str, Any]


def ruleset_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of ruleset files.

    A file that extends another may omit keys, and remove them with ``null``; its definitions are named ``…Change``.
    The schema does not check references between parts.
    """
    whole = Ruleset.model_json_schema(ref_template=_REFERENCE + "{model}")
    definitions: Schema = {name: _tidy(it) for name, it in whole.pop("$defs").items()}
    definitions["Ruleset"] = _tidy(whole)
    changes = {f"{name}Change": _as_change(it) for name, it in definitions.items()}
    top = changes["RulesetChange"]
    top["properties"] |= {name: definitions["Ruleset"]["properties"][name] for name in _OWN}
    top["properties"]["extends"] = {
        "type": "string",
        "description": (
            "Base ruleset: the id of a shipped ruleset, or the path of a .yaml file in or below this "
            "file's folder."
        ),
    }
    top["required"] = [*_OWN, "extends"]
    return {
        "$schema": _DIALECT,
        "$id": SCHEMA_ID,
        "title": "Fairground ruleset",
        "description": "A ruleset file. Mappings merge with those of the ruleset it extends, lists replace them, and null removes a key.",
        "if": {"type": "object", "required": ["extends"]},
        "then": {"$ref": f"{_REFERENCE}RulesetChange"},
        "else": {"$ref": f"{_REFERENCE}Ruleset"},
        "$defs": dict(sorted({**definitions, **changes}.items())),
    }


def _tidy(schema: Any) -> Any:  # noqa: ANN401  # JSON of any shape
    """Return a schema without titles, which repeat names of fields, and closed to other keys."""
    if isinstance(schema, list):
        return [_tidy(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    tidy = {
        key: {name: _tidy(item) for name, item in value.items()} if key == "properties" else _tidy(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str))
    }
    if "patternProperties" in tidy:  # reject keys that are not ids
        tidy["additionalProperties"] = False
    return tidy


def _as_change(schema: Any) -> Any:  # noqa: ANN401  # JSON of any shape
    """Return the schema for the same part of a file that extends another."""
    if isinstance(schema, list):
        return [_as_change(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    changed: Schema = {}
    for key, value in schema.items():
        if key in ("required", "default"):
            continue
        if key == "$ref":
            changed[key] = f"{value}Change"
        elif key in ("properties", "patternProperties"):
            changed[key] = {name: _or_null(_as_change(item)) for name, item in value.items()}
        elif key == "additionalProperties" and isinstance(value, dict):
            changed[key] = _or_null(_as_change(value))
        elif key == "items":  # lists replace, so their items are complete
            changed[key] = value
        else:
            changed[key] = _as_change(value)
    return changed


def _or_null(schema: Schema) -> Schema:
    note = {key: schema.pop(key) for key in ("description",) if key in schema}
    branches = schema["anyOf"] if set(schema) == {"anyOf"} else [schema]
    if {"type": "null"} not in branches:
        branches = [*branches, {"type": "null"}]
    return {**note, "anyOf": branches}
