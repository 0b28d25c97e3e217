"""The palette of terrain, effects and hexside features."""
