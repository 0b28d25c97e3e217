"""Lines of sight: what they meet, the ruleset's verdict, and what a hex or a whole board sees.

The public function ``fairground.core.sight`` hides this package; import its modules by their full names, as in
``from fairground.core.sight.line.verdict import SightVerdict``.
"""
