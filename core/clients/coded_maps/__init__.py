"""Maps in text codes, such as rows of letters, read through a legend."""
