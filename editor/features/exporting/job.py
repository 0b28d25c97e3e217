"""Exports as jobs for the worker: planning one, drawing its pages, and writing its files."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.app.texts import tr
from fairground.editor.jobs.job_scenario import JobScenario, cached
from fairground.editor.jobs.process import Unwatched

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.clients import Prepared
    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.editor.features.exporting.page_pictures import PagePicture, Pages, PageSize
    from fairground.editor.jobs.process import JobWatch

_TOPIC = "export"
#: The digests of the files written here: the window may ask again before it learns of the first answer.
_written: dict[Path, str] = {}


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """An export to make.

    ``options`` are names and values of those that differ from their defaults. ``force`` exports despite errors,
    ``strict`` refuses an export that would lose data.
    """

    format_name: str
    path: Path
    options: tuple[tuple[str, str], ...] = ()
    force: bool = False
    strict: bool = False


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file that an export will write: its name, its size in bytes, and whether it exists already."""

    name: str
    size: int
    is_there: bool


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """The expected result of an export.

    ``losses`` are texts; ``findings`` come from validation, or say why the format cannot hold the scenario. ``pages``
    are the sizes of the pages of a picture or a document. ``refusal`` says why the export is impossible; empty when it
    is possible.
    """

    request: ExportRequest
    files: tuple[PlannedFile, ...] = ()
    losses: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    pages: tuple[PageSize, ...] = ()
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class WrittenFiles:
    """The files that were written, the main one first, and the digest of its content.

    ``refusal`` says why nothing was written; ``is_foreign`` is set if the reason is a file of another program.
    """

    request: ExportRequest
    files: tuple[Path, ...] = ()
    losses: tuple[str, ...] = ()
    digest: str = ""
    refusal: str = ""
    is_foreign: bool = False


class _Exportable:
    """A scenario in one state, with its findings and its last prepared export as a cache."""

    def __init__(self, scenario: Scenario) -> None:
        # Read the ruleset file again: the editor keeps the last valid rules while the file has errors.
        self.scenario = scenario.with_rules_unread()
        self.findings: tuple[Finding, ...] | None = None
        self._last: tuple[ExportRequest, Prepared, Pages | None] | None = None

    def prepared(self, request: ExportRequest, watch: JobWatch) -> tuple[Prepared, Pages | None]:
        """Return an export that is ready to be written, and its pages if it has any.

        Raises
        ------
        FairgroundError
            If the export is impossible.
        """
        from fairground.core.clients import prepare_export
        from fairground.core.validation import validate
        from fairground.editor.features.exporting.page_pictures import pages_of

        # Losses do not change the content.
        request = replace(request, strict=False)
        if self._last is None or self._last[0] != request:
            self._last = None
            if self.findings is None:
                self.findings = tuple(validate(self.scenario))
            watch.report(0.3)
            export = prepare_export(
                self.scenario,
                request.format_name,
                request.path,
                dict(request.options),
                force=request.force,
                findings=self.findings,
            )
            watch.report(0.8)
            self._last = request, export, pages_of(export.exported.content)
        return self._last[1:]


@dataclass(frozen=True, slots=True)
class PlanExport:
    """An export to plan; the answer is an ``ExportPlan``, or None if the worker lacks the scenario."""

    topic: ClassVar[str] = _TOPIC
    tag: tuple[int, ...]
    subject: JobScenario
    request: ExportRequest

    def run(self) -> ExportPlan | None:
        """Plan it without reporting progress."""
        return self.run_watched(Unwatched())

    def run_watched(self, watch: JobWatch) -> ExportPlan | None:
        """Plan it, and report progress."""
        from fairground.core.errors import FairgroundError
        from fairground.core.files.untrusted_files import is_there

        exportable = cached(_TOPIC, self.subject, _Exportable)
        if exportable is None:
            return None
        try:
            export, pages = exportable.prepared(self.request, watch)
        except FairgroundError as error:
            # The format's own reasons, or the findings.
            findings = tuple(getattr(error, "problems", ())) or exportable.findings or ()
            return ExportPlan(self.request, findings=findings, refusal=_reason(error))
        contents = (export.exported.content, *(it.content for it in export.exported.companions))
        files = tuple(
            PlannedFile(path.name, len(content), is_there(path))
            for path, content in zip(export.files, contents, strict=True)
        )
        sizes = pages.sizes if pages else ()
        refusal = _refusal(self.request, export)
        return ExportPlan(self.request, files, export.losses, export.findings, sizes, refusal)


@dataclass(frozen=True, slots=True)
class DrawPage:
    """A page of a planned export to draw, ``width`` pixels wide; the answer is a ``PagePicture``."""

    topic: ClassVar[str] = _TOPIC
    tag: tuple[int, ...]
    subject: JobScenario
    request: ExportRequest
    page: int
    width: int

    def run(self) -> PagePicture | None:
        """Draw it."""
        exportable = cached(_TOPIC, self.subject, _Exportable)
        if exportable is None:
            return None
        _, pages = exportable.prepared(self.request, Unwatched())
        if pages is None:
            raise ValueError("an export without pages was asked for one")
        return pages.draw(self.page, self.width)


@dataclass(frozen=True, slots=True)
class WriteExport:
    """An export to write; the answer is a ``WrittenFiles``, or None if the worker lacks the scenario.

    An existing file is only replaced if ``overwrite`` is set, or if the digest of its content is ``known``.
    """

    topic: ClassVar[str] = _TOPIC
    tag: tuple[int, ...]
    subject: JobScenario
    request: ExportRequest
    overwrite: bool = False
    known: str = ""

    def run(self) -> WrittenFiles | None:
        """Write all its files, or none."""
        from fairground.core.errors import FairgroundError

        exportable = cached(_TOPIC, self.subject, _Exportable)
        if exportable is None:
            return None
        try:
            export, _ = exportable.prepared(self.request, Unwatched())
            return self._written(export)
        except FairgroundError as error:
            return WrittenFiles(self.request, refusal=_reason(error))

    def _written(self, export: Prepared) -> WrittenFiles:
        from fairground.core.files.untrusted_files import is_there

        if refusal := _refusal(self.request, export):
            return WrittenFiles(self.request, losses=export.losses, refusal=refusal)
        path, digest = export.path, hashlib.sha256(export.exported.content).hexdigest()
        # A worker that was stopped may have written the same content already.
        own_digests = (self.known, digest, _written.get(path.absolute(), ""))
        if not self.overwrite and is_there(path) and digest_of(path) not in own_digests:
            refusal = tr("{name} exists and was not written by the last export").format(name=path.name)
            return WrittenFiles(self.request, refusal=refusal, is_foreign=True)
        export.write(overwrite=self.overwrite or is_there(path))
        _written[path.absolute()] = digest
        return WrittenFiles(self.request, export.files, export.losses, digest)


def digest_of(path: Path) -> str | None:
    """Return the digest of a file; None if it is missing or cannot be read."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _refusal(request: ExportRequest, export: Prepared) -> str:
    return tr("not exported, because data would be lost") if request.strict and export.losses else ""


def _reason(error: Exception) -> str:
    return str(error).removesuffix(".")
