"""Dialogs that change the whole board, and new maps."""
