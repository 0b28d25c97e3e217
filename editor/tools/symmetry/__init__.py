"""Mirror images of what is painted."""
