"""What can be chosen about an export to Tiled."""

from __future__ import annotations

from typing import Final

from fairground.core.clients.export_options import Option

#: Pixels from side to side of a hex, and from corner to corner: near enough to a regular hex, and all halves are whole.
SIZES: Final = {"28": (28, 32), "56": (56, 64), "112": (112, 128)}
OPTIONS: Final = (Option("hex-size", "pixels from side to side of a hex", "56", choices=tuple(SIZES)),)
