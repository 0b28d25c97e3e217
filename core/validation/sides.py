"""Sides with their forces, ids, locked hexes and fairness settings: missing sides, duplicate ids, unknown names."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fairground.core.errors import FairgroundError, FileError, UsageError
from fairground.core.files.force_file import load_force, shipped_forces
from fairground.core.finding import Finding, Place
from fairground.core.scenario.fairness_standards import band_text, with_band, with_gates
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.core.scenario.parts import ZoneKind
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import first_few
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from fairground.core.scenario.parts import Objective, Side, Unit, Zone
    from fairground.core.validation.checked_scenario import CheckedScenario


def check_sides(subject: CheckedScenario) -> Iterator[Finding]:
    """Find a scenario without sides, or with only one team."""
    sides = subject.scenario.sides
    if not sides:
        yield make_finding("side.none", "the scenario has no sides", Place(("sides",)))
    elif len({side.allegiance for side in sides}) == 1:
        names = first_few([repr(side.title) for side in sides])
        message = f"{names} is the only side" if len(sides) == 1 else f"{names} are all on one team"
        yield make_finding("side.one-team", message, Place(("sides",)))


def check_deployment(subject: CheckedScenario) -> Iterator[Finding]:
    """Find sides without a deployment zone, and deployment zones without a side."""
    # A zone of an unknown side may be meant for any of them.
    strays = subject.deployment.keys() - subject.side_ids - {""}
    for index, side in enumerate(() if strays else subject.scenario.sides):
        if side.id not in subject.deployment:
            message = f"side {side.title!r} has no deployment zone"
            yield make_finding("side.no-zone", message, Place(("sides", index, "id")))
    for index, zone in enumerate(subject.scenario.zones):
        if zone.kind is ZoneKind.DEPLOYMENT and not zone.side:
            message = f"deployment zone {subject.scenario.zone_title(zone.id)!r} has no side"
            yield make_finding("zone.no-side", message, Place(("zones", index, "id")))


def check_ids(subject: CheckedScenario) -> Iterator[Finding]:
    """Find ids that two sides, zones, objectives or units share."""
    scenario = subject.scenario
    lists: dict[str, Sequence[Side | Zone | Objective | Unit]] = {
        "sides": scenario.sides,
        "zones": scenario.zones,
        "objectives": scenario.objectives,
        "units": scenario.units,
    }
    for kind, parts in lists.items():
        counts = Counter(part.id for part in parts)
        if len(counts) == len(parts):
            continue
        seen: set[str] = set()
        for index, part in enumerate(parts):
            if part.id in seen:
                message = f"{counts[part.id]} {kind} have the id {part.id!r}"
                yield make_finding("id.duplicate", message, Place((kind, index, "id")))
                # One finding for each id, at its second place.
                seen.discard(part.id)
                counts[part.id] = 0
            elif counts[part.id]:
                seen.add(part.id)


def check_references(subject: CheckedScenario) -> Iterator[Finding]:
    """Find zones, objectives and units of sides that the scenario does not have."""
    scenario = subject.scenario
    owned: dict[str, Sequence[Zone | Objective | Unit]] = {
        "zone": scenario.zones,
        "objective": scenario.objectives,
        "unit": scenario.units,
    }
    for kind, parts in owned.items():
        for index, part in enumerate(parts):
            unowned = not part.side and kind != "unit"
            if part.side in subject.side_ids or unowned:
                continue
            by_name = {side.name: side.id for side in scenario.sides}
            meant = (
                f". Did you mean {by_name[part.side]!r}?"
                if part.side in by_name
                else did_you_mean(part.side, sorted(subject.side_ids))
            )
            yield make_finding(
                f"{kind}.unknown-side",
                f"the {kind} {part.id!r} belongs to the side {part.side!r}, which does not exist{meant}",
                Place((f"{kind}s", index, "side")),
                fix=f"Known sides: {first_few(sorted(subject.side_ids))}." if subject.side_ids else None,
            )


def check_locked(subject: CheckedScenario) -> Iterator[Finding]:
    """Find locked entries that are neither a hex of the board nor a zone."""
    zones = {zone.id for zone in subject.scenario.zones}
    for index, name in enumerate(subject.scenario.locked):
        if name in zones:
            continue
        try:
            subject.board.parse(name)
        except FairgroundError:
            yield make_finding(
                "locked.unknown",
                f"'locked' has {name!r}, which is neither a zone nor a hex on the board{did_you_mean(name, sorted(zones))}",
                Place(("locked", index)),
            )


def check_bands(subject: CheckedScenario) -> Iterator[Finding]:
    """Find limits of unknown measures, and invalid limits."""
    for measure, bounds in subject.scenario.fairness.bands.items():
        try:
            with_band(MEASURES, band_text(measure, bounds))
        except UsageError as error:
            yield make_finding("fairness.band", str(error), Place(("fairness", "bands", measure)))


def check_gates(subject: CheckedScenario) -> Iterator[Finding]:
    """Find gates that are unknown measures or have no rating."""
    for index, measure in enumerate(subject.scenario.fairness.gates):
        try:
            with_gates(MEASURES, [measure])
        except UsageError as error:
            yield make_finding("fairness.gate", str(error), Place(("fairness", "gates", index)))


def check_forces(subject: CheckedScenario) -> Iterator[Finding]:
    """Find forces that are neither shipped nor a readable file beside or below the scenario."""
    shipped = shipped_forces()
    for index, side in enumerate(subject.scenario.sides):
        name = side.force
        if not name or name in shipped:
            continue
        if name.endswith((".yaml", ".yml")):
            reason = _file_fault(name, subject.scenario.folder)
        else:
            reason = f"which does not exist{did_you_mean(name, shipped)}"
        if reason:
            yield make_finding(
                "side.force",
                f"side {side.title!r} plays with the force {name!r}, {reason}",
                Place(("sides", index, "force")),
                fix=f"Name a shipped force ({', '.join(shipped)}), or a .yaml file beside or below the scenario.",
            )


def _file_fault(name: str, folder: Path | None) -> str:
    """Return why a file is no force; empty if it is one, or if the scenario has no folder to look in."""
    if folder is None:
        return ""
    try:
        path = (folder / name).resolve()
        if "\\" in name or not path.is_relative_to(folder.resolve()):
            return "which is outside the scenario's folder"
        load_force(path)
    except FileError as error:
        return f"which cannot be read: {error.problems[0].message if error.problems else 'there is no such file'}"
    except (OSError, ValueError, RuntimeError):
        return "which is not a valid path"
    return ""
