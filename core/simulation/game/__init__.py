"""Self-play: games by bots on a scenario, by the ruleset's movement, sight, cover, facing and attacks.

The public names are listed in ``__init__.pyi`` and loaded when first used.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
