"""Bidders of 42 for experiments: taught, compared by marks, and held against what play gives."""
