"""Experiments, the keeping of runs, published tables, reports."""
