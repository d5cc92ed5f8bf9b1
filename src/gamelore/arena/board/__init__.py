"""Contests of board games, many at once in kernels."""
