"""A sample plugin: reeds, a check, a measure, an export format and a tool."""
