"""The words of the lines explained, and how else they can be read."""
