"""Maxims: at most ten lines, in order, that a person can follow by hand and that carry the strength."""
