"""Mirror images of edits."""
