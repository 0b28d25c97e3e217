"""Loading a legend: one that comes with Fairground, or a file of one's own; every fault with its place."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from fairground.core.clients.coded_maps.legend import FORMAT, Legend
from fairground.core.errors import FileError, RulesetError
from fairground.core.files.untrusted_files import read_regular_file
from fairground.core.files.user_files import fault, faulty, source_of
from fairground.core.rules import load_ruleset
from fairground.core.text.guarded_yaml import Limits
from fairground.core.text.model_problems import problems as model_problems
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from fairground.core.finding import Finding
    from fairground.core.rules import Ruleset
    from fairground.core.text.source import PathInFile, Source

#: Where the shipped legends are.
SHIPPED: Final = Path(__file__).parents[3] / "resources" / "legends"
#: What a legend may hold at most.
LIMITS: Final = Limits(bytes=2**20, values=20_000)
#: How many unknown names, and how many contradictions, are listed one by one.
_MOST: Final = 100
#: What codes may say of the zone or objective that they belong to.
_SHARED: Final = {"zone": ("side", "kind", "name"), "objective": ("points", "hold", "name")}


@cache
def shipped_legends() -> tuple[str, ...]:
    """Return the names of the legends that come with Fairground, sorted."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.yaml")))


def load_legend(name: str | PathLike[str]) -> Legend:
    """Return a legend by the name of a shipped one (``brackets``) or the path of a .yaml file.

    Its terrain and effects are checked against its ruleset; one that is a file is looked for in or below the
    legend's own folder.

    Raises
    ------
    FileError
        When there is no such legend, or it has faults; ``problems`` holds all of them, with file, line and column.
    """
    if str(name) in shipped_legends():
        return _shipped(str(name))
    path = Path(name)
    if path.suffix not in (".yaml", ".yml"):
        known = ", ".join(shipped_legends())
        near = did_you_mean(str(name), shipped_legends())
        raise FileError(
            f"there is no legend {str(name)!r}{near} (there are {known}; your own is a .yaml file)"
        )
    data = read_regular_file(path, most_bytes=LIMITS.bytes)
    return _read(data, str(path), path.parent)


@cache
def _shipped(name: str) -> Legend:
    path = SHIPPED / f"{name}.yaml"
    return _read(path.read_bytes(), path.name, None)


def _read(data: bytes, file: str, folder: Path | None) -> Legend:
    source = source_of(data, file, limits=LIMITS, expected=FORMAT, noun="legend", code="legend.format")
    legend, problems = _validated(source)
    problems += islice(_contradictions(source), _MOST)
    problems += islice(_unknown_names(source, folder), _MOST)
    if problems or legend is None:
        raise faulty(file, problems)
    return legend


def _validated(source: Source) -> tuple[Legend | None, list[Finding]]:
    try:
        return Legend.model_validate(source.data), []
    except ValidationError as error:
        return None, model_problems(error, source, Legend, family="legend")


# -- what the model does not see -------------------------------------------------------------------------------


def _codes(source: Source) -> Iterator[tuple[str, object]]:
    """Yield what a legend says of each code, whether the rest of it is right or not."""
    codes = source.data.get("codes") if isinstance(source.data, dict) else None
    if isinstance(codes, dict):
        yield from codes.items()


def _contradictions(source: Source) -> Iterator[Finding]:
    """Find codes that say something else of their zone or objective than a code before."""
    said: dict[tuple[str, str, str], tuple[str, Any]] = {}
    for code, entry in _codes(source):
        if not isinstance(entry, dict):
            continue
        for part, keys in _SHARED.items():
            name = entry.get(part)
            if not isinstance(name, str):
                continue
            for key in (key for key in keys if key in entry):
                first, value = said.setdefault((part, name, key), (code, entry[key]))
                if value != entry[key]:
                    message = (
                        f"{code!r} and {first!r} are of the {part} {name!r} and give it a different {key}"
                    )
                    fix = "Say it once, or the same with each."
                    yield fault("legend.conflict", message, source, ("codes", code, key), fix=fix)


def _unknown_names(source: Source, folder: Path | None) -> Iterator[Finding]:
    """Find terrain and effects that the ruleset does not have, or what is wrong with the ruleset."""
    name = source.data.get("ruleset") if isinstance(source.data, dict) else None
    if not isinstance(name, str):
        return
    try:
        ruleset = load_ruleset(name, folder=folder)
    except RulesetError as error:
        yield fault("legend.ruleset", f"the ruleset cannot be used: {error}", source, ("ruleset",))
        return
    for code, entry in _codes(source):
        at = ("codes", code)
        if isinstance(entry, dict):
            yield from _unknown("terrain", entry.get("terrain"), source, (*at, "terrain"), ruleset)
            yield from _unknown("effect", entry.get("effects"), source, (*at, "effects"), ruleset)
        else:
            yield from _unknown("terrain", entry, source, at, ruleset)


def _unknown(noun: str, names: object, source: Source, at: PathInFile, ruleset: Ruleset) -> Iterator[Finding]:
    known = ruleset.terrain if noun == "terrain" else ruleset.effects
    listed = names if isinstance(names, list) else [names]
    for place, name in enumerate(listed):
        if isinstance(name, str) and name not in known:
            message = f"{ruleset.id} has no {noun} {name[:60]!r}{did_you_mean(name, known)}"
            path = (*at, place) if listed is names else at
            yield fault(f"legend.unknown-{noun}", message, source, path)
