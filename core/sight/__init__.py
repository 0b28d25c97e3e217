"""Lines of sight: the hexes and hexsides they meet, a ruleset's verdict on them, and what a hex or a whole board sees.

The public function ``fairground.core.sight`` has the name of this package and hides it there; import modules of the package by
their whole names, as in ``from fairground.core.sight.line.verdict import SightVerdict``.
"""
