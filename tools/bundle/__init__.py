"""The program that needs no Python: how it is built, and what it is packed in."""
