"""Variants: symmetric versions of a sketch, and random ones spread out along two axes."""
