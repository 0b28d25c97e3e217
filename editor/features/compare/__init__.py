"""Two open maps side by side."""
