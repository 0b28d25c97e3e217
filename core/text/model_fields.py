"""The fields of a pydantic model, looked up by a path of names and places as files have them."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Annotated, Union, get_args, get_origin

from pydantic import BaseModel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo

    from fairground.core.text.source import PathInFile


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
