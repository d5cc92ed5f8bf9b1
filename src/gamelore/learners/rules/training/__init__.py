"""How production rules are learned: from a trainer's reasons, or from the logic of the game."""
