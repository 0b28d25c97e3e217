"""The tools of the tool strip, one file each."""
