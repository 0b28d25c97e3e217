"""The repair panel."""
