"""Function keys by their code: with newer keyboard tables (xkb-data 2.48), xdotool holds Alt when it presses them by name."""

import re

_CODES = {f"F{number}": code for number, code in enumerate([*range(67, 77), 95, 96], 1)}
_NAME = re.compile(r"(?<![^+])F\d+$")


def by_code(key: str) -> str:
    """Return a key for xdotool, such as ctrl+F1, with a function key as the code that all keyboards have for it."""
    return _NAME.sub(lambda found: str(_CODES[found[0]]), key)
