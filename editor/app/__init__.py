"""What the whole editor stands on: settings, texts, theme, scheduling and workarounds for Qt."""
