"""From the bytes of another program's file to text, in whatever encoding and with whatever line endings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fairground.core.clients.import_findings import ImportFindings


_BYTE_ORDER_MARK: Final = "\ufeff"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def foreign_text(data: bytes, findings: ImportFindings) -> str:
    """Return the text of a file, with LF for all line endings and without its byte order mark.

    What is not UTF-8 is read as UTF-16 where it says so at its head, else as Latin 1, which takes any byte; both are
    noted.
    """
    text = _decoded(data, findings).removeprefix(_BYTE_ORDER_MARK)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes, findings: ImportFindings) -> str:
    if data[:2] in _UTF_16:
        findings.add("import.encoding", "the file is UTF-16, not UTF-8; it was read as such", line=1)
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = (
            f"the file is not UTF-8: it has the byte {data[error.start]:#04x} here; it was read as Latin 1"
        )
        findings.add("import.encoding", message, line=line)
        return data.decode("latin-1")
