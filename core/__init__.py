"""Fairground's core: load, check, draw and export scenarios without a window.

>>> from fairground.core import load, validate
>>> findings = validate(load("scenarios/standard-arena.yaml"))

The names and their modules are listed in ``__init__.pyi``. Each is loaded when it is first used, so that a script pays only for
what it calls.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
