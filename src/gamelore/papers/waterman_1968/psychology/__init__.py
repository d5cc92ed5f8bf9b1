"""Waterman's other use of production rules: S-R models, designs, strategies and trees."""
