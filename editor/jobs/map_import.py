"""The import of another program's map, as a job for the worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.finding import Finding
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """The file to import and the settings; None where file and format decide.

    ``ruleset`` is a shipped id or a .yaml file in or below the map's folder, ``legend`` the name of a shipped one or
    the path of a .yaml file, ``expect_size`` the announced columns and rows.
    """

    path: Path
    format_name: str | None = None
    layout: Layout | None = None
    ruleset: str | None = None
    legend: str | None = None
    expect_size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """The result of an import: a scenario and what was lost, or why there is none.

    ``format_name`` is the chosen or recognised format, None for none. ``terrain`` and ``effects`` are the numbers of
    hexes by kind, the most frequent first. ``told`` and ``problems`` say why there is no scenario.
    """

    format_name: str | None
    scenario: Scenario | None = None
    losses: tuple[Finding, ...] = ()
    terrain: tuple[tuple[str, int], ...] = ()
    effects: tuple[tuple[str, int], ...] = ()
    told: str = ""
    problems: tuple[Finding, ...] = ()
    #: How many codes were not recognised, and a legend of them to fill in.
    unmapped: int = 0
    legend: str = ""


@dataclass(frozen=True, slots=True)
class MapImport:
    """Imports a map; answers with an ``ImportOutcome``."""

    topic: ClassVar[str] = "import"
    tag: tuple[int, ...]
    request: ImportRequest

    def run(self) -> ImportOutcome:
        """Import the map; problems of file, ruleset or legend are part of the outcome."""
        from fairground.core.errors import FairgroundError

        format_name = self.request.format_name
        try:
            format_name = format_name or _recognise(self.request.path)
            return _import(self.request, format_name)
        except FairgroundError as error:
            return ImportOutcome(format_name, told=str(error), problems=tuple(getattr(error, "problems", ())))


def _recognise(path: Path) -> str | None:
    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.clients.importing import foreign_text, recognised_format
    from fairground.core.files.untrusted_files import read_regular_file
    from fairground.core.text.guarded_yaml import Limits

    data = read_regular_file(path, most_bytes=Limits().bytes)
    format_ = recognised_format(foreign_text(data, ImportFindings()))
    return format_.name if format_ else None


def _import(request: ImportRequest, format_name: str | None) -> ImportOutcome:
    from fairground.core.clients import import_file
    from fairground.core.clients.coded_maps.legend import legend_to_fill_in, load_legend
    from fairground.core.clients.format import LegendDraft
    from fairground.core.scenario.arrays import kind_counts

    draft = LegendDraft()
    scenario, losses = import_file(
        request.path,
        format_name=format_name,
        layout=request.layout,
        ruleset=request.ruleset,
        legend=load_legend(request.legend) if request.legend else None,
        expect_size=request.expect_size,
        draft=draft,
    )
    # Rules that are read here are sent with the scenario, and the window need not wait for them.
    assert scenario.rules  # noqa: S101  # an import without rules is none
    board = scenario.board
    return ImportOutcome(
        format_name,
        scenario,
        losses,
        tuple(kind_counts(board.palette, board.terrain).items()),
        tuple(kind_counts(board.effects_palette, board.effects).items()),
        unmapped=len(draft.unmapped),
        legend=legend_to_fill_in(draft, scenario) if draft.unmapped else "",
    )
