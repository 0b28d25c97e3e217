"""The inspector of a hex."""
