"""The oracles: what is true of a state, computed. They know rules but nothing of learning."""
