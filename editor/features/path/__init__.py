"""Paths between two hexes."""
