"""The plugins of installed packages: what they add, and which were left out."""
