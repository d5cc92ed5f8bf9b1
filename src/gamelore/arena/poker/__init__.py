"""Opponents for draw poker, and the test of proficiency that lets a program meet them."""
