"""The tracing image under the map."""
