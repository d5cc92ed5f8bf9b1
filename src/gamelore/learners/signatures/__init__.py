"""Signature tables in trees of goals, after Samuel (1967) and Carberry: the third of the three machines."""
