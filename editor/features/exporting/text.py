"""What is said of an export: which files were written, and how large they are."""

from __future__ import annotations

from fairground.editor.app.texts import tr, trn


def written_words(main: str, files: int) -> str:
    """Return which files were written: the main one, and how many beside it (``files`` counts both)."""
    if files == 1:
        return tr("Written: {name}").format(name=main)
    beside = trn("{n} file beside it", "{n} files beside it", files - 1).format(n=files - 1)
    return tr("Written: {name}, and {files}").format(name=main, files=beside)


def size_words(size: int) -> str:
    """Return a number of bytes in words: ``940 bytes``, ``3.2 kB``, ``1.5 MB``."""
    if size < 1000:
        return trn("{n} byte", "{n} bytes", size).format(n=size)
    return f"{size / 1000:.1f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


def sentence(words: str) -> str:
    """Return words of core as a sentence."""
    return f"{words[:1].upper()}{words[1:].removesuffix('.')}."
