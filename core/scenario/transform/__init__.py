"""Transforms of a whole scenario: resize, turn, mirror, change of layout or ruleset, copy and paste."""
