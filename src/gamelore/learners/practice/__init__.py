"""Ordered lists chosen by the results of practice: one search and one log for every vocabulary of entries."""
