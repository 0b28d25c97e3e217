"""Catalogues of translated texts: GNU gettext's compiled form (``.mo``), read with guards."""

from __future__ import annotations

import struct
from gettext import GNUTranslations
from io import BytesIO
from string import Formatter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Far more than all texts of the editor need.
MOST_BYTES = 4 * 2**20
MOST_TEXTS = 20_000
LONGEST = 2_000
#: Counts that a rule of plurals is tried with.
_COUNTS = range(201)
#: The head of a file: the number of texts, and the offsets of the tables of originals and translations.
_HEAD = "8xIII"


class Catalogue(GNUTranslations):
    """The texts of a language; unusable ones are left out and listed in ``faults``."""

    _catalog: dict[str | tuple[str, int], str]

    def __init__(self, data: bytes) -> None:
        """Read a file's content.

        Raises
        ------
        ValueError
            When it is not a usable catalogue.
        """
        _check_tables(data)
        try:
            super().__init__(BytesIO(data))
            for count in _COUNTS:
                self._form(count)
        except (OSError, LookupError, ArithmeticError, struct.error) as error:
            raise ValueError(f"{error}") from error
        self._catalog.pop("", None)
        self.faults = [*self._drop_faulty()]

    def one(self, text: str) -> str:
        """Return the translation of a text; the text itself where there is none."""
        return self._catalog.get(text, text)

    def many(self, one: str, many: str, count: int) -> str:
        """Return the translation of a text for a count; one of the two texts where there is none."""
        try:
            return self.ngettext(one, many, count)
        except ArithmeticError:
            return one if count == 1 else many

    def _form(self, count: int) -> int:
        return int(self.plural(count))  # type: ignore[attr-defined]  # made when a file is read

    def _drop_faulty(self) -> Iterator[str]:
        for key, text in list(self._catalog.items()):
            original = key if isinstance(key, str) else key[0]
            if why := fault(original, text):
                del self._catalog[key]
                yield f"{original!r} {why}"


def fault(original: str, text: str) -> str:
    """Return why a text cannot replace another; empty when it can."""
    try:
        fields = _fields(text)
    except ValueError:
        return "has braces that are not closed"
    if fields != _fields(original):
        return "has other placeholders"
    if "<" in text and "<" not in original:
        return "has markup"
    return f"is longer than {LONGEST:,} characters" if len(text) > LONGEST else ""


def read(path: Path) -> Catalogue:
    """Return the catalogue in a file.

    Raises
    ------
    ValueError
        When it cannot be used; the text says why.
    OSError
        When it cannot be read.
    """
    # Opening a pipe would block.
    if path.exists() and not path.is_file():
        raise ValueError("it is not a file")
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES // 2**20} MB")
    return Catalogue(data)


def _fields(text: str) -> set[tuple[str, str | None, str | None]]:
    """Return the placeholders of a text: name, format and conversion."""
    return {(name, spec, how) for _, name, spec, how in Formatter().parse(text) if name is not None}


def _check_tables(data: bytes) -> None:
    """Refuse tables that point past the end of the file: small files must not make much work."""
    order = "<" if data[:4] == struct.pack("<I", GNUTranslations.LE_MAGIC) else ">"
    try:
        count, *tables = struct.unpack_from(order + _HEAD, data)
        if count > MOST_TEXTS:
            raise ValueError(f"it has more than {MOST_TEXTS:,} texts")
        size = sum(sum(struct.unpack_from(f"{order}{2 * count}I", data, at)[::2]) for at in tables)
    except struct.error:
        raise ValueError("it is not a gettext catalogue (.mo)") from None
    if size > len(data):
        raise ValueError("its tables point past its end")
