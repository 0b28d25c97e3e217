"""Copy, cut, paste and stamps."""
