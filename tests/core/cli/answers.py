"""Answers for scripts, and the shapes that are published of them."""

from __future__ import annotations

import json
from typing import Any

from jsonschema import Draft202012Validator

from fairground.core.cli.commands.schema import schema_text


def check_shape(answer: dict[str, Any], name: str) -> None:
    """Fail where an answer has not the shape of its schema."""
    Draft202012Validator(json.loads(schema_text(name))).validate(answer)
