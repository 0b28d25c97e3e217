"""The features of the editor, a folder each."""
