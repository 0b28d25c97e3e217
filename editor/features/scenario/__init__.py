"""The scenario panel: sides, zones, objectives, units and general settings."""
