"""Learning on the page: contests gone over move by move, puzzles, rules."""
