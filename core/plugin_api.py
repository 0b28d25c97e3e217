"""Everything that a plugin of core needs, in one place.

The names and their modules are listed in ``plugin_api.pyi``; each is loaded when it is first used.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub("fairground.core", __file__)
