"""Checking merged data: the models first, then the names that parts of a ruleset use of one another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from fairground.core.finding import Finding, Severity
from fairground.core.rules.merging import MAX_PROBLEMS
from fairground.core.rules.references import reference_faults
from fairground.core.rules.ruleset import Ruleset
from fairground.core.text.model_problems import problems as model_problems

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.rules.merging import Merged, Path


@dataclass(frozen=True)
class Checked:
    """A ruleset, or None with the problems that made it impossible."""

    ruleset: Ruleset | None
    problems: list[Finding]


def check(merged: Merged) -> Checked:
    """Return the ruleset of merged data, and every problem, of names too, with its place, in file order."""
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
    """Return the ruleset, without the values that are wrong, if it can be made without them."""
    try:
        return Ruleset.model_validate(merged.data), []
    except ValidationError as error:
        found = model_problems(error, None, Ruleset, data=merged.data, family="ruleset")
    try:
        rest = Ruleset.model_validate(_without(merged.data, [finding.place.path for finding in found]))
    except ValidationError:
        rest = None
    return rest, [_placed(finding, merged) for finding in found]


def _placed(finding: Finding, merged: Merged) -> Finding:
    path, key = finding.place.path, finding.code.endswith("unknown-key")
    return replace(finding, place=merged.place(path, also=merged.removed(path), key=key))


def _without(data: Any, paths: Iterable[Path]) -> Any:  # noqa: ANN401  # plain data of any shape
    """Return plain data without the values at some paths; what is not there stays away."""
    heads: dict[str | int, list[Path]] = {}
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
