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
from typing import TYPE_CHECKING, SupportsInt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from fairground.editor.app.text_catalogues import Catalogue

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
        from fairground.editor.app.text_catalogues import read

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
