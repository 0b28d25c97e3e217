"""The variants panel."""
