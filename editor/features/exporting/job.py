"""Exports, as jobs for the worker: what one would come to, what its pages look like, and the writing itself."""

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
#: The digests of what was written here, by file: whoever asked may not have heard of it yet, and ask again.
_written: dict[Path, str] = {}


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is to be exported, and how.

    ``options`` are names and values, those that are not to have their defaults. ``force`` exports although there are
    errors, ``strict`` refuses whatever would lose something.
    """

    format_name: str
    path: Path
    options: tuple[tuple[str, str], ...] = ()
    force: bool = False
    strict: bool = False


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file that an export writes: its name, its size in bytes, and whether one of that name is there already."""

    name: str
    size: int
    is_there: bool


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """What an export would come to; nothing is written.

    ``losses`` are in words, ``findings`` are the validator's, or the reasons why the format cannot hold the scenario.
    ``pages`` are those of a picture or a document, to be asked for one by one. ``told`` says why the export cannot be
    made; empty when it can.
    """

    request: ExportRequest
    files: tuple[PlannedFile, ...] = ()
    losses: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    pages: tuple[PageSize, ...] = ()
    told: str = ""


@dataclass(frozen=True, slots=True)
class WrittenFiles:
    """What was written: the paths, the main one first, and the digest of the main file's content.

    ``told`` says why nothing was; ``is_foreign`` is set where the reason is a file that somebody else wrote.
    """

    request: ExportRequest
    files: tuple[Path, ...] = ()
    losses: tuple[str, ...] = ()
    digest: str = ""
    told: str = ""
    is_foreign: bool = False


class _Exportable:
    """A scenario in one state, what the validator says of it, and the export that was prepared last.

    Another option, or the writing after the preview, need not wait for what is known already.
    """

    def __init__(self, scenario: Scenario) -> None:
        # The rules are those that the ruleset's file has now: in the editor, those without faults outlast a faulty one.
        self.scenario = scenario.with_rules_unread()
        self.findings: tuple[Finding, ...] | None = None
        self._last: tuple[ExportRequest, Prepared, Pages | None] | None = None

    def prepared(self, request: ExportRequest, watch: JobWatch) -> tuple[Prepared, Pages | None]:
        """Return an export that is ready to be written, and its pages if it has any.

        Raises
        ------
        FairgroundError
            When it cannot be made.
        """
        from fairground.core.clients import prepare_export
        from fairground.core.validation import validate
        from fairground.editor.features.exporting.page_pictures import pages_of

        # Whether something may be lost changes nothing about what is written.
        request = replace(request, strict=False)
        if self._last is None or self._last[0] != request:
            self._last = None
            if self.findings is None:
                self.findings = tuple(validate(self.scenario))
            watch.report(0.3)
            made = prepare_export(
                self.scenario,
                request.format_name,
                request.path,
                dict(request.options),
                force=request.force,
                findings=self.findings,
            )
            watch.report(0.8)
            self._last = request, made, pages_of(made.exported.content)
        return self._last[1:]


@dataclass(frozen=True, slots=True)
class PlanExport:
    """An export to try; the answer is an ``ExportPlan``, or None when the worker does not have the scenario."""

    topic: ClassVar[str] = _TOPIC
    tag: tuple[int, ...]
    subject: JobScenario
    request: ExportRequest

    def run(self) -> ExportPlan | None:
        """Try it with nobody watching."""
        return self.run_watched(Unwatched())

    def run_watched(self, watch: JobWatch) -> ExportPlan | None:
        """Try it; what is in its way is part of the answer."""
        from fairground.core.errors import FairgroundError
        from fairground.core.files.untrusted_files import is_there

        found = cached(_TOPIC, self.subject, _Exportable)
        if found is None:
            return None
        try:
            made, pages = found.prepared(self.request, watch)
        except FairgroundError as error:
            return ExportPlan(self.request, findings=_findings(found, error), told=_sentence(error))
        contents = (made.exported.content, *(it.content for it in made.exported.companions))
        files = tuple(
            PlannedFile(path.name, len(content), is_there(path))
            for path, content in zip(made.files, contents, strict=True)
        )
        sizes = pages.sizes if pages else ()
        told = _refusal(self.request, made)
        return ExportPlan(self.request, files, made.losses, made.findings, sizes, told)


@dataclass(frozen=True, slots=True)
class DrawPage:
    """A page of the export that was planned last, ``width`` pixels wide; the answer is a ``PagePicture``."""

    topic: ClassVar[str] = _TOPIC
    tag: tuple[int, ...]
    subject: JobScenario
    request: ExportRequest
    page: int
    width: int

    def run(self) -> PagePicture | None:
        """Draw it."""
        found = cached(_TOPIC, self.subject, _Exportable)
        if found is None:
            return None
        _, pages = found.prepared(self.request, Unwatched())
        if pages is None:
            raise ValueError("an export without pages was asked for one")
        return pages.draw(self.page, self.width)


@dataclass(frozen=True, slots=True)
class WriteExport:
    """An export to write; the answer is a ``WrittenFiles``, or None when the worker does not have the scenario.

    A file that is there is replaced when ``overwrite`` is set, or when what is in it has the digest ``known``.
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

        found = cached(_TOPIC, self.subject, _Exportable)
        if found is None:
            return None
        try:
            made, _ = found.prepared(self.request, Unwatched())
            return self._written(made)
        except FairgroundError as error:
            return WrittenFiles(self.request, told=_sentence(error))

    def _written(self, made: Prepared) -> WrittenFiles:
        from fairground.core.files.untrusted_files import is_there

        refusal = _refusal(self.request, made)
        if refusal:
            return WrittenFiles(self.request, losses=made.losses, told=refusal)
        digest = hashlib.sha256(made.exported.content).hexdigest()
        # Where the worker was stopped over a write that was done, the same content is there already.
        own = (self.known, digest, _written.get(made.path.absolute(), ""))
        is_own = digest_of(made.path) in own or not is_there(made.path)
        if not (self.overwrite or is_own):
            told = tr("{name} exists and was not written by the last export").format(name=made.path.name)
            return WrittenFiles(self.request, told=told, is_foreign=True)
        made.write(overwrite=self.overwrite or is_there(made.path))
        _written[made.path.absolute()] = digest
        return WrittenFiles(self.request, made.files, made.losses, digest)


def digest_of(path: Path) -> str | None:
    """Return the digest of a file's content; None when there is no such file, or it cannot be read."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _refusal(request: ExportRequest, made: Prepared) -> str:
    if request.strict and made.losses:
        return tr("not exported, because data would be lost")
    return ""


def _findings(found: _Exportable, error: Exception) -> tuple[Finding, ...]:
    """Return what is in the way: the format's own reasons, or what the validator says."""
    return tuple(getattr(error, "problems", ())) or found.findings or ()


def _sentence(error: Exception) -> str:
    return str(error).removesuffix(".")
