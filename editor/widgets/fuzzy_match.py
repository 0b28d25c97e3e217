"""Finding by a few letters: how well a text fits what was typed."""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+")
#: What a typed word is worth: all of a word, its beginning, somewhere within, its letters in their order.
_WHOLE, _BEGINNING, _WITHIN, _LETTERS = 120, 100, 60, 40
#: What is taken off for a word further back, and for a gap between letters.
_BACK, _GAP = 4, 3


def fit(query: str, *texts: tuple[str, float]) -> float:
    """Return how well texts fit a query; 0 when they do not. Case does not matter.

    Every word of the query must fit one of the texts, which come with weights: as the beginning of a word best, then
    as a part of one, then by its letters in their order.

    Examples
    --------
    >>> fit("und", ("Undo all", 1.0)) > fit("und", ("Go round", 1.0)) > 0
    True
    >>> fit("xyz", ("Undo all", 1.0))
    0
    """
    whole = 0.0
    folded = [(text.casefold(), weight) for text, weight in texts]
    for word in query.casefold().split():
        best = max((weight * _word_fit(word, text) for text, weight in folded), default=0.0)
        if best <= 0:
            return 0
        whole += best
    return whole


def _word_fit(word: str, text: str) -> float:
    if word == text:
        return _WHOLE + _BACK
    for place, found in enumerate(_WORD.finditer(text)):
        if found[0] == word:
            return max(_WHOLE - _BACK * place, _BEGINNING)
        if found[0].startswith(word) or text.startswith(word, found.start()):
            return max(_BEGINNING - _BACK * place, _WITHIN + 1)
    at = text.find(word)
    if at >= 0:
        return max(_WITHIN - at, _LETTERS + 1)
    return _letters_fit(word, text)


def _letters_fit(word: str, text: str) -> float:
    """Return how well the letters of a word fit in their order; the first must begin a word."""
    best = 0.0
    for start in (found.start() for found in _WORD.finditer(text)):
        at, gaps = start - 1, 0
        for letter in word:
            there = text.find(letter, at + 1)
            if there < 0 or (at < start and there != start):
                break
            # A gap up to the beginning of a word is none: initials are what one types.
            begins = there == 0 or not text[there - 1].isalnum()
            gaps += 0 if there == at + 1 or begins else 1
            at = there
        else:
            best = max(best, _LETTERS - _GAP * gaps)
    # Long queries of scattered letters fit anything.
    return best if best > _LETTERS / 2 else 0.0
