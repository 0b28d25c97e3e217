"""Paths in the editor."""
