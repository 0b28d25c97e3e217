"""The options bar of the tool in use."""
