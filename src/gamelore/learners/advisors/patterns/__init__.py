"""Patterns: small shapes seen on the board, what they are associated with, and the Advisors made of them."""
