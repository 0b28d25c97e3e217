"""The attack preview in the editor."""
