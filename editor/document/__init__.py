"""The document: a scenario that only edits can change, with undo, events and a journal."""
