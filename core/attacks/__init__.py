"""The preview of an attack: the checklist, modifiers, the roll and its results."""
