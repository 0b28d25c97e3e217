"""Import another program's file as a scenario, and list what was lost."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairground.core.clients.format import Imported, ImportOptions, ImportSource, LegendDraft
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.registry import import_formats, load_format
from fairground.core.errors import UsageError
from fairground.core.files.untrusted_files import read_regular_file
from fairground.core.text.decoding import other_kind, wide_encoding
from fairground.core.text.foreign import first_control, without_controls
from fairground.core.text.guarded_yaml import Limits

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from fairground.core.clients.coded_maps.legend import Legend
    from fairground.core.clients.format import Format
    from fairground.core.grid.layout import Layout

_BYTE_ORDER_MARK: Final = "\ufeff"
_GZIP: Final = b"\x1f\x8b"
#: An XML file that says that it is UTF-16, as it is.
_SAYS_UTF_16: Final = re.compile(r"\ufeff?<\?xml[^>]{0,200}utf-16", re.IGNORECASE)


def foreign_text(data: bytes, findings: ImportFindings) -> str:
    """Return the text of a file with LF line endings, and without control characters and a byte order mark.

    Control characters become spaces, with a finding. A file that is not UTF-8 is read as UTF-16 or UTF-32 if its head says so, else as Latin-1; both add a finding, except for XML that
    states UTF-16. A file packed with gzip is unpacked, up to the limit of files; an error is added to the findings.
    So is one for images, archives and other files that are not text.
    """
    data = _unpacked(data, findings) if data[:2] == _GZIP else data
    kind = other_kind(data)
    if kind is not None:
        findings.add("import.format", f"the file is {kind}, not a map", line=1, fix=_other_kind_fix(kind))
        return ""
    text = _decoded(data, findings).removeprefix(_BYTE_ORDER_MARK)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    at = first_control(text)
    if at is None:
        return text
    message = (
        f"the file contains control characters, such as U+{ord(text[at]):04X} here. They were read as spaces"
    )
    findings.add("import.control", message, line=text.count("\n", 0, at) + 1)
    return without_controls(text, by=" ")


def _other_kind_fix(kind: str) -> str:
    if kind.endswith("image"):
        return "To draw over it, create a scenario with 'fairground new' and add it with 'fairground tracing-image'."
    if kind.endswith("archive"):
        return "Unpack it and import the map in it."
    return "Choose the file that contains the map."


def _unpacked(data: bytes, findings: ImportFindings) -> bytes:
    """Return the content of gzip data; empty, with an error, if it is damaged or too large."""
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        content = unpacker.decompress(data, _LOOKED_AT)
        is_usual = _WORLDOGRAPHER in content.replace(b"\0", b"")
        most = min(Limits().bytes, max(_SMALL, len(data) * (_USUAL_RATIO if is_usual else 1)))
        content += unpacker.decompress(unpacker.unconsumed_tail, most + 1)
    except zlib.error as error:
        findings.add("import.bad-data", f"the gzip file is damaged: {error}")
        return b""
    if len(content) > most:
        message = f"this packed file may be at most {most / 2**20:.3g} MB when unpacked; it is larger"
        fix = "If you trust it, unpack it with gunzip and import the result."
        findings.add("import.too-large", message, fix=fix)
        return b""
    if not unpacker.eof:
        findings.add("import.bad-data", "the gzip file was cut off")
        return b""
    return content


def _decoded(data: bytes, findings: ImportFindings) -> str:
    encoding = wide_encoding(data)
    if encoding is not None:
        text, name = data.decode(encoding, errors="replace"), encoding[:6]
        if name != "UTF-16" or not _SAYS_UTF_16.match(text):
            findings.add("import.encoding", f"the file is {name}, not UTF-8, and was read as {name}", line=1)
        return text
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = (
            f"the file is not UTF-8: it has the byte {data[error.start]:#04x} here. It was read as Latin-1"
        )
        findings.add("import.encoding", message, line=line)
        return data.decode("latin-1")


#: What maps of Worldographer, which are packed, say at their beginning.
_WORLDOGRAPHER: Final = b"hexOrientation"
_LOOKED_AT: Final = 8_000
#: Bytes to which any file may be unpacked, and how much larger than packed its maps are at most: UTF-16, much of it alike.
_SMALL, _USUAL_RATIO = 4 * 2**20, 40
#: Endings that many formats share.
_ANY: Final = frozenset({"", ".txt", ".json", ".xml"})
#: The first line of Fairground's own files.
_OWN: Final = re.compile(r"^format: fairground[-a-z]*/", re.MULTILINE)


def import_file(  # noqa: PLR0913  # one parameter an option
    path: str | PathLike[str],
    *,
    format_name: str | None = None,
    layout: Layout | None = None,
    ruleset: str | None = None,
    legend: Legend | None = None,
    expect_size: tuple[int, int] | None = None,
    folder: str | PathLike[str] | None = None,
    draft: LegendDraft | None = None,
) -> Imported:
    """Return the scenario of another program's file, with the data that could not be carried over.

    The format is detected from the content, then from the ending. ``layout`` is used if the file has none; ``ruleset`` (an
    id, or a .yaml file in or below ``folder``) and ``legend`` replace the format's own. ``expect_size`` is the announced
    columns and rows. ``folder`` is the new scenario's; default: that of the file. A ``draft`` is filled with what
    ``legend_to_fill_in`` needs.

    Raises
    ------
    UsageError
        For an unknown format, or a layout that the file contradicts.
    RulesetError
        For an unknown or faulty ruleset.
    FileError
        When the file cannot be read; ``problems`` holds all faults.
    """
    path = Path(path)
    findings = ImportFindings()
    most = Limits().bytes
    data = read_regular_file(path, most_bytes=most)
    if len(data) > most:
        message = f"a map may be at most {most / 2**20:g} MB; this file is larger"
        findings.add("import.too-large", message)
        findings.refuse_errors(path.name)
    options = ImportOptions(
        layout, ruleset, legend, expect_size, path.parent if folder is None else Path(folder)
    )
    source = ImportSource(
        foreign_text(data, findings), path.name, options, path.parent, draft or LegendDraft()
    )
    findings.refuse_errors(path.name)
    read = _reader(source, format_name, findings)
    scenario, losses = read(source)
    columns, rows = scenario.board.columns, scenario.board.rows
    if expect_size is not None and expect_size != (columns, rows):
        announced = f"expected {expect_size[0]}x{expect_size[1]}"
        findings.add("import.size", f"{announced}, but the board has {columns} columns and {rows} rows")
    return Imported(scenario, (*findings.findings(), *losses))


def recognised_format(text: str) -> Format | None:
    """Return the format of a text by its content, or None."""
    for name in import_formats():
        found = load_format(name)
        if found.recognises is not None and found.recognises(text):
            return found
    return None


def _format_by_ending(file_name: str) -> Format | None:
    """Return the only format with the ending of a file, whose reader can name its faults."""
    ending = Path(file_name).suffix.casefold()
    if ending in _ANY:
        return None
    return next(
        (it for it in map(load_format, import_formats()) if ending in (it.ending, *it.other_endings)), None
    )


def _reader(
    source: ImportSource, name: str | None, findings: ImportFindings
) -> Callable[[ImportSource], Imported]:
    """Return the reader of the named format, or of the one detected by content or ending."""
    found = load_format(name) if name is not None else recognised_format(source.text)
    if found is None and source.text.strip() and not _OWN.search(source.text):
        found = _format_by_ending(source.file_name)
    known = ", ".join(import_formats())
    if found is None:
        message, fix = "this file is not in a known map format", f"Specify its format: {known}."
        if not source.text.strip():
            message, fix = "there is no text in this file", "Choose the file that contains the map."
        elif _OWN.search(source.text):
            message, fix = (
                "this is one of Fairground's own files",
                "Open it directly; import is for maps from other programs.",
            )
        findings.add("import.format", message, fix=fix)
        findings.refuse_errors(source.file_name)
    if found is None or found.read is None:
        title = found.title if found else name
        raise UsageError(f"{title} can be exported but not imported (import formats: {known})")
    return found.read
