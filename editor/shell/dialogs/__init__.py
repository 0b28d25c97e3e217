"""Dialogs of the main window: unsaved changes, file problems, keyboard shortcuts."""
