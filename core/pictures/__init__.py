"""Pictures of boards and of rulesets: one display list, and what it is written as.

The public names are listed in ``__init__.pyi`` and loaded when they are first used: code that needs only a colour does not
load all that draws.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
