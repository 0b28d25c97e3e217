"""The texts of the editor, in the user's language.

Code has them in English and marks them: ``tr("Save")``, ``tr("Hexes of {name}").format(name=name)``, and
``trn("{n} hex", "{n} hexes", n).format(n=n)`` where a number stands in them. A language's texts are a catalogue of
gettext, ``<language>.mo``, in the editor's own folder or shipped. The language is that of the environment, as for all
programs with gettext: LANGUAGE, LC_ALL, LC_MESSAGES or LANG. It is chosen when this module is loaded, and for good:
many texts are made while modules are loaded. What core says stays English.
"""

from __future__ import annotations

import os
import re
import struct
from gettext import GNUTranslations
from io import BytesIO
from string import Formatter
from typing import TYPE_CHECKING, SupportsInt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction
    from pathlib import Path

#: Environment variables that name languages, the first that is set counts; LANGUAGE may have several, with colons.
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
#: A language's name with all that may follow: ``pt_BR.UTF-8@euro``.
_NAME = re.compile(r"([a-z]{2,3})(_[A-Z]{2})?(?:\.[\w-]+)?(@\w+)?")
#: The number of faulty texts that are named.
_NAMED = 3


def tr(text: str) -> str:
    """Return a text in the user's language; itself where there is no translation."""
    return text if _catalogue is None else _catalogue.one(text)


def trn(one: str, many: str, count: int | Fraction) -> str:
    """Return a text that goes with a count in the user's language; without a translation one of the two."""
    if _catalogue is None:
        return one if count == 1 else many
    # Rules of plurals are for whole numbers; a fraction takes the form of a larger one.
    return _catalogue.many(one, many, int(count) if count == int(count) else 2 + int(count))


def hex_count(count: SupportsInt) -> str:
    """Return a number of hexes in words; counts of numpy are welcome."""
    number = int(count)
    return trn("{n} hex", "{n} hexes", number).format(n=number)


def turn_count(count: int | Fraction) -> str:
    """Return a number of turns in words."""
    return trn("{n} turn", "{n} turns", count).format(n=count)


def point_count(count: int | Fraction) -> str:
    """Return a number of points in words."""
    return trn("{n} point", "{n} points", count).format(n=count)


def capitalised(text: str) -> str:
    """Return a text with a capital first letter; the others stay as they are."""
    return f"{text[:1].upper()}{text[1:]}"


def sentence(text: str) -> str:
    """Return a text with a capital first letter and a full stop."""
    return f"{capitalised(text).removesuffix('.')}."


def faults() -> list[str]:
    """Return sentences about unusable parts of the language's catalogue."""
    return list(_faults)


def language() -> str:
    """Return the language that texts are in; empty for English."""
    return _language


def wanted_languages() -> Iterator[str]:
    """Yield the languages that the environment asks for, before English, the best first: ``de_AT``, ``de``."""
    asked = next(filter(None, map(os.environ.get, VARIABLES)), "")
    for name in asked.split(":"):
        match = _NAME.fullmatch(name)
        if match is None or match[1] == "en":
            return
        if match[2]:
            yield match[1] + match[2]
        yield match[1]


def _chosen() -> tuple[str, Catalogue | None]:
    """Return the first of the wanted languages that there is a catalogue of, and that; keep what is wrong with it."""
    for name in wanted_languages():
        from fairground.editor.app.paths import text_folders

        for folder in text_folders():
            path = folder / f"{name}.mo"
            try:
                catalogue = read(path)
            except FileNotFoundError:
                continue
            except (OSError, ValueError) as error:
                why = error.strerror if isinstance(error, OSError) else error
                _faults.append(f"Cannot use {path}: {why}.")
                continue
            if catalogue.faults:
                faulty = "; ".join(catalogue.faults[:_NAMED]) + (
                    "; …" if len(catalogue.faults) > _NAMED else ""
                )
                count = f"{len(catalogue.faults)} text{'s' * (len(catalogue.faults) > 1)}"
                _faults.append(f"{count} of {path} left in English: {faulty}.")
            return name, catalogue
    return "", None


_faults: list[str] = []
_language, _catalogue = _chosen()


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
