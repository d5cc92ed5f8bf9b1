"""The arena: players meet in contests, trainers teach, tournaments measure."""
