"""Text of files: guarded YAML, suggestions for misspelt names, and model errors in plain words."""
