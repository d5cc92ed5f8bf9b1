"""Boards of ours in other libraries."""
