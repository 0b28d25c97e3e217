"""Variants: a sketch made symmetric, and a gallery of others like it that lie far apart on two axes."""
