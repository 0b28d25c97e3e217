"""Variants: symmetric versions of a sketch, and others like it that differ along two axes."""
