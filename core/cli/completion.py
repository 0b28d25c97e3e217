"""What a shell offers for an argument: formats, rulesets, and the hexes, units and zones of the scenario named before."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from fairground.core.errors import FairgroundError

if TYPE_CHECKING:
    from collections.abc import Iterable

    import click

    from fairground.core.scenario.document import Scenario

#: The most hexes that are offered.
_MOST = 2_000


def complete_format(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of the formats that begin so."""
    from fairground.core.clients import export_formats, import_formats

    return _beginning(sorted({*export_formats(), *import_formats()}), incomplete)


def complete_export_format(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of the export formats that begin so."""
    from fairground.core.clients import export_formats

    return _beginning(export_formats(), incomplete)


def complete_ruleset(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of rulesets, and the ruleset files in this folder, that begin so."""
    from fairground.core.rules import known_rulesets
    from fairground.core.rules.ruleset_files import rulesets_in

    return _beginning((*known_rulesets(), *rulesets_in(Path())), incomplete)


def complete_hex(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the units, then the hexes of the scenario that begin so."""
    scenario = _scenario(ctx)
    if scenario is None:
        return []
    units = [it.id for it in scenario.units]
    return _beginning([*units, *scenario.board.labels(~scenario.board.void)], incomplete)[:_MOST]


def complete_place(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the zones, units and hexes of the scenario that begin so."""
    return [*complete_zone(ctx, param, incomplete), *complete_hex(ctx, param, incomplete)]


def complete_zone(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of the zones of the scenario that begin so."""
    scenario = _scenario(ctx)
    return [] if scenario is None else _beginning([it.id for it in scenario.zones], incomplete)


def complete_unit(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of the units of the scenario that begin so."""
    scenario = _scenario(ctx)
    return [] if scenario is None else _beginning([it.id for it in scenario.units], incomplete)


def _scenario(ctx: click.Context) -> Scenario | None:
    """Return the scenario that is named before the argument; None if it cannot be read."""
    from fairground.core.files import load
    from fairground.core.files.untrusted_files import is_there

    # While the value of an option is completed, arguments are still unparsed.
    for file in (ctx.params.get("file"), *ctx.args):
        if isinstance(file, str | Path) and is_there(Path(file)):
            with suppress(FairgroundError, OSError):
                return load(file)
    return None


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [it for it in names if it.casefold().startswith(incomplete.casefold())]
