"""A visitor: keys and codes, what is theirs, what has come of their contests, and how they leave."""
