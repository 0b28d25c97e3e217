"""Symmetries, measured distances and names on the map."""
