"""Learners and searchers side by side: who learns what from how many contests, and every learner on every game."""
