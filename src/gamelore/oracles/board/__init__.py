"""Solved board games: retrograde tables, where they are kept, and how a perfect player chooses."""
