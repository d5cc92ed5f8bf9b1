"""Temporal patterns: move sequences learned by rote, in contexts, and as situations with actions (Lock 2003)."""
