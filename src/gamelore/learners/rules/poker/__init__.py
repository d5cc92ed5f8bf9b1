"""Production rules at draw poker: moves, printed lists, cases, the task."""
