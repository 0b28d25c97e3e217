"""The self-play panel."""
