"""Scores, marks and peers of bidders at 42."""
