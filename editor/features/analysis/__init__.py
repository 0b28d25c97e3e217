"""The analysis panel: overlays, their legend, and the comparison with an earlier state."""
