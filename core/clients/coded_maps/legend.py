"""Legends: YAML files that say which terrain the codes of a foreign map stand for."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Self

from pydantic import Field, ValidationError, field_validator, model_validator

from fairground.core.errors import FileError, RulesetError
from fairground.core.files.file_model import MAX_SIDES, MAX_TURNS, FileModel, Id, Kind, Points, Title
from fairground.core.files.read_board import Stack  # noqa: TC001  # pydantic looks it up
from fairground.core.files.untrusted_files import fault, faulty, read_regular_file, source_of
from fairground.core.rules import load_ruleset
from fairground.core.scenario.board import MAX_LEVEL, MIN_LEVEL
from fairground.core.text.guarded_yaml import Limits
from fairground.core.text.model_problems import problems as model_problems
from fairground.core.text.suggest import did_you_mean, nearest
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike

    from fairground.core.clients.format import LegendDraft
    from fairground.core.finding import Finding
    from fairground.core.rules import Ruleset
    from fairground.core.rules.base_model import NamedEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.text.source import PathInFile, Source

SHIPPED: Final = Path(__file__).parents[3] / "resources" / "legends"
LIMITS: Final = Limits(bytes=2**20, values=20_000)
#: The most unknown names, and contradictions, listed.
_MOST: Final = 100
#: The keys of a code about its zone or objective.
_SHARED: Final = {"zone": ("side", "kind", "name"), "objective": ("points", "hold", "name")}


@cache
def shipped_legends() -> tuple[str, ...]:
    """Return the names of the legends that come with Fairground, sorted."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.yaml")))


def load_legend(name: str | PathLike[str]) -> Legend:
    """Return a legend by the name of a shipped one (``brackets``) or the path of a .yaml file, checked against its ruleset.

    A ruleset file must be in or below the legend's folder. Raise FileError, with all problems, for a missing or faulty legend.
    """
    if str(name) in shipped_legends():
        return _shipped(str(name))
    path = Path(name)
    if path.suffix not in (".yaml", ".yml"):
        known = ", ".join(shipped_legends())
        near = did_you_mean(str(name), shipped_legends())
        raise FileError(
            f"there is no legend {str(name)!r}{near} (known: {known}; to use your own legend, give a .yaml file)"
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
    """Yield the entry of each code, also from a legend with faults elsewhere."""
    codes = source.data.get("codes") if isinstance(source.data, dict) else None
    if isinstance(codes, dict):
        yield from codes.items()


def _contradictions(source: Source) -> Iterator[Finding]:
    """Find codes that say something else of their zone or objective than a code before."""
    stated: dict[tuple[str, str, str], tuple[str, Any]] = {}
    for code, entry in _codes(source):
        if not isinstance(entry, dict):
            continue
        for part, keys in _SHARED.items():
            name = entry.get(part)
            if not isinstance(name, str):
                continue
            for key in (key for key in keys if key in entry):
                first, value = stated.setdefault((part, name, key), (code, entry[key]))
                if value != entry[key]:
                    message = (
                        f"{code!r} and {first!r} both belong to the {part} {name!r} but give different "
                        f"values for {key!r}"
                    )
                    fix = "Give the key only once, or with the same value each time."
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
            message = f"the ruleset {ruleset.title} has no {noun} {name[:60]!r}{did_you_mean(name, known)}"
            path = (*at, place) if listed is names else at
            yield fault(f"legend.unknown-{noun}", message, source, path)


CODES: Final = {
    "legend.bad-value": "a key has an invalid value",
    "legend.conflict": "codes of the same zone or objective contradict each other",
    "legend.format": "the file is not a legend, or its format is not supported by this version",
    "legend.many-problems": "not all problems of the legend are listed",
    "legend.missing-key": "a required key is missing",
    "legend.ruleset": "the legend's ruleset cannot be found, or has errors",
    "legend.unknown-effect": "a code names an effect that the legend's ruleset does not have",
    "legend.unknown-key": "unknown key",
    "legend.unknown-terrain": "a code names terrain that the legend's ruleset does not have",
    "legend.wrong-type": "a value has the wrong type",
}


FORMAT: Final = "fairground-legend/1"
MAX_CODES: Final = 1_000
#: The longest code, in characters.
MAX_CODE: Final = 100
#: The default ground, which every ruleset has.
CLEAR: Final = "clear"


class CodeEntry(FileModel):
    """The meaning of a code.

    A code without terrain leaves the ground open. Codes of one zone or objective add their hexes to it; its name and
    worth are given with one of them, or the same with each.
    """

    terrain: Kind | Stack | None = Field(
        None,
        description="Terrain from the ruleset, or a list of terrains, bottom first. Default: unknown.",
        examples=["forest"],
    )
    effects: Kind | Annotated[list[Kind], Field(max_length=32)] = Field(
        default_factory=list, description="Effect from the ruleset, or a list of effects.", examples=["smoke"]
    )
    level: Annotated[int, Field(ge=MIN_LEVEL, le=MAX_LEVEL)] = Field(0, description="Level of the hex.")
    objective: Id | None = Field(None, description="Id of the objective that the hex belongs to.")
    points: Points = Field(0, description="Points that the objective is worth.")
    hold: Annotated[int, Field(ge=0, le=MAX_TURNS)] = Field(
        0,
        description="Number of consecutive turns for which the objective must be controlled; 0 means 1.",
    )
    zone: Id | None = Field(None, description="Id of the zone that the hex belongs to.")
    side: Id | None = Field(None, description="Id of the side that the zone belongs to. Default: no side.")
    kind: Literal["deployment", "reinforcement", "exit", "area"] = Field(
        "deployment", description="Kind of zone."
    )
    name: Title = Field("", description="Title given to the zone and its side, or to the objective.")

    @model_validator(mode="after")
    def _belongs(self) -> Self:
        set_fields = self.model_fields_set
        faults = []
        if self.zone is not None and self.objective is not None:
            faults.append("a code can belong to a zone or to an objective, but not to both")
        if self.zone is None and set_fields & {"side", "kind"}:
            faults.append("side and kind are allowed only with a zone")
        if self.objective is None and set_fields & {"points", "hold"}:
            faults.append("points and hold are allowed only with an objective")
        if self.zone is None and self.objective is None and "name" in set_fields:
            faults.append("a name is allowed only with a zone or an objective")
        if faults:
            raise ValueError("; ".join(faults))
        return self

    @property
    def terrain_kinds(self) -> tuple[str, ...]:
        """The terrain stack, bottom first; empty where the code does not tell it."""
        return () if self.terrain is None else _kinds(self.terrain)

    @property
    def effect_kinds(self) -> tuple[str, ...]:
        """The effects; empty for none."""
        return _kinds(self.effects)


class Legend(FileModel):
    """The codes of a map and their meanings; case matters, and the empty code stands for an empty hex."""

    format: Literal["fairground-legend/1"] = Field(
        description="Name and version of the format.", examples=[FORMAT]
    )
    title: Title = Field(
        description="Title of the legend, which says which maps it is for.", examples=["Our club's arenas"]
    )
    ruleset: Annotated[str, Field(min_length=1, max_length=500)] = Field(
        description=(
            "Default ruleset for maps read with this legend: the id of a shipped ruleset, or a .yaml file."
        ),
        examples=["penance-2.0"],
    )
    layout: Literal["odd-q", "even-q", "odd-r", "even-r"] = Field(
        "odd-r", description="Layout to use if neither the file nor the user gives one."
    )
    codes: dict[Annotated[str, Field(max_length=MAX_CODE)], Kind | Stack | CodeEntry] = Field(
        description="Meaning of each code: a terrain, a list of terrains (bottom first), or a mapping.",
        examples=["{F: forest}"],
        min_length=1,
        max_length=MAX_CODES,
    )

    @field_validator("codes")
    @classmethod
    def _not_too_many_sides(
        cls, codes: dict[str, str | list[str] | CodeEntry]
    ) -> dict[str, str | list[str] | CodeEntry]:
        sides = {entry.side for entry in codes.values() if isinstance(entry, CodeEntry)} - {None}
        if len(sides) > MAX_SIDES:
            raise ValueError(f"a scenario may have at most {MAX_SIDES} sides; these codes have {len(sides)}")
        return codes

    def entry(self, code: str) -> CodeEntry | None:
        """Return the entry of a code, or None."""
        found = self.codes.get(code)
        return found if found is None or isinstance(found, CodeEntry) else CodeEntry(terrain=found)


def legend_to_fill_in(draft: LegendDraft, scenario: Scenario) -> str:
    """Return a legend of the codes that an import did not map, to complete by hand, above those that it mapped.

    Each code stands for the terrain whose name it resembles, or for clear ground. There must be one at least; those that are
    longer than a legend allows are left out.
    """
    rules = scenario.rules
    known = {} if draft.legend is None else draft.legend.model_dump(mode="json", exclude_unset=True)["codes"]
    for it in draft.unmapped:
        known.pop(it.code, None)
    lines = [
        "# Write the terrain for each code, or a mapping such as {terrain: forest, level: 1}.",
        f"# {rules.id} has: {', '.join(rules.terrain)}.",
        f"format: {FORMAT}",
        f"title: {_quoted(scenario.name)}",
        f"ruleset: {_quoted(scenario.ruleset.name)}",
        f"layout: {scenario.board.layout.value}",
        "codes:",
    ]
    unmapped = [it for it in draft.unmapped if len(it.code) <= MAX_CODE][:MAX_CODES]
    for it in unmapped:
        near = nearest(it.code, rules.terrain)
        note = f"{hex_count(it.hexes)}, the first at {it.label}" + ("; a guess" if near else "")
        lines.append(f"  {_quoted(it.code)}: {near or CLEAR}  # {note}")
    room = MAX_CODES - len(unmapped)
    lines += [
        f"  {_quoted(code)}: {entry if isinstance(entry, str) else _quoted(entry)}"
        for code, entry in list(known.items())[:room]
    ]
    return "".join(f"{line}\n" for line in lines)


def _quoted(value: object) -> str:
    """Return a value as JSON, which YAML reads too."""
    return json.dumps(value, ensure_ascii=False)


def legend_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of legends, with a description on every key."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "fairground/legend/1",
        **Legend.model_json_schema(),
    }


def _kinds(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def lacking(entry: CodeEntry, rules: Ruleset) -> str:
    """Return the parts of an entry that the ruleset lacks, as text."""
    stacks = (("terrain", entry.terrain_kinds, rules.terrain), ("effect", entry.effect_kinds, rules.effects))
    for noun, names, known in stacks:
        missing = [repr(name) for name in names if name not in known]
        if missing:
            return f"{rules.title} has no {noun} {' and '.join(missing)}, which the legend names"
    return ""


def shared_property(entries: Sequence[CodeEntry], key: str) -> Any:  # noqa: ANN401  # whatever type the key has
    """Return a property of a zone or objective from the entry of one of its codes, or its default."""
    telling = (entry for entry in entries if key in entry.model_fields_set)
    return getattr(next(telling, entries[0]), key)


_GAPS: Final = re.compile(r"[\s_-]+")


def form(name: str) -> str:
    """Return a normalised name: lower case, with ``-`` for ``_`` and spaces."""
    return _GAPS.sub("-", name.strip().casefold())


def by_form(entries: Mapping[str, NamedEntry]) -> dict[str, str]:
    """Return the ids of a ruleset's entries by their normalised ids, then by their normalised names."""
    found = {form(entry.name): name for name, entry in reversed([*entries.items()])}
    return {**found, **{form(name): name for name in entries}}
