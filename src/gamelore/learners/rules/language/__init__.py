"""The language of production rules: LASH, expressions, definitions, matching, sentences."""
