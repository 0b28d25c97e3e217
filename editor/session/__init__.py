"""The open document with its journal, its file and its recovery."""
